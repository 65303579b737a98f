//! One thread of a stress program, and the state that all of them share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use statepoint_gc::{Heap, Mutator};

use super::handshakes::Place;
use super::polls::Flags;
use super::tally::{Count, Tally};
use super::{GRACE, Lost, Plan, Until, deadline};

/// Minimum number of steps of each thread.
const MIN_STEPS: u64 = 20;
const MIN_STEPS_IN_ZEAL_MODE: u64 = 3;

/// State that the threads of a stress program share.
#[derive(Debug)]
pub(super) struct Run<'a> {
    plan: &'a Plan,
    heap: &'a Heap,
    end: Option<Instant>,
    /// Number of steps left, if the number of steps ends the program.
    left: AtomicU64,
    /// A thread has found an error.
    pub(super) stop: AtomicBool,
    /// All threads except the companions have ended.
    pub(super) finished: AtomicBool,
    /// The counts that threads have added so far.
    tally: Mutex<Tally>,
    /// The state of each thread that others may inspect.
    places: Vec<Place>,
    /// The flags that threads spin on.
    flags: Vec<Flags>,
    /// Number of collections by the companion that does nothing else, see `collect_always`.
    pub(super) collections: AtomicU64,
}

impl<'a> Run<'a> {
    pub(super) fn new(plan: &'a Plan, heap: &'a Heap) -> Self {
        let left = match plan.until {
            Until::Time(_) => 0,
            Until::Steps(steps) => steps,
        };
        Self {
            plan,
            heap,
            end: deadline(plan.until),
            left: AtomicU64::new(left),
            stop: AtomicBool::new(false),
            finished: AtomicBool::new(false),
            tally: Mutex::default(),
            places: (0..plan.threads).map(|_| Place::default()).collect(),
            flags: (0..plan.threads).map(|_| Flags::default()).collect(),
            collections: AtomicU64::new(0),
        }
    }

    pub(super) fn tally(&self) -> Tally {
        *self.tally.lock().expect("no thread panics with the lock")
    }

    /// Whether something that the scenario is to provoke has not happened yet, and there is time
    /// left for it.
    fn is_unproved(&self, end: Instant) -> bool {
        let tally = self.tally();
        let statistics = self.heap.statistics();
        let proofs = self.plan.scenario.proofs;
        !proofs.iter().all(|proof| proof.holds(&tally, &statistics)) && end.elapsed() < GRACE
    }
}

/// One thread of a stress program.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    run: &'a Run<'a>,
    pub(crate) heap: &'a Heap,
    pub(crate) random: fastrand::Rng,
    pub(crate) thread: u32,
    /// Number of threads.
    pub(crate) threads: u32,
    step: u64,
    tally: Tally,
}

impl<'a> Worker<'a> {
    pub(super) fn new(run: &'a Run<'a>, thread: u32) -> Self {
        Self {
            run,
            heap: run.heap,
            random: fastrand::Rng::with_seed(run.plan.seed ^ u64::from(thread) << 32),
            thread,
            threads: run.plan.threads,
            step: 0,
            tally: Tally::default(),
        }
    }

    /// Returns another thread that works for this one: it has random choices and counts of its own.
    pub(crate) fn guest(&mut self) -> Self {
        Self { random: self.random.fork(), tally: Tally::default(), ..*self }
    }

    /// Adds the counts so far to those of the run.
    pub(crate) fn finish(&mut self) {
        let mut tally = self.run.tally.lock().expect("no thread panics with the lock");
        tally.add_all(&core::mem::take(&mut self.tally));
    }

    /// Returns whether there is to be another step. In a program that ends by time there are always
    /// a few steps, however slow the machine.
    pub(crate) fn next_step(&mut self) -> bool {
        if self.run.stop.load(Ordering::Relaxed) {
            return false;
        }
        let next_step = match self.run.end {
            Some(end) => {
                let zeal = self.heap.zeal().is_on();
                let min_steps = if zeal { MIN_STEPS_IN_ZEAL_MODE } else { MIN_STEPS };
                self.step < min_steps || Instant::now() < end || {
                    self.finish();
                    self.run.is_unproved(end)
                }
            }
            None => {
                let left = &self.run.left;
                let next = |left: u64| left.checked_sub(1);
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
            }
        };
        if next_step {
            self.step += 1;
            self.count(Count::Steps, 1);
        }
        next_step
    }

    /// For companions: whether the other threads still work. They may be waiting for what this
    /// thread does to happen, so it adds its counts.
    pub(crate) fn others_are_running(&mut self) -> bool {
        self.step += 1;
        self.finish();
        !self.run.stop.load(Ordering::Relaxed) && !self.run.finished.load(Ordering::Relaxed)
    }

    /// Returns the state of a thread that others may inspect.
    pub(super) fn place(&self, thread: usize) -> Option<&'a Place> {
        self.run.places.get(thread)
    }

    /// Returns the flags of each thread that is not a companion.
    pub(super) fn flags(&self) -> &'a [Flags] {
        &self.run.flags
    }

    /// The thread has returned from managed code; operations at its safepoint may check this.
    pub(crate) fn was_managed(&self) {
        if let Some(place) = self.place(self.thread as usize) {
            place.was_managed();
        }
    }

    /// Returns how often the companion that does nothing else has collected.
    pub(crate) fn collections(&self) -> &'a AtomicU64 {
        &self.run.collections
    }

    /// Increments a count.
    pub(crate) fn count(&mut self, count: Count, number: u64) {
        self.tally.add(count, number);
    }

    /// Returns an error with its description and its place if the condition is false.
    pub(crate) fn check(&self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Lost> {
        if holds {
            return Ok(());
        }
        Err(Lost { thread: self.thread, step: self.step, what: what() })
    }

    /// Converts the error of an operation that should have succeeded.
    pub(crate) fn done<T, E: ToString>(&self, outcome: Result<T, E>) -> Result<T, Lost> {
        let Self { thread, step, .. } = *self;
        outcome.map_err(|error| Lost { thread, step, what: error.to_string() })
    }

    /// Attaches the thread to the heap.
    pub(crate) fn attach(&mut self) -> Result<Mutator, Lost> {
        let mutator = self.done(self.heap.attach())?;
        self.count(Count::ThreadsAttached, 1);
        Ok(mutator)
    }

    /// Collects.
    pub(crate) fn collect(&mut self, mutator: &mut Mutator) {
        mutator.collect();
        self.count(Count::CollectionsRequested, 1);
    }
}
