//! Worklists of a tracing thread, for stop-the-world and concurrent tracing: the mark stack of
//! objects that are still to be scanned, a queue of slots whose objects are being prefetched, and
//! work sharing among the threads of a pause.

mod mark_stack;
mod prefetch;
mod work_sharing;

pub(crate) use mark_stack::{MarkStack, NoMemory, Task};
pub(crate) use prefetch::Ring;
pub(crate) use work_sharing::WorkSharing;
