//! References as C holds them.
//!
//! A reference is a word: null; for a global reference, the address of a [`Tagged`] handle; for a
//! local one, with the lowest bit set, the number of a cell of the thread and the serial number of
//! the scope in which it was created ([`scope`](super::scope)).

use core::ptr;

use super::handle_scope;
use super::heap::spgc_heap;
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::mutator::{AnyHandle, Handle, LocalHandle, Mutator};
use crate::os;

/// The incomplete type that a spgc_ref points to; it is never dereferenced.
pub struct spgc_object {
    _opaque: [u8; 0],
}

/// A reference that native code holds: null, local or global. It keeps its object alive, and
/// follows it when it moves.
///
/// Functions of this library that return a reference store a local one. It belongs to the innermost
/// open scope of the calling thread, is invalid after this scope is closed, and may be used by this
/// thread only. spgc_ref_new_global() creates a global reference from it, which any thread may use
/// until spgc_ref_release(). A null spgc_ref represents the null reference of the managed language.
/// A reference need not refer to an object: it holds the contents of a field, which may be a tagged
/// number.
///
/// References are not addresses. Two references to one object differ: see spgc_ref_same_object().
pub type spgc_ref = *mut spgc_object;

impl Tag for Handle {
    const KIND: Kind = Kind::Global;
    const NAME: &'static str = "a global reference";
    const RELEASED_BY: &'static str = "spgc_ref_release";
}

/// The tag bit of local references.
const LOCAL: u64 = 1;

/// Returns a local reference: the number of a cell, and the serial number of the scope in which it
/// was created. `None` if the number has more than 31 bits.
pub(super) fn local(cell: u32, serial: u32) -> Option<spgc_ref> {
    // One bit is the tag.
    let cell = u64::from(cell);
    let word = u64::from(serial) << 32 | cell << 1 | LOCAL;
    (cell < 1 << 31).then(|| ptr::without_provenance_mut(word as usize))
}

/// Returns a global reference for a handle.
pub(super) fn global(handle: Handle) -> spgc_ref {
    Tagged::give(handle).cast()
}

/// Returns the handle of a reference for the calling thread; `None` if the reference is null.
///
/// # Safety
///
/// If the reference is global, it has not been released, and is not released while the result is
/// used.
pub(super) unsafe fn held<'a>(
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
    // SAFETY: passed on.
    let handle = unsafe { Tagged::<Handle>::get(reference.cast()) }?;
    Ok(Some(AnyHandle::Global(handle)))
}

/// As [`held`], but a null reference is an error.
///
/// # Safety
///
/// As for [`held`].
pub(super) unsafe fn object<'a>(
    mutator: &Mutator,
    reference: spgc_ref,
    name: &str,
) -> Result<AnyHandle<'a>, Failure> {
    // SAFETY: passed on.
    unsafe { held(mutator, reference) }?.ok_or_else(|| {
        Failure::new(
            spgc_status::SPGC_ERROR_NULL,
            format!("{name} is a null reference; pass a reference to an object"),
        )
    })
}

/// Creates a global reference from any reference: to the same object, for all threads, until
/// spgc_ref_release().
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// result: where to store it. Null is stored if `reference` is null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads
/// (SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED).
///
/// # Safety
///
/// `reference` is null or a reference that has not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_new_global(
    reference: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(result, "result")?;
        // SAFETY: the caller promises a reference.
        let made = match unsafe { held(&mutator, reference) }? {
            None => ptr::null_mut(),
            Some(held) => global(mutator.handle(held)?),
        };
        // SAFETY: the caller promises a variable.
        unsafe { result.write(made) };
        Ok(())
    })
}

/// Creates a local reference from any reference, in the innermost scope.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_HANDLE_SCOPE, and those of all
/// functions of attached threads.
///
/// # Safety
///
/// `reference` is null or a reference that has not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_new_local(
    reference: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a variable.
        let place = unsafe { handle_scope::Place::new(result) }?;
        // SAFETY: the caller promises a reference.
        match unsafe { held(&mutator, reference) }? {
            None => place.put_null(),
            Some(held) => {
                let held = mutator.own(held)?;
                mutator.managed(|attachment| place.put(attachment, held.get(attachment)))?;
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
        // SAFETY: the caller promises that the reference is no longer used.
        unsafe { Tagged::<Handle>::free(global.cast()) }
    })
}

/// Compares two references: stores true if both refer to the same object, or hold the same word, or
/// are null.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `a` and `b` are null or references that have not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_ref_same_object(
    a: spgc_ref,
    b: spgc_ref,
    result: *mut bool,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(result, "result")?;
        // SAFETY: the caller promises references, and a variable.
        unsafe {
            let (a, b) = (held(&mutator, a)?, held(&mutator, b)?);
            for held in [a, b].into_iter().flatten() {
                mutator.own(held)?;
            }
            result.write(mutator.managed(|attachment| {
                let word =
                    |held: Option<AnyHandle<'_>>| held.map_or(0, |held| held.get(attachment));
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
