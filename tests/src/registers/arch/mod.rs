//! The assembly of this processor.

use super::Registers;

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
mod host;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
mod host;

pub use host::{ARITHMETIC_FLAGS, CALL_AND_RETURN};

unsafe extern "C-unwind" {
    /// Loads all registers, calls, and stores them all.
    pub(super) fn tests_registers_call(registers: *mut Registers);
    /// Stores its arguments and continues at `observed`.
    pub(super) fn tests_registers_observe();
    /// Changes the registers that calls do not preserve.
    pub(super) fn tests_registers_scramble(wide: u64);
}
