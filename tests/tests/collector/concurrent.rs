//! Concurrent cycles: they free dead old objects, retain live ones while threads modify the graph,
//! and are abandoned by full collections.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

use statepoint_gc::{
    Argument, CollectionKind, Handle, Heap, HeapBuilder, HeapVerification, Mutator, Zeal,
    types::WeakKind,
};
use tests::cycles::{begin_cycle, counts, promote_all, run_cycle};
use tests::managed::{self, call, layouts, make, records};

pub(super) const VERIFY: HeapVerification = HeapVerification { before: true, after: true };

/// Returns the builder of a heap that is collected concurrently and verified.
fn heap() -> HeapBuilder {
    managed::heap().heap_max(32 << 20).concurrent(true).verify(VERIFY)
}

pub(super) fn make_node(mutator: &mut Mutator, tag: u64) -> Handle {
    make(mutator, managed::pair, &[Argument::Word(2 * tag + 1), Argument::Word(0)]).unwrap()
}

pub(super) fn tag(mutator: &mut Mutator, node: &Handle) -> u64 {
    call(mutator, managed::left, &[Argument::Reference(node)]).unwrap() / 2
}

pub(super) fn references(mutator: &mut Mutator, length: usize) -> Handle {
    make(mutator, managed::references, &[Argument::Word(length as u64)]).unwrap()
}

pub(super) fn store(mutator: &mut Mutator, array: &Handle, index: usize, value: Option<&Handle>) {
    mutator.store_reference(array, 16 + 8 * index, value).unwrap();
}

pub(super) fn load(mutator: &mut Mutator, array: &Handle, index: usize) -> Option<Handle> {
    mutator.load_reference(array, 16 + 8 * index).unwrap()
}

fn old_bytes(heap: &Heap) -> u64 {
    let report = heap.recent_collections().pop().expect("there was a collection");
    report.after.old + report.after.large
}

#[test]
fn cycle_frees_dead_old_objects_and_retains_live_ones() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let length = 60_000;
    let array = references(&mut mutator, length);
    for index in 0..length {
        let value = make_node(&mut mutator, index as u64);
        store(&mut mutator, &array, index, Some(&value));
    }
    promote_all(&mut mutator);
    let large = references(&mut mutator, 100_000);
    promote_all(&mut mutator);
    let full = old_bytes(&heap);
    drop(large);
    // 99 of 100 nodes die, in runs that cover whole lines.
    for index in (0..length).filter(|index| index % 100 > 0) {
        store(&mut mutator, &array, index, None);
    }
    let before = counts(&heap);
    run_cycle(&heap, &mut mutator, |_| ());
    // The next cycle begins after the sweep of this one. It may end before its reports are read.
    begin_cycle(&heap, &mut mutator);
    let reports = heap.recent_collections();
    let begun = reports.iter().rfind(|report| report.counts.cycles_begun > 0).unwrap();
    let freed = full - (begun.after.old + begun.after.large);
    assert!(freed > 1_400_000, "{freed} of {full} bytes are freed");
    for index in (0..length).step_by(100) {
        let value = load(&mut mutator, &array, index).expect("it was stored");
        assert_eq!(tag(&mut mutator, &value), index as u64);
    }
    let after = counts(&heap);
    let marked = after.objects_marked_concurrently - before.objects_marked_concurrently;
    assert!(marked >= length as u64 / 100, "{marked} objects were marked");
    assert!(after.references_shaded > before.references_shaded);
    assert!(after.objects_moved > 0 && after.objects_verified > 0);
    assert_eq!(after.cycles_abandoned, 0);
    let is_young = |kind| kind == CollectionKind::Young;
    assert!(heap.recent_collections().iter().all(|report| is_young(report.kind)));
    // The freed memory is reused.
    for _ in 0..20 {
        let garbage = references(&mut mutator, 5000);
        promote_all(&mut mutator);
        drop(garbage);
    }
    assert!(old_bytes(&heap) <= full);
}

/// If a cycle is marking, `run_cycle` waits for it, and then for the one that it has begun.
#[test]
fn run_cycle_waits_for_its_own_cycle() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let length = 100_000;
    let array = references(&mut mutator, length);
    for index in 0..length {
        let value = make_node(&mut mutator, index as u64);
        store(&mut mutator, &array, index, Some(&value));
    }
    promote_all(&mut mutator);
    for _ in 0..5 {
        begin_cycle(&heap, &mut mutator);
        let mut number = 0;
        run_cycle(&heap, &mut mutator, |_| number = counts(&heap).cycles_begun);
        let after = counts(&heap);
        assert!(after.cycles_marked + after.cycles_abandoned >= number, "{after:?}");
    }
}

/// Threads move references between old objects during cycles, so that the only reference to an
/// object moves from an unscanned object to one that was already scanned, and vice versa.
fn move_references_between_old_objects(zeal: Zeal, rounds: usize) {
    let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
    std::thread::scope(|scope| {
        for seed in 1..4_u64 {
            let heap = &heap;
            scope.spawn(move || {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut mutator = heap.attach().unwrap();
                // The first array is logged as a whole, the others by cards.
                let lengths = [5, 600, 20_000];
                let arrays = lengths.map(|length| references(&mut mutator, length));
                let mut model = lengths.map(|length| vec![None; length]);
                let mut next = 0;
                for round in 0..rounds {
                    mutator.begin_cycle();
                    for _ in 0..40 {
                        let [from, to] = [0; 2].map(|_| {
                            let array_index = random.usize(..lengths.len());
                            (array_index, random.usize(..lengths[array_index].min(700)))
                        });
                        let value = if model[from.0][from.1].is_none() || random.u8(..4) == 0 {
                            next += 1;
                            Some((make_node(&mut mutator, next), next))
                        } else {
                            let value = load(&mut mutator, &arrays[from.0], from.1).unwrap();
                            let tag = model[from.0][from.1].take().unwrap();
                            store(&mut mutator, &arrays[from.0], from.1, None);
                            Some((value, tag))
                        };
                        let (value, tag) = value.unwrap();
                        store(&mut mutator, &arrays[to.0], to.1, Some(&value));
                        model[to.0][to.1] = Some(tag);
                    }
                    if round % 3 == 0 {
                        mutator.collect_young();
                    }
                    if round % 64 == 63 {
                        mutator.collect_full();
                    }
                    for (array, model) in arrays.iter().zip(&model) {
                        let index = random.usize(..model.len().min(700));
                        let value = load(&mut mutator, array, index);
                        assert_eq!(value.is_some(), model[index].is_some());
                        if let (Some(value), Some(expected)) = (value, model[index]) {
                            assert_eq!(tag(&mut mutator, &value), expected, "seed {seed}");
                        }
                    }
                }
                for (array, model) in arrays.iter().zip(&model) {
                    for (index, expected) in model.iter().enumerate().take(700) {
                        let value = load(&mut mutator, array, index);
                        let value = value.map(|value| tag(&mut mutator, &value));
                        assert_eq!(value, *expected, "seed {seed}, index {index}");
                    }
                }
            });
        }
    });
    // Runs one uninterrupted cycle, since on a slow machine no cycle may have finished yet. The
    // objects of the threads are dead.
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, 1000);
    promote_all(&mut mutator);
    run_cycle(&heap, &mut mutator, |_| ());
    drop(array);
    let counts = counts(&heap);
    assert!(counts.cycles_marked > 0 && counts.objects_marked_concurrently > 0, "{counts:?}");
    assert!(counts.objects_logged > 0 && counts.objects_moved > 0, "{counts:?}");
    assert!(counts.objects_verified > 0 && counts.roots_visited > 0, "{counts:?}");
}

#[test]
fn references_moved_between_old_objects_are_not_lost() {
    move_references_between_old_objects(Zeal::Off, 300);
}

#[test]
fn references_moved_between_old_objects_are_not_lost_in_zeal_mode() {
    move_references_between_old_objects(Zeal::EveryAllocation(30), 12);
}

#[test]
fn objects_held_only_by_handles_are_retained() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut handles: Vec<(Handle, u64)> = Vec::new();
    for round in 0..30 {
        for n in 0..200 {
            let number = 1000 * round + n;
            handles.push((make_node(&mut mutator, number), number));
        }
        promote_all(&mut mutator);
        run_cycle(&heap, &mut mutator, |mutator| {
            for _ in 0..150 {
                // The object gets a new handle, and the old one is dropped.
                let place = random.usize(..handles.len());
                let (handle, number) = handles.swap_remove(place);
                handles.push((handle.clone(), number));
                drop(handle);
                drop(handles.swap_remove(random.usize(..handles.len())));
                let kept = random.usize(..handles.len());
                assert_eq!(tag(mutator, &handles[kept].0), handles[kept].1);
            }
        });
        for (handle, number) in &handles {
            assert_eq!(tag(&mut mutator, handle), *number);
        }
    }
    assert!(counts(&heap).cycles_marked >= 30);
}

#[test]
fn requested_full_collection_abandons_the_cycle() {
    const LENGTH: usize = 50_000;
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, LENGTH);
    for index in 0..LENGTH {
        let value = make_node(&mut mutator, index as u64);
        store(&mut mutator, &array, index, Some(&value));
    }
    promote_all(&mut mutator);
    let mut round = 0;
    // Not every request abandons a cycle: some cycles end before.
    while counts(&heap).cycles_abandoned < 10 {
        begin_cycle(&heap, &mut mutator);
        if round % 2 == 0 {
            mutator.collect_full()
        } else {
            mutator.collect()
        }
        for index in (0..LENGTH).step_by(997) {
            let value = load(&mut mutator, &array, index).expect("it was stored");
            assert_eq!(tag(&mut mutator, &value), index as u64);
        }
        round += 1;
    }
}

/// The heap is dropped at various times after a cycle has begun.
#[test]
fn heap_is_dropped_in_every_phase() {
    for round in 0..40 {
        let heap = heap().marker_threads(1 + round % 3).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let array = references(&mut mutator, 20_000);
        for index in 0..500 {
            let value = make_node(&mut mutator, index as u64);
            store(&mut mutator, &array, index, Some(&value));
        }
        promote_all(&mut mutator);
        assert!(mutator.begin_cycle());
        std::thread::sleep(Duration::from_micros(30 * round as u64));
        drop(array);
        drop(mutator);
        drop(heap);
    }
}

#[test]
fn heap_without_markers_begins_no_cycle() {
    let heap = managed::heap().heap_max(8 << 20).concurrent(false).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    assert!(!mutator.begin_cycle());
    assert_eq!(heap.recent_collections().len(), 0);
}

/// The program promotes faster than a cycle frees memory. Full collections keep the heap within its
/// limit.
#[test]
fn memory_limit_is_reached_while_marking() {
    let heap = managed::heap().heap_max(6 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let slots: Vec<_> = (0..40).map(|_| references(&mut mutator, 2000)).collect();
    let mut model = vec![0; slots.len()];
    for round in 1..400_usize {
        let place = round * 7 % slots.len();
        let inner = references(&mut mutator, 3000);
        let value = make_node(&mut mutator, round as u64);
        store(&mut mutator, &inner, 2999, Some(&value));
        store(&mut mutator, &slots[place], 0, Some(&inner));
        model[place] = round as u64;
        mutator.begin_cycle();
    }
    for (array, &expected) in slots.iter().zip(&model) {
        if expected > 0 {
            let inner = load(&mut mutator, array, 0).unwrap();
            let value = load(&mut mutator, &inner, 2999).unwrap();
            assert_eq!(tag(&mut mutator, &value), expected);
        }
    }
    let statistics = heap.statistics();
    assert!(statistics.counts.cycles_begun > 0, "{statistics:?}");
    assert!(statistics.heap_peak_bytes <= 6 << 20, "{statistics:?}");
}

/// Marking finishes while all threads are in managed code that polls but does not allocate.
#[test]
fn marking_ends_although_no_thread_allocates() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, 20_000);
    let value = make_node(&mut mutator, 1);
    (0..20_000).step_by(10).for_each(|n| store(&mut mutator, &array, n, Some(&value)));
    promote_all(&mut mutator);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while counts(&heap).cycles_marked == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
            stop.store(true, SeqCst);
        });
        assert!(mutator.begin_cycle());
        while !stop.load(SeqCst) {
            call(&mut mutator, managed::keep, &[Argument::Reference(&value)]).unwrap();
            std::thread::sleep(Duration::from_micros(50));
        }
    });
    assert_eq!(counts(&heap).cycles_marked, 1);
}

/// Modifies objects with weak fields while a cycle marks. The objects die before the cycle ends.
fn modify_dying_weak_objects(zeal: Zeal, verify: HeapVerification, rounds: u64) {
    let heap = records::types(managed::heap().heap_max(96 << 20).concurrent(true));
    let heap = heap.zeal(zeal).verify(verify).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let ballast = references(&mut mutator, 100_000);
    for index in 0..100_000 {
        let value = make_node(&mut mutator, index as u64);
        store(&mut mutator, &ballast, index, Some(&value));
    }
    promote_all(&mut mutator);
    let mut modified = 0;
    for _ in 0..rounds {
        let header = Argument::Word(records::header(records::WEAK));
        let fields = [header, Argument::Word(0), Argument::Word(0), Argument::Word(0)];
        let strong: Vec<_> =
            (0..1000).map(|_| make(&mut mutator, managed::record, &fields).unwrap()).collect();
        promote_all(&mut mutator);
        let weak: Vec<_> = strong.iter().map(|strong| strong.downgrade(WeakKind::Short)).collect();
        drop(strong);
        let marked = counts(&heap).cycles_marked;
        begin_cycle(&heap, &mut mutator);
        while counts(&heap).cycles_marked == marked {
            let young = make_node(&mut mutator, 7);
            for weak in &weak {
                if let Some(object) = weak.upgrade(&mut mutator).unwrap() {
                    mutator.store_reference(&object, 16, Some(&young)).unwrap();
                    modified += 1;
                }
            }
            mutator.collect_young();
        }
        // The memory of the dead objects is reused.
        let nodes: Vec<_> = (0..5000).map(|n| make_node(&mut mutator, n)).collect();
        promote_all(&mut mutator);
        for (n, node) in nodes.iter().enumerate() {
            assert_eq!(tag(&mut mutator, node), n as u64);
        }
    }
    assert!(modified > 0);
    let counts = counts(&heap);
    assert!(counts.weak_cleared > 0 && counts.objects_marked_concurrently > 0, "{counts:?}");
}

#[test]
fn dead_weak_objects_are_not_scanned_after_they_are_freed() {
    modify_dying_weak_objects(Zeal::Off, VERIFY, 3);
    // Zeal mode makes freed blocks inaccessible. The interval is so large that it requests no
    // collection.
    modify_dying_weak_objects(Zeal::EveryAllocation(1 << 30), HeapVerification::default(), 8);
}

/// Between two pauses the thread modifies more of the array than the marker can scan.
#[test]
fn marking_ends_although_each_pause_shades_much() {
    let heap = managed::heap().heap_max(64 << 20).concurrent(true).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let length = 300_000;
    let array = references(&mut mutator, length);
    let value = make_node(&mut mutator, 1);
    (0..length).step_by(7).for_each(|index| store(&mut mutator, &array, index, Some(&value)));
    promote_all(&mut mutator);
    for cycle in 0..3 {
        begin_cycle(&heap, &mut mutator);
        while counts(&heap).cycles_marked == cycle {
            mutator.copy_elements(&array, 0, &array, 0, length as u64).unwrap();
            mutator.collect_young();
        }
    }
    assert!(counts(&heap).objects_logged >= 3);
}

#[test]
fn heap_of_described_objects_has_no_cycles() {
    let heap = layouts::types(managed::heap().heap_max(16 << 20).concurrent(true));
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    assert!(!mutator.begin_cycle());
    let object = make(&mut mutator, layouts::make_traced, &[Argument::Word(3), Argument::Word(0)]);
    mutator.collect_full();
    assert_eq!(mutator.load_word(&object.unwrap(), 8), Ok(4));
    assert_eq!(counts(&heap).cycles_begun, 0);
}
