//! Descriptions of slots in the verifier's messages.

use core::fmt;

use crate::object::Header;
use crate::root_slots::RootSlot;
use crate::thread::Stack;

/// The slot through which the verifier reached an object.
#[derive(Clone, Copy)]
pub(crate) enum Slot<'a> {
    /// A root.
    Root(RootSlot<'a>),
    /// The owner of the fiber with this stack.
    Owner { stack: &'a Stack },
    /// A field of an object, at a byte offset.
    Field { object: usize, header: Header, offset: usize },
}

impl fmt::Display for Slot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(root) => root.fmt(f),
            Self::Owner { stack } => write!(f, "the owner of {}", stack.owner()),
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
