//! Weak fields and ephemerons in objects of the heap, which managed code allocates and reads.

use core::sync::atomic::{AtomicU32, Ordering};

use statepoint_gc::{Argument, Zeal};
use tests::managed::records::{self, EPHEMERON, LONG_WEAK, STRONG, WEAK};
use tests::managed::{self, call};

use super::{ZEAL_MODES, assert_moved, field, heap, node, number, record, set_field};

#[test]
fn weak_fields_refer_to_their_object_until_it_dies() {
    for zeal in ZEAL_MODES {
        for kind in [WEAK, LONG_WEAK] {
            let heap = heap().zeal(zeal).build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let (kept, lost) = (node(&mut mutator, 7), node(&mut mutator, 8));
            let strong = node(&mut mutator, 9);
            let second = record(&mut mutator, kind, [None, Some(&lost), None]);
            let first = record(&mut mutator, kind, [Some(&second), Some(&kept), Some(&strong)]);
            drop((lost, strong, second));
            mutator.collect();
            let found = field(&mut mutator, &first, 16).expect("a handle retains the object");
            assert_eq!(number(&mut mutator, &found), 7);
            let strong = field(&mut mutator, &first, 24).expect("its reference is strong");
            assert_eq!(number(&mut mutator, &strong), 9);
            let second = field(&mut mutator, &first, 8).expect("its reference is strong");
            assert!(field(&mut mutator, &second, 16).is_none(), "nothing retains the object");
            drop((kept, found));
            mutator.collect();
            assert!(field(&mut mutator, &first, 16).is_none());
            assert_moved(&heap.statistics());
        }
    }
}

#[test]
fn weak_fields_can_hold_non_references() {
    let heap = heap().build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let header = Argument::Word(records::header(WEAK));
    let fields = [header, Argument::Word(0), Argument::Word(41), Argument::Word(0)];
    let weak = managed::make(&mut mutator, managed::record, &fields).unwrap();
    mutator.collect();
    let word =
        call(&mut mutator, managed::field, &[Argument::Reference(&weak), Argument::Word(16)]);
    assert_eq!(word, Ok(41));
}

#[test]
fn ephemerons_retain_their_value_while_the_key_is_live() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let (key, value) = (node(&mut mutator, 1), node(&mut mutator, 2));
        // The value refers to the key, which must not retain the key.
        let holder = record(&mut mutator, STRONG, [Some(&key), Some(&value), None]);
        let ephemeron = record(&mut mutator, EPHEMERON, [Some(&key), Some(&holder), None]);
        drop((value, holder));
        mutator.collect();
        let holder = field(&mut mutator, &ephemeron, 16).expect("the key is live");
        let value = field(&mut mutator, &holder, 16).expect("the value keeps it");
        assert_eq!(number(&mut mutator, &value), 2);
        drop((holder, value, key));
        mutator.collect();
        assert!(field(&mut mutator, &ephemeron, 8).is_none(), "the key is dead");
        assert!(field(&mut mutator, &ephemeron, 16).is_none(), "so is the value");
        assert_moved(&heap.statistics());
    }
}

/// A chain of ephemerons in which each value is the key of the next, visited in the reverse order.
#[test]
fn ephemerons_form_chains_and_cycles() {
    for zeal in ZEAL_MODES {
        let heap = heap().zeal(zeal).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let keys: Vec<_> = (0..50).map(|number| node(&mut mutator, number)).collect();
        let mut list = None;
        for pair in keys.windows(2) {
            // The key of this ephemeron is the value of the next one.
            let link =
                record(&mut mutator, EPHEMERON, [Some(&pair[1]), Some(&pair[0]), list.as_ref()]);
            list = Some(link);
        }
        let mut keys = keys;
        let last = keys.pop().unwrap();
        drop(keys);
        mutator.collect();
        let list = list.unwrap();
        let mut ephemeron = Some(record(&mut mutator, STRONG, [Some(&list), None, None]));
        ephemeron = field(&mut mutator, &ephemeron.unwrap(), 8);
        let mut expected = 49;
        while let Some(link) = ephemeron {
            let key = field(&mut mutator, &link, 8).expect("reached by way of the others");
            let value = field(&mut mutator, &link, 16).unwrap();
            assert_eq!(number(&mut mutator, &key), expected);
            expected -= 1;
            assert_eq!(number(&mut mutator, &value), expected);
            ephemeron = field(&mut mutator, &link, 24);
        }
        assert_eq!(expected, 0);
        drop(last);
        mutator.collect();
        let mut ephemeron = Some(list);
        while let Some(link) = ephemeron {
            assert!(field(&mut mutator, &link, 8).is_none());
            assert!(field(&mut mutator, &link, 16).is_none());
            ephemeron = field(&mut mutator, &link, 24);
        }
    }
}

#[test]
fn rewritten_weak_objects_are_weak_again() {
    let heap = heap().zeal(Zeal::EveryAllocation(1)).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let weak = record(&mut mutator, WEAK, [None; 3]);
    for round in 0..20 {
        let target = node(&mut mutator, round);
        set_field(&mut mutator, &weak, 16, Some(&target));
        mutator.collect();
        let found = field(&mut mutator, &weak, 16).unwrap();
        assert_eq!(number(&mut mutator, &found), round);
        drop((target, found));
        mutator.collect();
        assert!(field(&mut mutator, &weak, 16).is_none());
    }
}

/// Increments a counter when it is dropped, also if the thread panics.
struct CountOnDrop<'a>(&'a AtomicU32);

impl Drop for CountOnDrop<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn managed_code_of_many_threads_sees_weak_fields_cleared() {
    for (zeal, rounds, count) in [(Zeal::Off, 4, 200), (Zeal::EveryAllocation(30), 1, 40)] {
        let heap = heap().zeal(zeal).collector_threads(2).build().unwrap();
        let finished = AtomicU32::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                while finished.load(Ordering::Relaxed) < 8 {
                    mutator.collect_young();
                    mutator.collect();
                }
            });
            for thread in 0..8 {
                let (heap, finished) = (&heap, CountOnDrop(&finished));
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    // On a busy machine, a round may end before a collection visits an ephemeron.
                    let is_enough =
                        |round| round >= rounds && heap.statistics().counts.ephemerons_visited > 0;
                    for _ in (0..1000).take_while(|&round| !is_enough(round)) {
                        let kind = if thread % 2 == 0 { WEAK } else { LONG_WEAK };
                        let arguments_of =
                            |count, kind| [count, records::header(kind)].map(Argument::Word);
                        let cleared =
                            call(&mut mutator, managed::weak_rounds, &arguments_of(count, kind));
                        assert_eq!(cleared, Ok(count));
                        // Without zeal mode, more objects are allocated, so that collections run
                        // during the test.
                        let ephemeron_count = if zeal.is_on() { count } else { 10 * count };
                        let arguments = arguments_of(ephemeron_count, EPHEMERON);
                        let sum = call(&mut mutator, managed::ephemeron_rounds, &arguments);
                        assert_eq!(sum, Ok(3 * ephemeron_count * ephemeron_count));
                    }
                    drop(finished);
                });
            }
        });
        let statistics = heap.statistics();
        assert!(
            statistics.counts.ephemerons_visited > 0 && statistics.counts.weak_cleared > 0,
            "{statistics:?}"
        );
        assert_moved(&statistics);
    }
}
