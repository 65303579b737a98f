//! The workers of reference processing after tracing, as [`references`](super::references) needs
//! them.
//!
//! A job that retains objects and has few items runs on one worker, which lives until a job needs
//! several. Each of several workers is one of its own, which lives as long as the job.

use core::mem::swap;

use crossbeam::deque::Worker as Queue;
use parking_lot::Mutex;

use super::forward::{abort_if_aligned, require_valid};
use super::pass::Pass;
use super::random_order::{shuffle, take};
use super::references::{Liveness, Retain, RetainingJob, Workers};
use super::worker::{Worker, WorkerResult};
use crate::object::{HeaderWord, RETAINED_OLD, WORD};
use crate::space::{BlockState, Blocks, CopyBuffer};
use crate::worklist::{ITEMS_PER_TASK, TaskQueue, WorkSharing};

/// Number of items that justify waking one more worker: some hundred microseconds of work.
const ITEMS_PER_WORKER: usize = 1 << 14;
/// Number of objects that one worker scans before others help it: as above.
const SCANS_OF_ONE_WORKER: usize = 1 << 14;

/// Maximum numbers of workers of reference processing.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkerLimits {
    /// For jobs that retain nothing.
    pub(super) clearing: usize,
    /// For jobs that retain objects, which may move.
    pub(super) retaining: usize,
    /// Whether a job has the maximum, however few items it has: in zeal mode.
    pub(super) is_forced: bool,
}

impl WorkerLimits {
    /// Returns the number of workers, at most `max`, that a job of `items` items justifies.
    fn justified(self, max: usize, items: usize) -> usize {
        match self.is_forced {
            true => max,
            false => max.min(1 + items / ITEMS_PER_WORKER),
        }
    }

    /// Returns the number of workers of a job that retains nothing.
    pub(super) fn for_clearing(self, items: usize) -> usize {
        self.justified(self.clearing, items)
    }

    /// Returns the number of workers of a job that retains objects.
    pub(super) fn for_retaining(self, items: usize) -> usize {
        self.justified(self.retaining, items)
    }
}

/// Answers whether a collection has reached an object. `YOUNG`: it is a young collection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached<'a, const YOUNG: bool> {
    blocks: &'a Blocks,
    live_bits: u64,
}

impl<'a, const YOUNG: bool> Reached<'a, YOUNG> {
    fn new(pass: &Pass<'a>) -> Self {
        Self { blocks: pass.evacuation.blocks(), live_bits: pass.evacuation.live_bits }
    }
}

impl<const YOUNG: bool> Liveness for Reached<'_, YOUNG> {
    fn survivor(&self, word: u64) -> Option<u64> {
        let address = word as usize;
        let Some(state) = self.blocks.state_at(address) else { return Some(word) };
        if !address.is_multiple_of(WORD) {
            return Some(word);
        }
        if YOUNG && !state.is_collected_young() {
            // Not shaded: a weak reference keeps nothing alive.
            require_valid(self.blocks, address, state);
            self.blocks.keep_in_place(address);
            return Some(word);
        }
        match state {
            state if state.is_evacuated() => {
                // SAFETY: an object of an evacuated block, to which a reference was kept up to
                // date.
                let object = unsafe { HeaderWord::at(address) };
                let is_old = YOUNG && state == BlockState::CANDIDATE;
                let live_bits = if is_old { RETAINED_OLD } else { self.live_bits };
                let copy = object.moved().map(|copy| copy as u64);
                copy.or_else(|| object.is_live(live_bits).then_some(word))
            }
            BlockState::OLD | BlockState::LARGE_OLD => {
                // SAFETY: as above, of another block.
                unsafe { HeaderWord::at(address) }.is_live(self.live_bits).then_some(word)
            }
            BlockState::LARGE_YOUNG => None,
            _ => {
                abort_if_aligned(address);
                Some(word)
            }
        }
    }

    fn is_young(&self, word: u64) -> bool {
        self.blocks.state_at(word as usize) == Some(BlockState::SURVIVOR)
    }
}

impl<const SINGLE_WORKER: bool, const YOUNG: bool> Liveness for Worker<'_, SINGLE_WORKER, YOUNG> {
    fn survivor(&self, word: u64) -> Option<u64> {
        Reached::<YOUNG>::new(self.pass).survivor(word)
    }

    fn is_young(&self, word: u64) -> bool {
        self.is_survivor(word as usize)
    }
}

impl<const SINGLE_WORKER: bool, const YOUNG: bool> Retain for Worker<'_, SINGLE_WORKER, YOUNG> {
    fn retain(&mut self, word: u64) -> u64 {
        self.blocks.keep_in_place(word as usize);
        self.forward(word)
    }
}

/// The workers of reference processing in one pass of a collection.
pub(super) struct ReferenceWorkers<'a, const YOUNG: bool> {
    pass: &'a Pass<'a>,
    limits: WorkerLimits,
    reached: Reached<'a, YOUNG>,
    /// The worker of jobs that need only one; `None` after a job with several.
    single: Option<Worker<'a, true, YOUNG>>,
    /// The buffer for survivors of each worker, between its jobs: a job that began with a new one
    /// would abandon the rest of a block.
    buffers: Vec<Mutex<CopyBuffer>>,
    /// The results of all workers that have ended.
    results: WorkerResults,
    /// Chooses among discovered objects and reached keys; `None` outside zeal mode.
    random: Option<fastrand::Rng>,
    /// The maximum number of workers of a job so far.
    pub(super) most_workers: usize,
}

/// The results of workers.
#[derive(Default)]
struct WorkerResults {
    done: WorkerResult,
    discovered: Vec<usize>,
    reached_keys: Vec<u64>,
}

impl WorkerResults {
    /// Ends a worker and adds its results.
    fn end<const SINGLE_WORKER: bool, const YOUNG: bool>(
        &mut self,
        mut worker: Worker<'_, SINGLE_WORKER, YOUNG>,
    ) {
        self.discovered.append(&mut worker.discovered);
        self.reached_keys.append(&mut worker.reached_keys);
        self.done.add(worker.end());
    }
}

impl<'a, const YOUNG: bool> ReferenceWorkers<'a, YOUNG> {
    /// Returns the workers after all workers of the tracing have ended.
    pub(super) fn new(pass: &'a Pass<'a>, limits: WorkerLimits) -> Self {
        let discovered = core::mem::take(&mut *pass.discovered.lock());
        Self {
            pass,
            limits,
            reached: Reached::new(pass),
            single: None,
            buffers: (0..limits.retaining.max(1)).map(|_| Mutex::default()).collect(),
            results: WorkerResults { discovered, ..WorkerResults::default() },
            random: pass.random_order.map(|random_order| random_order.worker_rng(0)),
            most_workers: 1,
        }
    }

    /// Ends all workers and returns their results.
    pub(super) fn end(mut self) -> WorkerResult {
        self.end_single();
        self.results.done
    }

    fn end_single(&mut self) {
        if let Some(mut worker) = self.single.take() {
            swap(&mut worker.survivors, self.buffers[0].get_mut());
            self.results.end(worker);
        }
    }

    /// Does `begin` on `workers` workers, which then trace until no work is left.
    fn run_workers(
        &mut self,
        workers: usize,
        begin: impl Fn(&mut Worker<'_, false, YOUNG>) + Sync,
    ) {
        // It holds the promotion buffer of the first worker.
        self.end_single();
        self.most_workers = self.most_workers.max(workers);
        let (pass, sharing) = (self.pass, WorkSharing::new(workers));
        let (results, buffers) = (Mutex::new(&mut self.results), &self.buffers);
        pass.collector.pool.run(workers - 1, &|index| {
            let Some(queue) = sharing.join(index) else { return };
            let mut worker = Worker::new(pass, &sharing, index, queue);
            // No other worker has this index.
            let buffer = &mut *buffers[index].lock();
            swap(&mut worker.survivors, buffer);
            begin(&mut worker);
            worker.trace_all();
            swap(&mut worker.survivors, buffer);
            results.lock().end(worker);
        });
    }
}

impl<'a, const YOUNG: bool> Workers for ReferenceWorkers<'a, YOUNG> {
    type Liveness = Reached<'a, YOUNG>;

    fn liveness(&self) -> &Self::Liveness {
        &self.reached
    }

    fn run(&mut self, items: usize, job: &(dyn Fn(&Self::Liveness) + Sync)) {
        let workers = self.limits.for_clearing(items);
        self.most_workers = self.most_workers.max(workers);
        let reached = self.reached;
        self.pass.collector.pool.run(workers - 1, &|_| job(&reached));
    }

    fn retain_and_trace(&mut self, items: usize, job: &impl RetainingJob) {
        let workers = self.limits.for_retaining(items);
        if workers > 1 {
            return self.run_workers(workers, |worker| job.run(worker));
        }
        let pass = self.pass;
        let buffer = self.buffers[0].get_mut();
        let worker = self.single.get_or_insert_with(|| {
            let mut worker = Worker::new(pass, &pass.sharing, 0, Queue::new_lifo());
            swap(&mut worker.survivors, buffer);
            worker
        });
        job.run(worker);
        let rest = worker.trace_some(SCANS_OF_ONE_WORKER, self.limits.retaining > 1);
        self.results.discovered.append(&mut worker.discovered);
        self.results.reached_keys.append(&mut worker.reached_keys);
        if !rest.is_empty() {
            let tasks = TaskQueue::new(rest.chunks(ITEMS_PER_TASK));
            let workers = self.limits.retaining.min(1 + rest.len() / ITEMS_PER_TASK);
            self.run_workers(workers, |worker| {
                let tasks = core::iter::from_fn(|| tasks.take());
                tasks.flatten().for_each(|&task| worker.push(task));
            });
        }
    }

    fn mark_waiting_key(&mut self, word: u64) {
        // SAFETY: as in `survivor`, which has found that the object was not reached.
        unsafe { HeaderWord::at(word as usize) }.mark_waiting_key();
    }

    fn next_reached_key(&mut self) -> Option<u64> {
        take(&mut self.random, &mut self.results.reached_keys)
    }

    fn take_discovered(&mut self) -> Vec<usize> {
        let mut objects = core::mem::take(&mut self.results.discovered);
        shuffle(&mut self.random, &mut objects);
        if YOUNG && self.pass.is_marking() {
            self.results.done.special.extend(&objects);
        }
        objects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_items_do_not_wake_workers() {
        let limits = WorkerLimits { clearing: 8, retaining: 3, is_forced: false };
        assert_eq!((limits.for_clearing(0), limits.for_retaining(1000)), (1, 1));
        let many = [1, 2, 100].map(|n| n * ITEMS_PER_WORKER);
        assert_eq!(many.map(|items| limits.for_clearing(items)), [2, 3, 8]);
        assert_eq!(many.map(|items| limits.for_retaining(items)), [2, 3, 3]);
        let forced = WorkerLimits { is_forced: true, ..limits };
        assert_eq!((forced.for_clearing(0), forced.for_retaining(0)), (8, 3));
    }
}
