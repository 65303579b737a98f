//! The slow paths that managed code calls, and the way into managed code.
//!
//! A stub that managed code calls pushes the callee-saved registers right after entry, so that together with the
//! return address they form a [`RegisterFile`] on the stack: the walk begins there, rewrites
//! references in it, and the stub reloads what the collector left. Caller-saved registers need no
//! care: the calls are statepoints, around which LLVM keeps nothing in them. The low halves of v8 to
//! v15, which a callee preserves as well, hold no references, and the Rust code behind the stubs
//! preserves them.
//!
//! Every stub begins with `bti c`, which processors and programs without branch protection do not
//! notice. The stubs do not sign the return addresses that they store, but those that
//! managed code signed are safe in them: nothing but a signed function's own frame holds them.
//!
//! A panic cannot unwind through a stub: the Rust functions behind them are `extern "C"`, and abort
//! the process instead.

use core::arch::global_asm;

use statepoint_scanner::arch::aarch64::RegisterFile;

use crate::mutator::{native_call, slow_path};

// Twelve words: x29, return address, x19 to x28. The stubs depend on it.
const _: () = assert!(size_of::<RegisterFile>() == 96);

global_asm!(
    // The frame record comes first, so that other tools can follow x29 through a stub.
    ".macro spgc_push_registers",
    "stp x29, x30, [sp, #-96]!",
    ".cfi_def_cfa_offset 96",
    ".cfi_offset x29, -96",
    ".cfi_offset x30, -88",
    "mov x29, sp",
    "stp x19, x20, [sp, #16]",
    "stp x21, x22, [sp, #32]",
    "stp x23, x24, [sp, #48]",
    "stp x25, x26, [sp, #64]",
    "stp x27, x28, [sp, #80]",
    ".cfi_offset x19, -80",
    ".cfi_offset x20, -72",
    ".cfi_offset x21, -64",
    ".cfi_offset x22, -56",
    ".cfi_offset x23, -48",
    ".cfi_offset x24, -40",
    ".cfi_offset x25, -32",
    ".cfi_offset x26, -24",
    ".cfi_offset x27, -16",
    ".cfi_offset x28, -8",
    ".endm",
    ".macro spgc_pop_registers",
    "ldp x27, x28, [sp, #80]",
    "ldp x25, x26, [sp, #64]",
    "ldp x23, x24, [sp, #48]",
    "ldp x21, x22, [sp, #32]",
    "ldp x19, x20, [sp, #16]",
    "ldp x29, x30, [sp], #96",
    ".cfi_def_cfa_offset 0",
    ".cfi_restore x19",
    ".cfi_restore x20",
    ".cfi_restore x21",
    ".cfi_restore x22",
    ".cfi_restore x23",
    ".cfi_restore x24",
    ".cfi_restore x25",
    ".cfi_restore x26",
    ".cfi_restore x27",
    ".cfi_restore x28",
    ".cfi_restore x29",
    ".cfi_restore x30",
    ".endm",
    // target is called with the register file's address in the argument register `registers`.
    ".macro spgc_slow_path name, target, registers",
    ".globl \\name",
    ".type \\name, @function",
    ".p2align 4",
    "\\name:",
    ".cfi_startproc",
    "hint #34", // bti c
    "spgc_push_registers",
    "mov \\registers, sp",
    "bl \\target",
    "spgc_pop_registers",
    "ret",
    ".cfi_endproc",
    ".size \\name, . - \\name",
    ".endm",
    ".text",
    "spgc_slow_path spgc_poll_slow, {poll}, x0",
    "spgc_slow_path spgc_allocate_slow, {allocate}, x2",
    "spgc_slow_path spgc_allocate_array_slow, {allocate_array}, x2",
    ".purgem spgc_slow_path",
    // u64 spgc_call_native(function, five arguments)
    ".globl spgc_call_native",
    ".type spgc_call_native, @function",
    ".p2align 4",
    "spgc_call_native:",
    ".cfi_startproc",
    "hint #34", // bti c
    "spgc_push_registers",
    // The saved registers hold what must survive the transitions.
    "mov x19, x0",
    "mov x20, x1",
    "mov x21, x2",
    "mov x22, x3",
    "mov x23, x4",
    "mov x24, x5",
    "mov x0, sp",
    "bl {native_begin}",
    "mov x0, x20",
    "mov x1, x21",
    "mov x2, x22",
    "mov x3, x23",
    "mov x4, x24",
    "blr x19",
    "mov x19, x0",
    "mov x0, sp",
    "bl {native_end}",
    "mov x0, x19",
    "spgc_pop_registers",
    "ret",
    ".cfi_endproc",
    ".size spgc_call_native, . - spgc_call_native",
    ".purgem spgc_push_registers",
    ".purgem spgc_pop_registers",
    // u64 spgc_call_managed(target, const u64 arguments[6])
    ".globl spgc_call_managed",
    ".hidden spgc_call_managed",
    ".type spgc_call_managed, @function",
    ".p2align 4",
    "spgc_call_managed:",
    ".cfi_startproc",
    "hint #34", // bti c
    // Managed code keeps to the calling convention, so only what the call itself changes is saved.
    "stp x29, x30, [sp, #-16]!",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset x29, -16",
    ".cfi_offset x30, -8",
    "mov x29, sp",
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
    native_begin = sym native_call::begin,
    native_end = sym native_call::end,
    poll = sym slow_path::poll,
    allocate = sym slow_path::allocate,
    allocate_array = sym slow_path::allocate_array,
);

unsafe extern "C" {
    fn spgc_call_managed(target: usize, arguments: *const [u64; MAX_ARGUMENTS]) -> u64;
    static spgc_call_managed_return: u8;
}

/// How many arguments a call into managed code can pass. Eight would fit in registers here; a host
/// that needs more than the six of x86-64 would not be portable.
pub(crate) const MAX_ARGUMENTS: usize = 6;

/// Calls a managed function.
///
/// # Safety
///
/// `target` is a managed function that takes integers, pointers or references as its arguments, no
/// more than are given, and returns one of them or nothing. The calling thread is managed.
pub(crate) unsafe fn call_managed(target: usize, arguments: &[u64; MAX_ARGUMENTS]) -> u64 {
    // SAFETY: the caller promises what the call needs; surplus arguments are ignored by the callee.
    unsafe { spgc_call_managed(target, arguments) }
}

/// The return address of the oldest managed frame of a call by [`call_managed`]: walks end there.
pub(crate) fn entry_return_address() -> u64 {
    (&raw const spgc_call_managed_return).expose_provenance() as u64
}
