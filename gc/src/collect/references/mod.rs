//! Reference processing: references that do not keep their objects alive, or only under a
//! condition. These are weak references, ephemerons and finalizable objects.
//!
//! Runs when everything that is reachable from strong roots has been traced. In this order:
//!
//! 1. **Ephemerons** (Hayes, OOPSLA 1997). If an ephemeron's key is live, its value is retained and
//!    traced, which may reach further keys, and so on to a fixed point. This precedes all clearing:
//!    an object that is reachable through a value is as live as any other. Fibers that objects own
//!    are ephemerons, too (`fibers`).
//! 2. **Short weak references** to objects that were not reached are cleared. This precedes
//!    finalization, so that only the finalizer can access an object that it tears down.
//! 3. **Finalizable objects** that were not reached are kept, and so are fibers whose owners were
//!    not reached: all of them at once, whether or not they reach each other; they are queued in
//!    the order of registration. This precedes tracing any of them: otherwise an object would
//!    escape finalization because another one, as dead as itself, refers to it.
//! 4. Objects that this revives are traced, with the ephemerons whose keys become reachable. The
//!    values are revived with their keys: a finalizer finds everything that its object had.
//! 5. **Long weak references** are cleared if the object is really dead, and **dead ephemerons**
//!    lose key and value. This is last, because until now each could have been revived.
//!
//! A weak object, short or long, that was itself found only in step 4 is cleared in step 5: only
//! finalizers could have read it.
//!
//! # Workers
//!
//! Each step divides its items into tasks, which several workers take if there are enough items
//! ([`TaskQueue`]). Each item is part of one task, so a worker shares no item with another. A step
//! begins when all workers have ended the step before it. What a step reports in order (the dead
//! finalizable objects) is put in order after it.
//!
//! Where workers retain objects, they trace at the end of their tasks, and share that work as in
//! the tracing before. `ephemerons` says why the fixed point is reached by inspecting each
//! ephemeron only a few times.
//!
//! # The end of a concurrent cycle
//!
//! The marker has [settled](crate::handles::Items::NotSettledIn) most weak items before the pause,
//! and has removed discovered objects that need nothing from the list. The others are processed as
//! in a full collection.
//!
//! # Young collections
//!
//! An object that is not part of a collection counts as reached. An old weak object or ephemeron
//! that refers to a young object must be found again by the next young collection, even if no
//! thread writes to it: [`ReferenceResult::revisit`] lists those.

mod ephemerons;
mod fibers;
mod waiting;
mod workers;

#[cfg(test)]
mod tests;

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::{Mutex, MutexGuard};
use statepoint_scanner::fault_injection::fault;

pub(super) use fibers::{Keep, OwnedFibers};
pub(super) use workers::{Liveness, Retain, RetainingJob, Workers};

use ephemerons::{Unresolved, must_revisit};

use crate::handles::{
    CellId, Entries, Fate, HandleTable, Items, References, Registration, RootRangeKind, VisitedCell,
};
use crate::object::{Header, Special, TypeTable, WeakKind};
use crate::observe::ReferenceCounts;
use crate::worklist::{ITEMS_PER_TASK, TaskQueue};

/// The result of reference processing.
#[derive(Debug, Default)]
pub(super) struct ReferenceResult {
    /// Old objects with [`Special`] fields that refer to young objects.
    pub(super) revisit: Vec<usize>,
    pub(super) counts: ReferenceCounts,
}

impl ReferenceResult {
    fn add(&mut self, mut other: Self) {
        self.revisit.append(&mut other.revisit);
        self.counts += other.counts;
    }
}

/// The sources of untraced references other than the discovered objects.
#[derive(Clone, Copy)]
pub(super) struct Sources<'a> {
    pub(super) types: &'a TypeTable,
    pub(super) handles: &'a HandleTable,
    pub(super) references: &'a References,
    pub(super) fibers: &'a dyn OwnedFibers,
}

impl<'a> Sources<'a> {
    /// Returns the fields of a discovered object that are not traced.
    fn special(self, object: usize) -> &'a Special {
        let header = Header::from_object(word(object).load(Relaxed));
        self.types.special(header.type_id()).expect("only such objects are discovered")
    }
}

/// Processes the discovered objects of a collection, and the references that native code holds.
pub(super) fn process(
    sources: Sources<'_>,
    items: Items,
    workers: &mut impl Workers,
) -> ReferenceResult {
    let tables = sources.references.tables.all();
    let mut processing = Processing {
        sources,
        items,
        workers,
        tables: tables.iter().map(|table| table.lock()).collect(),
        unresolved: Unresolved::default(),
        short: Vec::new(),
        long: Vec::new(),
        done: ReferenceResult::default(),
    };
    processing.inspect_tables();
    processing.inspect_fibers();
    if fault("clear-early") {
        processing.clear(WeakKind::Short);
    }
    processing.trace_to_fixpoint();
    processing.clear(WeakKind::Short);
    if processing.finalize() {
        processing.trace_to_fixpoint();
    }
    processing.clear(WeakKind::Long);
    processing.clear_dead();
    processing.done
}

struct Processing<'a, S> {
    sources: Sources<'a>,
    items: Items,
    workers: &'a mut S,
    tables: Vec<MutexGuard<'a, Entries>>,
    unresolved: Unresolved,
    /// Weak objects that have not been processed yet.
    short: Vec<usize>,
    long: Vec<usize>,
    done: ReferenceResult,
}

/// Some weak slots that a worker clears.
enum ClearingTask<'t> {
    /// The cells of a shard.
    Cells(usize),
    /// All root ranges.
    Ranges,
    /// The weak fields of these objects.
    Objects(&'t [usize]),
}

/// Returns the new value of a weak slot.
fn weak_value(word: u64, liveness: &impl Liveness, counts: &mut ReferenceCounts) -> u64 {
    counts.weak += 1;
    liveness.survivor(word).unwrap_or_else(|| {
        counts.weak_cleared += 1;
        if fault("keep-weak") { word } else { 0 }
    })
}

impl<W: Workers> Processing<'_, W> {
    /// Clears the weak slots of a kind whose objects are dead, in native memory and in the objects
    /// discovered so far.
    fn clear(&mut self, kind: WeakKind) {
        let (sources, items) = (self.sources, self.items);
        // For long weak references this includes short ones that were discovered late.
        let mut objects = core::mem::take(&mut self.short);
        if kind == WeakKind::Long {
            objects.append(&mut self.long);
        }
        let cells = sources.references.weak(kind);
        let (shards, cell_count) = cells.shards_to_visit(items);
        let in_native_memory =
            shards.into_iter().map(ClearingTask::Cells).chain([ClearingTask::Ranges]);
        let in_objects = objects.chunks(ITEMS_PER_TASK).map(ClearingTask::Objects);
        let tasks = TaskQueue::new(in_native_memory.chain(in_objects));
        let done = Mutex::new(ReferenceResult::default());
        self.workers.run(cell_count + objects.len(), &|liveness| {
            let mut part = ReferenceResult::default();
            let counts = &mut part.counts;
            while let Some(task) = tasks.take() {
                match task {
                    ClearingTask::Cells(shard) => {
                        cells.visit(shard, items, |old| {
                            let word = weak_value(old, liveness, counts);
                            VisitedCell { word, young: liveness.is_young(word) }
                        });
                    }
                    ClearingTask::Ranges => {
                        let ranges = &sources.references.ranges;
                        let kind = RootRangeKind::Weak(kind);
                        ranges.visit(kind, |word| weak_value(word, liveness, counts));
                    }
                    ClearingTask::Objects(objects) => {
                        let is_revisited = |object: &&usize| {
                            clear_fields(sources, **object, liveness, counts)
                                && must_revisit(**object, liveness)
                        };
                        part.revisit.extend(objects.iter().filter(is_revisited));
                    }
                }
            }
            done.lock().add(part);
        });
        self.done.add(done.into_inner());
    }

    /// Queues the dead finalizable objects for finalization, retains them, and traces from them.
    /// The same for fibers whose owners are dead. Returns whether there are any.
    fn finalize(&mut self) -> bool {
        let (dead, fibers) = (self.take_dead(), self.take_dead_fibers());
        self.revive_objects(&dead);
        self.revive_fibers(&fibers);
        !dead.is_empty() || !fibers.is_empty()
    }

    /// Queues dead finalizable objects for finalization, retains them, and traces from them.
    fn revive_objects(&mut self, dead: &[Registration]) {
        let Sources { handles, references, .. } = self.sources;
        if dead.is_empty() {
            return;
        }
        self.done.counts.finalizable += dead.len() as u64;
        let tasks = TaskQueue::new(dead.chunks(ITEMS_PER_TASK).enumerate());
        let revival = Revival { handles, tasks, queued: Mutex::default() };
        self.workers.retain_and_trace(dead.len(), &revival);
        let mut queued = revival.queued.into_inner();
        queued.sort_unstable_by_key(|&(task, _)| task);
        references.finalizers.queue(queued.into_iter().flat_map(|(_, objects)| objects));
    }

    /// Removes and returns the registrations of dead objects, in the order of registration.
    fn take_dead(&mut self) -> Vec<Registration> {
        let mut registered = self.sources.references.finalizers.registered.lock();
        let count = registered.count(self.items);
        let visited = Mutex::new(Vec::new());
        let tasks = TaskQueue::new(registered.tasks(self.items));
        self.workers.run(count, &|liveness| {
            let fate = |word| match liveness.survivor(word) {
                Some(word) => Fate::Live { word, young: liveness.is_young(word) },
                None => Fate::Dead,
            };
            let tasks = core::iter::from_fn(|| tasks.take());
            let mut own = tasks.map(|task| task.visit(fate)).collect();
            visited.lock().append(&mut own);
        });
        drop(tasks);
        registered.end_visit(visited.into_inner())
    }
}

/// Updates the weak fields of an object. Returns whether one refers to a young object.
fn clear_fields(
    sources: Sources<'_>,
    object: usize,
    liveness: &impl Liveness,
    counts: &mut ReferenceCounts,
) -> bool {
    let Special::Weak { fields, .. } = sources.special(object) else { return false };
    let mut refers_to_young = false;
    for offset in fields.iter() {
        let field = word(object + offset);
        let value = weak_value(field.load(Relaxed), liveness, counts);
        field.store(value, Relaxed);
        refers_to_young |= liveness.is_young(value);
    }
    refers_to_young
}

/// Objects to be finalized, each as a cell of the handle table and the token.
type QueuedObjects = Vec<(CellId, u64)>;

/// The job that retains dead finalizable objects.
struct Revival<'a, I> {
    handles: &'a HandleTable,
    tasks: TaskQueue<I>,
    /// The objects of each task, with the task's number.
    queued: Mutex<Vec<(usize, QueuedObjects)>>,
}

impl<'d, I> RetainingJob for Revival<'_, I>
where
    I: Iterator<Item = (usize, &'d [Registration])> + Send,
{
    fn run(&self, worker: &mut impl Retain) {
        while let Some((number, dead)) = self.tasks.take() {
            let mut keep = |&Registration { word, token, .. }: &Registration| {
                (self.handles.insert(worker.retain(word)), token)
            };
            let kept = dead.iter().map(&mut keep).collect();
            self.queued.lock().push((number, kept));
        }
    }
}

/// Returns a word of a discovered object.
fn word<'a>(address: usize) -> &'a AtomicU64 {
    // SAFETY: `Workers::take_discovered` returns complete objects, whose types describe where
    // their fields are. The world is stopped, the objects stay where they are, and all workers
    // access these fields atomically.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(address) }
}
