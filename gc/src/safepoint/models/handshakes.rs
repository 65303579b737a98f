//! Loom models of handshakes, with threads at polls, in transitions, detaching, and during stops.

use loom::thread;

use super::{
    Heap, Participant, TrackedCell, attached, collect, explore, explore_with, managed,
    managed_with_poll, new_heap, write,
};
use crate::sync::Arc;

/// Starts a thread that requests a handshake with the thread `target`. The thread returns whether
/// the target was attached.
fn request_operation(
    heap: &Arc<Heap>,
    target: &Arc<Participant<TrackedCell>>,
) -> thread::JoinHandle<bool> {
    let (heap, target) = (Arc::clone(heap), Arc::clone(target));
    thread::spawn(move || heap.handshake(&target, |data| write(data)).is_ok())
}

/// The operation runs once: on the thread at a poll, or by the requester while the thread is
/// native.
#[test]
fn handshake_runs_at_a_poll_or_in_native_state() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requester = {
            let (heap, thread) = (Arc::clone(&heap), Arc::clone(&me));
            thread::spawn(move || {
                let mut runs = 0;
                let operation = |data: &_| {
                    write(data);
                    runs += 1;
                };
                assert!(heap.handshake(&thread, operation).is_ok());
                assert_eq!(runs, 1);
            })
        };
        managed_with_poll(&heap, &me);
        requester.join().unwrap();
    });
}

#[test]
fn handshake_reaches_a_thread_with_repeated_transitions() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requester = request_operation(&heap, &me);
        for _ in 0..2 {
            managed(&heap, &me);
        }
        assert!(requester.join().unwrap());
    });
}

#[test]
fn handshake_and_stop_are_mutually_exclusive() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requester = request_operation(&heap, &me);
        assert!(collect(&heap, None));
        assert!(requester.join().unwrap());
        managed(&heap, &me);
    });
}

#[test]
fn handshake_and_stop_both_reach_a_managed_thread() {
    explore_with(2, || {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requester = request_operation(&heap, &me);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        managed_with_poll(&heap, &me);
        assert!(requester.join().unwrap());
        collector.join().unwrap();
    });
}

#[test]
fn handshakes_with_one_thread_are_serialized() {
    explore_with(2, || {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requesters = [request_operation(&heap, &me), request_operation(&heap, &me)];
        managed(&heap, &me);
        for requester in requesters {
            assert!(requester.join().unwrap());
        }
    });
}

#[test]
fn detaching_thread_runs_its_pending_handshakes() {
    explore(|| {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requester = request_operation(&heap, &me);
        assert!(heap.detach(&me, || ()));
        // After the detach, no other thread accesses the data.
        write(&me.data);
        requester.join().unwrap();
    });
}

#[test]
fn handshake_at_detach_and_stop_are_mutually_exclusive() {
    explore_with(2, || {
        let heap = new_heap();
        let me = attached(&heap, false);
        let requester = request_operation(&heap, &me);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        assert!(heap.detach(&me, || ()));
        requester.join().unwrap();
        collector.join().unwrap();
    });
}
