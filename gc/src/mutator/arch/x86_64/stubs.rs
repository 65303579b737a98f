//! Stubs of the slow paths that managed code calls.
//!
//! A stub pushes the callee-saved registers (System V ABI) right after entry, so that together with
//! the return address they form a [`RegisterFile`](statepoint_scanner::arch::RegisterFile) on the
//! stack. The stack walk begins there and rewrites references in it, and the stub pops the
//! registers from it. Caller-saved registers need no treatment: the calls are statepoints, across
//! which LLVM keeps nothing in them.
//!
//! Exceptions can unwind through `spgc_call_native`: see [`unwind`]. The Rust functions that the
//! other stubs call are `extern "C"`, and abort the process instead.

use core::arch::global_asm;
use core::mem::offset_of;

use crate::arch::{frame_record, pop_registers, push_registers};
use crate::mutator::{bulk, native_call, slow_path, unwind};
use crate::safepoint::SafepointState;
use crate::thread::{REGISTER_FILE, ThreadContext};

global_asm!(
    ".macro spgc_push_registers",
    push_registers!(),
    ".endm",
    ".macro spgc_pop_registers",
    pop_registers!(),
    ".endm",
    // `target` is called with the register file's address in the argument register `registers`.
    ".macro spgc_slow_path name, target, registers",
    ".globl \\name",
    ".type \\name, @function",
    ".p2align 4",
    "\\name:",
    ".cfi_startproc",
    "spgc_push_registers",
    frame_record!(),
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
    // The personality routine of the next stub: see `unwind`.
    ".type spgc_personality, @function",
    "spgc_personality:",
    ".cfi_startproc",
    "jmp {personality}",
    ".cfi_endproc",
    ".size spgc_personality, . - spgc_personality",
    // u64 spgc_call_native(five arguments, function). The function is the last parameter, so that
    // its arguments are already in their registers.
    ".globl spgc_call_native",
    ".type spgc_call_native, @function",
    ".p2align 4",
    ".globl spgc_call_native_begins",
    ".hidden spgc_call_native_begins",
    "spgc_call_native_begins:",
    "spgc_call_native:",
    ".cfi_startproc",
    // Encoding DW_EH_PE_pcrel | DW_EH_PE_sdata4.
    ".cfi_personality 0x1b, spgc_personality",
    "spgc_push_registers",
    frame_record!(),
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
    // Native code may return only through the last exit.
    "cmp qword ptr fs:[rbx + {exit}], r12",
    "jne 5f",
    "4: add rsp, 24",
    ".cfi_remember_state",
    ".cfi_adjust_cfa_offset -24",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // Managed-to-native, with a stop or a handshake pending: callee-saved registers and the stack
    // keep the arguments.
    "3: mov qword ptr [rsp + 16], rdi",
    "mov r13, rsi",
    "mov r14, rdx",
    "mov r15, rcx",
    "mov qword ptr [rsp + 8], r8",
    "mov qword ptr [rsp], r9",
    "call {enter_native}",
    "mov rdi, qword ptr [rsp + 16]",
    "mov rsi, r13",
    "mov rdx, r14",
    "mov rcx, r15",
    "mov r8, qword ptr [rsp + 8]",
    "mov r9, qword ptr [rsp]",
    "jmp 2b",
    // Native-to-managed.
    "5: mov r13, rax",
    "mov rdi, r12",
    "call {leave_native}",
    "mov rax, r13",
    "jmp 4b",
    // Landing pad of an exception that leaves the native function: make the thread managed as in a
    // native-to-managed transition, then resume unwinding.
    ".globl spgc_call_native_lands",
    ".hidden spgc_call_native_lands",
    "spgc_call_native_lands:",
    "mov r13, rax",
    "mov dword ptr fs:[rbx + {state}], 1",
    "mov rdi, r12",
    "call {leave_native}",
    "mov rdi, r13",
    "call {resume}",
    ".globl spgc_call_native_resumes",
    ".hidden spgc_call_native_resumes",
    "spgc_call_native_resumes:",
    "ud2",
    ".cfi_endproc",
    ".size spgc_call_native, . - spgc_call_native",
    ".purgem spgc_push_registers",
    ".purgem spgc_pop_registers",
    enter_native = sym native_call::enter_native,
    personality = sym unwind::personality,
    resume = sym unwind::_Unwind_Resume,
    leave_native = sym native_call::leave_native,
    register_file = const REGISTER_FILE,
    exit = const offset_of!(ThreadContext, exit),
    gate = const offset_of!(ThreadContext, safepoint) + offset_of!(SafepointState, gate),
    state = const offset_of!(ThreadContext, safepoint) + offset_of!(SafepointState, state),
    poll = sym slow_path::poll,
    allocate = sym slow_path::allocate,
    allocate_array = sym slow_path::allocate_array,
    allocate_tailed = sym slow_path::allocate_tailed,
    clone = sym bulk::clone,
);

/// The DWARF register number of the register in which a landing pad receives the exception.
pub(crate) const EXCEPTION_REGISTER: i32 = 0;
