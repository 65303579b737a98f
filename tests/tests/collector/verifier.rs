//! The heap verifier's message: the object, its type, and what referred to it.

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

/// Makes a heap that is verified but has otherwise default settings: without zeal, so that no other
/// check reports the fault first.
fn verified() -> Heap {
    let verify = HeapVerification { before: true, after: false };
    heap().heap_max(1 << 20).verify(verify).build().unwrap()
}

const NOTHING: [Argument<'static>; 2] = [Argument::Word(1), Argument::Word(3)];

/// Returns the address of an object's second word, which is 1 and thus no header.
fn inside(mutator: &mut Mutator) -> u64 {
    call(mutator, managed::pair, &NOTHING).unwrap() + 8
}

fn address(mutator: &mut Mutator, object: &Handle) -> u64 {
    call(mutator, managed::keep, &[Argument::Reference(object)]).unwrap()
}

fn write(address: u64, word: u64) {
    // SAFETY: a word of an object, which no other code uses; the test writes where it must not on
    // purpose.
    unsafe { core::ptr::with_exposed_provenance_mut::<u64>(address as usize).write(word) };
}

/// The verifier's text for a reference to the word of [`inside`].
const NO_OBJECT: &str = ", where there is no object: the header there is 0x1.";

#[test]
fn fields_that_point_to_no_object_are_named() {
    let output = death_test("fields_that_point_to_no_object_are_named", || {
        let heap = verified();
        let mut mutator = heap.attach().unwrap();
        let fields = [Argument::Word(inside(&mut mutator)), Argument::Word(0)];
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
        let heap = verified();
        let mut mutator = heap.attach().unwrap();
        let object = call(&mut mutator, managed::pair, &NOTHING).unwrap();
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
        let fields = [Argument::Word(inside(&mut mutator)), Argument::Word(0)];
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

/// Checks the message after `lead` has overwritten the header of an object to which only the
/// reference made by `lead` points.
fn loses_its_object(test: &str, lead: impl FnOnce(&Heap, Handle, u64), named: &str) {
    let output = death_test(test, || {
        let heap = verified();
        let mut mutator = heap.attach().unwrap();
        let object = make(&mut mutator, managed::pair, &NOTHING).unwrap();
        let at = address(&mut mutator, &object);
        drop(mutator);
        lead(&heap, object, at);
    });
    let named = format!("verifying before a collection: {named} points to 0x");
    assert_stderr_contains(
        output,
        &[&named, ", where there is no object: the header there is 0x7."],
    );
}

#[test]
fn a_handle_is_named() {
    let lead = |heap: &Heap, _object: Handle, at| {
        write(at, 7);
        heap.attach().unwrap().collect();
    };
    loses_its_object("a_handle_is_named", lead, "a handle");
}

#[test]
fn a_slot_of_a_root_range_is_named() {
    let lead = |heap: &Heap, object: Handle, at| {
        let slots = [const { AtomicU64::new(0) }; 3];
        slots[1].store(at, Relaxed);
        let first = slots.as_ptr().cast_mut().cast::<u64>();
        // SAFETY: three words that outlive the registration.
        let _range = unsafe { heap.register_root_range(first, 3, RootRangeKind::Strong) }.unwrap();
        drop(object);
        write(at, 7);
        heap.attach().unwrap().collect();
    };
    loses_its_object("a_slot_of_a_root_range_is_named", lead, "a slot of a root range");
}

#[test]
fn a_local_handle_is_named_by_its_thread() {
    let test = "a_local_handle_is_named_by_its_thread";
    let output = death_test(test, || {
        let heap = verified();
        let mut mutator = heap.attach().unwrap();
        mutator.scope(|scope| {
            // SAFETY: managed code with these parameters.
            let _local = unsafe { scope.call_for_local(managed::pair(), &NOTHING) }.unwrap();
            let inside = inside(scope.mutator());
            // The object made last lies after the local handle's.
            write(inside - 8 - 24, 7);
            scope.mutator().collect();
        });
    });
    let named = "verifying before a collection: a local handle of thread \"verifier::a_loc";
    assert_stderr_contains(
        output,
        &[named, ", where there is no object: the header there is 0x7."],
    );
}

#[test]
fn overlapping_objects_are_named_with_their_referrer() {
    let output = death_test("overlapping_objects_are_named_with_their_referrer", || {
        let heap = verified();
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
        let heap = verified();
        let mut mutator = heap.attach().unwrap();
        let object = make(&mut mutator, managed::pair, &NOTHING).unwrap();
        let at = address(&mut mutator, &object);
        // SAFETY: as for `write`.
        let header = unsafe { core::ptr::with_exposed_provenance::<u64>(at as usize).read() };
        // As if the object were old, and in no log.
        write(at, header | 0b100);
        mutator.collect();
    });
    let parts = [
        "verifying before a collection: a handle points to the object of type 1 at 0x",
        "does not agree with its block: ",
    ];
    assert_stderr_contains(output, &parts);
}

/// An object is kept alive by a root range until a full collection has ended. Then the range is
/// cleared, the object's header is overwritten, and the only reference left is what `hold` has
/// made.
fn is_named_after_a_collection(
    test: &str,
    hold: impl FnOnce(&mut Mutator, &Handle) -> Box<dyn Any>,
    named: &str,
) {
    /// The slot that keeps the object alive.
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
        let object = make(&mut mutator, managed::pair, &NOTHING).unwrap();
        SLOT.store(address(&mut mutator, &object), Relaxed);
        // SAFETY: a word that stays.
        let range =
            unsafe { heap.register_root_range(SLOT.as_ptr(), 1, RootRangeKind::Strong) }.unwrap();
        let holder = hold(&mut mutator, &object);
        drop(object);
        mutator.collect();
        drop((holder, range));
    });
    let named = format!("verifying after a full collection: {named}");
    assert_stderr_contains(
        output,
        &[&named, " points to 0x", ", where there is no object: the header there is 0x7."],
    );
}

#[test]
fn a_finalizer_is_named() {
    let hold = |mutator: &mut Mutator, object: &Handle| {
        Box::new(mutator.finalize_with(object, 1).unwrap()) as Box<dyn Any>
    };
    is_named_after_a_collection("a_finalizer_is_named", hold, "the registration of a finalizer");
}

#[test]
fn a_pin_is_named() {
    let hold = |mutator: &mut Mutator, object: &Handle| {
        Box::new(mutator.pin(object).unwrap()) as Box<dyn Any>
    };
    is_named_after_a_collection("a_pin_is_named", hold, "a pin");
}

#[test]
fn a_short_weak_handle_is_named() {
    let hold = |_: &mut Mutator, object: &Handle| {
        Box::new(object.downgrade(WeakKind::Short)) as Box<dyn Any>
    };
    is_named_after_a_collection("a_short_weak_handle_is_named", hold, "a weak handle");
}

#[test]
fn a_long_weak_handle_is_named() {
    let hold = |_: &mut Mutator, object: &Handle| {
        Box::new(object.downgrade(WeakKind::Long)) as Box<dyn Any>
    };
    is_named_after_a_collection("a_long_weak_handle_is_named", hold, "a weak handle");
}

/// A weak root range with the object in its last slot.
fn in_weak_range(kind: WeakKind) -> impl FnOnce(&mut Mutator, &Handle) -> Box<dyn Any> {
    static SLOTS: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];
    move |mutator, object| {
        SLOTS[1].store(address(mutator, object), Relaxed);
        let first = SLOTS.as_ptr().cast_mut().cast::<u64>();
        // SAFETY: two words that stay.
        let range =
            unsafe { mutator.heap().register_root_range(first, 2, RootRangeKind::Weak(kind)) };
        Box::new(range.unwrap())
    }
}

#[test]
fn a_slot_of_a_short_weak_root_range_is_named() {
    let test = "a_slot_of_a_short_weak_root_range_is_named";
    is_named_after_a_collection(
        test,
        in_weak_range(WeakKind::Short),
        "a slot of a weak root range",
    );
}

#[test]
fn a_slot_of_a_long_weak_root_range_is_named() {
    let test = "a_slot_of_a_long_weak_root_range_is_named";
    is_named_after_a_collection(test, in_weak_range(WeakKind::Long), "a slot of a weak root range");
}

#[test]
fn a_key_of_a_table_is_named() {
    let hold = |mutator: &mut Mutator, object: &Handle| {
        let table = WeakTable::new(&mutator.heap());
        let value = make(mutator, managed::pair, &NOTHING).unwrap();
        table.insert(mutator, object, &value).unwrap();
        Box::new(table) as Box<dyn Any>
    };
    let named = "a key in a table with weak keys";
    is_named_after_a_collection("a_key_of_a_table_is_named", hold, named);
}

#[test]
fn a_value_of_a_table_is_named() {
    let hold = |mutator: &mut Mutator, object: &Handle| {
        let table = WeakTable::new(&mutator.heap());
        let key = make(mutator, managed::pair, &NOTHING).unwrap();
        table.insert(mutator, &key, object).unwrap();
        Box::new((table, key)) as Box<dyn Any>
    };
    let named = "a value in a table with weak keys";
    is_named_after_a_collection("a_value_of_a_table_is_named", hold, named);
}

/// A second table after one whose entries are correct.
#[test]
fn a_value_of_the_last_table_is_named() {
    let hold = |mutator: &mut Mutator, object: &Handle| {
        let tables = [(); 2].map(|()| WeakTable::new(&mutator.heap()));
        let [key, value] = [(); 2].map(|()| make(mutator, managed::pair, &NOTHING).unwrap());
        tables[0].insert(mutator, &key, &value).unwrap();
        tables[1].insert(mutator, &key, object).unwrap();
        Box::new((tables, key)) as Box<dyn Any>
    };
    let named = "a value in a table with weak keys";
    is_named_after_a_collection("a_value_of_the_last_table_is_named", hold, named);
}

/// Three records that refer to each other, one of which has a weak field with the object. The
/// oldest record is reached last.
fn in_weak_field(which: usize) -> impl FnOnce(&mut Mutator, &Handle) -> Box<dyn Any> {
    move |mutator, object| {
        let mut last: Option<Handle> = None;
        for number in 0..3 {
            let weak =
                if number == which { Argument::Reference(object) } else { Argument::Word(0) };
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
    let named = "the field at offset 16 of the object of type 21 at 0x";
    is_named_after_a_collection(test, in_weak_field(2), named);
}

#[test]
fn a_weak_field_that_is_reached_last_is_named() {
    let test = "a_weak_field_that_is_reached_last_is_named";
    let named = "the field at offset 16 of the object of type 21 at 0x";
    is_named_after_a_collection(test, in_weak_field(0), named);
}
