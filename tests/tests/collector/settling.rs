//! Weak items at the end of a concurrent cycle: the pause processes those whose objects are dead,
//! and few others.

use std::time::Duration;

use statepoint_gc::{
    Argument, Handle, Heap, Mutator, observe::CollectionCounts, roots::WeakTable, types::WeakKind,
};
use tests::cycles::{begin_cycle, counts, promote_all};
use tests::managed::{self, make, records};

use super::concurrent::{VERIFY, load, make_node, references, store, tag};

/// Number of objects of each kind.
const COUNT: usize = 4000;
/// Distance between the indices of the objects that die.
const DYING: usize = 20;

fn heap() -> Heap {
    let heap = records::types(managed::heap().heap_max(64 << 20).concurrent(true));
    heap.verify(VERIFY).build().unwrap()
}

/// Runs a cycle in which the marker threads finish marking without assistance or a pause that
/// forces its end. Returns the counts of the pause that ends the cycle.
fn undisturbed_cycle(heap: &Heap, mutator: &mut Mutator) -> CollectionCounts {
    let marked = counts(heap).cycles_marked;
    begin_cycle(heap, mutator);
    while counts(heap).cycles_marked == marked {
        std::thread::sleep(Duration::from_micros(200));
    }
    let reports = heap.recent_collections();
    reports.iter().rfind(|report| report.counts.cycles_marked > 0).unwrap().counts
}

/// Makes `COUNT` old nodes with their numbers, referred to by an old array.
fn make_nodes(mutator: &mut Mutator) -> Handle {
    let array = references(mutator, COUNT);
    for index in 0..COUNT {
        let value = make_node(mutator, index as u64);
        store(mutator, &array, index, Some(&value));
    }
    array
}

fn dies(index: usize) -> bool {
    index.is_multiple_of(DYING)
}

/// Drops the references to the objects that die.
fn kill(mutator: &mut Mutator, array: &Handle) {
    (0..COUNT).filter(|&index| dies(index)).for_each(|index| store(mutator, array, index, None));
}

#[test]
fn weak_handles_of_live_objects_are_settled() {
    let heap = heap();
    let mut mutator = heap.attach().unwrap();
    let array = make_nodes(&mut mutator);
    let mut weak = Vec::new();
    for index in 0..COUNT {
        let kind = if index % 3 == 0 { WeakKind::Long } else { WeakKind::Short };
        weak.push(load(&mut mutator, &array, index).unwrap().downgrade(kind));
    }
    promote_all(&mut mutator);
    for _ in 0..3 {
        kill(&mut mutator, &array);
        let ended = undisturbed_cycle(&heap, &mut mutator);
        assert!(ended.weak_visited < COUNT as u64 / 4, "{ended:?}");
    }
    assert_eq!(counts(&heap).weak_cleared, COUNT.div_ceil(DYING) as u64);
    for (index, weak) in weak.iter().enumerate() {
        let object = weak.upgrade(&mut mutator).unwrap();
        assert_eq!(object.is_none(), dies(index), "{index}");
        if let Some(object) = object {
            assert_eq!(tag(&mut mutator, &object), index as u64);
        }
    }
}

#[test]
fn dead_objects_are_finalized_among_settled_registrations() {
    let heap = heap();
    let mut mutator = heap.attach().unwrap();
    let array = make_nodes(&mut mutator);
    for index in 0..COUNT {
        let object = load(&mut mutator, &array, index).unwrap();
        mutator.finalize_with(&object, index as u64).unwrap();
    }
    promote_all(&mut mutator);
    kill(&mut mutator, &array);
    undisturbed_cycle(&heap, &mut mutator);
    undisturbed_cycle(&heap, &mut mutator);
    let mut dead = Vec::new();
    for (object, token) in heap.drain_finalizers() {
        assert_eq!(tag(&mut mutator, &object), token);
        dead.push(token as usize);
    }
    assert_eq!(dead, (0..COUNT).step_by(DYING).collect::<Vec<_>>());
    assert_eq!(counts(&heap).finalizers_queued, dead.len() as u64);
}

/// Some values are reachable only through their entries, and some keys only through such values.
#[test]
fn entries_with_live_keys_are_settled() {
    let heap = heap();
    let mut mutator = heap.attach().unwrap();
    let array = make_nodes(&mut mutator);
    let table = WeakTable::new(&heap);
    for index in 0..COUNT {
        let key = load(&mut mutator, &array, index).unwrap();
        let value = make_node(&mut mutator, 10 * index as u64);
        table.insert(&mut mutator, &key, &value).unwrap();
    }
    promote_all(&mut mutator);
    kill(&mut mutator, &array);
    let ended = undisturbed_cycle(&heap, &mut mutator);
    assert!(ended.ephemerons_visited < COUNT as u64 / 4, "{ended:?}");
    assert_eq!(ended.ephemerons_cleared, COUNT.div_ceil(DYING) as u64);
    undisturbed_cycle(&heap, &mut mutator);
    assert_eq!(table.len(), COUNT - COUNT.div_ceil(DYING));
    for index in (0..COUNT).filter(|&index| !dies(index)) {
        let key = load(&mut mutator, &array, index).unwrap();
        let value = table.get(&mut mutator, &key).unwrap().expect("its key is live");
        assert_eq!(tag(&mut mutator, &value), 10 * index as u64);
    }
}

/// Weak objects and ephemerons in the heap. Those whose fields change after they were settled are
/// processed.
#[test]
fn objects_with_live_referents_are_settled() {
    let heap = heap();
    let mut mutator = heap.attach().unwrap();
    let array = make_nodes(&mut mutator);
    let holders = references(&mut mutator, 2 * COUNT);
    for index in 0..COUNT {
        let object = load(&mut mutator, &array, index).unwrap();
        let value = make_node(&mut mutator, 10 * index as u64);
        let weak = Argument::Word(records::header(records::WEAK));
        let fields = [weak, Argument::Word(0), Argument::Reference(&object), Argument::Word(0)];
        let weak = make(&mut mutator, managed::record, &fields).unwrap();
        store(&mut mutator, &holders, 2 * index, Some(&weak));
        let header = Argument::Word(records::header(records::EPHEMERON));
        let [key, value] = [&object, &value].map(Argument::Reference);
        let fields = [header, key, value, Argument::Word(0)];
        let ephemeron = make(&mut mutator, managed::record, &fields).unwrap();
        store(&mut mutator, &holders, 2 * index + 1, Some(&ephemeron));
    }
    promote_all(&mut mutator);
    kill(&mut mutator, &array);
    let ended = undisturbed_cycle(&heap, &mut mutator);
    assert!(ended.weak_visited + ended.ephemerons_visited < COUNT as u64 / 2, "{ended:?}");
    let mut expected: Vec<_> = (0..COUNT).map(|index| !dies(index)).collect();
    for round in 0..10 {
        // Stores a young object into some weak fields. It is then reachable only through a weak
        // field.
        let changed = 7 * round + 1;
        let marked = counts(&heap).cycles_marked;
        begin_cycle(&heap, &mut mutator);
        std::thread::sleep(Duration::from_micros(100 * changed as u64));
        let young = make_node(&mut mutator, 7);
        let weak = load(&mut mutator, &holders, 2 * changed).unwrap();
        mutator.store_reference(&weak, 16, Some(&young)).unwrap();
        expected[changed] = false;
        promote_all(&mut mutator);
        let stored = mutator.load_reference(&weak, 16).unwrap().expect("its object is live");
        assert_eq!(tag(&mut mutator, &stored), 7);
        drop((young, stored));
        while counts(&heap).cycles_marked == marked {
            std::thread::sleep(Duration::from_micros(100));
        }
        undisturbed_cycle(&heap, &mut mutator);
    }
    for (index, &expected) in expected.iter().enumerate() {
        let weak = load(&mut mutator, &holders, 2 * index).unwrap();
        let object = mutator.load_reference(&weak, 16).unwrap();
        assert_eq!(object.is_some(), expected, "{index}");
        let ephemeron = load(&mut mutator, &holders, 2 * index + 1).unwrap();
        let value = mutator.load_reference(&ephemeron, 16).unwrap();
        assert_eq!(value.is_none(), dies(index), "{index}");
        if let Some(value) = value {
            assert_eq!(tag(&mut mutator, &value), 10 * index as u64);
        }
    }
}
