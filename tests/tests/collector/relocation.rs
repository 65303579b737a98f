//! Relocation: managed frames of every kind are walked and their roots rewritten, in zeal mode; and
//! objects are copied once and completely, for several numbers of collector threads.

use core::ffi::c_void;

use statepoint_gc::{
    Argument, Heap, HeapVerification, Mutator, Zeal, observe::CollectorStatistics,
};
use tests::managed::{self, call, heap, make, tripled_sum};

const ZEAL_MODES: [Zeal; 3] = [Zeal::EveryAllocation(1), Zeal::EveryPoll, Zeal::EveryAllocation(3)];

/// Calls a managed function in each zeal mode. Checks its result, and that collections walked
/// frames and moved objects. Returns the statistics of each mode.
fn check_in_zeal_modes(
    function: fn() -> *const c_void,
    arguments: &[u64],
    expected: u64,
) -> Vec<CollectorStatistics> {
    let arguments: Vec<_> = arguments.iter().map(|&word| Argument::Word(word)).collect();
    ZEAL_MODES
        .iter()
        .map(|&zeal| {
            let verify = HeapVerification { before: true, after: true };
            let heap = heap().heap_max(8 << 20).zeal(zeal).verify(verify).build().unwrap();
            let mut mutator = heap.attach().unwrap();
            for _ in 0..3 {
                let result = call(&mut mutator, function, &arguments).unwrap();
                assert_eq!(result, expected, "{zeal:?}");
            }
            let statistics = heap.statistics();
            let collections = statistics.young_collections + statistics.full_collections;
            assert!(collections > 2, "{zeal:?}: {statistics:?}");
            assert!(statistics.counts.frames_walked > 0, "{statistics:?}");
            assert_eq!(statistics.counts.records_matched, statistics.counts.frames_walked);
            assert!(statistics.counts.roots_visited > 0, "{statistics:?}");
            assert!(statistics.counts.objects_moved > 0, "{statistics:?}");
            assert!(
                statistics.counts.objects_verified > statistics.counts.objects_moved,
                "{statistics:?}"
            );
            statistics
        })
        .collect()
}

/// LLVM records a wrong frame size at call sites with pushed arguments.
#[test]
fn a_frame_with_pushed_arguments_is_walked() {
    check_in_zeal_modes(managed::pushed_arguments, &[1], 110);
}

#[test]
fn a_frame_of_dynamic_size_and_a_realigned_one_are_walked() {
    for size in [1, 100, 5000] {
        check_in_zeal_modes(managed::dynamic_frame, &[size], 861);
    }
}

#[test]
fn references_in_a_vector_are_relocated() {
    check_in_zeal_modes(managed::vector, &[], 975);
}

#[test]
fn deep_recursion_is_walked() {
    check_in_zeal_modes(managed::nested, &[200], tripled_sum(200, 1));
}

/// Callee-saved registers are relocated in the younger frame, or the stub, that saved them.
#[test]
fn callee_saved_references_are_relocated_where_saved() {
    for statistics in check_in_zeal_modes(managed::registers, &[60], tripled_sum(60, 10)) {
        assert!(statistics.counts.register_roots > 100, "{statistics:?}");
    }
}

/// Returns whether the processor can sign return addresses, as the kernel reports it
/// (`HWCAP_PACA`).
fn signs_return_addresses() -> bool {
    // SAFETY: getauxval has no preconditions.
    let capabilities = unsafe { libc::getauxval(libc::AT_HWCAP) };
    std::env::consts::ARCH == "aarch64" && capabilities & 1 << 30 != 0
}

/// Returns the signature bits for `slots` slots of the stack: a signature depends on the address
/// of the slot, and may happen to be 0.
fn signatures(mutator: &mut Mutator, slots: u64) -> u64 {
    let signature = call(mutator, managed::signature, &[]).unwrap();
    let frame_padding = core::hint::black_box([slots; 16]);
    if slots > 1 { signature | signatures(mutator, frame_padding[0] - 1) } else { signature }
}

#[test]
fn frames_with_signed_return_addresses_are_walked() {
    for statistics in check_in_zeal_modes(managed::signed, &[60], tripled_sum(60, 3)) {
        assert!(statistics.counts.register_roots_relocated > 100, "{statistics:?}");
    }
    let heap = heap().heap_max(1 << 20).build().unwrap();
    let signatures = signatures(&mut heap.attach().unwrap(), 8);
    assert_eq!(signatures != 0, signs_return_addresses(), "{signatures:#x}");
}

#[test]
fn words_outside_the_heap_are_not_changed() {
    static OUTSIDE: [u64; 3] = [0; 3];
    let heap = heap().heap_max(4 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let static_object = (&raw const OUTSIDE).expose_provenance() as u64;
    let kept = make(&mut mutator, managed::pair, &[Argument::Word(0), Argument::Word(0)]).unwrap();
    // The address of an object in the heap, since tagged values may look like such addresses.
    let inside = call(&mut mutator, managed::keep, &[Argument::Reference(&kept)]).unwrap();
    for word in [0, 1, 41, u64::MAX, 1 << 63, static_object, inside | 1, inside + 4] {
        let through_a_frame = call(&mut mutator, managed::keep, &[Argument::Word(word)]).unwrap();
        assert_eq!(through_a_frame, word);
        let arguments = [Argument::Word(word), Argument::Reference(&kept)];
        let node = make(&mut mutator, managed::pair, &arguments).unwrap();
        mutator.collect();
        let in_a_field = call(&mut mutator, managed::left, &[Argument::Reference(&node)]).unwrap();
        assert_eq!(in_a_field, word);
    }
    assert!(heap.statistics().counts.objects_moved > 0);
}

#[test]
fn handles_follow_and_retain_their_objects() {
    let heap = heap().heap_max(4 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let null = Argument::Word(0);
    let mut nodes = Vec::new();
    for tag in 0..100_u64 {
        let arguments = [Argument::Word(2 * tag + 1), null];
        nodes.push(make(&mut mutator, managed::pair, &arguments).unwrap());
    }
    for round in 0..5 {
        // Every second node dies.
        nodes = nodes.into_iter().step_by(2).collect();
        mutator.collect();
        for (index, node) in nodes.iter().enumerate() {
            let tag = call(&mut mutator, managed::left, &[Argument::Reference(node)]).unwrap();
            assert_eq!(tag, 2 * ((index as u64) << (round + 1)) + 1);
        }
    }
    let statistics = heap.statistics();
    assert_eq!(statistics.full_collections, 5);
    assert_eq!(statistics.counts.roots_visited, 50 + 25 + 13 + 7 + 4);
    assert_eq!(statistics.counts.objects_moved, 50 + 25 + 13 + 7 + 4);
    assert_eq!(statistics.counts.bytes_copied, 24 * statistics.counts.objects_moved);
}

/// An object to which many slots refer is copied once, also if several workers find it
/// concurrently. Large objects stay in place.
#[test]
fn a_shared_object_is_moved_once() {
    for workers in [1, 2, 5] {
        let heap = heap().heap_max(256 << 20).collector_threads(workers).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let arguments = [Argument::Word(77), Argument::Word(0)];
        let shared = make(&mut mutator, managed::pair, &arguments).unwrap();
        let mut arrays = Vec::new();
        let (small, large) = ([0, 1, 500, 1000], [5000, 100_000, 1_000_000]);
        for length in small.into_iter().chain(large) {
            let arguments = [Argument::Word(length), Argument::Reference(&shared)];
            arrays.push(make(&mut mutator, managed::fill, &arguments).unwrap());
        }
        mutator.collect();
        let moved = heap.statistics();
        assert_eq!(moved.counts.objects_moved, 1 + small.len() as u64, "{workers} workers");
        assert_eq!(moved.counts.objects_marked, large.len() as u64, "{workers} workers");
        let bytes: u64 = small.iter().map(|n| 16 + 8 * n).sum();
        assert_eq!(moved.counts.bytes_copied, 24 + bytes, "{workers} workers");
    }
}

#[test]
fn new_objects_in_reused_memory_are_zero() {
    let heap = heap().heap_max(2 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for length in (0..2000).step_by(7) {
        let dirty = call(&mut mutator, managed::fresh, &[Argument::Word(length)]).unwrap();
        assert_eq!(dirty, 0, "length {length}");
    }
    assert!(heap.statistics().young_collections > 1, "memory was used again");
}

#[test]
fn two_heaps_are_independent() {
    let heaps: [Heap; 2] = core::array::from_fn(|_| heap().heap_max(4 << 20).build().unwrap());
    let handles: Vec<_> = heaps
        .iter()
        .map(|heap| {
            let mut mutator = heap.attach().unwrap();
            assert!(heaps[0].attach().is_err(), "one heap at a time");
            make(&mut mutator, managed::pair, &[Argument::Word(9), Argument::Word(0)]).unwrap()
        })
        .collect();
    let mut mutator = heaps[0].attach().unwrap();
    mutator.collect();
    assert_eq!(heaps[0].statistics().counts.objects_moved, 1);
    assert_eq!(heaps[1].statistics().counts.objects_moved, 0);
    let foreign = call(&mut mutator, managed::left, &[Argument::Reference(&handles[1])]);
    assert!(foreign.is_err());
    assert_eq!(call(&mut mutator, managed::left, &[Argument::Reference(&handles[0])]), Ok(9));
    let too_many = [Argument::Word(0); 7];
    assert!(call(&mut mutator, managed::keep, &too_many).is_err());
}

/// The objects leave much of each block unused, and the heap has just enough room to copy all of
/// them. Blocks that copying leaves partly empty must not exceed the limit.
#[test]
fn a_nearly_full_heap_of_badly_packing_objects_is_collected() {
    for workers in [1, 2] {
        let heap = heap().heap_max(8 << 20).collector_threads(workers).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        // Each array has 3664 bytes, so a block of 32 KiB holds eight. Together they fill three
        // eighths of the heap's 256 blocks. A full collection does not use all free blocks.
        let length = (3664 - 16) / 8;
        let arrays: Vec<_> = (0..8 * 96)
            .map(|_| make(&mut mutator, managed::array, &[Argument::Word(length)]).unwrap())
            .collect();
        for _ in 0..5 {
            mutator.collect();
        }
        let statistics = heap.statistics();
        assert!(statistics.counts.objects_moved >= 5 * arrays.len() as u64, "{statistics:?}");
        assert!(statistics.heap_peak_bytes <= 8 << 20, "{statistics:?}");
    }
}

/// Long arrays are scanned in segments of about 512 references.
#[test]
fn every_element_of_a_long_array_is_relocated() {
    for workers in [1, 3] {
        let heap = heap().heap_max(64 << 20).collector_threads(workers).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        for length in [511, 512, 513, 1024, 1025, 200_000] {
            let arguments = [Argument::Word(length), Argument::Word(5)];
            let node = make(&mut mutator, managed::pair, &arguments).unwrap();
            let arguments = [Argument::Word(length), Argument::Reference(&node)];
            let array = make(&mut mutator, managed::fill, &arguments).unwrap();
            drop(node);
            for _ in 0..3 {
                mutator.collect();
                let same = call(&mut mutator, managed::same, &[Argument::Reference(&array)]);
                assert_eq!(same, Ok(1), "all elements refer to one object, length {length}");
            }
        }
    }
}
