//! Slots that wait for memory.
//!
//! In a large heap what a slot refers to is seldom in the cache, and a worker that looked at once would wait
//! for each object. So it asks for the object, puts the slot into a short queue, and looks at the one that
//! has been there the longest (the queue in front of the mark stack of Cher, Hosking and Vitek, ASPLOS 2004).

use crate::arch;

/// Slots that wait: so many that memory has answered when a slot's turn comes.
const SLOTS: usize = 16;

/// The queue.
pub(super) struct Ring {
    slots: [usize; SLOTS],
    /// Where the next one goes.
    next: usize,
    /// How many wait.
    count: usize,
}

impl Ring {
    pub(super) fn new() -> Self {
        Self { slots: [0; SLOTS], next: 0, count: 0 }
    }

    /// Puts in a slot that refers to `object`; the slot whose turn it is, if the queue was full.
    #[inline]
    pub(super) fn push(&mut self, slot: usize, object: usize) -> Option<usize> {
        arch::prefetch(object);
        let place = &mut self.slots[self.next % SLOTS];
        self.next = (self.next + 1) % SLOTS;
        let before = core::mem::replace(place, slot);
        if self.count == SLOTS {
            return Some(before);
        }
        self.count += 1;
        None
    }

    /// The slot that was put in first.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = self.next.wrapping_sub(self.count) % SLOTS;
        self.count = self.count.checked_sub(1)?;
        Some(self.slots[first])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_out_in_the_order_in_which_they_were_put_in() {
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
}
