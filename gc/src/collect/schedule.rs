//! [`Schedule`]: what a collection does, and with how many workers. The sizing policy decides. In
//! zeal mode, turns and chance do, so that all combinations occur.

use std::time::Duration;

use super::Cause;
use super::collector::Collector;
use super::finish_marking::MarkingWork;
use super::random_order::RandomOrder;
use super::reference_workers::WorkerLimits;
use crate::collection::CollectionKind;
use crate::marking::CyclePhase;

/// Bytes to copy or scan that justify waking one more worker: about a millisecond of work.
const BYTES_PER_WORKER: u64 = 1 << 20;
/// While a concurrent cycle is in progress, memory is short if at most 1/`SHORT_FRACTION` of the
/// heap is free: the nursery is so small then that collections take most of the time.
const SHORT_FRACTION: usize = 32;
/// Free blocks that justify one more worker in a compacting collection: each worker leaves some of
/// its last blocks unused.
const BLOCKS_PER_WORKER: usize = 8;

/// The decisions on one collection.
pub(super) struct Schedule<'a> {
    collector: &'a Collector<'a>,
    /// The turns and random orders of zeal mode; `None` outside it.
    pub(super) zeal: Option<RandomOrder>,
}

impl<'a> Schedule<'a> {
    /// Returns the schedule of the collection with this number.
    pub(super) fn new(collector: &'a Collector<'a>, number: u64) -> Self {
        Self { collector, zeal: RandomOrder::of(collector.zeal_seed, number) }
    }

    /// Returns the kind of the first pass.
    pub(super) fn first_kind(&self, cause: Cause) -> CollectionKind {
        let has_cycles = self.has_cycles();
        match (cause, self.zeal) {
            (Cause::Request(kind), _) => kind,
            (Cause::Marking | Cause::BeginCycle, _) => CollectionKind::Young,
            (_, Some(zeal)) if has_cycles && zeal.is_in_cycle() => CollectionKind::Young,
            (_, Some(zeal)) => zeal.kind(),
            // The host has released memory: no cycle would show in time how much.
            (Cause::Emergency(_), None) if has_cycles => CollectionKind::Full,
            // Otherwise a concurrent cycle is in progress, or begins with this collection.
            _ if !has_cycles && self.is_full_due() => CollectionKind::Full,
            _ => CollectionKind::Young,
        }
    }

    /// Returns whether concurrent cycles take the place of full collections.
    fn has_cycles(&self) -> bool {
        self.collector.marking.is_enabled(self.collector.types)
    }

    fn is_full_due(&self) -> bool {
        self.collector.pacing.lock().is_full_due(self.collector.spaces.occupancy())
    }

    /// Returns whether a concurrent cycle is to begin with this young collection, unless one is in
    /// progress.
    pub(super) fn is_cycle_due(&self, cause: Cause) -> bool {
        let Collector { spaces, pacing, .. } = self.collector;
        if !self.has_cycles() || cause == Cause::BeginCycle {
            return self.has_cycles();
        }
        if let Some(zeal) = self.zeal {
            // Before a cycle begins, blocks that the last one has tracked are evacuated for some
            // collections.
            let evacuates = spaces.is_tracking() && !zeal.ends_evacuation();
            return zeal.is_in_cycle() && !evacuates;
        }
        // Otherwise, cycles that follow one another would track blocks in vain.
        let evacuates = spaces.must_evacuate() && !self.collector.is_short(cause.bytes());
        !evacuates && pacing.lock().is_cycle_due(spaces.occupancy())
    }

    /// Returns whether a cycle that begins is one that the sizing policy has called for.
    pub(super) fn is_cycle_needed(&self, cause: Cause) -> bool {
        cause != Cause::BeginCycle && self.zeal.is_none()
    }

    /// Returns the time that this collection may take to evacuate tracked blocks; `None` while a
    /// cycle is in progress.
    pub(super) fn evacuation_time(&self) -> Option<Duration> {
        let Collector { marking, pacing, .. } = self.collector;
        // Not if the host's code describes objects: it may say at any time what is a reference.
        let may_evacuate = marking.phase() == CyclePhase::Idle && self.has_cycles();
        may_evacuate.then(|| match self.zeal {
            Some(zeal) => zeal.evacuation_time(),
            None => pacing.lock().evacuation_time(),
        })
    }

    /// Plans the pause's work for the concurrent cycle, before a pass shades references.
    pub(super) fn planned_marking_work(&self) -> MarkingWork {
        let Collector { marking, .. } = self.collector;
        if marking.phase() != CyclePhase::Marking {
            return MarkingWork::None;
        }
        marking.unblock_fibers();
        match self.zeal {
            Some(zeal) => zeal.marking_work(),
            None => self.collector.due_marking_work(),
        }
    }

    /// Returns the pause's work for the concurrent cycle, at the end of a pass. `planned`: the work
    /// that was planned before the pass shaded references. `has_begun`: this pass has begun the
    /// cycle. `is_short`: see [`Collector::is_short`].
    pub(super) fn marking_work(
        &self,
        planned: MarkingWork,
        has_begun: bool,
        is_short: bool,
    ) -> MarkingWork {
        if is_short && self.is_worth_finishing() {
            MarkingWork::FinishWithAllWorkers
        } else if planned == MarkingWork::None && !has_begun && self.zeal.is_none() {
            self.collector.overdue_work()
        } else {
            planned
        }
    }

    /// Returns whether this pause should complete the cycle rather than mark everything again in a
    /// full collection, which also frees what has died since the cycle began.
    fn is_worth_finishing(&self) -> bool {
        let Collector { marking, pacing, .. } = self.collector;
        pacing.lock().is_worth_finishing(marking.marked_bytes())
    }

    /// Returns the number of bytes that mutators are to mark for each 100 bytes that they allocate.
    pub(super) fn assist_percent(&self) -> usize {
        let Collector { marking, pacing, spaces, .. } = self.collector;
        match self.zeal {
            Some(zeal) => zeal.assist_percent(),
            None => pacing.lock().assist_percent(spaces.occupancy(), marking.marked_bytes()),
        }
    }

    /// Returns the number of workers that the expected work of a pass justifies. In zeal mode every
    /// second collection has the maximum, however little work there is.
    pub(super) fn worker_count(&self, kind: CollectionKind) -> usize {
        if self.has_all_workers() {
            return self.collector.max_workers;
        }
        let before = self.collector.spaces.occupancy();
        let bytes = match kind {
            // A helper that is woken for less work often arrives too late, or is descheduled while
            // it holds work that all other workers wait for.
            CollectionKind::Young => before.young.min(self.collector.pacing.lock().young_work()),
            CollectionKind::Full | CollectionKind::Compacting => before.committed,
        };
        self.max_moving_workers(kind).min(1 + (bytes / BYTES_PER_WORKER) as usize)
    }

    fn has_all_workers(&self) -> bool {
        self.zeal.is_some_and(RandomOrder::has_all_workers)
    }

    /// Returns the maximum number of workers that move objects.
    fn max_moving_workers(&self, kind: CollectionKind) -> usize {
        let Collector { spaces, max_workers, .. } = self.collector;
        let max = match kind {
            CollectionKind::Compacting => 1 + spaces.free_blocks() / BLOCKS_PER_WORKER,
            CollectionKind::Young | CollectionKind::Full => usize::MAX,
        };
        max.min(*max_workers)
    }

    /// Returns the limits of the number of workers that process references.
    pub(super) fn reference_workers(&self, kind: CollectionKind) -> WorkerLimits {
        let clearing = self.collector.max_workers;
        let is_forced = self.has_all_workers();
        let retaining = if is_forced { clearing } else { self.max_moving_workers(kind) };
        WorkerLimits { clearing, retaining, is_forced }
    }
}

impl Collector<'_> {
    /// Returns whether so little memory is free that mutators cannot wait for the end of the
    /// concurrent cycle, if one is in progress. `bytes`: the size of the object for which the
    /// collection makes room; 0 if for none.
    pub(super) fn is_short(&self, bytes: usize) -> bool {
        bytes > 0 && !self.spaces.has_room(bytes, self.spaces.limit() / SHORT_FRACTION)
    }
}
