//! As many weak references, ephemerons and finalizers as several workers process, compared with
//! what is expected of each.

use statepoint_gc::{Handle, Heap, Mutator, Zeal, roots::WeakTable, types::WeakKind};
use tests::cycles::{promote_all, run_cycle};
use tests::managed::records::{EPHEMERON, LONG_WEAK, STRONG, WEAK};

use super::{field, heap, node, number, record, set_field};

/// A collection that finds objects dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Collection {
    /// Of objects that were allocated since the last collection.
    Young,
    Full,
    /// A full collection that moves all objects.
    Compacting,
    /// The pause that ends a concurrent cycle.
    Cycle,
}

/// One of these items is live.
const LIVE: usize = 4;

fn is_live(index: usize) -> bool {
    index.is_multiple_of(LIVE)
}

/// Items of all kinds, each of its own object.
struct Items {
    objects: Vec<Handle>,
    /// Objects with a weak field, and ephemerons.
    records: Vec<[Handle; 3]>,
}

fn collect(heap: &Heap, mutator: &mut Mutator, collection: Collection) {
    match collection {
        Collection::Young => mutator.collect_young(),
        Collection::Full => mutator.collect_full(),
        Collection::Compacting => mutator.collect(),
        Collection::Cycle => run_cycle(heap, mutator, |_| {}),
    }
}

/// Makes `count` items of each kind, of which most die, and returns how many workers took part.
fn check(zeal: Zeal, count: usize, collection: Collection) -> usize {
    let heap = heap().heap_max(256 << 20).nursery(64 << 20).collector_threads(4);
    let heap = heap.zeal(zeal).concurrent(collection == Collection::Cycle).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let table = WeakTable::new(&heap);
    let mut items = Items { objects: Vec::new(), records: Vec::new() };
    let (mut weak, mut finalizable) = (Vec::new(), Vec::new());
    for index in 0..count {
        let object = node(&mut mutator, index as u64);
        let value = node(&mut mutator, (2 * index) as u64);
        weak.push([WeakKind::Short, WeakKind::Long].map(|kind| object.downgrade(kind)));
        items.records.push([
            record(&mut mutator, WEAK, [None, Some(&object), None]),
            record(&mut mutator, LONG_WEAK, [None, Some(&object), None]),
            record(&mut mutator, EPHEMERON, [Some(&object), Some(&value), None]),
        ]);
        table.insert(&mut mutator, &object, &value).unwrap();
        // Refers to an object that has no finalizer.
        let holder = record(&mut mutator, STRONG, [Some(&value), None, None]);
        mutator.finalize_with(&holder, index as u64).unwrap();
        finalizable.push(holder);
        items.objects.push(object);
    }
    if collection != Collection::Young {
        promote_all(&mut mutator);
    }
    let keep = |handles: Vec<Handle>| -> Vec<Handle> {
        let indexed = handles.into_iter().enumerate();
        indexed.filter(|&(index, _)| is_live(index)).map(|(_, handle)| handle).collect()
    };
    items.objects = keep(items.objects);
    let finalizable = keep(finalizable);
    collect(&heap, &mut mutator, collection);
    let workers = heap.recent_collections().iter().map(|report| report.workers).max().unwrap();
    for (index, [short, long]) in weak.iter().enumerate() {
        for handle in [short, long] {
            let object = handle.upgrade(&mut mutator).unwrap();
            let found = object.map(|object| number(&mut mutator, &object));
            assert_eq!(found, is_live(index).then_some(index as u64), "{index}, {collection:?}");
        }
    }
    for (index, [short, long, ephemeron]) in items.records.iter().enumerate() {
        let fields = [(short, 16), (long, 16), (ephemeron, 8), (ephemeron, 16)];
        let found = fields.map(|(record, offset)| {
            let object = field(&mut mutator, record, offset);
            object.map(|object| number(&mut mutator, &object))
        });
        let numbers = [index, index, index, 2 * index].map(|n| is_live(index).then_some(n as u64));
        assert_eq!(found, numbers, "{index}, {collection:?}");
    }
    assert_eq!(table.len(), items.objects.len());
    for (n, object) in items.objects.iter().enumerate() {
        let value = table.get(&mut mutator, object).unwrap().expect("its key is live");
        assert_eq!(number(&mut mutator, &value), (2 * LIVE * n) as u64);
    }
    let mut expected = (0..count).filter(|&index| !is_live(index));
    for (object, token) in heap.drain_finalizers() {
        assert_eq!(Some(token as usize), expected.next(), "in the order of registration");
        let value = field(&mut mutator, &object, 8).expect("it is revived, too");
        assert_eq!(number(&mut mutator, &value), 2 * token);
    }
    assert_eq!(expected.next(), None);
    assert_eq!(finalizable.len(), items.objects.len());
    workers
}

#[test]
fn items_of_all_kinds_are_processed_by_several_workers() {
    for collection in
        [Collection::Young, Collection::Full, Collection::Compacting, Collection::Cycle]
    {
        let workers = check(Zeal::Off, 20_000, collection);
        assert!(workers > 1, "{collection:?}");
    }
}

#[test]
fn items_of_all_kinds_are_processed_by_several_workers_in_zeal_mode() {
    for collection in [Collection::Full, Collection::Compacting] {
        let workers = check(Zeal::EveryAllocation(1999), 1200, collection);
        assert_eq!(workers, 4, "{collection:?}");
    }
}

/// Makes a chain of ephemerons whose order in the list is random: each has the key of the next one
/// as its value. Only the first key is referred to otherwise.
#[test]
fn chains_of_ephemerons_are_kept_as_long_as_their_first_key() {
    for (zeal, count) in [(Zeal::Off, 20_000), (Zeal::EveryAllocation(199), 700)] {
        let heap = heap().heap_max(64 << 20).collector_threads(4).zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut order: Vec<_> = (0..count).collect();
        fastrand::Rng::with_seed(3).shuffle(&mut order);
        let keys: Vec<_> = (0..=count).map(|n| node(&mut mutator, n as u64)).collect();
        let mut last = node(&mut mutator, 0);
        for n in order {
            let fields = [Some(&keys[n]), Some(&keys[n + 1]), Some(&last)];
            last = record(&mut mutator, EPHEMERON, fields);
        }
        let [first, tail] = [0, count].map(|n| keys[n].clone());
        let weak = tail.downgrade(WeakKind::Short);
        drop((keys, tail));
        for collection in [Collection::Young, Collection::Full, Collection::Compacting] {
            collect(&heap, &mut mutator, collection);
            let tail = weak.upgrade(&mut mutator).unwrap().expect("the first key is live");
            assert_eq!(number(&mut mutator, &tail), count as u64);
        }
        drop(first);
        mutator.collect_full();
        assert!(weak.upgrade(&mut mutator).unwrap().is_none());
        set_field(&mut mutator, &last, 24, None);
    }
}

/// One dead finalizable object leads to a list of many objects, among them weak ones and
/// ephemerons: the worker that revives it hands most of the list over to others.
#[test]
fn objects_of_one_finalizable_object_are_revived_by_several_workers() {
    const NODES: u64 = 60_000;
    for collection in
        [Collection::Young, Collection::Full, Collection::Compacting, Collection::Cycle]
    {
        let heap = heap().heap_max(256 << 20).nursery(64 << 20).collector_threads(4);
        let heap = heap.concurrent(collection == Collection::Cycle).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        // Branches, so that the stack of the first worker has objects for the others.
        let mut lists: Vec<Option<Handle>> = vec![None; 64];
        for n in 0..NODES {
            let list = &mut lists[n as usize % 64];
            let payload = node(&mut mutator, n);
            let special = match n % 3 {
                0 => record(&mut mutator, LONG_WEAK, [None, Some(&payload), None]),
                1 => record(&mut mutator, EPHEMERON, [Some(&payload), Some(&payload), None]),
                _ => record(&mut mutator, STRONG, [Some(&payload), None, None]),
            };
            let value = record(&mut mutator, STRONG, [Some(&payload), Some(&special), None]);
            let fields = [Some(&value), list.as_ref(), None];
            *list = Some(record(&mut mutator, STRONG, fields));
        }
        let mut root = None;
        for list in lists {
            root = Some(record(&mut mutator, STRONG, [list.as_ref(), root.as_ref(), None]));
        }
        let root = root.expect("there are lists");
        mutator.finalize_with(&root, 7).unwrap();
        if collection != Collection::Young {
            promote_all(&mut mutator);
        }
        drop(root);
        collect(&heap, &mut mutator, collection);
        let mut queued = heap.drain_finalizers();
        let (root, token) = queued.next().expect("the object is dead");
        assert!(token == 7 && queued.next().is_none());
        drop(queued);
        mutator.collect_full();
        let (mut found, mut next) = (0, Some(root));
        while let Some(branch) = next {
            let mut list = field(&mut mutator, &branch, 8);
            while let Some(link) = list {
                let value = field(&mut mutator, &link, 8).expect("it is revived");
                let payload = field(&mut mutator, &value, 8).expect("it is revived");
                let special = field(&mut mutator, &value, 16).expect("it is revived");
                let n = number(&mut mutator, &payload);
                let offsets: &[u64] = [&[16][..], &[8, 16], &[8]][n as usize % 3];
                for &offset in offsets {
                    let same = field(&mut mutator, &special, offset).expect("its key is live");
                    assert_eq!(number(&mut mutator, &same), n, "{collection:?}");
                }
                found += 1;
                list = field(&mut mutator, &link, 16);
            }
            next = field(&mut mutator, &branch, 16);
        }
        assert_eq!(found, NODES, "{collection:?}");
    }
}
