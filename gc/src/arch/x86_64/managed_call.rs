//! The stub `spgc_call_managed`, by which native code calls managed code, and the stack pointers
//! before and in such calls.

use core::arch::global_asm;

global_asm!(
    ".text",
    // u64 spgc_call_managed(target, const u64 arguments[6], void **entry)
    ".globl spgc_call_managed",
    ".hidden spgc_call_managed",
    ".type spgc_call_managed, @function",
    ".p2align 4",
    "spgc_call_managed:",
    ".cfi_startproc",
    // Managed code obeys the calling convention, so only the frame pointer is saved. The stack is
    // 16-aligned at the call.
    "push rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset rbp, -16",
    "mov rbp, rsp",
    // A walk of the managed frames ends with this stack pointer.
    "mov [rdx], rsp",
    "mov rax, rdi",
    "mov r10, rsi",
    "mov rdi, [r10]",
    "mov rsi, [r10 + 8]",
    "mov rdx, [r10 + 16]",
    "mov rcx, [r10 + 24]",
    "mov r8, [r10 + 32]",
    "mov r9, [r10 + 40]",
    "call rax",
    ".globl spgc_call_managed_return",
    ".hidden spgc_call_managed_return",
    "spgc_call_managed_return:",
    "pop rbp",
    ".cfi_def_cfa_offset 8",
    ".cfi_restore rbp",
    "ret",
    ".cfi_endproc",
    ".size spgc_call_managed, . - spgc_call_managed",
);

/// Returns the calling function's stack pointer.
#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    let sp;
    // SAFETY: the instruction only copies a register.
    unsafe {
        core::arch::asm!("mov {}, rsp", out(reg) sp, options(nomem, nostack, preserves_flags))
    };
    sp
}

/// Returns the stack pointer of a wrapper's caller before its call instruction. `frame_record` is
/// the address of the wrapper's frame record, `entry_sp` the stack pointer that the wrapper
/// recorded at its entry.
pub(crate) fn caller_sp(frame_record: u64, _entry_sp: u64) -> u64 {
    // The record ends the wrapper's frame: the saved frame pointer, then the return address.
    frame_record + 16
}
