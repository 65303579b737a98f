//! Calls from managed into native code, and what native code may do there.
//!
//! Behind `spgc_call_native`: the stub saves the callee-saved registers, so that the managed frames
//! below can be walked and rewritten at any time during the call, and the thread is native until
//! the function returns.

use core::mem::ManuallyDrop;
use core::sync::atomic::Ordering::Relaxed;

use statepoint_scanner::arch::RegisterFile;

use super::attachment;
use super::slow_path::Current;
use super::{Attachment, Mutator};

/// Before the native function is called.
///
/// # Safety
///
/// See [`Current::exit`].
pub(crate) unsafe extern "C" fn begin(registers: *mut RegisterFile) {
    // SAFETY: passed on. The registers stay where they are until `end`, so the exit is kept.
    let current = ManuallyDrop::new(unsafe { Current::exit(registers) });
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.leave(me);
}

/// After the native function has returned.
///
/// # Safety
///
/// Called by the stub that called [`begin`], with the same registers.
pub(crate) unsafe extern "C" fn end(registers: *mut RegisterFile) {
    // SAFETY: passed on.
    let current = unsafe { Current::after_exit(registers) };
    let Attachment { heap, me, .. } = current.attachment;
    heap.safepoint.enter(me);
    // Managed again: now the exit may be forgotten.
    drop(current);
}

impl Mutator {
    /// Runs `action` with the calling thread's `Mutator`, for native code that managed code has
    /// called by `spgc_call_native` and that wants to call managed code in turn, or to collect.
    ///
    /// `None` if the thread is not attached, or if it is managed: managed code has called this
    /// function directly, and its frames could not be walked.
    pub fn with_current<R>(action: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let attachment = attachment::current()?;
        // SAFETY: the record is in place while this thread is attached.
        if unsafe { attachment.as_ref() }.me.is_managed() {
            return None;
        }
        // A second handle of the same record, which the first outlives: it is borrowed by the call
        // that led here, or owned by a caller of this function. It is never dropped itself.
        let mut mutator = ManuallyDrop::new(Self::of(attachment));
        Some(action(&mut mutator))
    }

    /// How many calls into managed code the calling thread is in.
    pub fn nesting(&self) -> usize {
        let mut depth = 0;
        let mut activation = self.attachment().me.data.context().activation.load(Relaxed);
        // SAFETY: null, or on this thread's stack in a call that has not returned.
        while let Some(call) = unsafe { activation.as_ref() } {
            depth += 1;
            activation = call.outer;
        }
        depth
    }
}
