//! Poll sites: no-op instructions that are patched to calls of the poll's slow path while a request
//! is pending.
//!
//! At a poll, compiled code either reads the thread's limit or has a *site*: a no-op instruction
//! that can be patched to a call. The call returns to the address of the poll's stack map record.
//! So the stack walk treats a thread in this call like a thread that called the slow path itself.
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
//! Each hold belongs to one requester that needs threads to take the slow path at sites. Requesters
//! are stops, until they end, handshakes, and heaps in which every poll takes the slow path (zeal
//! mode). Several heaps may run the same code, so holds are counted for the code and not for a
//! heap. One lock is held while sites change, and while code is added or removed. No thread waits
//! for another thread while it holds that lock.
//!
//! # Stops and handshakes
//!
//! A stop begins as without sites: it sets the pending marks of all threads, arms the threads, and
//! loads their states after a barrier. In code with sites, allocations and transitions also check
//! limit and gate. The stop takes a hold only if threads are then pending, before it waits for
//! them. It releases the hold after the collection, before it clears `stopping`. A handshake takes
//! a hold if the armed thread is still managed.
//!
//! # Invariants
//!
//! 1. As long as there is a hold, each managed thread takes the slow path at its next site. The
//!    sites of code that is added meanwhile are patched before the code is added.
//! 2. A thread is marked and armed before sites are patched because of it. A thread may call the
//!    slow path from a site and find its limit not armed. Then it has no pending request, or will
//!    reach another site, and the slow path returns without effect. This happens to threads of
//!    other heaps, to threads that are not the target of a handshake, and to threads that reach the
//!    site after the stop.
//! 3. If sites cannot be patched or restored, the process ends: a stop would never complete, or the
//!    calls would remain. Steps that can fail are tried when code is added, and return errors
//!    there.
//! 4. A child of `fork` does not change its parent's sites, because it may share their memory. So a
//!    child cannot create a heap with its parent's sites, whose threads would not stop. A heap that
//!    the child has inherited from its parent has no threads to stop.
//!
//! # Memory orders
//!
//! This module adds no memory order. The request is published by the thread's limit and gate, with
//! the orders of [`super`]; a site only makes the thread check them. Threads execute the patched
//! instructions because of a barrier in all threads (`membarrier(2)` with SYNC_CORE). After it, no
//! thread executes instructions that it fetched before the patch. If the kernel has no such
//! barrier, there are no patched polls.

use core::fmt;

use crate::process::Process;

/// Interface to poll sites that can be patched to calls, independent of the kind of code.
pub(crate) trait PollHolder: Send + Sync + fmt::Debug {
    /// Returns the process that owns the code. In other processes `hold` and `release` do nothing,
    /// and take no lock.
    fn process(&self) -> Process;

    /// Takes a hold: threads take the slow path at sites from the return of this function until
    /// [`Self::release`] has been called once for each hold.
    fn hold(&self);

    /// Releases one hold.
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

/// A hold that owns a share of the poll sites, for a heap in which every poll takes the slow path.
/// Released when it is dropped.
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
