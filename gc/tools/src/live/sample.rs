//! [`LiveHeap`], and what it shows between two times.

use std::time::{Duration, Instant};

use spgc_stats::{Header, HeapCounters, ReadError, StatsReader};

/// Whether a heap still changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapState {
    /// Its process runs.
    Live,
    /// The heap has ended, and its file was removed.
    Ended,
    /// The process is gone, and has not ended the heap: it was killed, or has aborted.
    ProcessGone,
}

impl HeapState {
    /// Returns the state as one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Ended => "ended",
            Self::ProcessGone => "process-gone",
        }
    }
}

/// A heap whose counters are read.
#[derive(Debug)]
pub struct LiveHeap {
    reader: StatsReader,
}

/// The counters of a heap, and when they were read.
#[derive(Clone, Copy, Debug)]
pub struct LiveSample {
    /// The heap.
    pub header: Header,
    /// The counters of the last update before `at`.
    pub counters: HeapCounters,
    /// Whether they still change.
    pub state: HeapState,
    /// When they were read.
    pub at: Instant,
}

/// What changes in a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// The time in which it was measured.
    pub over: Duration,
    /// Bytes that were allocated in a second.
    pub allocated: f64,
    /// Collections in a second.
    pub collections: f64,
    /// Share of the time that was spent in pauses, in per cent.
    pub paused_percent: f64,
}

impl LiveHeap {
    /// Reads the counters of this heap.
    pub fn new(reader: StatsReader) -> Self {
        Self { reader }
    }

    /// Returns the counters now.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub fn sample(&self) -> Result<LiveSample, ReadError> {
        // Before the counters: those of a process that is gone are its last.
        let is_gone = self.reader.is_process_gone()?;
        let counters = self.reader.read()?;
        let state = match (counters.has_ended != 0, is_gone) {
            (true, _) => HeapState::Ended,
            (false, true) => HeapState::ProcessGone,
            (false, false) => HeapState::Live,
        };
        Ok(LiveSample { header: self.reader.header(), counters, state, at: Instant::now() })
    }
}

impl LiveSample {
    /// Returns the rates since the heap was created.
    pub fn rates_since_creation(&self) -> Rates {
        let over = Duration::from_nanos(self.counters.updated_ns);
        Rates::of(&HeapCounters::default(), &self.counters, over)
    }

    /// Returns the rates since an earlier sample of the heap.
    pub fn rates_since(&self, earlier: &Self) -> Rates {
        let over = self.at.saturating_duration_since(earlier.at);
        Rates::of(&earlier.counters, &self.counters, over)
    }
}

impl Rates {
    fn of(before: &HeapCounters, after: &HeapCounters, over: Duration) -> Self {
        let seconds = over.as_secs_f64();
        let per_second = |before: u64, after: u64| {
            let difference = after.saturating_sub(before) as f64;
            if seconds > 0.0 { difference / seconds } else { 0.0 }
        };
        Self {
            over,
            allocated: per_second(before.allocated_bytes, after.allocated_bytes),
            collections: per_second(before.pauses, after.pauses),
            paused_percent: per_second(before.pause_sum_ns, after.pause_sum_ns) / 1e7,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use spgc_stats::{CyclePhase, LastCollection};

    use super::*;

    /// Returns a sample in which all parts differ.
    pub(in crate::live) fn sample(state: HeapState) -> LiveSample {
        const MIB: u64 = 1 << 20;
        let mut pause_buckets = [0; 16];
        (pause_buckets[5], pause_buckets[6], pause_buckets[8]) = (40, 80, 12);
        let counters = HeapCounters {
            updated_ns: 125_000_000_000,
            limit_bytes: 64 * MIB,
            used_bytes: 32 * MIB,
            peak_bytes: 40 * MIB,
            young_bytes: 4 * MIB,
            old_bytes: 20 * MIB,
            large_bytes: 3 * MIB,
            nursery_bytes: 5 * MIB,
            allocated_bytes: 1000 * MIB,
            promoted_bytes: 30 * MIB,
            young_collections: 130,
            full_collections: 1,
            compacting_collections: 1,
            cycles_begun: 3,
            cycles_marked: 2,
            cycles_outrun: 1,
            cycle_phase: CyclePhase::Marking as u64,
            marked_bytes: 6 * MIB,
            pauses: 132,
            pause_sum_ns: 250_000_000,
            pause_last_ns: 1_250_000,
            pause_longest_ns: 9_500_000,
            last_collection: LastCollection::Young as u64,
            threads: 4,
            threads_managed: 3,
            threads_native: 1,
            fibers: 7,
            collector_threads: 2,
            marker_threads: 1,
            pause_buckets,
            ..HeapCounters::default()
        };
        let header = Header { process: 4711, heap: 1, created_unix_ns: 1_700_000_000_000_000_000 };
        LiveSample { header, counters, state, at: Instant::now() }
    }

    #[test]
    fn rates_are_per_second() {
        let now = sample(HeapState::Live);
        let rates = now.rates_since_creation();
        assert_eq!(rates.allocated, 8.0 * 1_048_576.0);
        assert!((rates.paused_percent - 0.2).abs() < 1e-9);
        let mut later = now;
        later.at += Duration::from_secs(2);
        later.counters.allocated_bytes += 1000;
        later.counters.pauses += 4;
        later.counters.pause_sum_ns += 100_000_000;
        let over = Duration::from_secs(2);
        let expected = Rates { over, allocated: 500.0, collections: 2.0, paused_percent: 5.0 };
        assert_eq!(later.rates_since(&now), expected);
        assert_eq!(now.rates_since(&now).allocated, 0.0);
    }
}
