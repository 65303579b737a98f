//! Allocations that C holds: a box that begins with a tag, which identifies its kind.
//!
//! The tag detects a wrong pointer, and a pointer to memory that was released and not yet reused.
//! Tools that detect the use of freed memory find such pointers, too.

use core::fmt;

use super::restricted::refuse_in_callback;
use super::status::{Failure, require, spgc_status};

/// Upper bits of a tag; the number of the kind is added.
const MARK: u64 = 0x5350_4743_0000_0000;
/// Tag of a released allocation.
const RELEASED: u64 = 0x5350_4743_dead_dead;

/// Kinds of allocations.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(super) enum Kind {
    Global = 1,
    Weak,
    WeakTable,
    Pin,
    Roots,
    Patcher,
    Thunk,
    Sections,
    Takeover,
}

/// A type of values that are allocated for C.
pub(super) trait Tag {
    /// The kind, unique to the type.
    const KIND: Kind;
    /// Its name in messages.
    const NAME: &'static str;
    /// The function that releases it.
    const RELEASED_BY: &'static str;
}

/// A value with its tag.
#[repr(C)]
pub(super) struct Tagged<T> {
    tag: u64,
    value: T,
}

impl<T> fmt::Debug for Tagged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tagged({:#x})", self.tag)
    }
}

impl<T: Tag> Tagged<T> {
    /// Allocates a value, and returns the pointer that C holds.
    pub(super) fn give(value: T) -> *mut Self {
        Box::into_raw(Box::new(Self { tag: MARK | T::KIND as u64, value }))
    }

    fn check(pointer: *const Self) -> Result<(), Failure> {
        require(pointer, T::NAME)?;
        // SAFETY: the caller promises that it points to an allocation, released or not, or at least
        // to a readable word.
        let tag = unsafe { pointer.cast::<u64>().read() };
        if tag == MARK | T::KIND as u64 {
            return Ok(());
        }
        let name = T::NAME;
        let why = if tag == RELEASED { "was released" } else { "is not valid" };
        Err(Failure::new(
            spgc_status::SPGC_ERROR_REFERENCE,
            format!(
                "{name} at {pointer:p} {why}; pass a pointer that the library stored and {} has \
                 not released",
                T::RELEASED_BY
            ),
        ))
    }

    /// Returns the value of an allocation that C holds.
    ///
    /// # Safety
    ///
    /// `pointer` is null, or was returned by [`Self::give`] and has not been released since. (Most
    /// violations are detected.)
    pub(super) unsafe fn get<'a>(pointer: *const Self) -> Result<&'a T, Failure> {
        Self::check(pointer)?;
        // SAFETY: the caller promises it.
        Ok(unsafe { &(*pointer).value })
    }

    /// Drops an allocation that C releases. Null has no effect. An error in a restricted callback.
    ///
    /// # Safety
    ///
    /// As for [`Self::get`], and it is not used during the call or afterwards.
    pub(super) unsafe fn free(pointer: *mut Self) -> Result<(), Failure> {
        refuse_in_callback()?;
        if !pointer.is_null() {
            // SAFETY: the caller promises it.
            drop(unsafe { Self::take(pointer) }?);
        }
        Ok(())
    }

    /// Takes the value out of an allocation that C releases.
    ///
    /// # Safety
    ///
    /// As for [`Self::free`].
    unsafe fn take(pointer: *mut Self) -> Result<T, Failure> {
        Self::check(pointer)?;
        // SAFETY: the caller promises it.
        let mut taken = unsafe { Box::from_raw(pointer) };
        // Volatile: no valid code reads it any more.
        // SAFETY: a word of the box.
        unsafe { (&raw mut taken.tag).write_volatile(RELEASED) };
        let Self { value, .. } = *taken;
        Ok(value)
    }
}
