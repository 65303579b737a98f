//! Hand-written stubs for x86-64, the counterparts of generated thunks.

use core::arch::global_asm;

use crate::thunk::thunk_target;

/// DWARF numbers of the registers that `bench_thunk_four` preserves: rcx, rdx, rsi, r8. The first
/// two are also passed to the target function.
pub(in crate::thunk) const PRESERVED_REGISTERS: [u8; 4] = [2, 1, 4, 8];
/// DWARF number of rsp.
pub(in crate::thunk) const STACK_POINTER: u8 = 7;

unsafe extern "C" {
    pub(in crate::thunk) fn bench_thunk_four();
    pub(in crate::thunk) fn bench_thunk_all();
}

global_asm!(
    ".text",
    ".globl bench_thunk_four",
    ".type bench_thunk_four, @function",
    ".p2align 4",
    "bench_thunk_four:",
    ".cfi_startproc",
    "push rcx",
    "push rdx",
    "push rsi",
    "push r8",
    "sub rsp, 8",
    ".cfi_def_cfa_offset 48",
    "mov rdi, rcx",
    "mov rsi, rdx",
    "mov rdx, [rsp + 48]",
    "mov ecx, 7",
    "call {called}",
    "add rsp, 8",
    "pop r8",
    "pop rsi",
    "pop rdx",
    "pop rcx",
    ".cfi_def_cfa_offset 8",
    "ret",
    ".cfi_endproc",
    ".size bench_thunk_four, . - bench_thunk_four",
    ".globl bench_thunk_all",
    ".type bench_thunk_all, @function",
    ".p2align 4",
    "bench_thunk_all:",
    ".cfi_startproc",
    ".irp register, rax, rdx, rcx, rsi, rdi, r8, r9, r10, r11",
    "push \\register",
    ".endr",
    "sub rsp, 256",
    ".cfi_def_cfa_offset 336",
    ".irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
    "movups [rsp + 16 * \\number], xmm\\number",
    ".endr",
    "mov rdi, rcx",
    "mov rsi, rdx",
    "mov rdx, [rsp + 336]",
    "mov ecx, 7",
    "call {called}",
    ".irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
    "movups xmm\\number, [rsp + 16 * \\number]",
    ".endr",
    "add rsp, 256",
    ".irp register, r11, r10, r9, r8, rdi, rsi, rcx, rdx, rax",
    "pop \\register",
    ".endr",
    ".cfi_def_cfa_offset 8",
    "ret",
    ".cfi_endproc",
    ".size bench_thunk_all, . - bench_thunk_all",
    called = sym thunk_target,
);
