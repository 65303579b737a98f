//! A request, from outside, for data that only the target thread itself can read.
//!
//! # Protocol
//!
//! There is one slot, which is never freed. It has a buffer for one response, and one word that
//! holds the id of the target thread and the phase of the request.
//!
//! ```text
//!            post               respond               end of response
//!   IDLE -----------> POSTED -------------> WRITING -------------------> WRITTEN
//!    ^  <---------------'                                                 |  |
//!    |      withdraw                                                 take |  | post
//!    '--------------------------------------------------------------------'  '---> POSTED
//! ```
//!
//! * One thread at a time is the requester (callers hold a lock). It posts the request, has the
//!   signal sent, and polls the word at intervals; nothing wakes it, since little can be done in a
//!   signal handler.
//! * The target thread responds in a signal handler: it takes no lock, allocates nothing and waits
//!   for no thread. Its signal may come late, twice or never. The content of the word at that time
//!   decides: only `POSTED` with its own id permits it to write.
//! * A requester that has waited long enough withdraws the request. If that fails, the response is
//!   being written. The requester then waits a second, limited time, since the writer may have been
//!   preempted, and then gives up: the slot remains in `WRITING`, in which no request can be
//!   posted, until the writer has finished.
//!
//! # Invariants
//!
//! 1. The buffer for the response belongs to the requester in `IDLE` and `WRITTEN`, to no thread in
//!    `POSTED`, and to the responding thread in `WRITING`.
//! 2. The only transition into `WRITING` is an exchange by the thread whose id is in the word; the
//!    only transition out of it is a store by the same thread.
//!
//! # Memory orders
//!
//! Posting is a `Release` store, and claiming the request is an exchange with `Acquire`: the writer
//! sees the buffer as the requester left it. The end of writing is a `Release` store, and every
//! read of the word is an `Acquire` load: a thread that reads `WRITTEN` sees the response.
//! Withdrawing publishes nothing, so it is `Relaxed`; it is an exchange, because the target may
//! begin its response at the same time.
//!
//! `models` checks this with loom, and that it fails if any one of these orders is weakened.

use crate::sync::{AtomicU32, Ordering, UnsafeCell};

const IDLE: u32 = 0;
const POSTED: u32 = 1;
const WRITING: u32 = 2;
const WRITTEN: u32 = 3;
const PHASES: u32 = 4;

/// The memory orders of the protocol; the models weaken one of them per test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orders {
    /// Release: the buffer was prepared before the request is visible.
    pub(super) post: Ordering,
    /// Acquire: the request is claimed before the buffer is written.
    pub(super) claim: Ordering,
    /// Release: the buffer was written before the response is visible.
    pub(super) finish: Ordering,
    /// Acquire: the response is visible before it is read.
    pub(super) observe: Ordering,
    /// Whether withdrawing is an exchange, not a store.
    pub(super) withdraw_exchanges: bool,
}

impl Orders {
    pub(super) const ALL: Self = Self {
        post: Ordering::Release,
        claim: Ordering::Acquire,
        finish: Ordering::Release,
        observe: Ordering::Acquire,
        withdraw_exchanges: true,
    };
}

/// A slot for a request and its response.
#[derive(Debug)]
pub(super) struct Request<T> {
    /// Id of the target thread, times [`PHASES`], plus the phase.
    word: AtomicU32,
    buffer: UnsafeCell<T>,
    orders: Orders,
}

// SAFETY: by the protocol the buffer belongs to at most one thread at any time (invariant 1).
unsafe impl<T: Send> Sync for Request<T> {}

/// Returns the word for a thread and a phase. Thread ids must be below 2^30; Linux's are below
/// 2^22.
fn word(thread: u32, phase: u32) -> u32 {
    debug_assert!(thread < 1 << 30, "{thread} is not a thread number");
    thread.wrapping_mul(PHASES) | phase
}

impl<T> Request<T> {
    pub(super) fn new(buffer: T, orders: Orders) -> Self {
        Self { word: AtomicU32::new(IDLE), buffer: UnsafeCell::new(buffer), orders }
    }

    fn phase(&self) -> u32 {
        self.word.load(self.orders.observe) % PHASES
    }

    /// Posts a request to a thread; the caller sends the signal afterwards. `prepare` prepares the
    /// room for the response. Returns false, and does nothing, if the response to an earlier
    /// request is still being written.
    ///
    /// # Safety
    ///
    /// No other thread posts, withdraws or takes at the same time, or has posted and not yet
    /// withdrawn or taken.
    pub(super) unsafe fn post(&self, thread: u32, prepare: impl FnOnce(&mut T)) -> bool {
        if self.phase() == WRITING {
            return false;
        }
        self.buffer.with_mut(|buffer| {
            // SAFETY: the caller is the requester. The phase is `IDLE` or `WRITTEN`, in which the
            // room is the requester's, and only the requester leaves these phases (invariant 1).
            prepare(unsafe { &mut *buffer });
        });
        self.word.store(word(thread, POSTED), self.orders.post);
        true
    }

    /// Responds if the request is for `thread`, the calling thread, and returns whether it is.
    /// Async-signal-safe if `write` is.
    pub(super) fn respond(&self, thread: u32, write: impl FnOnce(&mut T)) -> bool {
        let (posted, writing) = (word(thread, POSTED), word(thread, WRITING));
        let claim = self.orders.claim;
        if self.word.compare_exchange(posted, writing, claim, Ordering::Relaxed).is_err() {
            return false;
        }
        self.buffer.with_mut(|buffer| {
            // SAFETY: from the exchange to the store below, the buffer belongs to this thread
            // (invariants 1 and 2).
            write(unsafe { &mut *buffer });
        });
        self.word.store(word(thread, WRITTEN), self.orders.finish);
        true
    }

    /// Reads the response, if it has been written, and returns to `IDLE`.
    ///
    /// # Safety
    ///
    /// As for [`Self::post`].
    pub(super) unsafe fn take<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        if self.phase() != WRITTEN {
            return None;
        }
        let response = self.buffer.with(|buffer| {
            // SAFETY: the response has been written, and the caller is the requester (invariant 1).
            read(unsafe { &*buffer })
        });
        // Only the requester leaves this phase.
        self.word.store(IDLE, Ordering::Relaxed);
        Some(response)
    }

    /// Withdraws the request, and returns whether that was possible. If not, the response is being
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
        self.word.compare_exchange(word(thread, POSTED), IDLE, relaxed, relaxed).is_ok()
    }
}
