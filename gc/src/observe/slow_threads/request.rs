//! A request, from outside, for data that only the target thread itself can read.
//!
//! # Protocol
//!
//! There is one slot, which is never freed. It has room for one answer, and one word that holds the
//! id of the target thread and the phase of the request.
//!
//! ```text
//!            post                 answer                 answer's end
//!   IDLE ------------> ASKED --------------> WRITING -------------------> WRITTEN
//!    ^  <-----------------'                                                 |  |
//!    |       withdraw                                                  take |  | post
//!    '----------------------------------------------------------------------'  '----> ASKED
//! ```
//!
//! * One thread at a time is the requester (callers hold a lock). It posts the request, has the
//!   signal sent, and polls the word at intervals; nothing wakes it, since little can be done in a
//!   signal handler.
//! * The target thread answers in a signal handler: it takes no lock, allocates nothing and waits
//!   for no thread. Its signal may come late, twice or never. The content of the word at that time
//!   decides: only `ASKED` with its own id permits it to write.
//! * A requester that has waited long enough withdraws the request. If that fails, the answer is
//!   being written. The requester then waits a second, limited time, since the writer may have been
//!   preempted, and then gives up: the slot remains in `WRITING`, in which no request can be
//!   posted, until the writer has finished.
//!
//! # Invariants
//!
//! 1. The room for the answer belongs to the requester in `IDLE` and `WRITTEN`, to no thread in
//!    `ASKED`, and to the answering thread in `WRITING`.
//! 2. The only transition into `WRITING` is an exchange by the thread whose id is in the word; the
//!    only transition out of it is a store by the same thread.
//!
//! # Memory orders
//!
//! Posting is a `Release` store, and claiming the request is an exchange with `Acquire`: the writer
//! sees the room as the requester left it. The end of writing is a `Release` store, and every read
//! of the word is an `Acquire` load: a thread that reads `WRITTEN` sees the answer. Withdrawing
//! publishes nothing, so it is `Relaxed`; it is an exchange, because the target may begin its
//! answer at the same time.
//!
//! `models` checks this with loom, and that it fails if any one of these orders is weakened.

use crate::sync::{AtomicU32, Ordering, UnsafeCell};

const IDLE: u32 = 0;
const ASKED: u32 = 1;
const WRITING: u32 = 2;
const WRITTEN: u32 = 3;
const PHASES: u32 = 4;

/// The memory orders of the protocol; the models weaken one of them per test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orders {
    /// Release: the room was prepared before the request is visible.
    pub(super) post: Ordering,
    /// Acquire: the request is claimed before the room is written.
    pub(super) claim: Ordering,
    /// Release: the room was written before the answer is visible.
    pub(super) finish: Ordering,
    /// Acquire: the answer is visible before it is read.
    pub(super) look: Ordering,
    /// Whether withdrawing is an exchange, not a store.
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
    /// Id of the target thread, times [`PHASES`], plus the phase.
    word: AtomicU32,
    room: UnsafeCell<T>,
    orders: Orders,
}

// SAFETY: by the protocol the room belongs to at most one thread at any time (invariant 1).
unsafe impl<T: Send> Sync for Request<T> {}

/// Returns the word for a thread and a phase. Thread ids must be below 2^30; Linux's are below
/// 2^22.
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

    /// Posts a request to a thread; the caller sends the signal afterwards. `prepare` prepares the
    /// room for the answer. Returns false, and does nothing, if the answer to an earlier request is
    /// still being written.
    ///
    /// # Safety
    ///
    /// No other thread posts, withdraws or takes at the same time, or has posted and not yet
    /// withdrawn or taken.
    pub(super) unsafe fn post(&self, thread: u32, prepare: impl FnOnce(&mut T)) -> bool {
        if self.phase() == WRITING {
            return false;
        }
        self.room.with_mut(|room| {
            // SAFETY: the caller is the requester. The phase is `IDLE` or `WRITTEN`, in which the
            // room is the requester's, and only the requester leaves these phases (invariant 1).
            prepare(unsafe { &mut *room });
        });
        self.word.store(word(thread, ASKED), self.orders.post);
        true
    }

    /// Answers if the request is for `thread`, the calling thread, and returns whether it is.
    /// Async-signal-safe if `write` is.
    pub(super) fn answer(&self, thread: u32, write: impl FnOnce(&mut T)) -> bool {
        let (asked, writing) = (word(thread, ASKED), word(thread, WRITING));
        let claim = self.orders.claim;
        if self.word.compare_exchange(asked, writing, claim, Ordering::Relaxed).is_err() {
            return false;
        }
        self.room.with_mut(|room| {
            // SAFETY: from the exchange to the store below, the room belongs to this thread
            // (invariants 1 and 2).
            write(unsafe { &mut *room });
        });
        self.word.store(word(thread, WRITTEN), self.orders.finish);
        true
    }

    /// Reads the answer, if it has been written, and returns to `IDLE`.
    ///
    /// # Safety
    ///
    /// As for [`Self::post`].
    pub(super) unsafe fn take<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        if self.phase() != WRITTEN {
            return None;
        }
        let answer = self.room.with(|room| {
            // SAFETY: the answer has been written, and the caller is the requester (invariant 1).
            read(unsafe { &*room })
        });
        // Only the requester leaves this phase.
        self.word.store(IDLE, Ordering::Relaxed);
        Some(answer)
    }

    /// Withdraws the request, and returns whether that was possible. If not, the answer is being
    /// written, or has been.
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
