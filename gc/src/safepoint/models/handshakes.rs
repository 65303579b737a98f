//! Models of handshakes.

use loom::thread;

use super::{
    Participant, Watched, World, attached, collect, explore, explore_with, managed,
    managed_with_poll, world, write,
};
use crate::sync::Arc;

/// Starts a thread that requests an operation of another one, and returns whether that was
/// attached.
fn ask(heap: &Arc<World>, asked: &Arc<Participant<Watched>>) -> thread::JoinHandle<bool> {
    let (heap, asked) = (Arc::clone(heap), Arc::clone(asked));
    thread::spawn(move || heap.handshake(&asked, |data| write(data)).is_ok())
}

/// The operation runs once, on the thread or on its behalf, never while the thread is at work.
#[test]
fn an_operation_runs_at_a_poll_or_while_the_thread_is_native() {
    explore(|| {
        let heap = world();
        let me = attached(&heap, false);
        let asker = {
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
        asker.join().unwrap();
    });
}

#[test]
fn a_thread_that_enters_and_leaves_often_is_served() {
    explore(|| {
        let heap = world();
        let me = attached(&heap, false);
        let asker = ask(&heap, &me);
        for _ in 0..2 {
            managed(&heap, &me);
        }
        assert!(asker.join().unwrap());
    });
}

#[test]
fn a_handshake_and_a_stop_exclude_each_other() {
    explore(|| {
        let heap = world();
        let me = attached(&heap, false);
        let asker = ask(&heap, &me);
        assert!(collect(&heap, None));
        assert!(asker.join().unwrap());
        managed(&heap, &me);
    });
}

#[test]
fn a_handshake_and_a_stop_reach_a_managed_thread() {
    explore_with(2, || {
        let heap = world();
        let me = attached(&heap, false);
        let asker = ask(&heap, &me);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        managed_with_poll(&heap, &me);
        assert!(asker.join().unwrap());
        collector.join().unwrap();
    });
}

#[test]
fn two_operations_for_one_thread_take_turns() {
    explore_with(2, || {
        let heap = world();
        let me = attached(&heap, false);
        let askers = [ask(&heap, &me), ask(&heap, &me)];
        managed(&heap, &me);
        for asker in askers {
            assert!(asker.join().unwrap());
        }
    });
}

#[test]
fn a_thread_that_goes_serves_what_it_was_asked() {
    explore(|| {
        let heap = world();
        let me = attached(&heap, false);
        let asker = ask(&heap, &me);
        assert!(heap.detach(&me));
        // No other thread accesses it any more.
        write(&me.data);
        asker.join().unwrap();
    });
}

#[test]
fn what_a_thread_serves_as_it_goes_and_a_stop_exclude_each_other() {
    explore_with(2, || {
        let heap = world();
        let me = attached(&heap, false);
        let asker = ask(&heap, &me);
        let collector = {
            let heap = Arc::clone(&heap);
            thread::spawn(move || assert!(collect(&heap, None)))
        };
        assert!(heap.detach(&me));
        asker.join().unwrap();
        collector.join().unwrap();
    });
}
