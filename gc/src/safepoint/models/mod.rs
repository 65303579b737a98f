//! Models of the protocol for loom, which explores every interleaving up to a bound on preemptions.
//!
//! Each thread's data is a cell whose accesses loom tracks. The thread writes it while it is
//! managed, the collector writes it while the world is stopped, and a handshake writes it while its
//! operation runs for the thread. Another cell stands for the objects: managed threads read it, the
//! collector writes it. A model fails if two accesses are not ordered, or if threads deadlock.
//!
//! The models run with and without the asymmetric barrier (membarrier(2)). [`weakened`] removes one
//! ordering at a time and runs a model that must then fail.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release safepoint::models`

mod handshakes;
mod poll_sites;
mod stops;
mod weakened;

use loom::cell::UnsafeCell;

use super::{Coordinator, DisarmedState, Participant, PollHolder};
use crate::sync::{self, Arc};

pub(super) use weakened::weakened;

type TrackedCell = UnsafeCell<u32>;

/// A coordinator, and the cell that stands for the objects.
struct World {
    coordinator: Coordinator<TrackedCell>,
    objects: TrackedCell,
}

impl core::ops::Deref for World {
    type Target = Coordinator<TrackedCell>;

    fn deref(&self) -> &Self::Target {
        &self.coordinator
    }
}

fn world() -> Arc<World> {
    world_with_sites(None)
}

fn world_with_sites(sites: Option<std::sync::Arc<dyn PollHolder>>) -> Arc<World> {
    Arc::new(World { coordinator: Coordinator::new(false, sites), objects: UnsafeCell::new(0) })
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

fn attached(heap: &World, poll_always: bool) -> Arc<Participant<TrackedCell>> {
    let disarmed = DisarmedState { poll_always, gate_closed: !sync::is_asymmetric() };
    Participant::attached(heap, disarmed, UnsafeCell::new(0))
}

fn write(cell: &TrackedCell) {
    // SAFETY: loom checks that no other thread accesses it concurrently.
    cell.with_mut(|value| unsafe { *value += 1 });
}

/// Stands for managed code: changes its stack, reads objects, allocates.
fn work(heap: &World, me: &Participant<TrackedCell>) {
    write(&me.data);
    me.safepoint().check_limit();
    me.safepoint().set_end(1000);
    // SAFETY: loom checks that no thread writes it meanwhile.
    heap.objects.with(|value| unsafe { assert!(*value < u32::MAX) });
}

/// Stands for a collection: changes the objects and every thread's stack. Returns whether it was
/// this thread's stop.
fn collect(heap: &World, me: Option<&Arc<Participant<TrackedCell>>>) -> bool {
    let Some(stopped) = heap.stop(me, None) else { return false };
    write(&heap.objects);
    for thread in stopped.threads() {
        write(&thread.data);
        thread.safepoint().clear_end();
    }
    true
}

/// Managed code with a poll in the middle.
fn managed_with_poll(heap: &World, me: &Arc<Participant<TrackedCell>>) {
    heap.leave_native(me);
    work(heap, me);
    if me.is_armed() {
        heap.poll(me);
    }
    work(heap, me);
    heap.enter_native(me);
}

/// Managed code without a poll.
fn managed(heap: &World, me: &Arc<Participant<TrackedCell>>) {
    heap.leave_native(me);
    work(heap, me);
    heap.enter_native(me);
}
