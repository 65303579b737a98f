//! The compiled call-site table: maps a return address to a frame rule and root slots.
//!
//! A [`TableBuilder`] reads stack maps and unwind rules once and combines them into a
//! [`TableBuffer`]; both inputs can be discarded afterwards. For each call site the table has the
//! rule that leads to the caller's frame and the list of roots, as one interned
//! [`FrameDescriptor`]: most call sites repeat one. A [`CallSiteTable`] is a view of such words,
//! which are position independent and can lie anywhere: `format.rs` describes them.

mod buffer;
mod builder;
mod call_site_table;
mod descriptor;
mod encode;
mod error;
mod format;
mod generation;
mod index;
mod intern;
mod native_frame;
mod numbers;
mod record;
#[cfg(spgc_mutations)]
mod recorded_size;
mod units;

pub use buffer::TableBuffer;
pub use builder::copy_at;
pub use builder::{CodeBytes, TableBuilder};
pub use call_site_table::{CallSite, CallSiteContent, CallSiteTable, TableStatistics};
pub use descriptor::{AddressBase, BaseRoots, FrameDescriptor, PinnedFrame, RootLocation};
pub use encode::DescriptorEncoder;
pub use error::FrameSize;
pub use error::{TableBuildError, TableEncodeError};
pub use format::{CODE_START_OFFSET, TableError, UNIT_ALIGNMENT};
pub use generation::next_generation;
pub use native_frame::NativeFrame;
pub use record::{CallSiteRecord, RecordKind};
pub use units::{SECTION_NAME, TableUnitError, TableUnits, units, units_of};

#[cfg(test)]
mod tests;
