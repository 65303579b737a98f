//! The stub `random_walk_check` that managed code calls.
//!
//! It saves the callee-saved registers as the collector's stubs do, and calls
//! [`check`](super::check), which may rewrite them temporarily.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

unsafe extern "C" {
    /// Called by managed code only.
    pub fn random_walk_check();
}
