//! [`Participant`], a thread as the safepoint protocol sees it.

use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;

use super::handshake::HandshakeQueue;
use super::interrupt::Interrupt;
use super::state::{DisarmedState, SafepointState};
use super::waiting::Parker;
use crate::sync::AtomicBool;

/// Pointer to a thread's [`SafepointState`], which is in thread-local storage, where compiled code
/// accesses it.
#[derive(Debug)]
pub(crate) struct SafepointStatePtr(NonNull<SafepointState>);

// SAFETY: the fields of the state are atomic, and `new` requires that the state outlives its use.
unsafe impl Send for SafepointStatePtr {}
// SAFETY: the fields of the state are atomic, and `new` requires that the state outlives its use.
unsafe impl Sync for SafepointStatePtr {}

impl SafepointStatePtr {
    /// Wraps a pointer to a thread's state.
    ///
    /// # Safety
    ///
    /// `state` stays valid until this value and the [`Participant`] that owns it are dropped or, if
    /// that is earlier, until the participant was detached.
    pub(crate) unsafe fn new(state: NonNull<SafepointState>) -> Self {
        Self(state)
    }
}

/// An attached thread: its shared fields, its other protocol state, and the data of the protocol's
/// user.
#[derive(Debug)]
pub(crate) struct Participant<T> {
    safepoint: SafepointStatePtr,
    /// Values of the shared fields while no request is pending.
    pub(super) disarmed: DisarmedState,
    /// The pending mark: whether a stop waits for this thread. The thread that clears the mark
    /// counts the arrival of this thread.
    pub(super) is_pending: AtomicBool,
    /// Arrival time, as [`Coordinator::arrival`](super::Coordinator::arrival) decodes it:
    /// nanoseconds since the epoch, shifted left by 1, and an [`Arrival`](super::arrival::Arrival)
    /// in bit 0. 0 if no time is recorded. The protocol does not depend on it.
    pub(super) arrived: AtomicU64,
    /// Puts the thread to sleep until a stop has ended.
    pub(super) parker: Parker,
    /// The pending handshake operations.
    pub(super) handshakes: HandshakeQueue<T>,
    /// The word that another thread has left for this thread.
    pub(super) interrupt: Interrupt,
    /// The data of the protocol's user.
    pub(crate) data: T,
}

impl<T> Participant<T> {
    /// Creates a participant for a thread in native code.
    pub(crate) fn new(safepoint: SafepointStatePtr, disarmed: DisarmedState, data: T) -> Self {
        Self {
            safepoint,
            disarmed,
            is_pending: AtomicBool::new(false),
            arrived: AtomicU64::new(0),
            parker: Parker::new(),
            handshakes: HandshakeQueue::new(),
            interrupt: Interrupt::new(),
            data,
        }
    }

    /// Returns the shared fields. Called by the owner, or while the thread cannot be detached: in a
    /// stop, with the list of threads locked, or while a handshake with the thread is pending.
    pub(crate) fn safepoint(&self) -> &SafepointState {
        // SAFETY: `SafepointStatePtr::new` requires the state to be valid as long as the thread is
        // attached.
        unsafe { self.safepoint.0.as_ref() }
    }

    /// Returns whether the thread is in managed code, or in a part of the runtime that holds raw
    /// references. Exact for the owner.
    pub(crate) fn is_managed(&self) -> bool {
        self.safepoint().is_managed()
    }

    /// Returns whether the thread takes the slow path at its next poll: a request is pending, or
    /// the thread takes the slow path at every poll.
    pub(crate) fn is_armed(&self) -> bool {
        self.safepoint().is_armed()
    }
}

#[cfg(test)]
impl<T> Participant<T> {
    /// Returns an attached thread for a test. Its state is leaked, because there is no thread-local
    /// storage for it.
    pub(super) fn attached(
        heap: &super::Coordinator<T>,
        disarmed: DisarmedState,
        data: T,
    ) -> crate::sync::Arc<Self> {
        let state = NonNull::from(Box::leak(Box::new(SafepointState::new())));
        // SAFETY: the leaked state is never freed.
        let safepoint = unsafe { SafepointStatePtr::new(state) };
        let me = crate::sync::Arc::new(Self::new(safepoint, disarmed, data));
        heap.attach(crate::sync::Arc::clone(&me));
        me
    }
}
