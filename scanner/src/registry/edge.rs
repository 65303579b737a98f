//! The memory orderings that [`super::published`] requires. Each has a name, so that a loom model
//! can run without it.

use crate::sync::{Ordering, fence};

/// A memory ordering of the protocol. [`super::published`] describes the purpose of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Full barrier: a reader announces itself, then loads the pointer. Pairs with
    /// `RetireThenCount`.
    AnnounceThenTake,
    /// Full barrier: a writer retires a value, then reads the counters. Pairs with
    /// `AnnounceThenTake`.
    RetireThenCount,
    /// Release: a reader uses the value, then leaves. Pairs with `CountAcquire`.
    LeaveRelease,
    /// Acquire: the readers have left, then their value is dropped. Pairs with `LeaveRelease`.
    CountAcquire,
    /// Release: the writer writes the new value, then the pointer to it. Pairs with `TakeAcquire`.
    PublishRelease,
    /// Acquire: a reader loads the pointer, then reads the value. Pairs with `PublishRelease`.
    TakeAcquire,
    /// Not a memory ordering: a grace period requires that each of the two counters was zero once.
    BothSides,
}

impl Edge {
    /// Returns whether the ordering is in force: always, except in a model that runs without it.
    #[inline(always)]
    pub(super) fn holds(self) -> bool {
        #[cfg(all(test, loom))]
        return super::models::weakened() != Some(self);
        #[cfg(not(all(test, loom)))]
        true
    }

    /// Executes a sequentially consistent fence, unless a model runs without it.
    #[inline(always)]
    pub(super) fn fence(self) {
        if self.holds() {
            fence(Ordering::SeqCst);
        }
    }

    /// Returns `order`, or `Relaxed` in a model that runs without the ordering.
    #[inline(always)]
    pub(super) fn order(self, order: Ordering) -> Ordering {
        if self.holds() { order } else { Ordering::Relaxed }
    }
}
