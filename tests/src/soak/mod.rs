//! A large random graph of managed objects for each thread, and some that threads share, each with a copy
//! outside the heap that is compared with it again and again.
//!
//! * `shadow`: the copy, and what of it is reachable.
//! * `world`: a graph: the copy, and handles, root ranges, pins, tables and frames that lead into it.
//! * `objects`: making objects, and comparing them with their copies.
//! * `change`: what is done to a graph; `references`: to what leads into it on conditions; `held`: what is done
//!   while frames and local handles lead into it.
//! * `inspect`: comparing all of a graph, also after a collection that must leave nothing dead.
//! * `shared`: what all threads share; `worker`: a thread; `tally`: what must have happened at the end.

mod change;
mod held;
mod inspect;
mod objects;
mod pins;
mod references;
mod shadow;
mod shared;
mod tally;
mod worker;
mod world;

use std::sync::atomic::Ordering;
use std::thread::Builder;
use std::time::Duration;

use statepoint_gc::{
    Heap, HeapBuilder, StartError,
    observe::{Statistics, Stops},
};

use shared::{Observed, Run};
pub use tally::{Count, Tally};
use worker::Worker;

/// What the program is to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many threads.
    pub threads: u32,
    /// For how long; then each thread compares everything once more, and more time is added, up to two minutes,
    /// until everything has happened that should.
    pub time: Duration,
    /// The heap limit in bytes, of which the graphs take a part.
    pub heap: usize,
    /// Where random choices begin. How threads interleave is not determined by it.
    pub seed: u64,
}

/// The copy and the heap differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("thread {thread}, step {step}, {graph}: {what}")]
pub struct Lost {
    /// Which thread noticed, from 0.
    pub thread: u32,
    /// In which of its steps.
    pub step: u64,
    /// In which graph.
    pub graph: String,
    /// What differs, and how.
    pub what: String,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The heap could not be made.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Something went wrong.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// Nothing went wrong, but something that is to be tried did not happen.
    #[error("{what}: 0. Run it longer")]
    Nothing {
        /// What there was none of.
        what: &'static str,
    },
    /// A thread panicked.
    #[error("thread {thread} panicked")]
    Panicked {
        /// Which.
        thread: u32,
    },
}

/// What happened.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What the threads did.
    pub tally: Tally,
    /// What the collector did.
    pub statistics: Statistics,
    /// Who was slow to stop.
    pub stops: Stops,
    /// Collections that freed large objects.
    pub large_freed: u64,
    /// How often the heap ran out of memory, and was given some.
    pub reliefs: u64,
}

impl Plan {
    /// Runs it on a heap with these settings.
    ///
    /// # Errors
    ///
    /// The first thing that went wrong, if something did.
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
                    worker.hand_in();
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
