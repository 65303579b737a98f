//! The heap: its making, its parts, and the memory that objects lie in.

mod blocks;
mod build;
mod cards;
mod chunk;
mod code_view;
mod eden;
mod evacuation;
mod large;
mod old;
mod out_of_memory;
mod pool;
mod remembered;
mod settings;
mod shared;
mod side_table;
mod sizing;
mod spaces;

pub(crate) use blocks::{BLOCK, BlockState, Blocks};
pub use build::{Heap, HeapBuilder, StartError};
pub(crate) use cards::CARD;
pub(crate) use chunk::{Chunk, CopyBuffer};
pub(crate) use code_view::CodeView;
pub(crate) use evacuation::Evacuation;
pub(crate) use large::Dead;
pub(crate) use out_of_memory::{Found, Relief};
pub use out_of_memory::{MemoryRequest, OutOfMemory, Overhead, Shortage};
pub(crate) use remembered::{Card, Log, Remembered};
pub(crate) use shared::Shared;
pub(crate) use sizing::{LEAST_NURSERY, NurserySize, Observed, Plan, Sizing, SizingConfig};
pub(crate) use spaces::{LARGE, Spaces};
