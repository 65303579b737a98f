//! [`Takeover`], by which the host requests frame takeovers.

use core::fmt;
use std::sync::Arc;

use super::continuation::Continuation;
use crate::runtime::{Heap, Shared};
use crate::thread::Target;

/// The [`Target`] of this module's return-address trampolines: the continuation that takes over
/// frames.
struct ToContinuation(Arc<dyn Continuation>);

/// Returns the continuation of a trampoline's target.
///
/// # Panics
///
/// If the target does not belong to a [`Takeover`].
pub(super) fn continuation(target: &Target) -> &Arc<dyn Continuation> {
    let ToContinuation(continuation) =
        target.downcast_ref().expect("the target of a trampoline must be a `Takeover`");
    continuation
}

/// A [`Continuation`] that can take over frames of a heap. If a `Takeover` is dropped, its pending
/// takeovers are still carried out. The continuation is dropped when no frame is left: each has
/// returned, or is on the stack of a fiber that was dropped.
pub struct Takeover {
    heap: Arc<Shared>,
    /// A [`ToContinuation`].
    pub(super) to: Target,
}

impl Heap {
    /// Creates a [`Takeover`] of this heap with the given continuation.
    pub fn takeover(&self, continuation: impl Continuation) -> Takeover {
        Takeover {
            heap: Arc::clone(self.arc()),
            to: Arc::new(ToContinuation(Arc::new(continuation))),
        }
    }
}

impl Takeover {
    /// Returns whether the takeover was created for this heap.
    pub(super) fn belongs_to(&self, heap: &Shared) -> bool {
        core::ptr::eq(&raw const *self.heap, heap)
    }
}

impl fmt::Debug for Takeover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Takeover").finish_non_exhaustive()
    }
}

impl Drop for Takeover {
    fn drop(&mut self) {
        self.heap.return_trampolines.retire(&self.to);
    }
}
