//! Programs that make many threads collide with the collector, and know what must come out.

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

/// What a stress program is to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What every thread does.
    pub scenario: &'static Scenario,
    /// How many threads do it at a time.
    pub threads: u32,
    /// How long they go on.
    pub until: Until,
    /// Where its random choices begin. The interleaving of threads is not determined by it.
    pub seed: u64,
}

/// When a stress program ends.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After this time, and not before each thread has done a few steps and the scenario has shown what
    /// it is for.
    Time(Duration),
    /// When all threads together have done so many steps.
    Steps(u64),
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

/// Why a stress program failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Something went wrong.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// Nothing went wrong, but what the scenario is for did not happen.
    #[error("{what}: 0. The scenario did not do what it is for; run it longer")]
    Nothing {
        /// What there was none of.
        what: &'static str,
    },
}

type Outcome = Result<(), Lost>;

impl Plan {
    /// Runs it on a heap; what its threads did.
    ///
    /// # Errors
    ///
    /// The first thing that went wrong, if something did.
    ///
    /// # Panics
    ///
    /// If a thread cannot be started.
    pub fn run(&self, heap: &Heap) -> Result<Tally, Failure> {
        let run = Run::new(self, heap);
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..self.threads).map(|n| start(scope, &run, n, self.scenario.run)).collect();
            let beside: Vec<_> = (self.threads..)
                .zip(self.scenario.beside)
                .map(|(n, &work)| start(scope, &run, n, work))
                .collect();
            let finished = join(0, threads);
            run.finished.store(true, Ordering::Relaxed);
            finished.and(join(self.threads, beside))
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

/// Waits for all; the first thing that went wrong.
fn join(first: u32, threads: Vec<ScopedJoinHandle<'_, Outcome>>) -> Outcome {
    let panicked = |thread| Lost { thread, step: 0, what: "it panicked".to_owned() };
    let outcomes: Vec<_> = (first..)
        .zip(threads)
        .map(|(n, thread)| thread.join().unwrap_or_else(|_| Err(panicked(n))))
        .collect();
    outcomes.into_iter().collect()
}

/// How long threads may go on after their time until the scenario has shown what it is for.
const GRACE: Duration = Duration::from_secs(120);

fn deadline(until: Until) -> Option<Instant> {
    match until {
        Until::Time(duration) => Some(Instant::now() + duration),
        Until::Steps(_) => None,
    }
}
