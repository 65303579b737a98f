//! The pool of free blocks.
//!
//! Blocks are reused last-in first-out, so that the nursery reuses blocks that are still in the
//! cache. The memory of blocks that stay unused from one full collection to another, for at least a
//! second, is returned to the OS. Blocks that will soon be reused keep their memory: mapping and
//! zeroing the pages again takes longer than copying live objects into them.
//!
//! For the same reason a pause should not be the first to touch a block: while a heap grows, page
//! faults would take most of its time, above all in a virtual machine. [`Pool::populate`] gives
//! memory to the blocks that are taken next, concurrently with the program.
//!
//! In zeal mode, blocks are used in address order, in a range so large that addresses are not
//! reused for a long time. A freed block becomes inaccessible, so an access through a reference
//! that was not updated faults.

use std::io;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::block_state::BlockState;
use super::blocks::{BLOCK, BlockIndex, Blocks};
use crate::os::Reservation;

/// The minimum time for which blocks stay unused before they are returned to the OS.
pub(super) const MIN_IDLE_TIME: Duration = Duration::from_secs(1);

/// Maximum number of blocks whose memory is returned to the OS in one critical section. Such a
/// section delays other threads that need the pool by tens of microseconds.
const BATCH_BLOCKS: usize = 32;
/// Maximum number of blocks that get memory in one call of [`Pool::populate`], which takes 0.1 to
/// 0.6 ms.
const POPULATED_BLOCKS: usize = 8;

/// The state of the pool, which a lock protects.
#[derive(Debug)]
struct State {
    /// Free blocks that were used before. Empty in zeal mode.
    free: Vec<BlockIndex>,
    /// The minimum length of `free` since `last_search`: this number of blocks at the front of
    /// `free` stayed unused.
    min_free: usize,
    /// Time of the last search for unused blocks, if any.
    last_search: Option<Instant>,
    /// Number of blocks at the front of `free` whose memory was returned to the OS.
    returned_blocks: usize,
    /// Index of the next block that was never used; in zeal mode, of the next block to try.
    next_unused: u32,
    /// Index of the first block that never had memory; at least `next_unused`, except in zeal mode.
    populated_end: u32,
    /// Number of blocks in use.
    used: usize,
}

impl State {
    /// Returns the memory of free blocks to the OS, up to index `until` of `free` (exclusive).
    fn discard(&mut self, blocks: &Blocks, memory: &Reservation, until: usize) {
        for run in self.free[self.returned_blocks..until].chunk_by(|a, b| a.0 + 1 == b.0) {
            let first = blocks.addresses(run[0]).start;
            // SAFETY: the blocks are free, and stay free while the pool is locked.
            let result = unsafe { memory.discard(first..first + run.len() * BLOCK) };
            // `discard` fails if the process has locked its memory. The blocks then keep their
            // pages.
            drop(result);
        }
        self.returned_blocks = until;
    }

    /// Returns the memory of blocks that were never used to the OS: of at most `max` blocks, and of
    /// one batch. Returns their number.
    fn discard_unused(&mut self, blocks: &Blocks, memory: &Reservation, max: usize) -> usize {
        let unused = (self.populated_end - self.next_unused) as usize;
        let discarded = unused.min(max).min(BATCH_BLOCKS);
        if discarded == 0 {
            return 0;
        }
        self.populated_end -= discarded as u32;
        let start = blocks.addresses(BlockIndex(self.populated_end)).start;
        // SAFETY: the blocks were never used, and stay so while the pool is locked.
        let result = unsafe { memory.discard(start..start + discarded * BLOCK) };
        // As in `discard`.
        drop(result);
        discarded
    }

    /// Returns the number of blocks that have memory.
    fn with_memory(&self) -> usize {
        self.populated_end as usize - self.returned_blocks
    }

    /// Returns how many of the next `count` blocks that are taken have no memory: those of `free`,
    /// and those that were never used. Blocks are taken in this order: those of `free`, of which
    /// the first ones have no memory, from the end; those that were never used.
    fn without_memory(&self, count: usize) -> [usize; 2] {
        let ready = self.free.len() - self.returned_blocks;
        let never_used = (self.populated_end - self.next_unused) as usize;
        let returned = self.returned_blocks.min(count.saturating_sub(ready));
        [returned, count.saturating_sub(self.free.len() + never_used)]
    }
}

/// The pool of blocks for small objects.
#[derive(Debug)]
pub(super) struct Pool {
    /// Number of blocks for small objects. They have the lowest indices.
    blocks: u32,
    /// Whether the heap is in zeal mode.
    zeal: bool,
    /// The free blocks.
    state: Mutex<State>,
}

impl Pool {
    pub(super) fn new(blocks: usize, zeal: bool) -> Self {
        let state = State {
            free: Vec::new(),
            min_free: 0,
            last_search: None,
            returned_blocks: 0,
            next_unused: 0,
            populated_end: 0,
            used: 0,
        };
        Self { blocks: u32::try_from(blocks).unwrap_or(u32::MAX), zeal, state: Mutex::new(state) }
    }

    /// Returns the number of blocks in use.
    pub(super) fn used(&self) -> usize {
        self.state.lock().used
    }

    /// Returns `blocks`, or the number of blocks that there are.
    fn clamp(&self, blocks: usize) -> usize {
        blocks.min(self.blocks as usize)
    }

    /// Takes a block and sets its state to `state`. Returns `None` if `max_used` blocks are in use,
    /// or no block is free. The contents of the block are undefined.
    pub(super) fn take(
        &self,
        blocks: &Blocks,
        memory: &Reservation,
        state: BlockState,
        max_used: usize,
    ) -> io::Result<Option<BlockIndex>> {
        let mut pool = self.state.lock();
        if pool.used >= max_used {
            return Ok(None);
        }
        let block = if self.zeal {
            let next = |n: u32| if n + 1 == self.blocks { 0 } else { n + 1 };
            let mut block = pool.next_unused;
            while blocks.state(BlockIndex(block)) != BlockState::FREE {
                block = next(block);
                if block == pool.next_unused {
                    return Ok(None);
                }
            }
            pool.next_unused = next(block);
            memory.commit(blocks.addresses(BlockIndex(block)))?;
            BlockIndex(block)
        } else if let Some(block) = pool.free.pop() {
            let left = pool.free.len();
            pool.min_free = pool.min_free.min(left);
            pool.returned_blocks = pool.returned_blocks.min(left);
            block
        } else if pool.next_unused < self.blocks {
            pool.next_unused += 1;
            pool.populated_end = pool.populated_end.max(pool.next_unused);
            BlockIndex(pool.next_unused - 1)
        } else {
            return Ok(None);
        };
        blocks.set_state(block, state);
        pool.used += 1;
        Ok(Some(block))
    }

    /// Returns blocks to the pool. The world is stopped, and no object is left in them.
    pub(super) fn free(
        &self,
        blocks: &Blocks,
        memory: &Reservation,
        freed: &[BlockIndex],
    ) -> io::Result<()> {
        let mut pool = self.state.lock();
        pool.used -= freed.len();
        for &block in freed {
            blocks.set_state(block, BlockState::FREE);
            if self.zeal {
                // SAFETY: no object is left in the block, and no reference points into it. An
                // access through a reference that was missed is an error, and must fault.
                unsafe { memory.retire(blocks.addresses(block)) }?;
            }
        }
        if !self.zeal {
            // Add the blocks in reverse order, so that they are reused in the order of `freed`: the
            // block that was filled first is reused first.
            pool.free.extend(freed.iter().rev());
        }
        Ok(())
    }

    /// Returns the memory of idle blocks to the OS. A block is idle if it was not used since the
    /// previous search for idle blocks, or was never used. Does nothing if that search was less
    /// than `min_idle_time` ago. Mutators may run.
    pub(super) fn return_idle_memory(
        &self,
        blocks: &Blocks,
        memory: &Reservation,
        min_idle_time: Duration,
    ) {
        let mut idle_end = {
            let mut pool = self.state.lock();
            if pool.last_search.is_some_and(|last_search| last_search.elapsed() < min_idle_time) {
                return;
            }
            pool.last_search = Some(Instant::now());
            let idle = pool.returned_blocks..pool.min_free;
            pool.min_free = pool.free.len();
            if let Some(idle) = pool.free.get_mut(idle.clone()) {
                idle.sort_unstable();
            }
            idle.end
        };
        while self.state.lock().discard_unused(blocks, memory, BATCH_BLOCKS) > 0 {}
        loop {
            // The lock is held for one batch at a time. The blocks stay in the list, so that no
            // thread finds the pool empty because of them. `discard` runs under the lock, so that
            // no thread takes a block whose memory is being returned.
            let mut pool = self.state.lock();
            idle_end = idle_end.min(pool.min_free);
            let from = pool.returned_blocks;
            let until = idle_end.min(from + BATCH_BLOCKS);
            if from >= until {
                return;
            }
            pool.discard(blocks, memory, until);
        }
    }

    /// Returns whether one of the next `count` blocks that are taken has no memory, and may get
    /// some: at most `max` blocks may have memory. Never in zeal mode.
    pub(super) fn must_populate(&self, count: usize, max: usize) -> bool {
        let pool = self.state.lock();
        let is_needed = || pool.without_memory(count) != [0, 0];
        !self.zeal && pool.with_memory() < self.clamp(max) && is_needed()
    }

    /// Gives memory to some of the next `count` blocks that are taken, as far as at most `max`
    /// blocks have memory then. Returns whether it has found such blocks. Mutators may run, and may
    /// take the blocks.
    pub(super) fn populate(
        &self,
        blocks: &Blocks,
        memory: &Reservation,
        count: usize,
        max: usize,
    ) -> bool {
        if self.zeal {
            return false;
        }
        let chosen: Vec<_> = {
            let mut pool = self.state.lock();
            let allowed = self.clamp(max).saturating_sub(pool.with_memory()).min(POPULATED_BLOCKS);
            let [returned, unused] = pool.without_memory(count);
            if returned > 0 {
                let end = pool.returned_blocks;
                pool.returned_blocks = end - returned.min(allowed);
                pool.free[pool.returned_blocks..end].to_vec()
            } else {
                let first = pool.populated_end;
                pool.populated_end += unused.min(allowed) as u32;
                (first..pool.populated_end).map(BlockIndex).collect()
            }
        };
        // Outside the lock. If the memory of a block is returned at the same time, it may have
        // memory without being counted, until it is taken.
        for run in chosen.chunk_by(|a, b| a.0 + 1 == b.0) {
            let start = blocks.addresses(run[0]).start;
            // After an error, the pages get memory when they are used.
            drop(memory.populate(start..start + run.len() * BLOCK));
        }
        !chosen.is_empty()
    }

    /// Returns memory of free blocks to the OS, least recently used first, until at most `max_used`
    /// blocks have memory or no free block has any. Does nothing in zeal mode.
    pub(super) fn trim(&self, blocks: &Blocks, memory: &Reservation, max_used: usize) {
        loop {
            let mut pool = self.state.lock();
            let excess = pool.with_memory().saturating_sub(max_used);
            if !self.zeal && pool.discard_unused(blocks, memory, excess) > 0 {
                continue;
            }
            let until = pool.free.len().min(pool.returned_blocks + excess.min(BATCH_BLOCKS));
            if self.zeal || pool.returned_blocks >= until {
                return;
            }
            pool.discard(blocks, memory, until);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os;

    fn pool(blocks: usize, zeal: bool) -> (Reservation, Blocks, Pool) {
        let memory = Reservation::new((blocks + 1) * BLOCK).unwrap();
        let start = memory.start().next_multiple_of(BLOCK);
        if !zeal {
            memory.commit(memory.range()).unwrap();
        }
        let table = Blocks::new(start..start + blocks * BLOCK, blocks).unwrap();
        (memory, table, Pool::new(blocks, zeal))
    }

    fn word(blocks: &Blocks, block: BlockIndex) -> *mut u64 {
        core::ptr::with_exposed_provenance_mut(blocks.addresses(block).start)
    }

    #[test]
    fn blocks_are_reused_lifo_within_the_limit() {
        let (memory, blocks, pool) = pool(4, false);
        let take = |max_used| pool.take(&blocks, &memory, BlockState::EDEN, max_used).unwrap();
        let taken: Vec<_> = (0..3).map(|_| take(3).unwrap()).collect();
        assert_eq!(take(3), None);
        assert_eq!(blocks.state(taken[1]), BlockState::EDEN);
        pool.free(&blocks, &memory, &taken[..2]).unwrap();
        assert_eq!(blocks.state(taken[1]), BlockState::FREE);
        assert_eq!((take(9), take(9)), (Some(taken[0]), Some(taken[1])));
        assert_eq!(pool.used(), 3);
        assert!(take(9).is_some());
        assert_eq!(take(9), None, "there are four");
    }

    #[test]
    fn blocks_idle_between_full_collections_are_returned_to_the_os() {
        let (memory, blocks, pool) = pool(8, false);
        let take = || pool.take(&blocks, &memory, BlockState::EDEN, 8).unwrap().unwrap();
        let taken: Vec<_> = (0..8).map(|_| take()).collect();
        for &block in &taken {
            // SAFETY: the block is committed, and only this test uses it.
            unsafe { word(&blocks, block).write(7) };
        }
        pool.free(&blocks, &memory, &taken).unwrap();
        pool.return_idle_memory(&blocks, &memory, Duration::ZERO);
        // SAFETY: the blocks are committed, and only this test uses them.
        let read = |block| unsafe { word(&blocks, block).read() };
        assert!(
            taken.iter().all(|&block| read(block) == 7),
            "they were in use since the last search"
        );
        let again = [take(), take()];
        pool.free(&blocks, &memory, &again).unwrap();
        pool.return_idle_memory(&blocks, &memory, Duration::MAX);
        assert!(taken.iter().all(|&block| read(block) == 7), "the last search was too recent");
        pool.return_idle_memory(&blocks, &memory, Duration::ZERO);
        let kept = taken.iter().filter(|&&block| read(block) == 7).count();
        assert_eq!(kept, 2);
        assert!(again.iter().all(|&block| read(block) == 7));
        // All blocks can be taken; blocks without memory are taken last.
        let all: Vec<_> = (0..8).map(|_| take()).collect();
        assert!(again.contains(&all[0]) && again.contains(&all[1]));
        assert_eq!(pool.used(), 8);
    }

    #[test]
    fn trim_returns_memory_of_free_blocks() {
        let (memory, blocks, pool) = pool(8, false);
        let take = || pool.take(&blocks, &memory, BlockState::EDEN, 8).unwrap().unwrap();
        let taken: Vec<_> = (0..7).map(|_| take()).collect();
        for &block in &taken {
            // SAFETY: the block is committed, and only this test uses it.
            unsafe { word(&blocks, block).write(7) };
        }
        pool.free(&blocks, &memory, &taken[2..]).unwrap();
        // SAFETY: the blocks are committed, and only this test uses them.
        let with_memory =
            || taken.iter().filter(|&&block| unsafe { word(&blocks, block).read() } == 7).count();
        pool.trim(&blocks, &memory, 7);
        assert_eq!(with_memory(), 7);
        pool.trim(&blocks, &memory, 4);
        assert_eq!(with_memory(), 4);
        // Blocks that are taken again have memory again.
        assert!((0..5).map(|_| take()).all(|block| taken[2..].contains(&block)));
        pool.trim(&blocks, &memory, 1);
        assert_eq!(with_memory(), 4, "those are in use");
        pool.free(&blocks, &memory, &taken[2..]).unwrap();
        pool.trim(&blocks, &memory, 1);
        assert_eq!(with_memory(), 2);
    }

    /// Returns whether each page of a block has memory.
    fn has_memory(blocks: &Blocks, block: BlockIndex) -> bool {
        let mut pages = [0_u8; BLOCK / 4096];
        // SAFETY: the block is mapped, and there is an element for each page of the smallest size.
        let status =
            unsafe { libc::mincore(word(blocks, block).cast(), BLOCK, pages.as_mut_ptr()) };
        assert_eq!(status, 0);
        pages[..BLOCK / os::page_size()].iter().all(|page| page & 1 != 0)
    }

    #[test]
    fn next_blocks_get_memory() {
        let (memory, blocks, pool) = pool(24, false);
        let populated = memory.populate(blocks.addresses(BlockIndex(23)));
        if populated.is_err() || !has_memory(&blocks, BlockIndex(23)) {
            // The kernel is too old, or the emulator ignores the request.
            return;
        }
        let take = || pool.take(&blocks, &memory, BlockState::EDEN, 24).unwrap().unwrap();
        let populate = |count, max| {
            let must = pool.must_populate(count, max);
            assert_eq!(pool.populate(&blocks, &memory, count, max), must);
            must
        };
        assert!(!populate(3, 0) && populate(3, 2));
        let with_memory = || (0..23).filter(|&n| has_memory(&blocks, BlockIndex(n))).count();
        assert_eq!(with_memory(), 2);
        assert!(populate(3, 24) && !populate(3, 24));
        let taken: Vec<_> = (0..3).map(|_| take()).collect();
        assert!(taken.iter().all(|&block| has_memory(&blocks, block)));
        assert!(populate(2, 24) && with_memory() == 5);
        pool.return_idle_memory(&blocks, &memory, Duration::ZERO);
        assert_eq!((with_memory(), pool.state.lock().with_memory()), (3, 3));
        // Those that were returned get memory again, first those that are taken first.
        pool.free(&blocks, &memory, &taken).unwrap();
        pool.trim(&blocks, &memory, 1);
        assert_eq!(with_memory(), 1);
        assert!(!populate(1, 24) && populate(2, 24));
        assert_eq!(with_memory(), 2);
        // At most some at a time, and all that there are.
        while populate(30, 30) {}
        assert_eq!((with_memory(), pool.state.lock().with_memory()), (23, 24));
        // Blocks that were never used lose their memory first.
        pool.trim(&blocks, &memory, 4);
        assert_eq!((with_memory(), pool.state.lock().with_memory()), (4, 4));
        assert!(taken.iter().all(|&block| has_memory(&blocks, block)));
    }

    #[test]
    fn zeal_mode_reuses_addresses_only_after_wraparound() {
        let (memory, blocks, pool) = pool(5, true);
        let take = || pool.take(&blocks, &memory, BlockState::EDEN, 5).unwrap().unwrap();
        let stays = take();
        for n in [1, 2, 3, 4, 1, 2, 3, 4] {
            let block = take();
            assert_eq!(block, BlockIndex(n));
            // SAFETY: the block is committed, and only this test uses it.
            unsafe { word(&blocks, block).write(1) };
            pool.free(&blocks, &memory, &[block]).unwrap();
        }
        assert_eq!(stays, BlockIndex(0));
    }
}
