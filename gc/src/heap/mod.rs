//! The heap: its making, its parts, and the memory that objects lie in.

mod build;
mod code_view;
mod shared;
mod spaces;

pub use build::{Heap, HeapBuilder, StartError};
pub(crate) use code_view::CodeView;
pub(crate) use shared::Shared;
pub(crate) use spaces::{BUFFER, Bump, Chunk, CopyBuffer, Spaces};
