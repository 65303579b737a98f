//! The limit of a heap, and the memory that it uses.

use super::heap::{self, spgc_heap};
use super::status::{Failure, guard, require, spgc_status};
use crate::runtime::Heap;

/// Stores the limit of a heap, in bytes, rounded down to whole blocks of 32 KiB. It does not
/// change.
///
/// Any thread may call it at any time.
///
/// bytes: where to store the limit.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `bytes` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_limit(
    heap: *const spgc_heap,
    bytes: *mut usize,
) -> spgc_status {
    // SAFETY: the caller upholds the contract.
    guard(|| unsafe { store(heap, bytes, Heap::limit) })
}

/// Stores the number of bytes to which the limit applies: the blocks that hold objects, and the
/// pages of large objects. Garbage counts until a collection has freed it.
///
/// Any thread may call it at any time. Other threads keep running, so the number may be outdated
/// when the function returns.
///
/// bytes: where to store the number.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `bytes` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_heap_used(
    heap: *const spgc_heap,
    bytes: *mut usize,
) -> spgc_status {
    // SAFETY: the caller upholds the contract.
    guard(|| unsafe { store(heap, bytes, Heap::used) })
}

/// Stores a property of a heap.
///
/// # Safety
///
/// `bytes` is null or valid for writes.
unsafe fn store(
    heap: *const spgc_heap,
    bytes: *mut usize,
    property: impl FnOnce(&Heap) -> usize,
) -> Result<(), Failure> {
    let heap = heap::get(heap)?;
    require(bytes, "bytes")?;
    // SAFETY: not null, and so valid for writes.
    unsafe { bytes.write(property(&heap)) };
    Ok(())
}
