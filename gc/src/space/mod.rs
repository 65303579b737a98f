//! The memory of objects: blocks, the side tables with their states, and the spaces that own them.

mod block_state;
mod blocks;
mod cards;
mod chunk;
mod eden;
mod evacuation;
mod fault;
mod large;
mod object_starts;
mod old;
mod pool;
mod recorded;
mod remembered;
mod side_table;
mod spaces;

pub(crate) use block_state::BlockState;
pub(crate) use blocks::{BLOCK, Blocks, LiveCount};
pub(crate) use cards::CARD;
pub(crate) use chunk::{Chunk, CopyBuffer};
pub(crate) use evacuation::Evacuation;
pub(crate) use fault::{
    FaultRange, ModelQuery, explain_fault, register_fault_range, with_model_query,
};
pub(crate) use large::DeadLarge;
pub(crate) use object_starts::ObjectStarts;
pub(crate) use recorded::{BUFFERED_SLOTS, IncomingSlot, RecordedSlot};
pub(crate) use remembered::{Card, Log, RememberedSets};
pub(crate) use spaces::{AddressSpaceError, LARGE, Spaces, Swept};
