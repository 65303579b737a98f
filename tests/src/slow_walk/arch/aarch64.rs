//! The stub `random_walk_check` for AArch64.

use core::arch::global_asm;

use crate::slow_walk::check;

global_asm!(
    ".globl random_walk_check",
    ".type random_walk_check, %function",
    ".p2align 4",
    "random_walk_check:",
    ".cfi_startproc",
    "stp x29, x30, [sp, #-96]!",
    ".cfi_def_cfa_offset 96",
    ".cfi_offset x29, -96",
    ".cfi_offset x30, -88",
    "stp x19, x20, [sp, #16]",
    "stp x21, x22, [sp, #32]",
    "stp x23, x24, [sp, #48]",
    "stp x25, x26, [sp, #64]",
    "stp x27, x28, [sp, #80]",
    "mov x29, sp",
    "mov x0, sp",
    "bl {check}",
    "ldp x19, x20, [sp, #16]",
    "ldp x21, x22, [sp, #32]",
    "ldp x23, x24, [sp, #48]",
    "ldp x25, x26, [sp, #64]",
    "ldp x27, x28, [sp, #80]",
    "ldp x29, x30, [sp], #96",
    ".cfi_def_cfa_offset 0",
    ".cfi_restore x29",
    ".cfi_restore x30",
    "ret",
    ".cfi_endproc",
    ".size random_walk_check, . - random_walk_check",
    check = sym check::check_from_stub,
);
