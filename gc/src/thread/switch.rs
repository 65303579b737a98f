//! [`SwitchRecord`], the part of a stack that switches between stacks access, in assembly.
//!
//! A thread runs one stack at a time. Managed code *resumes* a fiber: the thread leaves the stack
//! that it runs (the *resumer*) and runs that of the fiber. When the fiber *suspends* itself or is
//! done, the thread runs the resumer again. A fiber that runs may resume another one, so the stacks
//! that have resumed one another form a chain, from the stack that a thread runs to the thread's
//! own. A fiber that has resumed another one counts as running.
//!
//! # Protocol
//!
//! A switch (`gc/src/mutator/arch/*/switch.rs`) takes place in managed code, and no safepoint is
//! between its first and its last access to a record. So a collection, a handshake or a takeover,
//! which read records only at a safepoint of the thread, see a stack either before or after a
//! switch. The safepoint protocol orders these accesses, so relaxed order suffices. The exception
//! is [`resumable_by`](SwitchRecord::resumable_by), which other threads access at any time
//! ([`super::resumable_by`]): a marker reads the other words of a stack that it has claimed by this
//! one.
//!
//! The anchor is that of the stack if it does not run; otherwise it is meaningless, as the anchor
//! is in the context of the thread. The exit of a stack that has left itself by a switch is the
//! register file that the stub has pushed.
//!
//! # Resuming is a stack's write barrier
//!
//! A collection of the young generation does not scan a suspended stack that holds no references to
//! young objects. Such a stack is resumed by the slow path, which lists it to be scanned
//! (`Fibers::list`).

use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use super::resumable_by::ResumableBy;
use super::{Activation, Exit, FrameAnchor, Stack};

/// The part of a stack that switches access. The stubs contain the offsets of the fields.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SwitchRecord {
    /// [`Exit::word`] of the anchor.
    pub(crate) exit: AtomicUsize,
    /// The activation of the anchor.
    pub(crate) activation: AtomicPtr<Activation>,
    /// The stack that has resumed this one. Null for a thread's own stack, and meaningless while
    /// the stack does not run.
    pub(crate) resumer: AtomicPtr<Stack>,
    /// Who may resume this stack.
    pub(crate) resumable_by: ResumableBy,
}

impl SwitchRecord {
    /// Returns the record of a thread's own stack.
    pub(super) fn running() -> Self {
        Self::new(0, core::ptr::null_mut(), ResumableBy::running())
    }

    /// Returns the record of a stack that has never run. `exit` is the exit by which it is entered,
    /// `activation` the activation of the function that it will run.
    pub(super) fn created(exit: Exit, activation: *mut Activation) -> Self {
        Self::new(exit.word, activation, ResumableBy::by_slow_path())
    }

    fn new(exit: usize, activation: *mut Activation, resumable_by: ResumableBy) -> Self {
        Self {
            exit: AtomicUsize::new(exit),
            activation: AtomicPtr::new(activation),
            resumer: AtomicPtr::new(core::ptr::null_mut()),
            resumable_by,
        }
    }

    /// Returns the anchor of the stack, which does not run.
    pub(crate) fn anchor(&self) -> FrameAnchor {
        // A stub has stored the exit, so its stack pointer is that of the register file.
        let exit = Exit { word: self.exit.load(Relaxed), sp: 0 };
        FrameAnchor { exit, activation: self.activation.load(Relaxed) }
    }

    /// Returns the stack that has resumed this one.
    pub(super) fn resumer(&self) -> *const Stack {
        self.resumer.load(Relaxed)
    }
}
