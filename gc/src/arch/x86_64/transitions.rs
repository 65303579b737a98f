//! The slow halves of the transitions that LLVM compiles into wrappers of native functions.
//!
//! Wrappers call them by the convention that LLVM names preserve_most: all general registers but r11
//! keep their values, so that a wrapper has its arguments and its result in them as if no call were
//! there. Floats the wrapper saves itself.

use core::arch::global_asm;

use crate::mutator::native_call;

global_asm!(
    ".macro spgc_push register",
    "push \\register",
    ".cfi_adjust_cfa_offset 8",
    ".endm",
    ".macro spgc_pop register",
    "pop \\register",
    ".cfi_adjust_cfa_offset -8",
    ".endm",
    ".macro spgc_transition name, target",
    ".globl \\name",
    ".type \\name, @function",
    ".p2align 4",
    "\\name:",
    ".cfi_startproc",
    "spgc_push rax",
    "spgc_push rcx",
    "spgc_push rdx",
    "spgc_push rsi",
    "spgc_push rdi",
    "spgc_push r8",
    "spgc_push r9",
    "spgc_push r10",
    // The ninth makes the stack 16-aligned at the call.
    "spgc_push r11",
    // Where the wrapper goes on.
    "mov rdi, qword ptr [rsp + 72]",
    "call \\target",
    "spgc_pop r11",
    "spgc_pop r10",
    "spgc_pop r9",
    "spgc_pop r8",
    "spgc_pop rdi",
    "spgc_pop rsi",
    "spgc_pop rdx",
    "spgc_pop rcx",
    "spgc_pop rax",
    "ret",
    ".cfi_endproc",
    ".size \\name, . - \\name",
    ".endm",
    ".text",
    "spgc_transition spgc_enter_native_slow, {enter_native}",
    "spgc_transition spgc_leave_native_slow, {leave_native}",
    ".purgem spgc_transition",
    ".purgem spgc_push",
    ".purgem spgc_pop",
    enter_native = sym native_call::enter_native_from,
    leave_native = sym native_call::leave_native_from,
);
