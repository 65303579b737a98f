//! Polls that cost nothing until a request is pending: no-ops that are patched to calls of the
//! poll's slow path.
//!
//! Compiled code may read the thread's limit at a poll, or have a *site* there: an instruction that
//! does nothing, and can be patched to a call. The call returns to the address of the poll's
//! record. So the stack walk treats a thread that waits in it like one that called the slow path
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
//! Each hold belongs to one requester that needs threads to take the slow path at sites: a stop
//! until it ends, a handshake, or a heap in which every poll takes the slow path (zeal mode), as
//! long as it lives. Several heaps may run the same code, so holds are counted for the code and not
//! for a heap. One lock is held while sites change, and while code is added or removed. No thread
//! waits for another thread while it holds that lock.
//!
//! # Stops and handshakes
//!
//! A stop first proceeds as without sites: it sets the pending mark of all threads, arms them, and
//! loads their states after a barrier. Allocations and transitions check limit and gate also in
//! code with sites. The stop takes a hold only if threads are then pending, before it waits for
//! them. It releases the hold after the collection, before it clears `stopping`. A handshake takes
//! a hold if the armed thread is still managed.
//!
//! # Invariants
//!
//! 1. As long as there is a hold, each managed thread takes the slow path at its next site. The
//!    sites of code that is added meanwhile are patched before the code is added.
//! 2. A thread is marked and armed before sites are patched because of it. So a thread that calls
//!    the slow path from a site, and finds its limit not armed, has no pending request, or will
//!    reach another site. The slow path then returns and does nothing. This happens to threads of
//!    other heaps, to threads that are not the target of a handshake, and to threads that reach the
//!    site after the stop.
//! 3. If sites cannot be patched or restored, the process ends: a stop would never complete, or the
//!    calls would remain. Steps that can fail are tried when code is added, and are errors there.
//! 4. A child of `fork` does not change its parent's sites, because it may share their memory. So
//!    it cannot create a heap with sites: its threads would not stop. A heap with sites in the
//!    child was created by the parent, and has no thread to stop.
//!
//! # Memory orders
//!
//! This module adds none. The request is published by the thread's limit and gate, with the orders
//! of [`super`]; a site only makes the thread check them. That it gets there rests on the barrier
//! in all threads (`membarrier(2)` with SYNC_CORE), after which no thread executes instructions
//! that it fetched before the patch; where the system has no such barrier, there are no patched
//! polls.

use core::fmt;

use crate::process::Process;

/// Poll sites that can be patched to calls. Abstracts from the kind of code that has them.
pub(crate) trait PollHolder: Send + Sync + fmt::Debug {
    /// Returns the process that owns the code. In other processes `hold` and `release` do nothing,
    /// and take no lock.
    fn process(&self) -> Process;

    /// Makes threads take the slow path at sites, from the return of this function until
    /// [`Self::release`] has been called as often.
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

/// The hold of a heap in which every poll takes the slow path. Released when it is dropped.
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
