//! A thread as seen by the safepoint protocol.

use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;

use super::handshake::HandshakeQueue;
use super::state::{DisarmedState, SafepointState};
use super::waiting::Parker;
use crate::sync::AtomicBool;

/// Pointer to a thread's [`SafepointState`]: in thread-local storage, where compiled code finds
/// them.
#[derive(Debug)]
pub(crate) struct SafepointStatePtr(NonNull<SafepointState>);

// SAFETY: the fields are atomic, and `new` requires that they outlive their use.
unsafe impl Send for SafepointStatePtr {}
// SAFETY: as above.
unsafe impl Sync for SafepointStatePtr {}

impl SafepointStatePtr {
    /// # Safety
    ///
    /// `state` stays valid until this value and the [`Participant`] that owns it are dropped or, if
    /// that is earlier, until the participant was detached.
    pub(crate) unsafe fn new(state: NonNull<SafepointState>) -> Self {
        Self(state)
    }
}

/// One attached thread: its shared fields, its other protocol state, and the data of the protocol's
/// user.
#[derive(Debug)]
pub(crate) struct Participant<T> {
    safepoint: SafepointStatePtr,
    pub(super) disarmed: DisarmedState,
    /// A stop waits for this thread. The thread that clears the mark counts this one as arrived.
    pub(super) is_pending: AtomicBool,
    /// Time at which the thread left managed code, in the form that
    /// [`Coordinator::arrival`](super::Coordinator::arrival) reads. The protocol does not depend on
    /// it.
    pub(super) arrived: AtomicU64,
    pub(super) parker: Parker,
    pub(super) handshakes: HandshakeQueue<T>,
    pub(crate) data: T,
}

impl<T> Participant<T> {
    /// Returns a participant for a thread in native code.
    pub(crate) fn new(safepoint: SafepointStatePtr, disarmed: DisarmedState, data: T) -> Self {
        Self {
            safepoint,
            disarmed,
            is_pending: AtomicBool::new(false),
            arrived: AtomicU64::new(0),
            parker: Parker::new(),
            handshakes: HandshakeQueue::new(),
            data,
        }
    }

    /// Returns the shared fields. To be used by the owner, or while the thread cannot be detached:
    /// in a stop, with the lock of the list of threads, or with a handshake that was not served
    /// yet.
    pub(crate) fn safepoint(&self) -> &SafepointState {
        // SAFETY: `SafepointStatePtr::new` requires them to be valid as long as the thread is
        // attached.
        unsafe { self.safepoint.0.as_ref() }
    }

    /// Whether the thread is in managed code, or in a part of the runtime that holds raw
    /// references. Exact for the owner.
    pub(crate) fn is_managed(&self) -> bool {
        self.safepoint().is_managed()
    }

    /// Whether a request is pending for this thread, or it takes the slow path at every poll.
    pub(crate) fn is_armed(&self) -> bool {
        self.safepoint().is_armed()
    }
}

#[cfg(test)]
impl<T> Participant<T> {
    /// Returns an attached thread for a test. Its state is leaked: there is no thread-local
    /// storage to keep them in.
    pub(super) fn attached(
        heap: &super::Coordinator<T>,
        disarmed: DisarmedState,
        data: T,
    ) -> crate::sync::Arc<Self> {
        let state = NonNull::from(Box::leak(Box::new(SafepointState::new())));
        // SAFETY: it is never freed.
        let safepoint = unsafe { SafepointStatePtr::new(state) };
        let me = crate::sync::Arc::new(Self::new(safepoint, disarmed, data));
        heap.attach(crate::sync::Arc::clone(&me));
        me
    }
}
