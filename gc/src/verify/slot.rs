//! Descriptions of slots in the verifier's messages.

use core::fmt;

use statepoint_scanner::image::symbols;
use statepoint_scanner::roots::Root;

use crate::handles::Holder;
use crate::object::Header;
use crate::thread::Stack;

/// The slot through which the verifier reached an object.
#[derive(Clone, Copy)]
pub(crate) enum Slot<'a> {
    /// A strong handle.
    Handle,
    /// Another reference that native code holds.
    Native(Holder),
    /// A local handle of native code that runs on a stack.
    Local { stack: &'a Stack },
    /// A root in a frame: `pc` is the frame's return address, and `record` the ID of its stack map
    /// record.
    Root { stack: &'a Stack, pc: u64, record: Option<u64>, root: Root },
    /// The owner of the fiber with this stack.
    Owner { stack: &'a Stack },
    /// A field of an object, at a byte offset.
    Field { object: usize, header: Header, offset: usize },
}

impl fmt::Display for Slot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handle => write!(f, "a handle"),
            Self::Local { stack } => write!(f, "a local handle of {}", stack.owner()),
            Self::Native(holder) => holder.fmt(f),
            Self::Owner { stack } => write!(f, "the owner of {}", stack.owner()),
            Self::Root { stack, pc, record, root } => {
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
            Self::Field { object, header, offset } => {
                write!(
                    f,
                    "the field at offset {offset} of the object of {:?} at {object:#x}",
                    header.type_id()
                )
            }
        }
    }
}
