//! The host's handle of a continuation that frames can be left to.

use core::fmt;
use std::sync::Arc;

use super::continuation::Continuation;
use crate::runtime::{Heap, Shared, Target};

/// The target of this module's return-address trampolines.
struct ToContinuation(Arc<dyn Continuation>);

/// Returns the continuation that frames are left to.
///
/// # Panics
///
/// If the target does not belong to a [`Takeover`].
pub(super) fn continuation(to: &Target) -> &Arc<dyn Continuation> {
    let ToContinuation(to) = to.downcast_ref().expect("only takeovers claim trampolines");
    to
}

/// A [`Continuation`] that can take over frames of a heap. Frames whose takeover is pending when it
/// is dropped are still taken over.
pub struct Takeover {
    heap: Arc<Shared>,
    /// A [`ToContinuation`].
    pub(super) to: Target,
}

impl Heap {
    /// Makes a [`Takeover`] of this heap with the given continuation.
    pub fn takeover(&self, continuation: impl Continuation) -> Takeover {
        Takeover {
            heap: Arc::clone(self.arc()),
            to: Arc::new(ToContinuation(Arc::new(continuation))),
        }
    }
}

impl Takeover {
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
