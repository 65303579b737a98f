//! Eden: the space in which threads allocate.
//!
//! Eden consists of blocks from the pool, up to the nursery's budget until the next collection.
//! Threads take their thread-local allocation buffers (TLABs) from one block after the other. The
//! size of a TLAB is a whole block. It is less if the nursery does not suffice for
//! [`TLABS_PER_THREAD`] whole blocks per thread.

use parking_lot::Mutex;

use super::blocks::{BLOCK, BlockIndex};
use super::chunk::Chunk;
use crate::object::WORD;

/// The smallest TLAB, in bytes.
const MIN_TLAB: usize = 2 << 10;
/// Number of TLABs that each thread should get between two collections.
const TLABS_PER_THREAD: usize = 4;

/// The state of eden, which a lock protects.
#[derive(Debug)]
struct State {
    /// The unallocated rest of the last block.
    current: Chunk,
    /// The blocks that were taken since the last collection.
    blocks: Vec<BlockIndex>,
    /// Maximum number of blocks.
    budget: usize,
    /// Size of a TLAB in bytes.
    buffer: usize,
}

/// The space in which threads allocate small objects.
#[derive(Debug)]
pub(super) struct Eden(Mutex<State>);

/// Result of a request for memory in eden.
#[derive(Debug)]
pub(super) enum EdenAllocation<E> {
    /// The memory.
    Chunk(Chunk),
    /// The nursery is full, or the pool has no block.
    Full,
    /// The pool returned an error.
    Error(E),
}

impl Eden {
    pub(super) fn new(budget: usize) -> Self {
        let current = Chunk::default();
        Self(Mutex::new(State { current, blocks: Vec::new(), budget, buffer: BLOCK }))
    }

    /// Takes `min_bytes` bytes. If `as_tlab` is true, takes up to the size of a TLAB if that is
    /// more, as far as the current block has room. `block` takes a block from the pool and returns
    /// its index and addresses.
    pub(super) fn take<E>(
        &self,
        min_bytes: usize,
        as_tlab: bool,
        block: impl FnOnce() -> Result<Option<(BlockIndex, Chunk)>, E>,
    ) -> EdenAllocation<E> {
        debug_assert!(min_bytes.is_multiple_of(WORD) && min_bytes <= BLOCK);
        let mut eden = self.0.lock();
        if eden.current.end - eden.current.start < min_bytes {
            if eden.blocks.len() >= eden.budget {
                return EdenAllocation::Full;
            }
            match block() {
                Ok(Some((index, chunk))) => {
                    eden.blocks.push(index);
                    eden.current = chunk;
                }
                Ok(None) => return EdenAllocation::Full,
                Err(error) => return EdenAllocation::Error(error),
            }
        }
        let max = if as_tlab { min_bytes.max(eden.buffer) } else { min_bytes };
        let Chunk { start, end } = eden.current;
        let mut cut = end.min(start + max);
        // If the rest of the block is too small for another TLAB, it becomes part of this TLAB.
        if as_tlab && end - cut < MIN_TLAB {
            cut = end;
        }
        eden.current.start = cut;
        EdenAllocation::Chunk(Chunk { start, end: cut })
    }

    /// Returns the number of blocks in use.
    pub(super) fn len(&self) -> usize {
        self.0.lock().blocks.len()
    }

    /// Returns the maximum number of blocks.
    pub(super) fn budget(&self) -> usize {
        self.0.lock().budget
    }

    /// Returns the number of blocks that may still be taken.
    pub(super) fn unused(&self) -> usize {
        let eden = self.0.lock();
        eden.budget.saturating_sub(eden.blocks.len())
    }

    /// Empties eden at the start of a collection. Returns its blocks.
    pub(super) fn take_blocks(&self) -> Vec<BlockIndex> {
        let mut eden = self.0.lock();
        eden.current = Chunk::default();
        core::mem::take(&mut eden.blocks)
    }

    /// Sets the maximum number of blocks until the next collection, and the number of threads that
    /// share them.
    pub(super) fn set_budget(&self, budget: usize, threads: usize) {
        let mut eden = self.0.lock();
        eden.budget = budget;
        let share = budget * BLOCK / (threads.max(1) * TLABS_PER_THREAD);
        eden.buffer = (share / WORD * WORD).clamp(MIN_TLAB, BLOCK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tlabs_are_cut_from_blocks_up_to_the_budget() {
        let eden = Eden::new(2);
        let mut next = 0;
        let mut take = |min_bytes, as_tlab| {
            let taken = eden.take(min_bytes, as_tlab, || {
                next += 1;
                let start = next as usize * BLOCK;
                Ok::<_, ()>(Some((BlockIndex(next), Chunk { start, end: start + BLOCK })))
            });
            match taken {
                EdenAllocation::Chunk(chunk) => Some((chunk.start, chunk.end - chunk.start)),
                EdenAllocation::Full => None,
                EdenAllocation::Error(()) => unreachable!("no error was returned"),
            }
        };
        assert_eq!(take(24, false), Some((BLOCK, 24)));
        assert_eq!(take(24, true), Some((BLOCK + 24, BLOCK - 24)));
        assert_eq!(take(8192, true), Some((2 * BLOCK, BLOCK)));
        assert_eq!(take(16, false), None);
        assert_eq!(eden.take_blocks(), [BlockIndex(1), BlockIndex(2)]);
        // Each of many threads gets a small share; the last TLAB gets the rest of the block.
        eden.set_budget(1, 3);
        let share = BLOCK / 12 / 8 * 8;
        assert_eq!(take(16, true), Some((3 * BLOCK, share)));
        for n in 1..11 {
            assert_eq!(take(16, true), Some((3 * BLOCK + n * share, share)));
        }
        assert_eq!(take(16, true), Some((3 * BLOCK + 11 * share, BLOCK - 11 * share)));
        assert_eq!(take(16, true), None);
    }

    #[test]
    fn eden_is_full_if_the_pool_is_empty() {
        let eden = Eden::new(2);
        assert!(matches!(eden.take(16, true, || Ok::<_, ()>(None)), EdenAllocation::Full));
        assert!(matches!(eden.take(16, true, || Err(3)), EdenAllocation::Error(3)));
        assert_eq!(eden.len(), 0);
    }
}
