//! Instructions, breakpoints and signal contexts of x86-64.

use core::arch::naked_asm;
use core::ffi::c_void;

use iced_x86::{Decoder, DecoderOptions, Mnemonic};

use crate::stubs::driver::{Magic, Work};

/// `int3`.
pub(in crate::stubs) const BREAKPOINT: [u8; 1] = [0xcc];

/// The numbers of instructions at the ends of stubs that only a program which is aborted runs.
pub(in crate::stubs) const ABORTING: [(&str, usize); 2] =
    [("spgc_suspend", 2), ("spgc_throw_to_resumer", 1)];

/// Returns the offset and the length of each instruction, and whether it only traps or fills.
pub(in crate::stubs) fn instructions(code: &[u8]) -> Vec<Instruction> {
    let decoder = Decoder::new(64, code, DecoderOptions::NONE);
    decoder
        .into_iter()
        .map(|instruction| Instruction {
            offset: instruction.ip() as usize,
            is_return: instruction.mnemonic() == Mnemonic::Ret,
            never_runs: matches!(
                instruction.mnemonic(),
                Mnemonic::Ud2 | Mnemonic::Nop | Mnemonic::Int3
            ),
        })
        .collect()
}

/// An instruction of a stub.
pub(in crate::stubs) struct Instruction {
    pub(in crate::stubs) offset: usize,
    pub(in crate::stubs) is_return: bool,
    /// Whether it is a trap after a call that does not return, or padding.
    pub(in crate::stubs) never_runs: bool,
}

/// Returns the offsets of the instructions that can be replaced in a trampoline of a return
/// barrier, if the 16 bytes are one.
pub(in crate::stubs) fn barrier_instructions(code: &[u8]) -> &'static [usize] {
    // jmp qword ptr [rip + ...]
    if code.starts_with(&[0xff, 0x25]) { &[0] } else { &[] }
}

/// Sets the program counter back to the breakpoint that has interrupted the thread, and returns it.
pub(in crate::stubs) fn rewind(context: &mut libc::ucontext_t) -> u64 {
    let pc = &mut context.uc_mcontext.gregs[libc::REG_RIP as usize];
    *pc -= BREAKPOINT.len() as i64;
    *pc as u64
}

/// Makes changed code visible to the thread itself: the processor does that.
pub(in crate::stubs) fn flush(_: *mut u8, _: usize) {}

/// Calls `work` with `data`, and with the words of `magic` in the callee-saved registers.
#[unsafe(naked)]
pub(in crate::stubs) unsafe extern "C" fn drive(data: *mut c_void, work: Work, magic: &Magic) {
    naked_asm!(
        ".cfi_startproc",
        ".irp register, rbp, rbx, r12, r13, r14, r15",
        "push \\register",
        ".cfi_adjust_cfa_offset 8",
        ".cfi_rel_offset \\register, 0",
        ".endr",
        "sub rsp, 8",
        ".cfi_adjust_cfa_offset 8",
        "mov rbx, [rdx]",
        "mov rbp, [rdx + 8]",
        "mov r12, [rdx + 16]",
        "mov r13, [rdx + 24]",
        "mov r14, [rdx + 32]",
        "mov r15, [rdx + 40]",
        "call rsi",
        "add rsp, 8",
        ".cfi_adjust_cfa_offset -8",
        ".irp register, r15, r14, r13, r12, rbx, rbp",
        "pop \\register",
        ".cfi_adjust_cfa_offset -8",
        ".cfi_restore \\register",
        ".endr",
        "ret",
        ".cfi_endproc",
    )
}
