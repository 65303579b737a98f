//! Incremental evacuation: after a concurrent cycle, young collections move the objects of sparse
//! old blocks, and update all references to them.

use std::time::Duration;

use statepoint_gc::{
    Argument, CollectionKind, Handle, Heap, HeapBuilder, Mutator, roots::WeakTable, types::WeakKind,
};
use tests::cycles::{begin_cycle, counts, promote_all};
use tests::managed::{self, call, make, records};

use super::concurrent::{VERIFY, load, make_node, references, store, tag};

/// Number of nodes, which fill about 45 blocks.
const NODES: usize = 60_000;
/// Distance between the indices of the nodes that stay live.
const LIVE: usize = 20;

fn heap() -> HeapBuilder {
    records::types(managed::heap().heap_max(32 << 20).concurrent(true).verify(VERIFY))
}

/// Runs a cycle until its marking has finished.
fn cycle(heap: &Heap, mutator: &mut Mutator) {
    let marked = counts(heap).cycles_marked;
    begin_cycle(heap, mutator);
    while counts(heap).cycles_marked == marked {
        std::thread::sleep(Duration::from_micros(200));
        mutator.collect_young();
    }
}

/// Makes old nodes with their numbers, referred to by an old array. Most of them die, and a cycle
/// finds that their blocks are sparse: the next one tracks them.
fn sparse_nodes(heap: &Heap, mutator: &mut Mutator) -> Handle {
    let array = references(mutator, NODES);
    for index in 0..NODES {
        let node = make_node(mutator, index as u64);
        store(mutator, &array, index, Some(&node));
    }
    promote_all(mutator);
    for index in (0..NODES).filter(|index| !index.is_multiple_of(LIVE)) {
        store(mutator, &array, index, None);
    }
    cycle(heap, mutator);
    array
}

/// Runs young collections until they have evacuated `min` old blocks altogether: the first of them
/// when the cycle is swept.
fn evacuate(heap: &Heap, mutator: &mut Mutator, min: u64) {
    while counts(heap).old_blocks_evacuated < min {
        mutator.collect_young();
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn check(mutator: &mut Mutator, array: &Handle) {
    for index in 0..NODES {
        let node = load(mutator, array, index);
        assert_eq!(node.is_some(), index.is_multiple_of(LIVE), "{index}");
        if let Some(node) = node {
            assert_eq!(tag(mutator, &node), index as u64);
        }
    }
}

fn address(mutator: &mut Mutator, node: &Handle) -> usize {
    call(mutator, managed::keep, &[Argument::Reference(node)]).unwrap() as usize
}

#[test]
fn sparse_blocks_are_evacuated_by_young_collections() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = sparse_nodes(&heap, &mut mutator);
    let node = load(&mut mutator, &array, NODES / 2).unwrap();
    let before = address(&mut mutator, &node);
    drop(node);
    cycle(&heap, &mut mutator);
    check(&mut mutator, &array);
    evacuate(&heap, &mut mutator, 40);
    check(&mut mutator, &array);
    let node = load(&mut mutator, &array, NODES / 2).unwrap();
    assert_ne!(address(&mut mutator, &node), before, "the object has moved");
    let all = counts(&heap);
    let bytes = (NODES / LIVE * 24) as u64;
    assert!((bytes * 9 / 10..=bytes * 11 / 10).contains(&all.old_bytes_evacuated), "{all:?}");
    assert_eq!(all.cycles_abandoned, 0);
    let is_young = |kind| kind == CollectionKind::Young;
    assert!(heap.recent_collections().iter().all(|report| is_young(report.kind)));
    let statistics = heap.statistics();
    let marking = statistics.marking_pause_ns.count;
    assert!((4..statistics.young_collections).contains(&marking), "{statistics:?}");
    let evacuation = statistics.evacuation_pause_ns.count;
    assert!((1..statistics.young_collections - marking).contains(&evacuation), "{statistics:?}");
    // The blocks are free: what is left fits into a few.
    let after = heap.recent_collections().pop().unwrap().after;
    assert!(after.old < 8 << 15, "{after:?}");
    mutator.collect();
    check(&mut mutator, &array);
}

/// While blocks are tracked, references to their objects are stored into old objects of all kinds,
/// and into young ones that are promoted before or after the marking ends.
#[test]
fn references_that_are_stored_while_blocks_are_tracked_are_updated() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = sparse_nodes(&heap, &mut mutator);
    // The first is logged as a whole, the other by cards.
    let arrays = [600, 20_000].map(|length| references(&mut mutator, length));
    promote_all(&mut mutator);
    let mut random = fastrand::Rng::with_seed(7);
    let mut expected = Vec::new();
    let marked = counts(&heap).cycles_marked;
    let mut change = |mutator: &mut Mutator, expected: &mut Vec<(usize, usize, usize)>| {
        for _ in 0..300 {
            let index = LIVE * random.usize(..NODES / LIVE);
            let node = load(mutator, &array, index).unwrap();
            let to = random.usize(..2);
            let slot = random.usize(..[600, 20_000][to]);
            expected.retain(|&(other, at, _)| (other, at) != (to, slot));
            expected.push((to, slot, index));
            if random.bool() {
                store(mutator, &arrays[to], slot, Some(&node));
            } else {
                // A young object between the two.
                let between = make_node(mutator, index as u64);
                mutator.store_reference(&between, 16, Some(&node)).unwrap();
                store(mutator, &arrays[to], slot, Some(&between));
            }
        }
    };
    begin_cycle(&heap, &mut mutator);
    while counts(&heap).cycles_marked == marked {
        change(&mut mutator, &mut expected);
        mutator.collect_young();
    }
    change(&mut mutator, &mut expected);
    evacuate(&heap, &mut mutator, 40);
    check(&mut mutator, &array);
    for (to, slot, index) in expected {
        let node = load(&mut mutator, &arrays[to], slot).unwrap();
        assert_eq!(tag(&mut mutator, &node), index as u64);
        if let Some(node) = mutator.load_reference(&node, 16).unwrap() {
            assert_eq!(tag(&mut mutator, &node), index as u64);
        }
    }
}

/// Handles, weak references, ephemerons and finalizable objects are not visited when blocks are
/// evacuated: the blocks to which they refer stay.
#[test]
fn blocks_with_other_references_stay() {
    for after_marking in [false, true] {
        let heap = heap().build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let array = sparse_nodes(&heap, &mut mutator);
        if after_marking {
            cycle(&heap, &mut mutator);
        }
        // One object of each kind, each in another block.
        let mut of_kind = (0..7).map(|kind| (kind + 1) * NODES / 10 / LIVE * LIVE);
        let mut next = |mutator: &mut Mutator| {
            let index = of_kind.next().unwrap();
            (load(mutator, &array, index).unwrap(), index as u64)
        };
        let handle = next(&mut mutator);
        let (object, weak_tag) = next(&mut mutator);
        let weak = object.downgrade(WeakKind::Short);
        let holders = references(&mut mutator, 2);
        let (object, weak_field_tag) = next(&mut mutator);
        let header = Argument::Word(records::header(records::WEAK));
        let fields = [header, Argument::Word(0), Argument::Reference(&object), Argument::Word(0)];
        let weak_object = make(&mut mutator, managed::record, &fields).unwrap();
        store(&mut mutator, &holders, 0, Some(&weak_object));
        let ((key, _), (value, ephemeron_tag)) = (next(&mut mutator), next(&mut mutator));
        let header = Argument::Word(records::header(records::EPHEMERON));
        let [key, value] = [&key, &value].map(Argument::Reference);
        let ephemeron =
            make(&mut mutator, managed::record, &[header, key, value, Argument::Word(0)]).unwrap();
        store(&mut mutator, &holders, 1, Some(&ephemeron));
        let (key, key_tag) = next(&mut mutator);
        let table = WeakTable::new(&heap);
        table.insert(&mut mutator, &key, &key).unwrap();
        let (object, token) = next(&mut mutator);
        mutator.finalize_with(&object, token).unwrap();
        drop((object, key, weak_object, ephemeron));
        promote_all(&mut mutator);
        if !after_marking {
            cycle(&heap, &mut mutator);
        }
        evacuate(&heap, &mut mutator, 30);
        for _ in 0..4 {
            promote_all(&mut mutator);
        }
        check(&mut mutator, &array);
        assert_eq!(tag(&mut mutator, &handle.0), handle.1);
        let object = weak.upgrade(&mut mutator).unwrap().expect("its object is live");
        assert_eq!(tag(&mut mutator, &object), weak_tag);
        let weak_object = load(&mut mutator, &holders, 0).unwrap();
        let object = mutator.load_reference(&weak_object, 16).unwrap().expect("as above");
        assert_eq!(tag(&mut mutator, &object), weak_field_tag);
        let ephemeron = load(&mut mutator, &holders, 1).unwrap();
        let value = mutator.load_reference(&ephemeron, 16).unwrap().expect("its key is live");
        assert_eq!(tag(&mut mutator, &value), ephemeron_tag);
        let key = load(&mut mutator, &array, key_tag as usize).unwrap();
        let value = table.get(&mut mutator, &key).unwrap().expect("its key is live");
        assert_eq!(tag(&mut mutator, &value), key_tag);
        store(&mut mutator, &array, token as usize, None);
        mutator.collect();
        let dead =
            heap.drain_finalizers().map(|(object, token)| (tag(&mut mutator, &object), token));
        assert_eq!(dead.collect::<Vec<_>>(), [(token, token)]);
    }
}

#[test]
fn pinned_objects_stay_in_evacuated_blocks() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = sparse_nodes(&heap, &mut mutator);
    let pins: Vec<_> = (0..NODES)
        .step_by(100 * LIVE)
        .map(|index| {
            let node = load(&mut mutator, &array, index).unwrap();
            let young = make_node(&mut mutator, 2 * index as u64);
            mutator.store_reference(&node, 16, Some(&young)).unwrap();
            (index, address(&mut mutator, &node), mutator.pin(&node).unwrap())
        })
        .collect();
    promote_all(&mut mutator);
    let kept = counts(&heap).objects_kept;
    cycle(&heap, &mut mutator);
    evacuate(&heap, &mut mutator, 40);
    assert!(counts(&heap).objects_kept >= kept + pins.len() as u64 * 3 / 4, "{:?}", counts(&heap));
    for _ in 0..3 {
        check(&mut mutator, &array);
        for &(index, before, _) in &pins {
            let node = load(&mut mutator, &array, index).unwrap();
            assert_eq!(address(&mut mutator, &node), before);
            let young = mutator.load_reference(&node, 16).unwrap().expect("it was stored");
            assert_eq!(tag(&mut mutator, &young), 2 * index as u64);
        }
        // They are old objects as before: stores are logged, and cycles mark them.
        for &(index, ..) in &pins {
            let node = load(&mut mutator, &array, index).unwrap();
            let young = make_node(&mut mutator, 2 * index as u64);
            mutator.store_reference(&node, 16, Some(&young)).unwrap();
        }
        cycle(&heap, &mut mutator);
    }
}

/// A full collection, or the next cycle, begins before all tracked blocks are evacuated.
#[test]
fn evacuation_ends_early() {
    for kind in [None, Some(CollectionKind::Full), Some(CollectionKind::Compacting)] {
        // Each young collection evacuates one block.
        let heap = heap().pause_goal(Duration::from_micros(10)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let array = sparse_nodes(&heap, &mut mutator);
        for _ in 0..3 {
            cycle(&heap, &mut mutator);
            let evacuated = counts(&heap).old_blocks_evacuated;
            evacuate(&heap, &mut mutator, evacuated + 3);
            let last = heap.recent_collections().pop().unwrap();
            assert!(last.counts.old_blocks_evacuated < 3, "{last:?}");
            match kind {
                Some(CollectionKind::Full) => mutator.collect_full(),
                Some(_) => mutator.collect(),
                None => begin_cycle(&heap, &mut mutator),
            }
            check(&mut mutator, &array);
            if kind.is_some() {
                // It has evacuated the other blocks.
                break;
            }
        }
    }
}
