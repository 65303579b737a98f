//! Protection against `pthread_cancel` ending a thread in the middle of the library's work.
//!
//! POSIX acts upon a cancellation request by unwinding the thread: in the *deferred* type, the
//! default, at the next cancellation point (`open`, `read`, `write`, `poll` and others), and in the
//! *asynchronous* type at any instruction. A thread that is unwound out of the library may have
//! stopped the world, which then never resumes, or may leave a lock held. So the library runs with
//! cancellation disabled; a request that arrives meanwhile stays pending, and is acted upon in the
//! host's code.
//!
//! [`CancelDisabled`] is for Rust code. [`without_cancellation`] and [`with_deferred_cancellation`]
//! are for functions that C calls: there, if the thread's cancellation type is asynchronous, a
//! request can be acted upon while the thread's own setting is restored. The frames from that place
//! to the caller have no landing pads, so that the thread can be unwound from any instruction of
//! them.
//!
//! `pthread_setcancelstate` and `pthread_setcanceltype` are async-cancel-safe.

use core::ffi::c_int;
use core::marker::PhantomData;
use core::ptr;

// Both C libraries of Linux, glibc and musl, use these numbers; the `libc` crate does not name
// them.
const CANCEL_DISABLE: c_int = 1;
const CANCEL_DEFERRED: c_int = 0;

unsafe extern "C-unwind" {
    fn pthread_setcancelstate(state: c_int, before: *mut c_int) -> c_int;
    fn pthread_setcanceltype(kind: c_int, before: *mut c_int) -> c_int;
}

/// Sets the cancelability state of the calling thread and returns the previous one.
fn set_state(state: c_int) -> c_int {
    let mut before = state;
    // SAFETY: a valid state, and room for the previous one.
    unsafe { pthread_setcancelstate(state, &raw mut before) };
    before
}

/// Sets the cancelability type of the calling thread and returns the previous one.
fn set_type(kind: c_int) -> c_int {
    let mut before = kind;
    // SAFETY: a valid type, and room for the previous one.
    unsafe { pthread_setcanceltype(kind, &raw mut before) };
    before
}

/// Guard that keeps the calling thread from acting upon cancellation requests. Guards nest:
/// dropping one restores the state from before it was made.
#[derive(Debug)]
#[must_use = "cancellation is enabled again when this is dropped"]
pub struct CancelDisabled {
    before: c_int,
    /// The state belongs to the thread.
    not_send: PhantomData<*mut ()>,
}

impl CancelDisabled {
    /// Disables cancellation of the calling thread.
    #[inline]
    pub fn begin() -> Self {
        Self { before: set_state(CANCEL_DISABLE), not_send: PhantomData }
    }
}

impl Drop for CancelDisabled {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the state that the thread had.
        unsafe { pthread_setcancelstate(self.before, ptr::null_mut()) };
    }
}

/// Calls `action` with cancellation disabled. For functions that C calls: neither `R` nor what
/// `action` captures needs to be dropped, so that there are no landing pads here.
#[inline]
pub fn without_cancellation<R: Copy>(action: impl FnOnce() -> R) -> R {
    let before = set_state(CANCEL_DISABLE);
    let result = call_in_own_frame(action);
    // SAFETY: the state that the thread had.
    unsafe { pthread_setcancelstate(before, ptr::null_mut()) };
    result
}

/// Calls `action`, which may unwind, with the deferred type of cancellation: a request is acted
/// upon at cancellation points only, and only if the thread itself has cancellation enabled. For
/// functions that C calls, as [`without_cancellation`].
#[inline]
pub fn with_deferred_cancellation<R: Copy>(action: impl FnOnce() -> R) -> R {
    let before = set_type(CANCEL_DEFERRED);
    let result = call_in_own_frame(|| {
        let unwound = CancelDeferred { before, not_send: PhantomData };
        let result = action();
        core::mem::forget(unwound);
        result
    });
    if before != CANCEL_DEFERRED {
        // SAFETY: the type that the thread had.
        unsafe { pthread_setcanceltype(before, ptr::null_mut()) };
    }
    result
}

/// Calls `action` in a frame of its own, which may have landing pads.
#[inline(never)]
fn call_in_own_frame<R>(action: impl FnOnce() -> R) -> R {
    action()
}

/// Guard that sets the type of the calling thread's cancellation to deferred; see
/// [`with_deferred_cancellation`].
#[derive(Debug)]
#[must_use = "the thread's own type is restored when this is dropped"]
pub struct CancelDeferred {
    before: c_int,
    /// The type belongs to the thread.
    not_send: PhantomData<*mut ()>,
}

impl CancelDeferred {
    /// Sets the deferred type.
    #[inline]
    pub fn begin() -> Self {
        Self { before: set_type(CANCEL_DEFERRED), not_send: PhantomData }
    }
}

impl Drop for CancelDeferred {
    #[inline]
    fn drop(&mut self) {
        if self.before != CANCEL_DEFERRED {
            // SAFETY: the type that the thread had.
            unsafe { pthread_setcanceltype(self.before, ptr::null_mut()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the state and the type of the calling thread.
    fn setting() -> (c_int, c_int) {
        let state = set_state(CANCEL_DISABLE);
        let kind = set_type(CANCEL_DEFERRED);
        set_state(state);
        set_type(kind);
        (state, kind)
    }

    #[test]
    fn nested_settings_are_restored_in_reverse_order() {
        assert_eq!(setting(), (0, 0));
        let outer = CancelDisabled::begin();
        let inner = CancelDisabled::begin();
        assert_eq!(setting(), (1, 0));
        drop(inner);
        assert_eq!(setting(), (1, 0));
        drop(outer);
        assert_eq!(setting(), (0, 0));
        assert_eq!(without_cancellation(setting), (1, 0));
        assert_eq!(setting(), (0, 0));
    }

    #[test]
    fn asynchronous_type_is_restored_on_unwind() {
        assert_eq!(set_type(1), 0);
        assert_eq!(with_deferred_cancellation(setting), (0, 0));
        assert_eq!(setting(), (0, 1));
        let unwound = std::panic::catch_unwind(|| with_deferred_cancellation(|| panic!("out")));
        assert!(unwound.is_err());
        assert_eq!(setting(), (0, 1));
        let deferred = CancelDeferred::begin();
        assert_eq!(setting(), (0, 0));
        drop(deferred);
        assert_eq!(setting(), (0, 1));
        set_type(CANCEL_DEFERRED);
    }
}
