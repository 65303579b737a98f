//! Handles, weak handles and root ranges of native code.

use statepoint_gc::{
    Argument, Handle, WeakHandle, Zeal,
    roots::{ForeignHandle, RootRangeError, RootRangeKind},
    types::WeakKind,
};
use tests::managed::{self, call};

use super::{ZEAL_MODES, assert_moved, heap, node, number};

/// Both kinds of weak references.
const KINDS: [WeakKind; 2] = [WeakKind::Short, WeakKind::Long];

#[test]
fn weak_handles_refer_to_their_object_until_it_dies() {
    for zeal in ZEAL_MODES {
        for kind in KINDS {
            let heap = heap().zeal(zeal).build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let (kept, dead_node) = (node(&mut mutator, 1), node(&mut mutator, 2));
            let weak = kept.downgrade(kind);
            let copy = weak.clone();
            let dead = dead_node.downgrade(kind);
            assert_eq!(dead.kind(), kind);
            let before = dead.upgrade(&mut mutator).unwrap().unwrap();
            assert_eq!(number(&mut mutator, &before), 2);
            drop((before, dead_node));
            mutator.collect();
            assert!(dead.upgrade(&mut mutator).unwrap().is_none());
            for weak in [weak, copy] {
                let found = weak.upgrade(&mut mutator).unwrap().expect("it is live");
                assert_eq!(number(&mut mutator, &found), 1);
            }
            assert_eq!(number(&mut mutator, &kept), 1);
            assert_moved(&heap.statistics());
        }
    }
}

#[test]
fn a_cloned_handle_alone_retains_the_object() {
    let heap = heap().zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let first = node(&mut mutator, 5);
    let copies: Vec<_> = (0..100).map(|_| first.clone()).collect();
    drop(first);
    mutator.collect();
    for copy in &copies {
        assert_eq!(number(&mut mutator, copy), 5);
    }
    let weak = copies[0].downgrade(WeakKind::Short);
    drop(copies);
    mutator.collect();
    assert!(weak.upgrade(&mut mutator).unwrap().is_none());
}

#[test]
fn handles_of_another_heap_are_refused() {
    let (first, second) = (heap().build().unwrap(), heap().build().unwrap());
    let mut mutator = first.attach().unwrap();
    let node_of_first = node(&mut mutator, 1);
    let weak = node_of_first.downgrade(WeakKind::Short);
    drop(mutator);
    let mut mutator = second.attach().unwrap();
    assert!(matches!(weak.upgrade(&mut mutator), Err(ForeignHandle)));
    assert_eq!(mutator.finalize_with(&node_of_first, 1), Err(ForeignHandle));
    let table = statepoint_gc::roots::WeakTable::new(&first);
    let node_of_second = node(&mut mutator, 1);
    assert!(matches!(
        table.insert(&mut mutator, &node_of_first, &node_of_first),
        Err(ForeignHandle)
    ));
    assert!(matches!(
        table.insert(&mut mutator, &node_of_second, &node_of_first),
        Err(ForeignHandle)
    ));
    assert!(matches!(table.get(&mut mutator, &node_of_second), Err(ForeignHandle)));
}

/// References of every kind are dropped after the last `Heap`, the last `Mutator`, and the thread
/// that made them.
#[test]
fn handles_retain_their_heap() {
    let (handle, weak, table, range) = std::thread::spawn(move || {
        let heap = heap().build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let handle = node(&mut mutator, 1);
        let table = statepoint_gc::roots::WeakTable::new(&heap);
        table.insert(&mut mutator, &handle, &handle).unwrap();
        mutator.finalize_with(&handle, 1).unwrap();
        // SAFETY: the slots hold no references, and are leaked, so that they outlive the range.
        let range = unsafe {
            heap.register_root_range(
                Box::leak(Box::new([0; 4])).as_mut_ptr(),
                4,
                RootRangeKind::Strong,
            )
        };
        (handle.clone(), handle.downgrade(WeakKind::Long), table, range.unwrap())
    })
    .join()
    .unwrap();
    assert_eq!(table.len(), 1);
    drop((table, range));
    drop(handle);
    drop(weak);
}

#[test]
fn root_range_slots_retain_objects_and_are_rewritten() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut roots = vec![0_u64; 100].into_boxed_slice();
        let mut weak_roots = vec![0_u64; 10].into_boxed_slice();
        let (first, weak_first) = (roots.as_mut_ptr(), weak_roots.as_mut_ptr());
        let weak_kind = RootRangeKind::Weak(WeakKind::Short);
        // SAFETY: the slots are leaked, so they exist as long as the ranges. Only managed code
        // accesses them while a collection can run.
        let (range, weak_range) = unsafe {
            (
                heap.register_root_range(first, 100, RootRangeKind::Strong).unwrap(),
                heap.register_root_range(weak_first, 10, weak_kind).unwrap(),
            )
        };
        // SAFETY: the registration is refused.
        let second_registration =
            unsafe { heap.register_root_range(first, 1, RootRangeKind::Strong) };
        assert!(matches!(second_registration, Err(RootRangeError::Overlap { .. })));
        let mut nodes: Vec<Handle> = (0..100).map(|n| node(&mut mutator, n)).collect();
        let word = |slot: *mut u64| Argument::Word(slot.expose_provenance() as u64);
        let store = |mutator: &mut _, slot, value: Argument<'_>| {
            call(mutator, managed::set_root, &[word(slot), value]).unwrap();
        };
        for (n, node) in nodes.iter().enumerate() {
            store(&mut mutator, first.wrapping_add(n), Argument::Reference(node));
            if n % 10 == 0 {
                store(&mut mutator, weak_first.wrapping_add(n / 10), Argument::Reference(node));
            }
        }
        let weak: Vec<WeakHandle> = nodes.iter().map(|n| n.downgrade(WeakKind::Short)).collect();
        nodes.clear();
        mutator.collect();
        let mut read = |slot: *mut u64| {
            let slot = [word(slot)];
            let word = call(&mut mutator, managed::root, &slot).unwrap();
            let node = managed::make(&mut mutator, managed::root, &slot).unwrap();
            (word, if word == 0 { 0 } else { number(&mut mutator, &node) })
        };
        for n in 0..100 {
            assert_eq!(read(first.wrapping_add(n)).1, n as u64);
        }
        for n in 0..10 {
            assert_eq!(read(weak_first.wrapping_add(n)).1, 10 * n as u64);
        }
        // An unregistered range retains no objects, and the collector no longer writes to it.
        let stale = read(first.wrapping_add(1)).0;
        drop(range);
        for _ in 0..3 {
            mutator.collect();
        }
        // SAFETY: the slot exists, and the collector no longer uses the range.
        assert_eq!(unsafe { first.add(1).read() }, stale);
        for weak in weak {
            assert!(weak.upgrade(&mut mutator).unwrap().is_none());
        }
        drop(weak_range);
        assert!(weak_roots.iter().all(|&word| word == 0), "{weak_roots:?}");
        assert_moved(&heap.statistics());
        // The ranges must outlive their registrations.
        drop((roots, weak_roots));
    }
}

#[test]
fn threads_create_clone_and_drop_handles_while_others_collect() {
    for (zeal, rounds) in [(Zeal::Off, 60), (Zeal::EveryAllocation(40), 5)] {
        let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
        let exchange = exchange::Exchange::default();
        std::thread::scope(|scope| {
            for thread in 0..24_u64 {
                let (heap, exchange) = (&heap, &exchange);
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    for round in 0..rounds {
                        let nodes: Vec<_> = (0..20)
                            .map(|n| node(&mut mutator, thread << 32 | round << 8 | n))
                            .collect();
                        let kinds = nodes.iter().zip(KINDS.iter().cycle());
                        let weak: Vec<_> = kinds.map(|(n, &kind)| n.downgrade(kind)).collect();
                        let copies: Vec<_> = nodes.iter().map(Handle::clone).collect();
                        drop(nodes);
                        if round % 8 == 0 {
                            mutator.collect();
                        }
                        for (n, (copy, weak)) in copies.iter().zip(&weak).enumerate() {
                            let found =
                                weak.upgrade(&mut mutator).unwrap().expect("a copy is held");
                            let expected = thread << 32 | round << 8 | n as u64;
                            assert_eq!(number(&mut mutator, &found), expected);
                            assert_eq!(number(&mut mutator, copy), expected);
                        }
                        // Each thread drops handles that another one made.
                        exchange.push(copies);
                        drop(exchange.pop());
                    }
                });
            }
        });
        drop(exchange);
        let mut mutator = heap.attach().unwrap();
        let last = node(&mut mutator, 1).downgrade(WeakKind::Short);
        mutator.collect();
        assert!(last.upgrade(&mut mutator).unwrap().is_none());
        assert_moved(&heap.statistics());
    }
}

/// A queue through which threads pass handles to each other.
mod exchange {
    use std::sync::Mutex;

    use statepoint_gc::Handle;

    #[derive(Default)]
    pub(super) struct Exchange(Mutex<Vec<Vec<Handle>>>);

    impl Exchange {
        pub(super) fn push(&self, handles: Vec<Handle>) {
            self.0.lock().unwrap().push(handles);
        }

        pub(super) fn pop(&self) -> Option<Vec<Handle>> {
            let mut all = self.0.lock().unwrap();
            if all.len() > 10 { Some(all.remove(0)) } else { None }
        }
    }
}

/// A native thread drops handles while collections run. The verifier must treat an object as live
/// if the collection has found it live, although its only handle was dropped since.
#[test]
fn handles_are_dropped_during_verified_collections() {
    const COUNT: u64 = 1000;
    for zeal in [Zeal::Off, Zeal::EveryAllocation(500)] {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        for _ in 0..5 {
            let mut weak = Vec::new();
            let mut strong: Vec<Handle> = Vec::new();
            for number in 0..COUNT {
                let node = node(&mut mutator, number);
                weak.push(node.downgrade(KINDS[number as usize % 2]));
                strong.push(node);
            }
            std::thread::scope(|scope| {
                let dropping = scope.spawn(move || {
                    for handle in strong {
                        drop(handle);
                        std::thread::sleep(std::time::Duration::from_micros(5));
                    }
                });
                while !dropping.is_finished() {
                    mutator.collect();
                }
            });
            mutator.collect();
            for weak in weak {
                assert!(weak.upgrade(&mut mutator).unwrap().is_none());
            }
        }
        assert!(heap.statistics().counts.objects_verified > 0);
        assert_moved(&heap.statistics());
    }
}
