//! Calls on another stack.

use core::arch::global_asm;
use core::ffi::c_void;

global_asm!(
    ".text",
    // void spgc_call_on_stack(void *argument, void function(void *), stack pointer)
    ".globl spgc_call_on_stack",
    ".hidden spgc_call_on_stack",
    ".type spgc_call_on_stack, @function",
    ".p2align 4",
    "spgc_call_on_stack:",
    ".cfi_startproc",
    "push rbp",
    ".cfi_def_cfa_offset 16",
    ".cfi_offset rbp, -16",
    // Unwinders and debuggers find the caller's stack by rbp.
    "mov rbp, rsp",
    ".cfi_def_cfa_register rbp",
    "mov rsp, rdx",
    "call rsi",
    "mov rsp, rbp",
    ".cfi_def_cfa_register rsp",
    "pop rbp",
    ".cfi_def_cfa_offset 8",
    ".cfi_restore rbp",
    "ret",
    ".cfi_endproc",
    ".size spgc_call_on_stack, . - spgc_call_on_stack",
);

unsafe extern "C" {
    /// Calls `function` with `argument` on the stack whose stack pointer is `sp`.
    ///
    /// # Safety
    ///
    /// `sp` is 16-aligned, and the memory below it is the unused part of a stack. The caller
    /// upholds the contract of `function`.
    pub(crate) fn spgc_call_on_stack(
        argument: *mut c_void,
        function: unsafe extern "C" fn(*mut c_void),
        sp: usize,
    );
}
