//! The OS interface of the collector. Only this file contains `cfg(target_os)`.

#[cfg(target_os = "linux")]
mod linux;

#[cfg(target_os = "linux")]
pub(crate) use linux::*;
