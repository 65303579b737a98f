//! Exceptions that leave the function of a fiber, and pass to the code that has resumed the fiber.
//!
//! The oldest frame of a fiber's stack has no caller, so an unwinder stops there. If the host has
//! requested it ([`FiberConfig::pass_exceptions`](super::FiberConfig::pass_exceptions)), that frame
//! handles all exceptions: this module's personality routine directs the unwinder to its landing
//! pad. The pad ends the fiber, switches to the stack of the resumer, and raises the exception
//! there again, as if the call of `spgc_resume` had thrown it.
//!
//! So each stack has a search phase of its own (Itanium C++ ABI: Exception Handling, section 1.3):
//! cleanups on the fiber's stack run before the unwinder searches a handler on the resumer's.
//! Forced unwinding (`pthread_exit`, `pthread_cancel`) has no search phase, and continues.
//!
//! The pad runs while the thread is managed, and no safepoint is between the end of the fiber and
//! the landing pad in the resumer. The exception object must not be on the fiber's stack, which
//! another thread may free as soon as the fiber is done.

use core::ffi::{c_int, c_void};
use core::sync::atomic::Ordering::Relaxed;

use super::super::slow_path::managed_attachment;
use super::super::{arch, attachment, unwind};
use crate::fatal;
use crate::thread::{FiberRecord, ThreadData};

/// Returns the fiber or host stack that `thread`, the calling one, runs; `None` if it runs its own
/// stack.
pub(super) fn running_fiber(thread: &ThreadData) -> Option<&FiberRecord> {
    if !thread.runs_other_stack() {
        return None;
    }
    let fiber = thread.context().stack.load(Relaxed).cast::<FiberRecord>();
    // SAFETY: a stack that is not that of a thread is the first field of a fiber's record, which
    // exists as long as the fiber runs. A stub has stored the address of the record, or a switch of
    // the host a pointer to it.
    unsafe { fiber.as_ref() }
}

/// The personality routine of the oldest frame of a fiber's stack: directs an exception that leaves
/// the fiber's function to the landing pad, if the fiber passes exceptions.
///
/// The search phase usually runs while the thread is native. Only the thread itself changes which
/// stack it runs, and whether the fiber passes exceptions never changes.
///
/// # Safety
///
/// Called by the unwinder, for that frame of the fiber that the calling thread runs.
pub(in super::super) unsafe extern "C" fn personality(
    version: c_int,
    actions: c_int,
    _class: u64,
    exception: *mut c_void,
    context: *mut c_void,
) -> c_int {
    if version != unwind::VERSION {
        return unwind::URC_FATAL_PHASE1_ERROR;
    }
    // SAFETY: the record exists while the thread is attached.
    let attachment = attachment::current().map(|attachment| unsafe { attachment.as_ref() });
    let fiber = attachment.and_then(|attachment| running_fiber(&attachment.me.data));
    let (returns, landing_pad) = arch::fiber_exits();
    // SAFETY: the unwinder, which is the caller, passes its context.
    let is_at_call = unsafe { unwind::is_at(context, returns, &(returns..=returns)) };
    if !is_at_call || !fiber.is_some_and(|fiber| fiber.options().passes_exceptions) {
        return unwind::URC_CONTINUE_UNWIND;
    }
    if actions & unwind::UA_CLEANUP_PHASE == 0 {
        return unwind::URC_HANDLER_FOUND;
    }
    // SAFETY: as above. The pad expects the exception.
    unsafe { unwind::land(context, exception, landing_pad) }
}

/// Called on the stack of the resumer if no frame of it handles an exception that has left the
/// function of a fiber.
pub(in super::super) extern "C" fn abort_unhandled() -> ! {
    let attachment = managed_attachment();
    fatal::abort(format_args!(
        "no code on {} handles an exception that has left the function of a fiber \
         (`FiberConfig::pass_exceptions`; in C, SPGC_FIBER_PASS_EXCEPTIONS)",
        attachment.me.data.stack(),
    ));
}
