//! Objects of all layouts: compiled code allocates chains of them, collections move them, and
//! compiled code adds up their contents. Also identity hashes, and sizes that contradict a type.

use std::collections::HashSet;
use std::sync::Barrier;

use statepoint_gc::{
    Argument, Handle, Heap, HeapVerification, Mutator, TypeId, TypeLayout, Zeal,
    observe::CollectorStatistics, types::TypeRegistrationError,
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::layouts::{self, Layout};
use tests::managed::{self, call, heap, make};

const VERIFY: HeapVerification = HeapVerification { before: true, after: true };

/// Makes a chain of `count` objects of a layout.
fn chain(mutator: &mut Mutator, layout: Layout, count: u64) -> Handle {
    let function = (layout.make)().expose_provenance() as u64;
    make(mutator, layouts::chain, &[Argument::Word(function), Argument::Word(count)]).unwrap()
}

fn sum(mutator: &mut Mutator, layout: Layout, chain: &Handle) -> u64 {
    call(mutator, layout.sum, &[Argument::Reference(chain)]).unwrap()
}

/// Makes chains of all layouts and adds them up, before and after collections that it requests.
fn make_all(heap: &Heap, count: u64) {
    let mut mutator = heap.attach().unwrap();
    let chains: Vec<_> =
        layouts::ALL.iter().map(|&layout| (layout, chain(&mut mutator, layout, count))).collect();
    for _ in 0..3 {
        for (layout, chain) in &chains {
            let found = sum(&mut mutator, *layout, chain);
            assert_eq!(found, layout.expected(count), "{}", layout.name);
        }
        mutator.collect();
    }
}

fn assert_moved(statistics: &CollectorStatistics, minimum: u64) {
    assert!(statistics.counts.objects_moved >= minimum, "{statistics:?}");
    assert!(statistics.counts.records_matched > 0, "{statistics:?}");
    assert!(statistics.counts.roots_visited > 0, "{statistics:?}");
}

#[test]
fn objects_of_all_layouts_are_found_and_moved_in_zeal_mode() {
    for (workers, zeal) in [(1, Zeal::EveryAllocation(1)), (2, Zeal::EveryPoll)] {
        let zeal = heap().heap_max(16 << 20).zeal(zeal).verify(VERIFY);
        let heap = layouts::types(zeal.collector_threads(workers)).build().unwrap();
        make_all(&heap, 40);
        let statistics = heap.statistics();
        assert_moved(&statistics, 40 * 40 * 9);
        assert!(
            statistics.counts.objects_verified > statistics.counts.objects_moved,
            "{statistics:?}"
        );
    }
}

#[test]
fn threads_allocate_all_layouts_in_zeal_mode() {
    let zeal = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(3)).collector_threads(2);
    let heap = layouts::types(zeal.verify(VERIFY)).build().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| make_all(&heap, 25));
        }
    });
    assert_moved(&heap.statistics(), 4 * 25 * 9);
}

/// Without zeal mode, compiled code allocates on the fast paths and collects when the heap is full.
#[test]
fn fast_paths_allocate_all_layouts() {
    let heap = layouts::types(heap().heap_max(24 << 20).collector_threads(2)).build().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                // More than the heap can hold, so that compiled code collects.
                for layout in layouts::ALL.into_iter().cycle().take(9 * 20) {
                    let mut mutator = heap.attach().unwrap();
                    let chain = chain(&mut mutator, layout, 700);
                    assert_eq!(sum(&mut mutator, layout, &chain), layout.expected(700));
                }
                make_all(&heap, 700);
            });
        }
    });
    let statistics = heap.statistics();
    assert!(statistics.full_collections > 3, "{statistics:?}");
    assert_moved(&statistics, 4 * 3 * 700 * 9);
}

/// A thread registers types and uses them while another thread collects.
#[test]
fn types_are_registered_while_others_collect() {
    let heap = managed::types(Heap::builder().without_environment())
        .heap_max(16 << 20)
        .zeal(Zeal::EveryAllocation(1))
        .collector_threads(2)
        .build()
        .unwrap();
    let ready = Barrier::new(2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            ready.wait();
            for _ in 0..200 {
                make(&mut mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]).unwrap();
            }
        });
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            ready.wait();
            for id in 1000..1500 {
                let layout = TypeLayout::StructArray { element_size: 32, references: vec![24] };
                heap.register_type(TypeId::new(id), layout).unwrap();
            }
            let [.., structs] = [layouts::ALL[0], layouts::ALL[1], layouts::ALL[2]];
            let layout = TypeLayout::StructArray { element_size: 24, references: vec![8, 16] };
            heap.register_type(TypeId::new(31), layout.clone()).unwrap();
            let second_registration = heap.register_type(TypeId::new(31), layout);
            assert_eq!(
                second_registration,
                Err(TypeRegistrationError::Duplicate { id: TypeId::new(31) })
            );
            let chain = chain(&mut mutator, structs, 50);
            assert_eq!(sum(&mut mutator, structs, &chain), structs.expected(50));
        });
    });
    // The number of moves depends on when the other thread ends, which also collects. One of four
    // collections compacts.
    assert_moved(&heap.statistics(), 50 * 50 / 2 / 4);
}

/// Returns an object's identity hash, and asserts that managed code and the host obtain the same.
fn hashes(mutator: &mut Mutator, object: &Handle) -> u32 {
    let by_code = call(mutator, layouts::identity, &[Argument::Reference(object)]).unwrap();
    let by_host = mutator.identity_hash(object).unwrap();
    assert_eq!(by_code, u64::from(by_host));
    by_host
}

#[test]
fn identity_hashes_survive_moves() {
    let zeal = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(1)).verify(VERIFY);
    let heap = layouts::types(zeal.collector_threads(2)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let objects: Vec<_> =
        layouts::ALL.iter().map(|&layout| chain(&mut mutator, layout, 3)).collect();
    let before: Vec<_> = objects.iter().map(|object| hashes(&mut mutator, object)).collect();
    assert_eq!(before.iter().collect::<HashSet<_>>().len(), objects.len(), "{before:?}");
    for _ in 0..5 {
        mutator.collect();
        let after: Vec<_> = objects.iter().map(|object| hashes(&mut mutator, object)).collect();
        assert_eq!(after, before);
    }
    assert_eq!(call(&mut mutator, layouts::identity_rounds, &[Argument::Word(100)]), Ok(0));
    for (layout, chain) in layouts::ALL.iter().zip(&objects) {
        assert_eq!(sum(&mut mutator, *layout, chain), layout.expected(3), "{}", layout.name);
    }
    assert_moved(&heap.statistics(), 5 * 9);
}

/// Four threads concurrently request the hashes of the same new objects, and collect.
#[test]
fn threads_agree_on_identity_hashes() {
    let heap = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let objects: Vec<_> = {
        let mut mutator = heap.attach().unwrap();
        let tagged_fields = [Argument::Word(1), Argument::Word(3)];
        (0..300).map(|_| make(&mut mutator, managed::pair, &tagged_fields).unwrap()).collect()
    };
    let barrier = Barrier::new(4);
    let found: Vec<Vec<u32>> = std::thread::scope(|scope| {
        let hash_all = || {
            let mut mutator = heap.attach().unwrap();
            barrier.wait();
            let hash_all = |(index, object)| {
                if index % 50 == 0 {
                    mutator.collect();
                }
                hashes(&mut mutator, object)
            };
            objects.iter().enumerate().map(hash_all).collect()
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(hash_all)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.iter().all(|hashes| *hashes == found[0]));
    assert!(found[0].iter().collect::<HashSet<_>>().len() >= 299, "{found:?}");
    assert!(heap.statistics().counts.objects_moved > 300, "{:?}", heap.statistics());
}

#[test]
fn non_objects_have_identity_hashes() {
    static OUTSIDE: [u64; 3] = [0; 3];
    let [heap, other] =
        [heap().heap_max(4 << 20), heap().heap_max(4 << 20)].map(|heap| heap.build().unwrap());
    let foreign = {
        let mut mutator = other.attach().unwrap();
        make(&mut mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]).unwrap()
    };
    let mut mutator = heap.attach().unwrap();
    let mut hash = |word| call(&mut mutator, layouts::identity, &[Argument::Word(word)]).unwrap();
    assert_eq!(hash(0), 0);
    let outside = (&raw const OUTSIDE).expose_provenance() as u64;
    let distinct_hashes: HashSet<_> = [1, 3, 41, u64::MAX, outside].map(&mut hash).into();
    assert_eq!(distinct_hashes.len(), 5);
    assert!(!distinct_hashes.contains(&0));
    assert_eq!(hash(outside), hash(outside));
    assert_eq!(OUTSIDE, [0; 3]);
    let error = mutator.identity_hash(&foreign);
    assert!(error.is_err(), "{error:?}");
}

/// Calls a managed function that ends the process, on a heap with all types.
fn run_fatal(zeal: Zeal, function: fn() -> *const core::ffi::c_void, argument: u64) {
    let heap = layouts::types(heap().heap_max(4 << 20).zeal(zeal)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let _ = call(&mut mutator, function, &[Argument::Word(argument)]);
}

#[test]
fn sizes_that_contradict_the_type_are_detected_in_zeal_mode() {
    let output = death_test("sizes_that_contradict_the_type_are_detected_in_zeal_mode", || {
        run_fatal(Zeal::EveryAllocation(1), layouts::wrong_elements, 3);
    });
    let parts = [
        "statepoint-gc: fatal: managed code allocates elements of 32 bytes after 16 bytes",
        "type 31, whose objects have elements of 24 bytes after 16 bytes",
    ];
    assert_stderr_contains(output, &parts);
}

#[test]
fn negative_lengths_do_not_fit_into_memory() {
    let output = death_test("negative_lengths_do_not_fit_into_memory", || {
        run_fatal(Zeal::Off, layouts::struct_array, -1_i64 as u64);
    });
    assert_stderr_contains(output, &["out of memory", "18446744073709551615 elements"]);
}

#[test]
fn absurd_lengths_do_not_fit_into_memory() {
    let output = death_test("absurd_lengths_do_not_fit_into_memory", || {
        // 24 times this length is 2^64 + 16, so the size overflows.
        run_fatal(Zeal::Off, layouts::struct_array, u64::MAX / 24 + 2);
    });
    assert_stderr_contains(output, &["out of memory", "elements"]);
}

#[test]
fn sizes_of_traced_objects_are_multiples_of_8() {
    let output = death_test("sizes_of_traced_objects_are_multiples_of_8", || {
        run_fatal(Zeal::Off, layouts::traced_bytes, 20);
    });
    assert_stderr_contains(
        output,
        &["allocates 20 bytes of type 36", "multiples of 8 bytes, at least 16"],
    );
}

#[test]
fn oversized_traced_objects_do_not_fit_into_memory() {
    let output = death_test("oversized_traced_objects_do_not_fit_into_memory", || {
        run_fatal(Zeal::Off, layouts::traced_bytes, 1 << 63);
    });
    assert_stderr_contains(output, &["out of memory", "9223372036854775808 bytes"]);
}

/// An object model that returns no valid size.
#[test]
fn inconsistent_object_models_are_detected() {
    let output = death_test("inconsistent_object_models_are_detected", || {
        let heap = layouts::types(heap().heap_max(4 << 20)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let traced = layouts::ALL[7];
        assert_eq!(traced.name, "traced");
        let object = chain(&mut mutator, traced, 1);
        // Overwrites the word from which the model computes the size.
        let arguments = [Argument::Reference(&object), Argument::Word(8), Argument::Word(u64::MAX)];
        call(&mut mutator, managed::set_field, &arguments).unwrap();
        mutator.collect();
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal", "where there is no object: the header there is 0x2400"],
    );
}

#[test]
fn identity_hashes_of_interior_pointers_are_refused() {
    let output = death_test("identity_hashes_of_interior_pointers_are_refused", || {
        let heap = heap().heap_max(4 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let node = make(&mut mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]);
        let address =
            call(&mut mutator, managed::keep, &[Argument::Reference(&node.unwrap())]).unwrap();
        let _ = call(&mut mutator, layouts::identity, &[Argument::Word(address + 8)]);
    });
    assert_stderr_contains(
        output,
        &["the identity hash of 0x", "where there is no object: the header there is 0x1."],
    );
}

#[test]
fn invalid_types_are_refused_when_the_heap_is_built() {
    let odd_element_size = TypeLayout::StructArray { element_size: 12, references: vec![0] };
    let error = heap().register_type(TypeId::new(50), odd_element_size).build().unwrap_err();
    assert!(error.to_string().contains("type 50 has array elements of 12 bytes"), "{error}");
    let unsupported_alignment = TypeLayout::ReferenceArray.aligned(32);
    let error = heap().register_type(TypeId::new(50), unsupported_alignment).build().unwrap_err();
    assert!(error.to_string().contains("type 50 is to be 32-aligned"), "{error}");
    let duplicate = TypeLayout::ReferenceArray;
    let error = heap().register_type(TypeId::new(1), duplicate).build().unwrap_err();
    assert!(error.to_string().contains("type 1 is registered twice"), "{error}");
}
