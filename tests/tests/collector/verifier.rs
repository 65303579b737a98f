//! The heap verifier's messages name an invalid reference, its location (field, root, handle,
//! table, ...) and, where there is one, the object with its type.
//!
//! Each test creates one invalid reference in a child process and checks the message.

use core::any::Any;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use statepoint_gc::{
    Argument, Handle, Heap, HeapVerification, Mutator, Zeal,
    observe::{CollectionEventKind, CollectionPhase},
    roots::{RootRangeKind, WeakTable},
    types::WeakKind,
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make, records};

/// Builds a heap that is verified before collections. Zeal mode is off, so that no other check
/// reports the fault first.
fn build_verified_heap() -> Heap {
    let verify = HeapVerification { before: true, after: false };
    heap().heap_max(1 << 20).verify(verify).build().unwrap()
}

/// Two tagged numbers, as the fields of a node.
const TAGGED_FIELDS: [Argument<'static>; 2] = [Argument::Word(1), Argument::Word(3)];

/// Returns the address of an object's second word. The word is 1, which is not a valid header.
fn address_of_no_object(mutator: &mut Mutator) -> u64 {
    call(mutator, managed::pair, &TAGGED_FIELDS).unwrap() + 8
}

fn address(mutator: &mut Mutator, object: &Handle) -> u64 {
    call(mutator, managed::keep, &[Argument::Reference(object)]).unwrap()
}

fn write(address: u64, word: u64) {
    // SAFETY: the address is that of a word in an object that no other thread uses. The test
    // corrupts the heap on purpose.
    unsafe { core::ptr::with_exposed_provenance_mut::<u64>(address as usize).write(word) };
}

/// The verifier's text for a reference to the word of [`address_of_no_object`].
const NO_OBJECT: &str = ", where there is no object: the header there is 0x1.";

#[test]
fn fields_that_point_to_no_object_are_named() {
    let output = death_test("fields_that_point_to_no_object_are_named", || {
        let heap = build_verified_heap();
        let mut mutator = heap.attach().unwrap();
        let fields = [Argument::Word(address_of_no_object(&mut mutator)), Argument::Word(0)];
        let _node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.collect();
    });
    let field =
        "verifying before a collection: the field at offset 8 of the object of type 1 at 0x";
    assert_stderr_contains(output, &[field, NO_OBJECT]);
}

#[test]
fn fields_that_point_to_a_free_block_are_named() {
    let output = death_test("fields_that_point_to_a_free_block_are_named", || {
        let heap = build_verified_heap();
        let mut mutator = heap.attach().unwrap();
        let object = call(&mut mutator, managed::pair, &TAGGED_FIELDS).unwrap();
        // In the middle of the heap, of which only one or two blocks are in use.
        let fields = [Argument::Word(0), Argument::Word(object + (512 << 10))];
        let _node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.collect();
    });
    let field =
        "verifying before a collection: the field at offset 16 of the object of type 1 at 0x";
    assert_stderr_contains(output, &[field, "where no object can be"]);
}

#[test]
fn a_root_is_named_by_function_and_record() {
    let output = death_test("a_root_is_named_by_function_and_record", || {
        let verify = HeapVerification { before: true, after: false };
        // The first allocation of a pair succeeds, that of the second finds the invalid argument.
        let heap = heap().heap_max(1 << 20).zeal(Zeal::EveryAllocation(1)).verify(verify);
        let heap = heap.build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let fields = [Argument::Word(address_of_no_object(&mut mutator)), Argument::Word(0)];
        let _ = make(&mut mutator, managed::pair, &fields);
    });
    let parts = [
        "verifying before a collection: a root of thread \"verifier::a_roo",
        "of the call that returns to 0x",
        "test_pair+0x",
        "whose record has the ID 0xabcdef00, points to 0x",
        NO_OBJECT,
    ];
    assert_stderr_contains(output, &parts);
}

/// Checks the message for an object whose header was overwritten. `make_reference` makes the only
/// reference to it, overwrites the header and collects.
fn check_message(test: &str, make_reference: impl FnOnce(&Heap, Handle, u64), reference: &str) {
    let output = death_test(test, || {
        let heap = build_verified_heap();
        let mut mutator = heap.attach().unwrap();
        let object = make(&mut mutator, managed::pair, &TAGGED_FIELDS).unwrap();
        let object_address = address(&mut mutator, &object);
        drop(mutator);
        make_reference(&heap, object, object_address);
    });
    let reference = format!("verifying before a collection: {reference} points to 0x");
    assert_stderr_contains(
        output,
        &[&reference, ", where there is no object: the header there is 0x7."],
    );
}

#[test]
fn a_handle_is_named() {
    let make_reference = |heap: &Heap, _object: Handle, object_address| {
        write(object_address, 7);
        heap.attach().unwrap().collect();
    };
    check_message("a_handle_is_named", make_reference, "a handle");
}

#[test]
fn a_slot_of_a_root_range_is_named() {
    let make_reference = |heap: &Heap, object: Handle, object_address| {
        let slots = [const { AtomicU64::new(0) }; 3];
        slots[1].store(object_address, Relaxed);
        let first = slots.as_ptr().cast_mut().cast::<u64>();
        // SAFETY: the range has three words, which outlive the registration.
        let _range = unsafe { heap.register_root_range(first, 3, RootRangeKind::Strong) }.unwrap();
        drop(object);
        write(object_address, 7);
        heap.attach().unwrap().collect();
    };
    check_message("a_slot_of_a_root_range_is_named", make_reference, "a slot of a root range");
}

#[test]
fn a_local_handle_is_named_by_its_thread() {
    let test = "a_local_handle_is_named_by_its_thread";
    let output = death_test(test, || {
        let heap = build_verified_heap();
        let mut mutator = heap.attach().unwrap();
        mutator.scope(|scope| {
            // SAFETY: the function is managed code of this program and takes these arguments.
            let _local = unsafe { scope.call_for_local(managed::pair(), &TAGGED_FIELDS) }.unwrap();
            let address_of_no_object = address_of_no_object(scope.mutator());
            // The object that was allocated last is after the object of the local handle.
            write(address_of_no_object - 8 - 24, 7);
            scope.mutator().collect();
        });
    });
    let reference = "verifying before a collection: a local handle of thread \"verifier::a_loc";
    assert_stderr_contains(
        output,
        &[reference, ", where there is no object: the header there is 0x7."],
    );
}

#[test]
fn overlapping_objects_are_named_with_their_referrer() {
    let output = death_test("overlapping_objects_are_named_with_their_referrer", || {
        let heap = build_verified_heap();
        let mut mutator = heap.attach().unwrap();
        // A word that would be a header, in the middle of an object.
        let inner = [Argument::Word(1 << 8), Argument::Word(3)];
        let outer = make(&mut mutator, managed::pair, &inner).unwrap();
        let fields = [Argument::Word(address(&mut mutator, &outer) + 8), Argument::Word(0)];
        let _node = make(&mut mutator, managed::pair, &fields).unwrap();
        mutator.collect();
    });
    let parts = [
        "verifying before a collection: the field at offset 8 of the object of type 1 at 0x",
        "points to an object inside another: the object of type 1 at 0x",
        "begins inside the object of type 1 at 0x",
        ", which ends at 0x",
    ];
    assert_stderr_contains(output, &parts);
}

#[test]
fn an_object_of_the_wrong_generation_is_named_with_its_type() {
    let output = death_test("an_object_of_the_wrong_generation_is_named_with_its_type", || {
        let heap = build_verified_heap();
        let mut mutator = heap.attach().unwrap();
        let object = make(&mut mutator, managed::pair, &TAGGED_FIELDS).unwrap();
        let object_address = address(&mut mutator, &object);
        // SAFETY: the address is that of an object's header, and no other thread uses the object.
        let header =
            unsafe { core::ptr::with_exposed_provenance::<u64>(object_address as usize).read() };
        // Sets the unlogged bit, as if the object were old and not logged.
        write(object_address, header | 0b100);
        mutator.collect();
    });
    let parts = [
        "verifying before a collection: a handle points to the object of type 1 at 0x",
        "does not agree with its block: ",
    ];
    assert_stderr_contains(output, &parts);
}

/// Checks the message of the verification after a full collection. A root range keeps an object
/// live until the collection has ended. Then the range is cleared and the object's header is
/// overwritten, so that the reference made by `make_holder` is the only one, and invalid.
fn check_message_after_collection(
    test: &str,
    make_holder: impl FnOnce(&mut Mutator, &Handle) -> Box<dyn Any>,
    reference: &str,
) {
    /// The slot that keeps the object live.
    static SLOT: AtomicU64 = AtomicU64::new(0);
    let output = death_test(test, || {
        let verify = HeapVerification { before: false, after: true };
        let heap = records::types(heap()).heap_max(1 << 20).verify(verify).on_phase(|event| {
            if event.kind == CollectionEventKind::PhaseBegin(CollectionPhase::Verify) {
                let object = SLOT.swap(0, Relaxed);
                assert_ne!(object, 0);
                write(object, 7);
            }
        });
        let heap = heap.build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let object = make(&mut mutator, managed::pair, &TAGGED_FIELDS).unwrap();
        SLOT.store(address(&mut mutator, &object), Relaxed);
        // SAFETY: the slot is a static variable, so it outlives the registration.
        let range =
            unsafe { heap.register_root_range(SLOT.as_ptr(), 1, RootRangeKind::Strong) }.unwrap();
        let holder = make_holder(&mut mutator, &object);
        drop(object);
        mutator.collect();
        drop((holder, range));
    });
    let reference = format!("verifying after a full collection: {reference}");
    assert_stderr_contains(
        output,
        &[&reference, " points to 0x", ", where there is no object: the header there is 0x7."],
    );
}

#[test]
fn a_finalizer_is_named() {
    let make_holder = |mutator: &mut Mutator, object: &Handle| {
        Box::new(mutator.finalize_with(object, 1).unwrap()) as Box<dyn Any>
    };
    check_message_after_collection(
        "a_finalizer_is_named",
        make_holder,
        "the registration of a finalizer",
    );
}

#[test]
fn a_pin_is_named() {
    let make_holder = |mutator: &mut Mutator, object: &Handle| {
        Box::new(mutator.pin(object).unwrap()) as Box<dyn Any>
    };
    check_message_after_collection("a_pin_is_named", make_holder, "a pin");
}

#[test]
fn a_short_weak_handle_is_named() {
    let make_holder = |_: &mut Mutator, object: &Handle| {
        Box::new(object.downgrade(WeakKind::Short)) as Box<dyn Any>
    };
    check_message_after_collection("a_short_weak_handle_is_named", make_holder, "a weak handle");
}

#[test]
fn a_long_weak_handle_is_named() {
    let make_holder = |_: &mut Mutator, object: &Handle| {
        Box::new(object.downgrade(WeakKind::Long)) as Box<dyn Any>
    };
    check_message_after_collection("a_long_weak_handle_is_named", make_holder, "a weak handle");
}

/// Returns a function that registers a weak root range with the object in its last slot.
fn hold_in_weak_range(kind: WeakKind) -> impl FnOnce(&mut Mutator, &Handle) -> Box<dyn Any> {
    static SLOTS: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];
    move |mutator, object| {
        SLOTS[1].store(address(mutator, object), Relaxed);
        let first = SLOTS.as_ptr().cast_mut().cast::<u64>();
        // SAFETY: the range consists of two words of static memory, which outlive the registration.
        let range =
            unsafe { mutator.heap().register_root_range(first, 2, RootRangeKind::Weak(kind)) };
        Box::new(range.unwrap())
    }
}

#[test]
fn a_slot_of_a_short_weak_root_range_is_named() {
    let test = "a_slot_of_a_short_weak_root_range_is_named";
    check_message_after_collection(
        test,
        hold_in_weak_range(WeakKind::Short),
        "a slot of a weak root range",
    );
}

#[test]
fn a_slot_of_a_long_weak_root_range_is_named() {
    let test = "a_slot_of_a_long_weak_root_range_is_named";
    check_message_after_collection(
        test,
        hold_in_weak_range(WeakKind::Long),
        "a slot of a weak root range",
    );
}

#[test]
fn a_key_of_a_table_is_named() {
    let make_holder = |mutator: &mut Mutator, object: &Handle| {
        let table = WeakTable::new(&mutator.heap());
        let value = make(mutator, managed::pair, &TAGGED_FIELDS).unwrap();
        table.insert(mutator, object, &value).unwrap();
        Box::new(table) as Box<dyn Any>
    };
    let reference = "a key in a table with weak keys";
    check_message_after_collection("a_key_of_a_table_is_named", make_holder, reference);
}

#[test]
fn a_value_of_a_table_is_named() {
    let make_holder = |mutator: &mut Mutator, object: &Handle| {
        let table = WeakTable::new(&mutator.heap());
        let key = make(mutator, managed::pair, &TAGGED_FIELDS).unwrap();
        table.insert(mutator, &key, object).unwrap();
        Box::new((table, key)) as Box<dyn Any>
    };
    let reference = "a value in a table with weak keys";
    check_message_after_collection("a_value_of_a_table_is_named", make_holder, reference);
}

/// The invalid value is in the second of two tables; the entries of the first are correct.
#[test]
fn a_value_of_the_last_table_is_named() {
    let make_holder = |mutator: &mut Mutator, object: &Handle| {
        let tables = [(); 2].map(|()| WeakTable::new(&mutator.heap()));
        let [key, value] = [(); 2].map(|()| make(mutator, managed::pair, &TAGGED_FIELDS).unwrap());
        tables[0].insert(mutator, &key, &value).unwrap();
        tables[1].insert(mutator, &key, object).unwrap();
        Box::new((tables, key)) as Box<dyn Any>
    };
    let reference = "a value in a table with weak keys";
    check_message_after_collection("a_value_of_the_last_table_is_named", make_holder, reference);
}

/// Returns a function that makes a chain of three records. The record at `weak_index` has a weak
/// field that refers to the object. The record at index 0 is visited last.
fn hold_in_weak_field(weak_index: usize) -> impl FnOnce(&mut Mutator, &Handle) -> Box<dyn Any> {
    move |mutator, object| {
        let mut last: Option<Handle> = None;
        for number in 0..3 {
            let weak =
                if number == weak_index { Argument::Reference(object) } else { Argument::Word(0) };
            let next = last.as_ref().map_or(Argument::Word(0), Argument::Reference);
            let header = Argument::Word(records::header(records::WEAK));
            let fields = [header, next, weak, Argument::Word(0)];
            last = Some(make(mutator, managed::record, &fields).unwrap());
        }
        Box::new(last)
    }
}

#[test]
fn a_weak_field_that_is_reached_first_is_named() {
    let test = "a_weak_field_that_is_reached_first_is_named";
    let reference = "the field at offset 16 of the object of type 21 at 0x";
    check_message_after_collection(test, hold_in_weak_field(2), reference);
}

#[test]
fn a_weak_field_that_is_reached_last_is_named() {
    let test = "a_weak_field_that_is_reached_last_is_named";
    let reference = "the field at offset 16 of the object of type 21 at 0x";
    check_message_after_collection(test, hold_in_weak_field(0), reference);
}
