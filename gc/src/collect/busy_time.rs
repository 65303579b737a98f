//! The time for which the threads of a collection had a processor.
//!
//! It is the time that the sizing policy learns from. If other threads or other programs take a
//! processor from a collecting thread, the pause is longer, but not because of the nursery: a
//! smaller one would only cause more pauses, of which as many would be interrupted.

use std::time::Duration;

use crate::os;

/// Measures the busy time of a pause, on the thread that coordinates the collection.
pub(super) struct BusyTime {
    /// Processor time of this thread when the measurement began.
    began: Duration,
}

impl BusyTime {
    pub(super) fn begin() -> Self {
        Self { began: os::thread_processor_time() }
    }

    /// Returns the busy time so far: that of this thread, and of the workers for which it waited.
    pub(super) fn so_far(&self, workers: WorkerTimes) -> Duration {
        let own = os::thread_processor_time().saturating_sub(self.began);
        own + workers.longest.saturating_sub(workers.coordinator)
    }
}

/// Processor time of the workers of a collection, which work at the same time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WorkerTimes {
    /// That of worker 0, which coordinates the collection.
    coordinator: Duration,
    longest: Duration,
}

impl WorkerTimes {
    /// Runs `work`, and returns its result and the processor time that it took.
    pub(super) fn measure<R>(work: impl FnOnce() -> R) -> (R, Duration) {
        let began = os::thread_processor_time();
        let result = work();
        (result, os::thread_processor_time().saturating_sub(began))
    }

    /// Records the processor time of worker `index`.
    pub(super) fn record(&mut self, index: usize, time: Duration) {
        if index == 0 {
            self.coordinator = time;
        }
        self.longest = self.longest.max(time);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn time_without_a_processor_does_not_count() {
        let (began, busy) = (Instant::now(), BusyTime::begin());
        std::thread::sleep(20 * MS);
        assert!(busy.so_far(WorkerTimes::default()) + 15 * MS < began.elapsed());
    }

    #[test]
    fn longest_worker_replaces_the_coordinator() {
        let mut workers = WorkerTimes::default();
        workers.record(1, 70 * MS);
        workers.record(0, 30 * MS);
        workers.record(2, 50 * MS);
        let busy = BusyTime::begin();
        assert!(busy.so_far(workers) >= 40 * MS && busy.so_far(WorkerTimes::default()) < 40 * MS);
    }

    #[test]
    fn own_work_counts() {
        let busy = BusyTime::begin();
        let ((), own) = WorkerTimes::measure(|| {
            let began = os::thread_processor_time();
            while os::thread_processor_time() - began < MS {}
        });
        assert!(own >= MS && busy.so_far(WorkerTimes::default()) >= own);
    }
}
