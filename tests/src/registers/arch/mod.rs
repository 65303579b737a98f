//! Selects the assembly of the host architecture.

use super::Registers;

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
mod host;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
mod host;

pub use host::{ARITHMETIC_FLAGS, CALL_AND_RETURN};

unsafe extern "C-unwind" {
    /// Loads all registers, calls the target, and stores all registers.
    pub(super) fn tests_registers_call(registers: *mut Registers);
    /// Stores its arguments in `ARGUMENTS` and continues at `forward_arguments`.
    pub(super) fn tests_registers_observe();
    /// Clobbers the registers and flags that calls do not preserve.
    pub(super) fn tests_registers_clobber(has_avx: u64);
}
