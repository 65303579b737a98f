//! Blocks and lines: the division of the heap's address range, and the metadata of each part.
//!
//! A space consists of blocks; each block is free or belongs to one space. The state of an object's
//! block determines how a collection treats the object. So the collector reads the block's state
//! for each reference: one byte, in a table that fits in the cache. A line is the unit in which the
//! old generation finds free memory between objects that do not move (the mark-region scheme of
//! Immix: Blackburn and McKinley, PLDI 2008).
//!
//! The heap's address range begins with the blocks that small objects share. The blocks of large
//! objects follow. Each large object has its own blocks, and uses no more memory than its pages.
//!
//! # Memory orders
//!
//! All accesses are relaxed. Mutators take blocks under a lock, and publish the objects in them by
//! the host's own synchronisation. Collections run while the world is stopped. During a collection,
//! a block's state changes in three cases only. A free block becomes a block for copies: the
//! address of a copy is published with release order, so each thread that reads the address sees
//! the new state. A young large object becomes old: a compare-exchange decides which worker scans
//! the object. A tracked block may become an ordinary one of the old generation at any time: a
//! thread that sees this late has recorded a slot in vain. Lines and live bytes are written by all
//! workers and read after all workers have finished. Live bytes are summed without an atomic
//! read-modify-write, as an estimate.

use core::ops::Range;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::io;

use statepoint_scanner::fault_injection::fault;

use super::block_state::BlockState;
use super::cards::Cards;
use super::side_table::SideTable;

/// Size of a block in bytes: the maximum size of a thread's TLAB.
pub(crate) const BLOCK: usize = 1 << BLOCK_SHIFT;
/// Base-2 logarithm of [`BLOCK`].
pub(crate) const BLOCK_SHIFT: u32 = 15;
/// Size of a line in bytes.
pub(super) const LINE: usize = 1 << LINE_SHIFT;
/// Base-2 logarithm of [`LINE`].
const LINE_SHIFT: u32 = 8;
/// Number of lines in a block.
pub(super) const LINES: usize = BLOCK / LINE;

/// Index of a block, counted from the start of the heap's address range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BlockIndex(pub(super) u32);

impl BlockIndex {
    /// Returns the index.
    fn get(self) -> usize {
        self.0 as usize
    }
}

/// Distinguishes lines that the current marking has marked from lines that the previous marking
/// marked. Two values suffice, 1 and 2, because all lines are swept before the next marking begins.
/// A line whose byte is 0 is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Epoch(u8);

impl Epoch {
    /// The epoch of a new heap.
    const FIRST: Self = Self(1);

    /// Returns the other epoch.
    fn other(self) -> Self {
        Self(3 - self.0)
    }

    /// Returns the index of the epoch in [`Blocks::live`].
    fn index(self) -> usize {
        usize::from(self.0 - 1)
    }
}

/// The side tables of blocks and lines.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// Start of the heap's address range.
    start: usize,
    /// For each block: its state.
    states: SideTable<AtomicU8>,
    /// For each line of blocks for small objects: 0 if the line is free; otherwise the epoch in
    /// which an object that overlaps the line was marked, or in which the line was taken for new
    /// objects.
    lines: SideTable<AtomicU8>,
    /// For each epoch and each block for small objects: an estimate of the bytes of live objects
    /// that were marked in the epoch, plus the bytes of all lines that were taken since.
    live: [SideTable<AtomicU32>; 2],
    /// The epoch of the current marking or, between markings, of the last one.
    epoch: AtomicU8,
    /// The epoch of the last complete marking.
    complete: AtomicU8,
    /// For each block for small objects that is being evacuated: nonzero if an object stays in it.
    retained: SideTable<AtomicU8>,
    /// For each block for small objects: changes between 0 and 1 each time the block, as one of the
    /// old generation, is evacuated by a young collection.
    evacuations: SideTable<AtomicU8>,
    /// For the first block of a large object: the bytes of the object's memory. For its other
    /// blocks: the index of the first block.
    large: SideTable<AtomicUsize>,
    /// The cards of large objects.
    cards: Cards,
}

/// Live bytes that a worker has yet to add to those of a block. The counts of neighbouring blocks
/// share cache lines: if workers that mark neighbouring blocks added each object to them, they
/// would take twice as long as one of them alone.
/// Whoever has one must call [`Blocks::add_counted`] in the end.
#[derive(Debug, Default)]
pub(crate) struct LiveCount {
    /// The index of the block.
    block: usize,
    bytes: usize,
}

impl Drop for LiveCount {
    fn drop(&mut self) {
        debug_assert!(self.bytes == 0 || std::thread::panicking(), "{self:?} was not added");
    }
}

impl Blocks {
    /// Creates the tables for the addresses `range`, which begins at a multiple of [`BLOCK`]; the
    /// first `small` blocks are for small objects.
    pub(super) fn new(range: Range<usize>, small: usize) -> io::Result<Self> {
        debug_assert!(range.len().is_multiple_of(BLOCK) && range.start.is_multiple_of(BLOCK));
        Ok(Self {
            start: range.start,
            states: SideTable::new(range.len() / BLOCK)?,
            lines: SideTable::new(small * LINES)?,
            live: [SideTable::new(small)?, SideTable::new(small)?],
            epoch: AtomicU8::new(Epoch::FIRST.0),
            complete: AtomicU8::new(Epoch::FIRST.0),
            retained: SideTable::new(small)?,
            evacuations: SideTable::new(small)?,
            large: SideTable::new(range.len() / BLOCK - small)?,
            cards: Cards::new(range.start + small * BLOCK..range.end)?,
        })
    }

    /// Returns the state of the block that contains `address`; `None` outside the heap's addresses.
    #[inline]
    pub(crate) fn state_at(&self, address: usize) -> Option<BlockState> {
        // The table has one entry for each block of the heap's addresses, and no others.
        let state = self.states.get(address.wrapping_sub(self.start) >> BLOCK_SHIFT)?;
        Some(BlockState(state.load(Relaxed)))
    }

    /// Returns the heap's address range.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.states.len() * BLOCK
    }

    /// Returns the address range of the blocks for small objects.
    pub(crate) fn small_block_range(&self) -> Range<usize> {
        self.start..self.start + self.live[0].len() * BLOCK
    }

    /// Returns whether `address` is in the heap's address range.
    #[inline]
    pub(crate) fn contains(&self, address: usize) -> bool {
        address.wrapping_sub(self.start) >> BLOCK_SHIFT < self.states.len()
    }

    /// Returns the maximum size in bytes of an object at `address`; `None` if no object can begin
    /// there, because the block is free or within a large object.
    pub(crate) fn max_object_size_at(&self, address: usize) -> Option<usize> {
        let state = self.state_at(address)?;
        let in_block = BLOCK - address % BLOCK;
        if state.is_large() && in_block == BLOCK {
            return Some(self.large_bytes(address));
        }
        state.has_small_objects().then_some(in_block)
    }

    /// Assigns the blocks from `first` on to a new large object with `bytes` bytes of memory.
    pub(super) fn set_large(&self, first: BlockIndex, bytes: usize) {
        let set = |block: BlockIndex, value| {
            if let Some(large) = self.large.get(block.get() - self.live[0].len()) {
                large.store(value, Relaxed);
            }
        };
        for inner in 1..bytes.div_ceil(BLOCK) {
            let inner = BlockIndex(first.0 + inner as u32);
            self.set_state(inner, BlockState::LARGE_INNER);
            set(inner, first.get());
        }
        set(first, bytes);
        self.set_state(first, BlockState::LARGE_YOUNG);
    }

    /// Returns the address of the large object whose blocks contain `address`, if there is one.
    pub(crate) fn large_at(&self, address: usize) -> Option<usize> {
        let block = self.block_of(address);
        let state = self.state_at(address)?;
        if state == BlockState::LARGE_INNER {
            let index = block.get() - self.live[0].len();
            let first = self.large.get(index)?.load(Relaxed);
            return Some(self.start + first * BLOCK);
        }
        state.is_large().then(|| self.addresses(block).start)
    }

    /// Returns the bytes of memory of the large object at `address`: its size, rounded up to whole
    /// pages.
    pub(crate) fn large_bytes(&self, address: usize) -> usize {
        let index = self.block_of(address).get().checked_sub(self.live[0].len());
        index.and_then(|index| self.large.get(index)).map_or(0, |bytes| bytes.load(Relaxed))
    }

    /// Returns the state of a block.
    pub(super) fn state(&self, block: BlockIndex) -> BlockState {
        BlockState(self.states[block.get()].load(Relaxed))
    }

    /// Sets the state of a block.
    pub(super) fn set_state(&self, block: BlockIndex, state: BlockState) {
        self.states[block.get()].store(state.0, Relaxed);
    }

    /// Ensures that the object at `address` does not move before the next marking begins, because a
    /// reference to it is not in a recorded slot. Any thread, at any time.
    #[inline]
    pub(crate) fn keep_in_place(&self, address: usize) {
        if self.state_at(address) == Some(BlockState::TRACKED) && !fault("keep-nothing") {
            self.stop_tracking(self.block_of(address));
        }
    }

    /// Makes a tracked block an ordinary one of the old generation; has no effect on other blocks.
    pub(super) fn stop_tracking(&self, block: BlockIndex) {
        let (tracked, old) = (BlockState::TRACKED.0, BlockState::OLD.0);
        // Fails if another thread was faster.
        let _ = self.states[block.get()].compare_exchange(tracked, old, Relaxed, Relaxed);
    }

    /// Returns the parity, 0 or 1, of the number of young collections that have evacuated the block
    /// that contains `address` as one of the old generation. 0 for large objects.
    pub(super) fn evacuation_parity(&self, address: usize) -> usize {
        let block = self.block_of(address).get();
        self.evacuations.get(block).map_or(0, |parity| usize::from(parity.load(Relaxed)))
    }

    /// Makes a tracked block an evacuation candidate of the young collection that begins.
    pub(super) fn begin_evacuation(&self, block: BlockIndex) {
        let parity = &self.evacuations[block.get()];
        parity.store(parity.load(Relaxed) ^ 1, Relaxed);
        self.clear_marks(block);
        self.set_state(block, BlockState::CANDIDATE);
    }

    /// Makes the large object at `address` old. Returns whether it was young.
    pub(crate) fn age_large(&self, address: usize) -> bool {
        let state = &self.states[(address - self.start) >> BLOCK_SHIFT];
        let (young, old) = (BlockState::LARGE_YOUNG.0, BlockState::LARGE_OLD.0);
        state.compare_exchange(young, old, Relaxed, Relaxed).is_ok()
    }

    /// Returns whether stores into the object at `address` are logged by [`Cards`]: true for a
    /// large object of several blocks.
    pub(crate) fn has_cards(&self, address: usize) -> bool {
        self.state_at(address + BLOCK) == Some(BlockState::LARGE_INNER)
            && self.state_at(address).is_some_and(BlockState::is_large)
    }

    /// Returns the cards of large objects.
    pub(crate) fn cards(&self) -> &Cards {
        &self.cards
    }

    /// Returns the block that contains an address of the heap.
    pub(super) fn block_of(&self, address: usize) -> BlockIndex {
        BlockIndex(((address - self.start) >> BLOCK_SHIFT) as u32)
    }

    /// Returns the address range of a block.
    pub(crate) fn addresses(&self, block: BlockIndex) -> Range<usize> {
        let start = self.start + block.get() * BLOCK;
        start..start + BLOCK
    }

    /// Marks the lines of a live object of `size` bytes that does not move, and adds the object to
    /// its block's live bytes.
    pub(crate) fn mark(&self, address: usize, size: usize) {
        let mut count = LiveCount::default();
        self.mark_counted(address, size, &mut count);
        self.add_counted(&mut count);
    }

    /// As [`Self::mark`], but the object is added to its block's live bytes when `count` is used
    /// for another block, or by [`Self::add_counted`].
    #[inline]
    pub(crate) fn mark_counted(&self, address: usize, size: usize, count: &mut LiveCount) {
        self.mark_lines(address, size);
        let block = (address - self.start) >> BLOCK_SHIFT;
        if block != count.block {
            self.add_counted(count);
            count.block = block;
        }
        count.bytes += size;
    }

    /// Adds the live bytes of `count` to those of its block. The sum is an estimate: an addition of
    /// another worker at the same time may be lost.
    #[inline]
    pub(crate) fn add_counted(&self, count: &mut LiveCount) {
        let bytes = core::mem::take(&mut count.bytes);
        if bytes != 0 {
            let live = &self.live[self.epoch().index()][count.block];
            live.store(live.load(Relaxed).saturating_add(bytes as u32), Relaxed);
        }
    }

    #[inline]
    fn mark_lines(&self, address: usize, size: usize) {
        let offset = address - self.start;
        let epoch = self.epoch();
        let (first, last) = (offset >> LINE_SHIFT, (offset + size - 1) >> LINE_SHIFT);
        self.lines[first].store(epoch.0, Relaxed);
        for line in first + 1..=last {
            if fault("one-line") {
                break;
            }
            self.lines[line].store(epoch.0, Relaxed);
        }
    }

    /// Returns whether all lines that an object overlaps are in use.
    pub(crate) fn are_lines_used(&self, address: usize, size: usize) -> bool {
        self.lines_at(address, size).iter().all(|line| line.load(Relaxed) != 0)
    }

    /// Returns whether all lines that an object overlaps are in use in the current epoch.
    pub(crate) fn are_lines_marked(&self, address: usize, size: usize) -> bool {
        let epoch = self.epoch().0;
        self.lines_at(address, size).iter().all(|line| line.load(Relaxed) == epoch)
    }

    /// Returns the table entries of the lines that an object overlaps.
    fn lines_at(&self, address: usize, size: usize) -> &[AtomicU8] {
        let offset = address - self.start;
        &self.lines[offset >> LINE_SHIFT..=(offset + size - 1) >> LINE_SHIFT]
    }

    /// Returns whether the line that contains `address`, in a block for small objects, is in use in
    /// the current epoch.
    pub(crate) fn is_line_marked(&self, address: usize) -> bool {
        self.lines[(address - self.start) >> LINE_SHIFT].load(Relaxed) == self.epoch().0
    }

    /// Returns the epoch of the current or the last marking.
    #[inline]
    fn epoch(&self) -> Epoch {
        Epoch(self.epoch.load(Relaxed))
    }

    /// Begins a concurrent marking: no object is marked, and lines that are in use stay in use
    /// until [`Self::sweep`] finds them unmarked. The last marking must be complete and swept.
    pub(super) fn begin_marking(&self) {
        self.epoch.store(self.epoch().other().0, Relaxed);
    }

    /// Ends a marking. All live objects must be marked.
    pub(super) fn end_marking(&self) {
        self.complete.store(self.epoch().0, Relaxed);
    }

    /// Frees the lines of a block that the last marking has not marked. That marking must be
    /// complete. Calls `freed` with the address of each line that was in use before. Returns the
    /// number of free lines.
    pub(super) fn sweep(&self, block: BlockIndex, mut freed: impl FnMut(usize)) -> usize {
        let epoch = self.epoch();
        let start = self.addresses(block).start;
        let mut free = 0;
        for (index, line) in self.lines_of(block).iter().enumerate() {
            let seen = line.load(Relaxed);
            if seen == epoch.0 {
                continue;
            }
            free += 1;
            if seen != 0 {
                line.store(0, Relaxed);
                freed(start + index * LINE);
            }
        }
        self.live[epoch.other().index()][block.get()].store(0, Relaxed);
        free
    }

    /// Records that the object at `address` does not move although its block is being evacuated.
    pub(crate) fn retain_in_place(&self, address: usize, size: usize) {
        self.mark(address, size);
        self.retained[(address - self.start) >> BLOCK_SHIFT].store(1, Relaxed);
    }

    /// Returns whether an object stays in the block although the block is being evacuated.
    pub(super) fn has_retained(&self, block: BlockIndex) -> bool {
        self.retained[block.get()].load(Relaxed) != 0
    }

    /// Clears the marks of a block: no object in it is marked.
    pub(super) fn clear_marks(&self, block: BlockIndex) {
        self.lines_of(block).iter().for_each(|line| line.store(0, Relaxed));
        self.live.iter().for_each(|live| live[block.get()].store(0, Relaxed));
        self.retained[block.get()].store(0, Relaxed);
    }

    /// Marks all lines of a block as used, and the whole block as live.
    pub(super) fn mark_all(&self, block: BlockIndex) {
        let epoch = self.epoch();
        self.lines_of(block).iter().for_each(|line| line.store(epoch.0, Relaxed));
        self.live[epoch.index()][block.get()].store(BLOCK as u32, Relaxed);
        self.live[epoch.other().index()][block.get()].store(0, Relaxed);
    }

    /// Returns an estimate of the bytes of live objects in the block. This is the maximum of two
    /// estimates: that of the last complete marking, and that of the marking in progress, which
    /// includes promoted objects.
    pub(super) fn live_bytes(&self, block: BlockIndex) -> usize {
        let of = |epoch: Epoch| self.live[epoch.index()][block.get()].load(Relaxed) as usize;
        of(Epoch(self.complete.load(Relaxed))).max(of(self.epoch()))
    }

    /// Returns the table entries of a block's lines.
    fn lines_of(&self, block: BlockIndex) -> &[AtomicU8] {
        &self.lines[block.get() * LINES..][..LINES]
    }

    /// Returns the number of free lines of the block.
    pub(super) fn free_lines(&self, block: BlockIndex) -> usize {
        self.lines_of(block).iter().filter(|line| line.load(Relaxed) == 0).count()
    }

    /// Returns the next run of at least `min_lines` free lines in the block, from line `from` on.
    pub(super) fn find_hole(
        &self,
        block: BlockIndex,
        from: usize,
        min_lines: usize,
    ) -> Option<Range<usize>> {
        let lines = self.lines_of(block);
        let is_free = |line: usize| lines[line].load(Relaxed) == 0;
        let mut start = from;
        while start + min_lines <= LINES {
            if !is_free(start) {
                start += 1;
                continue;
            }
            let end = (start..LINES).find(|&line| !is_free(line)).unwrap_or(LINES);
            if end - start >= min_lines {
                return Some(start..end);
            }
            start = end;
        }
        None
    }

    /// Marks lines as used. Returns their addresses.
    pub(super) fn take_lines(&self, block: BlockIndex, lines: Range<usize>) -> Range<usize> {
        let epoch = self.epoch();
        let epoch = if fault("forget-epoch") { epoch.other() } else { epoch };
        self.lines_of(block)[lines.clone()].iter().for_each(|line| line.store(epoch.0, Relaxed));
        let start = self.addresses(block).start;
        let live = &self.live[epoch.index()][block.get()];
        live.store(live.load(Relaxed).saturating_add((lines.len() * LINE) as u32), Relaxed);
        start + lines.start * LINE..start + lines.end * LINE
    }
}

#[cfg(test)]
mod tests;
