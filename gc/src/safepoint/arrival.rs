//! When threads came out of managed code, for those who want to see it.

use core::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::coordinator::Coordinator;
use super::participant::Participant;

/// How a thread came out of managed code; the lowest bit of what is noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It goes on in native code.
    Native = 0,
    /// It stops.
    Stopped = 1,
}

impl<T> Coordinator<T> {
    /// Notes when `me` arrives, if that is wanted. Owner only, before it counts as arrived.
    #[inline]
    pub(super) fn note(&self, me: &Participant<T>, arrival: Arrival) {
        if let Some(epoch) = self.clock {
            let at = u64::try_from(epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
            me.arrived.store(at << 1 | arrival as u64, Relaxed);
        }
    }

    /// The thread goes on as a managed one. Owner only.
    #[inline]
    pub(super) fn forget(&self, me: &Participant<T>) {
        if self.clock.is_some() {
            me.arrived.store(0, Relaxed);
        }
    }

    /// In a stop that was `requested` then: since when a thread has been stopped, or has been in native code because of
    /// it; and whether it is stopped. One that slept on from an earlier stop has been stopped since that. `None`: it was
    /// in native code anyway, stops the others itself, or arrivals are not noted.
    pub(crate) fn arrival(
        &self,
        thread: &Participant<T>,
        requested: Instant,
    ) -> Option<(Instant, bool)> {
        let noted = thread.arrived.load(Relaxed);
        let at = self.clock? + Duration::from_nanos(noted >> 1);
        let is_stopped = noted & 1 == Arrival::Stopped as u64;
        (is_stopped || at >= requested).then_some((at, is_stopped))
    }
}
