//! The function that replaces a frame that was taken over.

use core::arch::naked_asm;

use crate::arch::{pop_registers, push_registers};

/// The replacement of a frame: its caller appears to have called this function, with the pending
/// frame as the first argument. Returns the frame's result, in both the general and the vector
/// result registers, so that the caller finds it in either.
#[unsafe(naked)]
pub(in crate::deopt) unsafe extern "C" fn replacement() {
    naked_asm!(
        ".cfi_startproc",
        "hint #34", // bti c
        push_registers!(),
        "mov x1, sp",
        "bl {resume}",
        "fmov d0, x0",
        "fmov d1, x1",
        pop_registers!(),
        "ret",
        ".cfi_endproc",
        resume = sym crate::deopt::resume,
    )
}
