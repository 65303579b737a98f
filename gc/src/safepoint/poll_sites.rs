//! Polls that cost nothing until a request is pending: no-ops that are patched to calls of the
//! poll's slow path.
//!
//! Compiled code may read the thread's limit at a poll, or have a *site* there: an instruction that
//! does nothing, and becomes a call. A call that was patched in returns to the address that the
//! poll's record has, so a thread which waits in it is walked like one that called the slow path
//! itself.
//!
//! # States
//!
//! ```text
//!                  first hold: all sites become calls
//!   no-ops (0) ------------------------------------------> calls (holds > 0)
//!              <------------------------------------------
//!                  last release: all become no-ops
//! ```
//!
//! Each hold stands for one requester that waits for a thread which may come to a site: a stop,
//! until it ends, one handshake, or a heap whose polls are all to be taken (zeal mode), as long as
//! it lives. Several heaps may run the same code, so holds are counted for the code and not for a
//! heap. One lock is held while sites change, and while code is added or removed; no thread waits
//! for another thread with it locked.
//!
//! # What a stop does
//!
//! As always, and first: it sets the pending mark of all threads, arms them, and loads their states
//! after a barrier. Allocations and transitions between managed and native code check limit and
//! gate whatever polls there are. Only if threads are then pending does it take a hold, before it
//! waits; it releases the hold when all threads have stopped and the collection is over, before it
//! clears `stopping`. A handshake takes a hold if the thread was armed and is managed all the same.
//!
//! # Invariants
//!
//! 1. As long as there is a hold, each managed thread takes the slow path at its next site: sites
//!    of code that is added meanwhile are patched before it is added.
//! 2. A thread is marked and armed before sites are patched on its account. So a thread that comes
//!    through a site and finds its limit not armed has no pending request, or will come again: the
//!    slow path returns, and nothing else happens. That holds for threads of other heaps, for
//!    threads that are not the target of the handshake, and for late ones that come when the stop
//!    is over.
//! 3. Sites that cannot be patched or restored end the process: a stop of which a thread is never
//!    notified would last for ever, and so would the calls. Steps that can fail are tried when code
//!    is added, and are errors there.
//! 4. A child of `fork` does not change its parent's sites, whose memory it may share. So it makes
//!    no heap with them: threads would not come to its stops. A heap with sites that it has is the
//!    parent's, and has no thread to stop.
//!
//! # Memory orders
//!
//! None of its own. The request is published by the thread's limit and gate, with the orders of
//! [`super`]; a site only makes the thread check them. That it gets there rests on the barrier in
//! all threads (`membarrier(2)` with SYNC_CORE), after which no thread executes instructions that
//! it fetched before the patch; where the system has no such barrier, there are no patched polls.

use core::fmt;

use crate::process::Process;

/// Poll sites that can be turned into calls, whatever code they are in.
pub(crate) trait PollHolder: Send + Sync + fmt::Debug {
    /// The process whose code it is. In other processes nothing changes, and no lock is taken.
    fn process(&self) -> Process;

    /// Makes threads take the slow path at sites, from its return until [`Self::release`] has been
    /// called as often.
    fn hold(&self);

    /// Ends one hold.
    fn release(&self);
}

/// A hold on poll sites, released when it is dropped.
#[derive(Debug)]
pub(crate) struct Hold<'s>(&'s dyn PollHolder);

impl<'s> Hold<'s> {
    pub(crate) fn new(sites: &'s dyn PollHolder) -> Self {
        sites.hold();
        Self(sites)
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// The hold of a heap whose polls are all to be taken, released when it is dropped.
#[derive(Debug)]
pub(crate) struct OwnedHold(std::sync::Arc<dyn PollHolder>);

impl OwnedHold {
    pub(crate) fn new(sites: std::sync::Arc<dyn PollHolder>) -> Self {
        sites.hold();
        Self(sites)
    }
}

impl Drop for OwnedHold {
    fn drop(&mut self) {
        self.0.release();
    }
}
