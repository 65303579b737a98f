//! Instructions, breakpoints and signal contexts of AArch64.

use core::arch::naked_asm;
use core::ffi::c_void;

use crate::stubs::driver::{Magic, Work};

/// `brk #1`.
pub(in crate::stubs) const BREAKPOINT: [u8; 4] = 0xd420_0020_u32.to_le_bytes();

/// The numbers of instructions at the ends of stubs that only a program which is aborted runs.
pub(in crate::stubs) const ABORTING: [(&str, usize); 2] =
    [("spgc_suspend", 1), ("spgc_throw_to_resumer", 1)];

/// An instruction of a stub.
pub(in crate::stubs) struct Instruction {
    pub(in crate::stubs) offset: usize,
    pub(in crate::stubs) is_return: bool,
    /// Whether it is a trap after a call that does not return, or padding.
    pub(in crate::stubs) never_runs: bool,
}

/// Returns the instructions of a stub.
pub(in crate::stubs) fn instructions(code: &[u8]) -> Vec<Instruction> {
    let words = code.chunks_exact(4).enumerate();
    words
        .map(|(index, word)| {
            let word = u32::from_le_bytes(word.try_into().expect("4 bytes"));
            Instruction {
                offset: 4 * index,
                is_return: word == 0xd65f_03c0,
                // brk, nop, udf
                never_runs: word & 0xffe0_001f == 0xd420_0000 || word == 0xd503_201f || word == 0,
            }
        })
        .collect()
}

/// Returns the offsets of the instructions that can be replaced in a trampoline of a return
/// barrier, if the 16 bytes are one. Unwinders read the third instruction, `ret x16`.
pub(in crate::stubs) fn barrier_instructions(code: &[u8]) -> &'static [usize] {
    let word = u32::from_le_bytes([code[0], code[1], code[2], code[3]]);
    // adrp x16, ...
    if word & 0x9f00_001f == 0x9000_0010 { &[0, 4] } else { &[] }
}

/// Returns the program counter of the breakpoint that has interrupted the thread.
pub(in crate::stubs) fn rewind(context: &mut libc::ucontext_t) -> u64 {
    context.uc_mcontext.pc
}

unsafe extern "C" {
    fn __clear_cache(begin: *mut c_void, end: *mut c_void);
}

/// Makes changed code visible.
pub(in crate::stubs) fn flush(code: *mut u8, len: usize) {
    // SAFETY: the function only flushes caches.
    unsafe { __clear_cache(code.cast(), code.wrapping_add(len).cast()) };
}

/// Calls `work` with `data`, and with the words of `magic` in the callee-saved registers.
#[unsafe(naked)]
pub(in crate::stubs) unsafe extern "C" fn drive(data: *mut c_void, work: Work, magic: &Magic) {
    naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-96]!",
        ".cfi_def_cfa_offset 96",
        ".cfi_offset x29, -96",
        ".cfi_offset x30, -88",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
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
        "ldp x19, x20, [x2]",
        "ldp x21, x22, [x2, #16]",
        "ldp x23, x24, [x2, #32]",
        "ldp x25, x26, [x2, #48]",
        "ldp x27, x28, [x2, #64]",
        "ldr x29, [x2, #80]",
        "blr x1",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp x29, x30, [sp], #96",
        ".cfi_def_cfa_offset 0",
        ".irp register, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30",
        ".cfi_restore \\register",
        ".endr",
        "ret",
        ".cfi_endproc",
    )
}
