//! References as C has them.
//!
//! A reference is a word: null; the address of a [`Tagged`] handle, for global ones; or, with the lowest bit set, the
//! number of a cell of the thread and the serial number of the scope that it was made in ([`scope`](super::scope)).

use core::ptr;

use super::heap::spgc_heap;
use super::scope;
use super::status::{Failure, guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::mutator::{Handle, Held, LocalHandle, Mutator};
use crate::os;

/// What a spgc_ref leads to; nothing to look at.
pub struct spgc_object {
    _opaque: [u8; 0],
}

/// A reference that native code holds: null, local or global. It keeps its object alive, and follows it when it moves.
///
/// Functions of this library that have a reference to give store a local one: it belongs to the innermost open scope
/// of the calling thread, goes when that is closed, and is for this thread alone. spgc_global() makes a global one of it,
/// which any thread may use, until spgc_release(). Null stands for the null of the language. A reference need not be one to
/// an object: it holds what was in a field, which may be a tagged number.
///
/// References are no addresses. Two of them to one object differ: see spgc_same().
pub type spgc_ref = *mut spgc_object;

impl Tag for Handle {
    const KIND: Kind = Kind::Global;
    const NAME: &'static str = "a global reference";
    const RELEASED_BY: &'static str = "spgc_release";
}

/// Marks local references.
const LOCAL: u64 = 1;

/// A local reference: a cell, and the scope that it was made in.
pub(super) fn local(cell: u32, serial: u32) -> Option<spgc_ref> {
    // One bit is the mark.
    let cell = u64::from(cell);
    let word = u64::from(serial) << 32 | cell << 1 | LOCAL;
    (cell < 1 << 31).then(|| ptr::without_provenance_mut(word as usize))
}

/// A global one.
pub(super) fn global(handle: Handle) -> spgc_ref {
    Tagged::give(handle).cast()
}

/// What a reference holds that may be null, for the calling thread.
///
/// # Safety
///
/// A global reference was not released, and is not as long as the result is used.
pub(super) unsafe fn held<'a>(
    mutator: &Mutator,
    reference: spgc_ref,
) -> Result<Option<Held<'a>>, Failure> {
    if reference.is_null() {
        return Ok(None);
    }
    let word = reference.addr() as u64;
    if word & LOCAL != 0 {
        let (serial, cell) = ((word >> 32) as u32, (word as u32) >> 1);
        scope::check(mutator, serial, cell)?;
        return Ok(Some(Held::Local(LocalHandle::of_cell(cell))));
    }
    // SAFETY: passed on.
    let handle = unsafe { Tagged::<Handle>::get(reference.cast()) }?;
    Ok(Some(Held::Global(handle)))
}

/// The same of one that may not be null.
///
/// # Safety
///
/// As for [`held`].
pub(super) unsafe fn object<'a>(
    mutator: &Mutator,
    reference: spgc_ref,
    name: &str,
) -> Result<Held<'a>, Failure> {
    // SAFETY: passed on.
    unsafe { held(mutator, reference) }?.ok_or_else(|| {
        Failure::new(
            spgc_status::SPGC_ERROR_NULL,
            format!("{name} is a null reference; this function needs an object"),
        )
    })
}

/// Makes a global reference of any: to the same object, for all threads, until spgc_release().
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// result: where to store it; null of null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads
/// (SPGC_ERROR_NOT_ATTACHED, SPGC_ERROR_MANAGED, SPGC_ERROR_CALLBACK, SPGC_ERROR_FORKED).
///
/// # Safety
///
/// `reference` is null or a reference that has not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_global(
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

/// Makes a local reference of any, in the innermost scope.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_SCOPE, and those of all functions of attached threads.
///
/// # Safety
///
/// `reference` is null or a reference that has not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_local(
    reference: spgc_ref,
    result: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller promises a variable.
        let place = unsafe { scope::Place::new(result) }?;
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

/// Gives a global reference back. Null is allowed, and does nothing.
///
/// Any thread may do so at any time, attached or not.
///
/// Errors: SPGC_ERROR_REFERENCE if it is a local one, or none; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `global` is null or a global reference that has not been released. No other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_release(global: spgc_ref) -> spgc_status {
    guard(|| {
        if global.addr() as u64 & LOCAL != 0 {
            return Err(Failure::new(
                spgc_status::SPGC_ERROR_REFERENCE,
                "a local reference cannot be released; it goes when its scope is closed by spgc_scope_close",
            ));
        }
        // SAFETY: the caller promises that nobody uses it any more.
        unsafe { Tagged::<Handle>::free(global.cast()) }
    })
}

/// Whether two references hold the same: are to one object, or both null.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `a` and `b` are null or references that have not been released. `result` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_same(
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
                let word = |held: Option<Held<'_>>| held.map_or(0, |held| held.get(attachment));
                word(a) == word(b)
            }));
        }
        Ok(())
    })
}

/// The heap that the calling thread is attached to, for callbacks and native functions that were not given it. Null
/// if it is attached to none, and in callbacks to which other functions say SPGC_ERROR_CALLBACK.
///
/// Any thread may ask at any time.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn spgc_thread_heap() -> *mut spgc_heap {
    os::without_cancellation(super::heap::of_current_thread)
}
