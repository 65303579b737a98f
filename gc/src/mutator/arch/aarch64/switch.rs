//! Stubs that switch between stacks: `spgc_resume`, `spgc_suspend`, and the end of a fiber, also by
//! an exception. The protocol is that of `gc/src/thread/switch.rs`.
//!
//! Managed code calls them, so they push the callee-saved registers as all stubs do
//! ([`super::stubs`]), and the register file is the exit of the stack that is left. Below it they
//! push the low halves of v8 to v15, which a callee preserves as well. The control register of the
//! floating-point unit (FPCR) is not switched: it is the thread's.
//!
//! Until the stack pointer has changed, no other memory access than those below may fault: a
//! handler of a signal may run on either stack, and finds the context in between.

use core::arch::global_asm;
use core::mem::offset_of;

use crate::arch::{BELOW_REGISTER_FILE, pop_registers, push_registers};
use crate::mutator::{fibers, unwind};
use crate::thread::{BY_SLOW_PATH, REGISTER_FILE, RUNNING, Stack, SwitchRecord, ThreadContext};

/// Offset of the record in a stack.
const RECORD: usize = offset_of!(Stack, switch);

// The stubs store 0.
const _: () = assert!(RUNNING == 0);

global_asm!(
    // Below the register file.
    ".macro spgc_vectors_are_pushed",
    ".cfi_offset b8, -160",
    ".cfi_offset b9, -152",
    ".cfi_offset b10, -144",
    ".cfi_offset b11, -136",
    ".cfi_offset b12, -128",
    ".cfi_offset b13, -120",
    ".cfi_offset b14, -112",
    ".cfi_offset b15, -104",
    ".endm",
    ".macro spgc_push_registers",
    push_registers!(),
    "stp d8, d9, [sp, #-{vectors}]!",
    ".cfi_adjust_cfa_offset {vectors}",
    "stp d10, d11, [sp, #16]",
    "stp d12, d13, [sp, #32]",
    "stp d14, d15, [sp, #48]",
    "spgc_vectors_are_pushed",
    ".endm",
    ".macro spgc_pop_registers",
    "ldp d14, d15, [sp, #48]",
    "ldp d12, d13, [sp, #32]",
    "ldp d10, d11, [sp, #16]",
    "ldp d8, d9, [sp], #{vectors}",
    ".cfi_adjust_cfa_offset -{vectors}",
    ".cfi_restore b8",
    ".cfi_restore b9",
    ".cfi_restore b10",
    ".cfi_restore b11",
    ".cfi_restore b12",
    ".cfi_restore b13",
    ".cfi_restore b14",
    ".cfi_restore b15",
    pop_registers!(),
    ".endm",
    // The context of the thread: \\context = address of spgc_thread.
    ".macro spgc_context context",
    "adrp x9, :gottprel:spgc_thread",
    "ldr x9, [x9, :gottprel_lo12:spgc_thread]",
    "mrs \\context, tpidr_el0",
    "add \\context, \\context, x9",
    ".endm",
    // Leaves the stack x10 of the thread with the context x2: stores its anchor.
    ".macro spgc_leave_stack",
    "add x9, sp, #({vectors} + {register_file})",
    "str x9, [x10, #{exit}]",
    "ldr x9, [x2, #{context_activation}]",
    "str x9, [x10, #{activation}]",
    ".endm",
    // Runs the stack \\stack on the thread with the context x2.
    ".macro spgc_run_stack stack",
    "ldr x9, [\\stack, #{activation}]",
    "str x9, [x2, #{context_activation}]",
    "str \\stack, [x2, #{context_stack}]",
    "ldr x9, [\\stack, #{exit}]",
    // The register file's address has its low bit set.
    "sub sp, x9, #({vectors} + {register_file})",
    ".endm",
    // Ends the fiber that the thread runs, with a word in x0, and runs its resumer with the word in
    // x0. What follows has the frame of the resumer's call. Landing pads of the resumer may read
    // all of its registers.
    ".macro spgc_end_fiber",
    ".cfi_undefined x30",
    "mov x19, x0",
    "bl {finish}",
    "mov x0, x19",
    "spgc_context x2",
    "ldr x10, [x2, #{context_stack}]",
    "ldr x11, [x10, #{resumer}]",
    "spgc_run_stack x11",
    ".cfi_endproc",
    ".cfi_startproc",
    ".cfi_def_cfa_offset 96 + {vectors}",
    ".cfi_offset x29, -96",
    ".cfi_offset x30, -88",
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
    "spgc_vectors_are_pushed",
    // Last: another thread may now drop the fiber.
    "add x9, x10, #{resumable_by}",
    "mov x11, #{by_slow_path}",
    "stlr x11, [x9]",
    ".endm",
    ".text",
    // reference spgc_resume(fiber, reference)
    ".globl spgc_resume",
    ".type spgc_resume, @function",
    ".p2align 4",
    "spgc_resume:",
    ".cfi_startproc",
    "hint #34", // bti c
    "spgc_push_registers",
    "spgc_context x2",
    "ldr x9, [x0, #{resumable_by}]",
    "cmp x9, x2",
    "b.ne 3f",
    "2: ldr x10, [x2, #{context_stack}]",
    "spgc_leave_stack",
    "str x10, [x0, #{resumer}]",
    "str xzr, [x0, #{resumable_by}]",
    "mov x11, x0",
    "mov x0, x1",
    "spgc_run_stack x11",
    ".cfi_remember_state",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // The fiber is new, or was not scanned by the last collection.
    "3: mov x19, x0",
    "mov x20, x1",
    "bl {prepare}",
    "mov x0, x19",
    "mov x1, x20",
    "spgc_context x2",
    "b 2b",
    ".cfi_endproc",
    ".size spgc_resume, . - spgc_resume",
    // reference spgc_suspend(reference)
    ".globl spgc_suspend",
    ".type spgc_suspend, @function",
    ".p2align 4",
    "spgc_suspend:",
    ".cfi_startproc",
    "hint #34", // bti c
    "spgc_push_registers",
    "spgc_context x2",
    "ldr x10, [x2, #{context_stack}]",
    "ldr x11, [x10, #{resumer}]",
    "cbz x11, 3f",
    "spgc_leave_stack",
    "spgc_run_stack x11",
    ".cfi_remember_state",
    // Last: another thread may now drop the fiber.
    "add x9, x10, #{resumable_by}",
    "stlr x2, [x9]",
    "spgc_pop_registers",
    "ret",
    ".cfi_restore_state",
    // The thread runs no fiber.
    "3: bl {no_fiber}",
    "brk #1",
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
    // return. The unwinder restores the registers of the resumer from the stack.
    ".globl spgc_throw_to_resumer",
    ".hidden spgc_throw_to_resumer",
    ".type spgc_throw_to_resumer, @function",
    ".p2align 4",
    "spgc_throw_to_resumer:",
    ".cfi_startproc",
    "spgc_end_fiber",
    "bl {rethrow}",
    "bl {unhandled}",
    "brk #1",
    ".cfi_endproc",
    ".size spgc_throw_to_resumer, . - spgc_throw_to_resumer",
    // The personality routine of the oldest frame of a fiber.
    ".globl spgc_fiber_personality",
    ".hidden spgc_fiber_personality",
    ".type spgc_fiber_personality, @function",
    "spgc_fiber_personality:",
    "hint #34", // bti c
    "b {personality}",
    ".size spgc_fiber_personality, . - spgc_fiber_personality",
    ".purgem spgc_vectors_are_pushed",
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
    vectors = const BELOW_REGISTER_FILE,
    register_file = const REGISTER_FILE,
    by_slow_path = const BY_SLOW_PATH,
    exit = const RECORD + offset_of!(SwitchRecord, exit),
    activation = const RECORD + offset_of!(SwitchRecord, activation),
    resumer = const RECORD + offset_of!(SwitchRecord, resumer),
    resumable_by = const RECORD + offset_of!(SwitchRecord, resumable_by),
    context_activation = const offset_of!(ThreadContext, activation),
    context_stack = const offset_of!(ThreadContext, stack),
);
