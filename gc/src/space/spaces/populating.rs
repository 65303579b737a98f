//! Memory for the blocks that mutators and the next collection will take, before they do.

use core::sync::atomic::Ordering::Relaxed;

use super::Spaces;

impl Spaces {
    /// Expects of the next collection as many blocks of copies as this one has filled, or nearly as
    /// many as earlier ones. In a pause.
    pub(super) fn expect_copies(&self, blocks: usize) {
        // Written in pauses only; a thread that reads another value populates other blocks.
        let expected = self.expected_copies.load(Relaxed);
        self.expected_copies.store(blocks.max(expected - expected.div_ceil(8)), Relaxed);
    }

    /// Returns whether blocks that will soon be taken have no memory yet.
    pub(crate) fn must_populate(&self) -> bool {
        self.pool.must_populate(self.expected_blocks(), self.max_blocks())
    }

    /// Gives memory to some of the blocks that will soon be taken. Returns whether it has found
    /// any. Mutators may run. Takes up to 0.6 ms, in which no pause must wait for the caller.
    pub(crate) fn populate_some(&self) -> bool {
        self.pool.populate(&self.blocks, &self.memory, self.expected_blocks(), self.max_blocks())
    }

    /// Returns the number of blocks that will be taken until the end of the next collection: the
    /// rest of the nursery, and copies.
    fn expected_blocks(&self) -> usize {
        self.eden.unused() + self.expected_copies.load(Relaxed)
    }
}
