//! The old generation. Its blocks contain objects that seldom move, and holes between them that are
//! used again (the mark-region scheme of Immix: Blackburn and McKinley, PLDI 2008).
//!
//! A full collection marks the lines that live objects overlap. Blocks without marked lines are
//! freed. Young collections then promote objects into the holes of the other blocks, in address
//! order. The next full collection evacuates blocks with few live bytes, which compacts their
//! objects.
//!
//! Without full collections, such sparse blocks are evacuated incrementally. The sweep of a
//! concurrent cycle lists them. The next cycle begins to track them ([`BlockState::TRACKED`]):
//! their holes are not used any more, and references into them are recorded (`recorded.rs`). When
//! this cycle is swept, each young collection evacuates a few of the blocks that are still tracked.

use core::cmp::Reverse;
use std::collections::VecDeque;

use super::block_state::BlockState;
use super::blocks::{BLOCK, BlockIndex, Blocks, LINE, LINES};
use super::chunk::Chunk;

/// Minimum size of a hole that is used, in lines.
const MIN_HOLE_LINES: usize = 4;
/// A block with at most this many live bytes is sparse.
const MAX_SPARSE: usize = BLOCK / 2;
/// The number of blocks that are tracked in a cycle, at most: selecting them takes some tens of
/// microseconds of a pause.
const MAX_TRACKED: usize = 1 << 12;
/// Number of blocks that are searched for a long hole before a free block is taken instead.
const NEAR_BLOCKS: usize = 8;

/// The extent of the search for a hole for an object that does not fit into every hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// Search the next blocks only.
    Near,
    /// Search all blocks: no free block is available.
    Everywhere,
}

/// A block and the number of its free lines.
#[derive(Clone, Copy, Debug)]
struct FreeLines {
    block: BlockIndex,
    lines: u32,
}

impl FreeLines {
    fn new(block: BlockIndex, lines: usize) -> Self {
        Self { block, lines: lines as u32 }
    }

    fn bytes(self) -> usize {
        self.lines as usize * LINE
    }
}

/// The blocks of the old generation.
#[derive(Debug, Default)]
pub(super) struct Old {
    /// All blocks that are in none of the following three lists.
    blocks: Vec<BlockIndex>,
    /// Blocks that were sparse when they were swept. Their holes may have been filled since.
    sparse: Vec<BlockIndex>,
    /// Tracked blocks, and some that are no longer tracked. Their holes are not used. The numbers
    /// of free lines are exact after the sweep of a cycle.
    tracked: Vec<FreeLines>,
    /// Blocks that were marked concurrently and have not been swept since.
    unswept: Vec<BlockIndex>,
    /// Blocks with holes. The next block to use is at the back.
    with_holes: VecDeque<FreeLines>,
    /// The line at which the search continues in the block at the back of `with_holes`.
    line: usize,
    /// Bytes of all holes that can still be used.
    free: usize,
    /// Bytes of the holes in `tracked`, which count as free.
    withheld: usize,
}

impl Old {
    /// Returns the bytes of all blocks minus the bytes of the holes.
    pub(super) fn occupied(&self) -> usize {
        let Self { blocks, sparse, tracked, unswept, .. } = self;
        let count = blocks.len() + sparse.len() + tracked.len() + unswept.len();
        count * BLOCK - self.free - self.withheld
    }

    /// Returns the bytes in all blocks that are not known to be live.
    pub(super) fn fragmented(&self, blocks: &Blocks) -> usize {
        let all = [&self.blocks, &self.sparse, &self.unswept].into_iter().flatten().copied();
        let all = all.chain(self.tracked.iter().map(|tracked| tracked.block));
        all.map(|block| BLOCK - blocks.live_bytes(block).min(BLOCK)).sum()
    }

    /// Takes a hole of at least `min_bytes` bytes.
    pub(super) fn take_hole(
        &mut self,
        blocks: &Blocks,
        min_bytes: usize,
        search: Search,
    ) -> Option<Chunk> {
        let lines = min_bytes.div_ceil(LINE);
        if lines > MIN_HOLE_LINES {
            return self.take_long_hole(blocks, lines, search);
        }
        while let Some(FreeLines { block, lines: free }) = self.with_holes.back_mut() {
            if let Some(hole) = blocks.find_hole(*block, self.line, MIN_HOLE_LINES) {
                self.line = hole.end;
                self.free -= hole.len() * LINE;
                *free -= hole.len() as u32;
                return Some(blocks.take_lines(*block, hole).into());
            }
            // The remaining holes are too small to be used before the next sweep.
            self.free -= *free as usize * LINE;
            self.with_holes.pop_back();
            self.line = 0;
        }
        None
    }

    /// Takes a hole of at least `lines` lines, more than [`MIN_HOLE_LINES`]. Shorter holes are
    /// skipped, and remain for smaller objects.
    fn take_long_hole(&mut self, blocks: &Blocks, lines: usize, search: Search) -> Option<Chunk> {
        let max_blocks = if search == Search::Near { NEAR_BLOCKS } else { usize::MAX };
        let mut from = self.line;
        for FreeLines { block, lines: free } in self.with_holes.iter_mut().rev().take(max_blocks) {
            if let Some(hole) = blocks.find_hole(*block, from, lines) {
                self.free -= hole.len() * LINE;
                *free -= hole.len() as u32;
                return Some(blocks.take_lines(*block, hole).into());
            }
            from = 0;
        }
        None
    }

    /// Adds blocks whose lines are all marked as used.
    pub(super) fn add(&mut self, blocks: impl IntoIterator<Item = BlockIndex>) {
        self.blocks.extend(blocks);
    }

    /// Adds blocks in which some objects were retained, and makes their free lines available.
    pub(super) fn add_retained(
        &mut self,
        blocks: &Blocks,
        kept: impl IntoIterator<Item = BlockIndex>,
    ) {
        for block in kept {
            self.blocks.push(block);
            self.add_holes(FreeLines::new(block, blocks.free_lines(block)));
        }
    }

    /// Makes the free lines of a block available.
    fn add_holes(&mut self, block: FreeLines) {
        self.free += block.bytes();
        // Not added at the back: the search has passed some lines of the block there.
        self.with_holes.push_front(block);
    }

    /// Begins a full collection: clears all marks. Selects the evacuation candidates: the blocks
    /// with the fewest live bytes at the last full collection, as many as fit into `room` bytes.
    /// Blocks with more than `max_live` live bytes are not selected. Returns the candidates.
    pub(super) fn begin_full(
        &mut self,
        blocks: &Blocks,
        room: usize,
        max_live: usize,
    ) -> Vec<BlockIndex> {
        // Some of those that are not swept may be tracked.
        self.unswept.iter().for_each(|&block| blocks.stop_tracking(block));
        self.blocks.append(&mut self.unswept);
        self.stop_tracking(blocks);
        self.blocks.append(&mut self.sparse);
        self.forget_holes();
        let mut sparse: Vec<_> = self
            .blocks
            .iter()
            .map(|&block| (blocks.live_bytes(block), block))
            .filter(|&(live, _)| live <= max_live)
            .collect();
        sparse.sort_unstable();
        let mut taken = 0;
        let candidates: Vec<_> = sparse
            .iter()
            .take_while(|&&(live, _)| {
                // The estimate may exceed the block's size.
                taken += live.min(BLOCK);
                taken <= room
            })
            .map(|&(_, block)| block)
            .collect();
        for &block in &candidates {
            blocks.set_state(block, BlockState::CANDIDATE);
        }
        let count = self.blocks.len();
        self.blocks.retain(|&block| blocks.state(block) == BlockState::OLD);
        debug_assert_eq!(self.blocks.len() + candidates.len(), count, "each block is in one list");
        for &block in self.blocks.iter().chain(&candidates) {
            blocks.clear_marks(block);
        }
        candidates
    }

    /// Ends the tracking of all blocks, which become sparse ones without usable holes.
    fn stop_tracking(&mut self, blocks: &Blocks) {
        for FreeLines { block, .. } in self.tracked.drain(..) {
            blocks.stop_tracking(block);
            self.sparse.push(block);
        }
        self.withheld = 0;
    }

    /// Begins to track up to [`MAX_TRACKED`] blocks that are sparse, as a concurrent cycle begins.
    /// About `max_withheld` bytes of holes become unusable at most. Returns whether any block is
    /// tracked.
    pub(super) fn begin_tracking(&mut self, blocks: &Blocks, max_withheld: usize) -> bool {
        let leftover = core::mem::take(&mut self.tracked);
        self.withheld = 0;
        // The bytes of the holes of tracked blocks, estimated.
        let mut claimed = 0;
        // The blocks that were not evacuated after the last cycle come first.
        for block in leftover {
            let is_tracked = blocks.state(block.block) == BlockState::TRACKED;
            if is_tracked && self.track(blocks, block, &mut claimed, max_withheld) {
                self.withheld += block.bytes();
                continue;
            }
            blocks.stop_tracking(block.block);
            self.blocks.push(block.block);
            self.add_holes(block);
        }
        let count = self.sparse.len().min(MAX_TRACKED.saturating_sub(self.tracked.len()));
        // Those that were swept last come first: the others may be those that could not be
        // evacuated after the last cycle.
        for block in self.sparse.split_off(self.sparse.len() - count).into_iter().rev() {
            if !self.track(blocks, FreeLines::new(block, 0), &mut claimed, max_withheld) {
                self.blocks.push(block);
            }
        }
        self.withdraw_tracked(blocks);
        !self.tracked.is_empty()
    }

    /// Tracks a block, if it is sparse and `claimed` stays within the limit. Returns whether it
    /// does.
    fn track(
        &mut self,
        blocks: &Blocks,
        block: FreeLines,
        claimed: &mut usize,
        max_withheld: usize,
    ) -> bool {
        let live = blocks.live_bytes(block.block);
        // Counting the free lines would take too long, for a pause.
        let with_block = *claimed + BLOCK.saturating_sub(live);
        let is_tracked = live <= MAX_SPARSE && with_block <= max_withheld;
        if is_tracked {
            *claimed = with_block;
            blocks.set_state(block.block, BlockState::TRACKED);
            self.tracked.push(block);
        }
        is_tracked
    }

    /// Makes the holes of tracked blocks unavailable.
    fn withdraw_tracked(&mut self, blocks: &Blocks) {
        let Self { with_holes, free, withheld, .. } = self;
        let last = with_holes.back().map(|last| last.block);
        with_holes.retain(|block| {
            let is_available = blocks.state(block.block) == BlockState::OLD;
            if !is_available {
                *free -= block.bytes();
                *withheld += block.bytes();
            }
            is_available
        });
        if with_holes.back().map(|last| last.block) != last {
            self.line = 0;
        }
    }

    /// Returns whether blocks are left that may be evacuated.
    pub(super) fn has_tracked(&self) -> bool {
        !self.tracked.is_empty()
    }

    /// Takes tracked blocks for evacuation by a young collection, as long as `is_wanted` returns
    /// true for the next block. Blocks that are no longer tracked become ordinary ones.
    pub(super) fn take_tracked(
        &mut self,
        blocks: &Blocks,
        mut is_wanted: impl FnMut(BlockIndex) -> bool,
    ) -> Vec<BlockIndex> {
        let mut taken = Vec::new();
        while let Some(&tracked) = self.tracked.last() {
            let is_tracked = blocks.state(tracked.block) == BlockState::TRACKED;
            if is_tracked && !is_wanted(tracked.block) {
                break;
            }
            self.tracked.pop();
            self.withheld -= tracked.bytes();
            if is_tracked {
                taken.push(tracked.block);
            } else {
                self.blocks.push(tracked.block);
                self.add_holes(tracked);
            }
        }
        taken
    }

    /// Sweeps the blocks that a full collection has marked in place. Removes the empty blocks and
    /// returns them; makes the holes of the other blocks available.
    pub(super) fn sweep(&mut self, blocks: &Blocks) -> Vec<BlockIndex> {
        let mut empty = Vec::new();
        self.blocks.retain(|&block| {
            let free = blocks.free_lines(block);
            if free == LINES {
                empty.push(block);
            } else if free >= MIN_HOLE_LINES {
                self.with_holes.push_back(FreeLines::new(block, free));
                self.free += free * LINE;
            }
            free != LINES
        });
        self.with_holes.make_contiguous().sort_unstable_by_key(|holes| Reverse(holes.block));
        empty
    }

    /// Makes all holes unavailable.
    fn forget_holes(&mut self) {
        self.with_holes.clear();
        (self.line, self.free) = (0, 0);
    }

    /// Begins the concurrent sweep of all blocks, after a complete marking. The holes of a block
    /// are not used until it is swept.
    pub(super) fn begin_sweep(&mut self) {
        debug_assert!(self.unswept.is_empty(), "the last marking was swept");
        self.forget_holes();
        self.withheld = 0;
        self.unswept.append(&mut self.blocks);
        self.unswept.append(&mut self.sparse);
        self.unswept.extend(self.tracked.drain(..).map(|tracked| tracked.block));
    }

    /// Sweeps up to `max_blocks` blocks. Makes their holes available, and removes and returns the
    /// empty blocks. Calls `freed` with the address of each line that was in use before. Returns
    /// `None` if no block was left to sweep.
    pub(super) fn sweep_some(
        &mut self,
        blocks: &Blocks,
        max_blocks: usize,
        mut freed: impl FnMut(usize),
    ) -> Option<Vec<BlockIndex>> {
        if self.unswept.is_empty() {
            return None;
        }
        let mut empty = Vec::new();
        for block in self.unswept.split_off(self.unswept.len().saturating_sub(max_blocks)) {
            let free = blocks.sweep(block, &mut freed);
            if free == LINES {
                empty.push(block);
                continue;
            }
            let is_sparse = blocks.live_bytes(block) <= MAX_SPARSE;
            if blocks.state(block) == BlockState::TRACKED {
                if is_sparse {
                    self.withheld += free * LINE;
                    self.tracked.push(FreeLines::new(block, free));
                    continue;
                }
                blocks.stop_tracking(block);
            }
            if is_sparse { &mut self.sparse } else { &mut self.blocks }.push(block);
            if free >= MIN_HOLE_LINES {
                self.add_holes(FreeLines::new(block, free));
            }
        }
        Some(empty)
    }
}

#[cfg(test)]
mod tests;
