//! Records a heap's collections, and returns statistics and reports of them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use parking_lot::Mutex;
use spgc_stats::{HeapCounters, LastCollection, PAUSE_BUCKETS};

use super::quantiles::Durations;
use super::{
    Collection, CollectionReport, CollectorStatistics, Counters, Histogram, HistogramKind,
    Quantiles, StopStatistics, nanoseconds,
};
use crate::collection::CollectionKind;

/// Maximum number of reports that are kept.
const MAX_RECENT: usize = 256;

/// Counters and distributions of a heap's finished collections.
#[derive(Debug)]
struct Record {
    /// Number of full collections, including compacting ones.
    full: u64,
    /// Number of compacting collections.
    compacting: u64,
    /// Pauses of all collections.
    pauses: Durations,
    /// Pauses of young collections.
    young_pauses: Durations,
    /// Pauses of full collections, including compacting ones.
    full_pauses: Durations,
    /// Pauses of young collections that worked for the marking of a concurrent cycle.
    marking_pauses: Durations,
    /// Pauses of young collections that evacuated blocks of the old generation.
    evacuation_pauses: Durations,
    /// The part of each pause until all threads had stopped.
    times_to_safepoint: Durations,
    /// The part of each pause after all threads had stopped.
    collections: Durations,
    /// Number of pauses by their duration.
    pause_buckets: [u64; PAUSE_BUCKETS],
    /// The latest pause in nanoseconds; 0 if there was none.
    last_pause: u64,
    /// The kind of the collection with the latest pause.
    last_kind: Option<CollectionKind>,
    /// Bytes that the concurrent cycle had marked at the end of that pause.
    marked: u64,
    /// The slowest and the latest stop.
    stops: StopStatistics,
    /// Counts summed over all collections.
    counters: Counters,
    /// The latest reports, ordered by number.
    recent: VecDeque<CollectionReport>,
}

/// Recorder of a heap's collections. It is the only place where collections are counted.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// Time at which the heap was created.
    created: Instant,
    /// Number of collections that have started. It is incremented only while all threads are
    /// stopped, so collections are numbered in the order of the stops.
    started: AtomicU64,
    record: Mutex<Record>,
}

impl Recorder {
    pub(crate) fn new() -> Self {
        Self {
            created: Instant::now(),
            started: AtomicU64::new(0),
            record: Mutex::new(Record {
                full: 0,
                compacting: 0,
                pauses: Durations::new(),
                young_pauses: Durations::new(),
                full_pauses: Durations::new(),
                marking_pauses: Durations::new(),
                evacuation_pauses: Durations::new(),
                times_to_safepoint: Durations::new(),
                collections: Durations::new(),
                pause_buckets: [0; PAUSE_BUCKETS],
                last_pause: 0,
                last_kind: None,
                marked: 0,
                stops: StopStatistics::default(),
                counters: Counters::default(),
                recent: VecDeque::with_capacity(MAX_RECENT + 1),
            }),
        }
    }

    /// Returns the time from the creation of the heap to `time`, in nanoseconds.
    pub(crate) fn age_at(&self, time: Instant) -> u64 {
        nanoseconds(time.saturating_duration_since(self.created))
    }

    /// Counts a collection that starts, and returns its number, from 1. Called while all threads
    /// are stopped.
    pub(crate) fn begin(&self) -> u64 {
        self.started.fetch_add(1, Relaxed) + 1
    }

    /// Records a collection that has ended, and returns its report. Called after all threads have
    /// resumed.
    pub(crate) fn record(&self, collection: &Collection<'_>) -> CollectionReport {
        let report = collection.report(self.created);
        let mut record = self.record.lock();
        record.pauses.record(report.pause_ns);
        record.pause_buckets[HeapCounters::bucket(report.pause_ns)] += 1;
        record.last_pause = report.pause_ns;
        record.last_kind = Some(collection.kind);
        record.marked = collection.progress.marked;
        if collection.kind == CollectionKind::Young {
            record.young_pauses.record(report.pause_ns);
            if collection.counters.cycles.is_marking() {
                record.marking_pauses.record(report.pause_ns);
            }
            if collection.counters.cycles.blocks_evacuated > 0 {
                record.evacuation_pauses.record(report.pause_ns);
            }
        } else {
            record.full += 1;
            record.full_pauses.record(report.pause_ns);
        }
        record.compacting += u64::from(collection.kind == CollectionKind::Compacting);
        record.times_to_safepoint.record(report.time_to_safepoint_ns);
        record.collections.record(report.pause_ns.saturating_sub(report.time_to_safepoint_ns));
        if let Some(stop) = &report.last_to_stop {
            let slowest = record.stops.slowest.as_ref();
            if slowest.is_none_or(|slow| slow.time_to_safepoint_ns < stop.time_to_safepoint_ns) {
                record.stops.slowest = Some(stop.clone());
            }
            record.stops.last = Some(stop.clone());
        }
        record.counters += collection.counters;
        // Collections are recorded after mutators resume, so a later one may be recorded first.
        let index = record.recent.partition_point(|earlier| earlier.number < report.number);
        record.recent.insert(index, report.clone());
        if record.recent.len() > MAX_RECENT {
            record.recent.pop_front();
        }
        report
    }

    /// Returns the slowest and the latest stop.
    pub(crate) fn stops(&self) -> StopStatistics {
        self.record.lock().stops.clone()
    }

    /// Returns the reports of the latest collections, oldest first.
    pub(crate) fn recent(&self) -> Vec<CollectionReport> {
        Vec::from(self.record.lock().recent.clone())
    }

    /// Returns the counters of collections and pauses; the others are 0.
    pub(crate) fn counters(&self) -> HeapCounters {
        let record = self.record.lock();
        let pauses = record.pauses.totals();
        let cycles = record.counters.cycles;
        HeapCounters {
            promoted_bytes: record.counters.bytes_promoted,
            young_collections: pauses.count - record.full,
            full_collections: record.full - record.compacting,
            compacting_collections: record.compacting,
            cycles_begun: cycles.begun,
            cycles_marked: cycles.marked,
            cycles_outrun: cycles.outrun,
            cycles_abandoned: cycles.abandoned,
            marked_bytes: record.marked,
            pauses: pauses.count,
            pause_sum_ns: pauses.sum,
            pause_last_ns: record.last_pause,
            pause_longest_ns: pauses.max,
            last_collection: match record.last_kind {
                None => LastCollection::None,
                Some(CollectionKind::Young) => LastCollection::Young,
                Some(CollectionKind::Full) => LastCollection::Full,
                Some(CollectionKind::Compacting) => LastCollection::Compacting,
            } as u64,
            pause_buckets: record.pause_buckets,
            ..HeapCounters::default()
        }
    }

    /// Returns the times to safepoint: their sum in nanoseconds, and a summary.
    pub(crate) fn times_to_safepoint(&self) -> (u64, Quantiles) {
        let record = self.record.lock();
        (record.times_to_safepoint.totals().sum, record.times_to_safepoint.quantiles())
    }

    /// Returns the distribution of durations that `kind` selects.
    pub(crate) fn histogram(&self, kind: HistogramKind) -> Histogram {
        let record = self.record.lock();
        let durations = match kind {
            HistogramKind::Pause => &record.pauses,
            HistogramKind::YoungPause => &record.young_pauses,
            HistogramKind::FullPause => &record.full_pauses,
            HistogramKind::TimeToSafepoint => &record.times_to_safepoint,
            HistogramKind::Collection => &record.collections,
            HistogramKind::MarkingPause => &record.marking_pauses,
            HistogramKind::EvacuationPause => &record.evacuation_pauses,
        };
        Histogram::new(durations.clone())
    }

    /// Returns the statistics of the heap; `peak` is the maximum heap usage in bytes.
    pub(crate) fn statistics(&self, peak: usize) -> CollectorStatistics {
        let record = self.record.lock();
        let young_pause_ns = record.young_pauses.quantiles();
        CollectorStatistics {
            young_collections: young_pause_ns.count,
            full_collections: record.full,
            compacting_collections: record.compacting,
            pause_ns: record.pauses.quantiles(),
            young_pause_ns,
            full_pause_ns: record.full_pauses.quantiles(),
            marking_pause_ns: record.marking_pauses.quantiles(),
            evacuation_pause_ns: record.evacuation_pauses.quantiles(),
            time_to_safepoint_ns: record.times_to_safepoint.quantiles(),
            collection_ns: record.collections.quantiles(),
            counts: record.counters.into(),
            heap_peak_bytes: peak as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{CycleCounts, PhaseDurations, SlowStop};
    use super::*;
    use crate::collection::{CollectionCause, CycleProgress, HeapUse};
    use crate::sizing::Plan;

    fn collection(recorder: &Recorder) -> Collection<'static> {
        Collection {
            number: recorder.begin(),
            kind: CollectionKind::Full,
            cause: CollectionCause::Request,
            requested: Instant::now(),
            pause: Duration::from_millis(9),
            time_to_safepoint: Duration::ZERO,
            last_to_stop: None,
            last_to_stop_fiber: 0,
            pending: 0,
            by: None,
            by_fiber: 0,
            passes: 1,
            plan: Plan {
                nursery_bytes: 0,
                old_trigger_bytes: 0,
                cycle_trigger_bytes: 0,
                promote_at_once: false,
            },
            progress: CycleProgress::default(),
            phases: PhaseDurations::default(),
            workers: 1,
            threads: 1,
            before: HeapUse::default(),
            after: HeapUse::default(),
            counters: Counters::default(),
        }
    }

    #[test]
    fn slowest_and_latest_stops_are_recorded() {
        let recorder = Recorder::new();
        let record = |microseconds, last_to_stop| {
            let time_to_safepoint = Duration::from_micros(microseconds);
            recorder.record(&Collection {
                time_to_safepoint,
                last_to_stop,
                ..collection(&recorder)
            })
        };
        let stop = |microseconds: u64, thread: &str, thread_id| {
            let time_to_safepoint_ns = 1000 * microseconds;
            Some(SlowStop { time_to_safepoint_ns, thread: thread.to_owned(), thread_id })
        };
        // This stop is slower than all others, but did not wait for a thread.
        assert_eq!(record(900, None).last_to_stop, None);
        assert_eq!(recorder.stops(), StopStatistics::default());
        for (microseconds, name, id) in [(20, "a", 1), (40, "b", 2), (30, "c", 3)] {
            let report = record(microseconds, Some((name, id)));
            assert_eq!(report.last_to_stop, stop(microseconds, name, id));
        }
        record(5, None);
        let expected = StopStatistics { slowest: stop(40, "b", 2), last: stop(30, "c", 3) };
        assert_eq!(recorder.stops(), expected);
        assert_eq!(recorder.statistics(0).time_to_safepoint_ns.count, 5);
    }

    #[test]
    fn collection_kinds_are_counted_separately() {
        let recorder = Recorder::new();
        use CollectionKind::{Compacting, Full, Young};
        for (kind, milliseconds) in [(Young, 1), (Young, 2), (Full, 30), (Compacting, 50)] {
            let pause = Duration::from_millis(milliseconds);
            let counters = Counters {
                bytes_promoted: 10,
                objects_logged: 1,
                handles: 3,
                ..Counters::default()
            };
            recorder.record(&Collection { kind, pause, counters, ..collection(&recorder) });
        }
        let s = recorder.statistics(5);
        assert_eq!((s.young_collections, s.full_collections, s.compacting_collections), (2, 2, 1));
        let range = |q: crate::observe::Quantiles| (q.count, q.min, q.max);
        assert_eq!(range(s.young_pause_ns), (2, 1_000_000, 2_000_000));
        assert_eq!(range(s.full_pause_ns), (2, 30_000_000, 50_000_000));
        assert_eq!(range(s.pause_ns), (4, 1_000_000, 50_000_000));
        assert_eq!(
            (s.counts.bytes_promoted, s.counts.objects_logged, s.counts.roots_visited),
            (40, 4, 12)
        );
        assert_eq!((s.heap_peak_bytes, recorder.statistics(9).heap_peak_bytes), (5, 9));
    }

    #[test]
    fn counters_are_exported() {
        let recorder = Recorder::new();
        assert_eq!(recorder.counters(), HeapCounters::default());
        use CollectionKind::{Compacting, Full, Young};
        for (kind, milliseconds) in [(Young, 1), (Young, 2), (Full, 30), (Compacting, 5)] {
            let pause = Duration::from_millis(milliseconds);
            let cycles = CycleCounts { begun: 1, ..CycleCounts::default() };
            let counters = Counters { bytes_promoted: 10, cycles, ..Counters::default() };
            recorder.record(&Collection { kind, pause, counters, ..collection(&recorder) });
        }
        let counters = recorder.counters();
        let mut pause_buckets = [0; PAUSE_BUCKETS];
        for pause in [1, 2, 30, 5] {
            pause_buckets[HeapCounters::bucket(pause * 1_000_000)] += 1;
        }
        let expected = HeapCounters {
            promoted_bytes: 40,
            young_collections: 2,
            full_collections: 1,
            compacting_collections: 1,
            cycles_begun: 4,
            pauses: 4,
            pause_sum_ns: 38_000_000,
            pause_last_ns: 5_000_000,
            pause_longest_ns: 30_000_000,
            last_collection: LastCollection::Compacting as u64,
            pause_buckets,
            ..HeapCounters::default()
        };
        assert_eq!(counters, expected);
    }

    #[test]
    fn latest_reports_are_kept_in_order() {
        let recorder = Recorder::new();
        assert_eq!(recorder.recent(), []);
        let numbers = || recorder.recent().iter().map(|r| r.number).collect::<Vec<_>>();
        // The second collection is recorded first.
        let (first, second) = (collection(&recorder), collection(&recorder));
        recorder.record(&second);
        recorder.record(&first);
        assert_eq!(numbers(), [1, 2]);
        for _ in 0..MAX_RECENT {
            recorder.record(&collection(&recorder));
        }
        assert_eq!(numbers(), (3..=MAX_RECENT as u64 + 2).collect::<Vec<_>>());
    }

    #[test]
    fn report_displays_as_one_line() {
        let recorder = Recorder::new();
        let before = HeapUse { young: 4 << 20, old: 1 << 20, ..HeapUse::default() };
        let after = HeapUse { old: 1 << 20, large: 1 << 10, ..HeapUse::default() };
        let time_to_safepoint = Duration::from_micros(20);
        let kind = CollectionKind::Young;
        let cause = CollectionCause::LargeAllocation;
        let report = recorder.record(&Collection {
            kind,
            cause,
            before,
            after,
            time_to_safepoint,
            ..collection(&recorder)
        });
        let expected = "collection 1 (young, large allocation): 5120K -> 1025K, pause 9.000 ms, \
                        0.020 ms to the safepoint";
        assert_eq!(report.to_string(), expected);
    }
}
