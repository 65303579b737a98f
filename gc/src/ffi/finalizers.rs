//! Finalizers: notification of the host about unreachable objects.

use core::ptr;
use std::time::Duration;

use super::heap::{self, spgc_heap};
use super::reference::{global, object_handle, spgc_ref};
use super::status::{guard, require, spgc_status};
use super::thread;
use crate::handles::FinalizerId;

/// Registers an object for finalization. The object is queued once, when a collection finds it
/// unreachable. Until it is taken from the queue, it stays alive with all objects reachable from
/// it. An object may be registered several times; it is then queued once for each registration.
/// Managed code calls spgc_finalize for the same purpose.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// token: a number that is returned with the object.
/// registration: where to store the registration ID for spgc_finalizer_cancel(), or null.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads.
///
/// # Safety
///
/// `of` is null or a reference that has not been released. `registration` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_finalizer_register(
    of: spgc_ref,
    token: u64,
    registration: *mut u64,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that `registration` is null or valid for writes, and that
        // `of` is null or has not been released.
        unsafe {
            let of = object_handle(&mutator, of, "of")?;
            let id = mutator.finalize_with(of, token)?;
            if !registration.is_null() {
                registration.write(id.get());
            }
        }
        Ok(())
    })
}

/// Cancels a registration, unless its object was queued already. Any thread that is not managed may
/// call it.
///
/// registration: registration ID, as stored by spgc_finalizer_register(), or returned by
/// spgc_finalize.
/// cancelled: where to store whether the registration still existed, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `cancelled` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_finalizer_cancel(
    heap: *mut spgc_heap,
    registration: u64,
    cancelled: *mut bool,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let token = heap::get(heap)?.cancel_finalizer(FinalizerId::new(registration));
        if !cancelled.is_null() {
            // SAFETY: the caller guarantees that `cancelled` is valid for writes.
            unsafe { cancelled.write(token.is_some()) };
        }
        Ok(())
    })
}

/// Takes an object from the finalization queue. The queue is in the order of the collections that
/// found the objects unreachable, and within one collection in the order of registration. Any
/// thread that is not managed may call it, attached or not. Each queued object is returned to one
/// thread.
///
/// result: where to store a global reference, which the caller releases; null if the queue is
/// empty.
/// token: where to store the number that the object was registered with.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `result` and `token` are null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_finalizer_next(
    heap: *mut spgc_heap,
    result: *mut spgc_ref,
    token: *mut u64,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(result, "result")?;
        require(token, "token")?;
        let next = heap.drain_finalizers().next();
        let (object, registered_token) =
            next.map_or((ptr::null_mut(), 0), |(handle, token)| (global(handle), token));
        // SAFETY: the caller guarantees that `result` and `token` are valid for writes.
        unsafe {
            result.write(object);
            token.write(registered_token);
        }
        Ok(())
    })
}

/// Waits until the queue of spgc_finalizer_next() is not empty, for at most `nanoseconds`. It is
/// meant for a finalizer thread.
///
/// Any thread that is not managed may call it; a waiting thread does not delay collections.
///
/// ready: where to store whether the queue has an object.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `ready` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_finalizer_wait(
    heap: *mut spgc_heap,
    nanoseconds: u64,
    ready: *mut bool,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(ready, "ready")?;
        let is_ready = heap.wait_for_finalizers(Duration::from_nanos(nanoseconds));
        // SAFETY: the caller guarantees that `ready` is valid for writes.
        unsafe { ready.write(is_ready) };
        Ok(())
    })
}
