//! The spaces of a heap.
//!
//! * The young generation: eden, where threads allocate small objects, and the survivors of the
//!   last collection. Both consist of blocks from the pool; each collection evacuates these blocks.
//! * The old generation: blocks whose objects move only if a collection selects the block for
//!   evacuation. Young collections select a few tracked blocks (`recorded.rs`), full collections
//!   any.
//! * Large objects, which have their own pages.
//!
//! All blocks in use and the pages of large objects together never exceed the heap limit. The
//! nursery gets at most half of the free memory, so that there is room to copy it even if all of
//! its objects survive.
//!
//! Some blocks are a reserve, to which only full collections move objects. Without it, a heap with
//! an object in every block could not be compacted. The blocks that a full collection evacuates
//! replenish the reserve.
//!
//! # Synchronisation
//!
//! A thread that allocates holds the lock of the space from which it allocates. A collection begins
//! and ends while the world is stopped. During the collection, workers take blocks and holes under
//! the same locks.

mod occupancy;
mod populating;
mod tracking;

use core::ops::{Range, RangeInclusive};
use core::sync::atomic::Ordering::{Relaxed, Release};
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, fence};
use std::io;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use self::occupancy::UseCounters;
use super::block_state::BlockState;
use super::blocks::{BLOCK, BlockIndex, Blocks, LINE};
use super::chunk::{Chunk, CopyBuffer};
use super::eden::{Eden, EdenAllocation};
use super::evacuation::Evacuation;
use super::large::{DeadLarge, Large};
use super::old::{Old, Search};
use super::pool::{MIN_IDLE_TIME, Pool};
use super::recorded::RecordedSlots;
use crate::collection::CollectionKind;
use crate::fatal;
use crate::object::{HeaderWord, UNLOGGED, WORD, next_marking};
use crate::os::Reservation;

/// Objects larger than this size in bytes are large.
pub(crate) const LARGE: usize = BLOCK / 4;
/// Bytes of address space in zeal mode, if available: once for small objects and once for large
/// objects. It suffices for several hundred thousand collections of a small heap.
const ZEAL_RANGE: usize = 1 << 36;
/// Ratio of the address space for large objects to the memory that they may use.
const LARGE_ADDRESS_FACTOR: usize = 4;
/// The highest heap limit in bytes. It is so low that no size computed from it can overflow.
const MAX_LIMIT: usize = 1 << 43;
/// The minimum number of blocks of a heap, without [`BLOCKS_PER_WORKER`].
const MIN_BLOCKS: usize = 12;
/// The number of additional blocks that a heap needs for each collector thread.
const BLOCKS_PER_WORKER: usize = 2;
/// The reserve is the number of blocks of the heap divided by this number, but at least one block.
const RESERVE_FRACTION: usize = 32;
/// A value that is no valid header word: no object state has its tag bits. Poisons freed lines in
/// zeal mode.
const POISON: u64 = 0xdead_dead_dead_deab;
/// The number of large objects that are swept in one step, which takes tens of microseconds.
const SWEPT_OBJECTS: usize = 64;
/// The number of blocks that are swept in one step, which takes tens of microseconds.
const SWEPT_BLOCKS: usize = 64;
/// A full collection leaves the number of free blocks divided by this number unused. The collection
/// may underestimate how much it must move. Then it fails to empty some evacuation candidates, and
/// the next full collection continues with the unused blocks.
const SPARE_FRACTION: usize = 8;

/// Result of one step of the concurrent sweep.
#[derive(Debug)]
pub(crate) enum Swept {
    /// Some blocks were swept.
    Blocks,
    /// Some large objects were swept. The value holds the dead objects. The caller passes it to
    /// [`Spaces::return_memory`] after the step, because freeing the memory takes longer.
    Large(DeadLarge),
    /// Nothing was left to sweep.
    All,
}

/// The spaces of a heap.
#[derive(Debug)]
pub(crate) struct Spaces {
    /// The address space, which begins at a page.
    memory: Reservation,
    /// The side tables of blocks and lines.
    blocks: Blocks,
    /// The heap limit in bytes.
    limit: usize,
    /// Number of blocks to which only full collections move objects.
    reserve: usize,
    /// Whether the heap is in zeal mode.
    zeal: bool,
    /// The free blocks for small objects.
    pool: Pool,
    /// The space in which threads allocate small objects.
    eden: Eden,
    /// Blocks of young objects that survived the last collection.
    survivors: Mutex<Vec<BlockIndex>>,
    /// The old generation, except large objects.
    old: Mutex<Old>,
    /// The recorded slots, which refer to objects in tracked blocks.
    recorded: RecordedSlots,
    /// Whether blocks may be tracked. Changes in pauses.
    is_tracking: AtomicBool,
    /// Whether a young collection has evacuated tracked blocks since the last cycle began. Changes
    /// in pauses.
    has_evacuated: AtomicBool,
    /// The space of large objects.
    large: Large,
    /// Bytes of large objects that may be allocated between two collections.
    large_budget: AtomicUsize,
    /// Number of blocks that the next nursery is expected to use, and that the next collection is
    /// expected to fill.
    expected_eden: AtomicUsize,
    expected_copies: AtomicUsize,
    /// For each worker: the buffer into which it promotes objects, kept from one young collection
    /// to the next.
    promotion: Box<[Mutex<CopyBuffer>]>,
    /// Header bits of a live object in the old generation that is not logged.
    live: AtomicU64,
    /// How full the spaces were, and what mutators have taken.
    use_counters: UseCounters,
}

/// Error returned if the OS cannot reserve enough address space.
#[derive(Debug)]
pub(crate) struct AddressSpaceError {
    /// Size of the smallest reservation that was attempted, in bytes.
    pub(crate) bytes: usize,
    /// The operating system's error.
    pub(crate) source: io::Error,
}

impl Spaces {
    /// Returns the range of valid limits, in bytes, of a heap that up to `workers` threads collect.
    /// A lower limit leaves no room for objects.
    pub(crate) fn limits(workers: usize) -> RangeInclusive<usize> {
        (MIN_BLOCKS + BLOCKS_PER_WORKER * workers) * BLOCK..=MAX_LIMIT
    }

    /// Creates the spaces of a heap with the limit `limit`, in bytes, that up to `workers` threads
    /// collect. [`Self::limits`] must contain `limit`; it is rounded down to whole blocks.
    pub(crate) fn new(limit: usize, workers: usize, zeal: bool) -> Result<Self, AddressSpaceError> {
        debug_assert!(Self::limits(workers).contains(&limit));
        let limit = limit / BLOCK * BLOCK;
        let bytes = |small: usize, large: usize| small + large + BLOCK;
        let map = |small: usize, large: usize| {
            let memory = Reservation::new(bytes(small, large))?;
            let start = memory.start().next_multiple_of(BLOCK);
            let range = start..start + small + large;
            let blocks = Blocks::new(range.clone(), small / BLOCK)?;
            if !zeal {
                memory.commit(range)?;
            }
            Ok((memory, blocks, small / BLOCK, large / BLOCK))
        };
        // The preferred sizes of the address space for small and for large objects. If they are not
        // available, smaller sizes are tried below; in zeal mode even the smallest prevents that
        // addresses are reused immediately.
        let (small, large) = if zeal {
            (
                ZEAL_RANGE.max(LARGE_ADDRESS_FACTOR * limit),
                ZEAL_RANGE.max(LARGE_ADDRESS_FACTOR * limit),
            )
        } else {
            (limit, LARGE_ADDRESS_FACTOR * limit)
        };
        let (min_small, min_large) = (if zeal { 2 * limit } else { limit }, limit);
        let (memory, blocks, small, large) = map(small, large)
            .or_else(|_: io::Error| map(min_small, 2 * min_large))
            .or_else(|_: io::Error| map(min_small, min_large))
            .map_err(|source| {
                let bytes = bytes(min_small, min_large);
                AddressSpaceError { bytes, source }
            })?;
        Ok(Self {
            memory,
            blocks,
            limit,
            reserve: (limit / BLOCK / RESERVE_FRACTION).max(1),
            zeal,
            pool: Pool::new(small, zeal),
            eden: Eden::new(1),
            survivors: Mutex::default(),
            old: Mutex::default(),
            recorded: RecordedSlots::new(limit),
            is_tracking: AtomicBool::new(false),
            has_evacuated: AtomicBool::new(false),
            large: Large::new(small as u32..(small + large) as u32, zeal),
            large_budget: AtomicUsize::new(limit / 8),
            expected_eden: AtomicUsize::new(0),
            expected_copies: AtomicUsize::new(0),
            promotion: (0..workers).map(|_| Mutex::default()).collect(),
            live: AtomicU64::new(UNLOGGED),
            use_counters: UseCounters::default(),
        })
    }

    /// Returns the heap limit in bytes.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the range of all addresses that objects may ever have, in whole blocks.
    pub(crate) fn range(&self) -> Range<usize> {
        self.blocks.range()
    }

    /// Returns whether `word`, the value of a slot, is a reference into the heap. A slot may also
    /// hold null, a tagged integer, or the address of a static object.
    pub(crate) fn is_reference(&self, word: u64) -> bool {
        let address = word as usize;
        address.is_multiple_of(WORD) && self.blocks.contains(address)
    }

    /// Returns the side tables of blocks and lines.
    pub(crate) fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Returns the header bits of a live object in the old generation that was not modified since
    /// the last collection.
    pub(crate) fn live_bits(&self) -> u64 {
        self.live.load(Relaxed)
    }

    /// Returns the number of blocks that small objects may use, given the memory of large objects.
    /// Excludes the reserve.
    fn max_mutator_blocks(&self) -> usize {
        self.max_blocks().saturating_sub(self.reserve)
    }

    /// As [`Self::max_mutator_blocks`], but includes the reserve.
    fn max_blocks(&self) -> usize {
        self.limit.saturating_sub(self.large.bytes()) / BLOCK
    }

    /// Returns the number of free blocks, the reserve included.
    pub(crate) fn free_blocks(&self) -> usize {
        self.max_blocks().saturating_sub(self.pool.used())
    }

    /// Takes a block from the pool for objects that a collection moves, unless `max_used` blocks
    /// are in use.
    pub(super) fn take_block(&self, state: BlockState, max_used: usize) -> Option<BlockIndex> {
        let block = unwrap_or_abort(self.pool.take(&self.blocks, &self.memory, state, max_used));
        // A thread that reads the address of a copy in the block from any slot must see the block's
        // new state, if necessary after a second check: see `forward::recheck_free_block`.
        fence(Release);
        block
    }

    /// Takes a hole of at least `min_bytes` bytes in the old generation.
    pub(super) fn take_hole(&self, min_bytes: usize, search: Search) -> Option<Chunk> {
        self.old.lock().take_hole(&self.blocks, min_bytes, search)
    }

    /// Returns memory for small objects of a thread: at least `min_bytes` bytes, or a TLAB if
    /// `as_tlab` is true. Returns `None` if a collection is due. The contents of the chunk are
    /// undefined.
    pub(crate) fn allocate(&self, min_bytes: usize, as_tlab: bool) -> Option<Chunk> {
        let taken = self.eden.take(min_bytes, as_tlab, || {
            let max_used = self.max_mutator_blocks();
            let taken = self.pool.take(&self.blocks, &self.memory, BlockState::EDEN, max_used)?;
            Ok(taken.map(|block| (block, self.blocks.addresses(block).into())))
        });
        match taken {
            EdenAllocation::Chunk(chunk) => {
                self.use_counters.add_allocated(chunk.end - chunk.start);
                Some(chunk)
            }
            EdenAllocation::Full => None,
            EdenAllocation::Error(error) => abort_access_change(&error),
        }
    }

    /// Returns zeroed memory for a large object of `size` bytes; `None` if a collection is due.
    pub(crate) fn allocate_large(&self, size: usize) -> Option<usize> {
        let young = self.large.young_bytes();
        if young > 0 && young.saturating_add(size) > self.large_budget.load(Relaxed) {
            return None;
        }
        let max_bytes = self.max_large_bytes();
        let object =
            unwrap_or_abort(self.large.allocate(&self.blocks, &self.memory, size, max_bytes))?;
        // Free blocks may still have memory. Return enough of it that blocks and large objects
        // together stay within the limit.
        self.pool.trim(&self.blocks, &self.memory, self.max_blocks());
        self.use_counters.add_allocated(size);
        Some(object)
    }

    /// Returns the maximum number of bytes that large objects may use if room must remain to copy
    /// all young objects.
    fn max_large_bytes(&self) -> usize {
        let young = self.eden.len() + self.survivors.lock().len();
        self.limit.saturating_sub((self.pool.used() + young + self.reserve) * BLOCK)
    }

    /// Returns whether an object of `size` bytes can be allocated after a collection. The result is
    /// true if and only if [`Self::allocate`] or [`Self::allocate_large`] will succeed. If it were
    /// true for a request that fails, collections would follow one another without end.
    pub(crate) fn can_allocate(&self, size: usize) -> bool {
        if size > LARGE {
            self.large.has_room(size, self.max_large_bytes())
        } else {
            self.eden.budget() > 0
        }
    }

    /// Returns whether there is room for an object of `size` bytes, with more than `spare` bytes
    /// left free. Assumes that all blocks that are in use now stay in use.
    pub(crate) fn has_room(&self, size: usize, spare: usize) -> bool {
        let free = self.max_mutator_blocks().saturating_sub(self.pool.used());
        let has_room = size <= LARGE || self.large.has_room(size, self.max_large_bytes());
        has_room && free > spare.saturating_add(size) / BLOCK
    }

    /// Returns the nursery's size in bytes until the next collection.
    pub(crate) fn nursery(&self) -> usize {
        self.eden.budget() * BLOCK
    }

    /// Sets the nursery's size until the next collection: `bytes` bytes, or less if there is no
    /// room for a copy of these and of the survivors. `threads` threads share the nursery. The
    /// budget for large objects is the same number of bytes, but at least an eighth of the limit.
    pub(crate) fn set_nursery(&self, bytes: usize, threads: usize) {
        let free = self.max_mutator_blocks().saturating_sub(self.pool.used());
        // If only one block is free, the nursery gets it.
        let room = free.saturating_sub(self.survivors.lock().len()) / 2;
        let budget = (bytes / BLOCK).max(1).min(room.max(free.min(1)));
        self.eden.set_budget(budget, threads);
        self.large_budget.store((budget * BLOCK).max(self.limit / 8), Relaxed);
    }

    /// Returns the buffer into which worker `index` promotes objects.
    pub(crate) fn promotion_buffer(&self, index: usize) -> MutexGuard<'_, CopyBuffer> {
        self.promotion[index].lock()
    }

    /// Begins a collection. The world is stopped. `evacuation_time`: the time that a young
    /// collection may take to evacuate tracked blocks; `None` if it must not, which is so while a
    /// cycle is in progress.
    pub(crate) fn begin(
        &self,
        kind: CollectionKind,
        promote_at_once: bool,
        evacuation_time: Option<Duration>,
    ) -> Evacuation<'_> {
        self.promotion.iter().for_each(|buffer| buffer.lock().begin());
        let mut from = self.eden.take_blocks();
        let eden = from.len();
        for block in core::mem::take(&mut *self.survivors.lock()) {
            self.blocks.set_state(block, BlockState::AGED);
            from.push(block);
        }
        from.iter().for_each(|&block| self.blocks.clear_marks(block));
        let mut max_mutator_blocks = self.max_mutator_blocks();
        let (mut recorded, mut tracked) = (Vec::new(), 0);
        if kind == CollectionKind::Young {
            if let Some(time) = evacuation_time.filter(|_| self.is_tracking()) {
                let (blocks, slots) = self.take_tracked(from.len(), time);
                tracked = blocks.len();
                from.extend(blocks);
                recorded = slots;
            }
        } else {
            self.stop_tracking();
            self.next_marking();
            let free = self.free_blocks();
            max_mutator_blocks = self.max_blocks() - free / SPARE_FRACTION;
            // Copies do not fill their blocks completely; large copies leave more unused. Assume a
            // quarter.
            let room =
                (free - free / SPARE_FRACTION).saturating_sub(from.len()) * (BLOCK - BLOCK / 4);
            let max_live = if kind == CollectionKind::Compacting { usize::MAX } else { BLOCK / 2 };
            from.extend(self.old.lock().begin_full(&self.blocks, room, max_live));
            self.blocks.end_marking();
        }
        Evacuation {
            spaces: self,
            kind,
            live_bits: self.live_bits(),
            promote_at_once: promote_at_once || kind != CollectionKind::Young,
            max_mutator_blocks,
            from,
            eden,
            tracked,
            recorded,
            survivors: Mutex::default(),
            promoted: Mutex::default(),
        }
    }

    /// Begins another marking: no old object is marked any more. Promotion buffers are discarded,
    /// so that objects are promoted only into lines that are taken in the new epoch.
    fn next_marking(&self) {
        self.live.store(next_marking(self.live_bits()), Relaxed);
        self.promotion.iter().for_each(|buffer| buffer.lock().reset());
    }

    /// Begins the concurrent marking of old objects. The world must be stopped, the last marking
    /// complete, and its sweep finished.
    pub(crate) fn begin_marking(&self) {
        self.next_marking();
        self.begin_tracking();
        self.blocks.begin_marking();
    }

    /// Ends a marking that has reached all live old objects. The world is stopped.
    /// [`Self::sweep_some`] then frees unmarked objects.
    pub(crate) fn end_marking(&self) {
        self.blocks.end_marking();
        self.old.lock().begin_sweep();
        self.large.begin_sweep();
    }

    /// Runs one step of the concurrent sweep, which frees old objects that the last marking has not
    /// marked. Returns [`Swept::All`] if nothing was left to sweep. Mutators may run, but no
    /// collection may be in progress.
    pub(crate) fn sweep_some(&self) -> Swept {
        let live = self.live_bits();
        // SAFETY: a large object begins at `address`. No other thread can free it, because
        // `Large::sweep_some` holds the lock of the list that contains it.
        let is_live = |address| unsafe { HeaderWord::at(address) }.is_marked(live);
        if let Some(dead) = self.large.sweep_some(&self.blocks, SWEPT_OBJECTS, is_live) {
            return Swept::Large(dead);
        }
        let poison = |line| {
            if self.zeal {
                // SAFETY: `line` is a line of a block in use, so it is committed, and no live
                // object overlaps it. No thread can take the line, because the old generation is
                // locked.
                unsafe { poison_line(line) };
            }
        };
        let Some(empty) = self.old.lock().sweep_some(&self.blocks, SWEPT_BLOCKS, poison) else {
            return Swept::All;
        };
        if let Err(error) = self.pool.free(&self.blocks, &self.memory, &empty) {
            abort_access_change(&error);
        }
        Swept::Blocks
    }

    /// Returns whether the old object at `address`, or the old object with a slot at `address`, may
    /// be live. A marking must be complete and not yet swept. For a small object, returns whether
    /// the line at `address` is marked.
    pub(crate) fn survives_sweep(&self, address: usize) -> bool {
        match self.blocks.large_at(address) {
            // SAFETY: a large object begins at `large`, so its header is there.
            Some(large) => unsafe { HeaderWord::at(large) }.is_marked(self.live_bits()),
            None => self.blocks.is_line_marked(address),
        }
    }

    /// Ends a collection that has reached all live objects. Pass the result to
    /// [`Self::return_memory`] after mutators have resumed.
    pub(crate) fn finish(&self, evacuation: Evacuation<'_>) -> DeadLarge {
        let Evacuation { kind, from, survivors, promoted, live_bits, eden, .. } = evacuation;
        // Record the maximum here, before blocks are freed.
        self.peak_used();
        let (kept, mut empty): (Vec<_>, Vec<_>) =
            from.into_iter().partition(|&block| self.blocks.has_retained(block));
        kept.iter().for_each(|&block| self.blocks.set_state(block, BlockState::OLD));
        {
            let mut old = self.old.lock();
            if kind != CollectionKind::Young {
                empty.extend(old.sweep(&self.blocks));
            }
            let (survivors, promoted) = (survivors.into_inner(), promoted.into_inner());
            // The copies of a full collection say nothing about the next young one.
            let copies = match kind {
                CollectionKind::Young => survivors.len() + promoted.len(),
                CollectionKind::Full | CollectionKind::Compacting => 0,
            };
            self.expect_blocks(eden, copies);
            old.add(promoted);
            old.add_retained(&self.blocks, kept);
            *self.survivors.lock() = survivors;
        }
        if let Err(error) = self.pool.free(&self.blocks, &self.memory, &empty) {
            abort_access_change(&error);
        }
        self.large.sweep(&self.blocks, kind != CollectionKind::Young, |address| {
            // SAFETY: a large object begins at `address`, and the world is stopped.
            unsafe { HeaderWord::at(address) }.is_live(live_bits)
        })
    }

    /// Requests huge pages for the blocks of small objects. Large objects get none, because their
    /// pages are returned to the OS when they die.
    pub(crate) fn prefer_huge_pages(&self) {
        if !self.zeal {
            let advised = self.memory.prefer_huge_pages(self.blocks.small_block_range());
            // An error means that the kernel does not support huge pages. The heap works without
            // them.
            drop(advised);
        }
    }

    /// Returns memory to the OS after a collection of the kind `kind`: the memory of dead large
    /// objects and, after a full collection, of idle blocks. Mutators may run.
    pub(crate) fn return_memory(&self, kind: CollectionKind, dead: Vec<DeadLarge>) {
        for dead in dead {
            if let Err(error) = self.large.free(&self.blocks, &self.memory, dead) {
                abort_access_change(&error);
            }
        }
        self.recorded.drop_discarded();
        if kind != CollectionKind::Young && !self.zeal {
            self.pool.return_idle_memory(&self.blocks, &self.memory, MIN_IDLE_TIME);
        }
    }
}

/// Fills a line with [`POISON`], so that in zeal mode a reference to a dead object in the line is
/// detected.
///
/// # Safety
///
/// `line` is the address of a line of the heap that is committed and free.
unsafe fn poison_line(line: usize) {
    let line = core::ptr::with_exposed_provenance_mut::<u64>(line);
    // SAFETY: the caller guarantees that the `LINE` bytes at `line` are committed and in no object.
    unsafe { core::slice::from_raw_parts_mut(line, LINE / WORD) }.fill(POISON);
}

/// Returns the value, or ends the process if the OS has refused to change the protection of memory.
fn unwrap_or_abort<T>(result: io::Result<T>) -> T {
    result.unwrap_or_else(|error| abort_access_change(&error))
}

/// Ends the process because the OS has refused to change the protection of memory.
fn abort_access_change(error: &io::Error) -> ! {
    let hint = match error.kind() {
        io::ErrorKind::OutOfMemory => {
            "; in zeal mode, each large object and each freed block may be a mapping of its own, and \
             a process may have as many as vm.max_map_count says (sysctl)"
        }
        _ => "",
    };
    fatal::abort(format_args!(
        "the operating system refuses to change the protection of the heap's memory: {error}{hint}"
    ))
}

#[cfg(test)]
mod tests;
