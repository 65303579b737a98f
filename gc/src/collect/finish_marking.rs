//! The part of a pause that belongs to a concurrent cycle: it begins the cycle, drains what markers
//! have left, and ends marking.
//!
//! # The end of marking
//!
//! When all markers are idle, the next pause drains all grey objects, including those that it has
//! shaded itself, within a time limit. If the limit is reached, markers continue after the pause,
//! and a later pause tries again. After [`ATTEMPTS_BEFORE_DOUBLING`] attempts, each further attempt
//! doubles the limit; after [`ATTEMPTS_WITH_LIMIT`] there is none, so that marking ends whatever
//! mutators do. If the buffers of grey objects become long before that, each pause drains some:
//! much may be unmarked, so these are no attempts.
//!
//! Markers may never become idle: if mutators modify large marked objects, each pause makes these
//! grey again, and markers scan them no faster than that. So when the old generation has reached
//! the size at which marking should have ended, mutators assist whatever is owed, and each pause
//! drains for [`OVERDUE_DRAIN_TIME`]. Once a pause has drained everything, markers are idle, settle
//! weak items, and the next pause makes an attempt.
//!
//! When all grey objects are drained, the young collection has already updated all references and
//! set the final state of all survivors' blocks. Every object is then in a young or an old block,
//! and every live old object is marked. References are now processed a second time, for both
//! generations: the first time, all old objects were treated as live. Items that markers have
//! settled are left out ([`Items::NotSettledIn`]).
//!
//! Slots in the remembered set, and objects with weak fields, may belong to dead objects: they were
//! modified in this cycle, and died. Slots in lines and large objects that the sweeper will free,
//! and objects that are not marked, are dropped here, before the sweep begins.

use core::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use statepoint_scanner::fault_injection::fault;

use super::collector::Collector;
use super::cycle_reference_workers::CycleReferenceWorkers;
use super::owned_fibers::CollectedFibers;
use super::reference_workers::WorkerLimits;
use super::references::{self, ReferenceResult};
use crate::handles::Items;
use crate::marking::{CyclePhase, Marking, Sources};
use crate::object::HeaderWord;
use crate::observe::{CollectionPhase, Counters, PhaseTimer};
use crate::runtime::Pacing;
use crate::space::{BlockState, DeadLarge, Spaces, Swept};
use crate::thread::DeadFiberRecord;
use crate::worklist::WorkSharing;

/// The time for which a pause drains grey objects, at first.
pub(super) const DRAIN_TIME: Duration = Duration::from_micros(200);
/// The time for which each pause drains grey objects if marking is overdue.
const OVERDUE_DRAIN_TIME: Duration = Duration::from_micros(800);
/// The number of attempts to end marking after which the time doubles with each, and after which it
/// is not limited.
const ATTEMPTS_BEFORE_DOUBLING: u32 = 4;
const ATTEMPTS_WITH_LIMIT: u32 = 8;

/// The marking work of a pause, after it has shaded references to old objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkingWork {
    /// Markers have work left.
    None,
    /// Drain grey objects until the time is up, without an end of marking.
    Drain(Duration),
    /// Drain grey objects and end marking, unless the time does not suffice.
    Finish(Option<Duration>),
    /// Memory is short: drain grey objects with all workers, and end marking.
    FinishWithAllWorkers,
}

/// The result of a pause that has ended marking.
pub(super) struct EndedMarking {
    pub(super) references: ReferenceResult,
    /// Fibers whose owners are dead.
    pub(super) dead_fibers: Vec<DeadFiberRecord>,
    /// Counts of the walks of stacks of fibers.
    pub(super) counters: Counters,
    /// The maximum number of workers that have processed references.
    pub(super) workers: usize,
}

impl Collector<'_> {
    /// Begins a concurrent cycle with this pause, unless one is in progress. `is_needed`: the
    /// sizing policy begins it, not the host or zeal mode. Returns whether it does.
    pub(super) fn begin_marking(&self, is_needed: bool) -> bool {
        let begins = self.marking.phase() == CyclePhase::Idle;
        if begins {
            self.spaces.begin_marking();
            self.marking.begin(self.fibers.all().len());
            self.pacing.lock().cycle_begins(self.spaces.occupancy(), is_needed);
        }
        begins
    }

    /// Returns the work that this pause is to do for the marking that is in progress, by what
    /// markers have left.
    pub(super) fn due_marking_work(&self) -> MarkingWork {
        if !self.marking.is_drained() || !self.marking.is_settled() {
            // Pauses help markers that cannot keep up with what pauses shade.
            return match self.marking.grey.is_long(self.spaces.limit()) {
                true => MarkingWork::Drain(DRAIN_TIME),
                false => MarkingWork::None,
            };
        }
        let attempts = self.marking.begin_attempt();
        let doublings = attempts.saturating_sub(ATTEMPTS_BEFORE_DOUBLING);
        MarkingWork::Finish(
            (attempts <= ATTEMPTS_WITH_LIMIT).then(|| DRAIN_TIME * (1 << doublings)),
        )
    }

    /// Returns the work of a pause that has no other work for the marking which it did not begin:
    /// if marking is overdue, some of the markers' work, so that they become idle.
    pub(super) fn overdue_work(&self) -> MarkingWork {
        match self.pacing.lock().is_marking_overdue(self.spaces.occupancy()) {
            true => MarkingWork::Drain(OVERDUE_DRAIN_TIME),
            false => MarkingWork::None,
        }
    }

    /// Does the pause's work for the concurrent cycle. All young objects are where they stay, and
    /// everything was shaded. `special`: objects with fields that are not traced that this pause
    /// has scanned. `limits`: of the workers that process references.
    pub(super) fn advance_marking(
        &self,
        work: MarkingWork,
        special: Vec<usize>,
        limits: WorkerLimits,
        timer: &mut PhaseTimer<'_>,
    ) -> Option<EndedMarking> {
        if self.marking.phase() != CyclePhase::Marking {
            return None;
        }
        if work != MarkingWork::None {
            timer.enter(CollectionPhase::Trace);
        }
        let is_done = ends_early()
            || match work {
                MarkingWork::None => false,
                MarkingWork::Drain(time) => self.drain(Some(time)),
                MarkingWork::Finish(time) => self.drain(time),
                MarkingWork::FinishWithAllWorkers => self.drain_with_all_workers(),
            };
        let may_end = matches!(work, MarkingWork::Finish(_) | MarkingWork::FinishWithAllWorkers);
        let ends = is_done && may_end;
        // Young ones are found again by the next pause.
        let ends_with_young = ends && !fault("skip-young-special");
        let is_kept = |object: &usize| ends_with_young || !self.is_young(*object);
        self.marking.discover(special.into_iter().filter(is_kept));
        let result = ends.then(|| {
            timer.enter(CollectionPhase::References);
            self.end_marking(limits)
        });
        if work != MarkingWork::None {
            timer.enter(CollectionPhase::Sweep);
        }
        result
    }

    /// Drains grey objects on this thread, for a limited time. Returns whether none is left.
    fn drain(&self, limit: Option<Duration>) -> bool {
        let begin = Instant::now();
        let is_over = || limit.is_some_and(|limit| begin.elapsed() >= limit);
        self.marking.drain(&self.marking_sources(), is_over)
    }

    /// Drains all grey objects with all workers. Returns `true`.
    fn drain_with_all_workers(&self) -> bool {
        let sources = self.marking_sources();
        let sharing = WorkSharing::new(self.max_workers);
        let unclaimed = AtomicUsize::new(0);
        self.pool.run(self.max_workers - 1, &|index| {
            self.marking.drain_shared(&sources, &sharing, &unclaimed, index);
        });
        // Nothing is left, except objects that only the host can describe.
        self.drain(None)
    }

    pub(super) fn marking_sources(&self) -> Sources<'_> {
        Sources::new(self.spaces, self.types, self.handles, self.references, self)
    }

    fn is_young(&self, object: usize) -> bool {
        self.spaces.blocks().state_at(object) == Some(BlockState::SURVIVOR)
    }

    /// Sweeps everything that a cycle has left to sweep. Returns the dead large objects.
    /// `is_outrun`: this pause has completed the cycle's marking.
    pub(super) fn sweep_now(&self, is_outrun: bool) -> Vec<DeadLarge> {
        let Self { spaces, marking, pacing, .. } = *self;
        let mut dead = Vec::new();
        while marking.phase() == CyclePhase::Sweeping {
            if let Swept::Large(large) = sweep_step(spaces, marking, pacing, is_outrun) {
                dead.push(large);
            }
        }
        dead
    }

    /// Ends marking: all grey objects are drained. Processes the references of the whole heap.
    fn end_marking(&self, limits: WorkerLimits) -> EndedMarking {
        let Self { marking, types, handles, references, spaces, .. } = *self;
        let live = spaces.live_bits();
        // An object that was modified in this cycle may have died since, and then is not marked. If
        // a finalizer revives it, the marker discovers it again.
        let mut discovered = marking.take_discovered();
        discovered.retain(|&object| {
            // SAFETY: an object that a pause or a marker has scanned, and nothing was swept since.
            let is_marked = || unsafe { HeaderWord::at(object) }.is_marked(live);
            self.is_young(object) || is_marked()
        });
        let mut workers = CycleReferenceWorkers::new(self, limits, discovered);
        let fibers = CollectedFibers::at_the_end_of_marking(self);
        let sources = references::Sources { types, handles, references, fibers: &fibers };
        let items = Items::NotSettledIn(marking.cycle());
        let result = references::process(sources, items, &mut workers);
        debug_assert!(
            marking.is_drained() || ends_early(),
            "reference processing traces what it retains"
        );
        spaces.end_marking();
        marking.end_marking(spaces);
        if !fault("purge-late") {
            let survives = |slot: &usize| spaces.survives_sweep(*slot);
            self.remembered.slots.lock().iter_mut().for_each(|slots| slots.retain(survives));
        }
        let workers = workers.most_workers;
        let (dead_fibers, counters) = fibers.end();
        EndedMarking { references: result, dead_fibers, counters, workers }
    }
}

/// Sweeps some memory, and ends the cycle if nothing is left to sweep. The caller is inside a step
/// of the sweeper, or in a pause. `is_outrun`: a pause has completed the cycle's marking because
/// memory was short.
pub(super) fn sweep_step(
    spaces: &Spaces,
    marking: &Marking,
    pacing: &Mutex<Pacing>,
    is_outrun: bool,
) -> Swept {
    let swept = spaces.sweep_some();
    if matches!(swept, Swept::All) {
        marking.end();
        pacing.lock().cycle_ended(spaces.occupancy(), is_outrun, marking.take_processor_time());
    }
    swept
}

/// An injected fault: marking ends although grey objects are left.
pub(super) fn ends_early() -> bool {
    fault("finish-early")
}
