//! Calls from managed into native code, and the `Mutator` of a thread that is in such a call.
//!
//! Managed code is left by `spgc_call_native`, or by a wrapper that begins with `spgc_enter_native`
//! and ends with `spgc_leave_native`. Both record the exit in the context, so that the caller's
//! managed frames can be walked and rewritten at any time during the call. Both contain the fast
//! paths of the transitions; the functions here are the slow paths.

use core::mem::ManuallyDrop;

use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::walk::CodeLookup;

use super::attachment;
use super::slow_path::Current;
use super::work::Work;
use super::{Attachment, Mutator};
use crate::fatal;

/// Slow path of the managed-to-native transition, called when the gate is closed. The exit is
/// recorded and the state is set.
///
/// # Safety
///
/// Called during a managed-to-native transition only, by a stub or a wrapper.
pub(crate) unsafe extern "C" fn enter_native() {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.enter_native_slow(me);
}

/// Slow path of the native-to-managed transition. Called when the gate is closed, when the exit by
/// which the thread returns, `exit`, is not the one that it last left by, or when an exception
/// returns. The state is set.
///
/// # Safety
///
/// Called during a native-to-managed transition only, by the stub.
pub(crate) unsafe extern "C" fn leave_native(exit: usize) {
    let current = Current::of_thread();
    let data = &current.attachment.me.data;
    data.stack.require_last_exit(data.context().exit(), exit);
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.leave_native(me);
}

/// As [`enter_native`], for a wrapper that resumes at `pc`.
///
/// # Safety
///
/// Called during a managed-to-native transition only, by a wrapper.
pub(crate) unsafe extern "C" fn enter_native_from(pc: u64) {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    require_wrapper(&heap.code, pc);
    heap.safepoint.enter_native_slow(me);
}

/// As [`leave_native`], for a wrapper that resumes at `pc` and has its frame record at `frame`.
///
/// # Safety
///
/// Called during a native-to-managed transition only, by a wrapper.
pub(crate) unsafe extern "C" fn leave_native_from(pc: u64, frame: usize) {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    require_wrapper(&heap.code, pc);
    let data = &me.data;
    data.stack.require_last_exit(data.context().exit(), frame);
    heap.safepoint.leave_native(me);
}

/// Ends the process if the transition is in a managed function itself: stack walks begin at its
/// caller's frame, so a collection does not see its roots. If a collection has run since the thread
/// left, the thread always takes this slow path, before managed code uses references that were not
/// updated.
fn require_wrapper(code: &CodeRegistry, pc: u64) {
    // The snapshot is short-lived: nothing waits while it exists.
    let function = code.snapshot().function_containing(pc);
    if function.is_some() {
        fatal::abort(format_args!(
            "spgc_enter_native or spgc_leave_native was inlined into managed code, into {}: a \
             collection would not see the frame of that function; put them into a wrapper that is \
             `noinline` and has no `gc`",
            symbols::describe_return_address(pc),
        ));
    }
}

/// Reason why a thread has no `Mutator` that it can use now.
#[derive(Debug)]
pub(crate) enum NoMutator {
    NotAttached,
    /// The thread has one, but runs managed code.
    Managed,
    /// The thread has one, but its heap is the parent process's.
    Forked(ManuallyDrop<Mutator>),
}

impl Mutator {
    /// Runs `action` with the calling thread's `Mutator`, and returns its result. For native code
    /// that managed code has called, by `spgc_call_native` or through a wrapper, and that calls
    /// managed code in turn, or collects.
    ///
    /// Returns `None` if the thread is not attached, or if it is managed: then managed code has
    /// called the native code directly, and its frames cannot be walked.
    pub fn with_current<R>(action: impl FnOnce(&mut Self) -> R) -> Option<R> {
        // Also in a forked child: the operations of `action` report the error.
        let mut mutator = match Self::current() {
            Ok(mutator) => mutator,
            Err(NoMutator::Forked(mutator)) => mutator,
            Err(NoMutator::NotAttached | NoMutator::Managed) => return None,
        };
        // SAFETY: the record is in place while the thread is attached, and the thread stays
        // attached as long as this work is counted.
        let _work = Work::begin(unsafe { mutator.record().as_ref() });
        Some(action(&mut mutator))
    }

    /// Returns a second `Mutator` of the calling thread. It must not be dropped, except to detach
    /// the thread.
    pub(crate) fn current() -> Result<ManuallyDrop<Self>, NoMutator> {
        let attachment = attachment::current().ok_or(NoMutator::NotAttached)?;
        // A second owner of the same record, which the first one outlives: the first is borrowed by
        // the call in progress, or owned by a caller of this function, or has no owner until the
        // thread is detached.
        let mutator = ManuallyDrop::new(Self::of(attachment));
        // SAFETY: the record is in place while this thread is attached.
        let attachment = unsafe { attachment.as_ref() };
        if !attachment.heap.home.process().is_current() {
            return Err(NoMutator::Forked(mutator));
        }
        if attachment.me.is_managed() {
            return Err(NoMutator::Managed);
        }
        Ok(mutator)
    }

    /// Returns the number of the calling thread's calls into managed code that have not returned.
    pub fn nesting(&self) -> usize {
        // SAFETY: they are on this thread's stack.
        unsafe { self.attachment().me.data.context().anchor().calls() }
    }
}
