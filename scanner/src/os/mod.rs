//! The interface to the operating system: mapped images, signal handlers, cancellation. The public
//! items here are for the collector and for patching, not for a host.
//!
//! `cfg(target_os)` is used here and nowhere else in this crate.

pub mod arch;
mod signal_context;

#[cfg(target_os = "linux")]
#[path = "linux_cancellation.rs"]
pub mod cancellation;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
#[path = "linux_signals.rs"]
pub mod signals;

#[cfg(target_os = "linux")]
pub use arch::host::LINUX_SIGNAL_CONTEXT as SIGNAL_CONTEXT;
#[cfg(target_os = "linux")]
pub use linux::mapped_bytes;
#[cfg(target_os = "linux")]
pub(crate) use linux::{MappedImage, Pin, all_images, load_count, mapped_images, pin, read_code};
pub use signal_context::SignalContext;

/// A part of an image as it is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// The linked address, without the bias of the image.
    pub(crate) address: u64,
    /// Size in bytes in memory.
    pub(crate) size: u64,
    pub(crate) readable: bool,
    pub(crate) executable: bool,
}
