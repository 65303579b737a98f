//! Bulk operations on arrays and objects (copy, fill, clone), from managed and from native code:
//! random sequences are compared with a model, and bounds, types and the write barrier are checked.

use std::sync::atomic::{AtomicBool, Ordering};

use statepoint_gc::{
    AccessError, Argument, Handle, Heap, HeapVerification, Mutator, TypeId, TypeLayout, Zeal,
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, make};

/// Type ID of arrays of bytes.
const BYTES: TypeId = TypeId::new(20);
/// Length of an array that is copied in four chunks: three of 4096 elements and one of 5.
const LONG_LENGTH: u64 = 3 * 4096 + 5;
/// Results of `spgc_array_copy` and `spgc_array_fill` for refused operations.
const SOURCE_OUT_OF_BOUNDS: u64 = -1_i64 as u64;
const DESTINATION_OUT_OF_BOUNDS: u64 = -2_i64 as u64;
const TYPE_MISMATCH: u64 = -3_i64 as u64;

/// Builds a heap with byte arrays, verified in zeal mode.
fn heap(bytes: usize, zeal: Zeal) -> Heap {
    let verify = HeapVerification { before: zeal.is_on(), after: zeal.is_on() };
    managed::heap()
        .register_type(BYTES, TypeLayout::PlainArray { element_size: 1 })
        .heap_max(bytes)
        .zeal(zeal)
        .verify(verify)
        .build()
        .unwrap()
}

/// Makes a node with a number in its left field.
fn node(mutator: &mut Mutator, number: u64) -> Handle {
    make(mutator, managed::pair, &[Argument::Word(number), Argument::Word(0)]).unwrap()
}

/// Makes an array of null references.
fn references(mutator: &mut Mutator, length: u64) -> Handle {
    make(mutator, managed::references, &[Argument::Word(length)]).unwrap()
}

/// Copies elements in managed code, and returns the status.
fn copy(mutator: &mut Mutator, to: (&Handle, u64), from: (&Handle, u64), count: u64) -> u64 {
    let arguments = [
        Argument::Reference(to.0),
        Argument::Word(to.1),
        Argument::Reference(from.0),
        Argument::Word(from.1),
        Argument::Word(count),
    ];
    call(mutator, managed::array_copy, &arguments).unwrap()
}

/// Fills elements in managed code, and returns the status.
fn fill(mutator: &mut Mutator, to: (&Handle, u64), value: Argument<'_>, count: u64) -> u64 {
    let arguments = [Argument::Reference(to.0), Argument::Word(to.1), value, Argument::Word(count)];
    call(mutator, managed::array_fill, &arguments).unwrap()
}

/// Returns the hash of an array of references that managed code computes.
fn hash(mutator: &mut Mutator, array: &Handle) -> u64 {
    call(mutator, managed::array_hash, &[Argument::Reference(array)]).unwrap()
}

/// Returns the hash that managed code computes for an array with these contents.
fn model_hash(array: &[u64]) -> u64 {
    array.iter().fold(array.len() as u64, |hash, content| {
        hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(*content)
    })
}

/// Arrays of references, each with its expected contents.
struct ModelledArrays<'a> {
    mutator: &'a mut Mutator,
    random: fastrand::Rng,
    nodes: Vec<(Handle, u64)>,
    arrays: Vec<(Handle, Vec<u64>)>,
}

impl<'a> ModelledArrays<'a> {
    fn new(mutator: &'a mut Mutator, seed: u64, lengths: &[u64]) -> Self {
        let nodes = (0..8).map(|n| 2 * (seed * 100 + n) + 1);
        let nodes = nodes.map(|number| (node(mutator, number), number)).collect();
        let arrays =
            lengths.iter().map(|&n| (references(mutator, n), vec![0; n as usize])).collect();
        Self { mutator, random: fastrand::Rng::with_seed(seed), nodes, arrays }
    }

    /// Returns a random array and range: index of the array, first element, number of elements.
    fn random_range(&mut self) -> (usize, usize, usize) {
        let array = self.random.usize(..self.arrays.len());
        let length = self.arrays[array].1.len();
        let begin = self.random.usize(..=length);
        (array, begin, self.random.usize(..=length - begin))
    }

    /// Performs a random operation on the arrays and their models: a fill, a clone, a store of one
    /// element, or a copy.
    fn step(&mut self) {
        let (a, begin, count) = self.random_range();
        match self.random.u32(..8) {
            0 => {
                let number = 2 * self.random.u64(..1000) + 1;
                let array = (&self.arrays[a].0, begin as u64);
                let status = fill(self.mutator, array, Argument::Word(number), count as u64);
                assert_eq!(status, 0);
                self.arrays[a].1[begin..begin + count].fill(number);
            }
            1 | 2 => {
                let (node, number) = &self.nodes[self.random.usize(..8)];
                let array = (&self.arrays[a].0, begin as u64);
                let value = Argument::Reference(node);
                assert_eq!(fill(self.mutator, array, value, count as u64), 0);
                self.arrays[a].1[begin..begin + count].fill(*number);
            }
            3 => {
                let array = Argument::Reference(&self.arrays[a].0);
                let clone = make(self.mutator, managed::clone, &[array]).unwrap();
                let model = self.arrays[a].1.clone();
                self.arrays[a] = (clone, model);
            }
            4 => {
                let clone = self.mutator.clone_object(&self.arrays[a].0).unwrap();
                let model = self.arrays[a].1.clone();
                self.arrays[a] = (clone, model);
            }
            5 if begin < self.arrays[a].1.len() => {
                let (array, model) = &mut self.arrays[a];
                let (node, number) = &self.nodes[self.random.usize(..8)];
                let offset = 16 + 8 * begin;
                if self.random.bool() {
                    self.mutator.store_reference(&*array, offset, Some(node)).unwrap();
                    model[begin] = *number;
                } else {
                    self.mutator.store_reference(&*array, offset, None).unwrap();
                    model[begin] = 0;
                }
            }
            kind => {
                // Half of the copies are within one array.
                let (b, from) = match self.random.bool() {
                    true => (a, self.random.usize(..=self.arrays[a].1.len())),
                    false => {
                        let (b, from, _) = self.random_range();
                        (b, from)
                    }
                };
                let count = count.min(self.arrays[b].1.len() - from);
                let copied = self.arrays[b].1[from..from + count].to_vec();
                let (to, source) = (&self.arrays[a].0, &self.arrays[b].0);
                let (index, from, number) = (begin as u64, from as u64, count as u64);
                if kind == 6 {
                    self.mutator.copy_elements(to, index, source, from, number).unwrap();
                } else {
                    assert_eq!(copy(self.mutator, (to, index), (source, from), number), 0);
                }
                self.arrays[a].1[begin..begin + count].copy_from_slice(&copied);
            }
        }
    }

    fn check(&mut self) {
        for (array, model) in &self.arrays {
            assert_eq!(hash(self.mutator, array), model_hash(model));
            assert_eq!(self.mutator.array_length(array), Ok(model.len() as u64));
        }
    }
}

/// Asserts that there were collections, and that they visited roots and moved objects.
fn assert_objects_moved(heap: &Heap) {
    let statistics = heap.statistics();
    assert!(statistics.young_collections + statistics.full_collections > 5, "{statistics:?}");
    assert!(statistics.counts.objects_moved > 100, "{statistics:?}");
    assert!(statistics.counts.frames_walked > 0, "{statistics:?}");
    assert_eq!(statistics.counts.records_matched, statistics.counts.frames_walked);
    assert!(statistics.counts.roots_visited > 100, "{statistics:?}");
}

#[test]
fn copied_arrays_are_correct_in_zeal_mode() {
    // With a collection at every poll, each element that managed code checks costs a collection.
    for (zeal, long, steps) in
        [(Zeal::EveryAllocation(1), LONG_LENGTH, 150), (Zeal::EveryPoll, 90, 30)]
    {
        let heap = heap(4 << 20, zeal);
        let mut mutator = heap.attach().unwrap();
        for seed in 0..2 {
            let mut arrays = ModelledArrays::new(&mut mutator, seed, &[0, 1, 7, 40, long]);
            for step in 0..steps {
                arrays.step();
                if step % 10 == 0 {
                    arrays.check();
                }
            }
            arrays.check();
        }
        assert_objects_moved(&heap);
    }
}

/// Returns the contents of an array of references. The host reads them, without a safepoint.
fn contents(mutator: &mut Mutator, array: &Handle) -> Vec<u64> {
    let length = mutator.array_length(array).unwrap() as usize;
    let element = |index| match mutator.load_word(array, 16 + 8 * index) {
        Ok(word) => word,
        Err(AccessError::IsReference { .. }) => {
            let node = mutator.load_reference(array, 16 + 8 * index).unwrap().unwrap();
            mutator.load_word(&node, 8).unwrap()
        }
        Err(error) => panic!("{error}"),
    };
    (0..length).map(element).collect()
}

/// All objects move between the chunks of long copies. Overlapping ranges of one array are copied
/// in the correct direction.
#[test]
fn long_copies_survive_collections_between_chunks() {
    let heap = heap(8 << 20, Zeal::EveryPoll);
    let mut mutator = heap.attach().unwrap();
    let node = node(&mut mutator, 7);
    let array = references(&mut mutator, LONG_LENGTH);
    let mut model: Vec<u64> = (0..LONG_LENGTH).map(|n| 2 * n + 1).collect();
    for (index, number) in model.iter().enumerate() {
        mutator.store_word(&array, 16 + 8 * index, *number).unwrap();
    }
    let value = Argument::Reference(&node);
    assert_eq!(fill(&mut mutator, (&array, 100), value, 4200), 0);
    model[100..4300].fill(7);
    for (to, from) in [(1, 0), (0, 1), (5000, 0), (0, 5000), (4096, 0), (0, 4097), (300, 300)] {
        let count = LONG_LENGTH - to.max(from);
        assert_eq!(copy(&mut mutator, (&array, to), (&array, from), count), 0);
        model.copy_within(from as usize..(from + count) as usize, to as usize);
        assert_eq!(contents(&mut mutator, &array), model, "{from} to {to}");
    }
    let clone = make(&mut mutator, managed::clone, &[Argument::Reference(&array)]).unwrap();
    assert_eq!(contents(&mut mutator, &clone), model);
    let statistics = heap.statistics();
    assert!(statistics.young_collections + statistics.full_collections > 20, "{statistics:?}");
}

#[test]
fn arrays_copied_by_several_threads_are_correct_in_zeal_mode() {
    for zeal in [Zeal::EveryAllocation(1), Zeal::EveryAllocation(7)] {
        let heap = heap(8 << 20, zeal);
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let heap = &heap;
                scope.spawn(move || {
                    let mut mutator = heap.attach().unwrap();
                    let mut arrays = ModelledArrays::new(&mut mutator, seed, &[1, 30, 500, 5000]);
                    for _ in 0..80 {
                        arrays.step();
                    }
                    arrays.check();
                });
            }
        });
        assert_objects_moved(&heap);
    }
}

/// Two threads copy arrays of different nodes to a third array, which two others read. Another
/// thread moves all objects continuously, also between the chunks of the copies.
#[test]
fn concurrent_readers_of_a_copy_see_whole_references() {
    let heap = heap(8 << 20, Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let arrays = [3, 5].map(|number| {
        let (array, node) = (references(&mut mutator, LONG_LENGTH), node(&mut mutator, number));
        assert_eq!(fill(&mut mutator, (&array, 0), Argument::Reference(&node), LONG_LENGTH), 0);
        array
    });
    let shared = make(&mut mutator, managed::clone, &[Argument::Reference(&arrays[0])]).unwrap();
    let done = AtomicBool::new(false);
    let (shared, done, heap) = (&shared, &done, &heap);
    std::thread::scope(|scope| {
        for array in &arrays {
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                while !done.load(Ordering::Relaxed) {
                    for shift in [0, 1] {
                        let status =
                            copy(&mut mutator, (shared, shift), (array, 0), LONG_LENGTH - shift);
                        assert_eq!(status, 0);
                    }
                }
            });
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                while !done.load(Ordering::Relaxed) {
                    let foreign_elements =
                        call(&mut mutator, managed::foreign_nodes, &[Argument::Reference(shared)]);
                    assert_eq!(foreign_elements, Ok(0));
                    let clone = mutator.clone_object(shared).unwrap();
                    let foreign_elements =
                        call(&mut mutator, managed::foreign_nodes, &[Argument::Reference(&clone)]);
                    assert_eq!(foreign_elements, Ok(0));
                }
            });
        }
        for _ in 0..200 {
            mutator.collect();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_objects_moved(heap);
}

/// There is a poll between the chunks of a copy, so that a long copy does not delay a stop.
#[test]
fn long_copies_poll_between_chunks() {
    let heap = heap(8 << 20, Zeal::EveryPoll);
    let mut mutator = heap.attach().unwrap();
    let [to, from] = [0; 2].map(|_| references(&mut mutator, LONG_LENGTH));
    let collections = || {
        let statistics = heap.statistics();
        statistics.young_collections + statistics.full_collections
    };
    let before = collections();
    assert_eq!(copy(&mut mutator, (&to, 0), (&from, 0), 4096), 0);
    let short = collections() - before;
    let before = collections();
    assert_eq!(copy(&mut mutator, (&to, 0), (&from, 0), LONG_LENGTH), 0);
    // The long copy has four chunks, the short one has one.
    assert_eq!(collections() - before, short + 3);
}

#[test]
fn bytes_and_words_are_copied_as_by_memmove() {
    let heap = heap(4 << 20, Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    const LENGTH: usize = 70_000;
    let mut arrays = [0; 2].map(|_| {
        let array = make(&mut mutator, managed::bytes, &[Argument::Word(LENGTH as u64)]).unwrap();
        let mut model = vec![0_u8; LENGTH];
        for at in (0..LENGTH).step_by(8) {
            let bytes = random.u64(..).to_le_bytes();
            mutator.store_word(&array, 16 + at, u64::from_le_bytes(bytes)).unwrap();
            model[at..at + 8].copy_from_slice(&bytes);
        }
        (array, model)
    });
    for round in 0..200 {
        let [to, from] = [0; 2].map(|_| random.usize(..=LENGTH));
        let limit = if round % 2 == 0 { LENGTH } else { 40 };
        let count = random.usize(..=limit.min(LENGTH - to.max(from)));
        let (a, b) = (random.usize(..2), random.usize(..2));
        let copied = arrays[b].1[from..from + count].to_vec();
        let (target, source) = ((&arrays[a].0, to as u64), (&arrays[b].0, from as u64));
        assert_eq!(copy(&mut mutator, target, source, count as u64), 0);
        arrays[a].1[to..to + count].copy_from_slice(&copied);
        if round % 20 == 0 {
            mutator.collect();
        }
    }
    for (array, model) in &arrays {
        let clone = make(&mut mutator, managed::clone, &[Argument::Reference(array)]).unwrap();
        for object in [array, &clone] {
            for (index, bytes) in model.chunks_exact(8).enumerate() {
                let word = mutator.load_word(object, 16 + 8 * index);
                assert_eq!(word, Ok(u64::from_le_bytes(bytes.try_into().unwrap())));
            }
        }
    }
    let words = [20, 21].map(|n| make(&mut mutator, managed::array, &[Argument::Word(n)]).unwrap());
    for index in 0..20 {
        mutator.store_word(&words[0], 16 + 8 * index, 1000 + index as u64).unwrap();
    }
    assert_eq!(copy(&mut mutator, (&words[1], 1), (&words[0], 0), 20), 0);
    mutator.collect();
    for index in 0..20 {
        assert_eq!(mutator.load_word(&words[1], 24 + 8 * index), Ok(1000 + index as u64));
    }
    assert!(heap.statistics().counts.objects_moved > 0);
}

#[test]
fn refused_copies_change_nothing() {
    let heap = heap(4 << 20, Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let [a, b] = [10, 20].map(|length| references(&mut mutator, length));
    let object = node(&mut mutator, 9);
    assert_eq!(fill(&mut mutator, (&a, 0), Argument::Reference(&object), 10), 0);
    assert_eq!(fill(&mut mutator, (&b, 0), Argument::Word(77), 20), 0);
    let words = make(&mut mutator, managed::array, &[Argument::Word(10)]).unwrap();
    let bytes = make(&mut mutator, managed::bytes, &[Argument::Word(10)]).unwrap();
    let before = [hash(&mut mutator, &a), hash(&mut mutator, &b)];

    for (index, count) in [(11, 0), (0, 11), (10, 1), (u64::MAX, 2), (1, u64::MAX), (1 << 63, 0)] {
        assert_eq!(copy(&mut mutator, (&b, 0), (&a, index), count), SOURCE_OUT_OF_BOUNDS);
        assert_eq!(
            fill(&mut mutator, (&a, index), Argument::Word(1), count),
            DESTINATION_OUT_OF_BOUNDS
        );
        let refused = mutator.copy_elements(&b, 0, &a, index, count);
        assert_eq!(refused, Err(AccessError::NoElements { length: 10, index, count }));
        if count <= 20 {
            assert_eq!(copy(&mut mutator, (&a, index), (&b, 0), count), DESTINATION_OUT_OF_BOUNDS);
        }
    }
    for (to, from) in [(&a, &words), (&words, &a), (&bytes, &words), (&object, &a), (&a, &object)] {
        assert_eq!(copy(&mut mutator, (to, 0), (from, 0), 1), TYPE_MISMATCH);
    }
    for array in [&words, &bytes, &object] {
        assert_eq!(fill(&mut mutator, (array, 0), Argument::Word(1), 1), TYPE_MISMATCH);
    }
    let null = [Argument::Word(0), Argument::Word(0), Argument::Word(1), Argument::Word(0)];
    assert_eq!(call(&mut mutator, managed::array_fill, &null), Ok(TYPE_MISMATCH));
    let refused = mutator.copy_elements(&a, 0, &words, 0, 1);
    let [from, to] = [TypeId::new(2), TypeId::new(3)];
    assert_eq!(refused, Err(AccessError::DifferentArrays { from, to }));
    let refused = mutator.copy_elements(&object, 0, &words, 0, 1);
    assert_eq!(refused, Err(AccessError::NotAnArray { id: TypeId::new(1) }));
    // Copies up to the end of an array are in bounds.
    assert_eq!(copy(&mut mutator, (&a, 10), (&a, 10), 0), 0);
    assert_eq!(copy(&mut mutator, (&a, 0), (&a, 0), 10), 0);
    assert_eq!([hash(&mut mutator, &a), hash(&mut mutator, &b)], before);
}

#[test]
fn host_field_access_follows_the_type() {
    let heap = heap(4 << 20, Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let object = node(&mut mutator, 41);
    let words = make(&mut mutator, managed::array, &[Argument::Word(3)]).unwrap();
    let id = TypeId::new(1);

    assert_eq!(mutator.type_of(&object), Ok(id));
    assert_eq!(mutator.load_word(&object, 8), Ok(41));
    assert!(mutator.load_reference(&object, 16).unwrap().is_none());
    mutator.store_reference(&object, 16, Some(&words)).unwrap();
    let loaded = mutator.load_reference(&object, 16).unwrap().expect("it was stored");
    mutator.collect();
    mutator.store_word(&words, 32, 5).unwrap();
    assert_eq!(mutator.load_word(&loaded, 32), Ok(5), "the same object");
    assert_eq!(mutator.load_word(&loaded, 8), Ok(3), "its length");
    mutator.store_word(&object, 8, 43).unwrap();
    assert_eq!(mutator.load_word(&object, 8), Ok(43));
    // A number in a reference slot is also returned as a handle, which refers to no object.
    let number = mutator.load_reference(&object, 8).unwrap().expect("not null");
    assert_eq!(mutator.load_word(&number, 8), Err(AccessError::NotAnObject { word: 43 }));
    assert_eq!(mutator.clone_object(&number).unwrap_err(), AccessError::NotAnObject { word: 43 });

    let size = 24;
    for offset in [0, 24, 1 << 40, usize::MAX - 7] {
        let refused = AccessError::NoField { id, offset, size };
        assert_eq!(mutator.load_word(&object, offset), Err(refused));
        assert_eq!(mutator.store_word(&object, offset, 1), Err(refused));
        assert_eq!(mutator.load_reference(&object, offset).unwrap_err(), refused);
        assert_eq!(mutator.store_reference(&object, offset, None), Err(refused));
    }
    let refused = mutator.store_word(&words, 8, 1);
    assert!(
        matches!(refused, Err(AccessError::NoField { offset: 8, size: 40, .. })),
        "{refused:?}"
    );
    assert_eq!(mutator.load_word(&object, 12), Err(AccessError::Unaligned { offset: 12 }));
    let refused = mutator.store_reference(&words, 16, None);
    assert_eq!(refused, Err(AccessError::NotAReference { id: TypeId::new(2), offset: 16 }));
    let refused = mutator.load_word(&object, 16).unwrap_err();
    let AccessError::IsReference { word, .. } = refused else { panic!("{refused:?}") };
    let refused = mutator.store_word(&object, 8, word).unwrap_err();
    assert_eq!(refused, AccessError::IsReference { id, offset: 8, word });
    assert_eq!(mutator.array_length(&object), Err(AccessError::NotAnArray { id }));
    assert_eq!(mutator.array_length(&words), Ok(3));

    let other = managed::heap().heap_max(4 << 20).build().unwrap();
    drop(mutator);
    let mut mutator = other.attach().unwrap();
    let own = node(&mut mutator, 1);
    assert_eq!(mutator.load_word(&object, 8), Err(AccessError::ForeignHandle));
    assert_eq!(mutator.store_reference(&own, 8, Some(&object)), Err(AccessError::ForeignHandle));
}

/// Every operation that stores references logs the object that it stores into, once.
#[test]
fn every_operation_has_its_barrier() {
    let heap = heap(4 << 20, Zeal::Off);
    let mut mutator = heap.attach().unwrap();
    let array = references(&mut mutator, 100);
    let logged = |mutator: &mut Mutator| {
        let before = heap.statistics().counts.objects_logged;
        mutator.collect_young();
        heap.statistics().counts.objects_logged - before
    };
    type Operation<'a> = &'a dyn Fn(&mut Mutator) -> bool;
    let operations: [(Operation<'_>, u64); 10] = [
        (&|m| copy(m, (&array, 0), (&array, 50), 50) == 0, 1),
        (&|m| m.copy_elements(&array, 50, &array, 0, 50).is_ok(), 1),
        (&|m| fill(m, (&array, 3), Argument::Word(0), 5) == 0, 1),
        (&|m| m.store_reference(&array, 16, None).is_ok(), 1),
        (&|m| m.store_word(&array, 16, 7).is_ok(), 1),
        // Copies of no elements store nothing, so they log nothing.
        (&|m| copy(m, (&array, 0), (&array, 50), 0) == 0, 0),
        (&|m| copy(m, (&array, 0), (&array, 50), 51) == SOURCE_OUT_OF_BOUNDS, 0),
        (&|m| fill(m, (&array, 100), Argument::Word(0), 0) == 0, 0),
        (&|m| m.load_word(&array, 16) == Ok(7), 0),
        (&|m| m.store_reference(&array, 4, None).is_err(), 0),
    ];
    for (index, (operation, expected)) in operations.into_iter().enumerate() {
        // After this collection the array is old, and its unlogged bit is set.
        mutator.collect();
        assert!(operation(&mut mutator), "operation {index}");
        assert!(operation(&mut mutator), "operation {index}");
        let bit = call(&mut mutator, managed::unlogged, &[Argument::Reference(&array)]).unwrap();
        assert_eq!(bit, 4 * (1 - expected), "operation {index}");
        assert_eq!(logged(&mut mutator), expected, "operation {index}");
    }
    // A clone is a new object, regardless of the collector's bits in the header of the original.
    mutator.collect();
    let clone = make(&mut mutator, managed::clone, &[Argument::Reference(&array)]).unwrap();
    assert_eq!(call(&mut mutator, managed::header, &[Argument::Reference(&clone)]), Ok(3 << 8));
    let header = call(&mut mutator, managed::header, &[Argument::Reference(&array)]);
    assert_eq!(header.unwrap() & 4, 4);
    assert_eq!(hash(&mut mutator, &clone), hash(&mut mutator, &array));
    assert_eq!(logged(&mut mutator), 0);
}

#[test]
fn non_objects_are_not_cloned() {
    let output = death_test("non_objects_are_not_cloned", || {
        let heap = heap(4 << 20, Zeal::Off);
        let mut mutator = heap.attach().unwrap();
        let _ = make(&mut mutator, managed::clone, &[Argument::Word(0)]);
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal: managed code clones 0x0, which is not an object"],
    );
}

/// Copying references into a range of a large old array logs the cards of that range.
#[test]
fn young_objects_copied_into_a_large_array_are_remembered() {
    let verify = HeapVerification { before: true, after: true };
    let heap = managed::heap().heap_max(8 << 20).verify(verify).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let large = references(&mut mutator, LONG_LENGTH);
    mutator.collect();
    let source = references(&mut mutator, 10);
    let young = node(&mut mutator, 41);
    assert_eq!(fill(&mut mutator, (&source, 0), Argument::Reference(&young), 10), 0);
    assert_eq!(copy(&mut mutator, (&large, 700), (&source, 0), 10), 0);
    drop((source, young));
    mutator.collect_young();
    let found = contents(&mut mutator, &large);
    assert_eq!(found[700..710], [41; 10]);
    assert_eq!(found.iter().filter(|&&word| word == 0).count() as u64, LONG_LENGTH - 10);
}
