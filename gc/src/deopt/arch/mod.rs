//! The function that replaces frames that were taken over.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(in crate::deopt) use aarch64::*;
#[cfg(target_arch = "x86_64")]
pub(in crate::deopt) use x86_64::*;
