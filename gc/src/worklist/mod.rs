//! What every thread that traces needs, while the world is stopped or beside mutators: the stack of
//! objects that are still to be scanned, and a queue of slots whose objects are being prefetched.

mod mark_stack;
mod prefetch;

pub(crate) use mark_stack::{MarkStack, NoMemory, Task};
pub(crate) use prefetch::Ring;
