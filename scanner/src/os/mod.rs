//! The interface to the OS: mapped images, signal handlers and thread cancellation. The public
//! items are for the collector and `statepoint-patch`, not for hosts.
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
#[path = "linux_program.rs"]
mod program;
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

/// A `PT_LOAD` segment of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Address in the file (`p_vaddr`), without the load bias.
    pub(crate) address: u64,
    /// Offset in the file.
    pub(crate) file_offset: u64,
    /// Size in bytes in memory.
    pub(crate) size: u64,
    pub(crate) readable: bool,
    pub(crate) executable: bool,
}
