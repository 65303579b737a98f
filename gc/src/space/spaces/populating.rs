//! Memory for the blocks that mutators and the next collection will take, before they do.
//!
//! `expected_eden` and `expected_copies` are written in pauses only, and read by the first marker
//! at any time: relaxed. They order nothing; a thread that reads another value populates other
//! blocks.

use core::sync::atomic::Ordering::Relaxed;

use super::Spaces;

impl Spaces {
    /// Expects of the next nursery at most as many blocks as this one had, and of the next
    /// collection as many blocks of copies as this one has filled, or nearly as many as earlier
    /// ones. In a pause.
    pub(super) fn expect_blocks(&self, eden: usize, copies: usize) {
        self.expected_eden.store(eden, Relaxed);
        let expected = self.expected_copies.load(Relaxed);
        self.expected_copies.store(copies.max(expected - expected.div_ceil(8)), Relaxed);
    }

    /// Returns whether blocks that will soon be taken have no memory yet.
    pub(crate) fn must_populate(&self) -> bool {
        self.pool.must_populate(self.expected_blocks(), self.max_blocks())
    }

    /// Gives memory to some of the blocks that will soon be taken. Returns whether it has found
    /// any. Mutators may run. Takes up to 0.6 ms, in which no pause must wait for the caller.
    pub(crate) fn populate_some(&self) -> bool {
        let Self { pool, blocks, memory, .. } = self;
        let has_populated =
            pool.populate(blocks, memory, self.expected_blocks(), self.max_blocks());
        // A thread may have allocated a large object meanwhile.
        pool.trim(blocks, memory, self.max_blocks());
        has_populated
    }

    /// Returns the number of blocks that will be taken until the end of the next collection: the
    /// rest of the nursery, and copies. A nursery that is larger than the last one is not expected
    /// to be used up: it may have a fixed size that the program never needs.
    fn expected_blocks(&self) -> usize {
        let eden = self.eden.unused().min(self.expected_eden.load(Relaxed));
        eden + self.expected_copies.load(Relaxed)
    }
}
