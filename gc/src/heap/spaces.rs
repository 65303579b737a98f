//! Where objects lie: a space that mutators fill, and another to which a collection moves what is
//! alive.
//!
//! Two spaces of equal size take turns. In zeal mode the next space begins right behind what was
//! used of the last one, in a range of addresses so large that an address comes again only after
//! very many collections, and what was left behind is made inaccessible: a reference that was not
//! updated faults whenever it is used.
//!
//! A space is larger than what objects may fill of it: workers copy into buffers of their own and
//! leave up to an eighth of each unused, so that in the worst case the copies need more room than
//! the originals. With that room set aside, a collection cannot fail half-way. Unused room in
//! between objects is not charged to the program: what counts against the capacity is the bytes of
//! objects that survived, plus all that was handed out since.
//!
//! Two spaces together are no larger than the heap limit.
//!
//! # Memory orders
//!
//! All accesses are relaxed. Where the space in use lies, its waste and the end of its room change
//! only while the world is stopped; the safepoint protocol's lock orders that with what threads do
//! before and after. In between, threads take pieces by exchanging the top, and a piece belongs to
//! whoever got it. Only statistics look at several of these at a time while threads run, and may
//! mix two moments.

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::io;

use crate::object::WORD;
use crate::os::{self, Reservation};

/// Bytes of a thread's allocation buffer, and of a worker's copy buffer.
pub(crate) const BUFFER: usize = 32 << 10;
/// Bytes of address space in zeal mode, if there are so many: enough for a million collections of a
/// small heap.
const ZEAL_RANGE: usize = 1 << 38;
/// How much may be allocated between collections where little is alive and the limit allows it.
const LEAST_HEADROOM: usize = 32 << 20;
/// One part of so many of a copy buffer may be left unused.
const WASTE: usize = 8;
/// The least room for objects with which it makes sense to run.
const LEAST_CAPACITY: usize = 4 * BUFFER;
/// The highest limit: far from overflow in all that is computed from it.
const MOST: usize = 1 << 44;

/// A piece of a space, for one thread.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A region that several threads carve pieces from.
#[derive(Debug)]
pub(crate) struct Bump {
    top: AtomicUsize,
    end: AtomicUsize,
}

impl Bump {
    /// All of `room`, which is word-aligned.
    pub(crate) fn new(room: Range<usize>) -> Self {
        Self { top: AtomicUsize::new(room.start), end: AtomicUsize::new(room.end) }
    }

    /// At least `least` and at most `most` bytes, or nothing if there is less left. Both are
    /// multiples of 8.
    pub(crate) fn take(&self, least: usize, most: usize) -> Option<Chunk> {
        debug_assert!(least <= most && least.is_multiple_of(WORD) && most.is_multiple_of(WORD));
        let end = self.end.load(Relaxed);
        let mut top = self.top.load(Relaxed);
        // Relaxed: the piece's memory is handed over by nothing but its address being unique; what
        // was written to it earlier is ordered by the stop that emptied the space.
        loop {
            let left = end.saturating_sub(top);
            if left < least {
                return None;
            }
            let bytes = left.min(most);
            match self.top.compare_exchange_weak(top, top + bytes, Relaxed, Relaxed) {
                Ok(_) => return Some(Chunk { start: top, end: top + bytes }),
                Err(now) => top = now,
            }
        }
    }

    fn top(&self) -> usize {
        self.top.load(Relaxed)
    }

    fn reset(&self, room: Range<usize>) {
        self.top.store(room.start, Relaxed);
        self.end.store(room.end, Relaxed);
    }
}

/// A worker's private part of to-space.
#[derive(Debug, Default)]
pub(crate) struct CopyBuffer {
    cursor: usize,
    end: usize,
}

impl CopyBuffer {
    /// Room for a copy; `None` if to-space is full, which it is made never to be.
    #[inline]
    pub(crate) fn allocate(&mut self, to: &Bump, bytes: usize) -> Option<usize> {
        let start = self.cursor;
        if bytes <= self.end - start {
            self.cursor = start + bytes;
            return Some(start);
        }
        self.refill(to, bytes)
    }

    #[cold]
    fn refill(&mut self, to: &Bump, bytes: usize) -> Option<usize> {
        if bytes > BUFFER / WASTE {
            return to.take(bytes, bytes).map(|chunk| chunk.start);
        }
        let chunk = to.take(bytes, BUFFER)?;
        self.cursor = chunk.start + bytes;
        self.end = chunk.end;
        Some(chunk.start)
    }
}

/// A collection's view of the spaces.
#[derive(Debug)]
pub(crate) struct Flip {
    /// Where all objects are that may be alive.
    pub(crate) from: Range<usize>,
    /// Where they go.
    pub(crate) to: Bump,
    /// All of the space that they go to.
    pub(crate) to_space: Range<usize>,
}

impl Flip {
    /// Bytes taken of to-space so far.
    pub(crate) fn copied(&self) -> usize {
        self.to.top() - self.to_space.start
    }
}

/// The spaces of a heap.
#[derive(Debug)]
pub(crate) struct Spaces {
    reservation: Reservation,
    limit: usize,
    /// Bytes that objects may take.
    capacity: usize,
    /// Bytes of a space.
    stride: usize,
    zeal: bool,
    /// Where the space in use begins.
    start: AtomicUsize,
    /// Bytes between objects in the space in use that copying has left unused.
    waste: AtomicUsize,
    room: Bump,
}

/// Why there are no spaces.
#[derive(Debug)]
pub(super) enum SpacesError {
    /// The limit leaves no room for objects, or is absurd; these are the bounds.
    Limit { least: usize, most: usize },
    /// So much address space cannot be had.
    Reservation { bytes: usize, source: io::Error },
}

impl Spaces {
    /// Spaces for a heap of `limit` bytes that up to `workers` threads collect.
    pub(super) fn new(limit: usize, workers: usize, zeal: bool) -> Result<Self, SpacesError> {
        let page = os::page_size();
        // Each worker's last buffer may be unused, and of all others one part of WASTE.
        let last_buffers = workers * BUFFER;
        let stride = limit / 2 / page * page;
        let capacity = stride.saturating_sub(last_buffers) / WASTE * (WASTE - 1) / WORD * WORD;
        if capacity < LEAST_CAPACITY || limit > MOST {
            let least = 2 * (LEAST_CAPACITY / (WASTE - 1) * WASTE + last_buffers + page);
            return Err(SpacesError::Limit { least: least.next_multiple_of(page), most: MOST });
        }
        // In zeal mode as much as can be had, but at least so much that spaces do not overlap.
        let least = if zeal { 4 * stride } else { 2 * stride };
        let ample = if zeal { least.max(ZEAL_RANGE) } else { least };
        let map = || {
            let reservation = Reservation::new(ample).or_else(|_| Reservation::new(least))?;
            let start = reservation.start();
            reservation.commit(if zeal { start..start + stride } else { reservation.range() })?;
            Ok(reservation)
        };
        let reservation =
            map().map_err(|source| SpacesError::Reservation { bytes: least, source })?;
        let start = reservation.start();
        Ok(Self {
            reservation,
            limit,
            capacity,
            stride,
            zeal,
            start: AtomicUsize::new(start),
            waste: AtomicUsize::new(0),
            room: Bump::new(start..start + capacity.min(LEAST_HEADROOM)),
        })
    }

    /// Bytes that the heap may use.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// All addresses that objects may ever have.
    pub(crate) fn range(&self) -> Range<usize> {
        self.reservation.range()
    }

    /// The space in use.
    pub(crate) fn in_use(&self) -> Range<usize> {
        let start = self.start.load(Relaxed);
        start..start + self.stride
    }

    /// The part of it that was handed out: all objects lie there.
    pub(crate) fn filled(&self) -> Range<usize> {
        self.start.load(Relaxed)..self.room.top()
    }

    /// Where the space begins that is used after this one: in zeal mode behind its last object,
    /// at the beginning again when the end is reached.
    fn next_start(&self) -> usize {
        let Range { start, end } = self.reservation.range();
        if self.zeal {
            let behind = self.room.top().next_multiple_of(os::page_size());
            if behind + self.stride <= end { behind } else { start }
        } else if self.start.load(Relaxed) == start {
            start + self.stride
        } else {
            start
        }
    }

    /// Bytes that objects may take.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Bytes that objects take: those that survived the last collection, and all that was handed
    /// out since, threads' buffers as a whole. Exact while the world is stopped.
    pub(crate) fn used(&self) -> usize {
        let taken = self.room.top().saturating_sub(self.in_use().start);
        taken.saturating_sub(self.waste.load(Relaxed))
    }

    /// Between `least` and `most` bytes; nothing if it is time to collect. What the chunk holds is
    /// not defined.
    pub(crate) fn allocate(&self, least: usize, most: usize) -> Option<Chunk> {
        self.room.take(least, most)
    }

    /// Whether there is room for `request` bytes besides what is in use, now or after the next
    /// collection.
    pub(crate) fn could_hold(&self, request: usize) -> bool {
        self.used().saturating_add(request) <= self.capacity
    }

    /// Begins a collection: the world is stopped.
    pub(crate) fn flip(&self) -> io::Result<Flip> {
        let from = self.filled();
        let next = self.next_start();
        let to_space = next..next + self.stride;
        if self.zeal {
            self.reservation.commit(to_space.clone())?;
        }
        Ok(Flip { from, to: Bump::new(to_space.clone()), to_space })
    }

    /// Ends a collection: everything alive was copied, `live` bytes. Mutators may then allocate
    /// as much as is alive, at least a fixed headroom and `request`, and never beyond the limit.
    pub(crate) fn finish(&self, flip: &Flip, live: usize, request: usize) -> io::Result<()> {
        let (old, new) = (self.in_use(), flip.to_space.start);
        let copied = flip.copied();
        let waste = copied - live;
        let goal = live + live.max(LEAST_HEADROOM).max(request);
        // Within the space: it has room for the capacity and the worst waste.
        let end = new + waste + goal.min(self.capacity);
        self.start.store(new, Relaxed);
        self.waste.store(waste, Relaxed);
        self.room.reset(new + copied..end);
        if self.zeal {
            // The new space may begin within what was set aside for the old one, or, where nothing
            // was in use, be the same.
            let end = if new < old.start { old.end } else { old.end.min(new) };
            // SAFETY: all objects were moved and all references with them; whoever has one left
            // shall fault.
            unsafe { self.reservation.retire(old.start..end) }?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_disjoint_and_end_at_the_capacity() {
        let spaces = Spaces::new(1 << 20, 1, false).unwrap();
        let mut next = spaces.in_use().start;
        while let Some(chunk) = spaces.allocate(24, 4096) {
            assert_eq!(chunk.start, next);
            next = chunk.end;
        }
        assert!(spaces.capacity() - spaces.used() < 24);
        assert!(spaces.capacity() > (1 << 20) / 2 / 4 * 3, "{}", spaces.capacity());
        assert!(!spaces.could_hold(24));
    }

    #[test]
    fn all_spaces_in_use_at_once_are_within_the_limit() {
        for (limit, workers) in [(1 << 20, 1), (1 << 20, 4), (64 << 20, 16), (1_234_567, 2)] {
            let spaces = Spaces::new(limit, workers, false).unwrap();
            assert!(spaces.range().len() <= limit);
        }
        let error = Spaces::new(300_000, 2, false).unwrap_err();
        let SpacesError::Limit { least, most } = error else { panic!("{error:?}") };
        assert!(Spaces::new(least, 2, false).is_ok());
        let error = Spaces::new(most + 1, 2, false).unwrap_err();
        assert!(matches!(error, SpacesError::Limit { .. }), "{error:?}");
    }

    fn collect(spaces: &Spaces) {
        spaces.allocate(64, 64).unwrap();
        let flip = spaces.flip().unwrap();
        CopyBuffer::default().allocate(&flip.to, 16).unwrap();
        spaces.finish(&flip, 16, 0).unwrap();
        assert_eq!(spaces.used(), 16);
    }

    #[test]
    fn two_spaces_take_turns() {
        let spaces = Spaces::new(1 << 20, 1, false).unwrap();
        let first = spaces.in_use();
        collect(&spaces);
        let second = spaces.in_use();
        assert!(first.end <= second.start || second.end <= first.start);
        collect(&spaces);
        assert_eq!(spaces.in_use(), first);
    }

    /// A note if not. An emulator may have less of it than the processor that it stands for.
    fn address_space_has(bytes: usize) -> bool {
        let has = Reservation::new(bytes).is_ok();
        if !has {
            eprintln!("skipped: {bytes} bytes of address space cannot be reserved");
        }
        has
    }

    #[test]
    fn in_zeal_mode_addresses_do_not_come_again_for_long() {
        if !address_space_has(ZEAL_RANGE) {
            return;
        }
        let spaces = Spaces::new(1 << 20, 1, true).unwrap();
        let mut last = spaces.in_use().start;
        for _ in 0..2000 {
            collect(&spaces);
            let start = spaces.in_use().start;
            assert!(start > last, "{start:x} after {last:x}");
            // All of the space is accessible, whatever was retired around it.
            for address in [start, spaces.in_use().end - 8] {
                // SAFETY: it is committed and nobody uses it.
                unsafe { core::ptr::with_exposed_provenance_mut::<u64>(address).write(1) };
            }
            last = start;
        }
    }

    #[test]
    fn in_zeal_mode_an_empty_space_can_be_collected() {
        let spaces = Spaces::new(1 << 20, 1, true).unwrap();
        for _ in 0..3 {
            spaces.finish(&spaces.flip().unwrap(), 0, 0).unwrap();
            // SAFETY: it is committed and nobody uses it.
            unsafe {
                core::ptr::with_exposed_provenance_mut::<u64>(spaces.in_use().start).write(1);
            }
        }
    }

    #[test]
    fn in_zeal_mode_the_range_is_begun_again_at_its_end() {
        // So large a heap that four spaces are all there is.
        if !address_space_has(2 * ZEAL_RANGE) {
            return;
        }
        let spaces = Spaces::new(1 << 38, 1, true).unwrap();
        let first = spaces.in_use().start;
        let mut starts = Vec::new();
        for _ in 0..12 {
            // As much as mutators may have between two collections.
            while spaces.allocate(1 << 20, 1 << 30).is_some() {}
            let flip = spaces.flip().unwrap();
            flip.to.take(1 << 36, 1 << 36).unwrap();
            spaces.finish(&flip, 1 << 36, 0).unwrap();
            starts.push(spaces.in_use().start);
        }
        assert!(starts.contains(&first), "{starts:x?}");
    }

    /// Fills the capacity with objects whose sizes waste as much of the copy buffers as can be, and
    /// copies them again and again.
    #[test]
    fn the_worst_copy_order_fits_to_space_and_is_not_charged_to_the_program() {
        for workers in [1, 2, 7] {
            let spaces = Spaces::new(4 << 20, workers, false).unwrap();
            // Each buffer ends just before an object that is an eighth of it.
            let sizes = || [BUFFER / WASTE; 7].into_iter().chain([16]).cycle();
            let mut objects = Vec::new();
            for size in sizes() {
                if spaces.allocate(size, size).is_none() {
                    break;
                }
                objects.push(size);
            }
            let live = spaces.used();
            assert!(spaces.capacity() - live < BUFFER / WASTE);
            for _ in 0..5 {
                let flip = spaces.flip().unwrap();
                let mut buffers: Vec<_> = (0..workers).map(|_| CopyBuffer::default()).collect();
                for (index, &size) in objects.iter().enumerate() {
                    let buffer = &mut buffers[index / 8 % workers];
                    buffer.allocate(&flip.to, size).expect("to-space has room");
                }
                assert!(flip.copied() > live, "the test wastes room");
                spaces.finish(&flip, live, 0).unwrap();
                assert_eq!(spaces.used(), live);
                assert!(spaces.could_hold(0));
                assert_eq!(spaces.allocate(BUFFER, BUFFER), None);
            }
        }
    }
}
