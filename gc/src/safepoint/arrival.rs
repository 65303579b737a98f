//! Arrival times: when threads left managed code. Recorded only on request, for messages about slow
//! threads.

use core::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::coordinator::Coordinator;
use super::participant::Participant;

/// The state that a thread entered when it left managed code. Stored in the lowest bit of the
/// recorded value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// The thread runs native code.
    Native = 0,
    /// The thread is stopped.
    Stopped = 1,
}

impl<T> Coordinator<T> {
    /// Records the arrival time of `me`, if times are recorded. Called only by the owner, before it
    /// counts its arrival.
    #[inline]
    pub(super) fn record_arrival(&self, me: &Participant<T>, arrival: Arrival) {
        if let Some(epoch) = self.clock {
            let nanoseconds = u64::try_from(epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
            me.arrived.store(nanoseconds << 1 | arrival as u64, Relaxed);
        }
    }

    /// Clears the recorded time, because the thread becomes managed. Called only by the owner.
    #[inline]
    pub(super) fn clear_arrival(&self, me: &Participant<T>) {
        if self.clock.is_some() {
            me.arrived.store(0, Relaxed);
        }
    }

    /// Returns the arrival time of a thread for the stop that was requested at the time
    /// `requested`, and whether the thread is stopped. If the thread has slept since an earlier
    /// stop, the time is its arrival for that stop.
    ///
    /// Returns `None` if the thread was in native code before the request, if it is the stopping
    /// thread, or if arrivals are not recorded.
    pub(crate) fn arrival(
        &self,
        thread: &Participant<T>,
        requested: Instant,
    ) -> Option<(Instant, bool)> {
        let recorded = thread.arrived.load(Relaxed);
        let arrived = self.clock? + Duration::from_nanos(recorded >> 1);
        let is_stopped = recorded & 1 == Arrival::Stopped as u64;
        (is_stopped || arrived >= requested).then_some((arrived, is_stopped))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::state::DisarmedState;
    use super::*;

    #[test]
    fn only_stopped_or_newly_native_threads_have_an_arrival_time() {
        let heap = Coordinator::<()>::new(true, None, 2);
        let disarmed = DisarmedState { poll_always: false, gate_closed: false };
        let me = Participant::attached(&heap, disarmed, ());
        let since = |requested| heap.arrival(&me, requested).map(|(_, stopped)| stopped);
        let long_ago = heap.clock.expect("arrivals are recorded");
        std::thread::sleep(Duration::from_millis(2));
        let before = Instant::now();
        assert_eq!(since(before), None, "it was in native code anyway");

        heap.record_arrival(&me, Arrival::Native);
        assert_eq!(since(before), Some(false), "it left because of the stop");
        let after = Instant::now() + Duration::from_secs(1);
        assert_eq!(since(after), None, "it had left before");
        heap.record_arrival(&me, Arrival::Stopped);
        assert_eq!(since(before), Some(true));
        assert_eq!(since(after), Some(true), "it has slept since an earlier stop");
        let (at, _) = heap.arrival(&me, before).expect("as above");
        assert!(before <= at && at <= after, "{long_ago:?} {before:?} {at:?}");
        heap.clear_arrival(&me);
        assert_eq!(since(before), None, "it is managed again");
    }
}
