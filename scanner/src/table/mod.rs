//! The compiled call-site table: return address in, frame rule and root slots out.
//!
//! A [`TableBuilder`] reads stack maps and unwind rules once and fuses them into a
//! [`CallSiteTable`]; both can be thrown away afterwards. For each call site the table has the rule
//! that leads to the caller's frame and the list of roots, as one interned [`FrameDescriptor`]:
//! most call sites repeat one. Everything in the table is a position-independent array of integers.

mod builder;
mod call_site_table;
mod descriptor;
mod encode;
mod error;
mod index;
mod process;

pub use builder::TableBuilder;
pub use call_site_table::{CallSite, CallSiteTable, Content, Statistics};
pub use descriptor::{AddressBase, FrameDescriptor, RootLocation};
pub use error::{BuildError, RootProblem};
pub use process::ProcessTableError;

#[cfg(test)]
mod tests;
