//! What a frame that was taken over is replaced by.

use core::arch::naked_asm;

use crate::arch::{pop_registers, push_registers};

/// A function that the caller of the frame seems to have called, with what is pending in the register of the first
/// argument. It returns what the caller expects, in a general register or in a vector register.
#[unsafe(naked)]
pub(in crate::deopt) unsafe extern "C" fn replacement() {
    naked_asm!(
        ".cfi_startproc",
        push_registers!(),
        "mov rsi, rsp",
        "sub rsp, 8",
        ".cfi_adjust_cfa_offset 8",
        "call {go_on}",
        "movq xmm0, rax",
        "movq xmm1, rdx",
        "add rsp, 8",
        ".cfi_adjust_cfa_offset -8",
        pop_registers!(),
        "ret",
        ".cfi_endproc",
        go_on = sym crate::deopt::go_on,
    )
}
