//! Soak test: threads mutate large random object graphs and repeatedly compare them with shadow
//! copies outside the heap. Each thread has a graph of its own, and some graphs are shared.
//!
//! * `shadow`: the shadow copy of a graph, and its reachable objects.
//! * `graph`: a graph with its shadow copy, handles, root ranges, pins and weak tables.
//! * `objects`: allocation of objects, and their comparison with shadow copies.
//! * `change`: mutation of a graph. `references`: mutation of its weak references, finalizers, pins
//!   and table entries. `stack_roots`: steps while frames and local handles are roots.
//! * `inspect`: comparison of a whole graph, also after a full collection, which must have
//!   reclaimed all garbage.
//! * `shared`: state that all threads share. `worker`: one thread. `tally`: counters, and the
//!   events that must have happened at the end.

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

use shared::{HostCallbacks, Run};
pub use tally::{Count, Tally};
use worker::Worker;

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of threads.
    pub threads: u32,
    /// Running time. A run is extended by up to two minutes until all required events have
    /// happened. At the end each thread compares everything once more.
    pub time: Duration,
    /// Heap limit in bytes. The graphs use up to a third of it.
    pub heap: usize,
    /// Seed of the random choices. It does not determine how threads interleave.
    pub seed: u64,
}

/// Difference between the heap and its shadow copy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {thread}, step {step}, {graph}: {message}")]
pub struct Mismatch {
    /// Index of the thread that detected it, from 0.
    pub thread: u32,
    /// Index of the step of that thread.
    pub step: u64,
    /// Name of the graph.
    pub graph: String,
    /// Description of the difference.
    pub message: String,
}

/// Error returned by a run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The heap could not be created.
    #[error(transparent)]
    Start(#[from] HeapStartError),
    /// A thread detected a difference.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// No difference was detected, but a required event did not happen.
    #[error("{message}: 0. Run it longer")]
    NotExercised {
        /// Name of the event.
        message: &'static str,
    },
    /// A thread panicked.
    #[error("thread {thread} panicked")]
    Panicked {
        /// Index of the thread.
        thread: u32,
    },
}

/// Results of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Counts of all threads.
    pub tally: Tally,
    /// Statistics of the collector.
    pub statistics: CollectorStatistics,
    /// Statistics of slow safepoint stops.
    pub stops: StopStatistics,
    /// Number of collections that freed large objects.
    pub large_freed: u64,
    /// Number of times that the out-of-memory callback released objects.
    pub reliefs: u64,
}

impl Plan {
    /// Runs the soak test on a heap with these settings.
    ///
    /// # Errors
    ///
    /// The first error, if any.
    ///
    /// # Panics
    ///
    /// If a thread cannot be started.
    pub fn run(&self, heap: HeapBuilder) -> Result<Outcome, Failure> {
        let callbacks = HostCallbacks::default();
        let heap = callbacks.install(shared::types(heap.heap_max(self.heap))).build()?;
        let outcome = self.run_on(&heap, &callbacks);
        callbacks.release_ballast();
        outcome
    }

    fn run_on(&self, heap: &Heap, callbacks: &HostCallbacks) -> Result<Outcome, Failure> {
        let run = Run::new(self, heap, callbacks);
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
                let outcome: Result<(), Mismatch> =
                    handle.join().map_err(|_| Failure::Panicked { thread })?;
                outcome.map_err(Failure::Mismatch)
            };
            threads.into_iter().map(join).collect()
        });
        outcomes.into_iter().collect::<Result<(), _>>()?;
        run.finish()?;
        if let Some(message) = run.missing_event() {
            return Err(Failure::NotExercised { message });
        }
        Ok(Outcome {
            tally: run.tally(),
            statistics: heap.statistics(),
            stops: heap.stops(),
            large_freed: callbacks.large_freed(),
            reliefs: callbacks.reliefs(),
        })
    }
}
