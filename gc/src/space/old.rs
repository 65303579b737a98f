//! The old generation. Its blocks contain objects that do not move, and holes between them that are
//! used again (the mark-region scheme of Immix: Blackburn and McKinley, PLDI 2008).
//!
//! A full collection marks the lines that live objects overlap. Blocks without marked lines are
//! freed. Young collections then promote objects into the holes of the other blocks, in address
//! order. The next full collection evacuates blocks with few live bytes, which compacts their
//! objects.
//!
//! Without full collections, such sparse blocks are evacuated incrementally. The sweep of a
//! concurrent cycle lists them. The next cycle begins to track them ([`BlockState::TRACKED`]): their
//! holes are not used any more, and references into them are recorded (`recorded.rs`). When this
//! cycle is swept, each young collection evacuates a few of the blocks that are still tracked.

use core::cmp::Reverse;
use std::collections::VecDeque;

use super::blocks::{BLOCK, BlockIndex, BlockState, Blocks, LINE, LINES};
use super::chunk::Chunk;

/// Minimum size of a hole that is used, in lines.
const MIN_HOLE_LINES: usize = 4;
/// A block with at most this many live bytes is sparse.
const MAX_SPARSE: usize = BLOCK / 2;
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

/// The blocks of the old generation.
#[derive(Debug, Default)]
pub(super) struct Old {
    /// All blocks that are in none of the following three lists.
    blocks: Vec<BlockIndex>,
    /// Blocks that were sparse when they were swept. Their holes may have been filled since.
    sparse: Vec<BlockIndex>,
    /// Tracked blocks, and some that are no longer tracked. Their holes are not used.
    tracked: Vec<BlockIndex>,
    /// Blocks that were marked concurrently and have not been swept since.
    unswept: Vec<BlockIndex>,
    /// Blocks with holes. The next block to use is at the back.
    with_holes: VecDeque<BlockIndex>,
    /// The line at which the search continues in the block at the back of `with_holes`.
    line: usize,
    /// Bytes of all holes that can still be used.
    free: usize,
    /// Bytes of the free lines in `tracked`.
    withheld: usize,
}

impl Old {
    /// Returns the bytes of all blocks minus the bytes of the holes.
    pub(super) fn occupied(&self) -> usize {
        self.lists().map(Vec::len).iter().sum::<usize>() * BLOCK - self.free - self.withheld
    }

    /// Returns the lists that together contain each block once.
    fn lists(&self) -> [&Vec<BlockIndex>; 4] {
        [&self.blocks, &self.sparse, &self.tracked, &self.unswept]
    }

    /// Returns the bytes in all blocks that are not known to be live.
    pub(super) fn fragmented(&self, blocks: &Blocks) -> usize {
        let all = self.lists().into_iter().flatten();
        all.map(|&block| BLOCK - blocks.live_bytes(block).min(BLOCK)).sum()
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
        while let Some(&block) = self.with_holes.back() {
            if let Some(hole) = blocks.find_hole(block, self.line, MIN_HOLE_LINES) {
                self.line = hole.end;
                self.free -= hole.len() * LINE;
                return Some(blocks.take_lines(block, hole).into());
            }
            // The remaining holes are too small to be used before the next full collection.
            self.free -= blocks.free_lines(block) * LINE;
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
        for &block in self.with_holes.iter().rev().take(max_blocks) {
            if let Some(hole) = blocks.find_hole(block, from, lines) {
                self.free -= hole.len() * LINE;
                return Some(blocks.take_lines(block, hole).into());
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
            self.add_holes(block, blocks.free_lines(block));
        }
    }

    /// Makes the free lines of a block available: `free` lines.
    fn add_holes(&mut self, block: BlockIndex, free: usize) {
        self.free += free * LINE;
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
        self.blocks.retain(|&block| blocks.state(block) == BlockState::OLD);
        for &block in self.blocks.iter().chain(&candidates) {
            blocks.clear_marks(block);
        }
        candidates
    }

    /// Ends the tracking of all blocks, which become sparse ones without usable holes.
    fn stop_tracking(&mut self, blocks: &Blocks) {
        self.tracked.iter().for_each(|&block| blocks.stop_tracking(block));
        self.sparse.append(&mut self.tracked);
        self.withheld = 0;
    }

    /// Begins to track the blocks that are sparse, as a concurrent cycle begins. At most
    /// `max_withheld` bytes of holes become unusable. Returns whether any block is tracked.
    pub(super) fn begin_tracking(&mut self, blocks: &Blocks, max_withheld: usize) -> bool {
        // Those that were not evacuated after the last cycle come first.
        let leftover = self.tracked.len();
        let mut candidates = core::mem::take(&mut self.tracked);
        candidates.append(&mut self.sparse);
        self.withheld = 0;
        for (index, block) in candidates.into_iter().enumerate() {
            let is_leftover = index < leftover;
            let free = blocks.free_lines(block);
            let withheld = self.withheld + free * LINE;
            if blocks.live_bytes(block) <= MAX_SPARSE && withheld <= max_withheld {
                blocks.set_state(block, BlockState::TRACKED);
                self.tracked.push(block);
                self.withheld = withheld;
                continue;
            }
            blocks.stop_tracking(block);
            self.blocks.push(block);
            if is_leftover {
                self.add_holes(block, free);
            }
        }
        let Self { with_holes, free, .. } = self;
        let last = with_holes.back().copied();
        with_holes.retain(|&block| {
            let is_usable = blocks.state(block) == BlockState::OLD;
            if !is_usable {
                *free -= blocks.free_lines(block) * LINE;
            }
            is_usable
        });
        if with_holes.back().copied() != last {
            self.line = 0;
        }
        !self.tracked.is_empty()
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
        while let Some(&block) = self.tracked.last() {
            let is_tracked = blocks.state(block) == BlockState::TRACKED;
            if is_tracked && !is_wanted(block) {
                break;
            }
            self.tracked.pop();
            let free = blocks.free_lines(block);
            self.withheld -= free * LINE;
            if is_tracked {
                taken.push(block);
            } else {
                self.blocks.push(block);
                self.add_holes(block, free);
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
                self.with_holes.push_back(block);
                self.free += free * LINE;
            }
            free != LINES
        });
        self.with_holes.make_contiguous().sort_unstable_by_key(|&block| Reverse(block));
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
        for list in [&mut self.blocks, &mut self.sparse, &mut self.tracked] {
            self.unswept.append(list);
        }
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
                    self.tracked.push(block);
                    continue;
                }
                blocks.stop_tracking(block);
            }
            if is_sparse { &mut self.sparse } else { &mut self.blocks }.push(block);
            if free >= MIN_HOLE_LINES {
                self.add_holes(block, free);
            }
        }
        Some(empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: usize = 16 * BLOCK;

    fn old(count: u32) -> (Blocks, Old) {
        let blocks = Blocks::new(START..START + 8 * BLOCK, 8).unwrap();
        let mut old = Old::default();
        for block in (0..count).map(BlockIndex) {
            blocks.set_state(block, BlockState::OLD);
            blocks.mark_all(block);
            old.add([block]);
        }
        (blocks, old)
    }

    #[test]
    fn holes_are_taken_in_address_order() {
        let (blocks, mut old) = old(3);
        assert_eq!(old.begin_full(&blocks, usize::MAX, 0), []);
        let second = blocks.addresses(BlockIndex(1)).start;
        let third = blocks.addresses(BlockIndex(2)).start;
        blocks.mark(second, 16);
        blocks.mark(second + 3 * LINE, 16);
        blocks.mark(second + 10 * LINE, 16);
        (0..LINES - 2).for_each(|line| blocks.mark(third + line * LINE, 16));
        assert_eq!(old.sweep(&blocks), [BlockIndex(0)]);
        assert_eq!(old.occupied(), (3 + LINES) * LINE);
        let mut take = |min_bytes, search| {
            let hole = old.take_hole(&blocks, min_bytes, search)?;
            Some((hole.start, hole.end))
        };
        let rest = Some((second + 11 * LINE, second + LINES * LINE));
        assert_eq!(take(16 * LINE, Search::Near), rest);
        assert_eq!(take(16 * LINE, Search::Everywhere), None);
        let passed_over = Some((second + 4 * LINE, second + 10 * LINE));
        assert_eq!(take(16, Search::Near), passed_over, "left for a smaller object");
        assert_eq!(take(16, Search::Near), None, "two lines are too few");
        assert_eq!(old.occupied(), 2 * BLOCK, "the remaining holes are unusable");
    }

    #[test]
    fn long_holes_are_first_searched_in_near_blocks() {
        let count = NEAR_BLOCKS as u32 + 2;
        let blocks = Blocks::new(START..START + 16 * BLOCK, 16).unwrap();
        let mut old = Old::default();
        for block in (0..count).map(BlockIndex) {
            let start = blocks.addresses(block).start;
            // Only the block that is searched last has a long hole.
            let step = if block.0 + 1 == count { LINES } else { 8 };
            (0..LINES).step_by(step).for_each(|line| blocks.mark(start + line * LINE, 8));
            old.add([block]);
        }
        assert_eq!(old.sweep(&blocks), []);
        let free = old.free;
        assert_eq!(old.take_hole(&blocks, 20 * LINE, Search::Near), None);
        let far = blocks.addresses(BlockIndex(count - 1));
        let hole = old.take_hole(&blocks, 20 * LINE, Search::Everywhere).unwrap();
        assert_eq!((hole.start, hole.end), (far.start + LINE, far.end));
        assert_eq!(old.free, free - (LINES - 1) * LINE);
        for _ in 0..(count - 1) * 16 {
            assert_eq!(old.take_hole(&blocks, 16, Search::Near).unwrap().remaining(), 7 * LINE);
        }
        assert_eq!(old.take_hole(&blocks, 16, Search::Near), None);
        assert_eq!(old.free, 0);
    }

    #[test]
    fn sparsest_blocks_become_evacuation_candidates() {
        let (blocks, mut old) = old(5);
        old.begin_full(&blocks, 0, 0);
        for (block, objects) in [(0, 5), (1, 100), (2, 1), (3, 60), (4, 1)] {
            let start = blocks.addresses(BlockIndex(block)).start;
            (0..objects).for_each(|n| blocks.mark(start + n * LINE, LINE));
        }
        assert!(old.sweep(&blocks).is_empty());
        let candidates = old.begin_full(&blocks, 10 * LINE, BLOCK / 2);
        assert_eq!(candidates, [2, 4, 0].map(BlockIndex));
        assert_eq!(old.blocks.len(), 2);
        assert_eq!(blocks.state(BlockIndex(2)), BlockState::CANDIDATE);
        assert_eq!(blocks.free_lines(BlockIndex(2)), LINES);
    }

    #[test]
    fn block_with_retained_objects_has_holes() {
        let (blocks, mut old) = old(0);
        let start = blocks.addresses(BlockIndex(5)).start;
        blocks.retain_in_place(start, 24);
        old.add_retained(&blocks, [BlockIndex(5)]);
        let hole = old.take_hole(&blocks, 64, Search::Near).unwrap();
        assert_eq!((hole.start, hole.end), (start + LINE, start + BLOCK));
    }

    #[test]
    fn blocks_are_swept_incrementally_during_promotion() {
        let (blocks, mut old) = old(3);
        blocks.begin_marking();
        let second = blocks.addresses(BlockIndex(1)).start;
        blocks.mark(second, 16);
        // Objects are promoted into a block during the marking.
        blocks.set_state(BlockIndex(4), BlockState::OLD);
        blocks.mark_all(BlockIndex(4));
        old.add([BlockIndex(4)]);
        blocks.end_marking();
        old.begin_sweep();
        assert_eq!(old.occupied(), 4 * BLOCK);
        assert_eq!(old.take_hole(&blocks, 16, Search::Near), None, "nothing is swept yet");
        assert_eq!(old.sweep_some(&blocks, 2, |_| ()), Some(vec![BlockIndex(2)]));
        // Objects are promoted into a block while others are swept.
        blocks.set_state(BlockIndex(5), BlockState::OLD);
        blocks.mark_all(BlockIndex(5));
        old.add([BlockIndex(5)]);
        assert_eq!(old.sweep_some(&blocks, 2, |_| ()), Some(vec![BlockIndex(0)]));
        assert_eq!(old.sweep_some(&blocks, 2, |_| ()), None);
        assert_eq!(old.occupied(), 2 * BLOCK + LINE);
        let hole = old.take_hole(&blocks, 16, Search::Near).unwrap();
        assert_eq!((hole.start, hole.end), (second + LINE, second + BLOCK));
        assert_eq!(old.occupied(), 3 * BLOCK);
        // A full collection begins while a sweep is in progress.
        old.begin_sweep();
        assert_eq!(old.begin_full(&blocks, 0, 0), []);
        assert_eq!(old.occupied(), 3 * BLOCK);
    }
}
