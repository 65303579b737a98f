//! Asking a thread for something that only it can tell, from outside.
//!
//! # Protocol
//!
//! One slot, which is never freed, with room for one answer, and one word: who is asked, and how far the
//! matter is.
//!
//! ```text
//!            post                 answer                 answer's end
//!   IDLE ------------> ASKED --------------> WRITING -------------------> WRITTEN
//!    ^  <-----------------'                                                 |  |
//!    |       withdraw                                                  take |  | post
//!    '----------------------------------------------------------------------'  '----> ASKED
//! ```
//!
//! * One thread asks at a time (callers hold a lock). It posts, has the signal sent, and looks at the word
//!   now and then; nobody wakes it, since little can be done in a signal handler.
//! * The thread that is asked answers in a signal handler: it takes no lock, allocates nothing and waits
//!   for nobody. Its signal may come late, twice or never. What it finds in the word then
//!   decides: only `ASKED` with its own number lets it write.
//! * Who has waited long enough withdraws. Where that fails the answer is being written; it is
//!   waited for a little longer, since the writer may have lost its processor, and then left: the slot stays
//!   `WRITING`, in which nobody can post, until the writer has finished.
//!
//! # Invariants
//!
//! 1. The room for the answer belongs to who asks in `IDLE` and `WRITTEN`, to nobody in `ASKED`, to
//!    the answering thread in `WRITING`.
//! 2. Into `WRITING` leads only an exchange by the thread whose number is in the word, out of it only a
//!    store by the same.
//!
//! # Memory orders
//!
//! Posting is a `Release` store, and taking the question an exchange with `Acquire`: the writer sees the
//! room as who asks has left it. The end of writing is a `Release` store, and every look at the
//! word an `Acquire` load: who sees `WRITTEN` sees the answer. Withdrawing moves nothing, so it is relaxed; it
//! is an exchange, because the answer may be begun at the same time.
//!
//! `models` checks this under loom, and that it fails without any one of these orders.

use crate::sync::{AtomicU32, Ordering, UnsafeCell};

const IDLE: u32 = 0;
const ASKED: u32 = 1;
const WRITING: u32 = 2;
const WRITTEN: u32 = 3;
const PHASES: u32 = 4;

/// The memory orders of the protocol; models do without one at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orders {
    /// Release: the room was left, then the question is there.
    pub(super) post: Ordering,
    /// Acquire: the question is taken, then the room is written.
    pub(super) claim: Ordering,
    /// Release: the room was written, then the answer is there.
    pub(super) finish: Ordering,
    /// Acquire: the answer is there, then it is read.
    pub(super) look: Ordering,
    /// Whether withdrawing is an exchange and not a store.
    pub(super) withdraw_exchanges: bool,
}

impl Orders {
    pub(super) const ALL: Self = Self {
        post: Ordering::Release,
        claim: Ordering::Acquire,
        finish: Ordering::Release,
        look: Ordering::Acquire,
        withdraw_exchanges: true,
    };
}

/// A slot for a question and its answer.
#[derive(Debug)]
pub(super) struct Request<T> {
    /// Number of the thread that is asked, times [`PHASES`], and the phase.
    word: AtomicU32,
    room: UnsafeCell<T>,
    orders: Orders,
}

// SAFETY: the protocol gives the room to one thread at a time (invariant 1).
unsafe impl<T: Send> Sync for Request<T> {}

/// The numbers of threads that can be asked: the system's are below 2^22.
fn word(thread: u32, phase: u32) -> u32 {
    debug_assert!(thread < 1 << 30, "{thread} is no number of a thread");
    thread.wrapping_mul(PHASES) | phase
}

impl<T> Request<T> {
    pub(super) fn new(room: T, orders: Orders) -> Self {
        Self { word: AtomicU32::new(IDLE), room: UnsafeCell::new(room), orders }
    }

    fn phase(&self) -> u32 {
        self.word.load(self.orders.look) % PHASES
    }

    /// Asks a thread, whose signal is sent afterwards. `prepare` makes the room ready for the answer. Not
    /// done, and false, if the answer to an earlier question is still being written.
    ///
    /// # Safety
    ///
    /// Nobody else posts, withdraws or takes at the same time, or has posted and not yet withdrawn or taken.
    pub(super) unsafe fn post(&self, thread: u32, prepare: impl FnOnce(&mut T)) -> bool {
        if self.phase() == WRITING {
            return false;
        }
        self.room.with_mut(|room| {
            // SAFETY: the caller is who asks, and only it leads out of `IDLE` and `WRITTEN`, which
            // make the room its own (invariant 1).
            prepare(unsafe { &mut *room });
        });
        self.word.store(word(thread, ASKED), self.orders.post);
        true
    }

    /// Answers if `thread`, the calling one, is asked; whether it is. Async-signal-safe if `write` is.
    pub(super) fn answer(&self, thread: u32, write: impl FnOnce(&mut T)) -> bool {
        let (asked, writing) = (word(thread, ASKED), word(thread, WRITING));
        let claim = self.orders.claim;
        if self.word.compare_exchange(asked, writing, claim, Ordering::Relaxed).is_err() {
            return false;
        }
        self.room.with_mut(|room| {
            // SAFETY: the exchange has made the room this thread's until the store below (invariants
            // 1 and 2).
            write(unsafe { &mut *room });
        });
        self.word.store(word(thread, WRITTEN), self.orders.finish);
        true
    }

    /// Reads the answer if it is there, and forgets it.
    ///
    /// # Safety
    ///
    /// As for [`Self::post`].
    pub(super) unsafe fn take<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        if self.phase() != WRITTEN {
            return None;
        }
        let answer = self.room.with(|room| {
            // SAFETY: the answer is there, and the caller is who asks (invariant 1).
            read(unsafe { &*room })
        });
        // Only who asks leads out of this phase.
        self.word.store(IDLE, Ordering::Relaxed);
        Some(answer)
    }

    /// Takes the question back; whether it could be. Otherwise it is being answered, or has been.
    ///
    /// # Safety
    ///
    /// As for [`Self::post`].
    pub(super) unsafe fn withdraw(&self, thread: u32) -> bool {
        if !self.orders.withdraw_exchanges {
            self.word.store(IDLE, Ordering::Relaxed);
            return true;
        }
        let relaxed = Ordering::Relaxed;
        self.word.compare_exchange(word(thread, ASKED), IDLE, relaxed, relaxed).is_ok()
    }
}
