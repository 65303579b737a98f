//! The return-address trampolines to which frames that are taken over return, and the
//! code that leaves such frames.

use core::arch::naked_asm;
use core::mem::offset_of;

use crate::arch::RegisterFile;
use crate::deopt::{
    MAX_RETURN_TRAMPOLINES, ReplacementCall, TrampolineEntry, takeover_personality,
};

/// Number of vector registers that a callee preserves in part: the low halves of v8 to v15
/// (AAPCS64, section 6.1.2).
pub(in crate::deopt) const PRESERVED_VECTORS: usize = 8;

/// Distance in bytes between two trampolines.
pub(in crate::deopt) const RETURN_TRAMPOLINE_SIZE: u64 = 16;

/// Offset in a trampoline of the distance from there to the word with its original return address.
pub(in crate::deopt) const ORIGINAL_DISTANCE: u64 = 8;

/// Returns the address of the first trampoline.
pub(in crate::deopt) fn first_trampoline() -> u64 {
    // Unwinders look up the byte before a return address, so that byte must belong to this
    // function, too: it is part of a trap, or of the padding that aligns the first trampoline.
    (return_trampolines as *const () as u64 + 4).next_multiple_of(RETURN_TRAMPOLINE_SIZE)
}

/// The trampolines, one after the other, and the code to which all of them lead. When a frame has
/// returned to one, the registers are as its callee left them. A stub of the runtime that the frame
/// had called would leave a [`RegisterFile`]; so does this code.
///
/// Unwinders that find a trampoline in a return address see a frame without contents: its CFA is
/// the stack pointer, and its return address is the original. The DWARF expression finds that word
/// with the distance that each trampoline has at its offset 8. In libgcc and gdb, register 30 (the
/// link register), in LLVM's libunwind register 32 (the program counter) has the address of the
/// trampoline, or that of the next instruction, perhaps with a signature in the upper 16 bits. The
/// expression tells the two apart as that of return barriers does. The unwind rule must cover no
/// other code. Backtraces pass the frame; exceptions end there ([`takeover_personality`]).
#[unsafe(naked)]
unsafe extern "C" fn return_trampolines() {
    naked_asm!(
        ".pushsection .bss.spgc_takeovers, \"aw\", @nobits",
        ".p2align 3",
        ".Lspgc_takeover_originals:",
        ".zero 8 * {count}",
        ".popsection",
        ".cfi_startproc",
        ".cfi_def_cfa sp, 0",
        ".cfi_personality 0x1b, {personality}", // DW_EH_PE_pcrel | DW_EH_PE_sdata4
        // DW_CFA_expression for register 30, 106 bytes. Are comparisons signed? DW_OP_const1s -1,
        // DW_OP_lit0, DW_OP_lt, DW_OP_bra 9. If not: DW_OP_bregx 32 0, DW_OP_const1s -16,
        // DW_OP_and, DW_OP_skip 72.
        ".cfi_escape 0x10, 30, 106, 0x09, 0xff, 0x30, 0x2d, 0x28, 9, 0",
        ".cfi_escape 0x92, 32, 0, 0x09, 0xf0, 0x1a, 0x2f, 72, 0",
        // DW_OP_breg30 0, DW_OP_const8u 0x0000ffffffffffff, DW_OP_and, DW_OP_const1s -16,
        // DW_OP_and.
        ".cfi_escape 0x8e, 0, 0x0e, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0x1a",
        ".cfi_escape 0x09, 0xf0, 0x1a",
        // Is the fourth word there `udf #0x5347`? DW_OP_dup, DW_OP_plus_uconst 12,
        // DW_OP_deref_size 4, DW_OP_const4u 0x5347, DW_OP_eq, DW_OP_bra 43.
        ".cfi_escape 0x12, 0x23, 12, 0x94, 4, 0x0c, 0x47, 0x53, 0x00, 0x00, 0x29, 0x28, 43, 0",
        // If not, the thread may have come by the trampoline of a return barrier, which leaves its
        // own address in the register. Is the third word there `ret x16`? DW_OP_dup,
        // DW_OP_plus_uconst 8, DW_OP_deref_size 4, DW_OP_const4u 0xd65f0200, DW_OP_ne,
        // DW_OP_bra 22.
        ".cfi_escape 0x12, 0x23, 8, 0x94, 4, 0x0c, 0x00, 0x02, 0x5f, 0xd6, 0x2e, 0x28, 22, 0",
        // Its target: DW_OP_plus_uconst 12, DW_OP_dup, DW_OP_deref_size 4,
        // DW_OP_const4u 0x80000000, DW_OP_xor, DW_OP_const4u 0x80000000, DW_OP_minus, DW_OP_plus,
        // DW_OP_deref, DW_OP_skip 7.
        ".cfi_escape 0x23, 12, 0x12, 0x94, 4, 0x0c, 0, 0, 0, 0x80, 0x27, 0x0c, 0, 0, 0, 0x80",
        ".cfi_escape 0x1c, 0x22, 0x06, 0x2f, 7, 0",
        // DW_OP_drop, DW_OP_bregx 32 0, DW_OP_const1s -16, DW_OP_and.
        ".cfi_escape 0x13, 0x92, 32, 0, 0x09, 0xf0, 0x1a",
        // DW_OP_plus_uconst 8, DW_OP_dup, DW_OP_deref_size 4, DW_OP_const4u 0x80000000,
        // DW_OP_xor, DW_OP_const4u 0x80000000, DW_OP_minus, DW_OP_plus. The exclusive-or and the
        // subtraction extend the sign.
        ".cfi_escape 0x23, 8, 0x12, 0x94, 4, 0x0c, 0, 0, 0, 0x80, 0x27, 0x0c, 0, 0, 0, 0x80",
        ".cfi_escape 0x1c, 0x22",
        "brk #1",
        ".p2align 4",
        ".set .Lspgc_takeover_original, 0",
        ".rept {count}",
        "bl 20f",
        "nop",
        ".word .Lspgc_takeover_originals + .Lspgc_takeover_original - .",
        "udf #0x5347",
        ".set .Lspgc_takeover_original, .Lspgc_takeover_original + 8",
        ".endr",
        ".cfi_endproc",
        "20:",
        ".cfi_startproc",
        "stp x29, x30, [sp, #-{file}]!",
        ".cfi_def_cfa_offset {file}",
        ".cfi_offset x29, -{file}",
        ".cfi_offset x30, -({file} - 8)",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "mov x29, sp",
        ".cfi_def_cfa x29, {file}",
        // Back from the address after the call to the trampoline itself.
        "sub x30, x30, #4",
        "str x30, [sp, #{return_address}]",
        "sub sp, sp, #{entry}",
        "str x29, [sp, #{registers}]",
        "stp x0, x1, [sp, #{words}]",
        "stp q0, q1, [sp, #{vectors}]",
        "stp d8, d9, [sp, #{preserved}]",
        "stp d10, d11, [sp, #{preserved} + 16]",
        "stp d12, d13, [sp, #{preserved} + 32]",
        "stp d14, d15, [sp, #{preserved} + 48]",
        "mov x0, sp",
        "bl {enter_takeover}",
        // The frame is removed: all registers now have the caller's values, except those of this
        // list.
        "ldr x0, [sp, #{argument}]",
        "ldr x16, [sp, #{target}]",
        "ldr x30, [sp, #{return_to}]",
        "ldr x9, [sp, #{sp}]",
        // From here on, unwinders find the caller, whose registers are in memory until the stack
        // pointer changes. For each: DW_CFA_expression, 3 bytes: DW_OP_breg31 with the offset as
        // two bytes of SLEB128. Registers 72 to 79 are v8 to v15.
        ".cfi_def_cfa x9, 0",
        ".cfi_restore x30",
        ".set .Lspgc_saved, {saved}",
        ".irp register, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29",
        ".cfi_escape 0x10, \\register, 3, 0x8f, (.Lspgc_saved & 0x7f) | 0x80, .Lspgc_saved >> 7",
        ".set .Lspgc_saved, .Lspgc_saved + 8",
        ".endr",
        ".set .Lspgc_saved, {restored}",
        ".irp register, 72, 73, 74, 75, 76, 77, 78, 79",
        ".cfi_escape 0x10, \\register, 3, 0x8f, (.Lspgc_saved & 0x7f) | 0x80, .Lspgc_saved >> 7",
        ".set .Lspgc_saved, .Lspgc_saved + 8",
        ".endr",
        "ldp x19, x20, [sp, #{saved}]",
        "ldp x21, x22, [sp, #{saved} + 16]",
        "ldp x23, x24, [sp, #{saved} + 32]",
        "ldp x25, x26, [sp, #{saved} + 48]",
        "ldp x27, x28, [sp, #{saved} + 64]",
        "ldr x29, [sp, #{saved} + 80]",
        "ldp d8, d9, [sp, #{restored}]",
        "ldp d10, d11, [sp, #{restored} + 16]",
        "ldp d12, d13, [sp, #{restored} + 32]",
        "ldp d14, d15, [sp, #{restored} + 48]",
        "mov sp, x9",
        ".cfi_def_cfa sp, 0",
        ".irp register, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29",
        ".cfi_restore \\register",
        ".endr",
        ".irp register, 72, 73, 74, 75, 76, 77, 78, 79",
        ".cfi_restore \\register",
        ".endr",
        "br x16",
        ".cfi_endproc",
        count = const MAX_RETURN_TRAMPOLINES,
        file = const size_of::<RegisterFile>(),
        return_address = const offset_of!(RegisterFile, return_address),
        entry = const size_of::<TrampolineEntry>(),
        registers = const offset_of!(TrampolineEntry, registers),
        words = const offset_of!(TrampolineEntry, words),
        vectors = const offset_of!(TrampolineEntry, vectors),
        preserved = const offset_of!(TrampolineEntry, preserved),
        personality = sym takeover_personality,
        enter_takeover = sym crate::deopt::enter_takeover,
        argument = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, argument),
        target = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, target),
        return_to = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, return_address),
        sp = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, sp),
        saved = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, callee_saved),
        restored = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, vectors),
    )
}
