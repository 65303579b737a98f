//! Worklists of a tracing thread, for stop-the-world and concurrent tracing: the mark stack of
//! objects that are still to be scanned, and a queue of slots whose objects are being prefetched.

mod mark_stack;
mod prefetch;

pub(crate) use mark_stack::{MarkStack, NoMemory, Task};
pub(crate) use prefetch::Ring;
