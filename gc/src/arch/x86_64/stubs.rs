//! The slow paths that managed code calls, and the way into managed code.
//!
//! A stub that managed code calls pushes the callee-saved registers right after entry, so that together with the
//! return address they form a [`RegisterFile`] on the stack: the walk begins there, rewrites
//! references in it, and the stub pops what the collector left. Caller-saved registers need no
//! care: the calls are statepoints, around which LLVM keeps nothing in them.
//!
//! Exceptions can unwind through `spgc_call_native` and `spgc_call_managed`; for the former see
//! [`unwind`]. The Rust functions behind the other stubs are `extern "C"`, and abort the process instead.

use core::arch::global_asm;
use core::mem::offset_of;

use statepoint_scanner::arch::x86_64::RegisterFile;

use crate::deopt;
use crate::mutator::{REGISTER_FILE, ThreadContext, bulk, native_call, slow_path, unwind};
use crate::safepoint::Words;

// Seven words: return address, rbp, rbx, r12-r15. The stubs depend on it.
const _: () = assert!(size_of::<RegisterFile>() == 56);

global_asm!(
    ".macro spgc_push_registers",
    "push rbp",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset rbp, 0",
    "push rbx",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset rbx, 0",
    "push r12",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset r12, 0",
    "push r13",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset r13, 0",
    "push r14",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset r14, 0",
    "push r15",
    ".cfi_adjust_cfa_offset 8",
    ".cfi_rel_offset r15, 0",
    ".endm",
    ".macro spgc_pop_registers",
    "pop r15",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore r15",
    "pop r14",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore r14",
    "pop r13",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore r13",
    "pop r12",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore r12",
    "pop rbx",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore rbx",
    "pop rbp",
    ".cfi_adjust_cfa_offset -8",
    ".cfi_restore rbp",
    ".endm",
    // target is called with the register file's address in the argument register `registers`.
    ".macro spgc_slow_path name, target, registers",
    ".globl \\name",
    ".type \\name, @function",
    ".p2align 4",
    "\\name:",
    ".cfi_startproc",
    "spgc_push_registers",
    "mov \\registers, rsp",
    // The stack is 16-aligned at calls.
    "sub rsp, 8",
    ".cfi_adjust_cfa_offset 8",
    "call \\target",
    "add rsp, 8",
    ".cfi_adjust_cfa_offset -8",
    "spgc_pop_registers",
    "ret",
    ".cfi_endproc",
    ".size \\name, . - \\name",
    ".endm",
    ".text",
    "spgc_slow_path spgc_poll_slow, {poll}, rdi",
    "spgc_slow_path spgc_allocate_slow, {allocate}, rdx",
    "spgc_slow_path spgc_allocate_array_slow, {allocate_array}, rdx",
    "spgc_slow_path spgc_allocate_tailed_slow, {allocate_tailed}, r9",
    "spgc_slow_path spgc_clone, {clone}, rsi",
    ".purgem spgc_slow_path",
    // The unwinder's question about frames of the next stub: see `unwind`.
    ".type spgc_personality, @function",
    "spgc_personality:",
    "jmp {personality}",
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
    "spgc_push_registers",
    "mov rbx, qword ptr [rip + spgc_thread@GOTTPOFF]",
    "lea r12, [rsp + {register_file}]",
    "mov qword ptr fs:[rbx + {exit}], r12",
    "mov dword ptr fs:[rbx + {state}], 0",
    "sub rsp, 24",
    ".cfi_adjust_cfa_offset 24",
    "cmp dword ptr fs:[rbx + {gate}], 0",
    "jne 3f",
    "2: call r9",
    ".globl spgc_call_native_returns",
    ".hidden spgc_call_native_returns",
    "spgc_call_native_returns:",
    "mov dword ptr fs:[rbx + {state}], 1",
    "cmp dword ptr fs:[rbx + {gate}], 0",
    "jne 5f",
    // Native code may return by the last exit only.
    "cmp qword ptr fs:[rbx + {exit}], r12",
    "jne 5f",
    "4: add rsp, 24",
    ".cfi_remember_state",
    ".cfi_adjust_cfa_offset -24",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // On the way there, with a stop or a handshake asked for: the saved registers keep the arguments.
    "3: mov rbp, rdi",
    "mov r13, rsi",
    "mov r14, rdx",
    "mov r15, rcx",
    "mov qword ptr [rsp + 8], r8",
    "mov qword ptr [rsp], r9",
    "call {enter_native}",
    "mov rdi, rbp",
    "mov rsi, r13",
    "mov rdx, r14",
    "mov rcx, r15",
    "mov r8, qword ptr [rsp + 8]",
    "mov r9, qword ptr [rsp]",
    "jmp 2b",
    // On the way back.
    "5: mov rbp, rax",
    "mov rdi, r12",
    "call {leave_native}",
    "mov rax, rbp",
    "jmp 4b",
    // An exception leaves the native function: managed again, as on the way back, and on.
    ".globl spgc_call_native_lands",
    ".hidden spgc_call_native_lands",
    "spgc_call_native_lands:",
    "mov rbp, rax",
    "mov dword ptr fs:[rbx + {state}], 1",
    "mov rdi, r12",
    "call {leave_native}",
    "mov rdi, rbp",
    "call {resume}",
    "ud2",
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
    "spgc_push_registers",
    "mov rsi, rsp",
    "sub rsp, 8",
    ".cfi_adjust_cfa_offset 8",
    "call {go_on}",
    "movq xmm0, rax",
    "movq xmm1, rdx",
    "add rsp, 8",
    ".cfi_adjust_cfa_offset -8",
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
    // Managed code keeps to the calling convention, so nothing needs saving. 16-aligned at the call.
    "sub rsp, 8",
    ".cfi_def_cfa_offset 16",
    // A walk of the managed frames ends with this stack pointer.
    "mov [rdx], rsp",
    "mov rax, rdi",
    "mov r10, rsi",
    "mov rdi, [r10]",
    "mov rsi, [r10 + 8]",
    "mov rdx, [r10 + 16]",
    "mov rcx, [r10 + 24]",
    "mov r8, [r10 + 32]",
    "mov r9, [r10 + 40]",
    "call rax",
    ".globl spgc_call_managed_return",
    ".hidden spgc_call_managed_return",
    "spgc_call_managed_return:",
    "add rsp, 8",
    ".cfi_def_cfa_offset 8",
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

/// How many arguments a call into managed code can pass: those that go in registers.
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
        core::arch::asm!("mov {}, rsp", out(reg) sp, options(nomem, nostack, preserves_flags))
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
pub(crate) fn caller_sp(frame_record: u64, _: u64) -> u64 {
    // The record lies at the very top of its frame: saved frame pointer, return address.
    frame_record + 16
}
