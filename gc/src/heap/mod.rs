//! The heap: its making, its parts, and the memory that objects lie in.

mod build;
mod code_view;
mod out_of_memory;
mod shared;
mod spaces;

pub use build::{Heap, HeapBuilder, StartError};
pub(crate) use code_view::CodeView;
pub(crate) use out_of_memory::{Found, Relief};
pub use out_of_memory::{MemoryRequest, OutOfMemory, Overhead, Shortage};
pub(crate) use shared::Shared;
pub(crate) use spaces::{BUFFER, Bump, Chunk, CopyBuffer, Spaces};
