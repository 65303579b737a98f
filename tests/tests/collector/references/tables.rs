//! Tables with weak keys (`WeakTable`) and ephemerons, compared with a model.

use statepoint_gc::{
    Argument, Handle, Mutator, WeakHandle, Zeal, roots::WeakTable, types::WeakKind,
};
use tests::managed::records::{EPHEMERON, STRONG};
use tests::managed::{self, make};

use super::{ZEAL_MODES, assert_moved, field, heap, node, number, record, set_field};

#[test]
fn entries_are_retained_until_their_key_dies() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let table = WeakTable::new(&heap);
        let keys: Vec<_> = (0..64).map(|n| node(&mut mutator, n)).collect();
        for key in &keys {
            // The value refers to its own key.
            let value = record(&mut mutator, STRONG, [Some(key), None, None]);
            assert!(table.insert(&mut mutator, key, &value).unwrap().is_none());
        }
        assert!(table.insert(&mut mutator, &keys[1], &keys[2]).unwrap().is_some());
        let removed = table.remove(&mut mutator, &keys[3]).unwrap().unwrap();
        assert_eq!(number_of_first(&mut mutator, &removed), 3);
        mutator.collect();
        assert_eq!(table.len(), 63);
        for (n, key) in keys.iter().enumerate() {
            let found = table.get(&mut mutator, key).unwrap();
            match n {
                1 => assert_eq!(number(&mut mutator, &found.unwrap()), 2),
                3 => assert!(found.is_none()),
                _ => assert_eq!(number_of_first(&mut mutator, &found.unwrap()), n as u64),
            }
        }
        let mut live_keys: Vec<_> = keys.into_iter().skip(50).collect();
        drop(removed);
        mutator.collect();
        assert_eq!(table.len(), 14);
        live_keys.clear();
        mutator.collect();
        assert!(table.is_empty());
        assert_moved(&heap.statistics());
    }
}

fn number_of_first(mutator: &mut Mutator, object: &Handle) -> u64 {
    let first = field(mutator, object, 8).unwrap();
    number(mutator, &first)
}

/// A graph of objects with strong edges and ephemerons. Objects are indices.
#[derive(Clone, Default)]
struct Model {
    /// The two strong edges of each object.
    edges: Vec<[Option<usize>; 2]>,
    /// The object that holds the ephemeron (`None` if a table does), its key, and its value.
    ephemerons: Vec<(Option<usize>, usize, usize)>,
}

impl Model {
    /// Returns for each object whether it is reachable from `roots`, by iteration to a fixed point.
    fn live(&self, roots: &[usize]) -> Vec<bool> {
        let mut live = vec![false; self.edges.len()];
        roots.iter().for_each(|&root| live[root] = true);
        loop {
            let before = live.clone();
            for (from, edges) in self.edges.iter().enumerate() {
                if live[from] {
                    edges.iter().flatten().for_each(|&to| live[to] = true);
                }
            }
            for &(holder, key, value) in &self.ephemerons {
                if holder.is_none_or(|holder| live[holder]) && live[key] {
                    live[value] = true;
                }
            }
            if live == before {
                return live;
            }
        }
    }
}

/// Random graphs with ephemerons in objects and entries in several tables. Some objects are roots.
/// After a collection, exactly those objects are live that are reachable in the model.
#[test]
fn random_graphs_with_ephemerons_agree_with_a_model() {
    let (mut died, mut by_ephemeron) = (0, 0);
    for seed in 0..120 {
        let mut random = fastrand::Rng::with_seed(seed);
        let zeal = if seed % 3 == 0 { Zeal::EveryAllocation(5) } else { Zeal::Off };
        let workers = 1 + seed as usize % 2;
        let heap = heap().zeal(zeal).collector_threads(workers).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let count = random.usize(2..60);
        let mut model = Model { edges: vec![[None; 2]; count], ephemerons: Vec::new() };
        let mut objects: Vec<Handle> =
            (0..count).map(|_| record(&mut mutator, STRONG, [None; 3])).collect();
        for from in 0..count {
            for edge in 0..2 {
                if random.u8(..) < 70 {
                    let to = random.usize(..count);
                    model.edges[from][edge] = Some(to);
                    set_field(
                        &mut mutator,
                        &objects[from],
                        8 + 8 * edge as u64,
                        Some(&objects[to]),
                    );
                }
            }
        }
        let mut tables: Vec<_> = (0..3).map(|_| WeakTable::new(&heap)).collect();
        let mut lists = vec![None::<Handle>; count];
        for _ in 0..random.usize(..2 * count) {
            let [holder, key, value] = [(); 3].map(|()| random.usize(..count));
            let [k, v] = [key, value].map(|object| objects[object].clone());
            if random.bool() {
                // Inserts the ephemeron at the head of the holder's list.
                let link =
                    record(&mut mutator, EPHEMERON, [Some(&k), Some(&v), lists[holder].as_ref()]);
                set_field(&mut mutator, &objects[holder], 24, Some(&link));
                lists[holder] = Some(link);
                model.ephemerons.push((Some(holder), key, value));
            } else {
                // A table holds one value per key.
                let table = random.choice(&tables).unwrap();
                if table.get(&mut mutator, &k).unwrap().is_none() {
                    table.insert(&mut mutator, &k, &v).unwrap();
                    model.ephemerons.push((None, key, value));
                }
            }
        }
        drop(lists);
        let weak: Vec<WeakHandle> =
            objects.iter().map(|object| object.downgrade(WeakKind::Short)).collect();
        let roots: Vec<_> = (0..count).filter(|_| random.u8(..) < 60).collect();
        let root_handles: Vec<_> = roots.iter().map(|&root| objects[root].clone()).collect();
        objects.clear();
        mutator.collect();
        let live = model.live(&roots);
        let strong = Model { ephemerons: Vec::new(), ..model.clone() }.live(&roots);
        for (object, weak) in weak.iter().enumerate() {
            let found = weak.upgrade(&mut mutator).unwrap();
            assert_eq!(found.is_some(), live[object], "object {object} of seed {seed}");
            died += u64::from(!live[object]);
            by_ephemeron += u64::from(live[object] && !strong[object]);
        }
        let in_tables =
            |&&(holder, key, _): &&(Option<usize>, usize, usize)| holder.is_none() && live[key];
        let expected = model.ephemerons.iter().filter(in_tables).count();
        assert_eq!(tables.iter().map(WeakTable::len).sum::<usize>(), expected, "seed {seed}");
        // Without the tables only the objects' own ephemerons remain.
        tables.clear();
        model.ephemerons.retain(|&(holder, ..)| holder.is_some());
        mutator.collect();
        let live = model.live(&roots);
        for (object, weak) in weak.iter().enumerate() {
            let found = weak.upgrade(&mut mutator).unwrap();
            assert_eq!(found.is_some(), live[object], "object {object} of seed {seed}");
        }
        drop(root_handles);
        mutator.collect();
        for weak in weak {
            assert!(weak.upgrade(&mut mutator).unwrap().is_none());
        }
    }
    assert!(died > 500 && by_ephemeron > 100, "{died} died, {by_ephemeron} by ephemerons");
}

#[test]
fn many_threads_use_one_table() {
    for (zeal, rounds) in [(Zeal::Off, 30), (Zeal::EveryAllocation(25), 3)] {
        let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
        let table = WeakTable::new(&heap);
        std::thread::scope(|scope| {
            for thread in 0..16_u64 {
                let (heap, table) = (&heap, &table);
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    for round in 0..rounds {
                        let keys: Vec<_> = (0..20)
                            .map(|n| node(&mut mutator, thread << 32 | round << 8 | n))
                            .collect();
                        for key in &keys {
                            let value = record(&mut mutator, STRONG, [Some(key), None, None]);
                            table.insert(&mut mutator, key, &value).unwrap();
                        }
                        if round % 10 == 0 {
                            mutator.collect();
                        }
                        for (n, key) in keys.iter().enumerate() {
                            let value = table.get(&mut mutator, key).unwrap().unwrap();
                            let expected = thread << 32 | round << 8 | n as u64;
                            assert_eq!(number_of_first(&mut mutator, &value), expected);
                        }
                    }
                });
            }
        });
        let mut mutator = heap.attach().unwrap();
        assert!(!table.is_empty());
        // An entry whose key is a tagged number is retained forever.
        let one = managed::make(&mut mutator, managed::keep, &[Argument::Word(1)]).unwrap();
        table.insert(&mut mutator, &one, &one).unwrap();
        mutator.collect();
        assert_eq!(table.len(), 1);
        assert_moved(&heap.statistics());
    }
}

/// A chain of keys that a full collection marks in place. Each key is reachable only through the
/// entry of the previous one, so the collector visits most entries before their key is marked.
#[test]
fn entries_whose_keys_are_marked_in_place_are_retained() {
    const LENGTH: u64 = 200;
    /// Length of an array that is a large object, which no collection moves.
    const LARGE: u64 = 2_000;
    for (workers, large) in [(1, false), (2, false), (1, true), (2, true)] {
        let heap = heap().heap_max(16 << 20).collector_threads(workers).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let length = if large { LENGTH / 4 } else { LENGTH };
        let objects: Vec<Handle> = (0..=length)
            .map(|n| match large {
                true => make(&mut mutator, managed::array, &[Argument::Word(LARGE)]).unwrap(),
                false => node(&mut mutator, n),
            })
            .collect();
        let table = WeakTable::new(&heap);
        // The last link is inserted first, so that most keys are not yet marked when their entries
        // are visited.
        for n in (0..length as usize).rev() {
            table.insert(&mut mutator, &objects[n], &objects[n + 1]).unwrap();
        }
        let first = objects[0].clone();
        // Promotes the objects into full blocks.
        mutator.collect();
        drop(objects);
        let before = heap.statistics();
        mutator.collect_full();
        assert_eq!(table.len() as u64, length, "{workers} workers, large: {large}");
        let after = heap.statistics();
        assert_eq!(after.full_collections - before.full_collections, 1);
        assert_eq!(after.compacting_collections, before.compacting_collections);
        assert_eq!(after.counts.objects_moved, before.counts.objects_moved, "they stay in place");
        let mut last = first.clone();
        for n in 1..=length {
            last = table.get(&mut mutator, &last).unwrap().expect("its key is live");
            assert!(large || number(&mut mutator, &last) == n);
        }
        drop((first, last));
        mutator.collect_full();
        assert_eq!(table.len(), 0, "the first key is dead");
    }
}

/// A chain of ephemerons in the heap whose keys a full collection marks in place. In one of the two
/// orders most keys are not yet marked when their ephemerons are visited.
#[test]
fn ephemerons_whose_keys_are_marked_in_place_are_retained() {
    const LENGTH: u64 = 200;
    for (workers, backwards) in [(1, false), (1, true), (2, false), (2, true)] {
        let heap = heap().heap_max(16 << 20).collector_threads(workers).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let nodes: Vec<Handle> = (0..=LENGTH).map(|n| node(&mut mutator, n)).collect();
        let mut list = None;
        let mut order: Vec<usize> = (0..LENGTH as usize).collect();
        if backwards {
            order.reverse();
        }
        for &n in &order {
            let fields = [Some(&nodes[n]), Some(&nodes[n + 1]), list.as_ref()];
            list = Some(record(&mut mutator, EPHEMERON, fields));
        }
        let first = nodes[0].clone();
        mutator.collect();
        drop(nodes);
        let before = heap.statistics();
        mutator.collect_full();
        let after = heap.statistics();
        assert_eq!(after.compacting_collections, before.compacting_collections);
        assert_eq!(after.counts.objects_moved, before.counts.objects_moved, "they stay in place");
        let mut next = list.clone();
        for &n in order.iter().rev() {
            let link = next.expect("the list is whole");
            for (offset, expected) in [(8, n as u64), (16, n as u64 + 1)] {
                let node = field(&mut mutator, &link, offset).expect("its key is live");
                assert_eq!(number(&mut mutator, &node), expected);
            }
            next = field(&mut mutator, &link, 24);
        }
        drop((first, next));
        mutator.collect_full();
        let link = list.expect("it has links");
        assert!(field(&mut mutator, &link, 16).is_none(), "its key is dead");
    }
}
