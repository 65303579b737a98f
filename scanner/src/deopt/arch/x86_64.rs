//! The return-address trampolines to which frames that are taken over return, and the
//! code that leaves such frames.

use core::arch::naked_asm;
use core::mem::offset_of;

use crate::arch::RegisterFile;
use crate::deopt::{
    MAX_RETURN_TRAMPOLINES, ReplacementCall, TrampolineEntry, takeover_personality,
};

/// Number of vector registers that a callee preserves in part.
pub(in crate::deopt) const PRESERVED_VECTORS: usize = 0;

/// Distance in bytes between two trampolines.
pub(in crate::deopt) const RETURN_TRAMPOLINE_SIZE: u64 = 16;

/// Offset in a trampoline of the distance from there to the word with its original return address.
pub(in crate::deopt) const ORIGINAL_DISTANCE: u64 = 8;

/// Returns the address of the first trampoline.
pub(in crate::deopt) fn first_trampoline() -> u64 {
    // Unwinders look up the byte before a return address, so that byte must belong to this
    // function, too: it is part of a trap, or of the padding that aligns the first trampoline.
    (return_trampolines as *const () as u64 + 2).next_multiple_of(RETURN_TRAMPOLINE_SIZE)
}

/// The trampolines, one after the other, and the code to which all of them lead. When a frame has
/// returned to one, the registers are as its callee left them. A stub of the runtime that the frame
/// had called would leave a [`RegisterFile`]; so does this code.
///
/// Unwinders that find a trampoline in a return address see a frame without contents: its CFA is
/// the stack pointer, and its return address is the original. The DWARF expression finds that word
/// with the distance that each trampoline has at its offset 8. Register 16 (the return address) has
/// the address of the trampoline, or that of the next instruction. The unwind rule must cover no
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
        ".cfi_def_cfa rsp, 0",
        ".cfi_personality 0x1b, {personality}", // DW_EH_PE_pcrel | DW_EH_PE_sdata4
        // DW_CFA_expression for register 16, 23 bytes: DW_OP_breg16 0, DW_OP_const1s -16,
        // DW_OP_and, DW_OP_plus_uconst 8, DW_OP_dup, DW_OP_deref_size 4, DW_OP_const4u 0x80000000,
        // DW_OP_xor, DW_OP_const4u 0x80000000, DW_OP_minus, DW_OP_plus. The exclusive-or and the
        // subtraction extend the sign.
        ".cfi_escape 0x10, 16, 23, 0x80, 0, 0x09, 0xf0, 0x1a, 0x23, 8, 0x12, 0x94, 4",
        ".cfi_escape 0x0c, 0, 0, 0, 0x80, 0x27, 0x0c, 0, 0, 0, 0x80, 0x1c, 0x22",
        "ud2",
        ".p2align 4",
        ".set .Lspgc_takeover_original, 0",
        ".rept {count}",
        "call 20f",
        ".p2align 3",
        ".long .Lspgc_takeover_originals + .Lspgc_takeover_original - .",
        ".p2align 4",
        ".set .Lspgc_takeover_original, .Lspgc_takeover_original + 8",
        ".endr",
        ".cfi_endproc",
        "20:",
        ".cfi_startproc",
        "push rbp",
        ".cfi_adjust_cfa_offset 8",
        "push rbx",
        ".cfi_adjust_cfa_offset 8",
        ".cfi_rel_offset rbx, 0",
        "push r12",
        ".cfi_adjust_cfa_offset 8",
        "push r13",
        ".cfi_adjust_cfa_offset 8",
        "push r14",
        ".cfi_adjust_cfa_offset 8",
        "push r15",
        ".cfi_adjust_cfa_offset 8",
        "mov rbx, rsp",
        ".cfi_def_cfa rbx, {file}",
        // Back from the address after the call to the trampoline itself.
        "sub qword ptr [rbx + {return_address}], 5",
        "sub rsp, {entry}",
        "and rsp, -16",
        "mov qword ptr [rsp + {registers}], rbx",
        "mov qword ptr [rsp + {words}], rax",
        "mov qword ptr [rsp + {words} + 8], rdx",
        "movups xmmword ptr [rsp + {vectors}], xmm0",
        "movups xmmword ptr [rsp + {vectors} + 16], xmm1",
        "mov rdi, rsp",
        "call {enter_takeover}",
        // The frame is removed: all registers now have the caller's values, except those of this
        // list.
        "mov rdi, qword ptr [rsp + {argument}]",
        "mov rax, qword ptr [rsp + {target}]",
        "mov r10, qword ptr [rsp + {return_to}]",
        "mov r11, qword ptr [rsp + {sp}]",
        // From here on, unwinders find the caller, whose registers are in memory until the stack
        // pointer changes. For each: DW_CFA_expression, 3 bytes: DW_OP_breg7 with the offset as two
        // bytes of SLEB128.
        ".cfi_def_cfa r11, 0",
        ".cfi_register rip, r10",
        ".set .Lspgc_saved, {saved}",
        ".irp register, 3, 6, 12, 13, 14, 15",
        ".cfi_escape 0x10, \\register, 3, 0x77, (.Lspgc_saved & 0x7f) | 0x80, .Lspgc_saved >> 7",
        ".set .Lspgc_saved, .Lspgc_saved + 8",
        ".endr",
        "mov rbx, qword ptr [rsp + {saved}]",
        "mov rbp, qword ptr [rsp + {saved} + 8]",
        "mov r12, qword ptr [rsp + {saved} + 16]",
        "mov r13, qword ptr [rsp + {saved} + 24]",
        "mov r14, qword ptr [rsp + {saved} + 32]",
        "mov r15, qword ptr [rsp + {saved} + 40]",
        "mov rsp, r11",
        ".cfi_def_cfa rsp, 0",
        ".irp register, 3, 6, 12, 13, 14, 15",
        ".cfi_restore \\register",
        ".endr",
        "push r10",
        ".cfi_adjust_cfa_offset 8",
        ".cfi_offset rip, -8",
        "jmp rax",
        ".cfi_endproc",
        count = const MAX_RETURN_TRAMPOLINES,
        file = const size_of::<RegisterFile>(),
        return_address = const offset_of!(RegisterFile, return_address),
        entry = const size_of::<TrampolineEntry>(),
        registers = const offset_of!(TrampolineEntry, registers),
        words = const offset_of!(TrampolineEntry, words),
        vectors = const offset_of!(TrampolineEntry, vectors),
        personality = sym takeover_personality,
        enter_takeover = sym crate::deopt::enter_takeover,
        argument = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, argument),
        target = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, target),
        return_to = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, return_address),
        sp = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, sp),
        saved = const offset_of!(TrampolineEntry, replacement) + offset_of!(ReplacementCall, callee_saved),
    )
}
