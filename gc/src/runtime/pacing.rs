//! The sizing policy with a clock.

use std::time::{Duration, Instant};

use crate::collection::{CollectionKind, HeapUse};
use crate::observe::Counters;
use crate::sizing::{Observed, Plan, Sizing, SizingConfig};

/// The sizing policy, its latest plan, and the measurements that it uses.
#[derive(Debug)]
pub(crate) struct Pacing {
    sizing: Sizing,
    plan: Plan,
    /// Time at which the last collection ended, or the heap was created.
    ended: Instant,
    /// The beginning of the concurrent cycle in progress.
    cycle: Option<CycleStart>,
    /// A concurrent cycle has ended since the last collection.
    has_cycle_ended: bool,
    /// Expected work of a young collection, as the number of bytes that could be copied in the same
    /// time. `None` before the first young collection.
    young_work: Option<u64>,
}

/// The beginning of a concurrent cycle.
#[derive(Clone, Copy, Debug)]
struct CycleStart {
    at: Instant,
    /// Bytes in use by the old generation and large objects.
    old: u64,
    /// The host has released memory since, which the cycle may not free.
    is_outdated: bool,
}

/// The costs of scanning a stack frame, and a logged object or card, as the number of bytes that
/// could be copied in the same time.
const FRAME_COST: u64 = 64;
const LOGGED_COST: u64 = 512;

/// A collection that has ended.
pub(crate) struct FinishedCollection<'a> {
    pub(crate) kind: CollectionKind,
    /// Whether the program needed the collection.
    pub(crate) needed: bool,
    pub(crate) began: Instant,
    pub(crate) after: HeapUse,
    pub(crate) counters: &'a Counters,
    pub(crate) threads: usize,
}

impl Pacing {
    pub(crate) fn new(config: &SizingConfig) -> Self {
        let sizing = Sizing::new(config);
        let plan = sizing.first();
        Self {
            sizing,
            plan,
            ended: Instant::now(),
            cycle: None,
            has_cycle_ended: false,
            young_work: None,
        }
    }

    pub(crate) fn plan(&self) -> Plan {
        self.plan
    }

    /// Returns whether the next collection must be a full one.
    pub(crate) fn is_full_due(&self, now: HeapUse) -> bool {
        now.old + now.large >= self.plan.old_trigger_bytes as u64
    }

    /// Returns whether a concurrent cycle should begin.
    pub(crate) fn is_cycle_due(&self, now: HeapUse) -> bool {
        now.old + now.large >= self.plan.cycle_trigger_bytes as u64
    }

    /// Records that a concurrent cycle begins.
    pub(crate) fn cycle_begins(&mut self, now: HeapUse) {
        self.cycle =
            Some(CycleStart { at: Instant::now(), old: now.old + now.large, is_outdated: false });
    }

    /// Records that a concurrent cycle has ended, and everything is swept. `is_outrun`: memory was
    /// short before, and a pause has completed it.
    pub(crate) fn cycle_ended(&mut self, now: HeapUse, is_outrun: bool) {
        let start = self.cycle.take();
        let duration = start.map_or(Duration::ZERO, |start| start.at.elapsed());
        let duration = (!is_outrun).then_some(duration);
        // The pause that has completed a cycle is measured itself.
        self.has_cycle_ended = !is_outrun && !start.is_some_and(|start| start.is_outdated);
        self.plan = self.sizing.cycle_ended((now.old + now.large) as usize, duration);
    }

    /// Records that a cycle is abandoned for a full collection because memory is short.
    pub(crate) fn cycle_abandoned(&mut self) {
        self.sizing.cycle_abandoned();
    }

    /// Records that the host has released memory: cycles that have begun before do not show how
    /// much.
    pub(crate) fn memory_released(&mut self) {
        self.has_cycle_ended = false;
        if let Some(cycle) = &mut self.cycle {
            cycle.is_outdated = true;
        }
    }

    /// Returns whether a concurrent cycle has ended since the last call.
    pub(crate) fn take_ended_cycle(&mut self) -> bool {
        core::mem::take(&mut self.has_cycle_ended)
    }

    /// Returns whether a pause in which memory is short should complete the cycle in progress, of
    /// which `marked` bytes were marked.
    pub(crate) fn is_worth_finishing(&self, marked: u64) -> bool {
        self.cycle.is_some_and(|start| self.sizing.is_worth_finishing(start.old as usize, marked))
    }

    /// Returns the number of bytes that mutators are to mark for each 100 bytes that they allocate,
    /// if `marked` bytes were marked in this cycle so far.
    pub(crate) fn assist_percent(&self, now: HeapUse, marked: u64) -> usize {
        let Some(start) = self.cycle else { return 0 };
        self.sizing.assist_percent(start.old as usize, (now.old + now.large) as usize, marked)
    }

    /// Returns the expected work of the next young collection, as the number of bytes that could be
    /// copied in the same time: that of the latest ones, where the largest counts longest. Returns
    /// `u64::MAX` before the first.
    pub(crate) fn young_work(&self) -> u64 {
        self.young_work.unwrap_or(u64::MAX)
    }

    /// Records a collection and returns the plan until the next one.
    pub(crate) fn update(&mut self, ended: &FinishedCollection<'_>) -> Plan {
        let now = Instant::now();
        let ran = ended.began.saturating_duration_since(self.ended);
        let Counters { bytes_copied, bytes_promoted, objects_logged, walk, .. } = *ended.counters;
        if ended.kind == CollectionKind::Young {
            let work =
                bytes_copied + walk.frames_walked * FRAME_COST + objects_logged * LOGGED_COST;
            let before = self.young_work.map_or(0, |work| work / 4 * 3);
            self.young_work = Some(work.max(before));
        }
        self.plan = self.sizing.after(&Observed {
            kind: ended.kind,
            needed: ended.needed,
            pause: now.saturating_duration_since(ended.began),
            ran,
            old: (ended.after.old + ended.after.large) as usize,
            survivors: (bytes_copied - bytes_promoted) as usize,
            promoted: bytes_promoted as usize,
            threads: ended.threads,
        });
        self.ended = now;
        self.plan
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use super::*;
    use crate::sizing::NurserySize;

    #[test]
    fn mutator_time_excludes_collections() {
        let mut pacing = Pacing::new(&SizingConfig {
            limit: 64 << 20,
            initial: 64 << 20,
            nursery: NurserySize::Fixed(1 << 20),
            time_share: 0.1,
            pause_goal: Duration::from_millis(1),
        });
        let began = Instant::now();
        pacing.update(&FinishedCollection {
            kind: CollectionKind::Young,
            needed: false,
            began,
            after: HeapUse::default(),
            counters: &Counters::default(),
            threads: 1,
        });
        assert!(pacing.ended >= began, "the collection's own time is the program's");
    }
}
