//! State that all threads share: objects that no thread changes, an array that all threads write,
//! graphs with locks, objects that are given up when memory is short, and the dead objects that
//! finalizers queued.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use statepoint_gc::{
    Argument, Handle, Heap, HeapBuilder, Mutator, TypeId, TypeLayout, types::WeakKind,
};

use super::graph::Graph;
use super::tally::{Tally, missing};
use super::worker::Worker;
use super::{Failure, Lost, Plan};
use crate::managed::{self, make, records};

/// Number of objects that all graphs may refer to.
pub(super) const CONSTANTS: usize = 64;
/// Number of elements of the array that all threads write.
pub(super) const BOARD: usize = 3000;
/// The type in the headers of static objects.
pub(super) const STATIC_TYPE: u64 = 77;
/// Additional time for which threads may continue until all expected events have happened.
const GRACE: Duration = Duration::from_secs(120);

/// Objects outside the heap.
static STATICS: [[u64; 2]; 4] = [[STATIC_TYPE << 8, 0]; 4];

/// Returns the address of one of them.
pub(super) fn static_object(index: usize) -> u64 {
    STATICS[index % STATICS.len()].as_ptr().expose_provenance() as u64
}

/// The types of all objects.
pub(super) fn types(heap: HeapBuilder) -> HeapBuilder {
    let mixed = TypeLayout::Fixed { size: 48, references: vec![8, 24, 40] };
    let structs = TypeLayout::StructArray { element_size: 24, references: vec![8, 16] };
    records::types(managed::types(heap))
        .register_type(TypeId::new(31), structs)
        .register_type(TypeId::new(40), TypeLayout::PlainArray { element_size: 1 })
        .register_type(TypeId::new(41), mixed)
}

/// Takes a lock, also after a thread has panicked with it, so that the other threads can report
/// what they saw.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State that the heap's callbacks use, and the objects that are given up when memory is short.
#[derive(Clone, Debug, Default)]
pub(super) struct Observed(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    ballast: Mutex<Vec<Handle>>,
    reliefs: AtomicU64,
    large_freed: AtomicU64,
}

impl Observed {
    pub(super) fn watch(&self, heap: HeapBuilder) -> HeapBuilder {
        let (relief, listener) = (Arc::clone(&self.0), Arc::clone(&self.0));
        heap.on_out_of_memory(move |_| {
            let dropped = core::mem::take(&mut *lock(&relief.ballast));
            relief.reliefs.fetch_add(u64::from(!dropped.is_empty()), Ordering::Relaxed);
            !dropped.is_empty()
        })
        .on_collection(move |report| {
            if report.after.large < report.before.large {
                listener.large_freed.fetch_add(1, Ordering::Relaxed);
            }
        })
    }

    /// Keeps an object until memory is short.
    pub(super) fn keep(&self, object: Handle) {
        lock(&self.0.ballast).push(object);
    }

    /// Drops the kept objects, which in turn keep the heap alive.
    pub(super) fn end(&self) {
        lock(&self.0.ballast).clear();
    }

    pub(super) fn reliefs(&self) -> u64 {
        self.0.reliefs.load(Ordering::Relaxed)
    }

    pub(super) fn large_freed(&self) -> u64 {
        self.0.large_freed.load(Ordering::Relaxed)
    }
}

/// A run.
#[derive(Debug)]
pub(super) struct Run<'a> {
    pub(super) plan: &'a Plan,
    pub(super) heap: &'a Heap,
    pub(super) observed: &'a Observed,
    end: Instant,
    /// A thread has found an error.
    pub(super) stop: AtomicBool,
    tally: Mutex<Tally>,
    pub(super) constants: Vec<Handle>,
    pub(super) board: Handle,
    /// Graphs that threads change in turn.
    pub(super) graphs: Vec<Mutex<Graph>>,
    /// The dead objects that were queued, by graph.
    queued: Mutex<HashMap<u32, Vec<(Handle, u64)>>>,
}

impl<'a> Run<'a> {
    pub(super) fn new(plan: &'a Plan, heap: &'a Heap, observed: &'a Observed) -> Self {
        // On a thread of its own, which can be attached to this heap even if the calling thread is
        // attached to another one.
        let (constants, board) = std::thread::scope(|scope| {
            let objects = || {
                let mut mutator = heap.attach().expect("a new thread can be attached");
                let constants = (0..CONSTANTS).map(|n| constant(&mut mutator, n)).collect();
                let length = Argument::Word(BOARD as u64);
                let board = make(&mut mutator, managed::references, &[length]);
                (constants, board.expect("an array of references"))
            };
            scope.spawn(objects).join().expect("objects can be made")
        });
        let graphs = plan.threads.div_ceil(4);
        let shared = (plan.threads..plan.threads + graphs).map(|number| {
            Mutex::new(Graph::new(format!("shared graph {number}"), number, heap, plan))
        });
        Self {
            plan,
            heap,
            observed,
            end: Instant::now() + plan.time,
            stop: AtomicBool::new(false),
            tally: Mutex::default(),
            constants,
            board,
            graphs: shared.collect(),
            queued: Mutex::default(),
        }
    }

    pub(super) fn tally(&self) -> Tally {
        *lock(&self.tally)
    }

    pub(super) fn add(&self, tally: &Tally) {
        lock(&self.tally).add_all(tally);
    }

    /// Whether there is time left, or something has not happened yet.
    pub(super) fn is_running(&self) -> bool {
        let late = Instant::now().saturating_duration_since(self.end);
        !self.stop.load(Ordering::Relaxed)
            && (late.is_zero() || (late < GRACE && self.missing().is_some()))
    }

    /// Returns what has not happened, of what should.
    pub(super) fn missing(&self) -> Option<&'static str> {
        let generations = !self.heap.zeal().is_on();
        missing(&self.tally(), &self.heap.statistics(), generations)
            .or_else(|| (self.observed.large_freed() == 0).then_some("large objects freed"))
            .or_else(|| (generations && self.observed.reliefs() == 0).then_some("reliefs"))
    }

    /// Returns the queued objects of a graph.
    pub(super) fn take_queued(&self, graph: u32) -> Vec<(Handle, u64)> {
        let mut queued = lock(&self.queued);
        // Under the lock: for every thread, an object on its way is either in the queue or in the
        // table.
        for (object, token) in self.heap.drain_finalizers() {
            queued.entry((token >> 32) as u32).or_default().push((object, token));
        }
        queued.remove(&graph).unwrap_or_default()
    }

    /// Compares the graphs that no thread changes any more, and drops them.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let finish = || -> Result<(), Lost> {
            let mut worker = Worker::new(self, self.plan.threads);
            let mut mutator = self.heap.attach().expect("a new thread can be attached");
            for graph in &self.graphs {
                lock(graph).finish(&mut worker, &mut mutator)?;
            }
            worker.publish_counts();
            Ok(())
        };
        let outcome = std::thread::scope(|scope| scope.spawn(finish).join());
        Ok(outcome.map_err(|_| Failure::Panicked { thread: self.plan.threads })??)
    }
}

/// Returns the first word of a constant object; the second is its complement.
pub(super) fn constant_word(index: usize) -> u64 {
    2 * index as u64 + 1
}

fn constant(mutator: &mut Mutator, index: usize) -> Handle {
    let array = make(mutator, managed::array, &[Argument::Word(2)]).expect("an array of words");
    let word = constant_word(index);
    for (offset, word) in [(16, word), (24, !word)] {
        mutator.store_word(&array, offset, word).expect("an array of two words");
    }
    array
}

/// Weak references to the same object of both kinds.
pub(super) const WEAK_KINDS: [WeakKind; 2] = [WeakKind::Short, WeakKind::Long];
