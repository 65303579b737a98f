//! The stubs of this processor.

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
pub(super) mod host;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
pub(super) mod host;
