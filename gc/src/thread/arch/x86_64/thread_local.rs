//! Access to the calling thread's context. Initial-exec TLS: one load of a constant offset, relaxed
//! to none in an executable.

use core::arch::asm;

use crate::thread::ThreadContext;

/// Returns the calling thread's context. Valid until the thread has ended; all zero at its start.
pub(crate) fn thread_context() -> *const ThreadContext {
    let context;
    // SAFETY: reads the thread pointer (which the ABI keeps at fs:0) and a link-time constant.
    unsafe {
        asm!(
            "mov {context}, qword ptr fs:[0]",
            "add {context}, qword ptr [rip + spgc_thread@GOTTPOFF]",
            context = out(reg) context,
            options(nostack, pure, readonly),
        );
    }
    context
}
