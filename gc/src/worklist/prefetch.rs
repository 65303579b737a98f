//! A prefetch queue of slots.
//!
//! In a large heap, the object that a slot points to is seldom in the cache. A worker that reads
//! each object immediately waits for memory each time. So the worker prefetches the object and adds
//! the slot to a short FIFO queue. It then processes the oldest slot of the queue (the queue in
//! front of the mark stack of Cher, Hosking and Vijaykumar, ASPLOS 2004).

use statepoint_scanner::arch::prefetch;

/// Capacity of the queue: large enough that an object is in the cache when its slot leaves the
/// queue.
const SLOTS: usize = 32;

/// A FIFO queue of slot addresses, in a ring buffer.
#[derive(Debug, Default)]
pub(crate) struct Ring {
    /// The ring buffer.
    slots: [usize; SLOTS],
    /// Index at which the next slot is stored.
    next: usize,
    /// Number of slots in the queue.
    count: usize,
}

impl Ring {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Returns whether the queue has no slot.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Prefetches `object`, which `slot` points to, and adds the slot to the queue. If the queue
    /// was full, removes and returns the oldest slot.
    #[inline]
    pub(crate) fn push(&mut self, slot: usize, object: usize) -> Option<usize> {
        prefetch(object);
        let place = &mut self.slots[self.next % SLOTS];
        self.next = (self.next + 1) % SLOTS;
        let before = core::mem::replace(place, slot);
        if self.count == SLOTS {
            return Some(before);
        }
        self.count += 1;
        None
    }

    /// Swaps the oldest slot with another one: `place` modulo the number of slots is the number of
    /// slots between them. For zeal mode.
    pub(crate) fn swap_oldest(&mut self, place: u64) {
        if self.count > 0 {
            let first = self.next.wrapping_sub(self.count);
            let other = first.wrapping_add((place % self.count as u64) as usize);
            self.slots.swap(first % SLOTS, other % SLOTS);
        }
    }

    /// Removes and returns the oldest slot; `None` if the queue is empty.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let first = self.next.wrapping_sub(self.count) % SLOTS;
        self.count = self.count.checked_sub(1)?;
        Some(self.slots[first])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ring_is_fifo() {
        let mut ring = Ring::new();
        assert_eq!(ring.pop(), None);
        for slot in 0..SLOTS {
            assert_eq!(ring.push(slot, 0), None);
        }
        assert_eq!(ring.push(SLOTS, 0), Some(0));
        for slot in 1..=SLOTS {
            assert_eq!(ring.pop(), Some(slot));
        }
        assert_eq!(ring.pop(), None);
    }

    #[test]
    fn any_slot_can_be_swapped_with_the_oldest() {
        let mut ring = Ring::new();
        ring.swap_oldest(7);
        assert_eq!(ring.pop(), None);
        for slot in 0..SLOTS + 4 {
            ring.push(slot, 0);
        }
        ring.swap_oldest(SLOTS as u64 - 1);
        ring.swap_oldest(3 * SLOTS as u64);
        assert_eq!(ring.pop(), Some(SLOTS + 3));
        ring.swap_oldest(1);
        assert_eq!([ring.pop(), ring.pop(), ring.pop()], [Some(6), Some(5), Some(7)]);
        assert_eq!(core::iter::from_fn(|| ring.pop()).last(), Some(4));
    }
}
