//! Fibers that live as long as an object.

use core::ptr;

use super::fiber::spgc_fiber;
use super::heap::{self, spgc_heap};
use super::reference::{global, object_handle, spgc_ref};
use super::restricted::refuse_in_callback;
use super::status::{guard, require, spgc_status};
use super::tagged::Tagged;
use super::thread;
use crate::mutator::Fiber;

/// Gives a fiber to an object, such as the generator object by which managed code knows the fiber:
/// the references on the stack of a suspended fiber that an object owns keep nothing alive unless
/// the object is live. Fiber and object may refer to each other. A fiber that runs keeps its owner
/// alive.
///
/// The fiber can be resumed as before. It cannot be released until spgc_fiber_next_dead() has
/// stored it, or the heap was shut down.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, and those of all functions of attached threads;
/// SPGC_ERROR_FIBER if the fiber belongs to another heap or was given to an object before, or the
/// reference contains a word that is no reference to an object.
///
/// # Safety
///
/// `fiber` is null or a fiber that has not been released. `owner` is null or a reference that has
/// not been released.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_give(
    fiber: *mut spgc_fiber,
    owner: spgc_ref,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        // SAFETY: the caller guarantees that the fiber and the reference have not been released.
        unsafe {
            let given = Tagged::<Fiber>::get(fiber.cast())?;
            let owner = object_handle(&mutator, owner, "owner")?;
            mutator.give_record(given, owner, fiber.expose_provenance())?;
        }
        Ok(())
    })
}

/// Stores the next fiber whose owner has died, in the order in which collections have found that;
/// null if there is none. All is kept as it was, as for a finalizer, and the fiber has no owner any
/// more: the caller may resume it (on its thread, unless it migrates), so that it cleans up, and
/// releases it. If the owner has the address of the fiber, clear that before: other dead objects,
/// and the stacks of other dead fibers, may refer to the owner.
///
/// Any thread that is not managed may call it, attached or not. Each fiber is stored once.
///
/// owner: where to store a global reference to the object that owned the fiber, which the caller
/// releases; null if that is not needed.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `fiber` is null or valid for writes, and so is `owner`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_fiber_next_dead(
    heap: *mut spgc_heap,
    fiber: *mut *mut spgc_fiber,
    owner: *mut spgc_ref,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        refuse_in_callback()?;
        require(fiber, "fiber")?;
        let next = heap::get(heap)?.next_dead_record();
        let (dead, dead_owner) = match next {
            None => (ptr::null_mut(), None),
            // A host in Rust has given it.
            Some((dead, 0)) => (Tagged::allocate(dead.fiber).cast(), Some(dead.owner)),
            Some((mut dead, token)) => {
                drop(dead.fiber.take_record());
                (ptr::with_exposed_provenance_mut(token), Some(dead.owner))
            }
        };
        // SAFETY: the caller guarantees that `fiber` and `owner` are valid for writes.
        unsafe {
            fiber.write(dead);
            if !owner.is_null() {
                owner.write(dead_owner.map_or(ptr::null_mut(), global));
            }
        }
        Ok(())
    })
}
