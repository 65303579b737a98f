//! Pacing: the sizing policy together with a clock.

use std::time::{Duration, Instant};

use crate::collection::{CollectionKind, HeapUse};
use crate::observe::Counters;
use crate::sizing::{Observed, Plan, Sizing, SizingConfig};

/// The sizing policy, its latest plan, and the measurements that it uses.
#[derive(Debug)]
pub(crate) struct Pacing {
    /// The sizing policy.
    sizing: Sizing,
    /// The latest plan.
    plan: Plan,
    /// Time at which the last collection ended, or the heap was created.
    ended: Instant,
    /// The start of the concurrent cycle in progress; `None` if there is none.
    cycle: Option<CycleStart>,
    /// Whether a concurrent cycle has ended since the last call of [`Self::take_ended_cycle`]. A
    /// cycle does not count if it was outrun, or if the host has released memory since it began.
    has_cycle_ended: bool,
    /// Expected work of a young collection, as the number of bytes that could be copied in the same
    /// time. `None` before the first young collection.
    young_work: Option<u64>,
}

/// The state at the start of a concurrent cycle.
#[derive(Clone, Copy, Debug)]
struct CycleStart {
    /// Time at which the cycle began.
    at: Instant,
    /// Bytes in use by the old generation and large objects when the cycle began.
    old: u64,
    /// Whether the host has released memory since the cycle began. The cycle may not free that
    /// memory.
    is_outdated: bool,
    /// Whether the sizing policy began the cycle.
    is_needed: bool,
}

/// The cost of scanning a stack frame, as the number of bytes that could be copied in the same
/// time.
const FRAME_COST: u64 = 64;
/// The cost of scanning a logged object or card, as the number of bytes that could be copied in the
/// same time.
const LOGGED_COST: u64 = 512;

/// Measurements of a collection that has ended.
pub(crate) struct FinishedCollection<'a> {
    /// The kind of the collection.
    pub(crate) kind: CollectionKind,
    /// Whether an allocation required the collection.
    pub(crate) needed: bool,
    /// Time at which the pause began.
    pub(crate) began: Instant,
    /// The part of the pause for which the collecting threads had a processor.
    pub(crate) busy: Duration,
    /// Bytes of the nursery that were taken before the collection.
    pub(crate) allocated: usize,
    /// Memory in use after the collection.
    pub(crate) after: HeapUse,
    /// Counts of the collection's work.
    pub(crate) counters: &'a Counters,
    /// Number of attached threads.
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

    /// Returns the latest plan.
    pub(crate) fn plan(&self) -> Plan {
        self.plan
    }

    /// Returns whether the next collection must be a full one. `now` is the memory in use.
    pub(crate) fn is_full_due(&self, now: HeapUse) -> bool {
        now.old_and_large() >= self.plan.old_trigger_bytes as u64
    }

    /// Returns whether a concurrent cycle should begin. `now` is the memory in use.
    pub(crate) fn is_cycle_due(&self, now: HeapUse) -> bool {
        now.old_and_large() >= self.plan.cycle_trigger_bytes as u64
    }

    /// Records that a concurrent cycle begins. `is_needed`: because the policy wants one, not the
    /// host or zeal mode.
    pub(crate) fn cycle_begins(&mut self, now: HeapUse, is_needed: bool) {
        let old = now.old_and_large();
        self.cycle = Some(CycleStart { at: Instant::now(), old, is_outdated: false, is_needed });
    }

    /// Records that a concurrent cycle has ended, including its sweep, for which the marker threads
    /// have used this processor time. `is_outrun` states whether memory was short before that, so
    /// that a pause completed the cycle.
    pub(crate) fn cycle_ended(&mut self, now: HeapUse, is_outrun: bool, processor_time: Duration) {
        let start = self.cycle.take();
        let duration = start.map_or(Duration::ZERO, |start| start.at.elapsed());
        let duration = (!is_outrun).then_some(duration);
        // The pause that has completed a cycle is measured itself.
        self.has_cycle_ended = !is_outrun && !start.is_some_and(|start| start.is_outdated);
        let old = now.old_and_large() as usize;
        let is_needed = start.is_some_and(|start| start.is_needed);
        self.plan = self.sizing.cycle_ended(old, duration, processor_time, is_needed);
    }

    /// Records that a cycle is abandoned for a full collection because memory is short.
    pub(crate) fn cycle_abandoned(&mut self) {
        self.sizing.cycle_abandoned();
    }

    /// Records that the host has released memory. A cycle that began before does not measure how
    /// much.
    pub(crate) fn memory_released(&mut self) {
        self.has_cycle_ended = false;
        if let Some(cycle) = &mut self.cycle {
            cycle.is_outdated = true;
        }
    }

    /// Returns whether a concurrent cycle has ended since the last call. A cycle does not count if
    /// it was outrun, or if the host has released memory since it began.
    pub(crate) fn take_ended_cycle(&mut self) -> bool {
        core::mem::take(&mut self.has_cycle_ended)
    }

    /// Returns whether a pause in which memory is short should complete the cycle in progress,
    /// which has marked `marked` bytes.
    pub(crate) fn is_worth_finishing(&self, marked: u64) -> bool {
        self.cycle.is_some_and(|start| self.sizing.is_worth_finishing(start.old as usize, marked))
    }

    /// Returns the number of bytes that mutators must mark for each 100 bytes that they allocate; 0
    /// if no cycle is in progress. `marked` is the number of bytes that the cycle has marked so
    /// far.
    pub(crate) fn assist_percent(&self, now: HeapUse, marked: u64) -> usize {
        let Some(start) = self.cycle else { return 0 };
        self.sizing.assist_percent(start.old as usize, now.old_and_large() as usize, marked)
    }

    /// Returns whether the marking of the cycle in progress should have ended by now.
    pub(crate) fn is_marking_overdue(&self, now: HeapUse) -> bool {
        let old = now.old_and_large() as usize;
        self.cycle.is_some_and(|start| self.sizing.is_marking_overdue(start.old as usize, old))
    }

    /// Returns the time that a young collection may take to evacuate blocks of the old generation.
    pub(crate) fn evacuation_time(&self) -> Duration {
        self.sizing.evacuation_time()
    }

    /// Returns the expected work of the next young collection, as the number of bytes that could be
    /// copied in the same time. It is the maximum of the last young collection's work and three
    /// quarters of the estimate before it. Returns `u64::MAX` before the first young collection.
    pub(crate) fn young_work(&self) -> u64 {
        self.young_work.unwrap_or(u64::MAX)
    }

    /// Records a collection, and returns the plan until the next collection.
    pub(crate) fn update(&mut self, ended: &FinishedCollection<'_>) -> Plan {
        let now = Instant::now();
        let ran = ended.began.saturating_duration_since(self.ended);
        let Counters { bytes_promoted, objects_logged, walk, .. } = *ended.counters;
        // Without the old objects that a young collection has moved.
        let bytes_copied = ended.counters.bytes_copied - ended.counters.cycles.bytes_evacuated;
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
            busy: ended.busy,
            allocated: ended.allocated,
            ran,
            old: ended.after.old_and_large() as usize,
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

    fn pacing() -> Pacing {
        Pacing::new(&SizingConfig {
            limit: 64 << 20,
            initial: 64 << 20,
            nursery: NurserySize::Fixed(1 << 20),
            time_share: 0.1,
            workers: 1,
            pause_goal: Duration::from_millis(1),
        })
    }

    #[test]
    fn mutator_time_excludes_collections() {
        let mut pacing = pacing();
        let began = Instant::now();
        pacing.update(&FinishedCollection {
            kind: CollectionKind::Young,
            needed: false,
            began,
            busy: Duration::ZERO,
            allocated: 0,
            after: HeapUse::default(),
            counters: &Counters::default(),
            threads: 1,
        });
        assert!(pacing.ended >= began, "the collection's own time is the program's");
    }

    #[test]
    fn cycle_is_measured_once_and_only_if_it_shows_what_is_live() {
        let mut pacing = pacing();
        let mut cycle = |is_outrun, is_released: bool| {
            pacing.cycle_begins(HeapUse::default(), true);
            if is_released {
                pacing.memory_released();
            }
            pacing.cycle_ended(HeapUse::default(), is_outrun, Duration::ZERO);
            [pacing.take_ended_cycle(), pacing.take_ended_cycle()]
        };
        assert_eq!(cycle(false, false), [true, false]);
        assert_eq!(cycle(true, false), [false; 2], "its pause was measured itself");
        assert_eq!(cycle(false, true), [false; 2], "it began before the host released memory");
        pacing.cycle_begins(HeapUse::default(), true);
        pacing.cycle_ended(HeapUse::default(), false, Duration::ZERO);
        pacing.memory_released();
        assert!(!pacing.take_ended_cycle());
    }
}
