//! The heap: its making, its parts, and the memory that objects lie in.

mod build;
mod shared;
mod spaces;

pub use build::{Heap, HeapBuilder, StartError};
pub(crate) use shared::Shared;
pub(crate) use spaces::{BUFFER, Bump, Chunk, CopyBuffer, Spaces};
