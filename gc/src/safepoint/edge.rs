//! The orderings on which the protocol rests, by name.
//!
//! Each is used at one or two places of the code, where it is nothing but the fence, the memory
//! order or the check that its description states. Because it has a name, it can be removed: a
//! model that no longer fails without one would mean that the ordering is not needed, or that no
//! model covers it. `models::weakened` removes each of them.

use crate::sync::{self, Ordering};

/// An ordering; see the head of [`crate::safepoint`] for the pairs that they form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Full barrier: the word is armed, then states are loaded.
    ArmThenLoadState,
    /// Barrier: native code becomes managed, then loads the word. Against `ArmThenLoadState`.
    LeaveNative,
    /// Barrier: managed code becomes native, then loads the word. Against `ArmThenLoadState`.
    EnterNative,
    /// Full barrier on the slow path there: native, then checks whether a handshake is requested.
    /// Against `ArmThenLoadState`.
    EnterNativeSlow,
    /// Full barrier on the slow path back: managed, then checks for a stop. Against
    /// `ArmThenLoadState`.
    DisarmThenRecheck,
    /// Release: a thread's data, then the state that gives others the right to access it.
    StateRelease,
    /// Release: the number of pending threads, then the mark by which each of them may count
    /// itself.
    PendingRelease,
    /// Release: a thread's data, then its arrival is counted.
    ArrivalRelease,
    /// Release: the collector's work, then the stop has ended.
    ResumeRelease,
    /// Release: the request, then the word is armed. With the full barrier of `DisarmThenRecheck`.
    ArmRelease,
    /// A thread checks for the stop once more when it has locked the queue to sleep in.
    CheckBeforeSleep,
    /// A thread that is woken wakes the next.
    WakeNext,
    /// A thread that has disarmed its word checks again whether a request is pending.
    RecheckAfterDisarm,
    /// A thread uses its TLAB only after that check: until then a stop may take it away.
    TlabAfterRecheck,
    /// A thread that attaches during a stop is born armed.
    AttachArmed,
    /// A thread that detaches waits for a stop in progress.
    DetachAfterStop,
    /// A thread that triggers a second stop counts as arrived for the first one.
    SecondRequesterArrives,
    /// A handshake on behalf of a thread and a stop exclude each other.
    HandshakeExcludesStop,
    /// A thread that becomes managed waits for the handshake on its behalf.
    HandshakeExcludesOwner,
    /// A thread that enters native code notifies the requesters that wait for it to serve a
    /// handshake.
    NotifyOnEnterNative,
}

impl Edge {
    /// Whether the ordering is in force: always, except in a model without it.
    #[inline(always)]
    pub(super) fn holds(self) -> bool {
        #[cfg(all(test, loom))]
        return super::models::weakened() != Some(self);
        #[cfg(not(all(test, loom)))]
        true
    }

    #[inline(always)]
    pub(super) fn fence(self) {
        if self.holds() {
            sync::fence(Ordering::SeqCst);
        }
    }

    #[inline(always)]
    pub(super) fn light_fence(self) {
        if self.holds() {
            sync::light_fence();
        }
    }

    #[inline(always)]
    pub(super) fn heavy_fence(self) {
        if self.holds() {
            sync::heavy_fence();
        }
    }

    /// Returns this order, or `Relaxed` in a model without it.
    #[inline(always)]
    pub(super) fn order(self, order: Ordering) -> Ordering {
        if self.holds() { order } else { Ordering::Relaxed }
    }
}
