//! Operating-system services that patching uses.
//!
//! `cfg(target_os)` stands here and nowhere else in this crate.

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
pub(crate) mod code;
