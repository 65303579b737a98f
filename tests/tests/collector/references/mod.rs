//! Weak references, ephemerons and finalizers, and the references of native code: handles, local
//! handles, pins, root ranges and tables with weak keys.

mod finalizers;
mod in_heap;
mod locals;
mod many;
mod native;
mod pins;
mod tables;
mod young;

use statepoint_gc::{
    Argument, Handle, HeapBuilder, HeapVerification, Mutator, TypeId, Zeal,
    observe::CollectorStatistics,
};
use tests::managed::{self, call, make, records};

/// Returns a builder of a heap with the types of records, verified at every collection.
fn heap() -> HeapBuilder {
    let verify = HeapVerification { before: true, after: true };
    records::types(managed::heap()).heap_max(8 << 20).verify(verify)
}

/// The zeal modes of the tests.
const ZEAL_MODES: [Zeal; 2] = [Zeal::Off, Zeal::EveryAllocation(1)];

/// Makes a node with a number and no references.
fn node(mutator: &mut Mutator, number: u64) -> Handle {
    let fields = [Argument::Word(2 * number + 1), Argument::Word(0)];
    make(mutator, managed::pair, &fields).unwrap()
}

fn number(mutator: &mut Mutator, node: &Handle) -> u64 {
    call(mutator, managed::left, &[Argument::Reference(node)]).unwrap() / 2
}

/// Makes a record; `None` is null.
fn record(mutator: &mut Mutator, id: TypeId, fields: [Option<&Handle>; 3]) -> Handle {
    let [a, b, c] = fields.map(|field| field.map_or(Argument::Word(0), Argument::Reference));
    make(mutator, managed::record, &[Argument::Word(records::header(id)), a, b, c]).unwrap()
}

/// Returns the object that a field refers to, if it is not null.
fn field(mutator: &mut Mutator, object: &Handle, offset: u64) -> Option<Handle> {
    let arguments = [Argument::Reference(object), Argument::Word(offset)];
    let is_null = call(mutator, managed::field, &arguments).unwrap() == 0;
    (!is_null).then(|| make(mutator, managed::field, &arguments).unwrap())
}

fn set_field(mutator: &mut Mutator, object: &Handle, offset: u64, value: Option<&Handle>) {
    let value = value.map_or(Argument::Word(0), Argument::Reference);
    let arguments = [Argument::Reference(object), Argument::Word(offset), value];
    call(mutator, managed::set_field, &arguments).unwrap();
}

/// Asserts that there were collections, and that they have moved objects.
fn assert_moved(statistics: &CollectorStatistics) {
    assert!(statistics.pause_ns.count > 0, "{statistics:?}");
    assert!(statistics.counts.objects_moved > 0, "{statistics:?}");
}
