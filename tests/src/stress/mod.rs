//! Stress test: scenarios in which many threads run against the collector and check their results.

mod churn;
mod fibers;
mod handshakes;
mod lists;
mod polls;
mod scenarios;
mod tally;
mod travellers;
mod unwinders;
mod worker;

use std::io;
use std::sync::atomic::Ordering;
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use statepoint_gc::Heap;

pub use scenarios::{SCENARIOS, Scenario};
pub use tally::{Count, Tally};
use worker::Run;
pub(crate) use worker::Worker;

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The scenario, which determines the work of each thread.
    pub scenario: &'static Scenario,
    /// Number of threads, without the companion threads of the scenario.
    pub threads: u32,
    /// The condition that ends the run.
    pub until: Until,
    /// Seed of the random choices. It does not determine the interleaving of threads.
    pub seed: u64,
}

/// Condition that ends a run.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// This time has passed, each thread has run its minimum number of steps, and every event that
    /// the scenario requires has happened.
    Time(Duration),
    /// All threads together have run this number of steps.
    Steps(u64),
}

/// Failed check of a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {thread}, step {step}: {message}")]
pub struct CheckError {
    /// Index of the thread that found the error, from 0.
    pub thread: u32,
    /// Number of the thread's step.
    pub step: u64,
    /// Description of the error.
    pub message: String,
}

/// Error returned by a run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A thread cannot be started.
    #[error(
        "cannot start thread {number}: {source}. Each has a stack of 64 MiB of address space; ask \
         for fewer (--threads), or raise the limits of the process (ulimit -v, ulimit -u)"
    )]
    Thread {
        /// Number of the thread.
        number: u32,
        /// The operating system's error.
        source: io::Error,
    },
    /// A check failed in a thread.
    #[error(transparent)]
    CheckError(#[from] CheckError),
    /// No check failed, but an event that the scenario requires did not happen.
    #[error("{message}: 0. The scenario did not exercise it; run it longer")]
    NotExercised {
        /// Name of the count that is 0.
        message: &'static str,
    },
}

type Outcome = Result<(), CheckError>;

impl Plan {
    /// Runs the scenario on a heap. Returns the counts of all threads.
    ///
    /// # Errors
    ///
    /// The first error, if any.
    pub fn run(&self, heap: &Heap) -> Result<Tally, Failure> {
        let run = Run::new(self, heap);
        std::thread::scope(|scope| {
            let started = (0..self.threads).map(|n| start(scope, &run, n, self.scenario.run));
            let threads = started.collect::<Result<Vec<_>, _>>()?;
            let companions = (self.threads..).zip(self.scenario.companions);
            let started = companions.map(|(n, &work)| start(scope, &run, n, work));
            let companions = started.collect::<Result<Vec<_>, _>>()?;
            let finished = join(0, threads);
            run.finished.store(true, Ordering::Relaxed);
            Ok::<_, Failure>(finished.and(join(self.threads, companions))?)
        })?;
        let tally = run.tally();
        let statistics = heap.statistics();
        match self.scenario.required_counts.iter().find(|proof| !proof.is_met(&tally, &statistics))
        {
            Some(proof) => Err(Failure::NotExercised { message: proof.name() }),
            None => Ok(tally),
        }
    }
}

/// Starts a thread of a run. If that is not possible, ends the others.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: &'scope Run<'scope>,
    number: u32,
    work: fn(&mut Worker<'_>) -> Outcome,
) -> Result<ScopedJoinHandle<'scope, Outcome>, Failure> {
    let body = move || {
        let mut worker = Worker::new(run, number);
        let outcome = work(&mut worker);
        worker.publish_counts();
        if outcome.is_err() {
            run.stop.store(true, Ordering::Relaxed);
        }
        outcome
    };
    let builder = Builder::new().name(format!("stress-{number}")).stack_size(64 << 20);
    builder.spawn_scoped(scope, body).map_err(|source| {
        run.stop.store(true, Ordering::Relaxed);
        run.finished.store(true, Ordering::Relaxed);
        Failure::Thread { number, source }
    })
}

/// Joins all threads, the first of which has the number `first`. Returns the first error.
fn join(first: u32, threads: Vec<ScopedJoinHandle<'_, Outcome>>) -> Outcome {
    let panicked =
        |thread| CheckError { thread, step: 0, message: "the thread panicked".to_owned() };
    let outcomes: Vec<_> = (first..)
        .zip(threads)
        .map(|(n, thread)| thread.join().unwrap_or_else(|_| Err(panicked(n))))
        .collect();
    outcomes.into_iter().collect()
}

/// Maximum extension of a run in which a required event has not happened yet.
const EXTRA_TIME: Duration = Duration::from_secs(120);

/// Returns when the time of a run ends, if it is limited by time.
fn deadline(until: Until) -> Option<Instant> {
    match until {
        Until::Time(duration) => Some(Instant::now() + duration),
        Until::Steps(_) => None,
    }
}
