//! [`Edge`], the names of the orderings on which the protocol depends.
//!
//! Each ordering is used once or twice in the code. It is exactly the fence, the memory order or
//! the check that its description states. `models::weakened` removes one ordering at a time, and
//! checks that a model then fails. If no model failed, the ordering would be unnecessary, or not
//! covered by a model.

use crate::sync::{self, Ordering};

/// An ordering of the protocol. The documentation of [`crate::safepoint`] describes how orderings
/// pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Full barrier: a thread is armed, then its state is loaded.
    ArmThenLoadState,
    /// Barrier: a thread becomes managed, then loads its gate. Pairs with `ArmThenLoadState`.
    LeaveNative,
    /// Barrier: a thread becomes native, then loads its gate. Pairs with `ArmThenLoadState`.
    EnterNative,
    /// Full barrier on the slow path into native code: a thread becomes native, then checks for a
    /// pending handshake. Pairs with `ArmThenLoadState`.
    EnterNativeSlow,
    /// Full barrier on the slow path into managed code: a thread becomes managed and disarms
    /// itself, then checks for a stop. Pairs with `ArmThenLoadState`.
    DisarmThenRecheck,
    /// Release: a thread's data is written, then the state that permits others to access it.
    StateRelease,
    /// Release: the number of pending threads is written, then the pending mark of each thread. A
    /// thread that clears its mark decrements the number.
    PendingRelease,
    /// Release: a thread's data is written, then its arrival is counted.
    ArrivalRelease,
    /// Release: the collector works, then `stopping` is cleared.
    ResumeRelease,
    /// Release: a request is written, then the thread is armed. Pairs with the full barrier of
    /// `DisarmThenRecheck`.
    ArmRelease,
    /// A thread checks for the stop again after it has locked the queue, before it sleeps.
    CheckBeforeSleep,
    /// A thread that is woken wakes the next.
    WakeNext,
    /// A thread that has disarmed itself checks again whether a request is pending.
    RecheckAfterDisarm,
    /// A thread uses its TLAB only after the check of `RecheckAfterDisarm`: until then a stop may
    /// take the TLAB away.
    TlabAfterRecheck,
    /// A thread for which an interrupt waits stays armed.
    ArmedWhileInterrupted,
    /// A thread that attaches during a stop starts armed.
    AttachArmed,
    /// A thread that detaches waits for a stop in progress.
    DetachAfterStop,
    /// A thread that requests a stop during another stop counts its arrival for that stop.
    SecondRequesterArrives,
    /// A stop and the serving of a handshake on behalf of a thread exclude each other.
    HandshakeExcludesStop,
    /// A thread that becomes managed waits for a handshake that is being served on its behalf.
    HandshakeExcludesOwner,
    /// A thread that enters native code notifies the requesters that wait for it to serve a
    /// handshake.
    NotifyOnEnterNative,
}

impl Edge {
    /// Returns whether the ordering is in force: always, except in a model that removes it.
    #[inline(always)]
    pub(super) fn holds(self) -> bool {
        #[cfg(all(test, loom))]
        return super::models::weakened() != Some(self);
        #[cfg(not(all(test, loom)))]
        true
    }

    /// Executes a full barrier, unless a model removes the ordering.
    #[inline(always)]
    pub(super) fn fence(self) {
        if self.holds() {
            sync::fence(Ordering::SeqCst);
        }
    }

    /// Executes the light side of the asymmetric barrier, unless a model removes the ordering.
    #[inline(always)]
    pub(super) fn light_fence(self) {
        if self.holds() {
            sync::light_fence();
        }
    }

    /// Executes the heavy side of the asymmetric barrier (membarrier(2)), unless a model removes
    /// the ordering.
    #[inline(always)]
    pub(super) fn heavy_fence(self) {
        if self.holds() {
            sync::heavy_fence();
        }
    }

    /// Returns `order`, or `Relaxed` in a model that removes the ordering.
    #[inline(always)]
    pub(super) fn order(self, order: Ordering) -> Ordering {
        if self.holds() { order } else { Ordering::Relaxed }
    }
}
