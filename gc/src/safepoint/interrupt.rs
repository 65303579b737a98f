//! Interrupts: a word that another thread leaves for a thread, which takes it where managed code
//! asks for it.
//!
//! The interrupting thread stores the word and arms the thread. While a word waits, the thread's
//! slow paths leave the limit armed ([`Coordinator::serve_requests`]), so that managed code that
//! tests the limit finds it armed until it has taken the word. After that, the next slow path
//! disarms the thread.
//!
//! The word is seen: a thread that disarms itself checks for a word after the full barrier of
//! `DisarmThenRecheck`. If its disarming has overwritten the arming, it has read the value that the
//! arming has released (`ArmRelease`), so it sees the word. Otherwise the limit is armed.
//!
//! The word may be an address: it is stored with release order and taken with acquire order, so the
//! thread that takes it sees what was written before.

use core::num::NonZeroU64;

use super::coordinator::Coordinator;
use super::handshake::NotAttached;
use super::participant::Participant;
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::zeal::delays;

/// The word that waits for a thread; 0 if there is none.
#[derive(Debug)]
pub(super) struct Interrupt(AtomicU64);

impl Interrupt {
    pub(super) fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Returns whether a word waits. Exact for the owner if it has found its limit armed, and has
    /// executed a full barrier since.
    pub(super) fn is_waiting(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }
}

impl<T> Coordinator<T> {
    /// Leaves a word for a thread. Returns the word that waited, which it replaces. Does not wait
    /// for the thread.
    pub(crate) fn interrupt(
        &self,
        thread: &Arc<Participant<T>>,
        word: NonZeroU64,
    ) -> Result<Option<NonZeroU64>, NotAttached> {
        // The thread is not detached while the list is locked.
        let inner = self.inner.lock();
        if !inner.is_attached(thread) {
            return Err(NotAttached);
        }
        let previous = thread.interrupt.0.swap(word.get(), Ordering::AcqRel);
        delays::step();
        thread.safepoint().arm();
        Ok(NonZeroU64::new(previous))
    }
}

impl<T> Participant<T> {
    /// Takes the word that another thread has left. Owner only.
    pub(crate) fn take_interrupt(&self) -> Option<NonZeroU64> {
        if !self.interrupt.is_waiting() {
            return None;
        }
        NonZeroU64::new(self.interrupt.0.swap(0, Ordering::AcqRel))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::safepoint::state::DisarmedState;

    #[test]
    fn threads_stay_armed_until_the_word_is_taken() {
        let heap = Coordinator::<()>::new(false, None, 1);
        let me = Participant::attached(&heap, DisarmedState::default(), ());
        let word = |n| NonZeroU64::new(n).unwrap();
        assert_eq!((me.is_armed(), me.take_interrupt()), (false, None));
        assert_eq!(heap.interrupt(&me, word(1)), Ok(None));
        heap.leave_native(&me);
        for _ in 0..3 {
            assert!(me.is_armed() && !me.safepoint().gate_is_closed());
            heap.poll(&me);
        }
        assert_eq!(heap.interrupt(&me, word(2)), Ok(Some(word(1))));
        assert_eq!((me.take_interrupt(), me.take_interrupt()), (Some(word(2)), None));
        assert!(me.is_armed(), "the next slow path disarms it");
        heap.poll(&me);
        assert!(!me.is_armed());
        heap.enter_native(&me);
        assert!(heap.detach(&me, || ()));
        assert_eq!(heap.interrupt(&me, word(3)), Err(NotAttached));
    }
}
