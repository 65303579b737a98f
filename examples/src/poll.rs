//! Selection of the kind of safepoint polls.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use clap::ValueEnum;
use statepoint_gc::{CodeRegistry, HeapBuilder, patched_polls::PatchedPolls};

use crate::managed;

/// The mechanism by which a poll detects a stop request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Poll {
    /// The poll tests a flag of the thread
    Flag,
    /// The poll is a no-op, which a stop replaces by a call
    Patched,
}

impl Poll {
    /// Configures a heap to patch the polls of this program, if the program was compiled with
    /// patched polls.
    ///
    /// # Errors
    ///
    /// If the program's stack map cannot be read, the kernel does not allow its code to be patched,
    /// or the program with patched polls is missing.
    pub fn prepare(self, builder: HeapBuilder) -> Result<HeapBuilder, Box<dyn Error>> {
        if self == Self::Flag {
            return Ok(builder);
        }
        if let Some(reason) = option_env!("PROGRAMS_MISSING") {
            return Err(format!("the program with patched polls {reason}").into());
        }
        let code = Arc::new(CodeRegistry::of_this_process()?);
        let polls = PatchedPolls::new()?;
        let address = managed::make_tree().expose_provenance() as u64;
        // SAFETY: only polls of this program have records with this ID, and the program is never
        // unloaded.
        unsafe { polls.add_image_at(&code, address)? };
        Ok(builder.code(code).patched_polls(Arc::new(polls)))
    }
}

impl fmt::Display for Poll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flag => "flag",
            Self::Patched => "patched",
        })
    }
}
