//! Times at which threads left managed code, recorded on request.

use core::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::coordinator::Coordinator;
use super::participant::Participant;

/// The state in which a thread left managed code; the lowest bit of the recorded value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It continues in native code.
    Native = 0,
    /// It stops.
    Stopped = 1,
}

impl<T> Coordinator<T> {
    /// Records the time at which `me` arrives, if times are recorded. Owner only, before it counts
    /// as arrived.
    #[inline]
    pub(super) fn record_arrival(&self, me: &Participant<T>, arrival: Arrival) {
        if let Some(epoch) = self.clock {
            let at = u64::try_from(epoch.elapsed().as_nanos()).unwrap_or(u64::MAX);
            me.arrived.store(at << 1 | arrival as u64, Relaxed);
        }
    }

    /// Clears the record: the thread continues as a managed one. Owner only.
    #[inline]
    pub(super) fn clear_arrival(&self, me: &Participant<T>) {
        if self.clock.is_some() {
            me.arrived.store(0, Relaxed);
        }
    }

    /// Returns since when a thread has been stopped, or has been in native code because of the stop
    /// that was `requested` at that time; and whether it is stopped. A thread that has slept since
    /// an earlier stop has been stopped since that one. `None` if the thread was in native code
    /// anyway, is the stopping thread, or if arrivals are not recorded.
    pub(crate) fn arrival(
        &self,
        thread: &Participant<T>,
        requested: Instant,
    ) -> Option<(Instant, bool)> {
        let recorded = thread.arrived.load(Relaxed);
        let at = self.clock? + Duration::from_nanos(recorded >> 1);
        let is_stopped = recorded & 1 == Arrival::Stopped as u64;
        (is_stopped || at >= requested).then_some((at, is_stopped))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::state::DisarmedState;
    use super::*;

    #[test]
    fn only_stopped_or_newly_native_threads_have_an_arrival_time() {
        let heap = Coordinator::<()>::new(true, None);
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
