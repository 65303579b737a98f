//! Access to the calling thread's context. Uses the initial-exec TLS model: one load of the offset
//! from the GOT, which the linker relaxes to two moves in an executable.

use core::arch::asm;

use crate::thread::ThreadContext;

/// Returns the address of the calling thread's context. The context is valid until the thread has
/// ended, and all zero when the thread starts.
pub(crate) fn thread_context() -> *const ThreadContext {
    let context;
    // SAFETY: the code only reads the thread pointer and the variable's offset from it, which does
    // not change.
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

/// Returns the thread pointer. The linker never places a variable there.
pub(crate) fn thread_pointer() -> usize {
    let pointer;
    // SAFETY: the code only reads the thread pointer.
    unsafe {
        asm!(
            "mrs {pointer}, tpidr_el0",
            pointer = out(reg) pointer,
            options(nostack, pure, readonly, preserves_flags),
        );
    }
    pointer
}
