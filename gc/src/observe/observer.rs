//! The set of observers of a heap's collections.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::path::Path;
use std::time::Instant;

use super::log::{HeapSettings, Log, LogSettings, OpenError, OutputKind};
use super::stats::{StatsExport, StatsSetting};
use super::trace::{Timeline, Trace};
use super::{
    Collection, CollectionEvent, CollectionEventKind, CollectionReport, Listener, PhaseListener,
    Recorder,
};
use crate::process::Process;
#[cfg(feature = "tracing")]
use crate::process::run_callback;

/// Number of heaps that this process has created.
static HEAPS: AtomicU64 = AtomicU64::new(0);

/// The observers of a heap: its recorder, its log, its trace, the file of its counters, and the
/// host's callbacks.
#[derive(Debug)]
pub(crate) struct Observer {
    pub(crate) recorder: Recorder,
    log: Option<Log>,
    trace: Option<Trace>,
    /// Exports the heap's counters; `None` unless the setting is on.
    pub(crate) stats: Option<StatsExport>,
    listener: Listener,
    phase_listener: PhaseListener,
}

/// The observers that the host and the environment have set.
#[derive(Debug)]
pub(crate) struct ObserverConfig<'a> {
    pub(crate) log: Option<&'a LogSettings>,
    pub(crate) trace: Option<&'a Path>,
    pub(crate) stats: &'a StatsSetting,
    pub(crate) listener: Listener,
    pub(crate) phase_listener: PhaseListener,
}

impl Observer {
    /// Opens the trace, the file of counters and the log of a new heap.
    pub(crate) fn new(
        config: ObserverConfig<'_>,
        settings: HeapSettings,
    ) -> Result<Self, OpenError> {
        let ObserverConfig { log, trace, stats, listener, phase_listener } = config;
        let heap = HEAPS.fetch_add(1, Relaxed) + 1;
        let open = |path: &Path| {
            Trace::begin(path, heap).map_err(|source| OpenError {
                output: OutputKind::Trace,
                path: path.to_owned(),
                source,
            })
        };
        let trace = trace.map(open).transpose()?;
        // Dropped, and so removed, if the log cannot be opened.
        let stats = StatsExport::create(stats, heap)?;
        let log = log.map(|log| Log::begin(log, heap, settings)).transpose()?;
        Ok(Self { recorder: Recorder::new(), log, trace, stats, listener, phase_listener })
    }

    /// Returns whether [`Self::end`] must be called at the end of the heap or of the process.
    pub(crate) fn has_end(&self) -> bool {
        self.log.is_some() || self.trace.is_some() || self.stats.is_some()
    }

    /// Returns whether the intervals of a collection must be recorded for a trace.
    pub(super) fn wants_spans(&self) -> bool {
        self.trace.is_some()
    }

    /// Notifies the host of an event of the collection `number`, while all threads are stopped.
    pub(super) fn notify_phase(&self, number: u64, kind: CollectionEventKind) {
        self.phase_listener.notify(|| {
            let at_ns = self.recorder.age_at(Instant::now());
            CollectionEvent { number, kind, at_ns }
        });
    }

    /// Reports a recorded collection to all observers. The calling thread is in native state;
    /// `home` is the process that created the heap.
    pub(crate) fn notify(
        &self,
        report: &CollectionReport,
        collection: &Collection<'_>,
        timeline: Option<Timeline>,
        home: Process,
    ) {
        if let Some(log) = &self.log {
            log.collection(report, collection);
        }
        if let (Some(trace), Some(timeline)) = (&self.trace, timeline) {
            trace.collection(report, timeline);
        }
        #[cfg(feature = "tracing")]
        crate::os::run_outside_library(|| {
            run_callback("the subscriber of `tracing`", || super::spans::notify(report));
        });
        self.listener.notify(report, home);
    }

    /// Completes the log and the trace and removes the file of counters, at the end of the heap or
    /// of the process. `peak` is the maximum heap usage in bytes.
    pub(crate) fn end(&self, peak: usize) {
        if let Some(stats) = &self.stats {
            stats.end();
        }
        if let Some(trace) = &self.trace {
            trace.end();
        }
        if let Some(log) = &self.log {
            log.end(&self.recorder.statistics(peak), self.recorder.age_at(Instant::now()));
        }
    }
}
