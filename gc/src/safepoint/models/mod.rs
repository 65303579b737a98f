//! Loom models of the safepoint protocol. Loom explores every interleaving up to a bound on
//! preemptions.
//!
//! Each thread's data is a cell whose accesses loom tracks. The cell is written by the thread in
//! managed code, by the collector during a stop, and by the operation of a handshake with the
//! thread. Another cell models the objects: threads read it in managed code, and the collector
//! writes it. A model fails if two accesses are not ordered, or if threads deadlock.
//!
//! The models run with and without the asymmetric barrier (membarrier(2)). [`weakened`] removes one
//! ordering at a time and runs a model that must then fail.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release safepoint::models`

mod handshakes;
mod interrupts;
mod poll_sites;
mod stops;
mod weakened;

use loom::cell::UnsafeCell;

use super::{Coordinator, DisarmedState, Participant, PollHolder};
use crate::sync::{self, Arc};

pub(super) use weakened::weakened;

/// A cell whose accesses loom tracks.
type TrackedCell = UnsafeCell<u32>;

/// The coordinator, and the cell that models the objects.
struct Heap {
    coordinator: Coordinator<TrackedCell>,
    /// Models the objects of the heap.
    objects: TrackedCell,
}

impl core::ops::Deref for Heap {
    type Target = Coordinator<TrackedCell>;

    fn deref(&self) -> &Self::Target {
        &self.coordinator
    }
}

/// Number of processors: 1, so that a thread that is woken must wake the next.
const PROCESSORS: usize = 1;

fn new_heap() -> Arc<Heap> {
    new_heap_with_sites(None)
}

fn new_heap_with_sites(sites: Option<std::sync::Arc<dyn PollHolder>>) -> Arc<Heap> {
    let coordinator = Coordinator::new(false, sites, PROCESSORS);
    Arc::new(Heap { coordinator, objects: UnsafeCell::new(0) })
}

/// Explores with up to `preemptions` preemptions, with and without the asymmetric barrier.
fn explore_with(preemptions: usize, model: impl Fn() + Send + Sync + Copy + 'static) {
    for asymmetric in [true, false] {
        sync::set_asymmetric(asymmetric);
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound.get_or_insert(preemptions);
        builder.check(model);
    }
}

/// Explores with up to three preemptions, which is enough for each race of two threads here.
fn explore(model: impl Fn() + Send + Sync + Copy + 'static) {
    explore_with(3, model);
}

/// Attaches a thread. With `poll_always`, its polls always take the slow path.
fn attached(heap: &Heap, poll_always: bool) -> Arc<Participant<TrackedCell>> {
    let disarmed = DisarmedState { poll_always, gate_closed: !sync::is_asymmetric() };
    Participant::attached(heap, disarmed, UnsafeCell::new(0))
}

/// Writes a tracked cell.
fn write(cell: &TrackedCell) {
    // SAFETY: loom checks that no other thread accesses the cell concurrently.
    cell.with_mut(|value| unsafe { *value += 1 });
}

/// Models managed code, which changes its stack, reads objects and allocates.
fn work(heap: &Heap, me: &Participant<TrackedCell>) {
    write(&me.data);
    me.safepoint().check_limit();
    me.safepoint().set_end(1000);
    // SAFETY: loom checks that no thread writes the cell concurrently.
    heap.objects.with(|value| unsafe { assert!(*value < u32::MAX) });
}

/// Models a collection, which changes the objects and the stack of every thread. Returns false if
/// another thread's stop was in progress instead.
fn collect(heap: &Heap, me: Option<&Arc<Participant<TrackedCell>>>) -> bool {
    let Some(stopped) = heap.stop(me, None) else { return false };
    write(&heap.objects);
    for thread in stopped.threads() {
        write(&thread.data);
        thread.safepoint().clear_end();
    }
    true
}

/// Runs managed code with a poll between native states.
fn managed_with_poll(heap: &Heap, me: &Arc<Participant<TrackedCell>>) {
    heap.leave_native(me);
    work(heap, me);
    if me.is_armed() {
        heap.poll(me);
    }
    work(heap, me);
    heap.enter_native(me);
}

/// Runs managed code without a poll between native states.
fn managed(heap: &Heap, me: &Arc<Participant<TrackedCell>>) {
    heap.leave_native(me);
    work(heap, me);
    heap.enter_native(me);
}
