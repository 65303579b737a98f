//! The call-site table, which maps a return address to an unwind rule and the locations of roots.
//!
//! A [`TableBuilder`] reads stack maps and unwind rules once and combines them into a
//! [`TableBuffer`]; both inputs can be discarded afterwards. The entry of a call site is a
//! [`FrameDescriptor`]: the unwind rule of the frame and the list of its roots. Descriptors are
//! interned, because many call sites have equal ones. A [`CallSiteTable`] is a view of an encoded
//! table, which is position-independent. `format.rs` describes the binary format.

#![forbid(unsafe_code)]

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
mod packed_integers;
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
