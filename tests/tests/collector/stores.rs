//! The object-logging write barrier in compiled code: an old object is logged by its first store
//! after a collection, by exactly one thread; invalid stores are fatal.

use std::sync::atomic::{AtomicU32, Ordering};

use statepoint_gc::{Argument, Handle, Heap, Mutator, Zeal};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make};

fn node(mutator: &mut Mutator, tag: u64) -> Handle {
    make(mutator, managed::pair, &[Argument::Word(2 * tag + 1), Argument::Word(0)]).unwrap()
}

fn load_left(mutator: &mut Mutator, node: &Handle) -> u64 {
    call(mutator, managed::left, &[Argument::Reference(node)]).unwrap()
}

/// Runs a young collection, and returns the number of logged objects in its remembered set.
fn logged(mutator: &mut Mutator) -> u64 {
    let before = mutator.heap().statistics().counts.objects_logged;
    mutator.collect_young();
    mutator.heap().statistics().counts.objects_logged - before
}

#[test]
fn objects_are_logged_at_the_first_store() {
    let heap = heap().heap_max(4 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 1);
    let value = node(&mut mutator, 2);
    for (round, store) in [managed::set_left, managed::exchange_left].into_iter().enumerate() {
        let number = 2 * round as u64 + 1;
        let new = node(&mut mutator, 7);
        let arguments = [Argument::Reference(&new), Argument::Word(number)];
        call(&mut mutator, store, &arguments).unwrap();
        assert_eq!(logged(&mut mutator), 0, "a new object is not logged");

        // All live objects are old after this.
        mutator.collect();
        let arguments = [Argument::Reference(&object), Argument::Word(number)];
        assert_eq!(call(&mut mutator, managed::unlogged, &arguments[..1]), Ok(4));
        for _ in 0..3 {
            call(&mut mutator, store, &arguments).unwrap();
            assert_eq!(call(&mut mutator, managed::unlogged, &arguments[..1]), Ok(0));
        }
        assert_eq!(load_left(&mut mutator, &object), number);
        assert_eq!(logged(&mut mutator), 1);
        assert_eq!(logged(&mut mutator), 0);
        // The object is logged again after a collection.
        assert_eq!(call(&mut mutator, managed::unlogged, &arguments[..1]), Ok(4));
        let reference = [Argument::Reference(&object), Argument::Reference(&value)];
        call(&mut mutator, store, &reference).unwrap();
        assert_eq!(logged(&mut mutator), 1);
    }
    assert!(heap.statistics().young_collections > 0);
}

/// Returns the expected result of `set_all`.
fn set_all_result(length: u64, word: u64) -> u64 {
    let (a, b) = (0..length).fold((word, 1), |(a, b), _| (a ^ b, a));
    (a ^ b).wrapping_mul(1_000_000) + length * 5 / 2
}

/// Four threads store into the same objects concurrently. Each object is logged only by the first
/// thread that stores into it. Half of the threads detach before the logs are read.
#[test]
fn each_object_is_logged_by_one_of_racing_threads() {
    const THREADS: u64 = 4;
    // The number is larger than the capacity of a log chunk.
    const LENGTH: u64 = 20_000;
    let heap = heap().heap_max(32 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = make(&mut mutator, managed::nodes, &[Argument::Word(LENGTH)]).unwrap();
    for round in 0..10 {
        mutator.collect();
        let count = call(&mut mutator, managed::count_unlogged, &[Argument::Reference(&array)]);
        assert_eq!(count, Ok(LENGTH));
        let (start_flag, ready, stored) = (AtomicU32::new(0), AtomicU32::new(0), AtomicU32::new(0));
        let collected = AtomicU32::new(0);
        let wait_until = |word: &AtomicU32, value| {
            while word.load(Ordering::Acquire) < value {
                std::thread::yield_now();
            }
        };
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (heap, array, start_flag, ready, stored, collected) =
                    (&heap, &array, &start_flag, &ready, &stored, &collected);
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    ready.fetch_add(1, Ordering::AcqRel);
                    let flag = Argument::Word((&raw const *start_flag).expose_provenance() as u64);
                    let value = Argument::Word(2 * thread + 1);
                    let word = 77 + 3 * thread;
                    let arguments = [Argument::Reference(array), value, flag, Argument::Word(word)];
                    let result = call(&mut mutator, managed::set_all, &arguments).unwrap();
                    assert_eq!(result, set_all_result(LENGTH, word), "registers are kept");
                    if thread % 2 == round % 2 {
                        drop(mutator);
                        stored.fetch_add(1, Ordering::AcqRel);
                    } else {
                        stored.fetch_add(1, Ordering::AcqRel);
                        // The thread is still attached when the logs are read.
                        wait_until(collected, 1);
                    }
                });
            }
            wait_until(&ready, THREADS as u32);
            start_flag.store(1, Ordering::Release);
            wait_until(&stored, THREADS as u32);
            let count = call(&mut mutator, managed::count_unlogged, &[Argument::Reference(&array)]);
            assert_eq!(count, Ok(0));
            assert_eq!(logged(&mut mutator), LENGTH, "round {round}");
            collected.store(1, Ordering::Release);
        });
    }
    let statistics = heap.statistics();
    assert!(statistics.counts.objects_logged >= 10 * LENGTH, "{statistics:?}");
}

/// Builds a heap in zeal mode, which enables all checks of the barrier, and makes a node.
fn build_zeal_heap() -> (Heap, Mutator, Handle) {
    let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 1);
    (heap, mutator, object)
}

/// Words that look like an object with its unlogged bit set.
static FOREIGN: [AtomicU32; 6] = {
    const fn word(word: u32) -> AtomicU32 {
        AtomicU32::new(word)
    }
    [word(0x104), word(0), word(0), word(0), word(0), word(0)]
};

#[test]
fn stores_outside_the_heap_are_refused() {
    let output = death_test("stores_outside_the_heap_are_refused", || {
        // The checks of the barrier are not enabled.
        let heap = heap().heap_max(1 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let foreign = Argument::Word((&raw const FOREIGN).expose_provenance() as u64);
        let _ = call(&mut mutator, managed::set_left, &[foreign, Argument::Word(1)]);
    });
    let parts = [
        "statepoint-gc: fatal: a store into freed or foreign memory",
        "test_set_left",
        "object at 0x",
    ];
    assert_stderr_contains(output, &parts);
}

/// Checks that a store at an offset of a node that has no reference is fatal. `test` is the name of
/// the test.
fn check_refused_store(test: &str, offset: u64) {
    let output = death_test(test, || {
        let (_heap, mut mutator, object) = build_zeal_heap();
        let object = Argument::Reference(&object);
        call(&mut mutator, managed::unlog, &[object]).unwrap();
        let arguments = [object, Argument::Word(offset), Argument::Word(1)];
        let _ = call(&mut mutator, managed::set, &arguments);
    });
    assert_stderr_contains(
        output,
        &["a store into freed or foreign memory", "type 1 and 24 bytes"],
    );
}

#[test]
fn stores_to_non_reference_fields_are_refused_in_zeal_mode() {
    check_refused_store("stores_to_non_reference_fields_are_refused_in_zeal_mode", 12);
}

#[test]
fn stores_past_an_object_are_refused_in_zeal_mode() {
    check_refused_store("stores_past_an_object_are_refused_in_zeal_mode", 24);
}

#[test]
fn stores_to_a_header_are_refused_in_zeal_mode() {
    check_refused_store("stores_to_a_header_are_refused_in_zeal_mode", 0);
}

/// The store uses a stale reference. In zeal mode the header of the moved object is inaccessible.
#[test]
fn stores_to_freed_memory_are_explained_in_zeal_mode() {
    let output = death_test("stores_to_freed_memory_are_explained_in_zeal_mode", || {
        let (_heap, mut mutator, object) = build_zeal_heap();
        let address = call(&mut mutator, managed::keep, &[Argument::Reference(&object)]).unwrap();
        mutator.collect();
        let _ =
            call(&mut mutator, managed::set_left, &[Argument::Word(address), Argument::Word(1)]);
    });
    assert_stderr_contains(output, &["statepoint-gc: access to 0x", "retired block"]);
}
