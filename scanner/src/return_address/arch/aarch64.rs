//! The trampolines of return barriers, and signatures and shadow stacks of return addresses.

use core::arch::{asm, naked_asm};

use crate::return_address::barrier::{MAX_RETURN_BARRIERS, ORIGINALS, lost_return_barrier};
use crate::return_address::signing::Key;

/// Distance in bytes between two trampolines.
pub(in crate::return_address) const BARRIER_TRAMPOLINE_SIZE: u64 = 16;

/// Returns the address of the first trampoline.
pub(in crate::return_address) fn first_barrier_trampoline() -> u64 {
    // Unwinders look up the byte before a return address, so that byte must belong to this
    // function, too: it is part of a trap, or of the padding that aligns the first trampoline.
    (barrier_trampolines as *const () as u64 + 4).next_multiple_of(BARRIER_TRAMPOLINE_SIZE)
}

/// The trampolines of return barriers, one after the other. Each jumps to the original return
/// address, and changes only x16, which no caller expects to be preserved (AAPCS64, section 6.1.1).
/// So a frame that returns to one has returned to its caller. `ret` needs no landing pad for
/// indirect branches (BTI).
///
/// Unwinders see a frame without contents, whose return address is in [`ORIGINALS`]. Its CFA is 8
/// bytes below the stack pointer: libgcc identifies the frame that handles an exception by the CFA
/// of its callee, and all other CFAs are multiples of 16. The DWARF expression finds the element with the distance that each trampoline
/// has at its end: register 30 (the link register) has the address of the trampoline, perhaps with
/// a signature in its upper 16 bits.
#[unsafe(naked)]
unsafe extern "C" fn barrier_trampolines() {
    naked_asm!(
        ".cfi_startproc",
        // DW_CFA_def_cfa_expression: DW_OP_breg31 -8.
        ".cfi_escape 0x0f, 2, 0x8f, 0x78",
        // DW_CFA_val_expression for register 31, the stack pointer: DW_OP_breg31 0.
        ".cfi_escape 0x16, 31, 2, 0x8f, 0",
        // DW_CFA_expression for register 30, 30 bytes: DW_OP_breg30 0, DW_OP_const8u
        // 0x0000ffffffffffff, DW_OP_and, DW_OP_plus_uconst 12, DW_OP_dup, DW_OP_deref_size 4,
        // DW_OP_const4u 0x80000000, DW_OP_xor, DW_OP_const4u 0x80000000, DW_OP_minus, DW_OP_plus.
        // The exclusive-or and the subtraction extend the sign.
        ".cfi_escape 0x10, 30, 30, 0x8e, 0, 0x0e, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0",
        ".cfi_escape 0x1a, 0x23, 12, 0x12, 0x94, 4, 0x0c, 0, 0, 0, 0x80, 0x27, 0x0c, 0, 0, 0, 0x80, 0x1c, 0x22",
        "brk #1",
        ".p2align 4",
        ".set .Lspgc_original, 0",
        ".rept {count}",
        "adrp x16, {originals} + .Lspgc_original",
        "ldr x16, [x16, :lo12:{originals} + .Lspgc_original]",
        "ret x16",
        ".word {originals} + .Lspgc_original - .",
        ".set .Lspgc_original, .Lspgc_original + 8",
        ".endr",
        ".cfi_endproc",
        count = const MAX_RETURN_BARRIERS,
        originals = sym ORIGINALS,
    )
}

/// The code to which a trampoline leads that belongs to no barrier.
#[unsafe(naked)]
pub(in crate::return_address) unsafe extern "C" fn return_to_lost_barrier() {
    naked_asm!("bl {lost}", "brk #1", lost = sym lost_return_barrier)
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
