//! What patching asks of the operating system.
//!
//! `cfg(target_os)` stands here and nowhere else in this crate.

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
pub(crate) mod code;
