//! Loom models of interrupts, with threads at polls, in transitions, and during stops.

use core::num::NonZeroU64;

use loom::thread;

use super::{
    Heap, Participant, TrackedCell, attached, collect, explore, explore_with, new_heap, work,
};
use crate::sync::Arc;

/// Starts a thread that interrupts the thread `target`.
fn interrupt(heap: &Arc<Heap>, target: &Arc<Participant<TrackedCell>>) -> thread::JoinHandle<()> {
    let (heap, target) = (Arc::clone(heap), Arc::clone(target));
    thread::spawn(move || {
        let word = NonZeroU64::MIN;
        assert_eq!(heap.interrupt(&target, word), Ok(None));
    })
}

/// Models managed code that polls, and takes a word if it finds the limit armed. Returns whether
/// there was a word.
fn poll_and_take(heap: &Heap, me: &Arc<Participant<TrackedCell>>) -> bool {
    heap.leave_native(me);
    work(heap, me);
    if me.is_armed() {
        heap.poll(me);
    }
    let taken = me.is_armed() && me.take_interrupt().is_some();
    work(heap, me);
    heap.enter_native(me);
    taken
}

/// The word is taken once, while the thread runs or later.
#[test]
fn interrupt_is_taken_once() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let interrupter = interrupt(&heap, &me);
        let early = poll_and_take(&heap, &me);
        interrupter.join().unwrap();
        assert_eq!(poll_and_take(&heap, &me), !early, "the word is lost, or was taken twice");
        assert!(!poll_and_take(&heap, &me));
    });
}

/// A stop does not disarm a thread for which a word waits.
#[test]
fn interrupt_survives_a_stop() {
    explore_with(2, || {
        let heap = new_heap();
        let me = attached(&heap, false);
        let interrupter = interrupt(&heap, &me);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        let early = poll_and_take(&heap, &me);
        interrupter.join().unwrap();
        collector.join().unwrap();
        assert_eq!(poll_and_take(&heap, &me), !early, "the word is lost, or was taken twice");
    });
}
