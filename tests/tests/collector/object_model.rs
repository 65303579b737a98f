//! Objects that the host describes by code (`ObjectModel`): the access that safe code has to them,
//! and the times at which the collector calls the model.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use statepoint_gc::{
    AccessError, Argument, Handle, Heap, HeapVerification, Mutator, ObjectModel, TypeId,
    TypeLayout, Zeal,
    types::{SlotVisitor, TypeRegistrationError},
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::layouts;
use tests::managed::{self, call, heap, make};

/// Offset of the first reference of an object, in bytes; the number of references is at 8.
const FIRST_REFERENCE: usize = 16;
/// Type ID of the objects that `make_modelled` allocates, which only the heap's model describes.
const MODELLED: TypeId = TypeId::new(4000);

/// Builds a heap with an object model, and attaches the calling thread.
fn start_heap() -> (Heap, Mutator) {
    let heap = layouts::types(heap().heap_max(16 << 20)).build().unwrap();
    let mutator = heap.attach().unwrap();
    (heap, mutator)
}

/// Type of the functions of `tests::managed` that return the address of a managed function.
type Function = fn() -> *const core::ffi::c_void;

/// Makes an object with four references by calling `make_function`. The second word of the object
/// holds the number of references.
fn make_object(mutator: &mut Mutator, make_function: Function) -> Handle {
    make(mutator, make_function, &[Argument::Word(3), Argument::Word(0)]).unwrap()
}

#[test]
fn safe_code_cannot_change_the_size_field_of_an_object() {
    let (_heap, mut mutator) = start_heap();
    let kinds: [(Function, TypeId); 2] =
        [(layouts::make_modelled, MODELLED), (layouts::make_traced, layouts::TRACED)];
    for (make, id) in kinds {
        let object = make_object(&mut mutator, make);
        let size = 16 + 8 * 4;
        assert_eq!(mutator.type_of(&object), Ok(id));
        assert_eq!(mutator.load_word(&object, 8), Ok(4));
        let refused = Err(AccessError::Described { id, offset: 8 });
        assert_eq!(mutator.store_word(&object, 8, 1 << 20), refused);
        assert_eq!(mutator.load_word(&object, 8), Ok(4));
        let outside = Err(AccessError::NoField { id, offset: size, size });
        assert_eq!(mutator.store_word(&object, size, 1), outside);
        assert_eq!(mutator.load_word(&object, size), outside.map(|()| 0));
        // Slots that the model reports accept any word.
        assert_eq!(mutator.store_word(&object, FIRST_REFERENCE, 7), Ok(()));
        assert_eq!(mutator.load_word(&object, FIRST_REFERENCE), Ok(7));
        let other = make_object(&mut mutator, make);
        mutator.store_reference(&object, FIRST_REFERENCE, Some(&other)).unwrap();
        // SAFETY: the size does not change.
        unsafe { mutator.store_word_unchecked(&object, 8, 4) }.unwrap();
        mutator.collect();
        assert!(mutator.load_reference(&object, FIRST_REFERENCE).unwrap().is_some());
        let clone = mutator.clone_object(&object).unwrap();
        assert_eq!(mutator.load_word(&clone, 8), Ok(4));
    }
}

#[test]
fn types_described_by_the_model_are_not_registered_later() {
    let (heap, mut mutator) = start_heap();
    let object = make_object(&mut mutator, layouts::make_modelled);
    let layout = TypeLayout::Fixed { size: 8000, references: vec![] };
    let refused = heap.register_type(MODELLED, layout);
    assert_eq!(refused, Err(TypeRegistrationError::Described { id: MODELLED }));
    mutator.collect();
    assert_eq!(mutator.load_word(&object, 8), Ok(4));
}

/// An object model that must be called only while all threads are stopped. Each call releases a
/// thread that spins in managed code, and records whether that thread leaves managed code during
/// the call.
struct StopCheckingModel(Arc<SpinningThread>);

/// A thread that runs managed code until it is released.
#[derive(Default)]
struct SpinningThread {
    /// Whether calls of the model are counted.
    armed: AtomicBool,
    released: AtomicU32,
    has_left: AtomicBool,
    calls: AtomicU64,
    /// Number of calls of the model while the thread was running.
    calls_while_running: AtomicU64,
}

impl SpinningThread {
    /// Counts a call of the model. Releases the thread, and waits up to 50 ms for it to leave
    /// managed code, which must not happen.
    fn record_call(&self) {
        if !self.armed.load(SeqCst) {
            return;
        }
        self.calls.fetch_add(1, SeqCst);
        self.released.store(1, SeqCst);
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_millis(50) && !self.has_left.load(SeqCst) {
            thread::yield_now();
        }
        if self.has_left.load(SeqCst) {
            self.calls_while_running.fetch_add(1, SeqCst);
        }
    }
}

/// Size in bytes of the objects of type [`layouts::TRACED`]. All words after the header are
/// references.
const LARGE: usize = 100_000;

// SAFETY: all objects of the type are allocated with this size, and all their words after the
// header are references.
unsafe impl ObjectModel for StopCheckingModel {
    unsafe fn size(&self, _: TypeId, _: *const u64) -> Option<usize> {
        self.0.record_call();
        Some(LARGE)
    }

    unsafe fn reference_slots(&self, _: TypeId, object: *const u64, slots: &mut SlotVisitor<'_>) {
        self.0.record_call();
        // SAFETY: the object has `LARGE` bytes, so the next word is in the object.
        slots.slots(unsafe { object.add(1) }, LARGE / 8 - 1);
    }
}

/// Runs an operation on an old object that the host describes, while another thread runs managed
/// code. Returns the number of calls of the model during the operation.
fn model_calls_during(
    verify: HeapVerification,
    operation: impl Fn(&mut Mutator, &Handle, &Handle),
) -> u64 {
    let spinning = Arc::new(SpinningThread::default());
    let model = TypeLayout::traced(StopCheckingModel(Arc::clone(&spinning)));
    let heap = heap().heap_max(16 << 20).register_type(layouts::TRACED, model).verify(verify);
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let object =
        make(&mut mutator, layouts::traced_bytes, &[Argument::Word(LARGE as u64)]).unwrap();
    // After this collection the object is old, and its unlogged bit is set.
    mutator.collect();
    mutator.collect();
    let other = make(&mut mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]).unwrap();
    spinning.armed.store(true, SeqCst);
    let attached = AtomicBool::new(false);
    thread::scope(|scope| {
        let other_thread = scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            attached.store(true, SeqCst);
            let flag = (&raw const spinning.released).expose_provenance() as u64;
            call(&mut mutator, managed::spin, &[Argument::Word(flag)]).unwrap();
            spinning.has_left.store(true, SeqCst);
        });
        while !attached.load(SeqCst) {
            thread::yield_now();
        }
        operation(&mut mutator, &object, &other);
        spinning.armed.store(false, SeqCst);
        spinning.released.store(1, SeqCst);
        other_thread.join().unwrap();
    });
    mutator.collect();
    let while_running = spinning.calls_while_running.load(SeqCst);
    assert_eq!(while_running, 0, "the model was called while a thread was running");
    spinning.calls.load(SeqCst)
}

#[test]
fn native_code_uses_the_model_while_threads_are_stopped() {
    type Operation<'a> = &'a (dyn Fn(&mut Mutator, &Handle, &Handle) + Sync);
    let operations: [Operation<'_>; 6] = [
        &|m, object, _| assert_eq!(m.load_word(object, 40), Ok(0)),
        &|m, object, _| assert!(m.load_reference(object, 40).unwrap().is_none()),
        &|m, object, other| m.store_reference(object, 40, Some(other)).unwrap(),
        &|m, object, _| m.store_word(object, 40, 7).unwrap(),
        &|m, object, _| {
            let clone = m.clone_object(object).unwrap();
            assert_eq!(m.type_of(&clone), Ok(layouts::TRACED));
        },
        &|m, object, _| {
            make(m, managed::clone, &[Argument::Reference(object)]).unwrap();
        },
    ];
    for (index, operation) in operations.into_iter().enumerate() {
        assert!(
            model_calls_during(HeapVerification::default(), operation) > 0,
            "operation {index}"
        );
    }
}

/// The barrier calls the model neither for the number of cards of a large object nor to check the
/// store.
#[test]
fn the_write_barrier_does_not_call_the_model() {
    let store = |mutator: &mut Mutator, object: &Handle, other: &Handle| {
        let arguments =
            [Argument::Reference(object), Argument::Word(40), Argument::Reference(other)];
        call(mutator, managed::set_field, &arguments).unwrap();
    };
    for verify in [HeapVerification::default(), HeapVerification { before: true, after: true }] {
        assert_eq!(model_calls_during(verify, store), 0, "{verify:?}");
    }
}

#[test]
fn only_the_size_requires_a_stop() {
    let operations = |mutator: &mut Mutator, object: &Handle, _: &Handle| {
        assert_eq!(mutator.type_of(object), Ok(layouts::TRACED));
        assert_ne!(mutator.identity_hash(object), Ok(0));
        let id = layouts::TRACED;
        assert_eq!(mutator.array_length(object), Err(AccessError::NotAnArray { id }));
        let refused = mutator.copy_elements(object, 0, object, 0, 1);
        assert_eq!(refused, Err(AccessError::NotAnArray { id }));
    };
    assert_eq!(model_calls_during(HeapVerification::default(), operations), 0);
}

#[test]
fn many_threads_access_described_objects_while_others_collect() {
    let heap = layouts::types(heap().heap_max(16 << 20)).zeal(Zeal::EveryAllocation(3));
    let heap = heap.verify(HeapVerification { before: true, after: true }).collector_threads(2);
    let heap = heap.build().unwrap();
    thread::scope(|scope| {
        for thread in 0..4 {
            let heap = &heap;
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let object = make_object(&mut mutator, layouts::make_modelled);
                for round in 0..20 {
                    let number = 2 * (100 * thread + round) + 1;
                    mutator.store_word(&object, FIRST_REFERENCE, number).unwrap();
                    let clone = mutator.clone_object(&object).unwrap();
                    assert_eq!(mutator.load_word(&clone, FIRST_REFERENCE), Ok(number));
                    mutator.store_reference(&object, FIRST_REFERENCE + 8, Some(&clone)).unwrap();
                }
                let mut length = 0;
                let mut last = Some(object);
                while let Some(object) = last {
                    last = mutator.load_reference(&object, FIRST_REFERENCE + 8).unwrap();
                    // The first object of the chain has another reference in this field.
                    if last.as_ref().is_some_and(|o| mutator.type_of(o) != Ok(MODELLED)) {
                        break;
                    }
                    length += 1;
                }
                assert_eq!(length, 20);
            });
        }
    });
    assert!(heap.statistics().counts.objects_moved > 0);
}

/// Checks the verifier's message for a reference to a word that looks like a header of type `id`.
fn assert_invalid_reference_named(test: &str, id: TypeId, parts: &[&str]) {
    let output = death_test(test, || {
        let builder = layouts::types(heap().heap_max(1 << 20));
        // The length field of such an object, or the word that its model reads, is outside the
        // heap.
        let layout_beyond_heap = TypeLayout::Tailed {
            size: 1 << 40,
            references: vec![],
            length_offset: (1 << 40) - 8,
            element_size: 8,
            element_references: vec![],
        };
        let builder = builder.register_type(TypeId::new(50), layout_beyond_heap);
        let builder = builder.register_type(TypeId::new(51), TypeLayout::traced(OutOfBoundsModel));
        let builder = builder.register_type(TypeId::new(52), TypeLayout::traced(OversizedModel));
        let heap = builder.verify(HeapVerification { before: true, after: false }).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let header = u64::from(id.get()) << 8;
        let inner = [Argument::Word(header), Argument::Word(3)];
        let outer = call(&mut mutator, managed::pair, &inner).unwrap();
        let fields = [Argument::Word(outer + 8), Argument::Word(0)];
        let _node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.collect();
    });
    assert_stderr_contains(output, parts);
}

/// A model that reads beyond the mapped memory.
struct OutOfBoundsModel;

// SAFETY: no object of this type exists, so the collector relies on no result of the model.
unsafe impl ObjectModel for OutOfBoundsModel {
    unsafe fn size(&self, _: TypeId, object: *const u64) -> Option<usize> {
        let outside = object.wrapping_byte_add(1 << 40);
        // SAFETY: the contract would hold for an object of this size. No such object exists; the
        // test checks that the access is reported.
        Some(unsafe { outside.read_volatile() } as usize)
    }

    unsafe fn reference_slots(&self, _: TypeId, _: *const u64, _: &mut SlotVisitor<'_>) {}
}

/// A model whose objects are larger than a block.
struct OversizedModel;

// SAFETY: no object of this type exists, so the collector relies on no result of the model.
unsafe impl ObjectModel for OversizedModel {
    unsafe fn size(&self, _: TypeId, _: *const u64) -> Option<usize> {
        Some(64 << 10)
    }

    unsafe fn reference_slots(&self, _: TypeId, _: *const u64, _: &mut SlotVisitor<'_>) {}
}

#[test]
fn described_objects_are_bounded_by_their_block() {
    let field =
        "verifying before a collection: the field at offset 8 of the object of type 1 at 0x";
    let parts = [field, ", where there is no object: the header there is 0x3400."];
    assert_invalid_reference_named(
        "described_objects_are_bounded_by_their_block",
        TypeId::new(52),
        &parts,
    );
}

#[test]
fn the_verifier_reads_no_length_outside_the_block() {
    let field =
        "verifying before a collection: the field at offset 8 of the object of type 1 at 0x";
    let parts = [field, ", where there is no object: the header there is 0x3200."];
    assert_invalid_reference_named(
        "the_verifier_reads_no_length_outside_the_block",
        TypeId::new(50),
        &parts,
    );
}

#[test]
fn faults_of_the_model_are_explained_by_the_verifier() {
    let parts = [
        "statepoint-gc: verifying: the host's object model faults at 0x",
        "the size of an apparent object of type 51 at 0x",
    ];
    let test = "faults_of_the_model_are_explained_by_the_verifier";
    assert_invalid_reference_named(test, TypeId::new(51), &parts);
}
