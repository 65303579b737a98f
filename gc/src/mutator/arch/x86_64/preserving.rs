//! Stubs for slow paths that are called where register pressure matters: the transitions in
//! wrappers of native functions, and the write barrier.
//!
//! They begin a frame record, so that profilers that follow frame pointers find the caller.
//!
//! They are called with LLVM's calling convention preserve_most (LLVM Language Reference): all
//! general registers but r11 are preserved, so the caller keeps its values in them across the call.
//! The caller saves its floating-point registers.

use core::arch::global_asm;

use crate::mutator::{barrier, native_call};

global_asm!(
    ".macro spgc_push register",
    "push \\register",
    ".cfi_adjust_cfa_offset 8",
    ".endm",
    ".macro spgc_pop register",
    "pop \\register",
    ".cfi_adjust_cfa_offset -8",
    ".endm",
    ".macro spgc_preserving name, target, return_address, frame_record",
    ".globl \\name",
    ".type \\name, @function",
    ".p2align 4",
    "\\name:",
    ".cfi_startproc",
    "spgc_push rbp",
    ".cfi_rel_offset rbp, 0",
    "mov rbp, rsp",
    "spgc_push rax",
    "spgc_push rcx",
    "spgc_push rdx",
    "spgc_push rsi",
    "spgc_push rdi",
    "spgc_push r8",
    "spgc_push r9",
    // The ninth push makes the stack 16-aligned at the call.
    "spgc_push r10",
    // The caller's return address, in the argument register after those of its own arguments.
    "mov \\return_address, qword ptr [rbp + 8]",
    // The caller's frame record, if the caller has one. This frame's record points to it.
    "mov \\frame_record, qword ptr [rbp]",
    "call \\target",
    "spgc_pop r10",
    "spgc_pop r9",
    "spgc_pop r8",
    "spgc_pop rdi",
    "spgc_pop rsi",
    "spgc_pop rdx",
    "spgc_pop rcx",
    "spgc_pop rax",
    "spgc_pop rbp",
    ".cfi_restore rbp",
    "ret",
    ".cfi_endproc",
    ".size \\name, . - \\name",
    ".endm",
    ".text",
    "spgc_preserving spgc_enter_native_slow, {enter_native}, rdi, rsi",
    "spgc_preserving spgc_leave_native_slow, {leave_native}, rdi, rsi",
    "spgc_preserving spgc_barrier_slow, {barrier}, rdx, rcx",
    ".purgem spgc_preserving",
    ".purgem spgc_push",
    ".purgem spgc_pop",
    barrier = sym barrier::barrier,
    enter_native = sym native_call::enter_native_from,
    leave_native = sym native_call::leave_native_from,
);
