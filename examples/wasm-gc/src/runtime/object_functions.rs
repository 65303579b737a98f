//! The functions of the runtime for objects.
//!
//! # Contract
//!
//! That of [all functions](super::functions#contract). In addition, objects are not null, and
//! ranges are in their arrays: the translator has checked that. Those for long ranges work [in
//! pieces](super::bulk#pieces); between them, a collection may move the arrays.

use std::{ptr, slice};

use super::bulk::{PIECE_BYTES, Piece};
use super::functions::{Context, check, instance};
use crate::TrapKind;
use crate::types::layout::ELEMENTS;

/// Bytes of a piece if each element has a write barrier of its own.
const INIT_BYTES: u64 = PIECE_BYTES / 8;

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

/// Returns the number of elements that remain after a piece.
fn rest(status: i64) -> u64 {
    u64::try_from(status).expect("the translator checks ranges and types")
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
pub(super) unsafe extern "C" fn array_fill(
    _: Context,
    array: u64,
    start: u64,
    value: u64,
    count: u64,
    element_bytes: u64,
    remaining: u64,
) -> u64 {
    let piece = Piece::next(PIECE_BYTES, element_bytes, count, remaining, false);
    // SAFETY: the range is in the array, and this is the size of its elements, to which they are
    // aligned.
    unsafe {
        let first = element(array, start + piece.begin as u64, element_bytes);
        let count = piece.count;
        match element_bytes {
            1 => slice::from_raw_parts_mut(first, count).fill(value as u8),
            2 => slice::from_raw_parts_mut(first.cast::<u16>(), count).fill(value as u16),
            4 => slice::from_raw_parts_mut(first.cast::<u32>(), count).fill(value as u32),
            _ => slice::from_raw_parts_mut(first.cast::<u64>(), count).fill(value),
        }
    }
    piece.rest(remaining)
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
    remaining: u64,
) -> u64 {
    // SAFETY: the thread is managed, and the range is in the array.
    rest(unsafe { spgc_array_fill_piece(array, start, value, count, remaining) })
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
    remaining: u64,
) -> u64 {
    // SAFETY: the thread is managed, and the ranges are in their arrays.
    rest(unsafe { spgc_array_copy_piece(to, to_start, from, from_start, count, remaining) })
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
    remaining: u64,
) -> u64 {
    // Both may be one array, and no piece overwrites elements that are yet to be copied. Two arrays
    // may change their order in memory between pieces, so indices are compared.
    let backwards = from_start < to_start;
    let piece = Piece::next(PIECE_BYTES, element_bytes, count, remaining, backwards);
    let begin = piece.begin as u64;
    // SAFETY: the ranges are in their arrays, whose elements have this size. They may overlap.
    unsafe {
        let from = element(from, from_start + begin, element_bytes);
        let to = element(to, to_start + begin, element_bytes);
        from.copy_to(to, piece.count * element_bytes as usize);
    }
    piece.rest(remaining)
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
    remaining: u64,
) -> u64 {
    let piece = Piece::next(PIECE_BYTES, 1, bytes, remaining, false);
    // SAFETY: the range is in the array, and `check_data` was called for that of the segment.
    unsafe {
        let source = instance(context).data(segment, from, bytes).expect("the range is checked");
        let source = &source[piece.begin..][..piece.count];
        let to = element(array, offset + piece.begin as u64, 1);
        to.copy_from_nonoverlapping(source.as_ptr(), source.len());
    }
    piece.rest(remaining)
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
    are_roots: u64,
    remaining: u64,
) -> u64 {
    let piece = Piece::next(INIT_BYTES, 8, count, remaining, false);
    // SAFETY: the range is in the array, and `check_element` was called for that of the segment.
    unsafe {
        let cells = &instance(context).elements[segment as usize];
        let source = cells.range(from, count).expect("the range is checked");
        for index in piece.begin..piece.begin + piece.count {
            let value = *source.add(index);
            let at = start + index as u64;
            if are_roots != 0 {
                rest(spgc_array_fill_piece(array, at, value, 1, 1));
            } else {
                *element(array, at, 8).cast::<u64>() = value;
            }
        }
    }
    piece.rest(remaining)
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
