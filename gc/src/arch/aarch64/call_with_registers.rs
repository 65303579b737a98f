//! Calls with the callee-saved registers of the caller.

use core::arch::global_asm;
use core::ffi::c_void;

use statepoint_scanner::arch::RegisterFile;

use super::registers::{pop_registers, push_registers};

global_asm!(
    ".text",
    // void spgc_call_with_registers(void *data, void function(void *data, register file *))
    ".globl spgc_call_with_registers",
    ".hidden spgc_call_with_registers",
    ".type spgc_call_with_registers, @function",
    ".p2align 4",
    "spgc_call_with_registers:",
    ".cfi_startproc",
    "hint #34", // bti c
    push_registers!(),
    "mov x2, x1",
    "mov x1, sp",
    "blr x2",
    pop_registers!(),
    "ret",
    ".cfi_endproc",
    ".size spgc_call_with_registers, . - spgc_call_with_registers",
);

unsafe extern "C" {
    /// Calls `function` with `data`, and with the callee-saved registers of the caller and its
    /// return address, from which its frame and the older ones can be walked.
    ///
    /// # Safety
    ///
    /// `function` may be called with `data`, and does not unwind. It does not change the registers.
    pub(crate) fn spgc_call_with_registers(
        data: *mut c_void,
        function: unsafe extern "C" fn(*mut c_void, *const RegisterFile),
    );
}
