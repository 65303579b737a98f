//! The interfaces by which the host holds references: handles of all kinds, weak tables, pins, root
//! ranges and finalizers.

mod any_handle;
mod finalizers;
mod handles;
mod locals;
mod pins;
mod ranges;
mod tables;

pub use any_handle::AnyHandle;
pub use handles::{ForeignHandle, Handle, WeakHandle};
pub use locals::{HandleScope, LocalHandle};
pub use pins::{PinError, PinnedObject};
pub use ranges::RootRange;
#[cfg(feature = "capi")]
pub(crate) use tables::TableOperation;
pub use tables::WeakTable;
