//! The switch between stacks for x86-64.

use core::arch::global_asm;

/// The number of words that the switch pops from the stack to which it switches, and one more, so
/// that a function that it enters finds its stack aligned.
pub(crate) const WORDS: usize = 8;
/// The index of the address at which it continues.
pub(crate) const RETURN: usize = 6;

global_asm!(
    ".globl tests_host_switch",
    ".type tests_host_switch, @function",
    ".p2align 4",
    "tests_host_switch:",
    ".cfi_startproc",
    ".irp register, rbp, rbx, r12, r13, r14, r15",
    "push \\register",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset \\register, 0",
    ".endr",
    "mov qword ptr [rdi], rsp",
    "mov rsp, rsi",
    ".irp register, r15, r14, r13, r12, rbx, rbp",
    "pop \\register",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore \\register",
    ".endr",
    "ret",
    ".cfi_endproc",
    ".size tests_host_switch, . - tests_host_switch",
);
