//! The trampolines of return barriers, and signatures and shadow stacks of return addresses.

use core::arch::{asm, naked_asm};
use core::ffi::c_int;

use crate::return_address::barrier::TRAMPOLINES;
use crate::return_address::exception::{_Unwind_Resume, barrier_personality};
use crate::return_address::signing::Key;

/// Distance in bytes between two trampolines.
pub(in crate::return_address) const BARRIER_TRAMPOLINE_SIZE: u64 = 16;

/// Offset in a trampoline of the distance from there to the word with its target.
pub(in crate::return_address) const TARGET_DISTANCE: u64 = 8;

/// Returns the address of the first trampoline.
pub(in crate::return_address) fn first_barrier_trampoline() -> u64 {
    // Before it is a trap. Unwinders look up the byte before a return address, so that byte must
    // belong to this function, too.
    (barrier_trampolines as *const () as u64 + 2).next_multiple_of(BARRIER_TRAMPOLINE_SIZE)
}

/// The trampolines. Each jumps to its target, and changes no register. So a frame that returns to
/// one has returned to its caller.
///
/// Unwinders see a frame without contents: its CFA is the stack pointer, and its return address is
/// the target. The DWARF expression finds that word with the distance that each trampoline has at
/// its end: in register 16 (the return address, as in the unwind information of a procedure linkage
/// table) is the address of the trampoline. So the unwind rule must cover no other code.
/// [`barrier_personality`] explains how an exception passes the frame.
///
/// The words are a local symbol, so that the code can be linked into shared libraries.
///
/// # Safety
///
/// Never called; its address is used.
#[unsafe(naked)]
pub(in crate::return_address) unsafe extern "C" fn barrier_trampolines() {
    naked_asm!(
        ".pushsection .bss.spgc_return_barriers, \"aw\", @nobits",
        ".p2align 3",
        ".Lspgc_barrier_targets:",
        ".zero 8 * {count}",
        ".popsection",
        ".cfi_startproc",
        ".cfi_def_cfa rsp, 0",
        ".cfi_personality 0x1b, {personality}", // DW_EH_PE_pcrel | DW_EH_PE_sdata4
        // DW_CFA_expression for register 16, 18 bytes: DW_OP_breg16 8, DW_OP_dup,
        // DW_OP_deref_size 4, DW_OP_const4u 0x80000000, DW_OP_xor, DW_OP_const4u 0x80000000,
        // DW_OP_minus, DW_OP_plus. The exclusive-or and the subtraction extend the sign.
        ".cfi_escape 0x10, 16, 18, 0x80, 8, 0x12, 0x94, 4, 0x0c, 0, 0, 0, 0x80",
        ".cfi_escape 0x27, 0x0c, 0, 0, 0, 0x80, 0x1c, 0x22",
        "ud2",
        ".p2align 4",
        ".set .Lspgc_barrier_target, 0",
        ".rept {count}",
        "jmpq *.Lspgc_barrier_targets + .Lspgc_barrier_target(%rip)",
        ".p2align 3",
        ".long .Lspgc_barrier_targets + .Lspgc_barrier_target - .",
        ".p2align 4",
        ".set .Lspgc_barrier_target, .Lspgc_barrier_target + 8",
        ".endr",
        ".cfi_endproc",
        count = const TRAMPOLINES,
        personality = sym barrier_personality,
        options(att_syntax),
    )
}

/// Number of the register in which a landing pad receives the exception, and of that in which it
/// receives another word (`EH_RETURN_DATA_REGNO` of GCC).
pub(in crate::return_address) const LANDING_REGISTERS: [c_int; 2] = [0, 1];

/// The landing pad of the trampolines: resumes the exception in `rax`. `rdx` is the original return
/// address. The frame has one now, as if it had called this function, so it is the next frame that
/// the unwinder visits.
///
/// # Safety
///
/// Entered only by an unwinder, as [`barrier_personality`] requests.
#[unsafe(naked)]
pub(in crate::return_address) unsafe extern "C" fn barrier_landing_pad() {
    naked_asm!(
        ".cfi_startproc",
        ".cfi_def_cfa rsp, 0",
        ".cfi_register rip, rdx",
        "push rdx",
        ".cfi_adjust_cfa_offset 8",
        ".cfi_offset rip, -8",
        "sub rsp, 8",
        ".cfi_adjust_cfa_offset 8",
        "mov rdi, rax",
        "call {resume}",
        "ud2",
        ".cfi_endproc",
        resume = sym _Unwind_Resume,
    )
}

/// Returns the address itself: the processor does not sign.
pub(in crate::return_address) fn sign(_: Key, address: u64, _sp: u64) -> u64 {
    address
}

/// Returns whether the calling thread has a shadow stack, against which the processor checks return
/// addresses (CET).
pub(in crate::return_address) fn has_shadow_stack() -> bool {
    let pointer: u64;
    // SAFETY: without a shadow stack the instruction is a no-op, and leaves 0.
    unsafe {
        asm!("rdsspq {pointer}", pointer = inout(reg) 0_u64 => pointer, options(nomem, nostack, preserves_flags));
    }
    pointer != 0
}
