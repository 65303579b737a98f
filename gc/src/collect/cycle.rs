//! The collection cycle inside one stop of the world. It selects the kind of collection, and
//! repeats with a more thorough kind if a pass did not free enough memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use parking_lot::Mutex;

use super::Cause;
use super::collector::Collector;
use super::random_order::RandomOrder;
use super::roots::{self, FromOld};
use super::termination::Sharing;
use super::worker::{self, Cycle, Done};
use crate::collection::{CollectionKind, HeapUse};
use crate::object::{HeaderWord, UNLOGGED};
use crate::observe::{CollectionPhase, Counters, PhaseTimer, WorkerSpan};
use crate::runtime::Ended;
use crate::sizing::Plan;
use crate::space::{Dead, Evacuation};

/// Bytes to copy or scan that justify waking one more worker: about a millisecond of work.
const WORTH_A_WORKER: u64 = 1 << 20;
/// The heap is compacted if at most 1/`CRAMPED` of it is free, and compaction would gain as much.
const CRAMPED: usize = 16;
/// Maximum number of consecutive compactions before the heap is out of memory. The memory that one
/// compaction frees is room for the next, so each gains more than the one before: starting with the
/// reserve alone, in blocks that are three quarters full, all free memory is gained after a dozen.
const MOST_COMPACTIONS: usize = 16;
/// Free blocks that justify one more worker in a compacting collection: each worker leaves some of
/// its last blocks unused.
const BLOCKS_FOR_A_WORKER: usize = 8;

/// The result of [`Collector::collect_as_needed`].
pub(super) struct Cycled {
    /// The most thorough kind of collection that was necessary.
    pub(super) kind: CollectionKind,
    pub(super) counters: Counters,
    /// Maximum number of workers of a pass. A helper that was late may not have taken part.
    pub(super) workers: usize,
    /// Dead large objects, whose memory is returned to the OS after threads have resumed.
    pub(super) dead: Vec<Dead>,
    /// What each worker did, and when. Empty unless a trace is written.
    pub(super) workers_did: Vec<WorkerSpan>,
    /// Number of passes.
    pub(super) passes: u32,
    /// The sizing policy's plan after the last pass.
    pub(super) plan: Plan,
}

impl Collector<'_> {
    /// Runs one collection, followed by more thorough ones while it did not free enough memory.
    pub(super) fn collect_as_needed(&self, cause: Cause, timer: &mut PhaseTimer<'_>) -> Cycled {
        let mut cycled = Cycled {
            kind: self.first_kind(cause, timer.number()),
            counters: Counters::default(),

            workers: 0,
            dead: Vec::new(),
            workers_did: Vec::new(),
            passes: 0,
            plan: self.pacing.lock().plan(),
        };
        let mut compactions = 0;
        // The least memory in use after any pass, and the number of passes since then that did not
        // get below it.
        let (mut least, mut in_vain) = (usize::MAX, 0);
        loop {
            let kept = cycled.counters.objects_kept;
            self.collect_once(&mut cycled, cause, timer);
            let kept = cycled.counters.objects_kept - kept;
            let bytes = cause.bytes();
            let enough = bytes == 0 || self.spaces.could_hold(bytes);
            let used = self.spaces.used();
            in_vain = if used < least { 0 } else { in_vain + 1 };
            least = least.min(used);
            cycled.kind = match cycled.kind {
                CollectionKind::Young if !enough => CollectionKind::Full,
                CollectionKind::Full if !enough || (bytes > 0 && self.is_cramped(used)) => {
                    CollectionKind::Compacting
                }
                CollectionKind::Compacting
                    if !enough && compactions < MOST_COMPACTIONS && may_gain(in_vain, kept) =>
                {
                    CollectionKind::Compacting
                }
                _ => return cycled,
            };
            compactions += usize::from(cycled.kind == CollectionKind::Compacting);
        }
    }

    /// Returns the kind of the first pass. In zeal mode the kinds take turns.
    fn first_kind(&self, cause: Cause, number: u64) -> CollectionKind {
        match cause {
            Cause::Request(kind) => kind,
            _ if self.zeal_seed.is_some() => match number % 8 {
                0 | 1 | 4 | 5 => CollectionKind::Young,
                // Marks in place, and leaves holes for the next collections.
                2 | 7 => CollectionKind::Full,
                _ => CollectionKind::Compacting,
            },
            _ if self.pacing.lock().is_full_due(self.spaces.occupancy()) => CollectionKind::Full,
            _ => CollectionKind::Young,
        }
    }

    /// Returns whether at most 1/[`CRAMPED`] of the heap is free, and compaction would gain as
    /// much.
    fn is_cramped(&self, used: usize) -> bool {
        let part = self.spaces.limit() / CRAMPED;
        used > self.spaces.limit() - part && self.spaces.fragmented_bytes() > part
    }

    fn collect_once(&self, cycled: &mut Cycled, cause: Cause, timer: &mut PhaseTimer<'_>) {
        let began = timer.enter(CollectionPhase::Trace);
        let kind = cycled.kind;
        let workers = self.workers_for(kind, timer.number(), &self.spaces.occupancy());
        // SAFETY: an object that was pinned and has not moved since; no other worker runs yet.
        self.references.pins.release(|object| unsafe { HeaderWord::at(object as usize) }.unpin());
        self.pin_named();
        let evacuation = self.spaces.begin(kind, self.pacing.lock().plan().promote_at_once);
        // A full collection scans all live objects and leaves no young ones: the remembered sets
        // are not needed.
        let mut old = self.take_remembered();
        let logged = old.logged() as u64;
        if kind != CollectionKind::Young {
            let cards = self.spaces.blocks().cards();
            old.cards.iter().flatten().for_each(|card| cards.clear(card.object, card.start));
            old = FromOld::default();
        }
        let random_order = RandomOrder::of(self.zeal_seed, timer.number());
        if let Some(random_order) = random_order {
            random_order.of_old(&mut old);
        }
        let mut root_tasks = roots::tasks(self.threads.len(), &old);
        if let Some(random_order) = random_order {
            random_order.of_roots(&mut root_tasks);
        }
        let cycle = Cycle {
            collector: *self,
            evacuation: &evacuation,
            root_tasks: &root_tasks,
            next_root_task: AtomicUsize::new(0),
            roots_done: AtomicU64::new(0),
            began,
            sharing: Sharing::new(workers),
            discovered: Mutex::default(),
            random_order,
            spans: timer.wants_spans().then(Mutex::default),
        };
        let Done { mut counters, remembered } = self.work(&cycle, workers);
        timer.roots_took(cycle.roots_done.load(Relaxed));
        timer.enter(CollectionPhase::References);
        let (done, revisit) = match kind {
            CollectionKind::Young => worker::references::<true>(&cycle),
            CollectionKind::Full | CollectionKind::Compacting => {
                worker::references::<false>(&cycle)
            }
        };
        timer.enter(CollectionPhase::Sweep);
        cycled.workers_did.extend(cycle.spans.into_iter().flat_map(Mutex::into_inner));
        counters += done.counters;
        counters.objects_logged += logged;
        *self.remembered.slots.lock() = vec![remembered, done.remembered];
        for &object in &revisit {
            // SAFETY: an object of the old generation; all workers have finished.
            unsafe { HeaderWord::at(object) }.clear(UNLOGGED);
        }
        self.remembered.objects.revisit(revisit);
        let (dead, plan) = self.finish(evacuation, cause, began, &counters);
        cycled.dead.push(dead);
        cycled.plan = plan;
        cycled.passes += 1;
        timer.leave();
        cycled.counters += counters;
        cycled.workers = cycled.workers.max(workers);
    }

    /// Takes the remembered sets: logged objects and cards since the last collection, and the slots
    /// that the last collection remembered.
    fn take_remembered(&self) -> FromOld {
        let Self { remembered, threads, .. } = self;
        FromOld {
            logged: remembered.objects.take(threads.iter().map(|thread| &thread.data.log)),
            cards: remembered.cards.take(threads.iter().map(|thread| &thread.data.cards)),
            slots: core::mem::take(&mut *remembered.slots.lock()),
        }
    }

    /// Runs the cycle on all workers and returns the sum of their results.
    fn work(&self, cycle: &Cycle<'_>, workers: usize) -> Done {
        let all = Mutex::new(Done::default());
        let young = cycle.evacuation.kind == CollectionKind::Young;
        self.pool.run(workers - 1, &|index| {
            let mut done = match (workers, young) {
                (1, true) => worker::work::<true, true>(cycle, index),
                (1, false) => worker::work::<true, false>(cycle, index),
                (_, true) => worker::work::<false, true>(cycle, index),
                (_, false) => worker::work::<false, false>(cycle, index),
            };
            let mut all = all.lock();
            all.counters += done.counters;
            all.remembered.append(&mut done.remembered);
        });
        all.into_inner()
    }

    /// Frees unreachable objects, and plans until the next collection. All live objects have been
    /// reached.
    fn finish(
        &self,
        evacuation: Evacuation<'_>,
        cause: Cause,
        began: Instant,
        counters: &Counters,
    ) -> (Dead, Plan) {
        let (kind, threads) = (evacuation.kind, self.threads.len());
        let dead = self.spaces.finish(evacuation);
        let plan = self.pacing.lock().after(&Ended {
            kind,
            needed: cause.is_need(),
            began,
            after: self.spaces.occupancy(),
            counters,
            threads,
        });
        self.spaces.set_nursery(plan.nursery_bytes, threads);
        (dead, plan)
    }

    /// Returns the number of workers that the expected work of a collection justifies. In zeal mode
    /// every second collection has the maximum, however little work there is.
    fn workers_for(&self, kind: CollectionKind, number: u64, before: &HeapUse) -> usize {
        if self.zeal_seed.is_some() && number % 2 == 1 {
            return self.most_workers;
        }
        let bytes = match kind {
            // A helper that is woken for less work often arrives too late, or is descheduled while
            // it holds work that all other workers wait for.
            CollectionKind::Young => before.young.min(self.pacing.lock().young_work()),
            CollectionKind::Full | CollectionKind::Compacting => before.committed,
        };
        let most = match kind {
            CollectionKind::Compacting => 1 + self.spaces.free_blocks() / BLOCKS_FOR_A_WORKER,
            CollectionKind::Young | CollectionKind::Full => usize::MAX,
        };
        self.most_workers.min(1 + (bytes / WORTH_A_WORKER) as usize).min(most)
    }
}

/// Returns whether another compaction may free memory, after `in_vain` of them in a row did not
/// lower the memory in use. A compaction that gained something left room to move more objects to.
/// One that could not move `kept` objects has evacuated other blocks for the next compaction, which
/// justifies one more attempt.
fn may_gain(in_vain: u32, kept: u64) -> bool {
    in_vain == 0 || (in_vain == 1 && kept > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compaction_is_repeated_while_it_gains_and_once_more_if_objects_were_in_the_way() {
        assert!(may_gain(0, 0) && may_gain(0, 7));
        assert!(may_gain(1, 7) && !may_gain(1, 0));
        assert!(!may_gain(2, 0) && !may_gain(2, 7));
    }
}
