//! What the scanner asks of the operating system: which images are mapped, and where. The collector
//! uses what is public here; nobody else should.
//!
//! `cfg(target_os)` stands here and nowhere else in this crate.

#[cfg(target_os = "linux")]
#[path = "linux_cancellation.rs"]
pub mod cancellation;
#[cfg(all(feature = "patch", target_os = "linux"))]
#[path = "linux_code.rs"]
pub(crate) mod code;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
#[path = "linux_signals.rs"]
pub mod signals;

#[cfg(target_os = "linux")]
pub(crate) use linux::{
    MappedImage, Pin, all_images, load_count, mapped_bytes, mapped_images, pin, read_code,
};

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
