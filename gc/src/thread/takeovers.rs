//! [`StackTakeovers`], the frames of a stack whose takeover is pending.
//!
//! The return address of such a frame is that of a trampoline. The trampoline, and the host's code
//! that receives the frame, are needed until the frame returns, or never runs again. So they belong
//! to the stack that the frame is on:
//!
//! ```text
//!   a request --> pending --> the frame has returned to the trampoline
//!                    |
//!                    +------> the stack has ended: its fiber was removed, its thread was detached,
//!                             or the heap was dropped
//! ```
//!
//! No other transition exists. An exception that reaches the frame ends the process, because the
//! personality routine of the trampolines refuses it.
//!
//! # Invariants
//!
//! 1. A stack owns an assignment for each of its frames that return to a trampoline.
//! 2. A trampoline is freed only when no walk finds its address on a stack. A handshake or takeover
//!    may walk a fiber while another thread removes it. So the trampolines of a removed fiber are
//!    kept as long as its record, which such a walk owns.
//! 3. Dropping the last owner of a [`Target`] runs the host's code. That happens only on the thread
//!    that ends the stack, while it is native and holds no lock.
//!
//! A request changes the takeovers of a stack while its thread is at a safepoint, or while the
//! stack is claimed ([`super::resumable_by`]). The thread that runs the stack, or that ends it,
//! makes all other changes. The lock orders a request and the end of a fiber, which may coincide.

use core::any::Any;
use core::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use statepoint_scanner::deopt::ReturnTrampoline;

/// The receiver of frames that are taken over. It is opaque in this module; the module `deopt`
/// stores its `Continuation` in it.
pub(crate) type Target = Arc<dyn Any + Send + Sync>;

/// The assignment of a trampoline to a target. The trampoline is freed when the last owner of the
/// assignment drops it.
pub(crate) struct AssignedTrampoline {
    pub(crate) trampoline: Arc<ReturnTrampoline>,
    /// The target of the frames that return to the trampoline.
    pub(crate) to: Target,
}

impl fmt::Debug for AssignedTrampoline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AssignedTrampoline").field(&self.trampoline).finish()
    }
}

/// The frames of a stack that will return to one trampoline.
#[derive(Debug)]
struct PendingFrames {
    assigned: Arc<AssignedTrampoline>,
    count: usize,
}

#[derive(Debug)]
enum State {
    /// Frames may return.
    Live(Vec<PendingFrames>),
    /// No frame of the stack runs again. The trampolines whose addresses are on the stack.
    Ended(Vec<Arc<ReturnTrampoline>>),
}

/// The pending takeovers of a stack.
#[derive(Debug)]
pub(crate) struct StackTakeovers(Mutex<State>);

impl StackTakeovers {
    pub(super) fn new() -> Self {
        Self(Mutex::new(State::Live(Vec::new())))
    }

    /// Adds a frame that returns to this trampoline from now on. The caller also owns the target.
    pub(crate) fn add(&self, assigned: Arc<AssignedTrampoline>) {
        match &mut *self.0.lock() {
            State::Live(pending) => {
                match pending.iter_mut().find(|group| Arc::ptr_eq(&group.assigned, &assigned)) {
                    Some(group) => group.count += 1,
                    None => pending.push(PendingFrames { assigned, count: 1 }),
                }
            }
            State::Ended(kept) => kept.push(Arc::clone(&assigned.trampoline)),
        }
    }

    /// Removes a frame that has returned to the trampoline at this address, and returns the
    /// assignment. `None` if no frame of the stack was to return there. Called by the thread that
    /// runs the stack.
    pub(crate) fn land(&self, trampoline: u64) -> Option<Arc<AssignedTrampoline>> {
        let mut state = self.0.lock();
        let State::Live(pending) = &mut *state else { return None };
        let is_it = |group: &PendingFrames| group.assigned.trampoline.address() == trampoline;
        let index = pending.iter().position(is_it)?;
        if pending[index].count == 1 {
            return Some(pending.swap_remove(index).assigned);
        }
        pending[index].count -= 1;
        Some(Arc::clone(&pending[index].assigned))
    }

    /// Ends the takeovers: no frame of the stack runs again. Returns the assignments, which the
    /// caller drops while it is native and holds no lock.
    pub(crate) fn end(&self) -> Vec<Arc<AssignedTrampoline>> {
        let mut state = self.0.lock();
        let State::Live(pending) = &mut *state else { return Vec::new() };
        let assigned: Vec<_> = pending.drain(..).map(|group| group.assigned).collect();
        let trampoline = |assigned: &Arc<AssignedTrampoline>| Arc::clone(&assigned.trampoline);
        *state = State::Ended(assigned.iter().map(trampoline).collect());
        assigned
    }
}
