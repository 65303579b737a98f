//! A request to another thread for data that only that thread can read.
//!
//! # Protocol
//!
//! There is one request slot, which is never freed. It has a buffer for one response, and a 32-bit
//! atomic, `word`, that holds the ID of the target thread and the phase of the request.
//!
//! ```text
//!            post               respond               end of response
//!   IDLE -----------> POSTED -------------> WRITING -------------------> WRITTEN
//!    ^  <---------------'                                                 |  |
//!    |      withdraw                                                 take |  | post
//!    '--------------------------------------------------------------------'  '---> POSTED
//! ```
//!
//! * One thread at a time is the requester (callers hold a lock). It posts the request, sends the
//!   signal, and polls `word` at intervals. The target does not wake the requester, because few
//!   operations are async-signal-safe.
//! * The target thread responds in a signal handler: it takes no lock, allocates nothing and waits
//!   for no thread. The signal may be delivered late, twice or never. The handler writes a response
//!   only if `word` is `POSTED` with the ID of its own thread.
//! * A requester that has waited for the time limit withdraws the request. If that fails, the
//!   response is being written, or has been. The requester then waits for the same time again,
//!   because the writer may have been preempted, and then gives up. In that case the slot remains
//!   in `WRITING`, in which no request can be posted, until the writer has finished.
//!
//! # Invariants
//!
//! 1. The buffer belongs to the requester in `IDLE` and `WRITTEN`, to no thread in `POSTED`, and to
//!    the responding thread in `WRITING`.
//! 2. The only transition to `WRITING` is a compare-exchange by the thread whose ID is in `word`.
//!    The only transition from `WRITING` is a store by the same thread.
//!
//! # Memory orders
//!
//! Posting is a `Release` store, and claiming the request is an `Acquire` compare-exchange, so the
//! writer sees the buffer as the requester prepared it. The end of writing is a `Release` store,
//! and the requester reads `word` by `Acquire` loads, so a requester that reads `WRITTEN` sees the
//! response. Withdrawing publishes nothing, so it is `Relaxed`. It is a compare-exchange, because
//! the target may begin its response at the same time.
//!
//! `models` checks the protocol with loom, and checks that it fails if any one of these orders is
//! weakened.

use crate::sync::{AtomicU32, Ordering, UnsafeCell};

/// Phase: no request.
const IDLE: u32 = 0;
/// Phase: a request was posted, and the target has not claimed it.
const POSTED: u32 = 1;
/// Phase: the target is writing the response.
const WRITING: u32 = 2;
/// Phase: the response is complete.
const WRITTEN: u32 = 3;
/// Number of phases.
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
    /// Whether withdrawing is a compare-exchange; otherwise it is a store.
    pub(super) withdraw_exchanges: bool,
}

impl Orders {
    /// The orders of the protocol, none of them weakened.
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
    /// ID of the target thread, times [`PHASES`], plus the phase.
    word: AtomicU32,
    buffer: UnsafeCell<T>,
    orders: Orders,
}

// SAFETY: the buffer is accessed only through the protocol, by which it belongs to at most one
// thread at any time (invariant 1). `T: Send` permits the access by different threads.
unsafe impl<T: Send> Sync for Request<T> {}

/// Returns the value of `Request::word` for a thread and a phase. Thread IDs must be below 2^30;
/// those of Linux are at most 2^22.
fn word(thread: u32, phase: u32) -> u32 {
    debug_assert!(thread < 1 << 30, "{thread} is not a thread number");
    thread.wrapping_mul(PHASES) | phase
}

impl<T> Request<T> {
    pub(super) fn new(buffer: T, orders: Orders) -> Self {
        Self { word: AtomicU32::new(IDLE), buffer: UnsafeCell::new(buffer), orders }
    }

    /// Returns the phase of the request.
    fn phase(&self) -> u32 {
        self.word.load(self.orders.observe) % PHASES
    }

    /// Posts a request to a thread; the caller sends the signal afterwards. `prepare` prepares the
    /// buffer for the response. If the response to an earlier request is still being written, does
    /// nothing and returns false.
    ///
    /// # Safety
    ///
    /// The calling thread is the only requester: no other thread calls `post`, `withdraw` or `take`
    /// concurrently, and no other thread has posted a request that it has neither withdrawn nor
    /// taken. An abandoned request in `WRITING` is permitted.
    pub(super) unsafe fn post(&self, thread: u32, prepare: impl FnOnce(&mut T)) -> bool {
        if self.phase() == WRITING {
            return false;
        }
        self.buffer.with_mut(|buffer| {
            // SAFETY: the caller guarantees that it is the only requester. The phase is `IDLE` or
            // `WRITTEN`, in which the buffer belongs to the requester (invariant 1), and only the
            // requester changes these phases.
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
            // SAFETY: from the compare-exchange above until the store below, the buffer belongs to
            // this thread (invariants 1 and 2).
            write(unsafe { &mut *buffer });
        });
        self.word.store(word(thread, WRITTEN), self.orders.finish);
        true
    }

    /// Reads the response, if it has been written, and changes the phase to `IDLE`. Returns the
    /// result of `read`, or `None` if there is no response.
    ///
    /// # Safety
    ///
    /// As for [`Self::post`].
    pub(super) unsafe fn take<R>(&self, read: impl FnOnce(&T) -> R) -> Option<R> {
        if self.phase() != WRITTEN {
            return None;
        }
        let response = self.buffer.with(|buffer| {
            // SAFETY: the caller guarantees that it is the only requester. The phase is `WRITTEN`,
            // in which the buffer belongs to the requester (invariant 1).
            read(unsafe { &*buffer })
        });
        // Only the requester changes the phase `WRITTEN`.
        self.word.store(IDLE, Ordering::Relaxed);
        Some(response)
    }

    /// Withdraws the request to `thread`. Returns false if the response is being written, or has
    /// been.
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
