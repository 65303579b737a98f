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
//! Exceptions can unwind through `spgc_call_native` and `spgc_call_managed`; for the former see
//! [`unwind`]. The Rust functions behind the other stubs are `extern "C"`, and abort the process instead.

use core::arch::global_asm;
use core::mem::offset_of;

use statepoint_scanner::arch::aarch64::RegisterFile;

use crate::deopt;
use crate::mutator::{REGISTER_FILE, ThreadContext, bulk, native_call, slow_path, unwind};
use crate::safepoint::Words;

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
    "spgc_slow_path spgc_allocate_tailed_slow, {allocate_tailed}, x5",
    "spgc_slow_path spgc_clone, {clone}, x1",
    ".purgem spgc_slow_path",
    // The unwinder's question about frames of the next stub: see `unwind`.
    ".type spgc_personality, @function",
    "spgc_personality:",
    "hint #34", // bti c
    "b {personality}",
    ".size spgc_personality, . - spgc_personality",
    // u64 spgc_call_native(five arguments, function). The function comes last, so that the arguments
    // are in their places.
    ".globl spgc_call_native",
    ".type spgc_call_native, @function",
    ".p2align 4",
    "spgc_call_native:",
    ".cfi_startproc",
    // Relative to its place, in four bytes.
    ".cfi_personality 0x1b, spgc_personality",
    "hint #34", // bti c
    "spgc_push_registers",
    "adrp x9, :gottprel:spgc_thread",
    "ldr x9, [x9, :gottprel_lo12:spgc_thread]",
    "mrs x19, tpidr_el0",
    "add x19, x19, x9",
    "add x27, sp, #{register_file}",
    "str x27, [x19, #{exit}]",
    // Release: the stack and the exit, then the state.
    "add x20, x19, #{state}",
    "stlr wzr, [x20]",
    "ldr w9, [x19, #{gate}]",
    "cbnz w9, 3f",
    "2: blr x5",
    ".globl spgc_call_native_returns",
    ".hidden spgc_call_native_returns",
    "spgc_call_native_returns:",
    "mov w9, #1",
    "str w9, [x20]",
    "ldr w9, [x19, #{gate}]",
    "cbnz w9, 5f",
    // Native code may return by the last exit only.
    "ldr x10, [x19, #{exit}]",
    "cmp x10, x27",
    "b.ne 5f",
    "4:",
    ".cfi_remember_state",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // On the way there, with a stop or a handshake asked for: the saved registers keep the arguments.
    "3: mov x21, x0",
    "mov x22, x1",
    "mov x23, x2",
    "mov x24, x3",
    "mov x25, x4",
    "mov x26, x5",
    "bl {enter_native}",
    "mov x0, x21",
    "mov x1, x22",
    "mov x2, x23",
    "mov x3, x24",
    "mov x4, x25",
    "mov x5, x26",
    "b 2b",
    // On the way back.
    "5: mov x21, x0",
    "mov x0, x27",
    "bl {leave_native}",
    "mov x0, x21",
    "b 4b",
    // An exception leaves the native function: managed again, as on the way back, and on.
    ".globl spgc_call_native_lands",
    ".hidden spgc_call_native_lands",
    "spgc_call_native_lands:",
    "hint #36", // bti j
    "mov x21, x0",
    "mov w9, #1",
    "str w9, [x20]",
    "mov x0, x27",
    "bl {leave_native}",
    "mov x0, x21",
    "bl {resume}",
    "brk #1",
    ".cfi_endproc",
    ".size spgc_call_native, . - spgc_call_native",
    // What a frame that was taken over is replaced by: a function that the frame's caller seems to have called, with
    // what is pending in the register of the first argument. It returns what the caller expects, in one of these places.
    ".globl spgc_go_on",
    ".hidden spgc_go_on",
    ".type spgc_go_on, @function",
    ".p2align 4",
    "spgc_go_on:",
    ".cfi_startproc",
    "hint #34", // bti c
    "spgc_push_registers",
    "mov x1, sp",
    "bl {go_on}",
    "fmov d0, x0",
    "fmov d1, x1",
    "spgc_pop_registers",
    "ret",
    ".cfi_endproc",
    ".size spgc_go_on, . - spgc_go_on",
    ".purgem spgc_push_registers",
    ".purgem spgc_pop_registers",
    // u64 spgc_call_managed(target, const u64 arguments[6], void **entry)
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
    enter_native = sym native_call::enter_native,
    go_on = sym deopt::go_on,
    personality = sym unwind::personality,
    resume = sym unwind::_Unwind_Resume,
    leave_native = sym native_call::leave_native,
    register_file = const REGISTER_FILE,
    exit = const offset_of!(ThreadContext, exit),
    gate = const offset_of!(ThreadContext, words) + offset_of!(Words, gate),
    state = const offset_of!(ThreadContext, words) + offset_of!(Words, state),
    poll = sym slow_path::poll,
    allocate = sym slow_path::allocate,
    allocate_array = sym slow_path::allocate_array,
    allocate_tailed = sym slow_path::allocate_tailed,
    clone = sym bulk::clone,
);

#[cfg(feature = "patched-polls")]
unsafe extern "C" {
    fn spgc_poll_slow();
}

unsafe extern "C-unwind" {
    fn spgc_call_managed(
        target: usize,
        arguments: *const [u64; MAX_ARGUMENTS],
        entry: *mut usize,
    ) -> u64;
    static spgc_call_managed_return: u8;
    static spgc_call_native_returns: u8;
    static spgc_go_on: u8;
    static spgc_call_native_lands: u8;
}

/// How many arguments a call into managed code can pass. Eight would fit in registers here; a host
/// that needs more than the six of x86-64 would not be portable.
pub(crate) const MAX_ARGUMENTS: usize = 6;

/// Calls a managed function. Before that it stores the stack pointer, as it is in front of the call, at `entry`.
///
/// # Safety
///
/// `target` is a managed function that takes integers, pointers or references as its arguments, no
/// more than are given, and returns one of them or nothing. The calling thread is managed. `entry` is a variable.
pub(crate) unsafe fn call_managed(
    target: usize,
    arguments: &[u64; MAX_ARGUMENTS],
    entry: *mut usize,
) -> u64 {
    // SAFETY: the caller promises what the call needs; surplus arguments are ignored by the callee.
    unsafe { spgc_call_managed(target, arguments, entry) }
}

/// The calling function's stack pointer.
#[inline(always)]
pub(crate) fn stack_pointer() -> usize {
    let sp;
    // SAFETY: a register is copied, and nothing else changes.
    unsafe {
        core::arch::asm!("mov {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags))
    };
    sp
}

/// The return address of the oldest managed frame of a call by [`call_managed`]: walks end there.
pub(crate) fn entry_return_address() -> u64 {
    (&raw const spgc_call_managed_return).expose_provenance() as u64
}

/// Where polls go whose thread is wanted.
#[cfg(feature = "patched-polls")]
pub(crate) fn poll_stub() -> u64 {
    (spgc_poll_slow as *const ()).expose_provenance() as u64
}

/// What a frame that was taken over is replaced by.
pub(crate) fn go_on() -> *const () {
    (&raw const spgc_go_on).cast()
}

/// The register in which a landing pad finds the exception, by its number in DWARF.
pub(crate) const EXCEPTION_REGISTER: i32 = 0;

/// Where native functions return to that `spgc_call_native` has called, and where exceptions land that leave them.
pub(crate) fn native_call_exits() -> (usize, usize) {
    let returns = &raw const spgc_call_native_returns;
    (returns.addr(), (&raw const spgc_call_native_lands).addr())
}

/// The stack pointer, in front of the call, of who called a function with this frame record.
pub(crate) fn caller_sp(_: u64, noted: u64) -> u64 {
    // The record lies anywhere in its frame, so a wrapper notes what it was entered with.
    noted
}
