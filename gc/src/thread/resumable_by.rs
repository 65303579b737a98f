//! [`ResumableBy`], the word of a stack that states who may resume it.
//!
//! # Protocol
//!
//! | value | the stack |
//! |---|---|
//! | [`RUNNING`] | runs, or has resumed one that does, or is a thread's own |
//! | [`BY_SLOW_PATH`] | does not run; it is new, done, or *clean*: it has not run since a collection has found nothing young on it |
//! | [`CLAIMED`] | as before, and a marker reads it: no thread may resume it now |
//! | [`WALKED`] | as before, and is being walked in a handshake or by a takeover |
//! | [`BY_NO_THREAD`] | is suspended, and will be scanned by the next collection; its thread has ended |
//! | [`BY_ANY_THREAD`] | is suspended, and will be scanned by the next collection: any thread may take it. The fiber migrates |
//! | [`WALKED_LISTED`] | as before, and is being walked in a handshake or by a takeover |
//! | [`BY_SWAP`] | is a stack of the host that is suspended, and will be scanned by the next collection: its thread may switch to it. The stubs do not resume it |
//! | the address of a thread's context | is suspended, and will be scanned by the next collection: this thread may resume it without further steps |
//!
//! ```text
//!              claim                  take                  stub
//!   CLAIMED <--------> BY_SLOW_PATH ---------> a context <--------> RUNNING
//!   WALKED    release        ^                     |                   |
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
//! * A marker reads a clean stack concurrently with the program, and a handshake or a takeover
//!   walks one while a marker may do so. Each of them claims the stack for that time. A thread that
//!   resumes, walks or drops the stack waits for the marker, which does not keep a claim beyond its
//!   step, nor waits while it has one. A marker reads a deep stack in pieces, each under its own
//!   claim, and leaves the rest to the next pause if a thread has waited. A marker does not wait
//!   for a walk: it leaves the stack to the next pause.
//!   Only one thread at a time walks the fibers of a thread, so a walk that finds one walked is
//!   inside another.
//!
//! * A fiber that *migrates* is taken by any thread, also if the word is the context of another
//!   one. It is taken as [`RUNNING`], so that of several threads that take it one succeeds. The
//!   thread whose context it is resumes the fiber without an atomic access: the host ensures that
//!   no other thread resumes the fiber meanwhile. As another thread may take the stack while it is
//!   walked, a walk claims it also if it is not clean.
//!
//! Invariant: the frames of a clean stack, and of any suspended stack of a fiber that migrates, are
//! accessed by the thread that has claimed it, by the thread that has taken it, or in a pause.
//!
//! A stack whose fiber is removed is [`BY_NO_THREAD`]: a marker that has found it before does not
//! read it any more.
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
    self, AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// Value of a stack that runs.
pub(crate) const RUNNING: usize = 0;
/// Value of a stack that only the slow path may resume. It is not the address of a context.
pub(crate) const BY_SLOW_PATH: usize = 1;
/// Value of a stack whose thread has ended.
const BY_NO_THREAD: usize = 2;
/// Value of a stack that a marker reads.
const CLAIMED: usize = 3;
/// Value of a stack that is being walked in a handshake or by a takeover.
const WALKED: usize = 4;
/// Value of a suspended stack of the host.
const BY_SWAP: usize = 5;
/// Value of a stack that any thread may take, and that the next collection scans.
const BY_ANY_THREAD: usize = 6;
/// Value of such a stack that is being walked in a handshake or by a takeover.
const WALKED_LISTED: usize = 7;

/// Number of times that a thread looks whether a stack is no longer claimed, before it yields the
/// processor: a marker reads most stacks in less time.
const SPINS: u32 = 500;
/// Number of times that it yields the processor before it sleeps.
const YIELDS: u32 = 100;

/// Who may resume a stack.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct ResumableBy {
    /// One of the values of [the protocol](self). The first field: the stubs compare and store it.
    word: AtomicUsize,
    /// Whether a thread has waited while a marker has read the stack. A hint: relaxed.
    is_contended: AtomicBool,
}

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

/// What a value means to who would change it.
enum Found {
    /// It can be changed.
    Free,
    /// It can be changed when the claim ends.
    Claimed,
    /// It cannot be changed.
    Other,
}

/// The result of [`ResumableBy::take_from_any`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// The caller has taken the stack.
    Yes,
    /// A thread walks the stack. The value by which it has claimed it, for
    /// [`ResumableBy::wait_while`].
    Walked(usize),
    /// It runs, or is never resumed again.
    No,
}

impl ResumableBy {
    /// The value of a thread's own stack.
    pub(super) fn running() -> Self {
        Self::new(RUNNING)
    }

    /// The value of a stack that has never run.
    pub(super) fn by_slow_path() -> Self {
        Self::new(BY_SLOW_PATH)
    }

    fn new(word: usize) -> Self {
        Self { word: AtomicUsize::new(word), is_contended: AtomicBool::new(false) }
    }

    /// Returns whether the stack runs, or has resumed one that does. If not, the thread that has
    /// left it does not access it any more.
    pub(crate) fn is_running(&self) -> bool {
        self.word.load(Acquire) == RUNNING
    }

    /// Returns whether the stack is suspended, and may be resumed by the thread with this context
    /// without the slow path.
    pub(super) fn is_by(&self, context: *const ThreadContext) -> bool {
        self.word.load(Relaxed) == context.addr()
    }

    /// Returns whether only the slow path may resume the stack, which is not to be scanned by a
    /// young collection. In a pause.
    pub(crate) fn is_by_slow_path(&self) -> bool {
        self.word.load(Relaxed) == BY_SLOW_PATH
    }

    /// Returns whether the stack is a suspended one of the host, to which its thread may switch as
    /// it is.
    pub(super) fn is_by_swap(&self) -> bool {
        self.word.load(Relaxed) == BY_SWAP
    }

    /// Takes the stack, which does not run, for the thread with this context: lets the thread
    /// resume it without the slow path. Waits while it is claimed. Returns whether the stack could
    /// be taken.
    pub(super) fn take(&self, context: *const ThreadContext) -> bool {
        self.exchange_when_released(context.expose_provenance())
    }

    /// As [`Self::take`], for a stack of the host, to which the calling thread switches.
    pub(super) fn take_for_swap(&self) -> bool {
        self.exchange_when_released(BY_SWAP)
    }

    /// Takes the stack of a fiber that migrates, which the calling thread resumes directly after
    /// this. Waits while a marker reads it.
    pub(super) fn take_from_any(&self) -> Taken {
        let is_taken = self.exchange_if(BY_SLOW_PATH, RUNNING, |word| match word {
            CLAIMED => Found::Claimed,
            RUNNING | BY_NO_THREAD | WALKED | BY_SWAP | WALKED_LISTED => Found::Other,
            // Also the context of a thread.
            _ => Found::Free,
        });
        match is_taken {
            Ok(()) => Taken::Yes,
            Err(word @ (WALKED | WALKED_LISTED)) => Taken::Walked(word),
            Err(_) => Taken::No,
        }
    }

    /// Lets any thread take the stack, which is suspended, if the thread with this context may
    /// resume it. Called by that thread.
    pub(super) fn give_to_any(&self, context: *const ThreadContext) {
        // Fails if it is clean, or being walked: any thread may take it then.
        _ = self.word.compare_exchange(context.addr(), BY_ANY_THREAD, Release, Relaxed);
    }

    /// Ensures that no marker reads the stack from now on. Its frames never run again, and it does
    /// not run. It may be dropped in the middle of a walk.
    pub(super) fn retire(&self) {
        _ = self.exchange_if(BY_SLOW_PATH, BY_NO_THREAD, |word| match word {
            CLAIMED => Found::Claimed,
            BY_SLOW_PATH | WALKED | WALKED_LISTED => Found::Free,
            _ => Found::Other,
        });
    }

    /// Claims the stack to walk it, if a marker might read it meanwhile. Waits while it does.
    /// Returns whether the caller must [end the walk](Self::end_walk).
    pub(super) fn claim_to_walk(&self) -> bool {
        self.exchange_when_released(WALKED)
    }

    /// As [`Self::claim_to_walk`], for the stack of a fiber that migrates.
    pub(super) fn claim_migrating_to_walk(&self) -> bool {
        self.claim_to_walk()
            || self
                .exchange_if(BY_ANY_THREAD, WALKED_LISTED, |word| match word {
                    CLAIMED => Found::Claimed,
                    // Walked: by this thread, which is inside another walk.
                    RUNNING | BY_SLOW_PATH | BY_NO_THREAD | BY_SWAP | WALKED | WALKED_LISTED => {
                        Found::Other
                    }
                    _ => Found::Free,
                })
                .is_ok()
    }

    /// Ends a walk of a claimed stack.
    pub(super) fn end_walk(&self) {
        // They fail if the fiber was removed meanwhile.
        if self.word.compare_exchange(WALKED, BY_SLOW_PATH, Release, Relaxed).is_err() {
            _ = self.word.compare_exchange(WALKED_LISTED, BY_ANY_THREAD, Release, Relaxed);
        }
    }

    /// Changes the word from [`BY_SLOW_PATH`] to `value`. Waits while a marker has claimed the
    /// stack. Returns `false` if it has another value.
    fn exchange_when_released(&self, value: usize) -> bool {
        self.exchange_if(BY_SLOW_PATH, value, |word| match word {
            BY_SLOW_PATH => Found::Free,
            CLAIMED => Found::Claimed,
            _ => Found::Other,
        })
        .is_ok()
    }

    /// Changes the word to `value` if `found` says that it is free. Waits while it is claimed.
    /// If it is neither, returns the word as the error. `likely`: a value that is free, which is
    /// tried first.
    fn exchange_if(
        &self,
        likely: usize,
        value: usize,
        found: impl Fn(usize) -> Found,
    ) -> Result<(), usize> {
        let (mut waits, mut expected) = (0, likely);
        loop {
            let Err(word) = self.word.compare_exchange(expected, value, Acquire, Relaxed) else {
                return Ok(());
            };
            expected = match found(word) {
                Found::Free => word,
                Found::Claimed => {
                    self.is_contended.store(true, Relaxed);
                    self.wait_while(word, &mut waits);
                    likely
                }
                Found::Other => return Err(word),
            };
        }
    }

    /// Claims the stack if it is clean, new, or done: no thread resumes it before it is released.
    pub(super) fn claim(&self) -> Claimed {
        match self.word.compare_exchange(BY_SLOW_PATH, CLAIMED, Acquire, Relaxed) {
            Ok(_) => Claimed::Yes,
            Err(CLAIMED | WALKED) => Claimed::ByOther,
            Err(_) => Claimed::NotClean,
        }
    }

    /// Releases the stack, which the caller has claimed.
    pub(super) fn release(&self) {
        self.word.store(BY_SLOW_PATH, Release);
    }

    /// Returns whether a thread has waited for the end of a claim since the last call. Called by a
    /// marker that has released the stack. It does not claim the stack again soon, because the
    /// thread might not look in between.
    pub(super) fn take_contended(&self) -> bool {
        self.is_contended.load(Relaxed) && self.is_contended.swap(false, Relaxed)
    }

    /// Requires the slow path to resume the stack, which does not run, and is clean. In a pause.
    pub(super) fn set_clean(&self) {
        self.word.store(BY_SLOW_PATH, Release);
    }

    /// Records that the stack, which is the host's, runs from now on. Called by the thread that
    /// has taken it.
    pub(super) fn set_running(&self) {
        self.word.store(RUNNING, Relaxed);
    }

    /// Records that the stack, which is the host's, is suspended. The thread that has left it
    /// accesses it no more: another one may drop it.
    pub(super) fn set_by_swap(&self) {
        self.word.store(BY_SWAP, Release);
    }

    /// Ensures that no thread resumes the stack, which is suspended, and to be scanned. Called by
    /// the only thread that may resume it.
    pub(super) fn forbid(&self) {
        self.word.store(BY_NO_THREAD, Release);
    }

    /// Waits for some time while another thread has claimed the stack, by this value. That thread
    /// may need this processor. A thread that waits for a walk has no lock: the walk calls code of
    /// the host. `waits`: the number of times that the caller has waited.
    pub(super) fn wait_while(&self, claim: usize, waits: &mut u32) {
        if sync::spin_until(SPINS, || self.word.load(Relaxed) != claim) {
            return;
        }
        *waits += 1;
        match *waits < YIELDS {
            true => sync::yield_now(),
            false => sync::sleep_briefly(),
        }
    }
}
