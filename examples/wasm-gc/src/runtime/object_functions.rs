//! The functions of the runtime for objects. The translator has checked that objects are not null
//! and that ranges are in arrays.

use super::functions::{Context, check, instance, store};
use super::objects::{element, fill};
use crate::TrapKind;
use crate::types::{CompositeType, layout};

/// The size of a reference.
const REFERENCE: u64 = 8;

pub(super) unsafe extern "C" fn new_struct(context: Context, header: u64, bytes: u64) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    unsafe { store(context) }.objects.new_struct(header, bytes).unwrap_or(0)
}

pub(super) unsafe extern "C" fn new_array(
    context: Context,
    header: u64,
    element_bytes: u64,
    length: u64,
) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    unsafe { store(context) }.objects.new_array(header, element_bytes, length).unwrap_or(0)
}

pub(super) unsafe extern "C" fn is_object_of(context: Context, word: u64, kind: u64) -> u64 {
    if word & 7 != 0 {
        return 0;
    }
    // SAFETY: compiled code passes the context of its instance, and a word without a tag that is
    // not null refers to an object.
    let (types, header) =
        unsafe { (instance(context).loaded.engine.types(), *(word as *const u64)) };
    let found = match types.get(layout::type_of(header)).composite {
        CompositeType::Struct(_) => 1,
        CompositeType::Array(_) => 2,
        CompositeType::Function(_) => unreachable!("no object is a function"),
    };
    u64::from(found == kind)
}

pub(super) unsafe extern "C" fn array_fill(
    _: Context,
    array: u64,
    start: u64,
    value: u64,
    count: u64,
    element_bytes: u64,
) -> u64 {
    // SAFETY: the range is in the array, and this is the size of its elements.
    unsafe { fill(array, start, value, count, element_bytes) };
    0
}

pub(super) unsafe extern "C" fn array_copy(
    _: Context,
    to: u64,
    to_start: u64,
    from: u64,
    from_start: u64,
    count: u64,
    element_bytes: u64,
) -> u64 {
    // SAFETY: the ranges are in their arrays, whose elements have this size. They may overlap.
    unsafe {
        let from = element(from, from_start, element_bytes);
        let to = element(to, to_start, element_bytes);
        from.copy_to(to, (count * element_bytes) as usize);
    }
    0
}

pub(super) unsafe extern "C" fn array_init_data(
    context: Context,
    array: u64,
    offset: u64,
    segment: u64,
    from: u64,
    bytes: u64,
) -> u64 {
    // SAFETY: the range is in the array, and `check_data` was called for that of the segment.
    unsafe {
        let source = instance(context).data(segment, from, bytes).expect("the range is checked");
        element(array, offset, 1).copy_from_nonoverlapping(source.as_ptr(), source.len());
    }
    0
}

pub(super) unsafe extern "C" fn array_init_element(
    context: Context,
    array: u64,
    start: u64,
    segment: u64,
    from: u64,
    count: u64,
) -> u64 {
    // SAFETY: the range is in the array, and `check_element` was called for that of the segment.
    unsafe {
        let cells = &mut instance(context).elements[segment as usize];
        let source = cells.range(from, count).expect("the range is checked");
        let first = element(array, start, REFERENCE).cast::<u64>();
        first.copy_from_nonoverlapping(source.as_ptr(), source.len());
    }
    0
}

pub(super) unsafe extern "C" fn check_data(
    context: Context,
    segment: u64,
    from: u64,
    bytes: u64,
    position: u64,
) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    unsafe {
        let found = instance(context).data(segment, from, bytes).map(|_| ());
        check(context, found, TrapKind::MemoryBounds, position)
    }
}

pub(super) unsafe extern "C" fn check_element(
    context: Context,
    segment: u64,
    from: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    unsafe {
        let cells = &mut instance(context).elements[segment as usize];
        let found = cells.range(from, count).map(|_| ());
        check(context, found, TrapKind::TableBounds, position)
    }
}
