//! What a frame that was taken over is replaced by.

use core::arch::naked_asm;

use crate::arch::{pop_registers, push_registers};

/// A function that the caller of the frame seems to have called, with what is pending in the register of the first
/// argument. It returns what the caller expects, in a general register or in a vector register.
#[unsafe(naked)]
pub(in crate::deopt) unsafe extern "C" fn replacement() {
    naked_asm!(
        ".cfi_startproc",
        "hint #34", // bti c
        push_registers!(),
        "mov x1, sp",
        "bl {go_on}",
        "fmov d0, x0",
        "fmov d1, x1",
        pop_registers!(),
        "ret",
        ".cfi_endproc",
        go_on = sym crate::deopt::go_on,
    )
}
