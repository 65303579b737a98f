//! The counters of a heap, and when they are exported.

use std::time::Instant;

use spgc_stats::{CyclePhase as ExportedPhase, HeapCounters};

use super::{Heap, Shared};
use crate::marking::CyclePhase;
use crate::observe::OpenMetrics;
use crate::os;

impl Shared {
    /// Returns the counters. Any thread may call this, also a managed one: it waits for no thread
    /// that may wait for a stop.
    fn counters(&self) -> HeapCounters {
        let Self { spaces, marking, safepoint, fibers, observer, config, .. } = self;
        let occupancy = spaces.recent_occupancy();
        let threads = safepoint.count_threads();
        let phase = match marking.phase() {
            CyclePhase::Marking => ExportedPhase::Marking,
            CyclePhase::Sweeping => ExportedPhase::Sweeping,
            CyclePhase::Idle if spaces.is_tracking() => ExportedPhase::Evacuating,
            CyclePhase::Idle => ExportedPhase::Idle,
        };
        let recorded = observer.recorder.counters();
        HeapCounters {
            updated_ns: observer.recorder.age_at(Instant::now()),
            limit_bytes: spaces.limit() as u64,
            used_bytes: occupancy.committed,
            peak_bytes: spaces.peak_used() as u64,
            young_bytes: occupancy.young,
            old_bytes: occupancy.old,
            large_bytes: occupancy.large,
            nursery_bytes: spaces.nursery() as u64,
            allocated_bytes: spaces.allocated(),
            cycle_phase: phase as u64,
            // The cycle may have ended since the last pause.
            marked_bytes: match phase {
                ExportedPhase::Marking => recorded.marked_bytes,
                _ => 0,
            },
            threads: threads.attached as u64,
            threads_managed: (threads.attached - threads.native) as u64,
            threads_native: threads.native as u64,
            fibers: fibers.count() as u64,
            collector_threads: config.workers as u64,
            marker_threads: config.marker_count() as u64,
            ..recorded
        }
    }

    /// Exports the counters, if the setting is on.
    pub(crate) fn export_counters(&self) {
        if let Some(stats) = &self.observer.stats {
            stats.update(|| self.counters());
        }
    }

    /// Returns whether the setting is on, and the counters were last exported some time ago.
    #[inline]
    pub(crate) fn are_counters_due(&self) -> bool {
        let age = || self.observer.recorder.age_at(Instant::now());
        self.observer.stats.as_ref().is_some_and(|stats| stats.is_due(age()))
    }

    /// As [`Self::export_counters`], unless another thread exports them now. The calling thread is
    /// native only for this call, and is counted as managed.
    pub(crate) fn try_export_counters(&self) {
        let Some(stats) = &self.observer.stats else { return };
        stats.try_update(|| {
            let counters = self.counters();
            HeapCounters {
                threads_managed: counters.threads_managed + 1,
                threads_native: counters.threads_native.saturating_sub(1),
                ..counters
            }
        });
    }
}

impl Heap {
    /// Returns the heap's counters in the text format of OpenMetrics 1.0, which Prometheus and
    /// others scrape. Any thread may call this at any time.
    ///
    /// The text is complete: it ends with `# EOF`. It is that of one heap; a process with several
    /// heaps offers each at an address of its own.
    pub fn open_metrics(&self) -> OpenMetrics {
        let _uncancelled = os::CancelDisabled::begin();
        let heap = self.shared();
        heap.home.process().require_current("reading counters");
        OpenMetrics::new(heap.counters(), heap.observer.recorder.times_to_safepoint())
    }
}
