//! Threads attach, detach, wait in native code, and spin in managed code while others collect.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use statepoint_gc::{Argument, AttachError, Zeal};
use tests::managed::{self, call, heap, make, tripled_sum};

/// Waits until the condition is true. There is no timeout: that of the test runner applies.
fn wait_until(condition: impl Fn() -> bool) {
    while !condition() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn threads_that_spin_in_managed_code_stop_for_a_collection() {
    let heap = heap().heap_max(4 << 20).build().unwrap();
    let flag = AtomicU32::new(0);
    let started = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..5 {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                started.fetch_add(1, Ordering::Relaxed);
                let flag = Argument::Word((&raw const flag).expose_provenance() as u64);
                assert!(call(&mut mutator, managed::spin, &[flag]).unwrap() > 0);
            });
        }
        wait_until(|| started.load(Ordering::Relaxed) == 5);
        let mut mutator = heap.attach().unwrap();
        let begin = Instant::now();
        while heap.statistics().full_collections < 100
            || heap.statistics().counts.frames_walked == 0
                && begin.elapsed() < Duration::from_secs(60)
        {
            mutator.collect();
        }
        flag.store(1, Ordering::Relaxed);
    });
    assert!(
        heap.statistics().counts.frames_walked > 0,
        "no spinning thread was stopped at its poll"
    );
}

#[test]
fn native_threads_do_not_delay_a_stop() {
    let heap = heap().heap_max(4 << 20).build().unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            let node = make(&mut mutator, managed::pair, &[Argument::Word(3), Argument::Word(0)]);
            // Sleeps in native state until the other thread has collected.
            wait_until(|| done.load(Ordering::Relaxed));
            let left = call(&mut mutator, managed::left, &[Argument::Reference(&node.unwrap())]);
            assert_eq!(left, Ok(3));
        });
        let mut mutator = heap.attach().unwrap();
        for _ in 0..50 {
            mutator.collect();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(heap.statistics().full_collections, 50);
}

#[test]
fn threads_attach_and_detach_while_others_collect() {
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let finished = AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for round in 0..100 {
                    std::thread::scope(|inner| {
                        inner.spawn(|| {
                            let mut mutator = heap.attach().unwrap();
                            let depth = [Argument::Word(30)];
                            let sum = call(&mut mutator, managed::nested, &depth);
                            assert_eq!(sum, Ok(tripled_sum(30, 1)));
                            if round % 2 == 0 {
                                // The thread's end must detach it.
                                core::mem::forget(mutator);
                            }
                        });
                    });
                }
                finished.fetch_add(1, Ordering::Relaxed);
            });
        }
        let mut mutator = heap.attach().unwrap();
        while finished.load(Ordering::Relaxed) < 4 {
            mutator.collect();
        }
    });
    assert!(heap.statistics().full_collections > 0);
}

#[test]
fn many_threads_allocate_in_a_small_heap() {
    for (workers, zeal, rounds) in
        [(1, Zeal::Off, 60), (4, Zeal::Off, 60), (2, Zeal::EveryAllocation(50), 4)]
    {
        let heap = heap().heap_max(2 << 20).collector_threads(workers).zeal(zeal).build().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..32 {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    for _ in 0..rounds {
                        let depth = [Argument::Word(100)];
                        let expected = Ok(tripled_sum(100, 10));
                        assert_eq!(call(&mut mutator, managed::registers, &depth), expected);
                        let dirty = call(&mut mutator, managed::fresh, &[Argument::Word(1500)]);
                        assert_eq!(dirty, Ok(0));
                    }
                });
            }
        });
        let statistics = heap.statistics();
        let collections = statistics.young_collections + statistics.full_collections;
        assert!(collections > 0, "{statistics:?}");
        assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
        // Without zeal mode, all collections may happen while no object is live.
        if zeal.is_on() {
            assert!(statistics.counts.objects_moved > 0, "{statistics:?}");
            assert!(statistics.counts.register_roots > 0, "{statistics:?}");
        }
    }
}

#[test]
fn threads_attach_once_and_can_reattach() {
    let heap = heap().heap_max(1 << 20).build().unwrap();
    for _ in 0..3 {
        let mutator = heap.attach().unwrap();
        assert!(matches!(heap.attach(), Err(AttachError::AlreadyAttached)));
        assert!(matches!(mutator.heap().attach(), Err(AttachError::AlreadyAttached)));
    }
}
