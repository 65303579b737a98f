//! State that all threads share: immutable objects, an array that all threads write, graphs with
//! locks, objects that the out-of-memory callback releases, and the queued finalizable objects.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use statepoint_gc::{
    Argument, Handle, Heap, HeapBuilder, Mutator, TypeId, TypeLayout, types::WeakKind,
};

use super::graph::Graph;
use super::tally::{Tally, missing_event};
use super::worker::Worker;
use super::{Failure, Mismatch, Plan};
use crate::managed::{self, make, records};

/// Number of immutable objects that all graphs may refer to.
pub(super) const CONSTANTS: usize = 64;
/// Number of elements of the array that all threads write.
pub(super) const SHARED_ARRAY_LENGTH: usize = 3000;
/// Type ID in the headers of static objects. It is not registered with the heap.
pub(super) const STATIC_TYPE: u64 = 77;
/// Maximum extension of a run in which a required event has not happened yet.
const EXTRA_TIME: Duration = Duration::from_secs(120);

/// Objects outside the heap.
static STATICS: [[u64; 2]; 4] = [[STATIC_TYPE << 8, 0]; 4];

/// Returns the address of a static object.
pub(super) fn static_object(index: usize) -> u64 {
    STATICS[index % STATICS.len()].as_ptr().expose_provenance() as u64
}

/// Registers the types of all objects.
pub(super) fn types(heap: HeapBuilder) -> HeapBuilder {
    let mixed = TypeLayout::Fixed { size: 48, references: vec![8, 24, 40] };
    let structs = TypeLayout::StructArray { element_size: 24, references: vec![8, 16] };
    records::types(managed::types(heap))
        .register_type(TypeId::new(31), structs)
        .register_type(TypeId::new(40), TypeLayout::PlainArray { element_size: 1 })
        .register_type(TypeId::new(41), mixed)
}

/// Acquires a lock even if it is poisoned, so that the other threads can still report their errors
/// after a panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// State of the heap's callbacks: counters, and the objects that the out-of-memory callback
/// releases.
#[derive(Clone, Debug, Default)]
pub(super) struct HostCallbacks(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    ballast: Mutex<Vec<Handle>>,
    reliefs: AtomicU64,
    large_freed: AtomicU64,
}

impl HostCallbacks {
    /// Sets the callbacks of a heap.
    pub(super) fn install(&self, heap: HeapBuilder) -> HeapBuilder {
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

    /// Retains an object until the heap is out of memory.
    pub(super) fn add_ballast(&self, object: Handle) {
        lock(&self.0.ballast).push(object);
    }

    /// Drops the retained objects, whose handles keep the heap open.
    pub(super) fn release_ballast(&self) {
        lock(&self.0.ballast).clear();
    }

    pub(super) fn reliefs(&self) -> u64 {
        self.0.reliefs.load(Ordering::Relaxed)
    }

    pub(super) fn large_freed(&self) -> u64 {
        self.0.large_freed.load(Ordering::Relaxed)
    }
}

/// State of a run.
#[derive(Debug)]
pub(super) struct Run<'a> {
    pub(super) plan: &'a Plan,
    pub(super) heap: &'a Heap,
    pub(super) callbacks: &'a HostCallbacks,
    end: Instant,
    /// Set when a thread has detected an error.
    pub(super) stop: AtomicBool,
    tally: Mutex<Tally>,
    pub(super) constants: Vec<Handle>,
    pub(super) shared_array: Handle,
    /// Graphs that all threads mutate, under their locks.
    pub(super) graphs: Vec<Mutex<Graph>>,
    /// Queued finalizable objects and their tokens, by number of the graph.
    queued: Mutex<HashMap<u32, Vec<(Handle, u64)>>>,
}

impl<'a> Run<'a> {
    pub(super) fn new(plan: &'a Plan, heap: &'a Heap, callbacks: &'a HostCallbacks) -> Self {
        // On a new thread, because the calling thread may be attached to another heap.
        let (constants, shared_array) = std::thread::scope(|scope| {
            let objects = || {
                let mut mutator = heap.attach().expect("a new thread can be attached");
                let constants = (0..CONSTANTS).map(|n| constant(&mut mutator, n)).collect();
                let length = Argument::Word(SHARED_ARRAY_LENGTH as u64);
                let shared_array = make(&mut mutator, managed::references, &[length]);
                (constants, shared_array.expect("an array of references"))
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
            callbacks,
            end: Instant::now() + plan.time,
            stop: AtomicBool::new(false),
            tally: Mutex::default(),
            constants,
            shared_array,
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

    /// Returns whether threads should continue: the time has not passed, or a required event has
    /// not happened yet.
    pub(super) fn is_running(&self) -> bool {
        let late = Instant::now().saturating_duration_since(self.end);
        !self.stop.load(Ordering::Relaxed)
            && (late.is_zero() || (late < EXTRA_TIME && self.missing_event().is_some()))
    }

    /// Returns the name of a required event that has not happened, if any.
    pub(super) fn missing_event(&self) -> Option<&'static str> {
        let generations = !self.heap.zeal().is_on();
        missing_event(&self.tally(), &self.heap.statistics(), generations)
            .or_else(|| (self.callbacks.large_freed() == 0).then_some("large objects freed"))
            .or_else(|| {
                (generations && self.callbacks.reliefs() == 0)
                    .then_some("objects released by the out-of-memory callback")
            })
    }

    /// Takes the queued finalizable objects of a graph.
    pub(super) fn take_queued(&self, graph: u32) -> Vec<(Handle, u64)> {
        let mut queued = lock(&self.queued);
        // The queue is drained under the lock, so that each queued object is always in the queue or
        // in the map.
        for (object, token) in self.heap.drain_finalizers() {
            queued.entry((token >> 32) as u32).or_default().push((object, token));
        }
        queued.remove(&graph).unwrap_or_default()
    }

    /// Compares the shared graphs for the last time and drops them. Called after all threads have
    /// ended.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        let finish = || -> Result<(), Mismatch> {
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

/// Returns the first word of an immutable object. The second word is its complement.
pub(super) fn constant_word(index: usize) -> u64 {
    2 * index as u64 + 1
}

/// Allocates an immutable object.
fn constant(mutator: &mut Mutator, index: usize) -> Handle {
    let array = make(mutator, managed::array, &[Argument::Word(2)]).expect("an array of words");
    let word = constant_word(index);
    for (offset, word) in [(16, word), (24, !word)] {
        mutator.store_word(&array, offset, word).expect("an array of two words");
    }
    array
}

/// Both kinds of weak references.
pub(super) const WEAK_KINDS: [WeakKind; 2] = [WeakKind::Short, WeakKind::Long];
