//! The registers of an interrupted thread as Linux keeps them: `struct ucontext` with
//! `struct sigcontext_64` in it (the kernel's `arch/x86/include/uapi/asm/sigcontext.h`).

use crate::arch::ContextLayout;

/// Flags, link and the description of the signal stack come first.
const REGISTERS: u64 = 8 + 8 + 24;

/// The register at this position of `r8 r9 r10 r11 r12 r13 r14 r15 rdi rsi rbp rbx rdx rax rcx rsp rip`.
const fn at(position: u64) -> u64 {
    REGISTERS + 8 * position
}

pub(super) const LAYOUT: ContextLayout = ContextLayout {
    pc: at(16),
    sp: at(15),
    link: None,
    // rbx, rbp, r12 to r15: in the order of `X86_64::CALLEE_SAVED`.
    callee_saved: &[at(11), at(10), at(4), at(5), at(6), at(7)],
};
