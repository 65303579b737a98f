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
//! switch. The safepoint protocol orders these accesses, so relaxed order suffices. One access is
//! of another kind: a native thread may drop a fiber as soon as it sees that the fiber does not
//! run. So a stub stores `resumable_by` last, with release order, when it runs on the other stack
//! already and accesses the record no more; and the native thread loads it with acquire order.
//!
//! * The anchor is that of the stack if it does not run; otherwise it is meaningless, as the anchor
//!   is in the context of the thread. The exit of a stack that has left itself by a switch is the
//!   register file that the stub has pushed.
//! * [`resumable_by`](Self::resumable_by) tells the states apart that a resuming thread must
//!   distinguish with one comparison:
//!
//! | value | the stack |
//! |---|---|
//! | [`RUNNING`] | runs, or has resumed one that does, or is a thread's own |
//! | [`BY_SLOW_PATH`] | does not run; it is new, done, or has not run since a collection has found nothing young on it |
//! | [`BY_NO_THREAD`] | is suspended, and will be scanned by the next collection; its thread has ended |
//! | the address of a thread's context | is suspended, and will be scanned by the next collection: this thread may resume it without further steps |
//!
//! # Resuming is a stack's write barrier
//!
//! A collection of the young generation does not scan a suspended stack that holds no references to
//! young objects. Such a stack is resumed by the slow path, which lists it to be scanned
//! (`Fibers::list`). The slow path is the only way from [`BY_SLOW_PATH`] to any other state.

use core::sync::atomic::{
    AtomicPtr, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

use super::{Activation, Exit, FrameAnchor, Stack, ThreadContext};

/// Value of [`SwitchRecord::resumable_by`] of a stack that runs.
pub(crate) const RUNNING: usize = 0;
/// Value of [`SwitchRecord::resumable_by`] of a stack that only the slow path may resume. It is not
/// the address of a context.
pub(crate) const BY_SLOW_PATH: usize = 1;
/// Value of [`SwitchRecord::resumable_by`] of a stack whose thread has ended.
const BY_NO_THREAD: usize = 2;

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
    /// Who may resume this stack: see [the protocol](self).
    pub(crate) resumable_by: AtomicUsize,
}

impl SwitchRecord {
    /// Returns the record of a thread's own stack.
    pub(super) fn running() -> Self {
        Self::new(0, core::ptr::null_mut(), RUNNING)
    }

    /// Returns the record of a stack that has never run. `exit` is the exit by which it is entered,
    /// `activation` the activation of the function that it will run.
    pub(super) fn created(exit: Exit, activation: *mut Activation) -> Self {
        Self::new(exit.word, activation, BY_SLOW_PATH)
    }

    fn new(exit: usize, activation: *mut Activation, resumable_by: usize) -> Self {
        Self {
            exit: AtomicUsize::new(exit),
            activation: AtomicPtr::new(activation),
            resumer: AtomicPtr::new(core::ptr::null_mut()),
            resumable_by: AtomicUsize::new(resumable_by),
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

    /// Returns whether the stack runs, or has resumed one that does. If not, the thread that has
    /// left it does not access it any more.
    pub(crate) fn is_running(&self) -> bool {
        self.resumable_by.load(Acquire) == RUNNING
    }

    /// Returns whether the stack is suspended, and may be resumed by the thread with this context
    /// without the slow path.
    pub(crate) fn is_resumable_by(&self, context: *const ThreadContext) -> bool {
        self.resumable_by.load(Relaxed) == context.addr()
    }

    /// Returns whether only the slow path may resume the stack, which is not to be scanned by a
    /// young collection.
    pub(crate) fn is_by_slow_path(&self) -> bool {
        self.resumable_by.load(Relaxed) == BY_SLOW_PATH
    }

    /// Lets the thread with this context resume the stack, which does not run, without the slow
    /// path.
    pub(super) fn set_resumable_by(&self, context: *const ThreadContext) {
        self.resumable_by.store(context.expose_provenance(), Relaxed);
    }

    /// Requires the slow path to resume the stack, which does not run.
    pub(super) fn require_slow_path(&self) {
        self.resumable_by.store(BY_SLOW_PATH, Release);
    }

    /// Ensures that no thread resumes the stack, which is suspended, and to be scanned.
    pub(super) fn forbid_resuming(&self) {
        self.resumable_by.store(BY_NO_THREAD, Release);
    }
}
