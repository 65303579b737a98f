//! Callbacks that may not use the library: collections or stopped threads wait for their end, so whatever waited for those
//! would wait for ever.

use core::cell::Cell;

use super::status::{Failure, spgc_status};
use crate::fatal::AbortOnUnwind;

/// What a callback is for that may not use the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restriction {
    /// It tells the size or the references of an object.
    Tracing,
    /// It looks at a thread that is at a safepoint.
    Looking,
    /// It chooses or describes frames, while a stack is walked.
    Choosing,
}

impl Restriction {
    /// Why it may not, and what it may do.
    fn message(self) -> &'static str {
        match self {
            Self::Tracing => {
                "a callback that tells the size or the references of an object calls the library, in the middle of a \
                 collection; it may only look at the object and call spgc_trace_slots"
            }
            Self::Looking => {
                "a callback that looks at a stopped thread calls a function that may wait for it; it may only call \
                 spgc_stopped_frames and spgc_stopped_commandeer, and has to leave the rest until spgc_handshake has \
                 returned"
            }
            Self::Choosing => {
                "a callback that chooses or describes frames calls the library, in the middle of a walk of the stack; \
                 one that describes a frame may call spgc_site_constant and spgc_site_describe, and nothing else"
            }
        }
    }

    /// For the message that ends the process where the callback throws.
    fn callback(self) -> &'static str {
        match self {
            Self::Tracing => "the host's callback for objects",
            Self::Looking => "the host's callback for stopped threads",
            Self::Choosing => "the host's callback that chooses or describes frames",
        }
    }
}

thread_local! {
    /// That of the innermost callback that the calling thread is in.
    static INNERMOST: Cell<Option<Restriction>> = const { Cell::new(None) };
}

/// That of the callback which the calling thread is in.
pub(super) fn innermost() -> Option<Restriction> {
    // A thread that is ending runs no callback.
    INNERMOST.try_with(Cell::get).ok().flatten()
}

/// Refuses what a callback of these must not do.
pub(super) fn refuse_in_callback() -> Result<(), Failure> {
    match innermost() {
        Some(restriction) => Err(refusal(restriction)),
        None => Ok(()),
    }
}

fn refusal(restriction: Restriction) -> Failure {
    Failure::new(spgc_status::SPGC_ERROR_CALLBACK, restriction.message())
}

/// Refuses a function that is for one kind of callback alone, with what that was given.
pub(super) fn require_callback(restriction: Restriction, stale: &str) -> Result<(), Failure> {
    match innermost() {
        Some(own) if own == restriction => Ok(()),
        Some(other) => Err(refusal(other)),
        None => Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale)),
    }
}

/// Runs a callback. One that throws ends the process: what waits for it could not go on.
pub(super) fn calling<R>(restriction: Restriction, callback: impl FnOnce() -> R) -> R {
    let outer = INNERMOST.replace(Some(restriction));
    let guard = AbortOnUnwind(restriction.callback());
    let result = callback();
    guard.done();
    INNERMOST.set(outer);
    result
}
