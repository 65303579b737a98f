//! The registers of an interrupted thread on Linux: `struct ucontext` with `struct sigcontext` in
//! it (the kernel's `arch/arm64/include/uapi/asm/sigcontext.h`).

use crate::os::SignalContext;

/// Size in bytes of the fields before the registers: flags, link, the description of the signal
/// stack, room for 1024 signals, and alignment to 16 bytes; then the fault address.
const REGISTERS: u64 = 8 + 8 + 24 + 128 + 8 + 8;

/// Offsets of x0 to x30 and the stack pointer.
const OFFSETS: [u64; 32] = {
    let mut offsets = [0; 32];
    let mut register = 0;
    while register < offsets.len() {
        offsets[register] = REGISTERS + 8 * register as u64;
        register += 1;
    }
    offsets
};

/// The layout of `ucontext_t`.
pub const LINUX_SIGNAL_CONTEXT: SignalContext =
    SignalContext { pc: REGISTERS + 8 * 32, registers: &OFFSETS };
