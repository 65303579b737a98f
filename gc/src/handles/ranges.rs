//! Root ranges: slots in the host's own memory that hold references.
//!
//! # Protocol
//!
//! The list of ranges has a lock, which a collection holds while it reads and rewrites the slots.
//! So a thread that removes a range waits until the collection releases the lock, and may then free
//! the memory. This module controls only the collector's accesses to the slots. The safety contract
//! of `register_root_range` governs the accesses of the host.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::collections::BTreeMap;

use parking_lot::Mutex;
use statepoint_scanner::fault_injection::fault;

use crate::object::{WORD, WeakKind};

/// Whether the references of a root range keep their objects alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RootRangeKind {
    /// The references keep their objects alive.
    Strong,
    /// The references do not keep their objects alive. A slot whose object has died is set to 0.
    Weak(WeakKind),
}

/// Error returned when a root range cannot be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootRangeError {
    /// The range begins at an address that is 0 or not a multiple of 8.
    #[error("a root range begins at {start:#x}; slots are 8-aligned and not at 0")]
    Start {
        /// The rejected start address.
        start: usize,
    },
    /// The range extends beyond the end of the address space.
    #[error("a root range at {start:#x} has {count} slots, which is beyond the last address")]
    Count {
        /// The start of the range.
        start: usize,
        /// The number of slots.
        count: usize,
    },
    /// The range overlaps one that is already registered.
    #[error(
        "a root range from {start:#x} to {end:#x} overlaps one from {other_start:#x} to \
         {other_end:#x}"
    )]
    Overlap {
        /// The start of the range.
        start: usize,
        /// The end of the range.
        end: usize,
        /// The start of the range that was registered before.
        other_start: usize,
        /// The end of the range that was registered before.
        other_end: usize,
    },
}

/// A root range, without its start address.
#[derive(Clone, Copy, Debug)]
struct Range {
    end: usize,
    kind: RootRangeKind,
}

/// The root ranges of a heap, by start address.
#[derive(Debug, Default)]
pub(crate) struct RootRanges(Mutex<BTreeMap<usize, Range>>);

impl RootRanges {
    /// Registers a range of `count` slots that begins at the address `start`.
    pub(crate) fn add(
        &self,
        start: usize,
        count: usize,
        kind: RootRangeKind,
    ) -> Result<(), RootRangeError> {
        if start == 0 || !start.is_multiple_of(WORD) {
            return Err(RootRangeError::Start { start });
        }
        let bytes = count.checked_mul(WORD).filter(|&bytes| bytes <= isize::MAX as usize);
        let end = bytes.and_then(|bytes| start.checked_add(bytes));
        let end = end.ok_or(RootRangeError::Count { start, count })?;
        let mut ranges = self.0.lock();
        // An empty range is checked as if it contained its start, which is its key in the map.
        let last = end.max(start + 1);
        if let Some((&other_start, other)) = ranges.range(..last).next_back()
            && (other.end > start || other_start == start)
        {
            let other_end = other.end;
            return Err(RootRangeError::Overlap { start, end, other_start, other_end });
        }
        ranges.insert(start, Range { end, kind });
        Ok(())
    }

    /// Removes the range that begins at `start`. Waits while a collection scans the ranges.
    pub(crate) fn remove(&self, start: usize) {
        self.0.lock().remove(&start);
    }

    /// Visits each slot of the ranges of a kind, and replaces its value by the visitor's. The world
    /// is stopped. Returns the number of slots visited.
    pub(crate) fn visit(&self, kind: RootRangeKind, mut visit: impl FnMut(u64) -> u64) -> u64 {
        let ranges = self.0.lock();
        let mut visited = 0;
        for (&start, range) in ranges.iter().filter(|(_, range)| range.kind == kind) {
            let missing = if fault("short-range") { WORD } else { 0 };
            for slot in (start..range.end - missing).step_by(WORD) {
                // SAFETY: the host that registered the range guarantees that its slots are valid
                // until the range is removed. Removal waits for the lock, which this function
                // holds.
                let slot = unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(slot) };
                let old = slot.load(Relaxed);
                let new = visit(old);
                if new != old {
                    slot.store(new, Relaxed);
                }
                visited += 1;
            }
        }
        visited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_ranges_are_errors() {
        let ranges = RootRanges::default();
        let strong = RootRangeKind::Strong;
        assert_eq!(ranges.add(0, 1, strong), Err(RootRangeError::Start { start: 0 }));
        assert_eq!(ranges.add(12, 1, strong), Err(RootRangeError::Start { start: 12 }));
        for count in [usize::MAX, usize::MAX / 8, 1 << 60] {
            assert_eq!(
                ranges.add(16, count, strong),
                Err(RootRangeError::Count { start: 16, count })
            );
        }
        let high = usize::MAX - 15;
        assert_eq!(
            ranges.add(high, 3, strong),
            Err(RootRangeError::Count { start: high, count: 3 })
        );
        ranges.add(64, 4, strong).unwrap();
        for (start, count) in [(64, 4), (56, 2), (88, 1), (64, 0), (72, 0), (8, 100)] {
            let end = start + 8 * count;
            let overlap = RootRangeError::Overlap { start, end, other_start: 64, other_end: 96 };
            assert_eq!(ranges.add(start, count, strong), Err(overlap));
        }
        ranges.add(96, 1, RootRangeKind::Weak(WeakKind::Short)).unwrap();
        ranges.add(56, 1, strong).unwrap();
        ranges.add(128, 0, strong).unwrap();
        assert!(ranges.add(128, 1, strong).is_err());
    }

    #[test]
    fn slots_of_each_kind_are_visited_and_updated() {
        let ranges = RootRanges::default();
        let mut slots = [8_u64, 0, 24];
        let mut weak = [40_u64];
        let of = |slots: &mut [u64]| slots.as_mut_ptr().expose_provenance();
        ranges.add(of(&mut slots), 3, RootRangeKind::Strong).unwrap();
        ranges.add(of(&mut weak), 1, RootRangeKind::Weak(WeakKind::Long)).unwrap();
        assert_eq!(ranges.visit(RootRangeKind::Strong, |word| word + 1), 3);
        assert_eq!(ranges.visit(RootRangeKind::Weak(WeakKind::Short), |_| 0), 0);
        assert_eq!(ranges.visit(RootRangeKind::Weak(WeakKind::Long), |_| 0), 1);
        assert_eq!((core::hint::black_box(slots), core::hint::black_box(weak)), ([9, 1, 25], [0]));
    }
}
