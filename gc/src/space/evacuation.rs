//! The state of one collection in the spaces: the evacuated blocks, and the destinations of their
//! objects.
//!
//! A collection cannot fail. An object for which there is no room stays in place. Its block becomes
//! a block of the old generation, with holes around the object (as in Immix's opportunistic
//! evacuation: Blackburn and McKinley, PLDI 2008).
//!
//! Workers take blocks under the pool's lock. Each worker copies into its own buffers.

use parking_lot::Mutex;

use super::block_state::BlockState;
use super::blocks::{BLOCK, BlockIndex, Blocks};
use super::chunk::{Chunk, ChunkSource};
use super::old::Search;
use super::recorded::RecordedSlot;
use super::spaces::Spaces;
use crate::collection::CollectionKind;

/// The blocks that a collection evacuates, and the blocks that it fills.
#[derive(Debug)]
pub(crate) struct Evacuation<'a> {
    /// The spaces of the heap.
    pub(super) spaces: &'a Spaces,
    /// The kind of the collection.
    pub(crate) kind: CollectionKind,
    /// Header bits of a live, unlogged object in the old generation in this collection.
    pub(crate) live_bits: u64,
    /// Whether objects are promoted at their first survival.
    pub(crate) promote_at_once: bool,
    /// Maximum number of blocks in use while objects are moved.
    pub(super) max_mutator_blocks: usize,
    /// The blocks to evacuate.
    pub(super) from: Vec<BlockIndex>,
    /// The number of blocks in `from` that were in eden.
    pub(super) eden: usize,
    /// The number of blocks in `from` that were tracked, which a young collection evacuates.
    pub(crate) tracked: usize,
    /// In a young collection: the recorded slots, which refer to objects in tracked blocks that are
    /// being evacuated.
    pub(crate) recorded: Vec<RecordedSlot>,
    /// Blocks that were taken for survivors that stay young.
    pub(super) survivors: Mutex<Vec<BlockIndex>>,
    /// Blocks that were taken for objects of the old generation.
    pub(super) promoted: Mutex<Vec<BlockIndex>>,
}

impl<'a> Evacuation<'a> {
    /// Returns the side tables of blocks and lines.
    pub(crate) fn blocks(&self) -> &'a Blocks {
        self.spaces.blocks()
    }

    /// Returns the bytes of eden's blocks.
    pub(crate) fn eden_bytes(&self) -> usize {
        self.eden * BLOCK
    }

    /// Returns the source of memory for survivors that stay young.
    pub(crate) fn survivors(&self) -> impl ChunkSource {
        SurvivorSource(self)
    }

    /// Returns the source of memory in the old generation.
    pub(crate) fn old(&self) -> impl ChunkSource {
        OldSource(self)
    }

    /// Takes a block with the state `state` from the pool, and adds it to `list`.
    fn block(&self, state: BlockState, list: &Mutex<Vec<BlockIndex>>) -> Option<Chunk> {
        let block = self.spaces.take_block(state, self.max_mutator_blocks)?;
        list.lock().push(block);
        Some(self.spaces.blocks().addresses(block).into())
    }
}

/// Source of memory for survivors: whole blocks.
struct SurvivorSource<'a>(&'a Evacuation<'a>);

impl ChunkSource for SurvivorSource<'_> {
    fn chunk(&self, _: usize) -> Option<Chunk> {
        self.block()
    }

    fn block(&self) -> Option<Chunk> {
        self.0.block(BlockState::SURVIVOR, &self.0.survivors)
    }
}

/// Source of memory in the old generation: holes, and whole blocks.
struct OldSource<'a>(&'a Evacuation<'a>);

impl ChunkSource for OldSource<'_> {
    fn chunk(&self, min_bytes: usize) -> Option<Chunk> {
        // A full collection does not know the holes until it has traced.
        let hole = |search| match self.0.kind {
            CollectionKind::Young => self.0.spaces.take_hole(min_bytes, search),
            CollectionKind::Full | CollectionKind::Compacting => None,
        };
        hole(Search::Near).or_else(|| self.block()).or_else(|| hole(Search::Everywhere))
    }

    fn block(&self) -> Option<Chunk> {
        let chunk = self.0.block(BlockState::OLD, &self.0.promoted)?;
        let blocks = self.0.spaces.blocks();
        blocks.mark_all(blocks.block_of(chunk.start));
        Some(chunk)
    }
}
