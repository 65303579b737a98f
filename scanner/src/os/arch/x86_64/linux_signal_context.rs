//! The registers of an interrupted thread on Linux: `struct ucontext` with `struct sigcontext_64`
//! in it (the kernel's `arch/x86/include/uapi/asm/sigcontext.h`).

use crate::os::SignalContext;

/// Size in bytes of the fields before the registers: flags, link and the description of the signal
/// stack.
const REGISTERS: u64 = 8 + 8 + 24;

/// Returns the offset of the register with this index in `r8 r9 r10 r11 r12 r13 r14 r15 rdi rsi rbp
/// rbx rdx rax rcx rsp rip`.
const fn offset(index: u64) -> u64 {
    REGISTERS + 8 * index
}

/// The layout of `ucontext_t`.
pub const LINUX_SIGNAL_CONTEXT: SignalContext = SignalContext {
    pc: offset(16),
    // rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15.
    registers: &[
        offset(13),
        offset(12),
        offset(14),
        offset(11),
        offset(9),
        offset(8),
        offset(10),
        offset(15),
        offset(0),
        offset(1),
        offset(2),
        offset(3),
        offset(4),
        offset(5),
        offset(6),
        offset(7),
    ],
};
