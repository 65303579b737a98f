//! Where objects lie.
//!
//! * Eden, where threads allocate small objects, and the survivors of the last collection: the young generation. Both
//!   are blocks from the pool; each young collection empties them.
//! * The old generation, blocks whose objects stay where they are until it pays to move them.
//! * Large objects, which have pages of their own.
//!
//! All blocks in use and the pages of large objects together are no larger than the heap limit. The nursery is given
//! no more than half of what the old generation leaves, so that there is room to copy it, even if
//! everything survives.
//!
//! A few blocks are a reserve, to which only full collections move objects: a heap whose every block has some
//! object in it could not be compacted otherwise. What they empty makes the reserve whole again.
//!
//! # Who may do what when
//!
//! Threads allocate, each under the lock of the part that it takes from. Beginning and ending a collection needs
//! a stopped world; during it workers take blocks and holes, under the same locks.

use core::ops::{Range, RangeInclusive};
use core::sync::atomic::Ordering::{Relaxed, Release};
use core::sync::atomic::{AtomicU64, AtomicUsize, fence};
use std::io;

use parking_lot::{Mutex, MutexGuard};

use super::blocks::{BLOCK, BlockIndex, BlockState, Blocks};
use super::chunk::{Chunk, CopyBuffer};
use super::eden::{Eden, Taken};
use super::evacuation::Evacuation;
use super::large::{Dead, Large};
use super::old::{Old, Search};
use super::pool::{IDLE, Pool};
use crate::collection::{CollectionKind, HeapUse};
use crate::fatal;
use crate::object::{HeaderWord, MARK, UNLOGGED, WORD};
use crate::os::Reservation;

/// Objects above this size are large.
pub(crate) const LARGE: usize = BLOCK / 4;
/// Bytes of address space in zeal mode, for small and for large objects each, if there are so many: enough for
/// several hundred thousand collections of a small heap.
const ZEAL_RANGE: usize = 1 << 36;
/// Large objects have so many times the addresses that they may have memory.
const AMPLE: usize = 4;
/// The highest limit: far from overflow in all that is computed from it.
const MOST: usize = 1 << 43;
/// Blocks without which it makes no sense to run, and those that each collecting thread needs besides.
const LEAST_BLOCKS: usize = 12;
const BLOCKS_OF_WORKER: usize = 2;
/// One block of so many is the reserve; at least one.
const RESERVE_PART: usize = 32;
/// A full collection leaves one free block of so many alone. If it estimates badly how much it moves, it ends with
/// little in each of the blocks that it meant to empty, and another one gets on with these.
const SPARE_PART: usize = 8;

/// The spaces of a heap.
#[derive(Debug)]
pub(crate) struct Spaces {
    memory: Reservation,
    blocks: Blocks,
    limit: usize,
    /// Blocks to which only full collections move objects.
    reserve: usize,
    zeal: bool,
    /// Bytes that were in use at a time, at most, until the end of the last collection.
    most_used: AtomicUsize,
    pool: Pool,
    eden: Eden,
    /// What survived the last collection and is still young.
    survivors: Mutex<Vec<BlockIndex>>,
    old: Mutex<Old>,
    large: Large,
    /// So many bytes of large objects may be made between two collections.
    large_budget: AtomicUsize,
    /// Where each worker goes on promoting.
    promotion: Box<[Mutex<CopyBuffer>]>,
    /// Header bits of a live object in the old generation.
    live: AtomicU64,
}

/// So much address space cannot be had.
#[derive(Debug)]
pub(crate) struct NoRoom {
    pub(crate) bytes: usize,
    pub(crate) source: io::Error,
}

impl Spaces {
    /// The limits, in bytes, of a heap that up to `workers` threads collect: less leaves no room for objects.
    pub(crate) fn limits(workers: usize) -> RangeInclusive<usize> {
        (LEAST_BLOCKS + BLOCKS_OF_WORKER * workers) * BLOCK..=MOST
    }

    /// Spaces for a heap of `limit` bytes, one of [`Self::limits`], that up to `workers` threads collect.
    pub(crate) fn new(limit: usize, workers: usize, zeal: bool) -> Result<Self, NoRoom> {
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
        // As much as can be had, but at least so much that addresses do not come again at once.
        let (small, large) = if zeal {
            (ZEAL_RANGE.max(AMPLE * limit), ZEAL_RANGE.max(AMPLE * limit))
        } else {
            (limit, AMPLE * limit)
        };
        let (least_small, least_large) = (if zeal { 2 * limit } else { limit }, limit);
        let (memory, blocks, small, large) = map(small, large)
            .or_else(|_: io::Error| map(least_small, 2 * least_large))
            .or_else(|_: io::Error| map(least_small, least_large))
            .map_err(|source| {
                let bytes = bytes(least_small, least_large);
                NoRoom { bytes, source }
            })?;
        Ok(Self {
            memory,
            blocks,
            limit,
            reserve: (limit / BLOCK / RESERVE_PART).max(1),
            zeal,
            most_used: AtomicUsize::new(0),
            pool: Pool::new(small, zeal),
            eden: Eden::new(1),
            survivors: Mutex::default(),
            old: Mutex::default(),
            large: Large::new(small as u32..(small + large) as u32, zeal),
            large_budget: AtomicUsize::new(limit / 8),
            promotion: (0..workers).map(|_| Mutex::default()).collect(),
            live: AtomicU64::new(UNLOGGED),
        })
    }

    /// Bytes that the heap may use.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// All addresses that objects may ever have.
    pub(crate) fn range(&self) -> Range<usize> {
        self.memory.range()
    }

    /// Whether what a slot holds leads to an object of the heap: it may also be null, a tagged number, or the address
    /// of a static object.
    pub(crate) fn is_reference(&self, word: u64) -> bool {
        let address = word as usize;
        address.is_multiple_of(WORD) && self.range().contains(&address)
    }

    pub(crate) fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Header bits of a live object in the old generation that nobody has changed since the last collection.
    pub(crate) fn live_bits(&self) -> u64 {
        self.live.load(Relaxed)
    }

    /// Bytes of all blocks and pages in use.
    pub(crate) fn used(&self) -> usize {
        self.pool.used() * BLOCK + self.large.bytes()
    }

    /// How full each space is. Young: blocks of eden and of survivors; old: blocks without the holes in them;
    /// large: pages, those of young objects included.
    pub(crate) fn occupancy(&self) -> HeapUse {
        let old = self.old.lock().occupied();
        let young = (self.eden.len() + self.survivors.lock().len()) * BLOCK;
        HeapUse {
            young: young as u64,
            old: old as u64,
            large: self.large.bytes() as u64,
            committed: self.used() as u64,
        }
    }

    /// Bytes of blocks of the old generation that are not known to be alive: what compacting would gain.
    pub(crate) fn fragmented_bytes(&self) -> usize {
        self.old.lock().fragmented(&self.blocks)
    }

    /// The most bytes of blocks and pages that were in use at a time.
    pub(crate) fn most_used(&self) -> usize {
        let used = self.used();
        self.most_used.fetch_max(used, Relaxed).max(used)
    }

    /// Blocks that small objects may have, now that large ones have theirs.
    fn most_blocks(&self) -> usize {
        self.all_blocks().saturating_sub(self.reserve)
    }

    /// The same with the reserve.
    fn all_blocks(&self) -> usize {
        self.limit.saturating_sub(self.large.bytes()) / BLOCK
    }

    /// Blocks that are free, the reserve included.
    pub(crate) fn free_blocks(&self) -> usize {
        self.all_blocks().saturating_sub(self.pool.used())
    }

    /// A block from the pool for what a collection moves, unless `most` are in use.
    pub(super) fn take_block(&self, state: BlockState, most: usize) -> Option<BlockIndex> {
        let block = granted(self.pool.take(&self.blocks, &self.memory, state, most));
        // Who gets the address of a copy in it, from whatever slot, shall see the new state, if need be behind a
        // second look: see `Worker::look_again`.
        fence(Release);
        block
    }

    pub(super) fn take_hole(&self, least: usize, search: Search) -> Option<Chunk> {
        self.old.lock().take_hole(&self.blocks, least, search)
    }

    /// Room for small objects of a thread: at least `least` bytes, a buffer if `buffered`; `None`
    /// if it is time to collect. What the chunk holds is not defined.
    pub(crate) fn allocate(&self, least: usize, buffered: bool) -> Option<Chunk> {
        let taken = self.eden.take(least, buffered, || {
            let most = self.most_blocks();
            let taken = self.pool.take(&self.blocks, &self.memory, BlockState::EDEN, most)?;
            Ok(taken.map(|block| (block, self.blocks.addresses(block).into())))
        });
        match taken {
            Taken::Chunk(chunk) => Some(chunk),
            Taken::Full => None,
            Taken::Error(error) => refused(&error),
        }
    }

    /// Room for a large object of `size` bytes, all zero; `None` if it is time to collect.
    pub(crate) fn allocate_large(&self, size: usize) -> Option<usize> {
        let young = self.large.young_bytes();
        if young > 0 && young.saturating_add(size) > self.large_budget.load(Relaxed) {
            return None;
        }
        let most = self.most_large();
        let object = granted(self.large.allocate(&self.blocks, &self.memory, size, most))?;
        // The process has no more than the limit in all, free blocks included.
        self.pool.trim(&self.blocks, &self.memory, self.all_blocks());
        Some(object)
    }

    /// Bytes that large objects may have, if there shall be room to copy what is young.
    fn most_large(&self) -> usize {
        let young = self.eden.len() + self.survivors.lock().len();
        self.limit.saturating_sub((self.pool.used() + young + self.reserve) * BLOCK)
    }

    /// Whether an object of `size` bytes can be made, after a collection: says so if and only if [`Self::allocate`]
    /// or [`Self::allocate_large`] will grant it, or there would be one collection after the other.
    pub(crate) fn could_hold(&self, size: usize) -> bool {
        if size > LARGE {
            self.large.has_room(size, self.most_large())
        } else {
            self.eden.budget() > 0
        }
    }

    /// Until the next collection, the nursery may have `bytes` bytes, if half of what is free is as much; for so
    /// many threads. Large objects may be made of as many bytes as it has, at least an eighth of the
    /// limit.
    pub(crate) fn set_nursery(&self, bytes: usize, threads: usize) {
        let free = self.most_blocks().saturating_sub(self.pool.used());
        // The last block is used up as well, when nothing else is left.
        let budget = (bytes / BLOCK).max(1).min((free / 2).max(free.min(1)));
        self.eden.set_budget(budget, threads);
        self.large_budget.store((budget * BLOCK).max(self.limit / 8), Relaxed);
    }

    /// The buffer in which worker `index` promotes.
    pub(crate) fn promotion_buffer(&self, index: usize) -> MutexGuard<'_, CopyBuffer> {
        self.promotion[index].lock()
    }

    /// Begins a collection: the world is stopped.
    pub(crate) fn begin(&self, kind: CollectionKind, promote_at_once: bool) -> Evacuation<'_> {
        let mut from = self.eden.empty();
        for block in core::mem::take(&mut *self.survivors.lock()) {
            self.blocks.set_state(block, BlockState::AGED);
            from.push(block);
        }
        from.iter().for_each(|&block| self.blocks.clear(block));
        let mut most_blocks = self.most_blocks();
        if kind != CollectionKind::Young {
            self.live.fetch_xor(MARK, Relaxed);
            self.promotion.iter().for_each(|buffer| buffer.lock().reset());
            let free = self.free_blocks();
            most_blocks = self.all_blocks() - free / SPARE_PART;
            // Copies leave a part of each block unused, the more the larger they are.
            let room = (free - free / SPARE_PART).saturating_sub(from.len()) * (BLOCK - BLOCK / 4);
            let fullest = if kind == CollectionKind::Compacting { usize::MAX } else { BLOCK / 2 };
            from.extend(self.old.lock().begin_full(&self.blocks, room, fullest));
        }
        Evacuation {
            spaces: self,
            kind,
            live: self.live_bits(),
            promote_at_once: promote_at_once || kind != CollectionKind::Young,
            most_blocks,
            from,
            survivors: Mutex::default(),
            promoted: Mutex::default(),
        }
    }

    /// Ends a collection: everything alive was reached. What is returned is to be given to
    /// [`Self::give_back`] when threads run again.
    pub(crate) fn finish(&self, evacuation: Evacuation<'_>) -> Dead {
        let Evacuation { kind, from, survivors, promoted, live, .. } = evacuation;
        // From now on it is less.
        self.most_used();
        let (kept, mut empty): (Vec<_>, Vec<_>) =
            from.into_iter().partition(|&block| self.blocks.is_kept(block));
        kept.iter().for_each(|&block| self.blocks.set_state(block, BlockState::OLD));
        {
            let mut old = self.old.lock();
            if kind != CollectionKind::Young {
                empty.extend(old.sweep(&self.blocks));
            }
            old.add(promoted.into_inner());
            old.add_kept(&self.blocks, kept);
        }
        *self.survivors.lock() = survivors.into_inner();
        if let Err(error) = self.pool.free(&self.blocks, &self.memory, &empty) {
            refused(&error);
        }
        self.large.sweep(&self.blocks, kind != CollectionKind::Young, |address| {
            // SAFETY: a large object begins there, and the world is stopped.
            unsafe { HeaderWord::at(address) }.is_live(live)
        })
    }

    /// Asks for large pages for small objects. Large ones come and go with their own pages.
    pub(crate) fn prefer_huge_pages(&self) {
        if !self.zeal {
            let asked = self.memory.prefer_huge_pages(self.blocks.small());
            // A system without them: all is as it would be.
            drop(asked);
        }
    }

    /// Gives memory back to the system, after a collection of this kind. Threads may run.
    pub(crate) fn give_back(&self, kind: CollectionKind, dead: Vec<Dead>) {
        for dead in dead {
            if let Err(error) = self.large.free(&self.blocks, &self.memory, dead) {
                refused(&error);
            }
        }
        if kind != CollectionKind::Young && !self.zeal {
            self.pool.give_back(&self.blocks, &self.memory, IDLE);
        }
    }
}

fn granted<T>(result: io::Result<T>) -> T {
    result.unwrap_or_else(|error| refused(&error))
}

fn refused(error: &io::Error) -> ! {
    fatal::stop(format_args!(
        "the system refuses to change the access of the heap's memory: {error}"
    ))
}

#[cfg(test)]
mod tests;
