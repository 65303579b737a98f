//! The registers of an interrupted thread as Linux keeps them: `struct ucontext` with
//! `struct sigcontext` in it (the kernel's `arch/arm64/include/uapi/asm/sigcontext.h`).

use crate::arch::ContextLayout;

/// Flags, link, the description of the signal stack, room for 1024 signals, and alignment to 16
/// bytes; then the fault address.
const REGISTERS: u64 = 8 + 8 + 24 + 128 + 8 + 8;

const fn x(number: u64) -> u64 {
    REGISTERS + 8 * number
}

pub(super) const LAYOUT: ContextLayout = ContextLayout {
    pc: x(32),
    sp: x(31),
    link: Some(x(30)),
    // x19 to x29: in the order of `Aarch64::CALLEE_SAVED`.
    callee_saved: &[x(19), x(20), x(21), x(22), x(23), x(24), x(25), x(26), x(27), x(28), x(29)],
};
