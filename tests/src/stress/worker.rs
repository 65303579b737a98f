//! One thread of the stress test, and the state that all threads share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use statepoint_gc::{Heap, Mutator};

use super::handshakes::ThreadState;
use super::polls::Flags;
use super::tally::{Count, Tally};
use super::travellers::Travellers;
use super::{CheckError, EXTRA_TIME, Plan, Until, deadline};

/// Minimum number of steps of each thread in a run that is limited by time.
const MIN_STEPS: u64 = 20;
/// The same minimum in zeal mode, where steps take much longer.
const MIN_STEPS_IN_ZEAL_MODE: u64 = 3;

/// State of a run, which all threads share.
#[derive(Debug)]
pub(super) struct Run<'a> {
    plan: &'a Plan,
    heap: &'a Heap,
    end: Option<Instant>,
    /// Number of steps left, if the run is limited by steps.
    steps_left: AtomicU64,
    /// Set when a check has failed in a thread.
    pub(super) stop: AtomicBool,
    /// Set when all threads except the companions have ended.
    pub(super) finished: AtomicBool,
    /// Sum of the counts that the threads have published.
    tally: Mutex<Tally>,
    /// State of each thread that other threads inspect.
    thread_states: Vec<ThreadState>,
    /// Flags of the scenario `patched-polls`, for each thread.
    flags: Vec<Flags>,
    /// The suspended fibers that all threads resume.
    travellers: Travellers,
    /// Number of collections by the companion `collect_always`.
    pub(super) collections: AtomicU64,
}

impl<'a> Run<'a> {
    pub(super) fn new(plan: &'a Plan, heap: &'a Heap) -> Self {
        let steps_left = match plan.until {
            Until::Time(_) => 0,
            Until::Steps(steps) => steps,
        };
        Self {
            plan,
            heap,
            end: deadline(plan.until),
            steps_left: AtomicU64::new(steps_left),
            stop: AtomicBool::new(false),
            finished: AtomicBool::new(false),
            tally: Mutex::default(),
            thread_states: (0..plan.threads).map(|_| ThreadState::default()).collect(),
            flags: (0..plan.threads).map(|_| Flags::default()).collect(),
            travellers: Travellers::default(),
            collections: AtomicU64::new(0),
        }
    }

    pub(super) fn tally(&self) -> Tally {
        *self.tally.lock().expect("no thread panics with the lock")
    }

    /// Returns whether the run should be extended, because a required count is 0 and the extension
    /// has not ended.
    fn should_extend(&self, end: Instant) -> bool {
        let tally = self.tally();
        let statistics = self.heap.statistics();
        let required_counts = self.plan.scenario.required_counts;
        !required_counts.iter().all(|proof| proof.is_met(&tally, &statistics))
            && end.elapsed() < EXTRA_TIME
    }
}

/// One thread, with its random number generator and its counters.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    run: &'a Run<'a>,
    pub(crate) heap: &'a Heap,
    pub(crate) random: fastrand::Rng,
    pub(crate) thread: u32,
    /// Number of threads, without companions.
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

    /// Returns the state for a short-lived thread, with its own random number generator and
    /// counters.
    pub(crate) fn fork(&mut self) -> Self {
        Self { random: self.random.fork(), tally: Tally::default(), ..*self }
    }

    /// Adds the counts of the thread to those of the run.
    pub(crate) fn publish_counts(&mut self) {
        let mut tally = self.run.tally.lock().expect("no thread panics with the lock");
        tally.add_all(&core::mem::take(&mut self.tally));
    }

    /// Returns whether the thread should run another step, and counts it. In a run that is limited
    /// by time, each thread runs a minimum number of steps even on a slow machine.
    pub(crate) fn next_step(&mut self) -> bool {
        if self.run.stop.load(Ordering::Relaxed) {
            return false;
        }
        let next_step = match self.run.end {
            Some(end) => {
                let zeal = self.heap.zeal().is_on();
                let min_steps = if zeal { MIN_STEPS_IN_ZEAL_MODE } else { MIN_STEPS };
                self.step < min_steps || Instant::now() < end || {
                    self.publish_counts();
                    self.run.should_extend(end)
                }
            }
            None => {
                let steps_left = &self.run.steps_left;
                let next = |steps_left: u64| steps_left.checked_sub(1);
                steps_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok()
            }
        };
        if next_step {
            self.step += 1;
            self.count(Count::Steps, 1);
        }
        next_step
    }

    /// Returns whether the threads that are not companions are still running. Publishes the counts
    /// of this companion, for which they may be waiting.
    pub(crate) fn others_are_running(&mut self) -> bool {
        self.step += 1;
        self.publish_counts();
        !self.run.stop.load(Ordering::Relaxed) && !self.run.finished.load(Ordering::Relaxed)
    }

    /// Returns the state of a thread that other threads inspect.
    pub(super) fn thread_state(&self, thread: usize) -> Option<&'a ThreadState> {
        self.run.thread_states.get(thread)
    }

    /// Returns the suspended fibers that all threads resume.
    pub(super) fn travellers(&self) -> &'a Travellers {
        &self.run.travellers
    }

    /// Returns the flags of all threads that are not companions.
    pub(super) fn flags(&self) -> &'a [Flags] {
        &self.run.flags
    }

    /// Counts a return from managed code, which operations of handshakes check.
    pub(crate) fn count_managed_return(&self) {
        if let Some(thread_state) = self.thread_state(self.thread as usize) {
            thread_state.count_managed_return();
        }
    }

    /// Returns the number of collections by the companion `collect_always`.
    pub(crate) fn collections(&self) -> &'a AtomicU64 {
        &self.run.collections
    }

    /// Increments a count.
    pub(crate) fn count(&mut self, count: Count, number: u64) {
        self.tally.add(count, number);
    }

    /// Returns an error with the message and the current step if the condition is false.
    pub(crate) fn check(
        &self,
        condition: bool,
        message: impl FnOnce() -> String,
    ) -> Result<(), CheckError> {
        if condition {
            return Ok(());
        }
        Err(CheckError { thread: self.thread, step: self.step, message: message() })
    }

    /// Converts the error of an operation that must succeed.
    pub(crate) fn expect_ok<T, E: ToString>(&self, outcome: Result<T, E>) -> Result<T, CheckError> {
        let Self { thread, step, .. } = *self;
        outcome.map_err(|error| CheckError { thread, step, message: error.to_string() })
    }

    /// Attaches the thread to the heap.
    pub(crate) fn attach(&mut self) -> Result<Mutator, CheckError> {
        let mutator = self.expect_ok(self.heap.attach())?;
        self.count(Count::ThreadsAttached, 1);
        Ok(mutator)
    }

    /// Runs a collection and counts it.
    pub(crate) fn collect(&mut self, mutator: &mut Mutator) {
        mutator.collect();
        self.count(Count::CollectionsRequested, 1);
    }
}
