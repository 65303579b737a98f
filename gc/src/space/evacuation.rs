//! One collection, as the spaces see it: blocks that are emptied, and where their objects go.
//!
//! A collection cannot fail half-way: an object for which there is no room stays where it is, and its block becomes
//! one of the old generation, with holes around it.
//!
//! Blocks are taken by all workers, under the pool's lock; what a worker copies goes to buffers of its own.

use parking_lot::Mutex;

use super::blocks::{BlockIndex, BlockState, Blocks};
use super::chunk::{Chunk, Source};
use super::old::Search;
use super::spaces::Spaces;
use crate::collection::CollectionKind;

/// Blocks that a collection empties, and those that it fills.
#[derive(Debug)]
pub(crate) struct Evacuation<'a> {
    pub(super) spaces: &'a Spaces,
    pub(crate) kind: CollectionKind,
    /// Header bits of an object that lives in the old generation, and that this collection has come to.
    pub(crate) live: u64,
    /// Who survives once is promoted.
    pub(crate) promote_at_once: bool,
    /// So many blocks may be in use while objects are moved.
    pub(super) most_blocks: usize,
    /// The blocks to be emptied.
    pub(super) from: Vec<BlockIndex>,
    pub(super) survivors: Mutex<Vec<BlockIndex>>,
    pub(super) promoted: Mutex<Vec<BlockIndex>>,
}

impl<'a> Evacuation<'a> {
    pub(crate) fn blocks(&self) -> &'a Blocks {
        self.spaces.blocks()
    }

    /// Where survivors go that stay young.
    pub(crate) fn survivors(&self) -> impl Source {
        Survivors(self)
    }

    /// Where the old generation has room.
    pub(crate) fn old(&self) -> impl Source {
        Old(self)
    }

    fn block(&self, state: BlockState, list: &Mutex<Vec<BlockIndex>>) -> Option<Chunk> {
        let block = self.spaces.take_block(state, self.most_blocks)?;
        list.lock().push(block);
        Some(self.spaces.blocks().addresses(block).into())
    }
}

struct Survivors<'a>(&'a Evacuation<'a>);

impl Source for Survivors<'_> {
    fn chunk(&self, _: usize) -> Option<Chunk> {
        self.block()
    }

    fn block(&self) -> Option<Chunk> {
        self.0.block(BlockState::SURVIVOR, &self.0.survivors)
    }
}

struct Old<'a>(&'a Evacuation<'a>);

impl Source for Old<'_> {
    fn chunk(&self, least: usize) -> Option<Chunk> {
        // While everything is traced it is not known where the holes are.
        let hole = |search| match self.0.kind {
            CollectionKind::Young => self.0.spaces.take_hole(least, search),
            CollectionKind::Full | CollectionKind::Compacting => None,
        };
        hole(Search::Near).or_else(|| self.block()).or_else(|| hole(Search::Everywhere))
    }

    fn block(&self) -> Option<Chunk> {
        let chunk = self.0.block(BlockState::OLD, &self.0.promoted)?;
        let blocks = self.0.spaces.blocks();
        blocks.fill(blocks.at(chunk.start));
        Some(chunk)
    }
}
