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
    "hint #34", // bti c
    // Managed code obeys the calling convention, so only the registers that the call itself changes
    // are saved.
    "stp x29, x30, [sp, #-16]!",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset x29, -16",
    ".cfi_offset x30, -8",
    "mov x29, sp",
    // A walk of the managed frames ends with this stack pointer.
    "str x29, [x2]",
    "mov x16, x0",
    "mov x9, x1",
    "ldp x0, x1, [x9]",
    "ldp x2, x3, [x9, #16]",
    "ldp x4, x5, [x9, #32]",
    "blr x16",
    ".globl spgc_call_managed_return",
    ".hidden spgc_call_managed_return",
    "spgc_call_managed_return:",
    "ldp x29, x30, [sp], #16",
    ".cfi_def_cfa_offset 0",
    ".cfi_restore x29",
    ".cfi_restore x30",
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
        core::arch::asm!("mov {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags))
    };
    sp
}

/// Returns the stack pointer of a wrapper's caller before its call instruction. `frame_record` is
/// the address of the wrapper's frame record, `entry_sp` the stack pointer that the wrapper
/// recorded at its entry.
pub(crate) fn caller_sp(_frame_record: u64, entry_sp: u64) -> u64 {
    // The record may be anywhere in the wrapper's frame, so its address does not suffice.
    entry_sp
}
