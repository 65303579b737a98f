//! The trampolines of return barriers, and signatures and shadow stacks of return addresses.

use core::arch::{asm, naked_asm};
use core::ffi::c_int;

use crate::return_address::barrier::TRAMPOLINES;
use crate::return_address::exception::{_Unwind_Resume, barrier_personality};
use crate::return_address::signing::Key;

/// Distance in bytes between two trampolines.
pub(in crate::return_address) const BARRIER_TRAMPOLINE_SIZE: u64 = 16;

/// Offset in a trampoline of the distance from there to the word with its target.
pub(in crate::return_address) const TARGET_DISTANCE: u64 = 12;

/// Returns the address of the first trampoline.
pub(in crate::return_address) fn first_barrier_trampoline() -> u64 {
    // Before it is a trap. Unwinders look up the byte before a return address, so that byte must
    // belong to this function, too.
    (barrier_trampolines as *const () as u64 + 4).next_multiple_of(BARRIER_TRAMPOLINE_SIZE)
}

/// The trampolines. Each jumps to its target, and changes only x16, which no caller expects to be
/// preserved (AAPCS64, section 6.1.1). So a frame that returns to one has returned to its caller.
/// `ret` needs no landing pad for indirect branches (BTI).
///
/// Unwinders see a frame without contents: its CFA is the stack pointer, and its return address is
/// the target. The DWARF expression finds that word with the distance that each trampoline has at
/// its end. In libgcc and gdb, register 30 (the link register) has the address of the trampoline,
/// perhaps with a signature in its upper 16 bits; in LLVM's libunwind, register 32 (the program
/// counter) has it, or that of the next instruction, and register 30 may have any value. libgcc
/// ends the process if the expression reads register 32. LLVM's libunwind is recognised by its
/// comparisons, which are unsigned (`libunwind/src/DwarfInstructions.hpp`); if a later version
/// corrects that, by code in register 30 that is no trampoline. The unwind rule must cover no other
/// code. [`barrier_personality`] explains how an exception passes the frame.
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
        ".cfi_def_cfa sp, 0",
        ".cfi_personality 0x1b, {personality}", // DW_EH_PE_pcrel | DW_EH_PE_sdata4
        // DW_CFA_expression for register 30, 64 bytes. Are comparisons signed? DW_OP_const1s -1,
        // DW_OP_lit0, DW_OP_lt, DW_OP_bra 9. If not: DW_OP_bregx 32 0, DW_OP_const1s -16,
        // DW_OP_and, DW_OP_skip 30.
        ".cfi_escape 0x10, 30, 64, 0x09, 0xff, 0x30, 0x2d, 0x28, 9, 0",
        ".cfi_escape 0x92, 32, 0, 0x09, 0xf0, 0x1a, 0x2f, 30, 0",
        // DW_OP_breg30 0, DW_OP_const8u 0x0000ffffffffffff, DW_OP_and.
        ".cfi_escape 0x8e, 0, 0x0e, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0x1a",
        // Is the third instruction there `ret x16`? DW_OP_dup, DW_OP_plus_uconst 8,
        // DW_OP_deref_size 4, DW_OP_const4u 0xd65f0200, DW_OP_eq, DW_OP_bra 4.
        ".cfi_escape 0x12, 0x23, 8, 0x94, 4, 0x0c, 0x00, 0x02, 0x5f, 0xd6, 0x29, 0x28, 4, 0",
        // DW_OP_drop, DW_OP_bregx 32 0.
        ".cfi_escape 0x13, 0x92, 32, 0",
        // DW_OP_plus_uconst 12, DW_OP_dup, DW_OP_deref_size 4, DW_OP_const4u 0x80000000,
        // DW_OP_xor, DW_OP_const4u 0x80000000, DW_OP_minus, DW_OP_plus. The exclusive-or and the
        // subtraction extend the sign.
        ".cfi_escape 0x23, 12, 0x12, 0x94, 4, 0x0c, 0, 0, 0, 0x80, 0x27, 0x0c, 0, 0, 0, 0x80",
        ".cfi_escape 0x1c, 0x22",
        "brk #1",
        ".p2align 4",
        ".set .Lspgc_barrier_target, 0",
        ".rept {count}",
        "adrp x16, .Lspgc_barrier_targets + .Lspgc_barrier_target",
        "ldr x16, [x16, :lo12:.Lspgc_barrier_targets + .Lspgc_barrier_target]",
        "ret x16",
        ".word .Lspgc_barrier_targets + .Lspgc_barrier_target - .",
        ".set .Lspgc_barrier_target, .Lspgc_barrier_target + 8",
        ".endr",
        ".cfi_endproc",
        count = const TRAMPOLINES,
        personality = sym barrier_personality,
    )
}

/// Number of the register in which a landing pad receives the exception, and of that in which it
/// receives another word (`EH_RETURN_DATA_REGNO` of GCC).
pub(in crate::return_address) const LANDING_REGISTERS: [c_int; 2] = [0, 1];

/// The landing pad of the trampolines: resumes the exception in x0. x1 is the original return
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
        ".cfi_register x30, x1",
        // The unwinder may enter it by an indirect branch (BTI).
        "hint #36",
        "stp x29, x1, [sp, #-16]!",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset x29, -16",
        ".cfi_offset x30, -8",
        "bl {resume}",
        "brk #1",
        ".cfi_endproc",
        resume = sym _Unwind_Resume,
    )
}

/// Signs a return address with the modifier `sp`, as `paciasp` and `pacibsp` do. Returns the
/// address itself where the processor does not sign.
pub(in crate::return_address) fn sign(key: Key, address: u64, sp: u64) -> u64 {
    let mut signed = address;
    match key {
        // SAFETY: the instruction only changes x17. It is a no-op on processors without pointer
        // authentication.
        Key::A => unsafe {
            // pacia1716
            asm!("hint #8", inout("x17") signed, in("x16") sp, options(nomem, nostack, preserves_flags));
        },
        // SAFETY: the instruction only changes x17. It is a no-op on processors without pointer
        // authentication.
        Key::B => unsafe {
            // pacib1716
            asm!("hint #10", inout("x17") signed, in("x16") sp, options(nomem, nostack, preserves_flags));
        },
    }
    signed
}

/// Returns whether the calling thread has a shadow stack, against which the processor checks return
/// addresses (GCS).
pub(in crate::return_address) fn has_shadow_stack() -> bool {
    let mut disabled: u64 = 1;
    // SAFETY: `chkfeat x16` only clears the bits of enabled features in x16. It is a no-op on
    // processors without this instruction.
    unsafe {
        asm!("hint #40", inout("x16") disabled, options(nomem, nostack, preserves_flags));
    }
    disabled == 0
}
