//! One collection from the point of view of the spaces: the evacuated blocks, and the destinations
//! of their objects.
//!
//! A collection cannot fail half-way: an object for which there is no room stays where it is, and
//! its block becomes one of the old generation, with holes around the object (as in Immix's
//! opportunistic evacuation: Blackburn and McKinley, PLDI 2008).
//!
//! All workers take blocks, under the pool's lock; each worker copies into buffers of its own.

use parking_lot::Mutex;

use super::blocks::{BlockIndex, BlockState, Blocks};
use super::chunk::{Chunk, ChunkSource};
use super::old::Search;
use super::spaces::Spaces;
use crate::collection::CollectionKind;

/// The blocks that a collection evacuates, and those that it fills.
#[derive(Debug)]
pub(crate) struct Evacuation<'a> {
    pub(super) spaces: &'a Spaces,
    pub(crate) kind: CollectionKind,
    /// Header bits of a live object in the old generation that this collection has reached.
    pub(crate) live: u64,
    /// Whether objects are promoted at their first survival.
    pub(crate) promote_at_once: bool,
    /// Maximum number of blocks in use while objects are moved.
    pub(super) max_mutator_blocks: usize,
    /// The blocks to evacuate.
    pub(super) from: Vec<BlockIndex>,
    pub(super) survivors: Mutex<Vec<BlockIndex>>,
    pub(super) promoted: Mutex<Vec<BlockIndex>>,
}

impl<'a> Evacuation<'a> {
    pub(crate) fn blocks(&self) -> &'a Blocks {
        self.spaces.blocks()
    }

    /// Returns the source of memory for survivors that stay young.
    pub(crate) fn survivors(&self) -> impl ChunkSource {
        SurvivorSource(self)
    }

    /// Returns the source of memory in the old generation.
    pub(crate) fn old(&self) -> impl ChunkSource {
        OldSource(self)
    }

    fn block(&self, state: BlockState, list: &Mutex<Vec<BlockIndex>>) -> Option<Chunk> {
        let block = self.spaces.take_block(state, self.max_mutator_blocks)?;
        list.lock().push(block);
        Some(self.spaces.blocks().addresses(block).into())
    }
}

struct SurvivorSource<'a>(&'a Evacuation<'a>);

impl ChunkSource for SurvivorSource<'_> {
    fn chunk(&self, _: usize) -> Option<Chunk> {
        self.block()
    }

    fn block(&self) -> Option<Chunk> {
        self.0.block(BlockState::SURVIVOR, &self.0.survivors)
    }
}

struct OldSource<'a>(&'a Evacuation<'a>);

impl ChunkSource for OldSource<'_> {
    fn chunk(&self, min_bytes: usize) -> Option<Chunk> {
        // While a full collection traces, the holes are not known.
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
