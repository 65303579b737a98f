//! The log of collections, for people or programs: `docs/log.md` documents each line.
//!
//! Lines are written after mutators have resumed, by a thread that is in native state and holds no
//! lock.

mod date;
mod line;
mod settings;

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use self::line::{Line, Origin};
use super::output::Output;
use super::{Collection, CollectionCounts, CollectionReport, CollectorStatistics, PhaseDurations};

use crate::collection::{CollectionKind, CycleStage, HeapUse};
use crate::zeal::Zeal;

pub use settings::LogError;
pub(crate) use settings::LogSettings;
use settings::{Destination, LineFormat, Topics};

/// What is written to a file while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKind {
    /// The log of collections.
    Log,
    /// The trace.
    Trace,
    /// The heap's counters.
    Stats,
}

/// Error returned if the file of a log, a trace or the counters cannot be opened.
#[derive(Debug)]
pub(crate) struct OpenError {
    /// What would be written to the file.
    pub(crate) output: OutputKind,
    /// Path of the file.
    pub(crate) path: PathBuf,
    /// The operating system's error.
    pub(crate) source: io::Error,
}

/// Properties of a new heap, for the log's first line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeapSettings {
    /// The heap limit in bytes.
    pub(crate) limit: u64,
    /// The initial size of the nursery in bytes.
    pub(crate) nursery: u64,
    /// The number of collector threads.
    pub(crate) workers: usize,
    /// The number of concurrent marker threads; 0 if the heap has no concurrent cycles.
    pub(crate) markers: usize,
    /// The zeal mode.
    pub(crate) zeal: Zeal,
}

/// The log of one heap.
#[derive(Debug)]
pub(super) struct Log {
    topics: Topics,
    format: LineFormat,
    output: Output,
    origin: Origin,
    /// The heap's properties.
    made: HeapSettings,
    /// Whether the last lines have been written.
    has_ended: AtomicBool,
}

impl Log {
    /// Opens the log of the heap with the serial number `heap`, and writes the first line.
    pub(super) fn begin(
        settings: &LogSettings,
        heap: u64,
        made: HeapSettings,
    ) -> Result<Self, OpenError> {
        let output = match &settings.destination {
            Destination::StandardError => Output::standard_error(),
            Destination::File(path) => Output::append_to(path).map_err(|source| OpenError {
                output: OutputKind::Log,
                path: path.clone(),
                source,
            })?,
        };
        let origin = Origin { process: std::process::id(), heap };
        let LogSettings { topics, format, .. } = *settings;
        let has_ended = AtomicBool::new(false);
        let log = Self { topics, format, output, origin, made, has_ended };
        log.output.write(&log.start());
        Ok(log)
    }

    /// Begins a line; `at` is the time in nanoseconds since the heap was created.
    fn line(&self, event: &'static str, at: u64) -> Line {
        Line::new(self.format, self.origin, event, at)
    }

    /// Returns the first line of the log.
    fn start(&self) -> String {
        let HeapSettings { limit, nursery, workers, markers, zeal } = self.made;
        let every;
        let zeal = match zeal {
            Zeal::Off => "off",
            Zeal::EveryPoll => "poll",
            Zeal::EveryAllocation(1) => "alloc",
            Zeal::EveryAllocation(n) => {
                every = n.to_string();
                &every
            }
        };
        self.line("start", 0)
            .word("version", env!("CARGO_PKG_VERSION"))
            .word("date", &date::utc(SystemTime::now()))
            .bytes("limit", limit)
            .bytes("nursery", nursery)
            .count("workers", workers as u64)
            .count("markers", markers as u64)
            .word("zeal", zeal)
            .end()
    }

    /// Writes the lines of a collection that has ended.
    pub(super) fn collection(&self, report: &CollectionReport, collection: &Collection<'_>) {
        let Topics { gc, safepoint, heap, .. } = self.topics;
        let mut lines = String::new();
        if safepoint {
            lines += &self.safepoint(report, collection);
        }
        if gc {
            lines += &self.gc(report, collection);
        }
        if heap {
            lines += &self.heap(report, collection);
        }
        self.output.write(&lines);
    }

    /// Returns the line of the topic `safepoint`.
    fn safepoint(&self, report: &CollectionReport, collection: &Collection<'_>) -> String {
        let (name, id) = collection.requester();
        let by = (name.as_str(), id);
        self.line("safepoint", report.requested_ns)
            .count("number", report.number)
            .time("time_to_safepoint", report.time_to_safepoint_ns)
            .count("threads", report.threads as u64)
            .count("pending_threads", collection.pending as u64)
            .thread("last_to_stop", "last_to_stop_id", collection.last_to_stop)
            .count("last_to_stop_fiber", collection.last_to_stop_fiber)
            .thread("by", "by_id", Some(by))
            .count("by_fiber", collection.by_fiber)
            .time("pause", report.pause_ns)
            .end()
    }

    /// Returns the line of the topic `gc`.
    fn gc(&self, report: &CollectionReport, collection: &Collection<'_>) -> String {
        let (name, id) = collection.requester();
        let by = (name.as_str(), id);
        let CollectionReport { kind, cause, before, after, counts, .. } = report;
        let used = |heap: &HeapUse| heap.young + heap.old + heap.large;
        let young = *kind == CollectionKind::Young;
        let survivors = counts.bytes_copied - counts.bytes_promoted - counts.old_bytes_evacuated;
        let mut line = self
            .line("gc", report.requested_ns)
            .count("number", report.number)
            .word("kind", kind.name())
            .word("cause", cause.word())
            .count("passes", u64::from(collection.passes))
            .time("pause", report.pause_ns)
            .time("time_to_safepoint", report.time_to_safepoint_ns)
            .thread("last_to_stop", "last_to_stop_id", collection.last_to_stop)
            .count("last_to_stop_fiber", collection.last_to_stop_fiber)
            .thread("by", "by_id", Some(by))
            .count("by_fiber", collection.by_fiber)
            .bytes("before", used(before))
            .bytes("after", used(after))
            .bytes("limit", self.made.limit)
            // All bytes that a full collection copies are old afterwards: it leaves no young
            // objects.
            .bytes("survivors", if young { survivors } else { 0 })
            .bytes("promoted", counts.bytes_promoted)
            .count("workers", report.workers as u64)
            .count("threads", report.threads as u64)
            .word("cycle", cycle_step(counts))
            .count("shaded", counts.references_shaded);
        if self.topics.phases {
            let PhaseDurations { roots, trace, references, sweep, verify } = report.phases_ns;
            let known = roots + trace + references + sweep + verify + report.time_to_safepoint_ns;
            line = line
                .time("roots", roots)
                .time("trace", trace)
                .time("references", references)
                .time("sweep", sweep)
                .time("verify", verify)
                .time("rest", report.pause_ns.saturating_sub(known));
        }
        if self.topics.counts {
            line = counts.named().fold(line, |line, (name, count)| line.count(name, count));
        } else {
            line = line
                .count("roots_visited", counts.roots_visited)
                .count("frames_walked", counts.frames_walked);
        }
        line.end()
    }

    /// Returns the line of the topic `heap`.
    fn heap(&self, report: &CollectionReport, collection: &Collection<'_>) -> String {
        let CollectionReport { before, after, .. } = report;
        let progress = &collection.progress;
        self.line("heap", report.requested_ns.saturating_add(report.pause_ns))
            .count("number", report.number)
            .bytes("young_before", before.young)
            .bytes("young", after.young)
            .bytes("old_before", before.old)
            .bytes("old", after.old)
            .bytes("large_before", before.large)
            .bytes("large", after.large)
            .bytes("committed_before", before.committed)
            .bytes("committed", after.committed)
            .bytes("limit", self.made.limit)
            .bytes("nursery", collection.plan.nursery_bytes as u64)
            .bytes("full_at", collection.plan.old_trigger_bytes as u64)
            .bytes("cycle_at", collection.plan.cycle_trigger_bytes as u64)
            .word("stage", progress.stage.map_or("-", CycleStage::word))
            .bytes("marked", progress.marked)
            .count("assist_percent", progress.assist_percent)
            .end()
    }

    /// Writes the last lines, when the heap or the process ends; `at` is the time in nanoseconds
    /// since the heap was created. Only the first call has an effect.
    pub(super) fn end(&self, statistics: &CollectorStatistics, at: u64) {
        if self.has_ended.swap(true, Relaxed) {
            return;
        }
        let mut lines = String::new();
        for (name, quantiles) in [
            ("pause", &statistics.pause_ns),
            ("young_pause", &statistics.young_pause_ns),
            ("full_pause", &statistics.full_pause_ns),
            ("marking_pause", &statistics.marking_pause_ns),
            ("evacuation_pause", &statistics.evacuation_pause_ns),
            ("time_to_safepoint", &statistics.time_to_safepoint_ns),
            ("collection", &statistics.collection_ns),
        ] {
            lines += &self
                .line("quantiles", at)
                .word("of", name)
                .count("count", quantiles.count)
                .time("min", quantiles.min)
                .time("mean", quantiles.mean as u64)
                .time("p50", quantiles.p50)
                .time("p90", quantiles.p90)
                .time("p99", quantiles.p99)
                .time("p999", quantiles.p999)
                .time("max", quantiles.max)
                .end();
        }
        let pauses = statistics.pause_ns.mean * statistics.pause_ns.count as f64;
        let mut line = self
            .line("end", at)
            .count("young_collections", statistics.young_collections)
            .count("full_collections", statistics.full_collections)
            .count("compacting_collections", statistics.compacting_collections)
            .time("pauses", pauses as u64)
            .percent("in_pauses", pauses / at.max(1) as f64 * 100.0)
            .bytes("heap_peak", statistics.heap_peak_bytes)
            .count("lines_lost", self.output.lost());
        if self.topics.counts {
            line =
                statistics.counts.named().fold(line, |line, (name, count)| line.count(name, count));
        }
        lines += &line.end();
        self.output.write(&lines);
    }
}

/// Returns the name of the step of a concurrent cycle that a pause performed; `-` if none.
fn cycle_step(counts: &CollectionCounts) -> &'static str {
    match counts {
        CollectionCounts { cycles_abandoned: 1.., .. } => "abandon",
        CollectionCounts { cycles_outrun: 1.., .. } => "outrun",
        CollectionCounts { cycles_marked: 1.., .. } => "end",
        CollectionCounts { cycles_begun: 1.., .. } => "begin",
        CollectionCounts { references_shaded: 1.., .. } => "mark",
        CollectionCounts { old_blocks_evacuated: 1.., .. } => "evacuate",
        _ => "-",
    }
}
