//! Data layouts of an operating system that differ between processors. The files in `x86_64` and
//! `aarch64` have the same names.

pub mod aarch64;
pub mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(super) use aarch64 as host;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64 as host;

#[cfg(test)]
mod tests;
