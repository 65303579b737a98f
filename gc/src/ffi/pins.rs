//! Objects that stay where they are.

use core::ffi::c_void;

use super::reference::{object, spgc_ref};
use super::status::{guard, require, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::mutator::Pinned;

/// Keeps an object alive and where it is. Made by spgc_pin_object(), given back by spgc_unpin(). Any thread may use it.
pub struct spgc_pin {
    _opaque: [u8; 0],
}

impl Tag for Pinned {
    const KIND: Kind = Kind::Pin;
    const NAME: &'static str = "a pin";
    const RELEASED_BY: &'static str = "spgc_unpin";
}

/// Keeps an object where it is, and alive, until spgc_unpin(). An object may be pinned several times. For short times, or
/// few objects: others have to move around them.
///
/// The calling thread is attached and native. Waits for a collection in progress; is no safepoint itself.
///
/// pin: where to store what is to be given back.
/// address: where to store the address of the object, whose header comes first. Its fields without references may be read
/// and written there; references are left to managed code and to the functions of this library.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_REFERENCE, SPGC_ERROR_ACCESS if the reference holds no object; and those of all
/// functions of attached threads.
///
/// # Safety
///
/// `pinned` is null or a reference that has not been released. `pin` and `address` are null or
/// point to variables.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_pin_object(
    pinned: spgc_ref,
    pin: *mut *mut spgc_pin,
    address: *mut *mut c_void,
) -> spgc_status {
    guard(|| {
        let mut mutator = thread::current()?;
        require(pin, "pin")?;
        require(address, "address")?;
        // SAFETY: the caller promises variables, and a reference.
        unsafe {
            let pinned = object(&mutator, pinned, "pinned")?;
            let made = mutator.pin(pinned)?;
            address.write(made.as_ptr().as_ptr().cast());
            pin.write(Tagged::give(made).cast());
        }
        Ok(())
    })
}

/// Lets an object move again, unless it is pinned otherwise: its address means nothing any more. Null is allowed, and does
/// nothing. Any thread may do so at any time.
///
/// Errors: SPGC_ERROR_REFERENCE if it is no pin; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `pin` is null or a pin that spgc_unpin() has not released. No other thread uses it, or the
/// address of the object.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_unpin(pin: *mut spgc_pin) -> spgc_status {
    // SAFETY: the caller promises that nobody uses it any more.
    guard(|| unsafe { Tagged::<Pinned>::free(pin.cast()) })
}
