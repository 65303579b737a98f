//! What frames can be left to, as the host has it.

use core::fmt;
use std::sync::Arc;

use super::continuation::Continuation;
use crate::runtime::{Heap, Shared, Target};

/// What the detours of this module lead to.
struct ToContinuation(Arc<dyn Continuation>);

/// Returns the continuation that frames are left to.
///
/// # Panics
///
/// If the target is none of a [`Takeover`].
pub(super) fn continuation(to: &Target) -> &Arc<dyn Continuation> {
    let ToContinuation(to) = to.downcast_ref().expect("only takeovers claim detours");
    to
}

/// A [`Continuation`] that frames of a heap can be left to. Frames that are to be taken over when it is dropped still are.
pub struct Takeover {
    heap: Arc<Shared>,
    /// A [`ToContinuation`].
    pub(super) to: Target,
}

impl Heap {
    /// Something that frames of this heap can be left to.
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
        self.heap.detours.retire(&self.to);
    }
}
