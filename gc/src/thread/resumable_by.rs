//! [`ResumableBy`], the word of a stack that states who may resume it.
//!
//! # Protocol
//!
//! | value | the stack |
//! |---|---|
//! | [`RUNNING`] | runs, or has resumed one that does, or is a thread's own |
//! | [`BY_SLOW_PATH`] | does not run; it is new, done, or *clean*: it has not run since a collection has found nothing young on it |
//! | [`CLAIMED`] | as before, and is being read: nobody may resume it now |
//! | [`BY_NO_THREAD`] | is suspended, and will be scanned by the next collection; its thread has ended |
//! | [`BY_SWAP`] | is a stack of the host that is suspended, and will be scanned by the next collection: its thread may switch to it. The stubs do not resume it |
//! | the address of a thread's context | is suspended, and will be scanned by the next collection: this thread may resume it without further steps |
//!
//! ```text
//!              claim                  take                  stub
//!   CLAIMED <--------> BY_SLOW_PATH ---------> a context <--------> RUNNING
//!             release        ^                     |                   |
//!                            +---------------------+                   |
//!                            |   a collection: set_clean               |
//!                            +-----------------------------------------+
//!                                the function has returned
//! ```
//!
//! * The stubs (`gc/src/mutator/arch/*/switch.rs`) store the values to the right of `take` while
//!   the thread is managed. When one stack leaves another, the stub stores the word of the stack
//!   that is left last, with release order, when it runs on the other stack already and accesses
//!   the record no more. A native thread may drop a fiber as soon as it sees that the fiber does
//!   not run: it loads the word with acquire order.
//! * For a stack of the host, [`BY_SWAP`] takes the place of the context, and
//!   [`super::host_switch`] that of the stubs.
//! * [`ResumableBy::take`] is the slow path of resuming, and the only way from [`BY_SLOW_PATH`] to
//!   a context. It lists the stack to be scanned by the next collection.
//! * Collections change words while the world is stopped, markers are parked and no handshake is in
//!   progress: none is [`CLAIMED`] then.
//! * A marker reads a clean stack beside the program, and a handshake or a takeover walks one while
//!   a marker may do so. Each of them claims the stack for that time. Who resumes the stack waits:
//!   a marker does not keep a claim beyond its step, nor does it wait while it has one.
//!
//! Invariant: the frames of a clean stack are accessed by the thread that has claimed it, by the
//! thread that has taken it, or in a pause.
//!
//! The frames are written by the thread that runs the stack, and by pauses. A claim reads them
//! after the pause that has made the stack clean: it acquires what that pause has released. Who
//! takes the stack after the claim writes them: it acquires what the end of the claim has released.
//!
//! [`models`] checks the invariant, and that a cycle's markers and pauses find all references on a
//! stack that is resumed and suspended meanwhile.

#[cfg(all(test, loom))]
mod models;

use super::ThreadContext;
use crate::sync::{
    self, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// Value of a stack that runs.
pub(crate) const RUNNING: usize = 0;
/// Value of a stack that only the slow path may resume. It is not the address of a context.
pub(crate) const BY_SLOW_PATH: usize = 1;
/// Value of a stack whose thread has ended.
const BY_NO_THREAD: usize = 2;
/// Value of a stack that is being read.
const CLAIMED: usize = 3;
/// Value of a suspended stack of the host.
const BY_SWAP: usize = 4;

/// Number of times that a thread looks whether a stack is no longer claimed, before it yields the
/// processor: a marker reads most stacks in less time.
const SPINS: u32 = 500;

/// Who may resume a stack: one of the values of [the protocol](self). The stubs compare and store
/// it.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct ResumableBy(AtomicUsize);

/// The result of [`ResumableBy::claim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claimed {
    /// The caller has claimed the stack, and must [release](ResumableBy::release) it.
    Yes,
    /// Another thread has claimed it.
    ByOther,
    /// It runs, or the next collection will scan it.
    NotClean,
}

impl ResumableBy {
    /// The value of a thread's own stack.
    pub(super) fn running() -> Self {
        Self(AtomicUsize::new(RUNNING))
    }

    /// The value of a stack that has never run.
    pub(super) fn by_slow_path() -> Self {
        Self(AtomicUsize::new(BY_SLOW_PATH))
    }

    /// Returns whether the stack runs, or has resumed one that does. If not, the thread that has
    /// left it does not access it any more.
    pub(crate) fn is_running(&self) -> bool {
        self.0.load(Acquire) == RUNNING
    }

    /// Returns whether the stack is suspended, and may be resumed by the thread with this context
    /// without the slow path.
    pub(super) fn is_by(&self, context: *const ThreadContext) -> bool {
        self.0.load(Relaxed) == context.addr()
    }

    /// Returns whether only the slow path may resume the stack, which is not to be scanned by a
    /// young collection. In a pause.
    pub(crate) fn is_by_slow_path(&self) -> bool {
        self.0.load(Relaxed) == BY_SLOW_PATH
    }

    /// Returns whether the stack is a suspended one of the host, to which its thread may switch as
    /// it is.
    pub(super) fn is_by_swap(&self) -> bool {
        self.0.load(Relaxed) == BY_SWAP
    }

    /// Takes the stack, which does not run, for the thread with this context: lets the thread
    /// resume it without the slow path. Waits while it is claimed. Returns whether the stack could
    /// be taken.
    pub(super) fn take(&self, context: *const ThreadContext) -> bool {
        self.take_as(context.expose_provenance())
    }

    /// As [`Self::take`], for a stack of the host, to which the calling thread switches.
    pub(super) fn take_for_swap(&self) -> bool {
        self.take_as(BY_SWAP)
    }

    fn take_as(&self, value: usize) -> bool {
        loop {
            let taken = self.0.compare_exchange(BY_SLOW_PATH, value, Acquire, Relaxed);
            match taken {
                Ok(_) => return true,
                Err(CLAIMED) => self.wait_while_claimed(),
                Err(_) => return false,
            }
        }
    }

    /// Claims the stack if it is clean, new, or done: nobody resumes it before it is released.
    pub(super) fn claim(&self) -> Claimed {
        match self.0.compare_exchange(BY_SLOW_PATH, CLAIMED, Acquire, Relaxed) {
            Ok(_) => Claimed::Yes,
            Err(CLAIMED) => Claimed::ByOther,
            Err(_) => Claimed::NotClean,
        }
    }

    /// As [`Self::claim`], but waits while another thread has claimed the stack.
    pub(super) fn wait_to_claim(&self) -> Claimed {
        loop {
            match self.claim() {
                Claimed::ByOther => self.wait_while_claimed(),
                claimed => return claimed,
            }
        }
    }

    /// Releases the stack, which the caller has claimed.
    pub(super) fn release(&self) {
        self.0.store(BY_SLOW_PATH, Release);
    }

    /// Requires the slow path to resume the stack, which does not run, and is clean. In a pause.
    pub(super) fn set_clean(&self) {
        self.0.store(BY_SLOW_PATH, Release);
    }

    /// Records that the stack, which is the host's, runs from now on. Called by the thread that
    /// has taken it.
    pub(super) fn set_running(&self) {
        self.0.store(RUNNING, Relaxed);
    }

    /// Records that the stack, which is the host's, is suspended. The thread that has left it
    /// accesses it no more: another one may drop it.
    pub(super) fn set_by_swap(&self) {
        self.0.store(BY_SWAP, Release);
    }

    /// Ensures that no thread resumes or claims the stack, which does not run. Called by the only
    /// thread that may resume it, or by the one that has claimed it.
    pub(super) fn forbid(&self) {
        self.0.store(BY_NO_THREAD, Release);
    }

    fn wait_while_claimed(&self) {
        if !sync::spin_until(SPINS, || self.0.load(Relaxed) != CLAIMED) {
            // The thread that has claimed it may need this processor.
            sync::yield_now();
        }
    }
}
