//! The function that replaces a frame that was taken over.

use core::arch::naked_asm;

use crate::arch::{frame_record, pop_registers, push_registers};

/// The replacement of a frame: its caller appears to have called this function, with the pending
/// frame as the first argument. Returns the frame's result, in both the general and the vector
/// result registers, so that the caller finds it in either.
#[unsafe(naked)]
pub(in crate::deopt) unsafe extern "C" fn replacement() {
    naked_asm!(
        ".cfi_startproc",
        push_registers!(),
        frame_record!(),
        "mov rsi, rsp",
        "sub rsp, 8",
        ".cfi_adjust_cfa_offset 8",
        "call {resume}",
        "movq xmm0, rax",
        "movq xmm1, rdx",
        "add rsp, 8",
        ".cfi_adjust_cfa_offset -8",
        pop_registers!(),
        "ret",
        ".cfi_endproc",
        resume = sym crate::deopt::resume,
    )
}
