//! The heap as a whole: the state that all its threads share, and the out-of-memory protocol.

mod background;
mod code_view;
mod heap;
mod out_of_memory;
mod overhead;
mod pacing;
mod return_trampolines;
mod shared;
mod workers;

pub(crate) use background::{BackgroundHeap, BackgroundThreads};
pub(crate) use code_view::CodeView;
pub use heap::Heap;
pub(crate) use out_of_memory::{Found, Relief};
pub use out_of_memory::{MemoryRequest, OutOfMemory, Overhead, Shortage};
pub(crate) use overhead::OverheadWatch;
pub(crate) use pacing::{Ended, Pacing};
pub(crate) use return_trampolines::{Entry, ReturnTrampolines, Target};
pub(crate) use shared::Shared;
pub(crate) use workers::WorkerPool;
