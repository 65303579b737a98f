//! A large random graph of managed objects for each thread, and some that threads share, each with
//! a copy outside the heap that is compared with it repeatedly.
//!
//! * `shadow`: the copy, and what of it is reachable.
//! * `graph`: a graph: the copy, and handles, root ranges, pins, tables and frames that refer into
//!   it.
//! * `objects`: making objects, and comparing them with their copies.
//! * `change`: changes of a graph; `references`: changes of what refers into it conditionally;
//!   `stack_roots`: changes while frames and local handles refer into it.
//! * `inspect`: comparing all of a graph, also after a collection that must leave nothing dead.
//! * `shared`: what all threads share; `worker`: a thread; `tally`: what must have happened at the
//!   end.

mod change;
mod graph;
mod inspect;
mod objects;
mod pins;
mod references;
mod shadow;
mod shared;
mod stack_roots;
mod tally;
mod worker;

use std::sync::atomic::Ordering;
use std::thread::Builder;
use std::time::Duration;

use statepoint_gc::{
    Heap, HeapBuilder, HeapStartError,
    observe::{CollectorStatistics, StopStatistics},
};

use shared::{Observed, Run};
pub use tally::{Count, Tally};
use worker::Worker;

/// Parameters of the program.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of threads.
    pub threads: u32,
    /// Running time; then each thread compares everything once more, and more time is added, up to
    /// two minutes, until everything has happened that should.
    pub time: Duration,
    /// The heap limit in bytes, of which the graphs take a part.
    pub heap: usize,
    /// Seed of the random choices. It does not determine how threads interleave.
    pub seed: u64,
}

/// The copy and the heap differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {thread}, step {step}, {graph}: {what}")]
pub struct Lost {
    /// Index of the thread that noticed, from 0.
    pub thread: u32,
    /// The step of that thread.
    pub step: u64,
    /// The graph.
    pub graph: String,
    /// Description of the difference.
    pub what: String,
}

/// Error returned by a run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The heap could not be made.
    #[error(transparent)]
    Start(#[from] HeapStartError),
    /// A thread found an error.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// No error was found, but something that the program is to exercise did not happen.
    #[error("{what}: 0. Run it longer")]
    Nothing {
        /// The event that did not happen.
        what: &'static str,
    },
    /// A thread panicked.
    #[error("thread {thread} panicked")]
    Panicked {
        /// The thread.
        thread: u32,
    },
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Counts of the threads.
    pub tally: Tally,
    /// Statistics of the collector.
    pub statistics: CollectorStatistics,
    /// The threads that were slow to stop.
    pub stops: StopStatistics,
    /// Collections that freed large objects.
    pub large_freed: u64,
    /// Number of times that the heap ran out of memory and objects were released for it.
    pub reliefs: u64,
}

impl Plan {
    /// Runs it on a heap with these settings.
    ///
    /// # Errors
    ///
    /// The first error, if there was one.
    ///
    /// # Panics
    ///
    /// If a thread cannot be started.
    pub fn run(&self, heap: HeapBuilder) -> Result<Outcome, Failure> {
        let observed = Observed::default();
        let heap = observed.watch(shared::types(heap.heap_max(self.heap))).build()?;
        let outcome = self.run_on(&heap, &observed);
        observed.end();
        outcome
    }

    fn run_on(&self, heap: &Heap, observed: &Observed) -> Result<Outcome, Failure> {
        let run = Run::new(self, heap, observed);
        let outcomes: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
            let start = |thread| {
                let run = &run;
                let work = move || {
                    let mut worker = Worker::new(run, thread);
                    let outcome = worker.work();
                    worker.publish_counts();
                    if outcome.is_err() {
                        run.stop.store(true, Ordering::Relaxed);
                    }
                    outcome
                };
                let builder = Builder::new().name(format!("soak-{thread}"));
                builder.spawn_scoped(scope, work).expect("a thread can be started")
            };
            let threads: Vec<_> = (0..self.threads).map(|n| (n, start(n))).collect();
            let join = |(thread, handle): (u32, std::thread::ScopedJoinHandle<'_, _>)| {
                let outcome: Result<(), Lost> =
                    handle.join().map_err(|_| Failure::Panicked { thread })?;
                outcome.map_err(Failure::Lost)
            };
            threads.into_iter().map(join).collect()
        });
        outcomes.into_iter().collect::<Result<(), _>>()?;
        run.finish()?;
        if let Some(what) = run.missing() {
            return Err(Failure::Nothing { what });
        }
        Ok(Outcome {
            tally: run.tally(),
            statistics: heap.statistics(),
            stops: heap.stops(),
            large_freed: observed.large_freed(),
            reliefs: observed.reliefs(),
        })
    }
}
