//! Access to the calling thread's context. Initial-exec TLS: one load of a constant offset, relaxed
//! to two moves in an executable.

use core::arch::asm;

use crate::thread::ThreadContext;

/// Returns the calling thread's context. Valid until the thread has ended; all zero at its start.
pub(crate) fn thread_context() -> *const ThreadContext {
    let context;
    // SAFETY: reads the thread pointer and the variable's offset from it, a constant of the link.
    unsafe {
        asm!(
            "adrp {offset}, :gottprel:spgc_thread",
            "ldr {offset}, [{offset}, :gottprel_lo12:spgc_thread]",
            "mrs {context}, tpidr_el0",
            "add {context}, {context}, {offset}",
            offset = out(reg) _,
            context = lateout(reg) context,
            options(nostack, pure, readonly, preserves_flags),
        );
    }
    context
}
