//! The protocol under loom, which runs every interleaving up to a bound of preemptions.
//!
//! Each thread's data is a cell that loom watches: the thread writes it while it is managed, the
//! collector while the world is stopped. Another cell stands for the objects: managed threads read
//! it, the collector writes it. Two accesses that are not ordered fail the model, and so does a
//! thread that waits for ever.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p statepoint-gc --lib --release safepoint::models`

use core::ptr::NonNull;

use loom::cell::UnsafeCell;
use loom::thread;

use super::{Coordinator, Participant, PollWord};
use crate::sync::{Arc, AtomicU32};

type Watched = UnsafeCell<u32>;

/// A coordinator and what its threads must not touch during a collection.
struct World {
    coordinator: Coordinator<Watched>,
    objects: Watched,
}

impl core::ops::Deref for World {
    type Target = Coordinator<Watched>;

    fn deref(&self) -> &Self::Target {
        &self.coordinator
    }
}

fn world() -> Arc<World> {
    Arc::new(World { coordinator: Coordinator::new(), objects: UnsafeCell::new(0) })
}

/// Explores with up to three preemptions: enough for each two-sided race here, and finite.
fn explore(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(model);
}

fn thread_of(heap: &World, poll_always: bool) -> Arc<Participant<Watched>> {
    // Leaked: a model's thread has no thread-local storage to keep it in.
    let word = NonNull::from(Box::leak(Box::new(AtomicU32::new(0))));
    // SAFETY: it is never freed.
    let poll = unsafe { PollWord::new(word) };
    let me = Arc::new(Participant::new(poll, poll_always, UnsafeCell::new(0)));
    heap.attach(Arc::clone(&me));
    me
}

fn write(cell: &Watched) {
    // SAFETY: loom checks that nobody else is at it.
    cell.with_mut(|value| unsafe { *value += 1 });
}

/// What managed code does: changes its stack, reads objects.
fn work(heap: &World, me: &Participant<Watched>) {
    write(&me.data);
    // SAFETY: loom checks that nobody writes it meanwhile.
    heap.objects.with(|value| unsafe { assert!(*value < u32::MAX) });
}

/// What a collection does: changes the objects and every thread's stack.
fn collect(heap: &World, me: Option<&Participant<Watched>>) -> bool {
    let Some(stopped) = heap.stop(me) else { return false };
    write(&heap.objects);
    for thread in stopped.threads() {
        write(&thread.data);
    }
    true
}

fn managed_with_poll(heap: &World, me: &Participant<Watched>) {
    heap.enter(me);
    work(heap, me);
    if me.is_armed() {
        heap.poll(me);
    }
    work(heap, me);
    heap.leave(me);
}

#[test]
fn a_stop_waits_for_a_managed_thread_and_keeps_others_out() {
    for poll_always in [false, true] {
        explore(move || {
            let heap = world();
            let me = thread_of(&heap, poll_always);
            let collector = {
                let heap = Arc::clone(&heap);
                thread::spawn(move || assert!(collect(&heap, None)))
            };
            managed_with_poll(&heap, &me);
            collector.join().unwrap();
        });
    }
}

#[test]
fn a_thread_that_enters_and_leaves_often_is_stopped_or_seen_outside() {
    explore(|| {
        let heap = world();
        let me = thread_of(&heap, false);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        for _ in 0..2 {
            heap.enter(&me);
            work(&heap, &me);
            heap.leave(&me);
        }
        collector.join().unwrap();
    });
}

#[test]
fn two_threads_that_want_to_collect_at_once_take_turns_or_share_one_collection() {
    explore(|| {
        let heap = world();
        let (a, b) = (thread_of(&heap, false), thread_of(&heap, false));
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                heap.enter(&b);
                let mine = collect(&heap, Some(&b));
                work(&heap, &b);
                heap.leave(&b);
                mine
            })
        };
        heap.enter(&a);
        let mine = collect(&heap, Some(&a));
        work(&heap, &a);
        heap.leave(&a);
        let others = other.join().unwrap();
        assert!(mine || others, "somebody collects");
    });
}

#[test]
fn threads_come_and_go_while_others_collect() {
    explore(|| {
        let heap = world();
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                collect(&heap, None);
                collect(&heap, None);
            })
        };
        let me = thread_of(&heap, false);
        heap.enter(&me);
        work(&heap, &me);
        heap.leave(&me);
        assert!(heap.detach(&me));
        // Nobody has it any more: this would be the end of the thread.
        write(&me.data);
        collector.join().unwrap();
    });
}

#[test]
fn a_collection_on_behalf_of_a_native_thread_stops_a_managed_one() {
    explore(|| {
        let heap = world();
        let (a, b) = (thread_of(&heap, false), thread_of(&heap, false));
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || managed_with_poll(&heap, &b))
        };
        // `a` is native: it is collected for while it does not run managed code.
        assert!(collect(&heap, None));
        heap.enter(&a);
        work(&heap, &a);
        heap.leave(&a);
        other.join().unwrap();
    });
}
