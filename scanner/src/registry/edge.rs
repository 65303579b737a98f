//! The orderings that [`super::published`] rests on, by name, so that models can be run without each.

use crate::sync::{Ordering, fence};

/// An ordering; the head of [`super::published`] says what each is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Full barrier: a reader is announced, then takes the pointer. Against `RetireThenCount`.
    AnnounceThenTake,
    /// Full barrier: a value is retired, then readers are counted. Against `AnnounceThenTake`.
    RetireThenCount,
    /// Release: what a reader did with the value, then it leaves. With `CountAcquire`.
    LeaveRelease,
    /// Acquire: the readers have left, then their value is dropped.
    CountAcquire,
    /// Release: the new value, then the pointer to it. With `TakeAcquire`.
    PublishRelease,
    /// Acquire: the pointer, then the value behind it.
    TakeAcquire,
    /// A grace period sees each of the two counters at zero.
    BothSides,
}

impl Edge {
    /// Whether it is in force: always, but in a model without it.
    #[inline(always)]
    pub(super) fn holds(self) -> bool {
        #[cfg(all(test, loom))]
        return super::models::weakened() != Some(self);
        #[cfg(not(all(test, loom)))]
        true
    }

    #[inline(always)]
    pub(super) fn fence(self) {
        if self.holds() {
            fence(Ordering::SeqCst);
        }
    }

    /// This order, or none.
    #[inline(always)]
    pub(super) fn order(self, order: Ordering) -> Ordering {
        if self.holds() { order } else { Ordering::Relaxed }
    }
}
