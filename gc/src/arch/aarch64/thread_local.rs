//! The thread's context, at the place in thread-local storage that compiled code knows.
//!
//! Rust's own thread-locals have no symbol that LLVM code could name, so the variable is defined
//! here. Initial-exec: one load of a constant offset, relaxed to two moves in an executable.

use core::arch::{asm, global_asm};

use crate::mutator::ThreadContext;

global_asm!(
    ".pushsection .tbss.spgc_thread, \"awT\", @nobits",
    ".globl spgc_thread",
    ".type spgc_thread, @object",
    ".size spgc_thread, {size}",
    ".p2align 6",
    "spgc_thread:",
    ".zero {size}",
    ".popsection",
    size = const size_of::<ThreadContext>().next_multiple_of(64),
);

/// The calling thread's context. Valid until the thread has ended; all zero at its start.
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
