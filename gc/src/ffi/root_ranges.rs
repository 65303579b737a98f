//! Root ranges: slots in the host's memory that hold references.

use super::heap::{self, spgc_heap};
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use super::types::weak_kind;
use crate::handles::RootRangeKind;
use crate::mutator::RootRange;

/// A root range. Created by spgc_root_range_register(), released by spgc_root_range_remove().
pub struct spgc_root_range {
    _opaque: [u8; 0],
}

impl Tag for RootRange {
    const KIND: Kind = Kind::Roots;
    const NAME: &'static str = "a root range";
    const RELEASED_BY: &'static str = "spgc_root_range_remove";
}

/// spgc_root_range_register(): the references keep their objects alive.
pub const SPGC_ROOT_RANGE_STRONG: u32 = 0;
/// spgc_root_range_register(): the references are weak; a slot becomes 0 when its object dies, at
/// the time defined by SPGC_WEAK_SHORT.
pub const SPGC_ROOT_RANGE_WEAK_SHORT: u32 = 1;
/// spgc_root_range_register(): the references are weak; a slot becomes 0 when its object dies, at
/// the time defined by SPGC_WEAK_LONG.
pub const SPGC_ROOT_RANGE_WEAK_LONG: u32 = 2;

/// Registers a root range: collections scan and update the `count` 8-byte slots from `first` on.
/// The range may be a global variable, a table of constants, or the stack of an interpreter. A slot
/// may hold the same values as a reference field of an object. Stores need no write barrier.
///
/// Any thread that is not managed may call it. Only managed threads may read and write the words as
/// references.
///
/// kind: SPGC_ROOT_RANGE_*.
/// roots: where to store the handle for spgc_root_range_remove().
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_ARGUMENT; SPGC_ERROR_ROOT_RANGE if some
/// of the words are registered already, or the range is invalid; SPGC_ERROR_MANAGED,
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// The `count` words at `first` remain valid memory until the range is removed. `roots` is
/// null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_root_range_register(
    heap: *mut spgc_heap,
    first: *mut u64,
    count: usize,
    kind: u32,
    roots: *mut *mut spgc_root_range,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(roots, "roots")?;
        let kind = match kind {
            SPGC_ROOT_RANGE_STRONG => RootRangeKind::Strong,
            SPGC_ROOT_RANGE_WEAK_SHORT | SPGC_ROOT_RANGE_WEAK_LONG => {
                RootRangeKind::Weak(weak_kind(kind - SPGC_ROOT_RANGE_WEAK_SHORT)?)
            }
            _ => {
                return Err(Failure::argument(format!(
                    "{kind} is not a kind of root range; use one of SPGC_ROOT_RANGE_*"
                )));
            }
        };
        // SAFETY: the caller guarantees that the `count` words at `first` stay valid until the
        // range is removed, and that `roots` is valid for writes.
        unsafe {
            let made = heap.register_root_range(first, count, kind)?;
            roots.write(Tagged::allocate(made).cast());
        }
        Ok(())
    })
}

/// Removes a root range. After it returns, no collection reads or writes the words any more. Null
/// is allowed and has no effect.
///
/// Any thread that is not managed may call it; it waits while a collection scans root ranges.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a root range; SPGC_ERROR_MANAGED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `roots` is null or a range that spgc_root_range_remove() has not released. No other thread
/// uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_root_range_remove(roots: *mut spgc_root_range) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        // SAFETY: the caller guarantees that `roots` is null or has not been released, and that no
        // thread uses it any more.
        unsafe { Tagged::<RootRange>::free(roots.cast()) }
    })
}
