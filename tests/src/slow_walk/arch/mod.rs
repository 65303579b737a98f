//! The stub `random_walk_check`, which managed code calls.
//!
//! It saves the callee-saved registers in the format of the collector's stubs, calls
//! [`check`](super::check), which relocates them temporarily, and restores them.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

unsafe extern "C" {
    /// Compares both walks of the stack. Only managed code may call this.
    pub fn random_walk_check();
}
