//! The collection cycle inside one stop of the world. It selects the kind of collection, and
//! repeats with a more thorough kind if a pass did not free enough memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;

use super::Cause;
use super::busy_time::{BusyTime, WorkerTimes};
use super::collector::Collector;
use super::finish_marking::{EndedMarking, MarkingWork};
use super::random_order::RandomOrder;
use super::roots::{self, RememberedRoots};
use super::stacks::StackPass;
use super::survivors::WorkerLimits;
use super::worker::{self, Cycle, ProcessedReferences, WorkerResult};
use crate::collection::{CollectionKind, HeapUse};
use crate::marking::CyclePhase;
use crate::object::{HeaderWord, UNLOGGED};
use crate::observe::{CollectionPhase, Counters, CycleCounts, PhaseTimer, WorkerSpan};
use crate::runtime::FinishedCollection;
use crate::sizing::Plan;
use crate::space::DeadLarge;
use crate::thread::DeadFiberRecord;
use crate::worklist::WorkSharing;

/// Bytes to copy or scan that justify waking one more worker: about a millisecond of work.
const BYTES_PER_WORKER: u64 = 1 << 20;
/// The heap is compacted if at most 1/`LOW_FREE_FRACTION` of it is free, and compaction would gain
/// as much.
const LOW_FREE_FRACTION: usize = 16;
/// While a concurrent cycle is in progress, memory is short if at most 1/`SHORT_FRACTION` of the
/// heap is free: the nursery is so small then that collections take most of the time.
const SHORT_FRACTION: usize = 32;
/// Maximum number of consecutive compactions before the heap is out of memory. The memory that one
/// compaction frees is room for the next, so each gains more than the one before: starting with the
/// reserve alone, in blocks that are three quarters full, all free memory is gained after a dozen.
const MAX_COMPACTIONS: usize = 16;
/// Free blocks that justify one more worker in a compacting collection: each worker leaves some of
/// its last blocks unused.
const BLOCKS_PER_WORKER: usize = 8;

/// The result of [`Collector::collect_as_needed`].
pub(super) struct CycleResult {
    /// The most thorough kind of collection that was necessary.
    pub(super) kind: CollectionKind,
    pub(super) counters: Counters,
    /// Maximum number of workers of a pass. A helper that was late may not have taken part.
    pub(super) workers: usize,
    /// Dead large objects, whose memory is returned to the OS after threads have resumed.
    pub(super) dead: Vec<DeadLarge>,
    /// Fibers whose owners are dead.
    pub(super) dead_fibers: Vec<DeadFiberRecord>,
    /// The work of each worker, with its times. Empty unless a trace is written.
    pub(super) worker_spans: Vec<WorkerSpan>,
    /// Number of passes.
    pub(super) passes: u32,
    /// The sizing policy's plan after the last pass.
    pub(super) plan: Plan,
    /// Whether all live objects were marked in this pause, or in the concurrent cycle that it
    /// completed because memory was short.
    pub(super) is_thorough: bool,
    /// Whether this is the first collection after the end of a concurrent cycle: the memory in use
    /// shows what the cycle has freed.
    pub(super) follows_cycle: bool,
}

impl Collector<'_> {
    /// Runs one collection, followed by more thorough ones while it did not free enough memory.
    pub(super) fn collect_as_needed(
        &self,
        cause: Cause,
        timer: &mut PhaseTimer<'_>,
    ) -> CycleResult {
        let follows_cycle = cause.bytes() > 0 && self.pacing.lock().take_ended_cycle();
        let mut result = CycleResult {
            kind: self.first_kind(cause, timer.number()),
            counters: Counters::default(),
            workers: 0,
            dead: Vec::new(),
            dead_fibers: Vec::new(),
            worker_spans: Vec::new(),
            passes: 0,
            plan: self.pacing.lock().plan(),
            is_thorough: false,
            follows_cycle,
        };
        let mut compactions = 0;
        // The least memory in use after any pass, and the number of passes since then that did not
        // get below it.
        let (mut min_used, mut unproductive) = (usize::MAX, 0);
        loop {
            let kept = result.counters.objects_kept;
            self.collect_once(&mut result, cause, timer);
            let kept = result.counters.objects_kept - kept;
            let bytes = cause.bytes();
            let enough = bytes == 0 || self.spaces.can_allocate(bytes);
            let used = self.spaces.used();
            unproductive = if used < min_used { 0 } else { unproductive + 1 };
            min_used = min_used.min(used);
            // What a cycle in progress frees would come too late.
            let is_outrun = self.marking.phase() == CyclePhase::Marking && self.is_short(bytes);
            let is_full = || !enough || (bytes > 0 && self.is_nearly_full(used));
            result.kind = match result.kind {
                // A full collection would free what the completed cycle has freed.
                CollectionKind::Young if result.is_thorough && is_full() => {
                    CollectionKind::Compacting
                }
                CollectionKind::Young if (!enough || is_outrun) && !result.is_thorough => {
                    // Unless this pause has begun it: that says nothing about when to begin.
                    if is_outrun && result.counters.cycles.begun == 0 {
                        self.pacing.lock().cycle_abandoned();
                    }
                    CollectionKind::Full
                }
                CollectionKind::Full if is_full() => CollectionKind::Compacting,
                CollectionKind::Compacting
                    if !enough
                        && compactions < MAX_COMPACTIONS
                        && may_free_memory(unproductive, kept) =>
                {
                    CollectionKind::Compacting
                }
                _ => return result,
            };
            compactions += usize::from(result.kind == CollectionKind::Compacting);
        }
    }

    /// Returns the kind of the first pass. In zeal mode the kinds take turns.
    fn first_kind(&self, cause: Cause, number: u64) -> CollectionKind {
        match cause {
            Cause::Request(kind) => kind,
            Cause::Marking | Cause::BeginCycle => CollectionKind::Young,
            _ if self.is_zeal_cycle(number) => CollectionKind::Young,
            _ if self.zeal_seed.is_some() => match number % 8 {
                0 | 1 | 4 | 5 => CollectionKind::Young,
                // Marks in place, and leaves holes for the next collections.
                2 | 7 => CollectionKind::Full,
                _ => CollectionKind::Compacting,
            },
            // The host has released memory: no cycle would show in time how much.
            Cause::Emergency(_) if self.has_cycles() => CollectionKind::Full,
            // Otherwise a concurrent cycle is in progress, or begins with this collection.
            _ if !self.has_cycles() && self.is_full_due() => CollectionKind::Full,
            _ => CollectionKind::Young,
        }
    }

    /// Returns whether concurrent cycles take the place of full collections.
    fn has_cycles(&self) -> bool {
        self.marking.is_enabled(self.types)
    }

    fn is_full_due(&self) -> bool {
        self.pacing.lock().is_full_due(self.spaces.occupancy())
    }

    /// Returns whether, in zeal mode, the collection with this number is one of those during which
    /// a concurrent cycle is in progress: three of four groups of eight.
    fn is_zeal_cycle(&self, number: u64) -> bool {
        self.has_cycles() && self.zeal_seed.is_some() && !(number / 8).is_multiple_of(4)
    }

    /// Returns whether a concurrent cycle is to begin with this young collection, unless one is in
    /// progress.
    fn is_cycle_due(&self, cause: Cause, number: u64) -> bool {
        if cause == Cause::BeginCycle {
            return self.has_cycles();
        }
        if let Some(random_order) = RandomOrder::of(self.zeal_seed, number) {
            // Before a cycle begins, blocks that the last one has tracked are evacuated for some
            // collections.
            let evacuates = self.spaces.is_tracking() && !random_order.ends_evacuation();
            return self.is_zeal_cycle(number) && !evacuates;
        }
        // Otherwise, cycles that follow one another would track blocks in vain.
        let evacuates = self.spaces.must_evacuate() && !self.is_short(cause.bytes());
        let is_due = || self.pacing.lock().is_cycle_due(self.spaces.occupancy());
        self.has_cycles() && !evacuates && is_due()
    }

    /// Returns the time that this collection may take to evacuate tracked blocks; `None` while a
    /// cycle is in progress.
    fn evacuation_time(&self, random_order: Option<RandomOrder>) -> Option<Duration> {
        // Not if the host's code describes objects: it may say at any time what is a reference.
        let may_evacuate = self.marking.phase() == CyclePhase::Idle && self.has_cycles();
        may_evacuate.then(|| match random_order {
            Some(random_order) => random_order.evacuation_time(),
            None => self.pacing.lock().evacuation_time(),
        })
    }

    /// Returns whether at most 1/[`LOW_FREE_FRACTION`] of the heap is free, and compaction would
    /// gain as much.
    fn is_nearly_full(&self, used: usize) -> bool {
        let part = self.spaces.limit() / LOW_FREE_FRACTION;
        used > self.spaces.limit() - part && self.spaces.fragmented_bytes() > part
    }

    /// Returns whether so little memory is free that mutators cannot wait for the end of the
    /// concurrent cycle, if one is in progress. `bytes`: the size of the object for which the
    /// collection makes room; 0 if for none.
    pub(super) fn is_short(&self, bytes: usize) -> bool {
        bytes > 0 && !self.spaces.has_room(bytes, self.spaces.limit() / SHORT_FRACTION)
    }

    /// Returns whether this pause should complete the cycle rather than mark everything again in a
    /// full collection, which also frees what has died since the cycle began.
    fn is_worth_finishing(&self) -> bool {
        self.pacing.lock().is_worth_finishing(self.marking.marked_bytes())
    }

    /// Returns the number of bytes that mutators are to mark for each 100 bytes that they allocate.
    fn assist_percent(&self, random_order: Option<RandomOrder>) -> usize {
        if let Some(random_order) = random_order {
            return random_order.assist_percent();
        }
        let marked = self.marking.marked_bytes();
        self.pacing.lock().assist_percent(self.spaces.occupancy(), marked)
    }

    fn collect_once(&self, result: &mut CycleResult, cause: Cause, timer: &mut PhaseTimer<'_>) {
        let began = timer.enter(CollectionPhase::Trace);
        let busy = BusyTime::begin();
        let kind = result.kind;
        let workers = self.worker_count(kind, timer.number(), &self.spaces.occupancy());
        // SAFETY: an object that was pinned and has not moved since; no other worker runs yet.
        self.references.pins.release(|object| unsafe { HeaderWord::at(object as usize) }.unpin());
        self.pin_frame_roots();
        let random_order = RandomOrder::of(self.zeal_seed, timer.number());
        let mut cycles = CycleCounts::default();
        if kind != CollectionKind::Young {
            cycles.abandoned = u64::from(self.marking.abandon());
        } else if result.passes == 0 && self.is_cycle_due(cause, timer.number()) {
            let is_needed = cause != Cause::BeginCycle && random_order.is_none();
            cycles.begun = u64::from(self.begin_marking(is_needed));
        }
        let marking_work = self.marking_work(random_order);
        let time = self.evacuation_time(random_order);
        let mut evacuation =
            self.spaces.begin(kind, self.pacing.lock().plan().promote_at_once, time);
        cycles.blocks_evacuated = evacuation.tracked as u64;
        // A full collection scans all live objects and leaves no young ones: the remembered sets
        // are not needed.
        let mut old = self.take_remembered();
        let logged = old.logged_count() as u64;
        old.recorded = core::mem::take(&mut evacuation.recorded);
        if kind != CollectionKind::Young {
            let cards = self.spaces.blocks().cards();
            old.cards.iter().flatten().for_each(|card| cards.clear(card.object, card.start));
            old = RememberedRoots::default();
        }
        if let Some(random_order) = random_order {
            random_order.shuffle_remembered(&mut old);
        }
        let fibers = match kind {
            // While a concurrent cycle marks, markers read the others.
            CollectionKind::Young => self.fibers.listed(),
            CollectionKind::Full | CollectionKind::Compacting => self.fibers.all(),
        };
        let mut root_tasks = roots::tasks(self.threads.len(), fibers, &old);
        if let Some(random_order) = random_order {
            random_order.shuffle_roots(&mut root_tasks);
        }
        let cycle = Cycle {
            collector: *self,
            evacuation: &evacuation,
            root_tasks: &root_tasks,
            next_root_task: AtomicUsize::new(0),
            roots_done: AtomicU64::new(0),
            began,
            sharing: WorkSharing::new(workers),
            discovered: Mutex::default(),
            random_order,
            stacks: StackPass::new(kind, self.marking),
            spans: timer.wants_spans().then(Mutex::default),
        };
        let (done, worker_times) = self.work(&cycle, workers);
        let WorkerResult { mut counters, remembered, retained, .. } = done;
        timer.set_roots_duration(cycle.roots_done.load(Relaxed));
        timer.enter(CollectionPhase::References);
        let limits = self.reference_workers(kind, timer.number());
        let processed = match kind {
            CollectionKind::Young => worker::process_references::<true>(&cycle, limits),
            CollectionKind::Full | CollectionKind::Compacting => {
                worker::process_references::<false>(&cycle, limits)
            }
        };
        let ProcessedReferences {
            result: done,
            mut revisit,
            mut dead_fibers,
            workers: mut most_workers,
        } = processed;
        timer.enter(CollectionPhase::Sweep);
        result.worker_spans.extend(cycle.spans.into_iter().flat_map(Mutex::into_inner));
        counters += done.counters;
        counters.objects_logged += logged;
        let live = evacuation.live;
        for object in retained.into_iter().chain(done.retained) {
            // SAFETY: an object of the old generation that did not move; all workers have finished.
            let word = unsafe { HeaderWord::at(object) };
            word.store(word.read().with_live(live));
        }
        *self.remembered.slots.lock() = vec![remembered, done.remembered];
        let allocated = evacuation.eden_bytes();
        result.dead.push(self.spaces.finish(evacuation));
        result.is_thorough = kind != CollectionKind::Young;
        let is_short = self.marking.phase() != CyclePhase::Idle && self.is_short(cause.bytes());
        let marking_work = if is_short && self.is_worth_finishing() {
            MarkingWork::FinishWithAllWorkers
        } else if marking_work == MarkingWork::None && cycles.begun == 0 && random_order.is_none() {
            self.overdue_work()
        } else {
            marking_work
        };
        let ended = self.advance_marking(marking_work, done.special, limits, timer);
        result.dead_fibers.append(&mut dead_fibers);
        if let Some(ended) = ended {
            let EndedMarking { references: ended, mut dead_fibers, counters: walks, workers } =
                ended;
            counters += walks;
            result.dead_fibers.append(&mut dead_fibers);
            most_workers = most_workers.max(workers);
            counters.references += ended.counts;
            let [by_markers, by_mutators] = self.marking.counts();
            cycles.marked = 1;
            cycles.attempts = u64::from(self.marking.attempts());
            cycles.objects = by_markers.objects + by_mutators.objects;
            cycles.bytes = self.marking.marked_bytes();
            cycles.bytes_by_mutators = by_mutators.bytes;
            cycles.fibers_read = self.marking.fibers_read();
            if marking_work == MarkingWork::FinishWithAllWorkers {
                cycles.outrun = 1;
                result.is_thorough = true;
            }
            // These are all live objects to revisit.
            revisit = ended.revisit;
        }
        if is_short {
            result.dead.extend(self.sweep_now(cycles.outrun > 0));
        }
        for &object in &revisit {
            // SAFETY: an object of the old generation; all workers have finished.
            unsafe { HeaderWord::at(object) }.clear(UNLOGGED);
        }
        self.remembered.objects.revisit(revisit);
        counters.cycles += cycles;
        result.plan = self.plan(&FinishedCollection {
            kind,
            needed: cause.is_for_allocation(),
            began,
            busy: busy.so_far(worker_times),
            allocated,
            after: self.spaces.occupancy(),
            counters: &counters,
            threads: self.threads.len(),
        });
        if self.marking.phase() == CyclePhase::Marking {
            self.marking.set_assist_percent(self.assist_percent(random_order));
        }
        result.passes += 1;
        timer.leave();
        result.counters += counters;
        result.workers = result.workers.max(workers).max(most_workers);
    }

    /// Takes the remembered sets: logged objects and cards since the last collection, and the slots
    /// that the last collection remembered.
    fn take_remembered(&self) -> RememberedRoots {
        let Self { remembered, threads, .. } = self;
        RememberedRoots {
            logged: remembered.objects.take(threads.iter().map(|thread| &thread.data.log)),
            cards: remembered.cards.take(threads.iter().map(|thread| &thread.data.cards)),
            slots: core::mem::take(&mut *remembered.slots.lock()),
            recorded: Vec::new(),
        }
    }

    /// Runs the cycle on all workers and returns the sum of their results, and their times.
    fn work(&self, cycle: &Cycle<'_>, workers: usize) -> (WorkerResult, WorkerTimes) {
        let all = Mutex::new((WorkerResult::default(), WorkerTimes::default()));
        let young = cycle.evacuation.kind == CollectionKind::Young;
        self.pool.run(workers - 1, &|index| {
            let (done, time) = WorkerTimes::measure(|| match (workers, young) {
                (1, true) => worker::run_worker::<true, true>(cycle, index),
                (1, false) => worker::run_worker::<true, false>(cycle, index),
                (_, true) => worker::run_worker::<false, true>(cycle, index),
                (_, false) => worker::run_worker::<false, false>(cycle, index),
            });
            let (all, times) = &mut *all.lock();
            times.record(index, time);
            all.add(done);
        });
        all.into_inner()
    }

    /// Plans until the next collection, at the end of one.
    fn plan(&self, finished: &FinishedCollection<'_>) -> Plan {
        let plan = self.pacing.lock().update(finished);
        self.spaces.set_nursery(plan.nursery_bytes, finished.threads);
        plan
    }

    /// Returns the number of workers that the expected work of a collection justifies. In zeal mode
    /// every second collection has the maximum, however little work there is.
    fn worker_count(&self, kind: CollectionKind, number: u64, before: &HeapUse) -> usize {
        if self.has_all_workers(number) {
            return self.max_workers;
        }
        let bytes = match kind {
            // A helper that is woken for less work often arrives too late, or is descheduled while
            // it holds work that all other workers wait for.
            CollectionKind::Young => before.young.min(self.pacing.lock().young_work()),
            CollectionKind::Full | CollectionKind::Compacting => before.committed,
        };
        self.max_moving_workers(kind).min(1 + (bytes / BYTES_PER_WORKER) as usize)
    }

    /// Returns whether the collection has the maximum number of workers, however little work there
    /// is.
    fn has_all_workers(&self, number: u64) -> bool {
        self.zeal_seed.is_some() && number % 2 == 1
    }

    /// Returns the maximum number of workers that move objects.
    fn max_moving_workers(&self, kind: CollectionKind) -> usize {
        let max = match kind {
            CollectionKind::Compacting => 1 + self.spaces.free_blocks() / BLOCKS_PER_WORKER,
            CollectionKind::Young | CollectionKind::Full => usize::MAX,
        };
        self.max_workers.min(max)
    }

    /// Returns the limits of the number of workers that process references.
    fn reference_workers(&self, kind: CollectionKind, number: u64) -> WorkerLimits {
        let is_forced = self.has_all_workers(number);
        let retaining = if is_forced { self.max_workers } else { self.max_moving_workers(kind) };
        WorkerLimits { clearing: self.max_workers, retaining, is_forced }
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
