//! A thread as seen by the safepoint protocol.

use core::ptr::NonNull;
use core::sync::atomic::AtomicU64;

use super::handshake::Desk;
use super::waiting::Parker;
use super::words::{Resting, Words};
use crate::sync::AtomicBool;

/// Pointer to a thread's words: in thread-local storage, where compiled code finds them.
#[derive(Debug)]
pub(crate) struct WordsOfThread(NonNull<Words>);

// SAFETY: the words are atomic, and `new` requires that they outlive their use.
unsafe impl Send for WordsOfThread {}
// SAFETY: as above.
unsafe impl Sync for WordsOfThread {}

impl WordsOfThread {
    /// # Safety
    ///
    /// `words` stay valid until this value and the [`Participant`] that owns it are dropped or, if
    /// that is earlier, until the participant was detached.
    pub(crate) unsafe fn new(words: NonNull<Words>) -> Self {
        Self(words)
    }
}

/// One attached thread: its words, its other protocol state, and the data of the protocol's user.
#[derive(Debug)]
pub(crate) struct Participant<T> {
    words: WordsOfThread,
    pub(super) resting: Resting,
    /// A stop waits for this thread. The thread that clears the mark counts this one as arrived.
    pub(super) awaited: AtomicBool,
    /// When the thread left managed code, in the form that
    /// [`Coordinator::arrival`](super::Coordinator::arrival) reads. The protocol does not depend on
    /// it.
    pub(super) arrived: AtomicU64,
    pub(super) parker: Parker,
    pub(super) desk: Desk<T>,
    pub(crate) data: T,
}

impl<T> Participant<T> {
    /// Returns a participant for a thread in native code.
    pub(crate) fn new(words: WordsOfThread, resting: Resting, data: T) -> Self {
        Self {
            words,
            resting,
            awaited: AtomicBool::new(false),
            arrived: AtomicU64::new(0),
            parker: Parker::new(),
            desk: Desk::new(),
            data,
        }
    }

    /// Returns the shared fields. To be used by the owner, or while the thread cannot be detached:
    /// in a stop, with the lock of the list of threads, or with a handshake that was not served
    /// yet.
    pub(crate) fn words(&self) -> &Words {
        // SAFETY: `WordsOfThread::new` requires them to be valid as long as the thread is attached.
        unsafe { self.words.0.as_ref() }
    }

    /// Whether the thread is in managed code, or in a part of the runtime that holds raw
    /// references. Exact for the owner.
    pub(crate) fn is_managed(&self) -> bool {
        self.words().is_managed()
    }

    /// Whether a request is pending for this thread, or it takes the slow path at every poll.
    pub(crate) fn is_armed(&self) -> bool {
        self.words().is_armed()
    }
}

#[cfg(test)]
impl<T> Participant<T> {
    /// Returns an attached thread for a test. Its words are leaked: there is no thread-local
    /// storage to keep them in.
    pub(super) fn attached(
        heap: &super::Coordinator<T>,
        resting: Resting,
        data: T,
    ) -> crate::sync::Arc<Self> {
        let words = NonNull::from(Box::leak(Box::new(Words::new())));
        // SAFETY: they are never freed.
        let words = unsafe { WordsOfThread::new(words) };
        let me = crate::sync::Arc::new(Self::new(words, resting, data));
        heap.attach(crate::sync::Arc::clone(&me));
        me
    }
}
