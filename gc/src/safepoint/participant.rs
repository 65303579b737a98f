//! One thread as the safepoint protocol sees it.

use core::ptr::NonNull;

use crate::sync::{AtomicU32, Ordering};

/// What a thread is doing; see the diagram at the head of [`crate::safepoint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum ThreadState {
    Native = 0,
    Managed = 1,
    Stopped = 2,
}

/// A thread's poll word, which lies where compiled code finds it: in thread-local storage.
#[derive(Debug)]
pub(crate) struct PollWord(NonNull<AtomicU32>);

// SAFETY: the word is atomic, and `new` requires that it outlives this value.
unsafe impl Send for PollWord {}
// SAFETY: as above.
unsafe impl Sync for PollWord {}

impl PollWord {
    /// # Safety
    ///
    /// `word` stays valid until this value and the [`Participant`] that owns it are dropped or, if
    /// that is earlier, until the participant was detached.
    pub(crate) unsafe fn new(word: NonNull<AtomicU32>) -> Self {
        Self(word)
    }

    fn word(&self) -> &AtomicU32 {
        // SAFETY: `new` requires the word to be valid for as long as it is used.
        unsafe { self.0.as_ref() }
    }
}

/// One attached thread: its state, its poll word, and what the user of the protocol keeps with it.
#[derive(Debug)]
pub(crate) struct Participant<T> {
    state: AtomicU32,
    poll: PollWord,
    /// What the poll word holds when no stop wants this thread: 1 where every poll is to be taken.
    resting: u32,
    pub(crate) data: T,
}

impl<T> Participant<T> {
    /// A thread in native code. `poll_always` keeps its poll word armed for good.
    pub(crate) fn new(poll: PollWord, poll_always: bool, data: T) -> Self {
        Self {
            state: AtomicU32::new(ThreadState::Native as u32),
            poll,
            resting: u32::from(poll_always),
            data,
        }
    }

    pub(super) fn set_state(&self, state: ThreadState) {
        self.state.store(state as u32, Ordering::Release);
    }

    /// Exact for the owner; for others, true may be outdated.
    pub(crate) fn is_managed(&self) -> bool {
        self.state.load(Ordering::Acquire) == ThreadState::Managed as u32
    }

    /// Any thread may call this, with the coordinator's lock held.
    pub(super) fn arm(&self) {
        self.poll.word().store(1, Ordering::Relaxed);
    }

    /// Only the owner may call this, with the coordinator's lock held and no stop in progress.
    pub(super) fn disarm(&self) {
        self.poll.word().store(self.resting, Ordering::Relaxed);
    }

    /// Whether somebody wants this thread to stop, or it is to look at every poll.
    pub(crate) fn is_armed(&self) -> bool {
        self.poll.word().load(Ordering::Relaxed) != 0
    }
}
