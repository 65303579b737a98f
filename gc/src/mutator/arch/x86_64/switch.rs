//! Stubs that switch between stacks: `spgc_resume`, `spgc_suspend`, and the end of a fiber, also by
//! an exception. The protocol is that of `gc/src/thread/switch.rs`.
//!
//! Managed code calls them, so they push the callee-saved registers as all stubs do
//! ([`super::stubs`]), and the register file is the exit of the stack that is left. The control
//! words of the floating-point units (MXCSR, x87) are not switched: they are the thread's.
//!
//! After `.cfi_restore_state`, `.cfi_def_cfa_offset` gives the offset of the CFA: LLVM's assembler
//! does not restore the offset to which `.cfi_adjust_cfa_offset` adds.
//!
//! Until the stack pointer has changed, no other memory access than those below may fault: a
//! handler of a signal may run on either stack, and finds the context in between.

use core::arch::global_asm;
use core::mem::offset_of;

use crate::arch::{frame_record, pop_registers, push_registers};
use crate::mutator::{fibers, unwind};
use crate::thread::{BY_SLOW_PATH, REGISTER_FILE, RUNNING, Stack, SwitchRecord, ThreadContext};

/// Offset of the record in a stack.
const RECORD: usize = offset_of!(Stack, switch);

global_asm!(
    ".macro spgc_push_registers",
    push_registers!(),
    ".endm",
    ".macro spgc_pop_registers",
    pop_registers!(),
    ".endm",
    // The context of the thread: \\context = address of spgc_thread.
    ".macro spgc_context context",
    "mov \\context, qword ptr fs:[0]",
    "add \\context, qword ptr [rip + spgc_thread@GOTTPOFF]",
    ".endm",
    // Leaves the stack rcx of the thread with the context rdx: stores its anchor.
    ".macro spgc_leave_stack",
    "lea rax, [rsp + {register_file}]",
    "mov qword ptr [rcx + {exit}], rax",
    "mov rax, qword ptr [rdx + {context_activation}]",
    "mov qword ptr [rcx + {activation}], rax",
    ".endm",
    // Runs the stack \\stack on the thread with the context rdx, and returns \\value there.
    ".macro spgc_run_stack stack, value",
    "mov rax, qword ptr [\\stack + {activation}]",
    "mov qword ptr [rdx + {context_activation}], rax",
    "mov qword ptr [rdx + {context_stack}], \\stack",
    "mov rax, \\value",
    "mov r8, qword ptr [\\stack + {exit}]",
    // The register file's address has its low bit set. One instruction changes the stack pointer,
    // so that unwinders find a frame of one of the two stacks at each instruction.
    "lea rsp, [r8 - 1]",
    ".endm",
    // Ends the fiber that the thread runs, with a word in rdi, and runs its resumer with the word
    // in rax. The code that follows has the frame of the resumer's call.
    ".macro spgc_end_fiber",
    ".cfi_undefined rip",
    "mov rbx, rdi",
    "sub rsp, 8",
    "call {finish}",
    "mov rdi, rbx",
    "spgc_context rdx",
    "mov rcx, qword ptr [rdx + {context_stack}]",
    "mov rsi, qword ptr [rcx + {resumer}]",
    "spgc_run_stack rsi, rdi",
    ".cfi_endproc",
    ".cfi_startproc",
    ".cfi_def_cfa_offset 56",
    ".cfi_offset rbp, -16",
    ".cfi_offset rbx, -24",
    ".cfi_offset r12, -32",
    ".cfi_offset r13, -40",
    ".cfi_offset r14, -48",
    ".cfi_offset r15, -56",
    // Last: another thread may now drop the fiber.
    "mov qword ptr [rcx + {resumable_by}], {by_slow_path}",
    ".endm",
    ".text",
    // reference spgc_resume(fiber, reference)
    ".globl spgc_resume",
    ".type spgc_resume, @function",
    ".p2align 4",
    "spgc_resume:",
    ".cfi_startproc",
    "spgc_push_registers",
    "spgc_context rdx",
    "cmp qword ptr [rdi + {resumable_by}], rdx",
    "jne 3f",
    "2: mov rcx, qword ptr [rdx + {context_stack}]",
    "spgc_leave_stack",
    "mov qword ptr [rdi + {resumer}], rcx",
    "mov qword ptr [rdi + {resumable_by}], {running}",
    ".cfi_remember_state",
    "spgc_run_stack rdi, rsi",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // The fiber is new, or was not scanned by the last collection.
    "3:",
    frame_record!(),
    "mov rbx, rdi",
    "mov r12, rsi",
    // The stack is 16-aligned at calls.
    "sub rsp, 8",
    ".cfi_def_cfa_offset 64",
    "call {prepare}",
    "add rsp, 8",
    ".cfi_def_cfa_offset 56",
    "mov rdi, rbx",
    "mov rsi, r12",
    "spgc_context rdx",
    "jmp 2b",
    ".cfi_endproc",
    ".size spgc_resume, . - spgc_resume",
    // reference spgc_suspend(reference)
    ".globl spgc_suspend",
    ".type spgc_suspend, @function",
    ".p2align 4",
    "spgc_suspend:",
    ".cfi_startproc",
    "spgc_push_registers",
    "spgc_context rdx",
    "mov rcx, qword ptr [rdx + {context_stack}]",
    "mov rsi, qword ptr [rcx + {resumer}]",
    "test rsi, rsi",
    "je 3f",
    "spgc_leave_stack",
    ".cfi_remember_state",
    "spgc_run_stack rsi, rdi",
    // Last: another thread may now drop the fiber.
    "mov qword ptr [rcx + {resumable_by}], rdx",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // The thread runs no fiber.
    "3: sub rsp, 8",
    ".cfi_def_cfa_offset 64",
    "call {no_fiber}",
    "ud2",
    ".cfi_endproc",
    ".size spgc_suspend, . - spgc_suspend",
    // void spgc_leave_fiber(reference): the fiber's function has returned. Does not return.
    ".globl spgc_leave_fiber",
    ".hidden spgc_leave_fiber",
    ".type spgc_leave_fiber, @function",
    ".p2align 4",
    "spgc_leave_fiber:",
    ".cfi_startproc",
    "spgc_end_fiber",
    "spgc_pop_registers",
    "ret",
    ".cfi_endproc",
    ".size spgc_leave_fiber, . - spgc_leave_fiber",
    // void spgc_throw_to_resumer(exception): the exception has left the fiber's function. Does not
    // return. The unwinder restores the registers of the resumer from the register file.
    ".globl spgc_throw_to_resumer",
    ".hidden spgc_throw_to_resumer",
    ".type spgc_throw_to_resumer, @function",
    ".p2align 4",
    "spgc_throw_to_resumer:",
    ".cfi_startproc",
    "spgc_end_fiber",
    "mov rdi, rax",
    "sub rsp, 8",
    ".cfi_adjust_cfa_offset 8",
    "call {rethrow}",
    "call {unhandled}",
    "ud2",
    ".cfi_endproc",
    ".size spgc_throw_to_resumer, . - spgc_throw_to_resumer",
    // The personality routine of the oldest frame of a fiber.
    ".globl spgc_fiber_personality",
    ".hidden spgc_fiber_personality",
    ".type spgc_fiber_personality, @function",
    "spgc_fiber_personality:",
    ".cfi_startproc",
    "jmp {personality}",
    ".cfi_endproc",
    ".size spgc_fiber_personality, . - spgc_fiber_personality",
    ".purgem spgc_push_registers",
    ".purgem spgc_pop_registers",
    ".purgem spgc_context",
    ".purgem spgc_leave_stack",
    ".purgem spgc_run_stack",
    ".purgem spgc_end_fiber",
    prepare = sym fibers::prepare_to_resume,
    no_fiber = sym fibers::abort_without_fiber,
    finish = sym fibers::finish,
    rethrow = sym unwind::_Unwind_Resume_or_Rethrow,
    unhandled = sym fibers::abort_unhandled,
    personality = sym fibers::personality,
    register_file = const REGISTER_FILE,
    running = const RUNNING,
    by_slow_path = const BY_SLOW_PATH,
    exit = const RECORD + offset_of!(SwitchRecord, exit),
    activation = const RECORD + offset_of!(SwitchRecord, activation),
    resumer = const RECORD + offset_of!(SwitchRecord, resumer),
    resumable_by = const RECORD + offset_of!(SwitchRecord, resumable_by),
    context_activation = const offset_of!(ThreadContext, activation),
    context_stack = const offset_of!(ThreadContext, stack),
);
