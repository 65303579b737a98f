//! The LLVM passes that insert polls and statepoints, for each LLVM version.

use std::ffi::OsStr;
use std::path::Path;

use crate::ir::ContextAccess;
use crate::llvm::{Llvm, ToolError};

impl Llvm {
    /// Optimises a module into which the prelude is linked, inserts polls, and rewrites its calls
    /// as statepoints. `level` is an optimisation level such as `O2`; `options` are passed to each
    /// run of `opt`.
    ///
    /// # Errors
    ///
    /// If a tool fails.
    pub fn statepoints(
        &self,
        triple: &str,
        level: &str,
        access: ContextAccess,
        from: &Path,
        to: &Path,
        options: &[&str],
    ) -> Result<(), ToolError> {
        let triple = format!("-mtriple={triple}");
        let opt = |passes: &[&str], from: &Path, to: &Path| {
            let words = passes.iter().chain(options).map(OsStr::new);
            let rest = [triple.as_ref(), from.as_os_str(), OsStr::new("-o"), to.as_os_str()];
            self.run("opt", words.chain(rest)).map(drop)
        };
        // Each inserted poll calls the context function again; EarlyCSE merges the calls.
        let merge = match access {
            ContextAccess::ThreadLocal => "",
            ContextAccess::Context | ContextAccess::Migrating => "function(early-cse),",
        };
        let rewrite = format!("{merge}rewrite-statepoints-for-gc,verify");
        if self.version() > 16 {
            let passes = format!("-passes=default<{level}>,function(place-safepoints),{rewrite}");
            return opt(&[&passes], from, to);
        }
        // Before LLVM 17, PlaceSafepoints exists only in the legacy pass manager.
        let (optimised, placed) =
            (to.with_extension("optimised.bc"), to.with_extension("placed.bc"));
        opt(&[&format!("-passes=default<{level}>")], from, &optimised)?;
        opt(&["-enable-new-pm=0", "-place-safepoints"], &optimised, &placed)?;
        opt(&[&format!("-passes={rewrite}")], &placed, to)
    }
}
