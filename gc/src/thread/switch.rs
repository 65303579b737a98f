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
//!
//! # Switches of the host
//!
//! The host may have stacks and switches of its own. It announces each of its switches, and
//! [`super::host_switch`] changes the records accordingly, also while the thread is managed.

use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use super::resumable_by::ResumableBy;
use super::{Activation, Exit, FrameAnchor, Stack};

/// The part of a stack that switches access. The stubs contain the offsets of the first fields.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SwitchRecord {
    /// [`Exit::word`] of the anchor.
    pub(crate) exit: AtomicUsize,
    /// The activation of the anchor.
    pub(crate) activation: AtomicPtr<Activation>,
    /// The stack that has resumed this one by the stub. Null for stacks that the stubs do not
    /// switch to, so that `spgc_suspend` refuses to leave them: a thread's own, and the host's.
    /// Meaningless while the stack does not run.
    pub(crate) resumer: AtomicPtr<Stack>,
    /// Who may resume this stack.
    pub(crate) resumable_by: ResumableBy,
    /// [`Exit::sp`] of the anchor. The stubs do not store it: an exit by a stub does not use it.
    exit_sp: AtomicUsize,
    /// The stack to which the host switches back from this one, which is the host's. Null for other
    /// stacks, and meaningless while the stack does not run.
    host_resumer: AtomicPtr<Stack>,
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

    /// Returns the record of a stack of the host on which no managed code has run.
    pub(super) fn adopted() -> Self {
        Self::created(Exit::NONE, core::ptr::null_mut())
    }

    fn new(exit: usize, activation: *mut Activation, resumable_by: ResumableBy) -> Self {
        Self {
            exit: AtomicUsize::new(exit),
            activation: AtomicPtr::new(activation),
            resumer: AtomicPtr::new(core::ptr::null_mut()),
            resumable_by,
            exit_sp: AtomicUsize::new(0),
            host_resumer: AtomicPtr::new(core::ptr::null_mut()),
        }
    }

    /// Returns the anchor of the stack, which does not run.
    pub(crate) fn anchor(&self) -> FrameAnchor {
        let exit = Exit { word: self.exit.load(Relaxed), sp: self.exit_sp.load(Relaxed) };
        FrameAnchor { exit, activation: self.activation.load(Relaxed) }
    }

    /// Sets the anchor of the stack, which its thread leaves.
    pub(super) fn set_anchor(&self, FrameAnchor { exit, activation }: FrameAnchor) {
        self.exit.store(exit.word, Relaxed);
        self.exit_sp.store(exit.sp, Relaxed);
        self.activation.store(activation.cast_mut(), Relaxed);
    }

    /// Returns the stack that has resumed this one, by the stub or by a switch of the host.
    pub(super) fn resumer(&self) -> *const Stack {
        let by_stub = self.resumer.load(Relaxed);
        if by_stub.is_null() { self.host_resumer.load(Relaxed) } else { by_stub }
    }

    /// Sets the stack to which the host switches back from this one.
    pub(super) fn set_host_resumer(&self, resumer: *const Stack) {
        self.host_resumer.store(resumer.cast_mut(), Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// The exit of a wrapper has both words.
    #[test]
    fn an_anchor_keeps_both_words_of_its_exit() {
        let record = SwitchRecord::adopted();
        assert!(record.anchor().exit.is_none() && record.anchor().activation.is_null());
        let exit = Exit { word: 0x1000, sp: 0x1040 };
        let activation = core::ptr::without_provenance(0x1080);
        record.set_anchor(FrameAnchor { exit, activation });
        let anchor = record.anchor();
        assert_eq!((anchor.exit.word, anchor.exit.sp), (0x1000, 0x1040));
        assert_eq!(anchor.activation, activation);
    }
}
