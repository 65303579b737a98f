//! [`ThreadContext`], the part of a thread's state that compiled code accesses.

use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

use super::{Activation, Exit, FrameAnchor, Stack};
use crate::safepoint::SafepointState;

/// A thread's context. Compiled code accesses it at the thread-local symbol `spgc_thread`, with the
/// layout of `%spgc.thread` in `gc/ir/statepoint_gc.ll`.
///
/// The fields are atomics because the collector changes them while their owner is stopped. The
/// safepoint protocol orders these accesses, so relaxed accesses suffice. If all fields are zero,
/// the thread is not attached, has no TLAB, and is armed.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct ThreadContext {
    /// Address of the next object in the thread's TLAB.
    pub(crate) cursor: AtomicUsize,
    /// The fields of the safepoint protocol, among them the TLAB's limit, which polls read.
    pub(crate) safepoint: SafepointState,
    /// The last exit from managed code: see [`Exit`]. Meaningless while the thread is managed.
    pub(crate) exit: AtomicUsize,
    /// [`Exit::sp`] of that exit.
    pub(crate) exit_sp: AtomicUsize,
    /// The thread's record in the heap, an `Attachment` of `mutator`; null while it is not
    /// attached.
    pub(crate) attachment: AtomicPtr<()>,
    /// The innermost call from native into managed code that has not returned, null if there is
    /// none.
    pub(crate) activation: AtomicPtr<Activation>,
    /// The stack that the thread runs: its own, that of a fiber, or one of the host. Null while it
    /// is not attached. Compiled code loads its first word, a [`StackLimit`](super::stack_limit).
    pub(crate) stack: AtomicPtr<Stack>,
}

impl ThreadContext {
    /// Arms the calling thread, if it is attached, such that no thread disarms it: its next poll,
    /// allocation or transition takes the slow path. Called in the child of a fork.
    /// Async-signal-safe.
    pub(crate) fn arm_permanently(&self) {
        if !self.attachment.load(Relaxed).is_null() {
            self.safepoint.arm();
        }
    }

    /// Returns the last exit from managed code, to native code or to a slow path.
    pub(crate) fn exit(&self) -> Exit {
        Exit { word: self.exit.load(Relaxed), sp: self.exit_sp.load(Relaxed) }
    }

    /// Sets the last exit from managed code.
    pub(crate) fn set_exit(&self, exit: Exit) {
        self.exit.store(exit.word, Relaxed);
        self.exit_sp.store(exit.sp, Relaxed);
    }

    /// Returns the youngest call from native into managed code that has not returned; null if there
    /// is none.
    pub(crate) fn activation(&self) -> *const Activation {
        self.activation.load(Relaxed)
    }

    /// Returns the youngest transitions of the stack that the thread runs.
    pub(crate) fn anchor(&self) -> FrameAnchor {
        FrameAnchor { exit: self.exit(), activation: self.activation() }
    }

    /// Sets the youngest transitions of the stack that the thread runs.
    pub(crate) fn set_anchor(&self, FrameAnchor { exit, activation }: FrameAnchor) {
        self.set_exit(exit);
        self.activation.store(activation.cast_mut(), Relaxed);
    }

    /// Returns the stack that the calling thread, the owner, runs; `None` if it is not attached.
    /// Async-signal-safe.
    pub(super) fn running_stack(&self) -> Option<&Stack> {
        // SAFETY: null, or a stack that exists as long as the thread runs it.
        unsafe { self.stack.load(Relaxed).as_ref() }
    }

    /// Revokes the thread's TLAB. The thread's next allocation obtains another one.
    pub(crate) fn clear_tlab(&self) {
        // With this cursor no object fits, and the cursor is not the address of an object.
        self.cursor.store(1, Relaxed);
        self.safepoint.clear_end();
    }

    /// Resets all fields that compiled code may read to their values before the thread was
    /// attached.
    pub(crate) fn reset(&self) {
        self.attachment.store(core::ptr::null_mut(), Relaxed);
        self.activation.store(core::ptr::null_mut(), Relaxed);
        self.stack.store(core::ptr::null_mut(), Relaxed);
        self.set_exit(Exit::NONE);
        self.cursor.store(0, Relaxed);
        self.safepoint.reset();
    }
}

// Compiled code contains these offsets: changing one changes the ABI. (loom's atomics are larger,
// and no compiled code runs in its models.)
#[cfg(not(loom))]
const _: () = {
    use memoffset::offset_of;
    assert!(offset_of!(ThreadContext, cursor) == 0);
    assert!(offset_of!(ThreadContext, safepoint) + offset_of!(SafepointState, limit) == 8);
    assert!(offset_of!(ThreadContext, safepoint) + offset_of!(SafepointState, gate) == 24);
    assert!(offset_of!(ThreadContext, safepoint) + offset_of!(SafepointState, state) == 28);
    assert!(offset_of!(ThreadContext, exit) == 32);
    assert!(offset_of!(ThreadContext, exit_sp) == 40);
    assert!(offset_of!(ThreadContext, attachment) == 48);
    assert!(offset_of!(ThreadContext, activation) == 56);
    assert!(offset_of!(ThreadContext, stack) == 64);
};
