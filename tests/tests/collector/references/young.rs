//! Weak references between the generations: young collections update and clear references from old
//! objects and native code to young objects, and do not visit those to old objects.

use core::time::Duration;

use statepoint_gc::{Handle, Mutator, TypeId, Zeal, roots::WeakTable, types::WeakKind};
use tests::managed::records::{EPHEMERON, LONG_WEAK, STRONG, WEAK};

use super::{field, heap, node, number, record, set_field};

/// Makes an old object, whose fields are null.
fn make_old(mutator: &mut Mutator, id: TypeId) -> Handle {
    let object = record(mutator, id, [None; 3]);
    mutator.collect();
    object
}

/// Runs `times` young collections, and asserts that there was no other collection.
fn collect_young(mutator: &mut Mutator, times: u32) {
    let before = mutator.heap().statistics().full_collections;
    (0..times).for_each(|_| mutator.collect_young());
    assert_eq!(mutator.heap().statistics().full_collections, before);
}

/// The old object must stay in the remembered set without further stores.
#[test]
fn a_weak_field_of_an_old_object_follows_a_young_one() {
    for kind in [WEAK, LONG_WEAK] {
        let mut cleared = 0;
        for times in 0..6 {
            let heap = heap().build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let weak = make_old(&mut mutator, kind);
            let target = node(&mut mutator, 7);
            set_field(&mut mutator, &weak, 16, Some(&target));
            for _ in 0..times {
                collect_young(&mut mutator, 1);
                let found = field(&mut mutator, &weak, 16).expect("it is held");
                assert_eq!(number(&mut mutator, &found), 7);
            }
            drop(target);
            collect_young(&mut mutator, 1);
            cleared += u32::from(field(&mut mutator, &weak, 16).is_none());
            mutator.collect();
            assert!(field(&mut mutator, &weak, 16).is_none());
        }
        // Young collections do not clear the field once the object is old.
        assert!((2..6).contains(&cleared), "{cleared} cleared by young collections");
    }
}

#[test]
fn old_ephemerons_retain_and_clear_young_values() {
    let mut cleared = 0;
    for times in 0..6 {
        let heap = heap().build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let young_key = make_old(&mut mutator, EPHEMERON);
        let old_key = make_old(&mut mutator, EPHEMERON);
        let ancient = make_old(&mut mutator, STRONG);
        let (key, value) = (node(&mut mutator, 1), node(&mut mutator, 2));
        let holder = record(&mut mutator, STRONG, [Some(&key), Some(&value), None]);
        for (ephemeron, key) in [(&young_key, &key), (&old_key, &ancient)] {
            set_field(&mut mutator, ephemeron, 8, Some(key));
            set_field(&mut mutator, ephemeron, 16, Some(&holder));
        }
        drop((holder, value));
        for _ in 0..times {
            collect_young(&mut mutator, 1);
            for ephemeron in [&young_key, &old_key] {
                let holder = field(&mut mutator, ephemeron, 16).expect("the key is held");
                let value = field(&mut mutator, &holder, 16).unwrap();
                assert_eq!(number(&mut mutator, &value), 2);
            }
        }
        set_field(&mut mutator, &old_key, 8, None);
        set_field(&mut mutator, &old_key, 16, None);
        drop(key);
        collect_young(&mut mutator, 1);
        let is_cleared = field(&mut mutator, &young_key, 16).is_none();
        assert_eq!(field(&mut mutator, &young_key, 8).is_none(), is_cleared);
        cleared += u32::from(is_cleared);
        mutator.collect();
        assert!(field(&mut mutator, &young_key, 16).is_none());
    }
    assert!((1..6).contains(&cleared), "{cleared} cleared by young collections");
}

#[test]
fn native_references_follow_objects_of_all_ages() {
    for zeal in [Zeal::Off, Zeal::EveryAllocation(3)] {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let table = WeakTable::new(&heap);
        let mut all = Vec::new();
        for round in 0..12 {
            let object = node(&mut mutator, round);
            let value = node(&mut mutator, 100 + round);
            table.insert(&mut mutator, &object, &value).unwrap();
            let weak = [WeakKind::Short, WeakKind::Long].map(|kind| object.downgrade(kind));
            mutator.finalize_with(&object, round).unwrap();
            all.push((object, weak));
            mutator.collect_young();
            for (n, (object, weak)) in all.iter().enumerate() {
                let n = n as u64;
                assert_eq!(number(&mut mutator, object), n);
                for weak in weak {
                    let found = weak.upgrade(&mut mutator).unwrap().unwrap();
                    assert_eq!(number(&mut mutator, &found), n);
                }
                let value = table.get(&mut mutator, object).unwrap().unwrap();
                assert_eq!(number(&mut mutator, &value), 100 + n);
            }
            assert!(!heap.wait_for_finalizers(Duration::ZERO));
        }
        let young = heap.statistics().young_collections;
        assert!(young >= 12, "{young}");
        // The objects that were allocated last are young, the others are old.
        let weak: Vec<_> = all.into_iter().map(|(_, weak)| weak).collect();
        mutator.collect_young();
        let mut tokens: Vec<_> = heap.drain_finalizers().map(|(_, token)| token).collect();
        assert!(zeal.is_on() || (1..12).contains(&tokens.len()), "{tokens:?}");
        assert!(tokens.is_sorted());
        mutator.collect();
        tokens.extend(heap.drain_finalizers().map(|(_, token)| token));
        tokens.sort_unstable();
        assert_eq!(tokens, (0..12).collect::<Vec<_>>());
        mutator.collect();
        for weak in weak.iter().flatten() {
            assert!(weak.upgrade(&mut mutator).unwrap().is_none());
        }
        assert!(table.is_empty());
    }
}

#[test]
fn young_collections_do_not_visit_old_weak_handles() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 1);
    mutator.collect();
    let weak: Vec<_> = (0..5000).map(|_| object.downgrade(WeakKind::Short)).collect();
    let mut visited = || {
        let before = heap.statistics().counts.weak_visited;
        mutator.collect_young();
        heap.statistics().counts.weak_visited - before
    };
    assert_eq!(visited(), 5000, "each once, since it is new");
    assert_eq!(visited(), 0);
    mutator.collect();
    assert!(weak.iter().all(|weak| weak.upgrade(&mut mutator).unwrap().is_some()));
}
