//! Pins: a pinned object stays in place and live while others move; pins are counted.

use statepoint_gc::{
    Argument, Zeal,
    roots::{ForeignHandle, PinError, PinnedObject},
    types::WeakKind,
};
use tests::managed::records::STRONG;
use tests::managed::{self, call, make};

use super::{ZEAL_MODES, assert_moved, field, heap, node, number, record};

/// Returns the address of an object.
fn address(mutator: &mut statepoint_gc::Mutator, object: &statepoint_gc::Handle) -> usize {
    call(mutator, managed::keep, &[Argument::Reference(object)]).unwrap() as usize
}

#[test]
fn pinned_objects_do_not_move_while_others_do() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let objects: Vec<_> = (0..60)
            .map(|n| {
                let inner = node(&mut mutator, n);
                record(&mut mutator, STRONG, [Some(&inner), None, None])
            })
            .collect();
        let pins: Vec<PinnedObject> =
            objects.iter().step_by(7).map(|object| mutator.pin(object).unwrap()).collect();
        let original: Vec<_> = objects.iter().map(|object| address(&mut mutator, object)).collect();
        let mut moved = 0;
        for _ in 0..3 {
            mutator.collect();
            for (n, (object, &original)) in objects.iter().zip(&original).enumerate() {
                let now = address(&mut mutator, object);
                if n % 7 == 0 {
                    assert_eq!(now, original, "pinned");
                    assert_eq!(pins[n / 7].as_ptr().addr().get(), now);
                }
                moved += usize::from(now != original);
                let inner = field(&mut mutator, object, 8).unwrap();
                let inner = number(&mut mutator, &inner);
                assert_eq!(inner, n as u64, "the reference in the object is rewritten");
            }
        }
        assert!(moved > 0, "others move");
        assert_moved(&heap.statistics());
    }
}

#[test]
fn a_pin_alone_retains_its_object_and_is_counted() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let object = node(&mut mutator, 21);
        let weak = object.downgrade(WeakKind::Long);
        let (first, second) = (mutator.pin(&object).unwrap(), mutator.pin(&object).unwrap());
        assert_eq!(first.as_ptr(), second.as_ptr());
        drop(object);
        drop(first);
        for _ in 0..3 {
            mutator.collect();
        }
        // SAFETY: the object is pinned, and this word of it contains a number.
        let left = unsafe { second.as_ptr().cast::<u64>().add(1).read() };
        assert_eq!(left, 2 * 21 + 1);
        let object = weak.upgrade(&mut mutator).unwrap().expect("pinned objects are live");
        assert_eq!(address(&mut mutator, &object), second.as_ptr().addr().get());
        // Pinned again before a collection has noticed that the pin was dropped.
        drop(second);
        let third = mutator.pin(&object).unwrap();
        mutator.collect();
        assert_eq!(address(&mut mutator, &object), third.as_ptr().addr().get());
        drop((third, object));
        mutator.collect();
        mutator.collect();
        assert!(weak.upgrade(&mut mutator).unwrap().is_none());
    }
}

#[test]
fn unpinned_objects_move_again() {
    let heap = heap().zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 1);
    let pin = mutator.pin(&object).unwrap();
    mutator.collect();
    let place = pin.as_ptr().addr().get();
    drop(pin);
    let mut moved = false;
    for _ in 0..20 {
        mutator.collect();
        moved |= address(&mut mutator, &object) != place;
    }
    assert!(moved);
    assert_eq!(number(&mut mutator, &object), 1);
}

#[test]
fn only_objects_of_the_heap_are_pinned() {
    let (heap, other) = (heap().build().unwrap(), heap().build().unwrap());
    let mut mutator = heap.attach().unwrap();
    for word in [0, 41] {
        let handle = make(&mut mutator, managed::keep, &[Argument::Word(word)]).unwrap();
        assert_eq!(mutator.pin(&handle).unwrap_err(), PinError::NoObject { word });
    }
    let foreign = std::thread::scope(|scope| {
        scope.spawn(|| node(&mut other.attach().unwrap(), 1)).join().unwrap()
    });
    assert_eq!(mutator.pin(&foreign).unwrap_err(), PinError::ForeignHandle(ForeignHandle));
    // A pin outlives the thread's attachment, and the heap's last handle.
    let object = node(&mut mutator, 3);
    let pin = mutator.pin(&object).unwrap();
    drop((mutator, object, heap));
    // SAFETY: the object is pinned and has at least two words.
    assert_eq!(unsafe { pin.as_ptr().cast::<u64>().add(1).read() }, 7);
}

#[test]
fn large_objects_can_be_pinned() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let element = node(&mut mutator, 5);
    let arguments = [Argument::Word(5000), Argument::Reference(&element)];
    let array = make(&mut mutator, managed::fill, &arguments).unwrap();
    let pin = mutator.pin(&array).unwrap();
    for _ in 0..3 {
        mutator.collect();
    }
    assert_eq!(address(&mut mutator, &array), pin.as_ptr().addr().get());
    assert_eq!(call(&mut mutator, managed::same, &[Argument::Reference(&array)]), Ok(1));
    // SAFETY: the array is pinned, and its second word is its length.
    assert_eq!(unsafe { pin.as_ptr().cast::<u64>().add(1).read() }, 5000);
}

#[test]
fn many_threads_pin_while_others_collect() {
    for (zeal, rounds) in [(Zeal::Off, 40), (Zeal::EveryAllocation(50), 4)] {
        let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..16_u64 {
                let heap = &heap;
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    let mut kept: Vec<(u64, PinnedObject)> = Vec::new();
                    let mut unpinned = Vec::new();
                    for round in 0..rounds {
                        for n in 0..10 {
                            let n = thread << 32 | round << 8 | n;
                            let object = node(&mut mutator, n);
                            kept.push((n, mutator.pin(&object).unwrap()));
                            unpinned.push((n, node(&mut mutator, n)));
                        }
                        if round % 8 == thread % 8 {
                            mutator.collect();
                        }
                        for (n, pin) in &kept {
                            // SAFETY: the object is pinned and has at least two words, and no other
                            // code writes to it.
                            let left = unsafe { pin.as_ptr().cast::<u64>().add(1).read() };
                            assert_eq!(left, 2 * n + 1);
                        }
                        for (n, object) in &unpinned {
                            assert_eq!(number(&mut mutator, object), *n);
                        }
                        unpinned.truncate(20);
                        // One of 16 pins is kept for another round.
                        let mut index = 0;
                        kept.retain(|_| {
                            index += 1;
                            index % 16 == 0
                        });
                    }
                });
            }
        });
        assert_moved(&heap.statistics());
    }
}

#[test]
fn pinned_objects_are_counted_as_retained() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let objects: Vec<_> = (0..12).map(|n| node(&mut mutator, n)).collect();
    let _pins: Vec<PinnedObject> =
        objects.iter().step_by(4).map(|object| mutator.pin(object).unwrap()).collect();
    mutator.collect_young();
    let counts = heap.statistics().counts;
    assert_eq!((counts.objects_kept, counts.objects_moved), (3, 9));
}
