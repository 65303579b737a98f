//! Pinned objects.

use core::ffi::c_void;

use super::reference::{object_handle, spgc_ref};
use super::status::{guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::mutator::PinnedObject;

/// A pin. It keeps an object alive and prevents it from moving. Created by spgc_object_pin(),
/// released by spgc_object_unpin(). Any thread may use it.
pub struct spgc_pinned_object {
    _opaque: [u8; 0],
}

impl Tag for PinnedObject {
    const KIND: Kind = Kind::Pin;
    const NAME: &'static str = "a pin";
    const RELEASED_BY: &'static str = "spgc_object_unpin";
}

/// Pins an object. The object stays alive and does not move until spgc_object_unpin(). An object
/// may be pinned several times. Pin few objects, or for short times: the collector has to move
/// other objects around pinned objects.
///
/// The calling thread must be attached and native. Waits for a collection in progress; is not a
/// safepoint itself.
///
/// pin: where to store the handle for spgc_object_unpin().
/// address: where to store the address of the object's header. Fields without references may be
/// read and written through this address. Only managed code and the functions of this library
/// access fields with references.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no
/// object; and those of all functions of attached threads.
///
/// # Safety
///
/// `pinned` is null or a reference that has not been released. `pin` and `address` are null or
/// point to variables.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_pin(
    pinned: spgc_ref,
    pin: *mut *mut spgc_pinned_object,
    address: *mut *mut c_void,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(pin, "pin")?;
        require(address, "address")?;
        // SAFETY: the caller guarantees that `pin` and `address` are valid for writes, and that
        // `pinned` is null or has not been released.
        unsafe {
            let pinned = object_handle(&mutator, pinned, "pinned")?;
            let made = mutator.pin(pinned)?;
            address.write(made.as_ptr().as_ptr().cast());
            pin.write(Tagged::allocate(made).cast());
        }
        Ok(())
    })
}

/// Releases a pin: the object may move again, unless another pin holds it, and its address is no
/// longer valid. Null is allowed and has no effect. Any thread may call it at any time.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a pin; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `pin` is null or a pin that spgc_object_unpin() has not released. No other thread uses it, or
/// the address of the object.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_object_unpin(pin: *mut spgc_pinned_object) -> spgc_status {
    // SAFETY: the caller guarantees that `pin` is null or has not been released, and that no thread
    // uses it any more.
    guard(|| unsafe { Tagged::<PinnedObject>::free(pin.cast()) })
}
