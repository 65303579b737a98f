//! Reference processing on a small heap, compared with a naive model.

use std::sync::Arc;

use parking_lot::Mutex;

use super::*;
use crate::collection::Scope;

mod heap;
mod model;

use heap::{Heap, Type};
use model::{Model, Object};

/// Random objects, mutations, and young and full collections.
fn run(seed: u64) -> (ReferenceCounts, u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    // Threads are slow to start.
    let threads = if seed.is_multiple_of(16) { 3 } else { 1 };
    let mut heap = Heap::new(6000, !seed).with_threads(threads);
    let mut model = Model::default();
    let table = Arc::new(Mutex::new(Entries::default()));
    heap.references.tables.add(&table);
    let (mut counts, mut remembered) = (ReferenceCounts::default(), 0);
    for token in 0..random.u64(2..8) {
        let address_of =
            |model: &Model, n: Option<usize>| n.map_or(0, |n| model.objects[n].address);
        for _ in 0..random.usize(1..40) {
            let live: Vec<_> =
                (0..model.objects.len()).filter(|&n| model.objects[n].live).collect();
            let mut any = || random.choice(&live).copied().filter(|_| random.u8(..) < 220);
            let fields = [any(), any(), any()];
            let (some, other) = (any(), any());
            match random.u8(..20) {
                0..8 => {
                    let kinds = [Type::Strong, Type::Short, Type::Long, Type::Ephemeron];
                    let kind = kinds[random.usize(..4)];
                    let address = heap.make(kind, fields.map(|field| address_of(&model, field)));
                    model.objects.push(Object { address, kind, fields, live: true });
                }
                8..12 => {
                    let (Some(object), n) = (some, random.usize(..3)) else { continue };
                    let address = model.objects[object].address;
                    heap.field(address, n).store(address_of(&model, other), Relaxed);
                    model.objects[object].fields[n] = other;
                    if heap.placement.old.contains(&address) {
                        heap.remembered.insert(address);
                    }
                }
                12..14 => {
                    let Some(object) = some else { continue };
                    let kind = *random.choice(&[WeakKind::Short, WeakKind::Long]).unwrap();
                    let cell = heap.references.weak(kind).insert(model.objects[object].address);
                    model.weak.push((kind, cell, some));
                }
                14..16 => {
                    let (Some(key), Some(value)) = (some, other) else { continue };
                    let [k, v] = [key, value].map(|n| model.objects[n].address);
                    let before = table.lock().insert(k, v);
                    let expected = model.entries.insert(key, value);
                    assert_eq!(before.unwrap_or(0), address_of(&model, expected));
                }
                16..18 => {
                    let Some(object) = some else { continue };
                    let token = token << 32 | model.finalizable.len() as u64;
                    heap.references.finalizers.register(model.objects[object].address, token);
                    model.finalizable.push((object, token));
                }
                _ => {
                    let Some(object) = some else { continue };
                    if !model.roots.remove(&object) {
                        model.roots.insert(object);
                    }
                }
            }
        }
        let kind = *random.choice(&[Scope::Young, Scope::Full]).unwrap();
        let is_live: Vec<_> = model
            .objects
            .iter()
            .map(|o| o.live && kind == Scope::Young && heap.placement.old.contains(&o.address))
            .collect();
        let mut roots: Vec<_> = model.roots.iter().map(|&n| model.objects[n].address).collect();
        let before = model.queued.len();
        counts += heap.collect(kind, &mut roots);
        remembered += heap.remembered.len() as u64;
        model.collect(&is_live);
        for (n, object) in model.objects.iter_mut().enumerate().filter(|(_, o)| o.address != 0) {
            let now = heap.now(object.address);
            assert_eq!(now.is_some(), object.live, "object {n} of seed {seed}, {kind:?}");
            object.address = now.unwrap_or(0);
        }
        for object in model.objects.iter().filter(|object| object.live) {
            for (n, &field) in object.fields.iter().enumerate() {
                let found = heap.field(object.address, n).load(Relaxed);
                assert_eq!(found, address_of(&model, field), "{object:?}, {n}, seed {seed}");
            }
        }
        for &(kind, cell, target) in &model.weak {
            let found = heap.references.weak(kind).get(cell);
            assert_eq!(found, address_of(&model, target), "{kind:?}, seed {seed}");
        }
        for (&key, &value) in &model.entries {
            let [key, value] = [key, value].map(|n| model.objects[n].address);
            assert_eq!(table.lock().find(key), Some(value), "seed {seed}");
        }
        assert_eq!(table.lock().len(), model.entries.len(), "seed {seed}");
        let queued: Vec<_> = core::iter::from_fn(|| heap.references.finalizers.pop()).collect();
        assert_eq!(queued.len(), model.queued.len() - before, "seed {seed}");
        for (&(cell, token), &(object, expected)) in queued.iter().zip(&model.queued[before..]) {
            let word = heap.handles.get(cell);
            assert_eq!((word, token), (model.objects[object].address, expected), "seed {seed}");
            heap.handles.remove(cell);
        }
        model.queued.clear();
    }
    (counts, remembered)
}

#[test]
fn random_heaps_agree_with_the_naive_model() {
    let (mut counts, mut remembered) = (ReferenceCounts::default(), 0);
    for seed in 0..1200 {
        let (of_run, remembered_by_run) = run(seed);
        counts += of_run;
        remembered += remembered_by_run;
    }
    assert!(counts.ephemerons > 2000 && counts.ephemerons_cleared > 400, "{counts:?}");
    assert!(counts.weak > 2000 && counts.weak_cleared > 400, "{counts:?}");
    assert!(counts.finalizable > 400 && remembered > 400, "{counts:?}, {remembered}");
}

/// The order of a chain of ephemerons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// From the first to the last.
    Forwards,
    /// From the last to the first.
    Backwards,
    Random,
}

/// A chain of ephemerons, each with a value that is the next one's key, that are found in this
/// order.
fn chain(length: usize, in_table: bool, order: Order) -> (ReferenceCounts, u64) {
    let mut heap = Heap::new(8 * length + 16, 1);
    let keys: Vec<_> = (0..=length).map(|_| heap.make(Type::Strong, [0; 3])).collect();
    let table = Arc::new(Mutex::new(Entries::default()));
    heap.references.tables.add(&table);
    let mut indices: Vec<_> = (0..length).collect();
    match order {
        Order::Forwards => {}
        Order::Backwards => indices.reverse(),
        Order::Random => fastrand::Rng::with_seed(7).shuffle(&mut indices),
    }
    let mut list = 0;
    // The list is traced from its head.
    indices.iter().rev().filter(|_| !in_table).for_each(|&n| {
        list = heap.make(Type::Ephemeron, [keys[n], keys[n + 1], list]);
    });
    if in_table {
        for n in indices {
            table.lock().insert(keys[n], keys[n + 1]);
        }
    }
    let counts = heap.collect(Scope::Full, &mut [keys[0], list]);
    assert!(keys.iter().all(|&key| heap.now(key).is_some()), "all are live");
    (counts, heap.queries())
}

/// The number of inspections does not grow faster than the chain, in any order.
#[test]
fn ephemeron_chain_costs_few_inspections_each() {
    for order in [Order::Forwards, Order::Backwards, Order::Random] {
        for in_table in [false, true] {
            for length in [10, 1000, 2000, 4000, 8000] {
                let (counts, queries) = chain(length, in_table, order);
                let inspections = counts.ephemerons as usize;
                let max = match order {
                    // A round in each direction.
                    Order::Forwards | Order::Backwards => 2 * length,
                    // Three rounds, and the waiting list.
                    Order::Random => 5 * length,
                };
                assert!(
                    (length..=max).contains(&inspections),
                    "{inspections} inspections of {length}, {order:?}, in a table: {in_table}"
                );
                assert!(queries <= 32 * length as u64, "{queries} queries for {length}");
            }
        }
    }
}

/// Many ephemerons that do not depend on each other are inspected once, and the dead ones once
/// more.
#[test]
fn independent_ephemerons_are_resolved_by_one_round() {
    const COUNT: usize = 4000;
    let mut heap = Heap::new(8 * COUNT, 1).with_threads(3);
    let mut roots = Vec::new();
    let mut list = 0;
    for n in 0..COUNT {
        let [key, value] = [0, 1].map(|_| heap.make(Type::Strong, [0; 3]));
        list = heap.make(Type::Ephemeron, [key, value, list]);
        if n % 4 == 0 {
            roots.push(key);
        }
    }
    roots.push(list);
    let counts = heap.collect(Scope::Full, &mut roots);
    assert_eq!(counts.ephemerons as usize, COUNT + COUNT / 4 * 3);
    assert_eq!(counts.ephemerons_cleared as usize, COUNT / 4 * 3);
}

/// The objects of several tasks are queued in the order of registration.
#[test]
fn many_dead_objects_are_queued_in_the_order_of_registration() {
    const COUNT: u64 = 5000;
    let mut heap = Heap::new(3 * COUNT as usize, 1).with_threads(4);
    let mut objects: Vec<_> = (0..COUNT).map(|_| heap.make(Type::Strong, [0; 3])).collect();
    let register = |heap: &Heap, objects: &[u64], first: u64| {
        (first..).zip(objects).for_each(|(token, &object)| {
            heap.references.finalizers.register(object, token);
        });
    };
    let half = COUNT as usize / 2;
    register(&heap, &objects[..half], 0);
    // Some of the objects are promoted.
    heap.collect(Scope::Young, &mut objects);
    register(&heap, &objects[half..], COUNT / 2);
    assert_eq!(heap.collect(Scope::Full, &mut []).finalizable, COUNT);
    let queued = core::iter::from_fn(|| heap.references.finalizers.pop());
    assert!(queued.map(|(_, token)| token).eq(0..COUNT));
}

#[test]
fn young_collection_does_not_visit_old_references() {
    const COUNT: usize = 2000;
    let mut heap = Heap::new(8 * COUNT, 1);
    let table = Arc::new(Mutex::new(Entries::default()));
    heap.references.tables.add(&table);
    let mut roots: Vec<_> = (0..COUNT).map(|_| heap.make(Type::Strong, [0; 3])).collect();
    for &object in &roots {
        heap.references.weak(WeakKind::Short).insert(object);
        heap.references.weak(WeakKind::Long).insert(object);
        heap.references.finalizers.register(object, 1);
        table.lock().insert(object, object);
    }
    while roots.iter().any(|&object| heap.is_young(object)) {
        heap.collect(Scope::Young, &mut roots);
        assert!(heap.queries() > 0);
    }
    let counts = heap.collect(Scope::Young, &mut []);
    assert_eq!((heap.queries(), counts), (0, ReferenceCounts::default()));
    // If there is one young object, only that one is queried.
    let young = heap.make(Type::Strong, [0; 3]);
    heap.references.weak(WeakKind::Short).insert(young);
    let counts = heap.collect(Scope::Young, &mut []);
    assert_eq!((counts.weak, counts.weak_cleared), (1, 1));
    heap.collect(Scope::Full, &mut roots);
    assert!(heap.queries() > 4 * COUNT as u64);
}
