//! Access to the calling thread's context. Uses the initial-exec TLS model: one load of the offset
//! from the GOT, which the linker relaxes to an immediate in an executable.

use core::arch::asm;

use crate::thread::ThreadContext;

/// Returns the address of the calling thread's context. The context is valid until the thread has
/// ended, and all zero when the thread starts.
pub(crate) fn thread_context() -> *const ThreadContext {
    let context;
    // SAFETY: the code only reads the thread pointer, which the ABI stores at fs:0, and the
    // variable's offset from it, which does not change.
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

/// Returns the thread pointer. The linker never places a variable there.
pub(crate) fn thread_pointer() -> usize {
    let pointer;
    // SAFETY: the code only reads the thread pointer, which the ABI stores at fs:0.
    unsafe {
        asm!(
            "mov {pointer}, qword ptr fs:[0]",
            pointer = out(reg) pointer,
            options(nostack, pure, readonly, preserves_flags),
        );
    }
    pointer
}
