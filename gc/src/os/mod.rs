//! What the collector asks of the operating system; `cfg(target_os)` stands here only.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
