//! Models of stops.

use loom::thread;

use super::{
    attached, collect, explore, explore_with, managed, managed_with_poll, work, world, write,
};
use crate::sync::Arc;

/// Arming against the poll, and against both transitions between managed and native code.
#[test]
fn stop_waits_for_managed_and_blocks_native_threads() {
    for poll_always in [false, true] {
        explore(move || {
            let heap = world();
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

/// The managed-to-native transition against arming, several times.
#[test]
fn stop_handles_repeated_transitions() {
    explore(|| {
        let heap = world();
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

/// A thread that was stopped once is stopped again: disarming against the next arming, sleeping
/// against the end of the first stop.
#[test]
fn consecutive_stops() {
    explore(|| {
        let heap = world();
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
        let heap = world();
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
fn attach_and_detach_during_collections() {
    explore(|| {
        let heap = world();
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || {
                collect(&heap, None);
                collect(&heap, None);
            })
        };
        let me = attached(&heap, false);
        managed(&heap, &me);
        assert!(heap.detach(&me));
        // No other thread accesses it any more: this would be the end of the thread.
        write(&me.data);
        collector.join().unwrap();
    });
}

#[test]
fn native_requester_stops_a_managed_thread() {
    explore(|| {
        let heap = world();
        let (a, b) = (attached(&heap, false), attached(&heap, false));
        let other = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || managed_with_poll(&heap, &b))
        };
        // `a` is native: the collection proceeds while `a` does not run managed code.
        assert!(collect(&heap, None));
        managed(&heap, &a);
        other.join().unwrap();
    });
}

/// Five threads, which is the maximum of loom: the last of several to arrive wakes the stopping
/// thread, and all of them are woken. At most one preemption: three would take hours.
#[test]
fn four_threads_stop_and_resume() {
    explore_with(1, || {
        let heap = world();
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

/// A thread that is woken at the end of one stop finds the next in progress, with another thread
/// after it in the queue.
#[test]
fn sleeping_threads_survive_consecutive_stops() {
    explore_with(2, || {
        let heap = world();
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
