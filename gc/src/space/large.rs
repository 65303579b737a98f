//! The space of large objects. Each large object has its own pages, and never moves.
//!
//! Large objects are young when they are allocated: a young collection frees those that it does not
//! reach. The address space is several times as large as the memory that the heap may use, so its
//! fragmentation does not matter. Freed memory is returned to the OS, so a new object is zeroed.
//!
//! In zeal mode, addresses are used in ascending order, and are reused only after the search has
//! reached the end of the address range.

use core::ops::Range;
use std::collections::BTreeMap;
use std::io;

use parking_lot::Mutex;

use super::block_state::BlockState;
use super::blocks::{BLOCK, BlockIndex, Blocks};
use crate::os::{self, Reservation};

/// The blocks and the memory of a large object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LargeBlocks {
    /// Index of the first block.
    first: u32,
    /// Number of blocks.
    blocks: u32,
    /// Bytes of memory: a multiple of the page size.
    bytes: usize,
}

/// The state of the space, which a lock protects.
#[derive(Debug)]
struct State {
    /// Free runs of blocks: from the first block's index to the number of blocks.
    free: BTreeMap<u32, u32>,
    /// Young objects.
    young: Vec<LargeBlocks>,
    /// Old objects, except `unswept`.
    old: Vec<LargeBlocks>,
    /// Old objects that were marked concurrently and have not been swept since.
    unswept: Vec<LargeBlocks>,
    /// Bytes of memory of all objects.
    bytes: usize,
    /// Bytes of memory of young objects.
    young_bytes: usize,
    /// Number of dead objects whose blocks are not in `free` yet.
    dead: usize,
    /// In zeal mode, the block from which the next search starts.
    next: u32,
}

impl State {
    /// Returns the first block of a run of `count` free blocks that starts at or after `from`.
    fn find(&self, from: u32, count: u32) -> Option<u32> {
        let around = self.free.range(..from).next_back().map(|(&first, &length)| first + length);
        if let Some(end) = around
            && end >= from + count
        {
            return Some(from);
        }
        let mut runs = self.free.range(from..);
        runs.find(|&(_, &length)| length >= count).map(|(&first, _)| first)
    }

    /// Removes blocks from the free run that contains them.
    fn cut(&mut self, first: u32, count: u32) {
        let Some((&start, &length)) = self.free.range(..=first).next_back() else { return };
        let (end, rest) = (start + length, first + count);
        self.free.remove(&start);
        if start < first {
            self.free.insert(start, first - start);
        }
        if rest < end {
            self.free.insert(rest, end - rest);
        }
    }
}

impl State {
    /// Marks the blocks of dead objects as free, and subtracts the objects' bytes. The blocks are
    /// not added to `free` yet.
    fn bury(&mut self, blocks: &Blocks, dead: Vec<LargeBlocks>) -> DeadLarge {
        for place in &dead {
            for block in place.first..place.first + place.blocks {
                blocks.set_state(BlockIndex(block), BlockState::FREE);
            }
        }
        self.dead += dead.len();
        self.bytes -= dead.iter().map(|place| place.bytes).sum::<usize>();
        DeadLarge(dead)
    }
}

/// The space of large objects.
#[derive(Debug)]
pub(super) struct Large {
    /// Whether the heap is in zeal mode.
    zeal: bool,
    /// The page size in bytes.
    page: usize,
    /// The objects and the free blocks.
    state: Mutex<State>,
}

/// Dead objects whose memory has not been freed yet.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct DeadLarge(Vec<LargeBlocks>);

impl Large {
    /// Creates the space for objects in these blocks.
    pub(super) fn new(blocks: Range<u32>, zeal: bool) -> Self {
        let state = State {
            free: BTreeMap::from([(blocks.start, blocks.end - blocks.start)]),
            young: Vec::new(),
            old: Vec::new(),
            unswept: Vec::new(),
            bytes: 0,
            young_bytes: 0,
            dead: 0,
            next: blocks.start,
        };
        Self { zeal, page: os::page_size(), state: Mutex::new(state) }
    }

    /// Returns the bytes of memory of all objects.
    pub(super) fn bytes(&self) -> usize {
        self.state.lock().bytes
    }

    /// Returns the bytes of memory of young objects.
    pub(super) fn young_bytes(&self) -> usize {
        self.state.lock().young_bytes
    }

    /// Returns the bytes of memory that an object of `size` bytes takes.
    pub(super) fn footprint(&self, size: usize) -> usize {
        size.next_multiple_of(self.page)
    }

    /// Returns whether memory and addresses are available for an object of `size` bytes, if all
    /// objects may then take `max_bytes` bytes.
    pub(super) fn has_room(&self, size: usize, max_bytes: usize) -> bool {
        let bytes = self.footprint(size);
        let state = self.state.lock();
        let run = u32::try_from(bytes.div_ceil(BLOCK)).ok().and_then(|count| state.find(0, count));
        // The blocks of dead objects will be free before the allocation is attempted.
        state.bytes.saturating_add(bytes) <= max_bytes && (run.is_some() || state.dead > 0)
    }

    /// Allocates zeroed memory for an object of `size` bytes. Returns `None` if all objects would
    /// then take more than `max_bytes` bytes, or if no run of free blocks is long enough.
    pub(super) fn allocate(
        &self,
        blocks: &Blocks,
        memory: &Reservation,
        size: usize,
        max_bytes: usize,
    ) -> io::Result<Option<usize>> {
        let bytes = self.footprint(size);
        let Ok(count) = u32::try_from(bytes.div_ceil(BLOCK)) else { return Ok(None) };
        let mut state = self.state.lock();
        if state.bytes.saturating_add(bytes) > max_bytes {
            return Ok(None);
        }
        let from = if self.zeal { state.next } else { 0 };
        let Some(first) = state.find(from, count).or_else(|| state.find(0, count)) else {
            return Ok(None);
        };
        state.cut(first, count);
        state.next = first + count;
        let place = LargeBlocks { first, blocks: count, bytes };
        let start = blocks.addresses(BlockIndex(first)).start;
        if self.zeal {
            memory.commit(start..start + bytes)?;
        }
        blocks.set_large(BlockIndex(first), bytes);
        state.young.push(place);
        state.bytes += bytes;
        state.young_bytes += bytes;
        Ok(Some(start))
    }

    /// Sweeps the space after a collection has reached all live objects. An object that was young
    /// is live if the collection has made it old. In a full collection, an old object is live if
    /// `is_live` returns true for its address. Dead objects no longer count towards limits. Returns
    /// them for [`Self::free`].
    pub(super) fn sweep(
        &self,
        blocks: &Blocks,
        full: bool,
        is_live: impl Fn(usize) -> bool,
    ) -> DeadLarge {
        let mut state = self.state.lock();
        let mut dead = Vec::new();
        let mut old = core::mem::take(&mut state.old);
        if full {
            old.append(&mut state.unswept);
            old.retain(|place| {
                let live = is_live(blocks.addresses(BlockIndex(place.first)).start);
                if !live {
                    dead.push(*place);
                }
                live
            });
        }
        for place in core::mem::take(&mut state.young) {
            let is_old = blocks.state(BlockIndex(place.first)) == BlockState::LARGE_OLD;
            if is_old { old.push(place) } else { dead.push(place) }
        }
        state.young_bytes = 0;
        state.old = old;
        state.bury(blocks, dead)
    }

    /// Begins the concurrent sweep of old objects, after a complete marking.
    pub(super) fn begin_sweep(&self) {
        let state = &mut *self.state.lock();
        debug_assert!(state.unswept.is_empty(), "the last marking was swept");
        state.unswept.append(&mut state.old);
    }

    /// Sweeps up to `max_objects` old objects. An object is live if `is_live` returns true for its
    /// address. Returns the dead objects for [`Self::free`]; `None` if no object was left to sweep.
    pub(super) fn sweep_some(
        &self,
        blocks: &Blocks,
        max_objects: usize,
        is_live: impl Fn(usize) -> bool,
    ) -> Option<DeadLarge> {
        let mut state = self.state.lock();
        if state.unswept.is_empty() {
            return None;
        }
        let from = state.unswept.len().saturating_sub(max_objects);
        let (mut live, dead): (Vec<_>, Vec<_>) = state
            .unswept
            .drain(from..)
            .partition(|place| is_live(blocks.addresses(BlockIndex(place.first)).start));
        state.old.append(&mut live);
        Some(state.bury(blocks, dead))
    }

    /// Returns the memory of dead objects to the OS. Mutators may run.
    ///
    /// # Errors
    ///
    /// Only in zeal mode: if the OS refuses to change the protection of the memory.
    pub(super) fn free(
        &self,
        blocks: &Blocks,
        memory: &Reservation,
        DeadLarge(dead): DeadLarge,
    ) -> io::Result<()> {
        let mut result = Ok(());
        for LargeBlocks { first, blocks: count, bytes } in dead {
            let start = blocks.addresses(BlockIndex(first)).start;
            let part = start..start + bytes;
            // SAFETY: the object is dead, so its memory is not accessed. No other object can be
            // allocated in its blocks until they are in `free` again, below.
            unsafe {
                if self.zeal {
                    result = result.and(memory.retire(part));
                } else if memory.discard(part).is_err() {
                    // `discard` fails if the process has locked its memory; zero the memory
                    // instead.
                    core::ptr::with_exposed_provenance_mut::<u8>(start).write_bytes(0, bytes);
                }
            }
            let mut state = self.state.lock();
            state.dead -= 1;
            let free = &mut state.free;
            let (mut first, mut count) = (first, count);
            if let Some((&before, &length)) = free.range(..first).next_back()
                && before + length == first
            {
                free.remove(&before);
                (first, count) = (before, length + count);
            }
            if let Some(length) = free.remove(&(first + count)) {
                count += length;
            }
            free.insert(first, count);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::probe::{is_readable, lock_pages, resident};

    fn large(count: usize, zeal: bool) -> (Reservation, Blocks, Large) {
        let memory = Reservation::new((count + 1) * BLOCK).unwrap();
        if !zeal {
            memory.commit(memory.range()).unwrap();
        }
        let start = memory.start().next_multiple_of(BLOCK);
        let blocks = Blocks::new(start..start + count * BLOCK, 0).unwrap();
        (memory, blocks, Large::new(0..count as u32, zeal))
    }

    #[test]
    fn large_object_gets_zeroed_pages() {
        let (memory, blocks, large) = large(8, false);
        let allocate = |size| large.allocate(&blocks, &memory, size, 1 << 20).unwrap();
        for _ in 0..3 {
            let a = allocate(BLOCK + 1).unwrap();
            let b = allocate(3 * BLOCK).unwrap();
            assert_eq!(blocks.state_at(a), Some(BlockState::LARGE_YOUNG));
            for inner in [a + BLOCK, b + BLOCK, b + 2 * BLOCK] {
                assert_eq!(blocks.state_at(inner), Some(BlockState::LARGE_INNER));
            }
            assert_eq!(large.bytes(), 4 * BLOCK + large.page);
            assert_eq!(allocate(4 * BLOCK), None, "no such run of addresses");
            for address in [a, a + BLOCK, b + 3 * BLOCK - 8] {
                let word = core::ptr::with_exposed_provenance_mut::<u64>(address);
                // SAFETY: the object is committed, and only this test uses it.
                unsafe {
                    assert_eq!(word.read(), 0);
                    word.write(7);
                }
            }
            let dead = large.sweep(&blocks, false, |_| unreachable!("none is old"));
            assert_eq!((large.bytes(), dead.0.len()), (0, 2));
            for block in 0..8 {
                assert_eq!(blocks.state(BlockIndex(block)), BlockState::FREE, "block {block}");
            }
            large.free(&blocks, &memory, dead).unwrap();
            assert_eq!(allocate(8 * BLOCK), Some(a), "free runs are joined");
            let dead = large.sweep(&blocks, true, |_| unreachable!("none is old"));
            large.free(&blocks, &memory, dead).unwrap();
        }
    }

    /// Allocates a large object, writes all of its bytes, and frees it. Returns its address.
    fn write_and_free(memory: &Reservation, blocks: &Blocks, large: &Large, bytes: usize) -> usize {
        let object = large.allocate(blocks, memory, bytes, 1 << 20).unwrap().unwrap();
        // SAFETY: this is the memory of a live object, which no other thread uses.
        unsafe { core::ptr::with_exposed_provenance_mut::<u8>(object).write_bytes(7, bytes) };
        assert_eq!(resident(&(object..object + bytes)), bytes / os::page_size());
        let dead = large.sweep(blocks, true, |_| false);
        large.free(blocks, memory, dead).unwrap();
        object
    }

    #[test]
    fn pages_of_a_dead_object_are_returned_to_the_os() {
        let (memory, blocks, large) = large(4, false);
        let object = write_and_free(&memory, &blocks, &large, 2 * BLOCK);
        assert_eq!(resident(&(object..object + 2 * BLOCK)), 0);
    }

    /// The kernel does not discard locked pages (`mlockall`).
    #[test]
    fn locked_pages_of_a_dead_object_are_zeroed() {
        let (memory, blocks, large) = large(4, false);
        let first = blocks.addresses(BlockIndex(0)).start;
        lock_pages(&(first..first + os::page_size())).expect("one page can be locked");
        // SAFETY: no object is in the memory.
        let discarded = unsafe { memory.discard(first..first + 2 * BLOCK) };
        assert!(discarded.is_err(), "locked pages cannot be discarded");
        assert_eq!(write_and_free(&memory, &blocks, &large, 2 * BLOCK), first);
        let again = large.allocate(&blocks, &memory, 2 * BLOCK, 1 << 20).unwrap();
        assert_eq!(again, Some(first));
        let first = core::ptr::with_exposed_provenance::<u64>(first);
        // SAFETY: this is the memory of a live object, which no other thread uses.
        let words = unsafe { core::slice::from_raw_parts(first, 2 * BLOCK / 8) };
        assert!(words.iter().all(|&word| word == 0), "a new object is zero");
    }

    #[test]
    fn old_large_object_is_freed_by_a_full_collection_only() {
        let (memory, blocks, large) = large(8, false);
        let a = large.allocate(&blocks, &memory, 9000, 1 << 20).unwrap().unwrap();
        assert!(blocks.age_large(a));
        let dead = large.sweep(&blocks, false, |_| unreachable!("not a full one"));
        assert_eq!((dead.0.len(), large.young_bytes()), (0, 0));
        let bytes = large.bytes();
        assert_eq!(large.allocate(&blocks, &memory, 9000, bytes).unwrap(), None);
        assert_eq!(large.allocate(&blocks, &memory, 9000, 2 * bytes - 1).unwrap(), None);
        assert!(large.allocate(&blocks, &memory, 9000, 2 * bytes).unwrap().is_some());
        let dead = large.sweep(&blocks, false, |_| unreachable!("not a full one"));
        large.free(&blocks, &memory, dead).unwrap();
        let dead = large.sweep(&blocks, true, |address| address == a);
        assert!(dead.0.is_empty());
        let dead = large.sweep(&blocks, true, |_| false);
        assert_eq!(dead.0.len(), 1);
        large.free(&blocks, &memory, dead).unwrap();
        assert_eq!(large.bytes(), 0);
    }

    #[test]
    fn zeal_mode_reuses_addresses_only_after_wraparound() {
        let (memory, blocks, large) = large(8, true);
        let first = blocks.addresses(BlockIndex(0)).start;
        for n in 0..9 {
            let address = large.allocate(&blocks, &memory, 2 * BLOCK, 1 << 20).unwrap().unwrap();
            assert_eq!((address - first) / BLOCK, n % 4 * 2);
            let dead = large.sweep(&blocks, false, |_| false);
            large.free(&blocks, &memory, dead).unwrap();
        }
    }

    /// In zeal mode, an access through a reference to a dead object faults.
    #[test]
    fn zeal_mode_makes_pages_of_a_dead_object_inaccessible() {
        let (memory, blocks, large) = large(8, true);
        let allocate = |size| large.allocate(&blocks, &memory, size, 1 << 20).unwrap().unwrap();
        let (first, second) = (allocate(2 * BLOCK), allocate(BLOCK + 1));
        let addresses = [first, first + 2 * BLOCK - 1, second, second + BLOCK];
        assert_eq!(addresses.map(is_readable), [true; 4]);
        let dead = large.sweep(&blocks, false, |_| unreachable!("none is old"));
        large.free(&blocks, &memory, dead).unwrap();
        assert_eq!(addresses.map(is_readable), [false; 4]);
    }

    #[test]
    fn old_large_objects_are_swept_some_at_a_time() {
        let (memory, blocks, large) = large(8, false);
        let allocate = || large.allocate(&blocks, &memory, 9000, 1 << 20).unwrap().unwrap();
        let objects: Vec<_> = (0..3).map(|_| allocate()).collect();
        objects.iter().for_each(|&object| assert!(blocks.age_large(object)));
        let _ = large.sweep(&blocks, false, |_| unreachable!("not a full one"));
        large.begin_sweep();
        let bytes = large.bytes();
        let young = allocate();
        let mut swept = Vec::new();
        while let Some(dead) = large.sweep_some(&blocks, 2, |address| address != objects[1]) {
            swept.push(dead.0.len());
            large.free(&blocks, &memory, dead).unwrap();
        }
        swept.sort_unstable();
        assert_eq!(swept, [0, 1]);
        assert_eq!(large.bytes(), bytes);
        let state = |address| blocks.state_at(address).unwrap();
        assert_eq!(state(objects[1]), BlockState::FREE);
        assert_eq!(
            (state(objects[0]), state(young)),
            (BlockState::LARGE_OLD, BlockState::LARGE_YOUNG)
        );
        // A full collection begins while a sweep is in progress.
        large.begin_sweep();
        let dead = large.sweep(&blocks, true, |address| address == objects[0]);
        assert_eq!(dead.0.len(), 2, "an old and a young one");
    }
}
