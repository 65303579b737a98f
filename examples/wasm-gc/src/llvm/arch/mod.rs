//! What the IR contains that differs between processors.

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{FLOAT_REGISTER, TARGET, THREAD_POINTER, stub};

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "aarch64")]
pub(super) use aarch64::{FLOAT_REGISTER, TARGET, THREAD_POINTER, stub};
