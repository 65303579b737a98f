//! Stress programs: many threads contend with the collector, and check known results.

mod churn;
mod handshakes;
mod lists;
mod polls;
mod scenarios;
mod tally;
mod worker;

use std::sync::atomic::Ordering;
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use statepoint_gc::Heap;

pub use scenarios::{SCENARIOS, Scenario};
pub use tally::{Count, Tally};
use worker::Run;
pub(crate) use worker::Worker;

/// Parameters of a stress program.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The work of each thread.
    pub scenario: &'static Scenario,
    /// Number of threads that run concurrently.
    pub threads: u32,
    /// The condition that ends the program.
    pub until: Until,
    /// Seed of the random choices. It does not determine the interleaving of threads.
    pub seed: u64,
}

/// The condition that ends a stress program.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// This time has passed, each thread has done its minimum number of steps, and every event that
    /// the scenario must provoke has happened.
    Time(Duration),
    /// All threads together have done this number of steps.
    Steps(u64),
}

/// An object that was lost, or another wrong result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {thread}, step {step}: {what}")]
pub struct Lost {
    /// Index of the thread that found the error, from 0.
    pub thread: u32,
    /// Number of the thread's step.
    pub step: u64,
    /// Description of the error.
    pub what: String,
}

/// Error returned by a stress program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A thread found an error.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// No error was found, but an event that the scenario must provoke did not happen.
    #[error("{what}: 0. The scenario did not exercise it; run it longer")]
    Nothing {
        /// The name of the count that is 0.
        what: &'static str,
    },
}

type Outcome = Result<(), Lost>;

impl Plan {
    /// Runs the plan on a heap, and returns what its threads counted.
    ///
    /// # Errors
    ///
    /// The first error, if there was one.
    ///
    /// # Panics
    ///
    /// If a thread cannot be started.
    pub fn run(&self, heap: &Heap) -> Result<Tally, Failure> {
        let run = Run::new(self, heap);
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.threads).map(|n| start(scope, &run, n, self.scenario.run)).collect();
            let companions: Vec<_> = (self.threads..)
                .zip(self.scenario.companions)
                .map(|(n, &work)| start(scope, &run, n, work))
                .collect();
            let finished = join(0, threads);
            run.finished.store(true, Ordering::Relaxed);
            finished.and(join(self.threads, companions))
        })?;
        let tally = run.tally();
        let statistics = heap.statistics();
        match self.scenario.proofs.iter().find(|proof| !proof.holds(&tally, &statistics)) {
            Some(proof) => Err(Failure::Nothing { what: proof.name() }),
            None => Ok(tally),
        }
    }
}

fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: &'scope Run<'scope>,
    number: u32,
    work: fn(&mut Worker<'_>) -> Outcome,
) -> ScopedJoinHandle<'scope, Outcome> {
    let body = move || {
        let mut worker = Worker::new(run, number);
        let outcome = work(&mut worker);
        worker.finish();
        if outcome.is_err() {
            run.stop.store(true, Ordering::Relaxed);
        }
        outcome
    };
    let builder = Builder::new().name(format!("stress-{number}")).stack_size(64 << 20);
    builder.spawn_scoped(scope, body).expect("a thread can be started")
}

/// Waits for all threads, and returns the first error.
fn join(first: u32, threads: Vec<ScopedJoinHandle<'_, Outcome>>) -> Outcome {
    let panicked = |thread| Lost { thread, step: 0, what: "it panicked".to_owned() };
    let outcomes: Vec<_> = (first..)
        .zip(threads)
        .map(|(n, thread)| thread.join().unwrap_or_else(|_| Err(panicked(n))))
        .collect();
    outcomes.into_iter().collect()
}

/// Additional time for which threads may run until every event that the scenario must provoke has
/// happened.
const GRACE: Duration = Duration::from_secs(120);

fn deadline(until: Until) -> Option<Instant> {
    match until {
        Until::Time(duration) => Some(Instant::now() + duration),
        Until::Steps(_) => None,
    }
}
