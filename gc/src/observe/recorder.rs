//! Keeps what collections did, for whoever asks.

use std::time::Duration;

use parking_lot::Mutex;

use super::quantiles::Durations;
use super::{Counters, Quantiles};

/// What one collection did.
#[derive(Debug)]
pub(crate) struct Collection<'a> {
    /// From the request to the resumption of all threads.
    pub(crate) pause: Duration,
    /// From the request until all threads had stopped.
    pub(crate) time_to_safepoint: Duration,
    /// Name and number of the thread that stopped last, if any had to be waited for.
    pub(crate) last_to_stop: Option<(&'a str, u32)>,
    pub(crate) counters: Counters,
    /// Bytes of the heap in use at its end, old and new space together.
    pub(crate) peak: usize,
}

/// What the collector of a heap did since the heap was made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Collections of the young generation; the copying collector has no generations.
    pub young_collections: u64,
    /// Collections of the whole heap.
    pub full_collections: u64,
    /// Pauses in nanoseconds, from the request for a collection to the moment when all threads may
    /// go on.
    pub pause_ns: Quantiles,
    /// The part of each pause until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: Quantiles,
    /// Managed frames that were walked.
    pub frames_walked: u64,
    /// Native frames between managed ones that had to be unwound; none where managed code calls
    /// native code by `spgc_call_native` only.
    pub native_frames_walked: u64,
    /// Frames for which the stack map had a record: all, or the process would have ended.
    pub records_matched: u64,
    /// Roots that were looked at: in frames, and handles.
    pub roots_visited: u64,
    /// Roots that were found in callee-saved registers.
    pub register_roots: u64,
    /// Those of them that were rewritten.
    pub register_roots_relocated: u64,
    /// Interior pointers in frames that were moved along with their object.
    pub derived_relocated: u64,
    /// Objects that were moved.
    pub objects_moved: u64,
    /// Their bytes.
    pub bytes_copied: u64,
    /// Objects that the heap verifier looked at; 0 where it is off.
    pub objects_verified: u64,
    /// The most bytes that were ever in use, both spaces of a collection together.
    pub heap_peak_bytes: u64,
}

/// How long a stop took, and the thread that it was waiting for at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowStop {
    /// From the request until all threads had stopped, in nanoseconds.
    pub time_to_safepoint_ns: u64,
    /// The name of the thread that stopped last, when it was attached: that of the standard library, or
    /// else of the system.
    pub thread: String,
    /// The thread's number in the system's lists.
    pub thread_id: u32,
}

/// Who was slow to stop. Only stops count in which a thread had to be waited for: others, in which
/// all threads were in native code or were stopping themselves, had no last thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// The stop that took longest to reach its safepoint since the heap was made.
    pub slowest: Option<SlowStop>,
    /// The latest one.
    pub last: Option<SlowStop>,
}

#[derive(Debug)]
struct Record {
    collections: u64,
    pauses: Durations,
    times_to_safepoint: Durations,
    stops: Stops,
    counters: Counters,
    peak: u64,
}

/// The one place where collections are counted.
#[derive(Debug)]
pub(crate) struct Recorder(Mutex<Record>);

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Recorder {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Record {
            collections: 0,
            pauses: Durations::new(),
            times_to_safepoint: Durations::new(),
            stops: Stops::default(),
            counters: Counters::default(),
            peak: 0,
        }))
    }

    pub(crate) fn record(&self, collection: &Collection<'_>) {
        let mut record = self.0.lock();
        record.collections += 1;
        record.pauses.record(nanoseconds(collection.pause));
        let time_to_safepoint_ns = nanoseconds(collection.time_to_safepoint);
        record.times_to_safepoint.record(time_to_safepoint_ns);
        if let Some((thread, thread_id)) = collection.last_to_stop {
            let stop = SlowStop { time_to_safepoint_ns, thread: thread.to_owned(), thread_id };
            let slowest = record.stops.slowest.as_ref();
            if slowest.is_none_or(|slowest| slowest.time_to_safepoint_ns < time_to_safepoint_ns) {
                record.stops.slowest = Some(stop.clone());
            }
            record.stops.last = Some(stop);
        }
        record.counters += collection.counters;
        record.peak = record.peak.max(collection.peak as u64);
    }

    pub(crate) fn collections(&self) -> u64 {
        self.0.lock().collections
    }

    pub(crate) fn stops(&self) -> Stops {
        self.0.lock().stops.clone()
    }

    /// `used`: bytes in use now.
    pub(crate) fn statistics(&self, used: usize) -> Statistics {
        let record = self.0.lock();
        let counters = record.counters;
        Statistics {
            young_collections: 0,
            full_collections: record.collections,
            pause_ns: record.pauses.quantiles(),
            time_to_safepoint_ns: record.times_to_safepoint.quantiles(),
            frames_walked: counters.walk.frames_walked,
            native_frames_walked: counters.walk.native_frames,
            records_matched: counters.walk.records_matched,
            roots_visited: counters.walk.roots_visited + counters.handles,
            register_roots: counters.walk.register_roots,
            register_roots_relocated: counters.walk.register_roots_relocated,
            derived_relocated: counters.walk.derived_relocated,
            objects_moved: counters.objects_moved,
            bytes_copied: counters.bytes_copied,
            objects_verified: counters.objects_verified,
            heap_peak_bytes: record.peak.max(used as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_and_the_latest_stop_are_kept_with_their_threads() {
        let recorder = Recorder::new();
        let record = |microseconds, last_to_stop| {
            recorder.record(&Collection {
                pause: Duration::from_millis(9),
                time_to_safepoint: Duration::from_micros(microseconds),
                last_to_stop,
                counters: Counters::default(),
                peak: 0,
            });
        };
        let stop = |microseconds: u64, thread: &str, thread_id| {
            let time_to_safepoint_ns = 1000 * microseconds;
            Some(SlowStop { time_to_safepoint_ns, thread: thread.to_owned(), thread_id })
        };
        // Slower than all others, but nobody's fault.
        record(900, None);
        assert_eq!(recorder.stops(), Stops::default());
        for (microseconds, name, id) in [(20, "a", 1), (40, "b", 2), (30, "c", 3)] {
            record(microseconds, Some((name, id)));
        }
        record(5, None);
        let expected = Stops { slowest: stop(40, "b", 2), last: stop(30, "c", 3) };
        assert_eq!(recorder.stops(), expected);
        assert_eq!(recorder.statistics(0).time_to_safepoint_ns.count, 5);
    }
}
