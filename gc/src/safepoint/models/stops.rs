//! Loom models of stops, with threads at polls, in transitions, and attaching or detaching.

use loom::thread;

use super::{
    attached, collect, explore, explore_with, managed, managed_with_poll, new_heap, work, write,
};
use crate::sync::Arc;

/// A stop arms a thread that polls and makes both transitions between managed and native code.
#[test]
fn stop_waits_for_managed_and_blocks_native_threads() {
    for poll_always in [false, true] {
        explore(move || {
            let heap = new_heap();
            let me = attached(&heap, poll_always);
            let collector = {
                let heap = Arc::clone(&heap);
                thread::spawn(move || assert!(collect(&heap, None)))
            };
            managed_with_poll(&heap, &me);
            collector.join().unwrap();
        });
    }
}

/// A stop arms a thread that repeatedly enters and leaves native code.
#[test]
fn stop_handles_repeated_transitions() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        for _ in 0..2 {
            managed(&heap, &me);
        }
        collector.join().unwrap();
    });
}

/// A thread is stopped twice. Its disarming after the first stop races with the arming of the
/// second, and its sleep with the end of the first.
#[test]
fn consecutive_stops_are_independent() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                assert!(collect(&heap, None));
                assert!(collect(&heap, None));
            })
        };
        managed_with_poll(&heap, &me);
        collector.join().unwrap();
    });
}

#[test]
fn concurrent_requests_are_serialized_or_share_a_stop() {
    explore(|| {
        let heap = new_heap();
        let (a, b) = (attached(&heap, false), attached(&heap, false));
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                heap.leave_native(&b);
                let mine = collect(&heap, Some(&b));
                work(&heap, &b);
                heap.enter_native(&b);
                mine
            })
        };
        heap.leave_native(&a);
        let mine = collect(&heap, Some(&a));
        work(&heap, &a);
        heap.enter_native(&a);
        let others = other.join().unwrap();
        assert!(mine || others, "one of them collects");
    });
}

#[test]
fn threads_may_attach_and_detach_during_collections() {
    explore(|| {
        let heap = new_heap();
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                collect(&heap, None);
                collect(&heap, None);
            })
        };
        let me = attached(&heap, false);
        managed(&heap, &me);
        assert!(heap.detach(&me, || ()));
        // After the detach, no other thread accesses the data.
        write(&me.data);
        collector.join().unwrap();
    });
}

#[test]
fn native_requester_stops_a_managed_thread() {
    explore(|| {
        let heap = new_heap();
        let (a, b) = (attached(&heap, false), attached(&heap, false));
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || managed_with_poll(&heap, &b))
        };
        // The stop does not wait for `a`, which is native.
        assert!(collect(&heap, None));
        managed(&heap, &a);
        other.join().unwrap();
    });
}

/// The last of four threads to arrive wakes the stopping thread, and the end of the stop wakes all
/// of them. Loom supports at most five threads. Exploring three preemptions would take hours.
#[test]
fn four_threads_stop_and_resume() {
    explore_with(1, || {
        let heap = new_heap();
        let others: [_; 3] = core::array::from_fn(|_| {
            let heap = Arc::clone(&heap);
            let me = attached(&heap, false);
            thread::spawn(move || managed_with_poll(&heap, &me))
        });
        let me = attached(&heap, false);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        managed_with_poll(&heap, &me);
        collector.join().unwrap();
        others.into_iter().for_each(|thread| thread.join().unwrap());
    });
}

/// A thread that wakes up at the end of one stop can find the next stop in progress, with another
/// thread after it in the queue.
#[test]
fn sleeping_threads_survive_consecutive_stops() {
    explore_with(2, || {
        let heap = new_heap();
        let (a, b) = (attached(&heap, false), attached(&heap, false));
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || managed(&heap, &b))
        };
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                assert!(collect(&heap, None));
                assert!(collect(&heap, None));
            })
        };
        managed(&heap, &a);
        other.join().unwrap();
        collector.join().unwrap();
    });
}
