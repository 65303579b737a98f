//! Descriptions of slots in the verifier's messages.

use core::fmt;

use statepoint_scanner::image::symbols;
use statepoint_scanner::roots::Root;

use crate::handles::Holder;
use crate::object::Header;
use crate::thread::ThreadData;

/// The slot through which the verifier reached an object.
#[derive(Clone, Copy)]
pub(super) enum Slot<'a> {
    /// A strong handle.
    Handle,
    /// Another reference that native code holds.
    Native(Holder),
    /// A local handle of a thread.
    Local { thread: &'a ThreadData },
    /// A root in a frame: `pc` is the frame's return address, and `record` the ID of its stack map
    /// record.
    Root { thread: &'a ThreadData, pc: u64, record: Option<u64>, root: Root },
    /// A field of an object, at a byte offset.
    Field { object: usize, header: Header, offset: usize },
}

impl fmt::Display for Slot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handle => write!(f, "a handle"),
            Self::Local { thread } => {
                write!(f, "a local handle of thread \"{}\" ({})", thread.name, thread.id)
            }
            Self::Native(holder) => holder.fmt(f),
            Self::Root { thread, pc, record, root } => {
                write!(
                    f,
                    "a root of thread \"{}\" ({}) at {:#x} ({:?}), of the call that returns to \
                     {pc:#x} in {}",
                    thread.name,
                    thread.id,
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
