//! Polls that cost nothing until a thread is wanted: no-ops that are patched to calls of the poll's slow path.
//!
//! Compiled code may look at the thread's limit at a poll, or have a *site* there: an instruction that does nothing, and
//! becomes a call. A call that was patched in returns to the address that the poll's record has, so a thread which waits in it
//! is walked like one that called the slow path itself.
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
//! Each hold is somebody who waits for a thread that may come to a site: a stop, until it ends, one handshake, or a heap whose polls are
//! all to be taken (zeal mode), as long as it lives. Several heaps may run the same code, so holds are counted for the code and not for a
//! heap. One lock is held while sites change, and by who adds code or takes it away; nobody waits for a thread
//! with it locked.
//!
//! # What a stop does
//!
//! As always, and first: marks all threads as awaited, arms them, and looks at their states behind a barrier. Allocations and the
//! ways between managed and native code look at armed words whatever polls there are. Only if threads are then
//! awaited it takes a hold, before it waits; it lets go of it when everybody has stopped and the collection is over, before it says that
//! the stop has ended. A handshake takes one if the thread was armed and is managed all the same.
//!
//! # Invariants
//!
//! 1. As long as there is a hold, each managed thread comes to the slow path at its next site: sites of code that is added
//!    meanwhile are patched before it is added.
//! 2. A thread is marked and armed before sites are patched on its account. So one that comes through a site and finds its limit not
//!    armed is not wanted, or will come again: the slow path returns, and nothing else happens. That
//!    holds for threads of other heaps, those that a handshake is not about, and late ones that
//!    come when the stop is over.
//! 3. Sites that cannot be patched or put back end the process: a stop that a thread never hears of would last for ever, and so
//!    would the calls. What can fail is tried when code is added, and is an error there.
//! 4. A child of `fork` does not change its parent's sites, whose memory it may share. So it makes no heap with them: threads would
//!    not come to its stops. One that has a heap with them is the parent's, and has no thread to stop.
//!
//! # Memory orders
//!
//! None of its own. What a thread is wanted for is published by its words, with the orders of [`super`]; a site only brings it to
//! the look at them. That it comes there rests on the barrier in all threads (`membarrier(2)` with SYNC_CORE), behind which none executes
//! what it fetched before the patch; where the system has no such barrier, there are no patched polls.

use core::fmt;

use crate::process::Process;

/// Sites, of whatever code.
pub(crate) trait Holds: Send + Sync + fmt::Debug {
    /// The process whose code it is. In others nothing changes, and no lock is taken.
    fn process(&self) -> Process;

    /// From when this returns until [`Self::release`] is called as often, threads come to the slow path at sites.
    fn hold(&self);

    /// One fewer wants it.
    fn release(&self);
}

/// A hold, until it is dropped.
#[derive(Debug)]
pub(crate) struct Hold<'s>(&'s dyn Holds);

impl<'s> Hold<'s> {
    pub(crate) fn new(sites: &'s dyn Holds) -> Self {
        sites.hold();
        Self(sites)
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// The hold of a heap whose polls are all to be taken.
#[derive(Debug)]
pub(crate) struct LastingHold(std::sync::Arc<dyn Holds>);

impl LastingHold {
    pub(crate) fn new(sites: std::sync::Arc<dyn Holds>) -> Self {
        sites.hold();
        Self(sites)
    }
}

impl Drop for LastingHold {
    fn drop(&mut self) {
        self.0.release();
    }
}
