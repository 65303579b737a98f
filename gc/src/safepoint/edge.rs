//! The orderings that the protocol rests on, by name.
//!
//! Each stands at one or two places of the code, and is nothing there but the fence, the memory order
//! or the check that it says. Having a name, it can be taken away: a model that no longer fails
//! without one would mean that it is not needed, or that no model is about it. `models::weakened`
//! takes away each of them.

use crate::sync::{self, Ordering};

/// An ordering; see the head of [`crate::safepoint`] for the pairs that they form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Full barrier: the word is armed, then states are looked at.
    ArmThenState,
    /// Barrier: native code becomes managed, then looks at the word. Against `ArmThenState`.
    LeaveNative,
    /// Barrier: managed code becomes native, then looks at the word. Against `ArmThenState`.
    EnterNative,
    /// Full barrier on the slow way there: native, then looks whether it is asked. Against
    /// `ArmThenState`.
    EnterNativeSlow,
    /// Full barrier on the slow way back: managed, then looks for a stop. Against `ArmThenState`.
    AttendThenLook,
    /// Release: a thread's data, then the state that gives the right to touch it.
    StateRelease,
    /// Release: the number of awaited threads, then each of them may count itself.
    AwaitRelease,
    /// Release: a thread's data, then its arrival is counted.
    ArrivalRelease,
    /// Release: the collector's work, then the stop has ended.
    ResumeRelease,
    /// Release: the request, then the word is armed. With the full barrier of `AttendThenLook`.
    ArmRelease,
    /// A thread looks for the stop once more when it has locked the queue to sleep in.
    LookBeforeSleep,
    /// A thread that is woken wakes the next.
    WakesNext,
    /// A thread that has disarmed its word looks again whether it is wanted.
    LookAgain,
    /// A thread uses its buffer only behind that look: until then a stop may take it away.
    BufferAfterLook,
    /// A thread that attaches during a stop is born armed.
    BornArmed,
    /// A thread that detaches waits for a stop in progress.
    DetachWaits,
    /// A second trigger counts as arrived for the first one's stop.
    SecondTriggerArrives,
    /// A handshake on behalf of a thread and a stop exclude each other.
    HandshakeOrStop,
    /// A thread that becomes managed waits for the handshake on its behalf.
    HandshakeOrOwner,
    /// A thread that goes into native code tells who waits for it to serve a handshake.
    HandshakeLeft,
}

impl Edge {
    /// Whether it is in force: always, but in a model without it.
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

    /// This order, or none.
    #[inline(always)]
    pub(super) fn order(self, order: Ordering) -> Ordering {
        if self.holds() { order } else { Ordering::Relaxed }
    }
}
