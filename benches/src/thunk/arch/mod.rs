//! The hand-written stubs of the host's architecture.

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
pub(super) mod host;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
pub(super) mod host;
