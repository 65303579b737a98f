//! The registers of an interrupted thread on Linux: `struct ucontext` with `struct sigcontext_64`
//! in it (the kernel's `arch/x86/include/uapi/asm/sigcontext.h`).

use crate::os::SignalContext;

/// Size in bytes of the fields before the registers: flags, link and the description of the signal
/// stack.
const REGISTERS: u64 = 8 + 8 + 24;

/// Returns the position of a register by its index in `r8 r9 r10 r11 r12 r13 r14 r15 rdi rsi rbp
/// rbx rdx rax rcx rsp rip`.
const fn at(position: u64) -> u64 {
    REGISTERS + 8 * position
}

/// The layout of `ucontext_t`.
pub const LINUX_SIGNAL_CONTEXT: SignalContext = SignalContext {
    pc: at(16),
    // rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15.
    registers: &[
        at(13),
        at(12),
        at(14),
        at(11),
        at(9),
        at(8),
        at(10),
        at(15),
        at(0),
        at(1),
        at(2),
        at(3),
        at(4),
        at(5),
        at(6),
        at(7),
    ],
};
