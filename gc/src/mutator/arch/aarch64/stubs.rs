//! Stubs of the slow paths that managed code calls.
//!
//! A stub pushes the callee-saved registers (AAPCS64) right after entry, so that together with the
//! return address they form a [`RegisterFile`](statepoint_scanner::arch::RegisterFile) on the
//! stack. The stack walk begins there and rewrites references in it, and the stub reloads the
//! registers from it. Caller-saved registers need no treatment: the calls are statepoints, across
//! which LLVM keeps nothing in them. The low halves of v8 to v15, which a callee preserves as well,
//! hold no references, and the Rust functions that the stubs call preserve them.
//!
//! Every stub begins with `bti c`, which has no effect without branch protection. The stubs do not
//! sign the return addresses that they store. Return addresses that managed code signed are not
//! affected: only the signing function's own frame holds them.
//!
//! Exceptions can unwind through `spgc_call_native`: see [`unwind`]. The Rust functions that the
//! other stubs call are `extern "C"`, and abort the process instead.

use core::arch::global_asm;
use core::mem::offset_of;

use crate::arch::{pop_registers, push_registers};
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
    // The personality routine of the next stub: see `unwind`.
    ".type spgc_personality, @function",
    "spgc_personality:",
    ".cfi_startproc",
    "hint #34", // bti c
    "b {personality}",
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
    "hint #34", // bti c
    "spgc_push_registers",
    "adrp x9, :gottprel:spgc_thread",
    "ldr x9, [x9, :gottprel_lo12:spgc_thread]",
    "mrs x19, tpidr_el0",
    "add x19, x19, x9",
    "add x27, sp, #{register_file}",
    "str x27, [x19, #{exit}]",
    // Release: the stack and the exit are visible before the state.
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
    // Native code may return only through the last exit.
    "ldr x10, [x19, #{exit}]",
    "cmp x10, x27",
    "b.ne 5f",
    "4:",
    ".cfi_remember_state",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // Managed-to-native, with a stop or a handshake pending: the callee-saved registers keep the
    // arguments.
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
    // Native-to-managed.
    "5: mov x21, x0",
    "mov x0, x27",
    "bl {leave_native}",
    "mov x0, x21",
    "b 4b",
    // Landing pad of an exception that leaves the native function: make the thread managed as in a
    // native-to-managed transition, then resume unwinding.
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
    ".globl spgc_call_native_resumes",
    ".hidden spgc_call_native_resumes",
    "spgc_call_native_resumes:",
    "brk #1",
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
