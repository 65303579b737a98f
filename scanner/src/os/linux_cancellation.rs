//! Prevents `pthread_cancel` from ending a thread inside the library.
//!
//! A cancellation request unwinds the thread. With the *deferred* cancelability type, the default,
//! this happens at the next cancellation point (`open`, `read`, `write`, `poll` and others). With
//! the *asynchronous* type, it can happen at any instruction. If the thread is unwound inside the
//! library, a lock may stay locked, or the other mutators may stay stopped. So the library runs
//! with cancellation disabled, except the write barrier between its allocations, where the type is
//! deferred. A request stays pending until the thread returns to the host's code.
//!
//! [`CancelDisabled`] is for Rust code. [`without_cancellation`] and [`with_deferred_cancellation`]
//! are for functions that C calls. If the cancelability type of the thread is asynchronous, the
//! thread can be cancelled as soon as its setting is restored. The frames from there to the C
//! caller have no landing pads, so they can be unwound at any instruction.
//!
//! `pthread_setcancelstate` and `pthread_setcanceltype` are async-cancel-safe.
//!
//! The scopes are counted for each thread ([`is_inside_library`]): a signal handler may have
//! interrupted one, with locks that the thread holds.

use core::cell::Cell;
use core::ffi::c_int;
use core::marker::PhantomData;
use core::ptr;
use core::sync::atomic::{Ordering::SeqCst, compiler_fence};

// The `libc` crate does not define these constants. glibc and musl use the same values.
/// `PTHREAD_CANCEL_DISABLE`.
const CANCEL_DISABLE: c_int = 1;
/// `PTHREAD_CANCEL_DEFERRED`.
const CANCEL_DEFERRED: c_int = 0;

unsafe extern "C-unwind" {
    fn pthread_setcancelstate(state: c_int, old: *mut c_int) -> c_int;
    fn pthread_setcanceltype(kind: c_int, old: *mut c_int) -> c_int;
}

thread_local! {
    /// The number of scopes that the calling thread is in.
    static SCOPES: Cell<u32> = const { Cell::new(0) };
}

/// Returns whether the calling thread is in a function of the library that has disabled
/// cancellation: in a signal handler that has interrupted it, or in a callback that does not run
/// [outside](run_outside_library). Async-signal-safe.
pub fn is_inside_library() -> bool {
    SCOPES.get() > 0
}

/// Calls `callback`, a function of the host that may end the process by `exit`, or run managed
/// code. It delays no other thread, and the caller holds no lock that the end of a thread needs.
/// The thread is [not inside the library](is_inside_library) meanwhile.
pub fn run_outside_library<R>(callback: impl FnOnce() -> R) -> R {
    /// Restores the number of scopes, also if the callback unwinds.
    struct Scopes(u32);
    impl Drop for Scopes {
        fn drop(&mut self) {
            SCOPES.set(self.0);
        }
    }
    let _scopes = Scopes(SCOPES.replace(0));
    callback()
}

/// Disables cancellation of the calling thread, and returns the previous state.
#[inline]
fn enter() -> c_int {
    // First: an asynchronous cancellation would leave the scope counted.
    let previous = set_state(CANCEL_DISABLE);
    SCOPES.set(SCOPES.get() + 1);
    // For a signal handler on this thread.
    compiler_fence(SeqCst);
    previous
}

/// Restores the state that [`enter`] has returned.
#[inline]
fn leave(previous: c_int) {
    compiler_fence(SeqCst);
    SCOPES.set(SCOPES.get() - 1);
    // SAFETY: the old state may be null; the state is the thread's previous one.
    unsafe { pthread_setcancelstate(previous, ptr::null_mut()) };
}

/// Sets the cancelability state of the calling thread and returns the previous one.
fn set_state(state: c_int) -> c_int {
    let mut old = state;
    // SAFETY: `old` is valid for writes. An invalid state would only be an error.
    unsafe { pthread_setcancelstate(state, &raw mut old) };
    old
}

/// Sets the cancelability type of the calling thread and returns the previous one.
fn set_type(kind: c_int) -> c_int {
    let mut old = kind;
    // SAFETY: `old` is valid for writes. An invalid type would only be an error.
    unsafe { pthread_setcanceltype(kind, &raw mut old) };
    old
}

/// A guard that disables cancellation of the calling thread. Guards nest: dropping one restores the
/// previous state.
#[derive(Debug)]
#[must_use = "cancellation is enabled again when this is dropped"]
pub struct CancelDisabled {
    /// The cancelability state to restore.
    previous: c_int,
    /// The state is per thread, so the guard must be dropped on the same thread.
    not_send: PhantomData<*mut ()>,
}

impl CancelDisabled {
    /// Disables cancellation of the calling thread.
    #[inline]
    pub fn begin() -> Self {
        Self { previous: enter(), not_send: PhantomData }
    }
}

impl Drop for CancelDisabled {
    #[inline]
    fn drop(&mut self) {
        leave(self.previous);
    }
}

/// Calls `action` with cancellation disabled, in a function that C calls. Neither `R` nor the
/// captures of `action` may need to be dropped, so that this frame has no landing pads.
#[inline]
pub fn without_cancellation<R: Copy>(action: impl FnOnce() -> R) -> R {
    let previous = enter();
    let result = call_in_own_frame(action);
    leave(previous);
    result
}

/// Calls `action`, which may unwind, with the deferred cancelability type. If the thread has
/// cancellation enabled, it can be cancelled only at cancellation points. The function is for
/// functions that C calls, like [`without_cancellation`].
#[inline]
pub fn with_deferred_cancellation<R: Copy>(action: impl FnOnce() -> R) -> R {
    let previous = set_type(CANCEL_DEFERRED);
    let result = call_in_own_frame(|| {
        let unwound = CancelDeferred { previous, not_send: PhantomData };
        let result = action();
        core::mem::forget(unwound);
        result
    });
    if previous != CANCEL_DEFERRED {
        // SAFETY: the old type may be null; the type is the thread's previous one.
        unsafe { pthread_setcanceltype(previous, ptr::null_mut()) };
    }
    result
}

/// Calls `action` in a frame of its own, which may have landing pads.
#[inline(never)]
fn call_in_own_frame<R>(action: impl FnOnce() -> R) -> R {
    action()
}

/// A guard that sets the calling thread's cancelability type to deferred; see
/// [`with_deferred_cancellation`].
#[derive(Debug)]
#[must_use = "the thread's own type is restored when this is dropped"]
pub struct CancelDeferred {
    /// The cancelability type to restore.
    previous: c_int,
    /// The type is per thread, so the guard must be dropped on the same thread.
    not_send: PhantomData<*mut ()>,
}

impl CancelDeferred {
    /// Sets the deferred type.
    #[inline]
    pub fn begin() -> Self {
        Self { previous: set_type(CANCEL_DEFERRED), not_send: PhantomData }
    }
}

impl Drop for CancelDeferred {
    #[inline]
    fn drop(&mut self) {
        if self.previous != CANCEL_DEFERRED {
            // SAFETY: the old type may be null; the type is the thread's previous one.
            unsafe { pthread_setcanceltype(self.previous, ptr::null_mut()) };
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
    fn scopes_are_counted() {
        assert!(!is_inside_library());
        let outer = CancelDisabled::begin();
        assert!(without_cancellation(is_inside_library));
        assert!(is_inside_library());
        assert!(!run_outside_library(is_inside_library));
        assert!(is_inside_library());
        assert!(std::panic::catch_unwind(|| run_outside_library(|| panic!("out"))).is_err());
        assert!(is_inside_library());
        drop(outer);
        assert!(!is_inside_library());
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
