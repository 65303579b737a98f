//! The histogram of types and heap snapshots agree with a model of the heap. No managed code runs:
//! handles hold all roots.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use spgc_tools::{Dominators, Snapshot, Target, shortest_path};
use statepoint_gc::inspect::{
    InspectionError, LabelledObject, ObjectCount, SnapshotError, SnapshotOptions,
};
use statepoint_gc::roots::WeakTable;
use statepoint_gc::types::WeakKind;
use statepoint_gc::{
    Handle, Heap, HeapBuilder, HeapVerification, Mutator, TypeId, TypeLayout, Zeal,
};

const NODE: TypeId = TypeId::new(1);
const WEAK: TypeId = TypeId::new(2);
const EPHEMERON: TypeId = TypeId::new(3);
const ARRAY: TypeId = TypeId::new(4);
const BYTES: TypeId = TypeId::new(5);
const PAIRS: TypeId = TypeId::new(6);

/// Size of the objects of the first three types. They have their number at offset 24.
const SIZE: u64 = 32;

fn builder() -> HeapBuilder {
    let node = TypeLayout::Fixed { size: 32, references: vec![8, 16] };
    let node = node.named("Node").field_named(8, "left").field_named(16, "right");
    let weak =
        TypeLayout::Weak { size: 32, references: vec![8], weak: vec![16], kind: WeakKind::Short };
    let ephemeron = TypeLayout::Ephemeron { size: 32, references: vec![], key: 8, value: 16 };
    let pairs = TypeLayout::StructArray { element_size: 16, references: vec![0, 8] };
    Heap::builder()
        .without_environment()
        .code(Arc::default())
        .heap_max(32 << 20)
        .register_type(NODE, node)
        .register_type(WEAK, weak.named("Weak"))
        .register_type(EPHEMERON, ephemeron.named("Ephemeron").field_named(16, "value"))
        .register_type(ARRAY, TypeLayout::ReferenceArray)
        .register_type(BYTES, TypeLayout::PlainArray { element_size: 1 })
        .register_type(PAIRS, pairs)
}

/// Returns the number of an object, as its label.
fn number(object: LabelledObject) -> Result<String, String> {
    assert_eq!(object.size as u64, SIZE);
    // SAFETY: the objects of these types have a word at this offset, and all threads are stopped.
    let number = unsafe { object.address.add(24).cast::<u64>().read() };
    Ok(number.to_string())
}

fn snapshot(heap: &Heap, options: SnapshotOptions<'_>) -> Snapshot {
    let mut bytes = Vec::new();
    let summary = heap.write_snapshot_to(&mut bytes, options).unwrap();
    assert_eq!(summary.bytes_written, bytes.len() as u64);
    let snapshot = Snapshot::read(&bytes[..]).unwrap();
    let objects = (0..snapshot.node_count()).filter(|&node| !snapshot.is_synthetic(node));
    let sizes: Vec<_> = objects.map(|node| snapshot.size(node)).collect();
    assert_eq!((summary.objects, summary.object_bytes), (sizes.len() as u64, sizes.iter().sum()));
    assert_eq!(summary.edges, snapshot.edge_count() as u64);
    let total = heap.types_in_use().unwrap().total();
    assert_eq!(total, ObjectCount { objects: summary.objects, bytes: summary.object_bytes });
    // Everything is reachable, and all ids differ.
    let dominators = Dominators::of(&snapshot);
    assert_eq!(dominators.reachable().count(), snapshot.node_count());
    assert_eq!(dominators.retained(0), summary.object_bytes);
    let ids: BTreeSet<_> = (0..snapshot.node_count()).map(|node| snapshot.id(node)).collect();
    assert_eq!(ids.len(), snapshot.node_count());
    assert!(ids.iter().all(|id| id % 2 == 1 && *id < 1 << 32));
    snapshot
}

fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below
}

/// A heap of objects of the first three types, and a model of it.
struct Model {
    kinds: Vec<TypeId>,
    /// The two fields of each object.
    fields: Vec<[Option<usize>; 2]>,
    /// The objects that have handles.
    roots: Vec<usize>,
    /// Keys and values of a table with weak keys.
    entries: Vec<(usize, usize)>,
}

impl Model {
    /// Returns the numbers of the reachable objects, by a search for a fixed point.
    fn reachable(&self) -> BTreeSet<usize> {
        let mut found: BTreeSet<usize> = self.roots.iter().copied().collect();
        loop {
            let before = found.len();
            for &(key, value) in &self.entries {
                if found.contains(&key) {
                    found.insert(value);
                }
            }
            for number in found.clone() {
                let [first, second] = self.fields[number];
                match self.kinds[number] {
                    NODE => found.extend([first, second].into_iter().flatten()),
                    WEAK => found.extend(first),
                    _ if first.is_none_or(|key| found.contains(&key)) => found.extend(second),
                    _ => {}
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Returns the edges between objects, with the name and the type of each.
    fn edges(&self) -> BTreeSet<(usize, &'static str, &'static str, usize)> {
        let reachable = self.reachable();
        let mut edges = BTreeSet::new();
        for &number in &reachable {
            let [first, second] = self.fields[number];
            let [(name, kind), (other, other_kind)] = match self.kinds[number] {
                NODE => [("left", "property"), ("right", "property")],
                WEAK => [("+8", "property"), ("+16", "weak")],
                _ => [("+8", "weak"), ("value", "internal")],
            };
            let is_live = |target: &usize| reachable.contains(target);
            edges.extend(first.filter(is_live).map(|target| (number, name, kind, target)));
            // The value of an ephemeron with a dead key is no edge, though it may be reachable.
            let has_key = self.kinds[number] != EPHEMERON || first.is_none_or(|key| is_live(&key));
            let second = second.filter(is_live).filter(|_| has_key);
            edges.extend(second.map(|target| (number, other, other_kind, target)));
        }
        edges
    }
}

/// Makes a random heap. The handles and the table keep what the model says.
fn random_heap(mutator: &mut Mutator, seed: u64, count: usize) -> (Model, Vec<Handle>, WeakTable) {
    let state = &mut seed.clone();
    let kinds: Vec<_> =
        (0..count).map(|_| [NODE, NODE, NODE, WEAK, EPHEMERON][random(state, 5)]).collect();
    let objects: Vec<_> = kinds.iter().map(|&id| mutator.allocate(id).unwrap()).collect();
    let mut fields = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        mutator.store_word(object, 24, number as u64).unwrap();
        let own = [8, 16].map(|offset| {
            let target = (random(state, 4) > 0).then(|| random(state, count));
            let object_of = target.map(|target| &objects[target]);
            mutator.store_reference(object, offset, object_of).unwrap();
            target
        });
        fields.push(own);
    }
    let roots: Vec<_> = (0..count).filter(|_| random(state, 12) == 0).collect();
    let table = WeakTable::new(&mutator.heap());
    let mut entries = Vec::new();
    for _ in 0..count / 10 {
        let (key, value) = (random(state, count), random(state, count));
        // An entry replaces an earlier one with the same key.
        entries.retain(|(other, _)| *other != key);
        entries.push((key, value));
        table.insert(mutator, &objects[key], &objects[value]).unwrap();
    }
    let handles = roots.iter().map(|&number| objects[number].clone()).collect();
    (Model { kinds, fields, roots, entries }, handles, table)
}

fn assert_agrees(heap: &Heap, model: &Model, context: &str) {
    let types = [NODE, WEAK, EPHEMERON];
    let snapshot = snapshot(heap, SnapshotOptions::new().labels(types, number));
    let label = |node: usize| snapshot.name(node).parse::<usize>().unwrap();
    // Objects of other types have no labels.
    let is_labelled = |node: &usize| snapshot.kind(*node) == "string";
    let objects: Vec<_> = (0..snapshot.node_count()).filter(is_labelled).collect();
    let found: BTreeSet<_> = objects.iter().map(|&node| label(node)).collect();
    assert_eq!(found.len(), objects.len(), "{context}");
    assert_eq!(found, model.reachable(), "{context}");
    let mut edges = BTreeSet::new();
    for &node in &objects {
        assert_eq!(snapshot.size(node), SIZE, "{context}");
        for edge in snapshot.edges(node) {
            let name = edge.name.to_string();
            edges.insert((label(node), name, edge.kind.to_owned(), label(edge.target)));
        }
    }
    let expected: BTreeSet<_> = model.edges();
    let expected: BTreeSet<_> = expected
        .into_iter()
        .map(|(from, name, kind, to)| (from, format!(".{name}"), kind.to_owned(), to))
        .collect();
    assert_eq!(edges, expected, "{context}");
    let counts = heap.types_in_use().unwrap();
    for id in types {
        let expected = model.reachable().iter().filter(|&&n| model.kinds[n] == id).count() as u64;
        let found = counts.get(id).map_or(0, |item| item.total().objects);
        assert_eq!(found, expected, "{context}: {id:?}");
    }
    // The roots are the handles.
    let handles = (0..snapshot.node_count()).find(|&node| snapshot.name(node) == "(Handles)");
    let targets: Vec<_> = handles
        .into_iter()
        .flat_map(|node| snapshot.edges(node).map(|edge| edge.target))
        .filter(is_labelled)
        .map(label)
        .collect();
    let (found, expected): (BTreeSet<_>, BTreeSet<_>) =
        (targets.iter().copied().collect(), model.roots.iter().copied().collect());
    assert_eq!(found, expected, "{context}");
}

/// Compares snapshots of random heaps with the model: of new objects, after moves, in old blocks,
/// and in zeal mode.
#[test]
fn snapshots_of_random_heaps_agree_with_the_model() {
    let verify = HeapVerification { before: true, after: true };
    for seed in 1..=30 {
        let zeal = if seed % 3 == 0 { Zeal::EveryAllocation(1) } else { Zeal::Off };
        let heap = builder().zeal(zeal).verify(verify).concurrent(false).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let count = if zeal == Zeal::Off { 400 } else { 60 };
        let (model, handles, table) = random_heap(&mut mutator, seed, count);
        assert_agrees(&heap, &model, &format!("seed {seed}, new objects"));
        mutator.collect_young();
        assert_agrees(&heap, &model, &format!("seed {seed}, after a young collection"));
        mutator.collect();
        assert_agrees(&heap, &model, &format!("seed {seed}, after a full collection"));
        assert!(heap.statistics().counts.objects_moved > 0);
        let young = heap.types_in_use().unwrap();
        assert!(young.types.iter().all(|item| item.young == ObjectCount::default()));
        drop((handles, table));
        assert_eq!(heap.types_in_use().unwrap().types, []);
    }
}

/// Takes snapshots while markers mark, and while the sweeper sweeps.
#[test]
fn snapshots_during_concurrent_cycles_agree_with_the_model() {
    let heap = builder().concurrent(true).heap_max(256 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // What takes the markers some time.
    let mut last: Option<Handle> = None;
    for _ in 0..200_000 {
        let next = mutator.allocate_array(ARRAY, 1).unwrap();
        mutator.store_reference(&next, 16, last.as_ref()).unwrap();
        last = Some(next);
    }
    for _ in 0..2 {
        mutator.collect_young();
    }
    let before = heap.types_in_use().unwrap();
    for seed in 1..=8 {
        let began = heap.statistics().counts.cycles_begun;
        while heap.statistics().counts.cycles_begun == began {
            assert!(mutator.begin_cycle());
        }
        let during = heap.types_in_use().unwrap();
        assert_eq!(
            during.get(ARRAY).map(|item| item.total()),
            before.get(ARRAY).map(|i| i.total())
        );
        if seed % 4 == 0 {
            let (model, handles, table) = random_heap(&mut mutator, seed, 200);
            assert_agrees(&heap, &model, &format!("seed {seed}"));
            drop((handles, table));
        }
    }
}

#[test]
fn histogram_counts_objects_of_both_generations() {
    let heap = builder().concurrent(false).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let old: Vec<_> = (0..10).map(|_| mutator.allocate(NODE).unwrap()).collect();
    mutator.collect();
    let young: Vec<_> = (0..3).map(|_| mutator.allocate(NODE).unwrap()).collect();
    let bytes = mutator.allocate_array(BYTES, 100_001).unwrap();
    let types = heap.types_in_use().unwrap();
    assert_eq!(types.types.len(), 2);
    assert_eq!((types.types[0].id, types.types[0].name.as_str()), (BYTES, "type 5"));
    assert_eq!(types.types[0].young, ObjectCount { objects: 1, bytes: 100_024 });
    let node = types.get(NODE).unwrap();
    assert_eq!(node.name, "Node");
    assert_eq!(node.young, ObjectCount { objects: 3, bytes: 3 * SIZE });
    assert_eq!(node.old, ObjectCount { objects: 10, bytes: 10 * SIZE });
    drop((old, young, bytes));
}

#[test]
fn edges_of_arrays_have_indices_and_paths_are_found() {
    let heap = builder().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let array = mutator.allocate_array(ARRAY, 2000).unwrap();
    let pairs = mutator.allocate_array(PAIRS, 4).unwrap();
    let node = mutator.allocate(NODE).unwrap();
    mutator.store_reference(&array, 16 + 8 * 1234, Some(&pairs)).unwrap();
    mutator.store_reference(&pairs, 16 + 3 * 16 + 8, Some(&node)).unwrap();
    let pin = mutator.pin(&node).unwrap();
    let address = pin.as_ptr().addr().get() as u64;
    drop((node, pairs));
    let snapshot = snapshot(&heap, SnapshotOptions::new());
    let names = |target: &Target| -> Option<Vec<String>> {
        let steps = shortest_path(&snapshot, target)?;
        Some(steps.iter().map(|step| step.edge.name.to_string()).collect())
    };
    // The pin is nearer to the root than the array.
    let path = names(&Target::Class("Node".to_owned())).unwrap();
    assert_eq!(path.len(), 3, "{path:?}");
    assert_eq!(names(&Target::Address(address)), Some(path));
    drop(pin);
    mutator.collect();
    let snapshot = self::snapshot(&heap, SnapshotOptions::new());
    let steps = shortest_path(&snapshot, &Target::Class("Node".to_owned())).unwrap();
    let path: Vec<_> = steps.iter().map(|step| step.edge.name.to_string()).collect();
    assert_eq!(path[2..], ["[0]", "[1234]", "[3]"]);
    let handles = steps[1].edge.target;
    assert_eq!((snapshot.kind(handles), snapshot.name(handles)), ("synthetic", "(Handles)"));
    assert_eq!(snapshot.class(steps[2].edge.target), "type 4");
    drop(array);
}

#[test]
fn weak_handles_and_finalizers_are_weak_edges() {
    let heap = builder().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let node = mutator.allocate(NODE).unwrap();
    let weak = node.downgrade(WeakKind::Short);
    mutator.finalize_with(&node, 7).unwrap();
    let kinds = |snapshot: &Snapshot| -> BTreeSet<(String, String)> {
        (0..snapshot.node_count())
            .filter(|&node| snapshot.is_synthetic(node) && node > 1)
            .flat_map(|node| {
                let name = snapshot.name(node).to_owned();
                snapshot.edges(node).map(move |edge| (name.clone(), edge.kind.to_owned()))
            })
            .collect()
    };
    let all = kinds(&snapshot(&heap, SnapshotOptions::new()));
    let expected = [("(Finalizers)", "weak"), ("(Handles)", "element"), ("(Weak handles)", "weak")];
    assert_eq!(all, expected.map(|(a, b)| (a.to_owned(), b.to_owned())).into());
    drop(node);
    assert_eq!(heap.types_in_use().unwrap().types, [], "weak references keep nothing");
    drop(weak);
}

/// A list with more objects than the stack of unscanned objects holds, in an array.
#[test]
fn objects_beyond_the_stack_are_found() {
    let heap = builder().heap_max(128 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let count = 100_000;
    let array = mutator.allocate_array(ARRAY, count).unwrap();
    for index in 0..count as usize {
        let node = mutator.allocate(NODE).unwrap();
        let leaf = mutator.allocate(NODE).unwrap();
        mutator.store_reference(&node, 8, Some(&leaf)).unwrap();
        mutator.store_reference(&array, 16 + 8 * index, Some(&node)).unwrap();
    }
    let types = heap.types_in_use().unwrap();
    assert_eq!(types.get(NODE).unwrap().total().objects, 2 * count);
    let snapshot = snapshot(&heap, SnapshotOptions::new());
    assert_eq!(snapshot.edge_count() as u64, 2 * count + 4);
    drop(array);
}

/// Each value of a chain of ephemerons is the key of the next one. The first key is reached last.
#[test]
fn long_chains_of_ephemerons_are_followed() {
    let heap = builder().heap_max(128 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let count = 100_000;
    let first = mutator.allocate(NODE).unwrap();
    let mut list = mutator.allocate(NODE).unwrap();
    mutator.store_reference(&list, 8, Some(&first)).unwrap();
    let mut key = first;
    for _ in 0..count {
        let (next, ephemeron) =
            (mutator.allocate(NODE).unwrap(), mutator.allocate(EPHEMERON).unwrap());
        mutator.store_reference(&ephemeron, 8, Some(&key)).unwrap();
        mutator.store_reference(&ephemeron, 16, Some(&next)).unwrap();
        let holder = mutator.allocate(NODE).unwrap();
        mutator.store_reference(&holder, 8, Some(&list)).unwrap();
        mutator.store_reference(&holder, 16, Some(&ephemeron)).unwrap();
        (list, key) = (holder, next);
    }
    drop(key);
    let types = heap.types_in_use().unwrap();
    assert_eq!(types.get(EPHEMERON).unwrap().total().objects, count);
    assert_eq!(types.get(NODE).unwrap().total().objects, 2 * count + 2);
    let snapshot = snapshot(&heap, SnapshotOptions::new());
    // Two edges of each ephemeron, two of each node of the list, and one of the first node. The
    // others are those of the root, of the node of roots (a thread and the handles), and of the
    // handle.
    assert_eq!(snapshot.edge_count() as u64, 4 * count + 1 + 4);
    drop(list);
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

/// Each error leaves no file, and the program continues.
#[test]
fn failed_snapshots_leave_no_file() {
    let heap = builder().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let nodes: Vec<_> = (0..1000).map(|_| mutator.allocate(NODE).unwrap()).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.heapsnapshot");

    let missing = folder.path().join("none/a.heapsnapshot");
    let error = heap.write_snapshot(&missing, SnapshotOptions::new()).unwrap_err();
    assert!(matches!(&error, SnapshotError::File { path, .. } if *path == missing), "{error}");

    // The device is full from the beginning.
    let error = heap.write_snapshot("/dev/full", SnapshotOptions::new()).unwrap_err();
    assert!(error.to_string().contains("/dev/full"), "{error}");
    assert!(error.to_string().contains("No space left"), "{error}");

    for panics in [false, true] {
        let mut left = 500;
        let label = move |_: LabelledObject| {
            left -= 1;
            assert!(left > 0 || !panics, "it has panicked");
            if left > 0 { Ok("label".to_owned()) } else { Err("it has failed".to_owned()) }
        };
        let error = heap.write_snapshot(&path, SnapshotOptions::new().labels([NODE], label));
        let error = error.unwrap_err();
        assert!(matches!(error, SnapshotError::Label { type_id: NODE, .. }), "{error}");
        let why = if panics { "it has panicked" } else { "it has failed" };
        assert!(error.to_string().contains(why), "{error}");
    }
    let progress = SnapshotOptions::new().on_progress(|_| panic!("no progress"));
    let error = heap.write_snapshot(&path, progress).unwrap_err();
    assert!(matches!(error, SnapshotError::Progress { .. }), "{error}");
    assert_eq!(files(folder.path()), 0);

    let mut steps = Vec::new();
    let options = SnapshotOptions::new().on_progress(|progress| steps.push(progress));
    heap.write_snapshot(&path, options).unwrap();
    assert_eq!(files(folder.path()), 1);
    assert_eq!(Snapshot::open(&path).unwrap().node_count(), 1000 + 4);
    assert!(steps.len() > 50 && steps.is_sorted_by_key(|step| step.done), "{steps:?}");
    assert!(steps.iter().all(|step| step.total == 2000 && step.done <= step.total));
    mutator.collect();
    drop(nodes);
}

#[test]
fn callbacks_cannot_inspect_the_heap() {
    let heap = builder().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let node = mutator.allocate(NODE).unwrap();
    let mut found = None;
    let options = SnapshotOptions::new().labels([NODE], |_| {
        found = Some(heap.types_in_use());
        Ok(String::new())
    });
    heap.write_snapshot_to(&mut std::io::sink(), options).unwrap();
    assert_eq!(found, Some(Err(InspectionError::InCallback)));
    drop(node);
}

/// Threads that allocate meanwhile are stopped for each snapshot.
#[test]
fn snapshots_while_threads_run_are_consistent() {
    let heap = builder().heap_max(64 << 20).build().unwrap();
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                let mut kept = Vec::new();
                while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
                    let node = mutator.allocate(NODE).unwrap();
                    if let Some(last) = kept.last() {
                        mutator.store_reference(&node, 8, Some(last)).unwrap();
                    }
                    kept.push(node);
                    kept.truncate(50);
                }
            });
        }
        for _ in 0..20 {
            let mut bytes = Vec::new();
            let summary = heap.write_snapshot_to(&mut bytes, SnapshotOptions::new()).unwrap();
            let snapshot = Snapshot::read(&bytes[..]).unwrap();
            assert_eq!(snapshot.edge_count() as u64, summary.edges);
            assert_eq!(Dominators::of(&snapshot).reachable().count(), snapshot.node_count());
        }
        is_done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
