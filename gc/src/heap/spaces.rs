//! Where objects lie: equal spaces in a ring, of which mutators use one at a time.
//!
//! A collection copies what is alive from the space in use (from-space) to the next of the ring
//! (to-space), which is in use from then on. Two spaces do. In zeal mode there are more, and a
//! from-space is made inaccessible, so that an address faults for many collections after its object
//! moved away.
//!
//! A space is larger than what mutators may fill of it: workers copy into buffers of their own and
//! leave up to an eighth of each unused, so that in the worst case the copies need more room than
//! the originals. With that room set aside, a collection cannot fail half-way.

use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::io;

use crate::object::WORD;
use crate::os::{self, Reservation};

/// Spaces in the ring in zeal mode.
const ZEAL_RING: usize = 16;
/// How much may be allocated between collections where little is alive and the limit allows it.
const LEAST_HEADROOM: usize = 32 << 20;
/// Bytes of a worker's copy buffer.
const COPY_BUFFER: usize = 32 << 10;
/// Of a copy buffer, the part that may be left unused.
const WASTE: usize = 8;

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
        if bytes > COPY_BUFFER / WASTE {
            return to.take(bytes, bytes).map(|chunk| chunk.start);
        }
        let chunk = to.take(bytes, COPY_BUFFER)?;
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
    to_start: usize,
}

impl Flip {
    /// Bytes taken of to-space so far.
    pub(crate) fn copied(&self) -> usize {
        self.to.top() - self.to_start
    }
}

/// The ring of spaces.
#[derive(Debug)]
pub(crate) struct Spaces {
    reservation: Reservation,
    limit: usize,
    /// What mutators may fill of a space.
    capacity: usize,
    /// From the start of a space to that of the next.
    stride: usize,
    ring: usize,
    in_use: AtomicUsize,
    room: Bump,
}

impl Spaces {
    /// Spaces for a heap of `limit` bytes that up to `workers` threads collect.
    pub(crate) fn new(limit: usize, workers: usize, zeal: bool) -> io::Result<Self> {
        let page = os::page_size();
        let capacity = (limit / 2) / page * page;
        // 1/7: of a buffer, at least 7/8 are used. See the module's head.
        let stride = (capacity + capacity / (WASTE - 1) + (workers + 1) * COPY_BUFFER)
            .next_multiple_of(page);
        let ring = if zeal { ZEAL_RING } else { 2 };
        let reservation = Reservation::new(ring * stride)?;
        let start = reservation.start();
        reservation.commit(if zeal { start..start + stride } else { reservation.range() })?;
        let first = start..start + capacity.min(LEAST_HEADROOM);
        let room = Bump::new(first);
        Ok(Self { reservation, limit, capacity, stride, ring, in_use: AtomicUsize::new(0), room })
    }

    /// Bytes that the heap may use.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// All addresses that objects may ever have.
    pub(crate) fn range(&self) -> Range<usize> {
        self.reservation.range()
    }

    fn start(&self, index: usize) -> usize {
        self.reservation.start() + index * self.stride
    }

    /// The space in use.
    pub(crate) fn in_use(&self) -> Range<usize> {
        let start = self.start(self.in_use.load(Relaxed));
        start..start + self.stride
    }

    /// Bytes taken of the space in use.
    pub(crate) fn used(&self) -> usize {
        self.room.top() - self.in_use().start
    }

    /// Between `least` and `most` bytes; nothing if it is time to collect. What the chunk holds is
    /// not defined.
    pub(crate) fn allocate(&self, least: usize, most: usize) -> Option<Chunk> {
        self.room.take(least, most)
    }

    /// Whether `request` bytes would fit the space in use if it were not yet time to collect.
    pub(crate) fn could_hold(&self, request: usize) -> bool {
        self.used().saturating_add(request) <= self.capacity
    }

    /// Begins a collection: the world is stopped.
    pub(crate) fn flip(&self) -> io::Result<Flip> {
        let index = self.in_use.load(Relaxed);
        let from = self.start(index)..self.room.top();
        let next = self.start((index + 1) % self.ring);
        let to = next..next + self.stride;
        if self.ring > 2 {
            self.reservation.commit(to.clone())?;
        }
        Ok(Flip { from, to_start: to.start, to: Bump::new(to) })
    }

    /// Ends a collection: everything alive was copied. Mutators may then allocate as much as is
    /// alive, at least a fixed headroom and `request`, and never beyond the limit.
    pub(crate) fn finish(&self, flip: &Flip, request: usize) -> io::Result<()> {
        let old = self.in_use();
        let live = flip.copied();
        let goal = live + live.max(LEAST_HEADROOM).max(request);
        // Waste of the copy may put the end before the top; then there is no room, not a panic.
        let end = flip.to_start + goal.min(self.capacity);
        self.in_use.store((self.in_use.load(Relaxed) + 1) % self.ring, Relaxed);
        self.room.reset(flip.to_start + live..end);
        if self.ring > 2 {
            // SAFETY: all objects were moved and all references with them; whoever has one left
            // shall fault.
            unsafe { self.reservation.retire(old) }?;
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
        assert_eq!(spaces.used(), 1 << 19);
        assert!(!spaces.could_hold(8));
    }

    #[test]
    fn a_collection_moves_to_another_space_and_zeal_leaves_the_old_one_alone_for_long() {
        for (zeal, ring) in [(false, 2), (true, ZEAL_RING)] {
            let spaces = Spaces::new(1 << 20, 1, zeal).unwrap();
            let first = spaces.in_use();
            let mut starts = vec![first.start];
            for _ in 1..ring {
                spaces.allocate(64, 64).unwrap();
                let flip = spaces.flip().unwrap();
                assert_eq!(flip.from.len(), spaces.used());
                CopyBuffer::default().allocate(&flip.to, 16).unwrap();
                spaces.finish(&flip, 0).unwrap();
                starts.push(spaces.in_use().start);
            }
            let mut distinct = starts.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), ring, "{starts:x?}");
            spaces.finish(&spaces.flip().unwrap(), 0).unwrap();
            assert_eq!(spaces.in_use(), first);
        }
    }

    #[test]
    fn the_worst_copy_order_fits_to_space() {
        let spaces = Spaces::new(4 << 20, 2, false).unwrap();
        // Each buffer ends just before an object that is an eighth of it.
        let mut originals = 0;
        let flip = spaces.flip().unwrap();
        let mut buffers = [CopyBuffer::default(), CopyBuffer::default()];
        'full: loop {
            for buffer in &mut buffers {
                let sizes = [COPY_BUFFER / WASTE; 7].into_iter().chain([16, COPY_BUFFER / WASTE]);
                for size in sizes {
                    originals += size;
                    if originals > spaces.capacity {
                        break 'full;
                    }
                    buffer.allocate(&flip.to, size).expect("to-space has room");
                }
            }
        }
        assert!(flip.copied() > spaces.capacity - spaces.capacity / 16, "the test fills the space");
    }
}
