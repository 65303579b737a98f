//! Worklists of a tracing thread, for stop-the-world and concurrent tracing: the mark stack of
//! objects that are still to be scanned, a queue of slots whose objects are being prefetched, work
//! sharing among the threads of a pause, and a queue of tasks that are known in advance.

mod mark_stack;
mod prefetch;
mod task_queue;
mod work_sharing;

pub(crate) use mark_stack::{MarkStack, NoMemory, Task};
pub(crate) use prefetch::Ring;
pub(crate) use task_queue::{ITEMS_PER_TASK, TaskQueue};
pub(crate) use work_sharing::WorkSharing;
