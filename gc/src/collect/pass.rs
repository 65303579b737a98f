//! [`Pass`]: one pass over the heap, in steps.
//!
//! 1. [Begin](Collector::begin_pass): objects are unpinned or pinned, a concurrent cycle begins or
//!    is abandoned, and the blocks to evacuate are chosen.
//! 2. [Trace](Collector::trace): all workers scan the roots and trace from them; then references
//!    are processed.
//! 3. [Finish](Collector::finish_spaces): evacuated blocks are freed, and the remembered set is
//!    replaced.
//! 4. [The concurrent cycle](Collector::serve_cycle): the pause does its share of the work.
//! 5. [Plan](Collector::plan): the sizing policy learns from the pass.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use parking_lot::Mutex;

use super::Cause;
use super::busy_time::{BusyTime, WorkerTimes};
use super::collector::Collector;
use super::finish_marking::{EndedMarking, MarkingWork};
use super::passes::Findings;
use super::random_order::RandomOrder;
use super::roots::{self, RememberedRoots, RootTask};
use super::schedule::Schedule;
use super::stacks::StackPass;
use super::worker::{self, ProcessedReferences, WorkerResult};
use crate::collection::CollectionKind;
use crate::marking::CyclePhase;
use crate::object::{HeaderWord, UNLOGGED};
use crate::observe::{Collection, CollectionPhase, Counters, CycleCounts, PhaseTimer, WorkerSpan};
use crate::runtime::FinishedCollection;
use crate::sizing::Plan;
use crate::space::Evacuation;
use crate::thread::DeadFiberRecord;
use crate::worklist::{Task, WorkSharing};

/// One pass over the heap: the state that all its workers share.
pub(super) struct Pass<'a> {
    pub(super) collector: Collector<'a>,
    pub(super) evacuation: &'a Evacuation<'a>,
    pub(super) root_tasks: &'a [RootTask<'a>],
    pub(super) next_root_task: AtomicUsize,
    /// Time at which the last worker finished its roots, in nanoseconds since `began`.
    pub(super) roots_done: AtomicU64,
    pub(super) began: Instant,
    pub(super) sharing: WorkSharing<Task>,
    /// Discovered objects: those with fields that are not traced.
    pub(super) discovered: Mutex<Vec<usize>>,
    /// The seed of random orders; `None` outside zeal mode.
    pub(super) random_order: Option<RandomOrder>,
    /// What may be skipped of stacks.
    pub(super) stacks: StackPass,
    /// The work of each worker, with its times; `None` unless a trace is written.
    pub(super) spans: Option<Mutex<Vec<WorkerSpan>>>,
}

impl Pass<'_> {
    /// Returns whether a concurrent cycle marks, for which young collections shade references to
    /// old objects.
    pub(super) fn is_marking(&self) -> bool {
        self.collector.marking.phase() == CyclePhase::Marking
    }
}

/// What the steps of a pass share.
struct Step<'a> {
    schedule: Schedule<'a>,
    kind: CollectionKind,
    cause: Cause,
    began: Instant,
    /// Maximum number of workers so far.
    workers: usize,
    counters: Counters,
}

/// The result of [`Collector::trace`].
struct Traced {
    times: WorkerTimes,
    spans: Vec<WorkerSpan>,
    /// Slots of old objects that refer to young ones: of the workers that have traced, and of those
    /// that have processed references.
    remembered: [Vec<usize>; 2],
    /// In a young collection: objects of evacuated old blocks that did not move.
    retained: [Vec<usize>; 2],
    /// While a concurrent cycle marks: the discovered objects, where they are now.
    special: Vec<usize>,
    /// The old objects that the next young collection must scan because of references.
    revisit: Vec<usize>,
    /// Fibers whose owners are dead.
    dead_fibers: Vec<DeadFiberRecord>,
}

impl Collector<'_> {
    /// Runs one pass of the kind of `collection`, and adds to its results.
    pub(super) fn run_pass(
        &self,
        cause: Cause,
        collection: &mut Collection<'_>,
        findings: &mut Findings,
        timer: &mut PhaseTimer<'_>,
    ) {
        let began = timer.enter(CollectionPhase::Trace);
        let busy = BusyTime::begin();
        let schedule = Schedule::new(self, timer.number());
        let kind = collection.kind;
        let mut step = Step {
            workers: schedule.worker_count(kind),
            schedule,
            kind,
            cause,
            began,
            counters: Counters::default(),
        };
        let (marking_work, mut evacuation) = self.begin_pass(&mut step, collection.passes == 0);
        let old = self.remembered_roots(&mut step, &mut evacuation);
        let traced = self.trace(&mut step, &evacuation, &old, timer);
        timer.enter(CollectionPhase::Sweep);
        let allocated = evacuation.eden_bytes();
        let Traced { times, spans, remembered, retained, special, revisit, dead_fibers } = traced;
        self.finish_spaces(evacuation, remembered, retained, findings);
        findings.worker_spans.extend(spans);
        findings.dead_fibers.extend(dead_fibers);
        findings.is_thorough = kind != CollectionKind::Young;
        self.serve_cycle(&mut step, marking_work, special, revisit, findings, timer);
        collection.plan = self.plan(&FinishedCollection {
            kind,
            needed: cause.is_for_allocation(),
            began,
            busy: busy.so_far(times),
            allocated,
            after: self.spaces.occupancy(),
            counters: &step.counters,
            threads: self.threads.len(),
        });
        if self.marking.phase() == CyclePhase::Marking {
            self.marking.set_assist_percent(step.schedule.assist_percent());
        }
        timer.leave();
        collection.passes += 1;
        collection.counters += step.counters;
        collection.workers = collection.workers.max(step.workers);
    }

    /// Prepares the heap: afterwards, no object is pinned that no frame pins, and the blocks to
    /// evacuate are known. `is_first`: this is the first pass of the collection.
    fn begin_pass(&self, step: &mut Step<'_>, is_first: bool) -> (MarkingWork, Evacuation<'_>) {
        let Step { schedule, kind, cause, counters: Counters { cycles, .. }, .. } = step;
        // SAFETY: an object that was pinned and has not moved since; no other worker runs yet.
        self.references.pins.release(|object| unsafe { HeaderWord::at(object as usize) }.unpin());
        self.pin_frame_roots();
        if *kind != CollectionKind::Young {
            cycles.abandoned = u64::from(self.marking.abandon());
        } else if is_first && schedule.is_cycle_due(*cause) {
            cycles.begun = u64::from(self.begin_marking(schedule.is_cycle_needed(*cause)));
        }
        let marking_work = schedule.planned_marking_work();
        let promote_at_once = self.pacing.lock().plan().promote_at_once;
        let evacuation = self.spaces.begin(*kind, promote_at_once, schedule.evacuation_time());
        cycles.blocks_evacuated = evacuation.tracked as u64;
        (marking_work, evacuation)
    }

    /// Takes the remembered sets: logged objects and cards since the last collection, the slots
    /// that the last collection remembered, and the recorded ones. A full collection scans all live
    /// objects and leaves no young ones, so it needs none of them.
    fn remembered_roots(
        &self,
        step: &mut Step<'_>,
        evacuation: &mut Evacuation<'_>,
    ) -> RememberedRoots {
        let Self { remembered, threads, .. } = self;
        let mut old = RememberedRoots {
            logged: remembered.objects.take(threads.iter().map(|thread| &thread.data.log)),
            cards: remembered.cards.take(threads.iter().map(|thread| &thread.data.cards)),
            slots: core::mem::take(&mut *remembered.slots.lock()),
            recorded: core::mem::take(&mut evacuation.recorded),
        };
        step.counters.objects_logged += old.logged_count() as u64;
        if step.kind != CollectionKind::Young {
            let cards = self.spaces.blocks().cards();
            old.cards.iter().flatten().for_each(|card| cards.clear(card.object, card.start));
            old = RememberedRoots::default();
        }
        if let Some(random_order) = step.schedule.zeal {
            random_order.shuffle_remembered(&mut old);
        }
        old
    }

    /// Traces from the roots with all workers, and then processes references.
    fn trace(
        &self,
        step: &mut Step<'_>,
        evacuation: &Evacuation<'_>,
        old: &RememberedRoots,
        timer: &mut PhaseTimer<'_>,
    ) -> Traced {
        let fibers = match step.kind {
            // While a concurrent cycle marks, markers read the others.
            CollectionKind::Young => self.fibers.listed(),
            CollectionKind::Full | CollectionKind::Compacting => self.fibers.all(),
        };
        let random_order = step.schedule.zeal;
        let mut root_tasks = roots::tasks(self.threads.len(), fibers, old);
        if let Some(random_order) = random_order {
            random_order.shuffle_roots(&mut root_tasks);
        }
        let pass = Pass {
            collector: *self,
            evacuation,
            root_tasks: &root_tasks,
            next_root_task: AtomicUsize::new(0),
            roots_done: AtomicU64::new(0),
            began: step.began,
            sharing: WorkSharing::new(step.workers),
            discovered: Mutex::default(),
            random_order,
            stacks: StackPass::new(step.kind, self.marking),
            spans: timer.wants_spans().then(Mutex::default),
        };
        let (traced, times) = self.run_workers(&pass, step.workers);
        timer.set_roots_duration(pass.roots_done.load(Relaxed));
        timer.enter(CollectionPhase::References);
        let limits = step.schedule.reference_workers(step.kind);
        let processed = match step.kind {
            CollectionKind::Young => worker::process_references::<true>(&pass, limits),
            CollectionKind::Full | CollectionKind::Compacting => {
                worker::process_references::<false>(&pass, limits)
            }
        };
        let ProcessedReferences { result, revisit, dead_fibers, workers } = processed;
        step.counters += traced.counters;
        step.counters += result.counters;
        step.workers = step.workers.max(workers);
        Traced {
            times,
            spans: pass.spans.map(Mutex::into_inner).unwrap_or_default(),
            remembered: [traced.remembered, result.remembered],
            retained: [traced.retained, result.retained],
            special: result.special,
            revisit,
            dead_fibers,
        }
    }

    /// Runs all workers, and returns the sum of their results, and their times.
    fn run_workers(&self, pass: &Pass<'_>, workers: usize) -> (WorkerResult, WorkerTimes) {
        let all = Mutex::new((WorkerResult::default(), WorkerTimes::default()));
        let young = pass.evacuation.kind == CollectionKind::Young;
        self.pool.run(workers - 1, &|index| {
            let (done, time) = WorkerTimes::measure(|| match (workers, young) {
                (1, true) => worker::run_worker::<true, true>(pass, index),
                (1, false) => worker::run_worker::<true, false>(pass, index),
                (_, true) => worker::run_worker::<false, true>(pass, index),
                (_, false) => worker::run_worker::<false, false>(pass, index),
            });
            let (all, times) = &mut *all.lock();
            times.record(index, time);
            all.add(done);
        });
        all.into_inner()
    }

    /// Ends the evacuation, after which all live objects are where they stay.
    fn finish_spaces(
        &self,
        evacuation: Evacuation<'_>,
        remembered: [Vec<usize>; 2],
        retained: [Vec<usize>; 2],
        findings: &mut Findings,
    ) {
        for object in retained.into_iter().flatten() {
            // SAFETY: an object of the old generation that did not move; all workers have finished.
            let word = unsafe { HeaderWord::at(object) };
            word.store(word.read().with_live(evacuation.live_bits));
        }
        *self.remembered.slots.lock() = Vec::from(remembered);
        findings.dead.push(self.spaces.finish(evacuation));
    }

    /// Does the pause's work for a concurrent cycle. `planned`, `special`: see
    /// [`Self::advance_marking`]. `revisit`: the old objects that the next young collection must
    /// scan because of references.
    fn serve_cycle(
        &self,
        step: &mut Step<'_>,
        planned: MarkingWork,
        special: Vec<usize>,
        mut revisit: Vec<usize>,
        findings: &mut Findings,
        timer: &mut PhaseTimer<'_>,
    ) {
        let Step { schedule, kind, cause, counters, .. } = step;
        let is_short = self.marking.phase() != CyclePhase::Idle && self.is_short(cause.bytes());
        let work = schedule.marking_work(planned, counters.cycles.begun > 0, is_short);
        let limits = schedule.reference_workers(*kind);
        if let Some(ended) = self.advance_marking(work, special, limits, timer) {
            let EndedMarking { references, dead_fibers, counters: walks, workers } = ended;
            *counters += walks;
            counters.references += references.counts;
            findings.dead_fibers.extend(dead_fibers);
            step.workers = step.workers.max(workers);
            self.count_ended_cycle(&mut counters.cycles);
            if work == MarkingWork::FinishWithAllWorkers {
                counters.cycles.outrun = 1;
                findings.is_thorough = true;
            }
            // These are all live objects to revisit.
            revisit = references.revisit;
        }
        if is_short {
            findings.dead.extend(self.sweep_now(step.counters.cycles.outrun > 0));
        }
        for &object in &revisit {
            // SAFETY: an object of the old generation; all workers have finished.
            unsafe { HeaderWord::at(object) }.clear(UNLOGGED);
        }
        self.remembered.objects.revisit(revisit);
    }

    /// Counts the work of the cycle whose marking has ended.
    fn count_ended_cycle(&self, cycles: &mut CycleCounts) {
        let [by_markers, by_mutators] = self.marking.counts();
        cycles.marked = 1;
        cycles.attempts = u64::from(self.marking.attempts());
        cycles.objects = by_markers.objects + by_mutators.objects;
        cycles.bytes = self.marking.marked_bytes();
        cycles.bytes_by_mutators = by_mutators.bytes;
        cycles.fibers_read = self.marking.fibers_read();
    }

    /// Plans until the next collection, at the end of one.
    fn plan(&self, finished: &FinishedCollection<'_>) -> Plan {
        let plan = self.pacing.lock().update(finished);
        self.spaces.set_nursery(plan.nursery_bytes, finished.threads);
        plan
    }
}
