//! The slow paths of switches between stacks, called by the stubs.

use super::super::slow_path::managed_attachment;
use super::exception::running_fiber;
use crate::fatal;
use crate::thread::{FiberPhase, FiberRecord, NotResumable};

/// Called by `spgc_resume` unless the calling thread may resume the fiber as it is: lists the fiber
/// to be scanned by the next collection, or ends the process if it cannot be resumed. No safepoint.
///
/// # Safety
///
/// The caller is the stub, which managed code has called with the address of a fiber that has not
/// been destroyed.
pub(in super::super) unsafe extern "C" fn prepare_to_resume(fiber: *const FiberRecord) {
    let attachment = managed_attachment();
    let thread = &attachment.me.data;
    // SAFETY: the caller passes the address of a fiber that exists.
    let Some(fiber) = (unsafe { fiber.as_ref() }) else {
        fatal::abort(format_args!("managed code of {} resumes a null fiber", thread.stack()));
    };
    let listed = match fiber.stack.is_host() {
        true => Err(NotResumable::HostStack),
        false => attachment.heap.fibers.list(fiber, thread),
    };
    if let Err(why) = listed {
        let why = match why {
            NotResumable::Running => "runs, or has resumed another fiber",
            NotResumable::Done => "is done (spgc_fiber_done tells)",
            NotResumable::OtherThread => "was resumed by another thread before, and stays on it",
            NotResumable::NativeFrames { .. } => {
                "another thread has resumed before, and cannot leave it: native code is among its \
                 frames"
            }
            NotResumable::OtherHeap => "belongs to another heap",
            NotResumable::HostStack => "is switched to by the host",
        };
        fatal::abort(format_args!(
            "managed code on {} resumes {}, which {why}",
            thread.stack(),
            fiber.stack.owner(),
        ));
    }
}

/// Called by `spgc_suspend` if the calling thread runs no fiber.
pub(in super::super) extern "C" fn abort_without_fiber() -> ! {
    let attachment = managed_attachment();
    fatal::abort(format_args!(
        "managed code calls spgc_suspend on {}, which is not that of a fiber (`Heap::fiber`; in C, \
         spgc_fiber_create)",
        attachment.me.data.stack(),
    ));
}

/// Called when the function of a fiber, which the calling thread runs, has returned, or when an
/// exception has left it. No safepoint.
///
/// # Safety
///
/// The caller is the oldest frame of the fiber.
pub(in super::super) unsafe extern "C" fn finish() {
    let attachment = managed_attachment();
    let thread = &attachment.me.data;
    let Some(fiber) = running_fiber(thread) else {
        fatal::abort(format_args!("a fiber ends on {}, which does not run it", thread.stack()));
    };
    fiber.finish();
}

/// Returns whether the function of a fiber has ended. A leaf function: managed code calls it
/// after each resumption of a fiber.
///
/// # Safety
///
/// `fiber` is the address of a fiber that has not been destroyed.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn spgc_fiber_done(fiber: *const FiberRecord) -> bool {
    // SAFETY: passed on.
    unsafe { &*fiber }.phase() == FiberPhase::Done
}
