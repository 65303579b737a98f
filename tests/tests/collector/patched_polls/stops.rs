//! Stops and handshakes that reach threads through patched polls.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use statepoint_gc::{Heap, Zeal};
use tests::managed;

use super::{bytes_before, heap, program, sum, with_spinning_threads};

/// Collects `times` times.
fn collect_repeatedly(heap: &Heap, times: u64) {
    let mut mutator = heap.attach().unwrap();
    for _ in 0..times {
        mutator.collect();
    }
}

#[test]
fn threads_that_only_poll_are_stopped_repeatedly() {
    const THREADS: u64 = 6;
    const STOPS: u64 = 100;
    for membarrier in [true, false] {
        let heap = heap().membarrier(membarrier).build().unwrap();
        with_spinning_threads(&heap, managed::patched_polls_spin(), THREADS, || {
            let before = heap.statistics();
            collect_repeatedly(&heap, STOPS);
            let after = heap.statistics();
            assert_eq!(after.pause_ns.count - before.pause_ns.count, STOPS);
            let frames = after.counts.frames_walked - before.counts.frames_walked;
            assert_eq!(frames, THREADS * STOPS);
            assert_eq!(after.counts.records_matched, after.counts.frames_walked);
            assert!(after.counts.roots_visited - before.counts.roots_visited >= THREADS * STOPS);
            assert!(after.counts.objects_moved > before.counts.objects_moved);
        });
    }
}

/// One stop reaches threads in code with flag polls and in code with patched polls.
#[test]
fn code_with_flag_polls_and_patched_polls_stops_together() {
    let heap = heap().build().unwrap();
    with_spinning_threads(&heap, managed::patched_polls_spin(), 2, || {
        with_spinning_threads(&heap, managed::polls_spin(), 2, || {
            let before = heap.statistics().counts.frames_walked;
            collect_repeatedly(&heap, 50);
            assert_eq!(heap.statistics().counts.frames_walked - before, 4 * 50);
        });
    });
}

#[test]
fn threads_that_allocate_and_threads_that_poll_stop_each_other() {
    let heap = heap().heap_max(4 << 20).nursery(128 << 10).build().unwrap();
    with_spinning_threads(&heap, managed::patched_polls_spin(), 2, || {
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let n = 100_000;
                    assert_eq!(sum(&heap, managed::patched_polls_sum(), n), n * (n + 1) / 2);
                });
            }
        });
        assert!(heap.statistics().pause_ns.count > 10);
    });
}

/// A handshake patches the polls of all threads. Those without a pending request enter the slow
/// path and resume.
#[test]
fn a_handshake_reaches_a_thread_that_only_polls() {
    let heap = heap().build().unwrap();
    with_spinning_threads(&heap, managed::patched_polls_spin(), 3, || {
        let threads = heap.threads();
        assert_eq!(threads.len(), 3);
        for _ in 0..50 {
            for thread in &threads {
                let frames = heap.handshake(thread, |at| at.frames().unwrap()).unwrap();
                assert_eq!(frames.len(), 1);
                let name = frames[0].to_string();
                assert!(name.starts_with("patched_polls_test_polls_spin"), "{name}");
            }
        }
    });
}

#[test]
fn concurrent_handshakes_and_stops_both_complete() {
    const OPERATIONS: u64 = 100;
    let heap = heap().build().unwrap();
    let operations = AtomicU64::new(0);
    with_spinning_threads(&heap, managed::patched_polls_spin(), 2, || {
        let threads = heap.threads();
        thread::scope(|scope| {
            for thread in &threads {
                let (heap, operations) = (&heap, &operations);
                scope.spawn(move || {
                    for _ in 0..OPERATIONS {
                        heap.handshake(thread, |_| operations.fetch_add(1, Ordering::Relaxed))
                            .unwrap();
                    }
                });
            }
            scope.spawn(|| collect_repeatedly(&heap, OPERATIONS));
        });
    });
    assert_eq!(operations.load(Ordering::Relaxed), 2 * OPERATIONS);
}

/// The threads of both heaps share patched code. When one heap stops its threads, those of the
/// other heap enter the slow path, find no pending request, and resume.
#[test]
fn two_heaps_stop_threads_in_the_same_code() {
    let heaps = [heap().build().unwrap(), heap().build().unwrap()];
    let [first, second] = &heaps;
    with_spinning_threads(first, managed::patched_polls_spin(), 2, || {
        with_spinning_threads(second, managed::patched_polls_spin(), 2, || {
            thread::scope(|scope| {
                for heap in &heaps {
                    scope.spawn(|| collect_repeatedly(heap, 100));
                }
            });
        });
    });
    for heap in &heaps {
        let counts = heap.statistics().counts;
        assert!(counts.frames_walked >= 2 * 100);
        assert_eq!(counts.records_matched, counts.frames_walked);
    }
}

/// In this zeal mode each poll is patched to a call as long as the heap exists, and collects.
#[test]
fn zeal_mode_collects_at_every_poll() {
    const N: u64 = 300;
    let heap = heap().zeal(Zeal::EveryPoll).build().unwrap();
    let is_call = |&record: &u64| is_call(&bytes_before(record));
    assert!(program().records().iter().all(is_call));
    assert_eq!(sum(&heap, managed::patched_polls_sum(), N), N * (N + 1) / 2);
    let statistics = heap.statistics();
    // There is one poll at the entry of the function that makes a box. LLVM inserts none in a loop
    // that calls it.
    assert!(statistics.pause_ns.count >= N, "{}", statistics.pause_ns.count);
    let counts = statistics.counts;
    assert_eq!(counts.records_matched, counts.frames_walked);
    assert!(counts.objects_moved >= N / 2 && counts.roots_visited >= N, "{counts:?}");
    assert!(program().records().iter().all(is_call), "a stop has restored a poll");
}

/// Returns whether the bytes are a call instruction.
fn is_call(bytes: &[u8]) -> bool {
    match (std::env::consts::ARCH, bytes) {
        ("x86_64", [0xe8, ..]) => true,
        // The opcode is in the last byte. The others are a part of the distance.
        ("aarch64", [.., last]) => last & 0xfc == 0x94,
        _ => false,
    }
}
