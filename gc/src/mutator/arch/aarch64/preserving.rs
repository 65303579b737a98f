//! Stubs for slow paths that are called where register pressure matters: the transitions in
//! wrappers of native functions, and the write barrier.
//!
//! They are called with LLVM's calling convention preserve_most (LLVM Language Reference): x9 to
//! x15 are preserved as well as the callee-saved registers. The stubs also preserve x0 to x8, at
//! the cost of nine more stores and loads on a slow path.

use core::arch::global_asm;

use crate::mutator::{barrier, native_call};

global_asm!(
    ".macro spgc_preserving name, target, return_address, frame_record",
    ".globl \\name",
    ".type \\name, @function",
    ".p2align 4",
    "\\name:",
    ".cfi_startproc",
    "hint #34", // bti c
    "stp x29, x30, [sp, #-144]!",
    ".cfi_def_cfa_offset 144",
    ".cfi_offset x29, -144",
    ".cfi_offset x30, -136",
    "mov x29, sp",
    "stp x0, x1, [sp, #16]",
    "stp x2, x3, [sp, #32]",
    "stp x4, x5, [sp, #48]",
    "stp x6, x7, [sp, #64]",
    "stp x8, x9, [sp, #80]",
    "stp x10, x11, [sp, #96]",
    "stp x12, x13, [sp, #112]",
    "stp x14, x15, [sp, #128]",
    // The caller's return address, in the argument register after those of its own arguments.
    "mov \\return_address, x30",
    // The caller's frame record, if the caller has one. This frame's record points to it.
    "ldr \\frame_record, [x29]",
    "bl \\target",
    "ldp x0, x1, [sp, #16]",
    "ldp x2, x3, [sp, #32]",
    "ldp x4, x5, [sp, #48]",
    "ldp x6, x7, [sp, #64]",
    "ldp x8, x9, [sp, #80]",
    "ldp x10, x11, [sp, #96]",
    "ldp x12, x13, [sp, #112]",
    "ldp x14, x15, [sp, #128]",
    "ldp x29, x30, [sp], #144",
    ".cfi_def_cfa_offset 0",
    ".cfi_restore x29",
    ".cfi_restore x30",
    "ret",
    ".cfi_endproc",
    ".size \\name, . - \\name",
    ".endm",
    ".text",
    "spgc_preserving spgc_enter_native_slow, {enter_native}, x0, x1",
    "spgc_preserving spgc_leave_native_slow, {leave_native}, x0, x1",
    "spgc_preserving spgc_barrier_slow, {barrier}, x2, x3",
    ".purgem spgc_preserving",
    barrier = sym barrier::barrier,
    enter_native = sym native_call::enter_native_from,
    leave_native = sym native_call::leave_native_from,
);
