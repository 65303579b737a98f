//! Encoding of references that C code holds.
//!
//! A null reference is 0. A global reference is the address of a [`Tagged`] handle. A local
//! reference has the lowest bit set; it contains the index of a cell of the thread, and the serial
//! number of the scope in which it was created ([`handle_scope`]).

use core::ptr;

use super::handle_scope;
use super::heap::spgc_heap;
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::mutator::{AnyHandle, Handle, LocalHandle, Mutator};
use crate::os;

/// The incomplete type that a spgc_ref points to. The pointer is never dereferenced.
pub struct spgc_object {
    _opaque: [u8; 0],
}

/// A reference that native code holds: null, local or global. It keeps its object alive, and stays
/// valid when the object moves.
///
/// Functions of this library that return a reference store a local reference. It belongs to the
/// innermost open scope of the calling thread, and is invalid after this scope is closed. Only this
/// thread may use it. spgc_ref_new_global() creates a global reference, which any thread may use
/// until spgc_ref_release(). A null spgc_ref represents the null reference of the managed language.
/// A reference holds the contents of a field. So it may also hold a tagged number instead of an
/// object.
///
/// References are not addresses. Two references to one object differ; see spgc_ref_same_object().
pub type spgc_ref = *mut spgc_object;

impl Tag for Handle {
    const KIND: Kind = Kind::Global;
    const NAME: &'static str = "a global reference";
    const RELEASED_BY: &'static str = "spgc_ref_release";
}

/// Tag bit of local references.
const LOCAL: u64 = 1;

/// Returns a local reference. `cell`: index of the cell. `serial`: low 32 bits of the serial number
/// of its scope. Returns `None` if the index has more than 31 bits.
pub(super) fn local(cell: u32, serial: u32) -> Option<spgc_ref> {
    // The index has 31 bits, because the lowest bit is the tag.
    let cell = u64::from(cell);
    let word = u64::from(serial) << 32 | cell << 1 | LOCAL;
    (cell < 1 << 31).then(|| ptr::without_provenance_mut(word as usize))
}

/// Returns a global reference for a handle.
pub(super) fn global(handle: Handle) -> spgc_ref {
    Tagged::allocate(handle).cast()
}

/// Returns the handle of a reference for the calling thread; `None` if the reference is null.
///
/// # Safety
///
/// If the reference is global, it has not been released, and is not released while the result is
/// used.
pub(super) unsafe fn any_handle<'a>(
    mutator: &Mutator,
    reference: spgc_ref,
) -> Result<Option<AnyHandle<'a>>, Failure> {
    if reference.is_null() {
        return Ok(None);
    }
    let word = reference.addr() as u64;
    if word & LOCAL != 0 {
        let (serial, cell) = ((word >> 32) as u32, (word as u32) >> 1);
        handle_scope::check(mutator, serial, cell)?;
        return Ok(Some(AnyHandle::Local(LocalHandle::of_cell(cell))));
    }
    // SAFETY: the caller guarantees that a global reference has not been released, and is not
    // released while the result is used.
    let handle = unsafe { Tagged::<Handle>::get(reference.cast()) }?;
    Ok(Some(AnyHandle::Global(handle)))
}

/// As [`any_handle`], but a null reference is an error.
///
/// # Safety
///
/// As for [`any_handle`].
pub(super) unsafe fn object_handle<'a>(
    mutator: &Mutator,
    reference: spgc_ref,
    name: &str,
) -> Result<AnyHandle<'a>, Failure> {
    // SAFETY: the caller upholds the contract of `any_handle`.
    unsafe { any_handle(mutator, reference) }?.ok_or_else(|| {
        Failure::new(
            spgc_status::SPGC_ERROR_NULL,
            format!("{name} is a null reference; pass a reference to an object"),
        )
    })
}

/// Creates a global reference to the object of any reference. All threads may use it until
/// spgc_ref_release().
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// result: where to store the global reference. Null is stored if `reference` is null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads
/// (SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED).
///
/// # Safety
///
/// `reference` is null or a reference that has not been released. `result` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_new_global(
    reference: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(result, "result")?;
        // SAFETY: the caller guarantees that `reference` is null or has not been released.
        let made = match unsafe { any_handle(&mutator, reference) }? {
            None => ptr::null_mut(),
            Some(handle) => global(mutator.handle(handle)?),
        };
        // SAFETY: the caller guarantees that `result` is valid for writes.
        unsafe { result.write(made) };
        Ok(())
    })
}

/// Creates a local reference in the innermost scope to the object of any reference.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
/// functions of attached threads.
///
/// # Safety
///
/// `reference` is null or a reference that has not been released. `result` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_new_local(
    reference: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `result` is null or valid for writes.
        let result_slot = unsafe { handle_scope::LocalResult::new(result) }?;
        // SAFETY: the caller guarantees that `reference` is null or has not been released.
        match unsafe { any_handle(&mutator, reference) }? {
            None => result_slot.store_null(),
            Some(handle) => {
                let handle = mutator.check_handle(handle)?;
                mutator
                    .managed(|attachment| result_slot.store(attachment, handle.get(attachment)))?;
            }
        }
        Ok(())
    })
}

/// Releases a global reference. Null is allowed and has no effect.
///
/// Any thread may call it at any time, attached or not.
///
/// Errors: SPGC_ERROR_REFERENCE if it is a local reference, or not a reference;
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `global` is null or a global reference that has not been released. No other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_release(global: spgc_ref) -> spgc_status {
    guard(|| {
        if global.addr() as u64 & LOCAL != 0 {
            return Err(Failure::new(
                spgc_status::SPGC_ERROR_REFERENCE,
                "a local reference cannot be released; close its scope with \
                 spgc_handle_scope_close",
            ));
        }
        // SAFETY: the caller guarantees that `global` is null or has not been released, and that no
        // thread uses it any more.
        unsafe { Tagged::<Handle>::free(global.cast()) }
    })
}

/// Compares two references. Stores true if both refer to the same object, hold the same tagged
/// number or other word, or are null.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `a` and `b` are null or references that have not been released. `result` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_same_object(
    a: spgc_ref,
    b: spgc_ref,
    result: *mut bool,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(result, "result")?;
        // SAFETY: the caller guarantees that `a` and `b` are null or have not been released, and
        // that `result` is valid for writes.
        unsafe {
            let (a, b) = (any_handle(&mutator, a)?, any_handle(&mutator, b)?);
            for handle in [a, b].into_iter().flatten() {
                mutator.check_handle(handle)?;
            }
            result.write(mutator.managed(|attachment| {
                let word = |handle: Option<AnyHandle<'_>>| {
                    handle.map_or(0, |handle| handle.get(attachment))
                };
                word(a) == word(b)
            }));
        }
        Ok(())
    })
}

/// Returns the heap that the calling thread is attached to, for callbacks and native functions that
/// do not receive it as an argument. Null if the thread is attached to no heap, and in callbacks in
/// which other functions return SPGC_ERROR_CALLBACK.
///
/// Any thread may call it at any time.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_thread_heap() -> *mut spgc_heap {
    os::without_cancellation(super::heap::of_current_thread)
}
