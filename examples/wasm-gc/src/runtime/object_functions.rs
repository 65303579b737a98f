//! The functions of the runtime for objects.
//!
//! # Contract
//!
//! That of [all functions](super::functions#contract). In addition, objects are not null, and
//! ranges are in their arrays: the translator has checked that.

use std::{ptr, slice};

use super::functions::{Context, check, instance};
use crate::TrapKind;
use crate::types::layout::ELEMENTS;
use crate::types::{CompositeType, TypeId, layout};

// The collector defines these functions for compiled code of LLVM, whose prelude calls them until
// no elements remain, with polls in between. They contain no safepoint.
unsafe extern "C" {
    fn spgc_array_fill_piece(array: u64, index: u64, value: u64, count: u64, remaining: u64)
    -> i64;
    fn spgc_array_copy_piece(
        to: u64,
        to_index: u64,
        from: u64,
        from_index: u64,
        count: u64,
        remaining: u64,
    ) -> i64;
}

/// Calls an operation with the number of elements that remain, until none does.
fn in_pieces(count: u64, mut operation: impl FnMut(u64) -> i64) {
    let mut remaining = count;
    while remaining > 0 {
        let status = operation(remaining);
        remaining = u64::try_from(status).expect("the translator checks ranges and types");
    }
}

/// Returns the type of an object.
///
/// # Safety
///
/// The reference is to an object, and the thread is managed.
unsafe fn type_of(object: u64) -> TypeId {
    // SAFETY: an object begins with its header.
    layout::type_of(unsafe { *ptr::with_exposed_provenance(object as usize) })
}

/// Returns the address of an element.
///
/// # Safety
///
/// The reference is to an array, whose elements have this size, with more elements than `index`,
/// or as many. The thread is managed.
unsafe fn element(array: u64, index: u64, element_bytes: u64) -> *mut u8 {
    let offset = ELEMENTS as usize + (index * element_bytes) as usize;
    ptr::with_exposed_provenance_mut(array as usize + offset)
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn is_object_of(context: Context, word: u64, kind: u64) -> u64 {
    if word & 7 != 0 {
        return 0;
    }
    // SAFETY: compiled code passes the context of its instance, and a word without a tag that is
    // not null refers to an object.
    let (types, id) = unsafe { (instance(context).loaded.engine.types(), type_of(word)) };
    let found = match types.get(id).composite {
        CompositeType::Struct(_) => 1,
        CompositeType::Array(_) => 2,
        // An exception, which is of neither type.
        CompositeType::Function(_) => 0,
    };
    u64::from(found == kind)
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn array_fill(
    _: Context,
    array: u64,
    start: u64,
    value: u64,
    count: u64,
    element_bytes: u64,
) -> u64 {
    // SAFETY: the range is in the array, and this is the size of its elements, to which they are
    // aligned.
    unsafe {
        let first = element(array, start, element_bytes);
        let count = count as usize;
        match element_bytes {
            1 => slice::from_raw_parts_mut(first, count).fill(value as u8),
            2 => slice::from_raw_parts_mut(first.cast::<u16>(), count).fill(value as u16),
            4 => slice::from_raw_parts_mut(first.cast::<u32>(), count).fill(value as u32),
            _ => slice::from_raw_parts_mut(first.cast::<u64>(), count).fill(value),
        }
    }
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn array_fill_references(
    _: Context,
    array: u64,
    start: u64,
    value: u64,
    count: u64,
) -> u64 {
    // SAFETY: the thread is managed, and the range is in the array.
    in_pieces(count, |remaining| unsafe {
        spgc_array_fill_piece(array, start, value, count, remaining)
    });
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn array_copy_references(
    _: Context,
    to: u64,
    to_start: u64,
    from: u64,
    from_start: u64,
    count: u64,
) -> u64 {
    // SAFETY: the thread is managed, and the ranges are in their arrays.
    in_pieces(count, |remaining| unsafe {
        spgc_array_copy_piece(to, to_start, from, from_start, count, remaining)
    });
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
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

/// # Safety
///
/// [The contract](self#contract) of these functions.
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

/// # Safety
///
/// [The contract](self#contract) of these functions.
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
        let cells = &instance(context).elements[segment as usize];
        let source = cells.range(from, count).expect("the range is checked");
        let has_roots = {
            let types = instance(context).loaded.engine.types();
            types.array(type_of(array)).storage.is_root(&types)
        };
        for index in 0..count {
            let value = *source.add(index as usize);
            if has_roots {
                in_pieces(1, |_| spgc_array_fill_piece(array, start + index, value, 1, 1));
            } else {
                *element(array, start + index, 8).cast::<u64>() = value;
            }
        }
    }
    0
}

/// # Safety
///
/// [The contract](self#contract) of these functions.
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

/// # Safety
///
/// [The contract](self#contract) of these functions.
pub(super) unsafe extern "C" fn check_element(
    context: Context,
    segment: u64,
    from: u64,
    count: u64,
    position: u64,
) -> u64 {
    // SAFETY: compiled code passes the context of its instance.
    unsafe {
        let cells = &instance(context).elements[segment as usize];
        let found = cells.range(from, count).map(|_| ());
        check(context, found, TrapKind::TableBounds, position)
    }
}
