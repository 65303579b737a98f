//! Restricted callbacks, which must not use the library. A collection or a stopped thread waits
//! until the callback returns. A function that waits for the collection or the thread would never
//! return.

use core::cell::Cell;

use super::status::{Failure, spgc_status};
use crate::fatal::AbortOnUnwind;

/// Purpose of a restricted callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restriction {
    /// The callback reports the size or the references of an object.
    Tracing,
    /// The callback inspects a thread that is at a safepoint.
    Inspecting,
    /// The callback selects or describes frames during a stack walk.
    Selecting,
}

impl Restriction {
    /// Returns the error message for a function that such a callback must not call. The message
    /// also names the functions that it may call.
    fn message(self) -> &'static str {
        match self {
            Self::Tracing => {
                "a size or trace callback runs during a collection; it may only read the object \
                 and call spgc_visit_slots"
            }
            Self::Inspecting => {
                "a handshake callback delays a stopped thread; it may only call \
                 spgc_stopped_thread_activations and spgc_stopped_thread_take_over; call other \
                 functions after spgc_handshake has returned"
            }
            Self::Selecting => {
                "a select or frame layout callback runs during a stack walk; a frame layout \
                 callback may only call spgc_deopt_site_constant and spgc_deopt_site_set_layout, \
                 a select callback nothing"
            }
        }
    }

    /// Returns the name of the callback for the message that ends the process when it throws.
    fn callback_name(self) -> &'static str {
        match self {
            Self::Tracing => "the host's size or trace callback",
            Self::Inspecting => "the host's handshake callback",
            Self::Selecting => "the host's select or frame layout callback",
        }
    }
}

thread_local! {
    /// Restriction of the innermost callback that the calling thread is in.
    static INNERMOST: Cell<Option<Restriction>> = const { Cell::new(None) };
}

/// Returns the restriction of the innermost callback that the calling thread is in.
pub(super) fn innermost() -> Option<Restriction> {
    // A thread that is ending runs no callback.
    INNERMOST.try_with(Cell::get).ok().flatten()
}

/// Returns an error if the calling thread is in a restricted callback.
pub(super) fn refuse_in_callback() -> Result<(), Failure> {
    match innermost() {
        Some(restriction) => Err(refusal(restriction)),
        None => Ok(()),
    }
}

/// Returns the error for a function that is called in a restricted callback.
fn refusal(restriction: Restriction) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_CALLBACK, restriction.message())
}

/// Returns an error unless the calling thread is in a callback with this restriction. Used by
/// functions that take an argument of such a callback. `stale` is the error message outside of
/// callbacks.
pub(super) fn require_callback(restriction: Restriction, stale: &str) -> Result<(), Failure> {
    match innermost() {
        Some(own) if own == restriction => Ok(()),
        Some(other) => Err(refusal(other)),
        None => Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale)),
    }
}

/// Runs a restricted callback. An exception from the callback ends the process: the operation that
/// waits for the callback could not continue.
pub(super) fn run_restricted<R>(restriction: Restriction, callback: impl FnOnce() -> R) -> R {
    let outer = INNERMOST.replace(Some(restriction));
    let guard = AbortOnUnwind(restriction.callback_name());
    let result = callback();
    guard.done();
    INNERMOST.set(outer);
    result
}
