//! Finalizers: dead objects with a registration are resurrected and queued for the host.

use core::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use statepoint_gc::{
    Argument, Heap, Zeal,
    roots::{FinalizerId, WeakTable},
    types::WeakKind,
};
use tests::managed::records::{self, EPHEMERON, LONG_WEAK, STRONG, WEAK};
use tests::managed::{self, call};

use super::{ZEAL_MODES, assert_moved, field, heap, node, number, record};

fn drain_tokens(heap: &Heap) -> Vec<u64> {
    heap.drain_finalizers().map(|(_, token)| token).collect()
}

#[test]
fn dead_objects_are_queued_once_in_registration_order() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let plain = node(&mut mutator, 77);
        let inner = record(&mut mutator, STRONG, [Some(&plain), None, None]);
        let outer = record(&mut mutator, STRONG, [Some(&inner), None, None]);
        let kept = node(&mut mutator, 5);
        mutator.finalize_with(&outer, 3).unwrap();
        mutator.finalize_with(&kept, 4).unwrap();
        mutator.finalize_with(&inner, 1).unwrap();
        mutator.finalize_with(&outer, 2).unwrap();
        let cancelled = mutator.finalize_with(&inner, 6).unwrap();
        assert_eq!(heap.cancel_finalizer(cancelled), Some(6));
        assert_eq!(heap.cancel_finalizer(cancelled), None);
        mutator.collect();
        assert!(drain_tokens(&heap).is_empty(), "handles retain all objects");
        assert!(!heap.wait_for_finalizers(Duration::ZERO));
        drop((outer, inner, plain));
        mutator.collect();
        assert!(heap.wait_for_finalizers(Duration::ZERO));
        // The queue retains these objects and all objects reachable from them.
        mutator.collect();
        let queued: Vec<_> = heap.drain_finalizers().collect();
        assert_eq!(queued.iter().map(|(_, token)| *token).collect::<Vec<_>>(), [3, 1, 2]);
        let inner = field(&mut mutator, &queued[0].0, 8).unwrap();
        for inner in [&inner, &queued[1].0] {
            let plain = field(&mut mutator, inner, 8).unwrap();
            assert_eq!(number(&mut mutator, &plain), 77);
        }
        // A queued object is queued again only if it is registered again.
        mutator.finalize_with(&queued[1].0, 9).unwrap();
        drop((queued, inner));
        mutator.collect();
        assert_eq!(drain_tokens(&heap), [9]);
        mutator.collect();
        assert!(drain_tokens(&heap).is_empty());
        assert_eq!(number(&mut mutator, &kept), 5);
        assert_moved(&heap.statistics());
    }
}

/// Short weak references are cleared before finalization, long ones after it.
#[test]
fn weak_references_are_cleared_before_or_after_finalization() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let target = node(&mut mutator, 11);
        let inner = node(&mut mutator, 12);
        let object = record(&mut mutator, STRONG, [Some(&target), Some(&inner), None]);
        let [short, long] = [WeakKind::Short, WeakKind::Long].map(|kind| inner.downgrade(kind));
        let short_field = record(&mut mutator, WEAK, [None, Some(&inner), None]);
        let long_field = record(&mut mutator, LONG_WEAK, [None, Some(&inner), None]);
        let value = node(&mut mutator, 13);
        let ephemeron = record(&mut mutator, EPHEMERON, [Some(&inner), Some(&value), None]);
        let table = WeakTable::new(&heap);
        table.insert(&mut mutator, &inner, &value).unwrap();
        mutator.finalize_with(&object, 1).unwrap();
        drop((target, inner, object, value));
        mutator.collect();
        // The object was found dead and resurrected.
        assert!(short.upgrade(&mut mutator).unwrap().is_none());
        assert!(field(&mut mutator, &short_field, 16).is_none());
        let found = long.upgrade(&mut mutator).unwrap().expect("its finalizer has not run");
        assert_eq!(number(&mut mutator, &found), 12);
        assert!(field(&mut mutator, &long_field, 16).is_some());
        let value = table.get(&mut mutator, &found).unwrap().expect("the key is resurrected");
        assert_eq!(number(&mut mutator, &value), 13);
        let value = field(&mut mutator, &ephemeron, 16).expect("the key is resurrected");
        assert_eq!(number(&mut mutator, &value), 13);
        drop((found, value));
        let finalized: Vec<_> = heap.drain_finalizers().collect();
        assert_eq!(finalized.len(), 1);
        drop(finalized);
        mutator.collect();
        assert!(long.upgrade(&mut mutator).unwrap().is_none());
        assert!(field(&mut mutator, &long_field, 16).is_none());
        assert!(field(&mut mutator, &ephemeron, 16).is_none());
        assert!(field(&mut mutator, &ephemeron, 8).is_none());
        assert!(table.is_empty());
    }
}

#[test]
fn managed_code_registers_finalizers_that_the_host_runs() {
    for (zeal, count) in [(Zeal::Off, 500), (Zeal::EveryAllocation(7), 40)] {
        const THREADS: u64 = 8;
        let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
        let sum = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (heap, done) = (&heap, &done);
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    let arguments = [count, thread * count].map(Argument::Word);
                    let last = call(&mut mutator, managed::finalizable, &arguments).unwrap();
                    // The last object may already be queued. If not, its registration is cancelled
                    // and it counts as done.
                    if heap.cancel_finalizer(FinalizerId::new(last)).is_some() {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    mutator.collect();
                });
            }
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                while done.load(Ordering::Relaxed) < THREADS * count {
                    if !heap.wait_for_finalizers(Duration::from_millis(5)) {
                        mutator.collect();
                    }
                    for (object, token) in heap.drain_finalizers() {
                        assert_eq!(number(&mut mutator, &object), token);
                        sum.fetch_add(token, Ordering::Relaxed);
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        });
        assert_eq!(done.into_inner(), THREADS * count, "each object is queued once");
        let total = THREADS * count;
        assert!(sum.into_inner() <= total * (total - 1) / 2);
        assert!(drain_tokens(&heap).is_empty());
        assert_moved(&heap.statistics());
    }
}

#[test]
fn resurrected_weak_objects_point_to_live_objects() {
    let heap = heap().zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let (kept, lost) = (node(&mut mutator, 1), node(&mut mutator, 2));
    let inner = record(&mut mutator, WEAK, [None, Some(&lost), None]);
    let weak = record(&mut mutator, WEAK, [Some(&inner), Some(&kept), None]);
    mutator.finalize_with(&weak, 1).unwrap();
    drop((weak, inner, lost));
    mutator.collect();
    let (weak, _) = heap.drain_finalizers().next().unwrap();
    let found = field(&mut mutator, &weak, 16).unwrap();
    assert_eq!(number(&mut mutator, &found), 1);
    let inner = field(&mut mutator, &weak, 8).unwrap();
    assert!(field(&mut mutator, &inner, 16).is_none());
    assert_eq!(records::header(WEAK), 21 << 8);
}

/// In zeal mode, resurrected objects are also traced in randomised order: another seed copies them
/// in another order.
#[test]
fn resurrected_objects_move_in_seeded_order() {
    let leaf_order = |seed| {
        let zeal = Zeal::EveryAllocation(u32::MAX);
        let heap = heap().zeal(zeal).zeal_seed(seed).collector_threads(1).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut level: Vec<_> = (0..27).map(|n| node(&mut mutator, n)).collect();
        while level.len() > 1 {
            let parents = level.chunks(3).map(|children| {
                let [a, b, c] = children else { unreachable!("a power of three") };
                record(&mut mutator, STRONG, [Some(a), Some(b), Some(c)])
            });
            level = parents.collect();
        }
        mutator.finalize_with(&level[0], 1).unwrap();
        drop(level);
        mutator.collect();
        let mut level: Vec<_> = heap.drain_finalizers().map(|(object, _)| object).collect();
        for _ in 0..3 {
            let mut children = Vec::new();
            for object in &level {
                children.extend([8, 16, 24].map(|at| field(&mut mutator, object, at).unwrap()));
            }
            level = children;
        }
        assert!(level.iter().enumerate().all(|(n, leaf)| number(&mut mutator, leaf) == n as u64));
        let addresses: Vec<_> = level
            .iter()
            .map(|leaf| call(&mut mutator, managed::keep, &[Argument::Reference(leaf)]).unwrap())
            .collect();
        assert_moved(&heap.statistics());
        let mut order: Vec<_> = (0..27).collect();
        order.sort_by_key(|&leaf| addresses[leaf]);
        order
    };
    let first = leaf_order(1);
    assert_eq!(first, leaf_order(1));
    assert!((2..6).any(|seed| leaf_order(seed) != first), "{first:?}");
}
