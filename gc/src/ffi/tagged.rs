//! What is allocated for C: a box that begins with a tag, which says what it is.
//!
//! The tag is for those who pass the wrong pointer, or one whose memory was released and is not used again yet.
//! Tools that find uses of freed memory find these, too.

use core::fmt;

use super::restricted::refuse_in_callback;
use super::status::{Failure, require, spgc_status};

/// The rest of a tag; the number of its kind is added.
const MARK: u64 = 0x5350_4743_0000_0000;
/// What was released.
const RELEASED: u64 = 0x5350_4743_dead_dead;

/// The kinds of what is allocated.
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

/// What is allocated.
pub(super) trait Tag {
    /// No other has the same.
    const KIND: Kind;
    /// What it is, for messages.
    const NAME: &'static str;
    /// The function that gives it back.
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
    /// For C to keep.
    pub(super) fn give(value: T) -> *mut Self {
        Box::into_raw(Box::new(Self { tag: MARK | T::KIND as u64, value }))
    }

    fn check(pointer: *const Self) -> Result<(), Failure> {
        require(pointer, T::NAME)?;
        // SAFETY: the caller promises what is or was one of these, or at least a word that can be read.
        let tag = unsafe { pointer.cast::<u64>().read() };
        if tag == MARK | T::KIND as u64 {
            return Ok(());
        }
        let name = T::NAME;
        let why = if tag == RELEASED { "was released" } else { "is none" };
        Err(Failure::new(
            spgc_status::SPGC_ERROR_REFERENCE,
            format!(
                "{name} at {pointer:p} {why}; pass what the library returned, until {} is called",
                T::RELEASED_BY
            ),
        ))
    }

    /// What C has kept.
    ///
    /// # Safety
    ///
    /// `pointer` is null, or was given and not taken since. (Where that is broken, it is noticed mostly.)
    pub(super) unsafe fn get<'a>(pointer: *const Self) -> Result<&'a T, Failure> {
        Self::check(pointer)?;
        // SAFETY: the caller promises it.
        Ok(unsafe { &(*pointer).value })
    }

    /// Drops what C gives back, if it is anything. Not in a callback that may not use the library.
    ///
    /// # Safety
    ///
    /// As for [`Self::get`], and nobody uses it meanwhile or afterwards.
    pub(super) unsafe fn free(pointer: *mut Self) -> Result<(), Failure> {
        refuse_in_callback()?;
        if !pointer.is_null() {
            // SAFETY: the caller promises it.
            drop(unsafe { Self::take(pointer) }?);
        }
        Ok(())
    }

    /// What C gives back.
    ///
    /// # Safety
    ///
    /// As for [`Self::free`].
    unsafe fn take(pointer: *mut Self) -> Result<T, Failure> {
        Self::check(pointer)?;
        // SAFETY: the caller promises it.
        let mut taken = unsafe { Box::from_raw(pointer) };
        // Volatile: nobody reads it any more who is right to.
        // SAFETY: a word of the box.
        unsafe { (&raw mut taken.tag).write_volatile(RELEASED) };
        let Self { value, .. } = *taken;
        Ok(value)
    }
}
