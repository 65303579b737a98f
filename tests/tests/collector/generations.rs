//! Generations: objects are copied, promoted, compacted or freed as specified, and the remembered
//! set has all references from old objects to young ones.

use std::sync::atomic::{AtomicU64, Ordering};

use statepoint_gc::{
    Argument, CollectionKind, Handle, Heap, HeapVerification, Mutator, TypeId, Zeal,
    observe::CollectorStatistics,
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make, records};

const VERIFY: HeapVerification = HeapVerification { before: true, after: true };

fn node(mutator: &mut Mutator, tag: u64) -> Handle {
    make(mutator, managed::pair, &[Argument::Word(2 * tag + 1), Argument::Word(0)]).unwrap()
}

fn tag(mutator: &mut Mutator, node: &Handle) -> u64 {
    call(mutator, managed::left, &[Argument::Reference(node)]).unwrap() / 2
}

fn references(mutator: &mut Mutator, length: u64) -> Handle {
    make(mutator, managed::references, &[Argument::Word(length)]).unwrap()
}

/// Returns the address of an object, which is valid until the next collection. In zeal mode this
/// call can collect after reading the address.
fn address(mutator: &mut Mutator, object: &Handle) -> u64 {
    call(mutator, managed::keep, &[Argument::Reference(object)]).unwrap()
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn work_counts(statistics: &CollectorStatistics) -> [u64; 3] {
    [
        statistics.counts.objects_moved,
        statistics.counts.bytes_promoted,
        statistics.counts.roots_visited,
    ]
}

#[test]
fn objects_are_copied_once_and_then_promoted() {
    let heap = heap().heap_max(8 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 7);
    let mut addresses = vec![address(&mut mutator, &object)];
    let mut promoted = Vec::new();
    for _ in 0..4 {
        mutator.collect_young();
        addresses.push(address(&mut mutator, &object));
        promoted.push(heap.statistics().counts.bytes_promoted);
    }
    assert_ne!(addresses[0], addresses[1]);
    assert_ne!(addresses[1], addresses[2]);
    assert_eq!(addresses[2..], [addresses[2]; 3], "young collections do not move old objects");
    assert_eq!(promoted, [0, 24, 24, 24]);
    mutator.collect();
    let after = address(&mut mutator, &object);
    assert_ne!(after, addresses[4], "a requested full collection moves old objects");
    assert_eq!(tag(&mut mutator, &object), 7);
    let kinds: Vec<_> = heap.recent_collections().iter().map(|report| report.kind).collect();
    let young = [CollectionKind::Young; 4];
    assert_eq!(kinds, [&young[..], &[CollectionKind::Compacting]].concat());
}

/// Several threads store young objects through the barrier into old objects of all sizes: small
/// objects, objects of whole blocks, and objects with cards.
fn store_young_into_old(zeal: Zeal, rounds: u64) {
    let heap = heap().heap_max(64 << 20).zeal(zeal).verify(VERIFY).collector_threads(2);
    let heap = heap.build().unwrap();
    std::thread::scope(|scope| {
        for seed in 1..4_u64 {
            let heap = &heap;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let lengths = [3, 500, 3000, 40_000];
                let arrays = lengths.map(|length| references(&mut mutator, length));
                mutator.collect();
                let mut model = lengths.map(|length| vec![0_u64; length as usize]);
                let mut state = seed;
                for round in 1..=rounds {
                    for _ in 0..20 {
                        let which = random(&mut state) as usize % arrays.len();
                        let index = random(&mut state) as usize % model[which].len();
                        let value = node(&mut mutator, 1000 * round + seed);
                        let arguments = [
                            Argument::Reference(&arrays[which]),
                            Argument::Word(16 + 8 * index as u64),
                            Argument::Reference(&value),
                        ];
                        call(&mut mutator, managed::set, &arguments).unwrap();
                        model[which][index] = 1000 * round + seed;
                    }
                    match round % 16 {
                        5 => mutator.collect(),
                        n if n % 2 == 0 => mutator.collect_young(),
                        _ => {}
                    }
                    let which = round as usize % arrays.len();
                    for (index, &expected) in model[which].iter().enumerate() {
                        if expected == 0 {
                            continue;
                        }
                        let field = mutator.load_reference(&arrays[which], 16 + 8 * index).unwrap();
                        let field = field.expect("something was stored there");
                        assert_eq!(tag(&mut mutator, &field), expected, "seed {seed}, {index}");
                    }
                }
            });
        }
    });
    let statistics = heap.statistics();
    assert!(
        statistics.counts.objects_logged > 0 && statistics.counts.objects_verified > 0,
        "{statistics:?}"
    );
    assert!(work_counts(&statistics).iter().all(|&count| count > 0), "{statistics:?}");
    assert!(statistics.young_collections > 0 && statistics.full_collections > 0, "{statistics:?}");
}

#[test]
fn old_objects_retain_young_ones_stored_into_them() {
    store_young_into_old(Zeal::Off, 64);
}

#[test]
fn old_objects_retain_young_ones_in_zeal_mode() {
    store_young_into_old(Zeal::EveryAllocation(40), 6);
    store_young_into_old(Zeal::EveryPoll, 2);
}

/// A young collection scans only those cards of a large array that were stored into.
#[test]
fn a_large_array_is_logged_by_cards() {
    let heap = heap().heap_max(64 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, 100_000);
    mutator.collect_young();
    let before = heap.statistics().counts.objects_logged;
    // Three of the indices are in one card.
    let indices = [5, 6, 7, 1000, 50_000, 99_999];
    for index in indices {
        let value = node(&mut mutator, index);
        let offset = Argument::Word(16 + 8 * index);
        let arguments = [Argument::Reference(&array), offset, Argument::Reference(&value)];
        call(&mut mutator, managed::set, &arguments).unwrap();
    }
    mutator.collect_young();
    assert_eq!(heap.statistics().counts.objects_logged - before, 4);
    // The objects have survived one collection, so their slots stay in the remembered set until
    // this collection promotes the objects.
    mutator.collect_young();
    assert!(heap.statistics().counts.remembered_slots >= 6);
    for index in indices {
        let value = mutator.load_reference(&array, 16 + 8 * index as usize).unwrap().unwrap();
        assert_eq!(tag(&mut mutator, &value), index);
    }
}

fn set(mutator: &mut Mutator, array: &Handle, index: u64, value: &Handle) {
    let offset = Argument::Word(16 + 8 * index);
    let arguments = [Argument::Reference(array), offset, Argument::Reference(value)];
    call(mutator, managed::set, &arguments).unwrap();
}

fn is_logged(mutator: &mut Mutator, array: &Handle) -> bool {
    call(mutator, managed::unlogged, &[Argument::Reference(array)]).unwrap() == 0
}

/// After many stores into a large array, the whole array is logged, and further stores log no
/// cards.
#[test]
fn a_large_array_is_logged_whole_after_many_stores() {
    const LENGTH: u64 = 20_000;
    /// Number of cards of the array: a card has 64 references.
    const CARDS: u64 = LENGTH / 64;
    let heap = heap().heap_max(64 << 20).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, LENGTH);
    mutator.collect_young();
    for round in 0..3 {
        let before = heap.statistics().counts.objects_logged;
        let first = node(&mut mutator, round);
        let stores = (1..1_000_000).find(|_| {
            set(&mut mutator, &array, 0, &first);
            is_logged(&mut mutator, &array)
        });
        // The threshold: at least twice the number of cards, less than ten scans of all elements
        // (64 per card).
        let stores = stores.expect("the array is logged");
        assert!((2 * CARDS..640 * CARDS).contains(&stores), "{stores}");
        // The following stores are recorded on no card.
        for index in (1..LENGTH).step_by(999) {
            let value = node(&mut mutator, index + round);
            set(&mut mutator, &array, index, &value);
        }
        mutator.collect_young();
        assert_eq!(heap.statistics().counts.objects_logged - before, 2, "a card and the array");
        assert!(!is_logged(&mut mutator, &array));
        mutator.collect_young();
        for index in (1..LENGTH).step_by(999) {
            let value = mutator.load_reference(&array, 16 + 8 * index as usize).unwrap().unwrap();
            assert_eq!(tag(&mut mutator, &value), index + round);
        }
    }
}

/// Threads store into one array concurrently. They log cards until one of them logs the whole
/// array.
#[test]
fn threads_log_cards_while_another_logs_the_whole_array() {
    const THREADS: u64 = 4;
    const LENGTH: u64 = 8192;
    let heap = heap().heap_max(64 << 20).verify(VERIFY).collector_threads(2).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, LENGTH);
    let mut logged_rounds = 0;
    for round in 0..40_u64 {
        mutator.collect();
        let before = heap.statistics().counts.objects_logged;
        let ready = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (heap, array, ready) = (&heap, &array, &ready);
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    ready.fetch_add(1, Ordering::AcqRel);
                    while ready.load(Ordering::Acquire) < THREADS {
                        std::hint::spin_loop();
                    }
                    let mut state = THREADS * round + thread + 1;
                    for _ in 0..1000 {
                        let index = random(&mut state) % (LENGTH / THREADS) * THREADS + thread;
                        let value = node(&mut mutator, index + round);
                        set(&mut mutator, array, index, &value);
                    }
                });
            }
        });
        logged_rounds += u64::from(is_logged(&mut mutator, &array));
        mutator.collect_young();
        // The array is logged once, and each card once.
        let logged = heap.statistics().counts.objects_logged - before;
        assert!((1..=1 + LENGTH / 64 + 1).contains(&logged), "{logged}");
        mutator.collect_young();
        for thread in 0..THREADS {
            let mut state = THREADS * round + thread + 1;
            for _ in 0..1000 {
                let index = random(&mut state) % (LENGTH / THREADS) * THREADS + thread;
                let value = mutator.load_reference(&array, 16 + 8 * index as usize);
                let value = value.unwrap().expect("something was stored there");
                assert_eq!(tag(&mut mutator, &value), index + round);
            }
        }
    }
    assert_eq!(logged_rounds, 40, "the array was logged each time");
}

#[test]
fn stores_without_the_barrier_are_detected() {
    let output = death_test("stores_without_the_barrier_are_detected", || {
        let heap = heap().heap_max(8 << 20).verify(VERIFY).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let old = node(&mut mutator, 1);
        mutator.collect();
        let young = node(&mut mutator, 2);
        let (old, young) = (address(&mut mutator, &old), address(&mut mutator, &young));
        // SAFETY: the address is that of an object's first field, and no other thread uses the
        // object. The test omits the write barrier on purpose.
        unsafe { core::ptr::with_exposed_provenance_mut::<u64>(old as usize + 8).write(young) };
        mutator.collect_young();
    });
    let parts = [
        "verifying before a collection: the field at offset 8 of the object of type 1 at 0x",
        "a reference was stored without the write barrier",
    ];
    assert_stderr_contains(output, &parts);
}

#[test]
fn large_objects_do_not_move_and_are_freed() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(3)] {
        let heap = heap().heap_max(32 << 20).zeal(zeal).verify(VERIFY).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let array = references(&mut mutator, 200_000);
        let before = address(&mut mutator, &array);
        let element = node(&mut mutator, 9);
        mutator.store_reference(&array, 16, Some(&element)).unwrap();
        drop(element);
        mutator.collect_young();
        mutator.collect();
        assert_eq!(address(&mut mutator, &array), before);
        let element = mutator.load_reference(&array, 16).unwrap().unwrap();
        assert_eq!(tag(&mut mutator, &element), 9);
        let large = |heap: &Heap| heap.recent_collections().last().unwrap().after.large;
        mutator.collect_young();
        assert!(large(&heap) >= 1_600_000);
        drop(array);
        mutator.collect();
        assert_eq!(large(&heap), 0);
        // 160 MB in total, five times the heap limit. The arrays die young, so that young
        // collections suffice.
        let full = heap.statistics().full_collections;
        for _ in 0..100 {
            references(&mut mutator, 200_000);
        }
        if zeal == Zeal::Off {
            assert_eq!(heap.statistics().full_collections, full);
        }
        mutator.collect_young();
        assert_eq!(large(&heap), 0);
    }
}

/// Seven of eight objects die, spread over the heap. An allocation that needs contiguous memory
/// compacts the survivors.
#[test]
fn free_memory_of_a_fragmented_heap_is_usable() {
    let heap = heap().heap_max(8 << 20).verify(HeapVerification::default()).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let mut survivors = Vec::new();
    let mut dropped = Vec::new();
    for n in 0..220_000 {
        let object = node(&mut mutator, n);
        if n % 8 == 0 { survivors.push(object) } else { dropped.push(object) }
    }
    mutator.collect_young();
    drop(dropped);
    let used = 220_000 / 8 * 24;
    let free = (8 << 20) - used;
    // One array of three quarters of the free memory.
    let large = references(&mut mutator, free / 8 * 3 / 4);
    for (n, object) in survivors.iter().enumerate() {
        assert_eq!(tag(&mut mutator, object), 8 * n as u64);
    }
    drop(large);
    let statistics = heap.statistics();
    assert!(statistics.compacting_collections > 0, "{statistics:?}");
}

/// The heap is so full that a collection has no room to move the survivors. They stay in place.
#[test]
fn objects_without_room_to_move_stay_in_place() {
    let heap = heap().heap_max(640 << 10).collector_threads(1).verify(VERIFY);
    let heap = heap.without_overhead_limit().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let full = |heap: &Heap| {
        let committed = heap.recent_collections().last().map_or(0, |report| report.after.committed);
        committed > (640 << 10) - (96 << 10)
    };
    let mut survivors = Vec::new();
    while !full(&heap) {
        for _ in 0..50 {
            let n = survivors.len() as u64;
            survivors.push(node(&mut mutator, n));
        }
    }
    for _ in 0..3 {
        mutator.collect();
        mutator.collect_young();
    }
    for (n, object) in survivors.iter().enumerate() {
        assert_eq!(tag(&mut mutator, object), n as u64);
    }
    let statistics = heap.statistics();
    assert!(statistics.counts.objects_kept > 0, "{statistics:?}");
}

/// An old object whose weak field refers to a young object stays in the remembered set without
/// further stores.
#[test]
fn old_weak_fields_are_cleared_when_young_targets_die() {
    for kind in [records::WEAK, records::LONG_WEAK] {
        let heap = records::types(heap().heap_max(8 << 20).verify(VERIFY)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let fields = [
            Argument::Word(records::header(kind)),
            Argument::Word(0),
            Argument::Word(0),
            Argument::Word(0),
        ];
        let weak = make(&mut mutator, managed::record, &fields).unwrap();
        mutator.collect();
        let target = node(&mut mutator, 5);
        mutator.store_reference(&weak, 16, Some(&target)).unwrap();
        mutator.collect_young();
        let found = mutator.load_reference(&weak, 16).unwrap().expect("it is live");
        assert_eq!(tag(&mut mutator, &found), 5);
        drop((target, found));
        mutator.collect_young();
        assert!(mutator.load_reference(&weak, 16).unwrap().is_none(), "{kind:?}");
    }
}

#[test]
fn types_of_survivors_and_old_objects_are_readable() {
    let heap = heap().heap_max(8 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 5);
    for _ in 0..4 {
        assert_eq!(mutator.type_of(&object).unwrap(), TypeId::new(1));
        mutator.collect_young();
    }
}
