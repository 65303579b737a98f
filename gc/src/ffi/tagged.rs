//! Allocations that C holds. Each is a box that begins with a tag, which identifies its kind.
//!
//! The tag detects a wrong pointer, and a pointer to memory that was released and not yet reused.
//! Address sanitizers detect such pointers as well.

use core::fmt;

use super::restricted::refuse_in_callback;
use super::status::{Failure, require, spgc_status};

/// Upper bits of a tag, "SPGC" in ASCII. The low bits are the [`Kind`].
const TAG_BASE: u64 = 0x5350_4743_0000_0000;
/// Tag of a released allocation.
const RELEASED: u64 = 0x5350_4743_dead_dead;

/// Kind of an allocation.
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
    Fiber,
}

/// A type of values that are allocated for C.
pub(super) trait Tag {
    /// The kind, unique to the type.
    const KIND: Kind;
    /// Name of the type in messages.
    const NAME: &'static str;
    /// Name of the function that releases the allocation.
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
    pub(super) fn allocate(value: T) -> *mut Self {
        Box::into_raw(Box::new(Self { tag: TAG_BASE | T::KIND as u64, value }))
    }

    /// Checks that a pointer is not null and that its tag is that of this type.
    fn check(pointer: *const Self) -> Result<(), Failure> {
        require(pointer, T::NAME)?;
        // SAFETY: the caller guarantees that `pointer` points to an allocation of this type.
        // Violations are detected if at least 8 bytes are readable.
        let tag = unsafe { pointer.cast::<u64>().read() };
        if tag == TAG_BASE | T::KIND as u64 {
            return Ok(());
        }
        let name = T::NAME;
        let reason = if tag == RELEASED { "was released" } else { "is not valid" };
        Err(Failure::new(
            spgc_status::SPGC_ERROR_REFERENCE,
            format!(
                "{name} at {pointer:p} {reason}; pass a pointer that the library stored and {} has \
                 not released",
                T::RELEASED_BY
            ),
        ))
    }

    /// Returns the value of an allocation that C holds.
    ///
    /// # Safety
    ///
    /// `pointer` is null, or was returned by [`Self::allocate`] and has not been released since.
    /// (Most violations are detected.)
    pub(super) unsafe fn get<'a>(pointer: *const Self) -> Result<&'a T, Failure> {
        Self::check(pointer)?;
        // SAFETY: the caller guarantees that the allocation has not been released.
        Ok(unsafe { &(*pointer).value })
    }

    /// Drops an allocation that C releases. Null has no effect.
    ///
    /// # Errors
    ///
    /// If the calling thread is in a restricted callback, or the pointer is not valid.
    ///
    /// # Safety
    ///
    /// As for [`Self::get`], and the allocation is not used during the call or afterwards.
    pub(super) unsafe fn free(pointer: *mut Self) -> Result<(), Failure> {
        refuse_in_callback()?;
        if !pointer.is_null() {
            // SAFETY: the caller guarantees that the allocation has not been released, and that no
            // thread uses it any more.
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
        // SAFETY: the caller guarantees that the allocation has not been released, and that no
        // thread uses it any more.
        let mut taken = unsafe { Box::from_raw(pointer) };
        // Volatile, because the compiler would drop a store that no valid code reads.
        // SAFETY: the field belongs to `taken`.
        unsafe { (&raw mut taken.tag).write_volatile(RELEASED) };
        let Self { value, .. } = *taken;
        Ok(value)
    }
}
