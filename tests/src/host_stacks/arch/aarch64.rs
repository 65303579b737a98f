//! The switch between stacks for AArch64.

use core::arch::global_asm;

/// The number of words that the switch pops from the stack to which it switches.
pub(crate) const WORDS: usize = 20;
/// The index of the address at which it continues.
pub(crate) const RETURN: usize = 1;

global_asm!(
    ".globl tests_host_switch",
    ".type tests_host_switch, %function",
    ".p2align 4",
    "tests_host_switch:",
    "hint #34", // bti c
    "stp x29, x30, [sp, #-160]!",
    "stp x19, x20, [sp, #16]",
    "stp x21, x22, [sp, #32]",
    "stp x23, x24, [sp, #48]",
    "stp x25, x26, [sp, #64]",
    "stp x27, x28, [sp, #80]",
    "stp d8, d9, [sp, #96]",
    "stp d10, d11, [sp, #112]",
    "stp d12, d13, [sp, #128]",
    "stp d14, d15, [sp, #144]",
    "mov x9, sp",
    "str x9, [x0]",
    "mov sp, x1",
    "ldp x19, x20, [sp, #16]",
    "ldp x21, x22, [sp, #32]",
    "ldp x23, x24, [sp, #48]",
    "ldp x25, x26, [sp, #64]",
    "ldp x27, x28, [sp, #80]",
    "ldp d8, d9, [sp, #96]",
    "ldp d10, d11, [sp, #112]",
    "ldp d12, d13, [sp, #128]",
    "ldp d14, d15, [sp, #144]",
    "ldp x29, x30, [sp], #160",
    "ret",
    ".size tests_host_switch, . - tests_host_switch",
);
