//! Compares the layout of signal contexts with the headers of the C library.

use core::mem::offset_of;

use super::host;
use crate::arch::{Host, InstructionSet as _};

/// Returns the offset in a `ucontext_t` of the register with this DWARF number, or of the program
/// counter for `None`.
#[cfg(target_arch = "x86_64")]
fn offset(dwarf: Option<u16>) -> usize {
    use libc::{
        REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RAX, REG_RBP,
        REG_RBX, REG_RCX, REG_RDI, REG_RDX, REG_RIP, REG_RSI, REG_RSP, greg_t,
    };
    let name = dwarf.map_or("rip", |dwarf| Host::register_name(Host::register(dwarf).unwrap()));
    let index = match name {
        "rax" => REG_RAX,
        "rbx" => REG_RBX,
        "rcx" => REG_RCX,
        "rdx" => REG_RDX,
        "rsi" => REG_RSI,
        "rdi" => REG_RDI,
        "rbp" => REG_RBP,
        "rsp" => REG_RSP,
        "r8" => REG_R8,
        "r9" => REG_R9,
        "r10" => REG_R10,
        "r11" => REG_R11,
        "r12" => REG_R12,
        "r13" => REG_R13,
        "r14" => REG_R14,
        "r15" => REG_R15,
        "rip" => REG_RIP,
        other => panic!("{other}"),
    };
    offset_of!(libc::ucontext_t, uc_mcontext.gregs) + size_of::<greg_t>() * index as usize
}

/// Returns the offset in a `ucontext_t` of the register with this DWARF number, or of the program
/// counter for `None`.
#[cfg(target_arch = "aarch64")]
fn offset(dwarf: Option<u16>) -> usize {
    match dwarf {
        None => offset_of!(libc::ucontext_t, uc_mcontext.pc),
        Some(31) => offset_of!(libc::ucontext_t, uc_mcontext.sp),
        Some(dwarf) => offset_of!(libc::ucontext_t, uc_mcontext.regs) + 8 * usize::from(dwarf),
    }
}

#[test]
fn signal_context_layout_matches_kernel() {
    let layout = host::LINUX_SIGNAL_CONTEXT;
    assert_eq!(layout.pc, offset(None) as u64);
    let registers = (0..u16::MAX).take_while(|&dwarf| Host::register(dwarf).is_some());
    let expected: Vec<_> = registers.map(|dwarf| offset(Some(dwarf)) as u64).collect();
    assert_eq!(layout.registers, expected);
    assert_eq!(layout.size(), 8 + *expected.iter().max().unwrap().max(&layout.pc));
}
