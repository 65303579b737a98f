//! The stub `random_walk_check` for x86-64.

use core::arch::global_asm;

use crate::slow_walk::check;

global_asm!(
    ".globl random_walk_check",
    ".type random_walk_check, @function",
    ".p2align 4",
    "random_walk_check:",
    ".cfi_startproc",
    "push rbp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    ".cfi_def_cfa_offset 56",
    "mov rdi, rsp",
    // Aligns the stack to 16 bytes, as the System V ABI requires at calls.
    "sub rsp, 8",
    ".cfi_def_cfa_offset 64",
    "call {check}",
    "add rsp, 8",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    ".cfi_def_cfa_offset 8",
    "ret",
    ".cfi_endproc",
    ".size random_walk_check, . - random_walk_check",
    check = sym check::check_from_stub,
);
