//! The heap as a whole: the state that all its threads share, its helper threads, the sizing
//! policy's clock, and the out-of-memory protocol.

mod background;
mod code_view;
mod counters;
mod heap;
mod out_of_memory;
mod overhead;
mod pacing;
mod retired_code;
mod return_trampolines;
mod shared;
mod workers;

pub(crate) use background::{BackgroundHeap, BackgroundThreads};
pub(crate) use code_view::CodeView;
pub use heap::Heap;
pub(crate) use out_of_memory::{FoundShortage, OutOfMemoryCallback};
pub use out_of_memory::{GcOverhead, MemoryRequest, OutOfMemory, OutOfMemoryCause};
pub(crate) use overhead::OverheadMonitor;
pub(crate) use pacing::{FinishedCollection, Pacing};
pub(crate) use retired_code::{RetiredCode, RetiredRegion};
pub(crate) use return_trampolines::ReturnTrampolines;
pub(crate) use shared::{LazyWalker, Reports, Shared};
pub(crate) use workers::WorkerPool;
