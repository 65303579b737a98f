//! Architecture-specific code generation.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(super) use aarch64::{GUARD_SIZE, REACH, guard, synchronize};
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{GUARD_SIZE, REACH, guard, synchronize};
