//! Calls from managed into native code, and what native code may do there.
//!
//! Managed code is left by `spgc_call_native`, or by a wrapper that begins with `spgc_enter_native` and
//! ends with `spgc_leave_native`. Either notes the exit in the context, so that the managed frames below
//! can be walked and rewritten at any time during the call, and does the fast halves of the
//! transitions in place; the functions here are the slow ones.

use core::mem::ManuallyDrop;

use statepoint_scanner::image::symbols;
use statepoint_scanner::registry::CodeRegistry;
use statepoint_scanner::walk::Code;

use super::attachment;
use super::slow_path::Current;
use super::work::Work;
use super::{Attachment, Mutator};
use crate::fatal;

/// The gate was found closed on the way into native code: the exit is noted, and the state set.
///
/// # Safety
///
/// Called on the way from managed into native code only, by a stub or a wrapper.
pub(crate) unsafe extern "C" fn enter_native() {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.enter_native_slow(me);
}

/// The gate was found closed on the way back, or the exit by which the thread returns, `exit`, is not the one that it
/// left by last; or an exception returns. The state is set.
///
/// # Safety
///
/// Called on the way back from native into managed code only, by the stub.
pub(crate) unsafe extern "C" fn leave_native(exit: usize) {
    let current = Current::of_thread();
    let data = &current.attachment.me.data;
    data.stack.require_last_exit(data.context().exit(), exit);
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.leave_native(me);
}

/// As [`enter_native`], for a wrapper that goes on at `pc`.
///
/// # Safety
///
/// Called on the way from managed into native code only, by a wrapper.
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
/// Called on the way back from native into managed code only, by a wrapper.
pub(crate) unsafe extern "C" fn leave_native_from(pc: u64, frame: usize) {
    let current = Current::of_thread();
    let Attachment { heap, me, .. } = current.attachment;
    require_wrapper(&heap.code, pc);
    let data = &me.data;
    data.stack.require_last_exit(data.context().exit(), frame);
    heap.safepoint.leave_native(me);
}

/// Ends the process if the transition stands in a managed function itself: walks begin above its frame, so
/// that a collection does not see its roots. Where there was one since the thread left, the thread always
/// comes here, before managed code uses what was not rewritten.
fn require_wrapper(code: &CodeRegistry, pc: u64) {
    // For a moment: nothing waits as long as there is a snapshot.
    let function = code.snapshot().function_containing(pc);
    if function.is_some() {
        fatal::stop(format_args!(
            "spgc_enter_native and spgc_leave_native stand in managed code, in {}: a collection would not see \
             the frame of that function; put them into a wrapper that is `noinline` and has no `gc`",
            symbols::describe_return_address(pc),
        ));
    }
}

/// Why a thread has no `Mutator` that it could use now.
#[derive(Debug)]
pub(crate) enum NoMutator {
    NotAttached,
    /// It has one, but runs managed code.
    Managed,
    /// It has one, of a heap that stayed in the parent process.
    Forked(ManuallyDrop<Mutator>),
}

impl Mutator {
    /// Runs `action` with the calling thread's `Mutator`, for native code that managed code has
    /// called, by `spgc_call_native` or through a wrapper, and that wants to call managed code in turn, or to collect.
    ///
    /// `None` if the thread is not attached, or if it is managed: managed code has called this
    /// function directly, and its frames could not be walked.
    pub fn with_current<R>(action: impl FnOnce(&mut Self) -> R) -> Option<R> {
        // In a child of a fork too: what is done there says what is wrong.
        let mut mutator = match Self::current() {
            Ok(mutator) => mutator,
            Err(NoMutator::Forked(mutator)) => mutator,
            Err(NoMutator::NotAttached | NoMutator::Managed) => return None,
        };
        // SAFETY: the record is in place while the thread is attached, and it is as long as this work is counted.
        let _work = Work::begin(unsafe { mutator.record().as_ref() });
        Some(action(&mut mutator))
    }

    /// A second `Mutator` of the calling thread, never to be dropped unless that detaches the thread by intention.
    pub(crate) fn current() -> Result<ManuallyDrop<Self>, NoMutator> {
        let attachment = attachment::current().ok_or(NoMutator::NotAttached)?;
        // A second handle of the same record, which the first outlives: it is borrowed by the call
        // that led here, or owned by a caller of this function, or by nobody until the thread is detached.
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

    /// How many calls into managed code the calling thread is in.
    pub fn nesting(&self) -> usize {
        // SAFETY: they are on this thread's stack.
        unsafe { self.attachment().me.data.context().anchor().calls() }
    }
}
