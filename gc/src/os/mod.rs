//! The operating system interface of the collector; `cfg(target_os)` appears here only.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
