//! What the scanner asks of the operating system: which images are mapped, and where. What is
//! public here is for the collector and for patching, not for a host.
//!
//! `cfg(target_os)` stands here and nowhere else in this crate.

#[cfg(target_os = "linux")]
#[path = "linux_cancellation.rs"]
pub mod cancellation;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
#[path = "linux_signals.rs"]
pub mod signals;

#[cfg(target_os = "linux")]
pub use linux::mapped_bytes;
#[cfg(target_os = "linux")]
pub(crate) use linux::{MappedImage, Pin, all_images, load_count, mapped_images, pin, read_code};

/// A part of an image as it is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// As linked: without the bias of the image.
    pub(crate) address: u64,
    /// Bytes in memory.
    pub(crate) size: u64,
    pub(crate) readable: bool,
    pub(crate) executable: bool,
}
