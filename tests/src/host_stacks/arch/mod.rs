//! The switch between stacks, for each processor.

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
mod host;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
mod host;

pub(super) use host::{RETURN, WORDS};
