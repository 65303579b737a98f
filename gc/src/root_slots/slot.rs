//! Descriptions of root slots, for messages.

use core::fmt;

use statepoint_scanner::image::symbols;
use statepoint_scanner::roots::Root;

use crate::handles::Holder;
use crate::thread::Stack;

/// A slot outside the heap that holds a reference.
#[derive(Clone, Copy)]
pub(crate) enum RootSlot<'a> {
    /// A strong handle.
    Handle,
    /// Another reference that native code holds.
    Native(Holder),
    /// A local handle of native code that runs on a stack.
    Local { stack: &'a Stack },
    /// A root in a frame: `pc` is the frame's return address, `sp` its stack pointer, and `record`
    /// the ID of its stack map record.
    Frame { stack: &'a Stack, pc: u64, sp: u64, record: Option<u64>, root: Root },
}

impl fmt::Display for RootSlot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handle => write!(f, "a handle"),
            Self::Local { stack } => write!(f, "a local handle of {}", stack.owner()),
            Self::Native(holder) => holder.fmt(f),
            Self::Frame { stack, pc, record, root, .. } => {
                write!(
                    f,
                    "a root of {} at {:#x} ({:?}), of the call that returns to \
                     {pc:#x} in {}",
                    stack.owner(),
                    root.address,
                    root.location,
                    symbols::describe_return_address(*pc),
                )?;
                match record {
                    Some(id) => write!(f, ", whose record has the ID {id:#x},"),
                    None => Ok(()),
                }
            }
        }
    }
}
