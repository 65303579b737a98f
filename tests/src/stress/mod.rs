//! Programs that make many threads collide with the collector, and know what must come out.

mod churn;
mod lists;
mod scenarios;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use statepoint_gc::{Heap, Mutator};

pub use scenarios::{SCENARIOS, Scenario};

/// What a stress program is to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What every thread does.
    pub scenario: &'static Scenario,
    /// How many threads do it at a time.
    pub threads: u32,
    /// For how long.
    pub duration: Duration,
    /// Where its random choices begin. The interleaving of threads is not determined by it.
    pub seed: u64,
}

/// What was lost, or otherwise not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {thread}, step {step}: {what}")]
pub struct Lost {
    /// Which thread noticed, from 0.
    pub thread: u32,
    /// In which of its steps.
    pub step: u64,
    /// What.
    pub what: String,
}

/// Steps that each thread does in any case.
const LEAST_STEPS: u64 = 20;

/// One thread of a stress program.
pub(crate) struct Worker<'a> {
    pub(crate) heap: &'a Heap,
    pub(crate) random: fastrand::Rng,
    pub(crate) thread: u32,
    /// How many there are.
    pub(crate) threads: u32,
    step: u64,
    stop: &'a AtomicBool,
    end: Instant,
}

impl Worker<'_> {
    /// Whether there is time for another step. For a few there always is, however slow the machine.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.step += 1;
        !self.stop.load(Ordering::Relaxed)
            && (self.step <= LEAST_STEPS || Instant::now() < self.end)
    }

    /// Notes what is wrong, and where.
    pub(crate) fn check(&self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Lost> {
        if holds {
            return Ok(());
        }
        Err(Lost { thread: self.thread, step: self.step, what: what() })
    }

    /// What was to be done was done.
    pub(crate) fn done<T, E: ToString>(&self, outcome: Result<T, E>) -> Result<T, Lost> {
        let Self { thread, step, .. } = *self;
        outcome.map_err(|error| Lost { thread, step, what: error.to_string() })
    }

    /// Attaches the thread to the heap.
    pub(crate) fn attach(&self) -> Result<Mutator, Lost> {
        self.done(self.heap.attach())
    }
}

impl Plan {
    /// Runs it on a heap; the first thing that went wrong, if something did.
    ///
    /// # Errors
    ///
    /// What was lost.
    ///
    /// # Panics
    ///
    /// If a thread cannot be started.
    pub fn run(&self, heap: &Heap) -> Result<(), Lost> {
        let stop = Arc::new(AtomicBool::new(false));
        let end = Instant::now() + self.duration;
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads)
                .map(|thread| {
                    let mut worker = Worker {
                        heap,
                        random: fastrand::Rng::with_seed(self.seed ^ u64::from(thread) << 32),
                        thread,
                        threads: self.threads,
                        step: 0,
                        stop: &stop,
                        end,
                    };
                    let stop = &stop;
                    std::thread::Builder::new()
                        .name(format!("stress-{thread}"))
                        .stack_size(64 << 20)
                        .spawn_scoped(scope, move || {
                            let outcome = (self.scenario.run)(&mut worker);
                            if outcome.is_err() {
                                stop.store(true, Ordering::Relaxed);
                            }
                            outcome
                        })
                        .expect("a thread can be started")
                })
                .collect();
            let panicked = |thread| Lost { thread, step: 0, what: "it panicked".to_owned() };
            (0..).zip(threads).try_for_each(|(n, t)| t.join().unwrap_or(Err(panicked(n))))
        })
    }
}
