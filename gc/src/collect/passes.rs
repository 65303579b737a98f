//! The passes of one collection: the first one, and more thorough ones if it did not free enough.

use super::Cause;
use super::collector::Collector;
use super::schedule::Schedule;
use crate::collection::CollectionKind;
use crate::marking::CyclePhase;
use crate::observe::{Collection, PhaseTimer, WorkerSpan};
use crate::space::DeadLarge;
use crate::thread::DeadFiberRecord;

/// The heap is compacted if at most 1/`LOW_FREE_FRACTION` of it is free, and compaction would gain
/// as much.
const LOW_FREE_FRACTION: usize = 16;
/// Maximum number of consecutive compactions before the heap is out of memory. The memory that one
/// compaction frees is room for the next, so each gains more than the one before: starting with the
/// reserve alone, in blocks that are three quarters full, all free memory is gained after a dozen.
const MAX_COMPACTIONS: usize = 16;

/// What a collection has found for others to deal with, besides the results that it reports.
#[derive(Default)]
pub(super) struct Findings {
    /// Dead large objects, whose memory is returned to the OS after threads have resumed.
    pub(super) dead: Vec<DeadLarge>,
    /// Fibers whose owners are dead.
    pub(super) dead_fibers: Vec<DeadFiberRecord>,
    /// The work of each worker, with its times. Empty unless a trace is written.
    pub(super) worker_spans: Vec<WorkerSpan>,
    /// Whether all live objects were marked in this pause, or in the concurrent cycle that it
    /// completed because memory was short.
    pub(super) is_thorough: bool,
    /// Whether this is the first collection after the end of a concurrent cycle: the memory in use
    /// shows what the cycle has freed.
    pub(super) follows_cycle: bool,
}

impl Collector<'_> {
    /// Runs a pass, followed by more thorough ones while too little memory is free. Stores in
    /// `collection` the most thorough kind that was necessary, and the results of all passes.
    pub(super) fn collect_as_needed(
        &self,
        cause: Cause,
        collection: &mut Collection<'_>,
        timer: &mut PhaseTimer<'_>,
    ) -> Findings {
        let mut findings = Findings {
            follows_cycle: cause.bytes() > 0 && self.pacing.lock().take_ended_cycle(),
            ..Findings::default()
        };
        collection.kind = Schedule::new(self, timer.number()).first_kind(cause);
        let mut compactions = 0;
        // The least memory in use after any pass, and the number of passes since then that did not
        // get below it.
        let (mut min_used, mut unproductive) = (usize::MAX, 0);
        loop {
            let kept = collection.counters.objects_kept;
            self.run_pass(cause, collection, &mut findings, timer);
            let kept = collection.counters.objects_kept - kept;
            let used = self.spaces.used();
            unproductive = if used < min_used { 0 } else { unproductive + 1 };
            min_used = min_used.min(used);
            let may_compact = compactions < MAX_COMPACTIONS && may_free_memory(unproductive, kept);
            let Some(kind) = self.next_kind(cause, collection, findings.is_thorough, may_compact)
            else {
                return findings;
            };
            collection.kind = kind;
            compactions += usize::from(kind == CollectionKind::Compacting);
        }
    }

    /// Returns the kind of the next pass; `None` if enough memory is free, or no pass would free
    /// more. `is_thorough`: see [`Findings`]. `may_compact`: whether another compaction may follow
    /// one that did not free enough.
    fn next_kind(
        &self,
        cause: Cause,
        collection: &Collection<'_>,
        is_thorough: bool,
        may_compact: bool,
    ) -> Option<CollectionKind> {
        let bytes = cause.bytes();
        let enough = bytes == 0 || self.spaces.can_allocate(bytes);
        // What a cycle in progress frees would come too late.
        let is_outrun = self.marking.phase() == CyclePhase::Marking && self.is_short(bytes);
        let is_full = || !enough || (bytes > 0 && self.is_nearly_full());
        match collection.kind {
            // A full collection would free what the completed cycle has freed.
            CollectionKind::Young if is_thorough => is_full().then_some(CollectionKind::Compacting),
            CollectionKind::Young if !enough || is_outrun => {
                // Unless this pause has begun it: that says nothing about when to begin.
                if is_outrun && collection.counters.cycles.begun == 0 {
                    self.pacing.lock().cycle_abandoned();
                }
                Some(CollectionKind::Full)
            }
            CollectionKind::Young => None,
            CollectionKind::Full => is_full().then_some(CollectionKind::Compacting),
            CollectionKind::Compacting => {
                (!enough && may_compact).then_some(CollectionKind::Compacting)
            }
        }
    }

    /// Returns whether at most 1/[`LOW_FREE_FRACTION`] of the heap is free, and compaction would
    /// gain as much.
    fn is_nearly_full(&self) -> bool {
        let part = self.spaces.limit() / LOW_FREE_FRACTION;
        let used = self.spaces.used();
        used > self.spaces.limit() - part && self.spaces.fragmented_bytes() > part
    }
}

/// Returns whether another compaction may free memory, after `unproductive` of them in a row did
/// not lower the memory in use. A compaction that gained something left room to move more objects
/// to. One that could not move `kept` objects has evacuated other blocks for the next compaction,
/// which justifies one more attempt.
fn may_free_memory(unproductive: u32, kept: u64) -> bool {
    unproductive == 0 || (unproductive == 1 && kept > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compaction_repeats_while_it_frees_memory() {
        assert!(may_free_memory(0, 0) && may_free_memory(0, 7));
        assert!(may_free_memory(1, 7) && !may_free_memory(1, 0));
        assert!(!may_free_memory(2, 0) && !may_free_memory(2, 7));
    }
}
