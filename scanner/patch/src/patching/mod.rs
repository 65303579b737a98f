//! The bytes at a record that may be patched, what is written there, and how. The head of the crate
//! is the guide; that of [`live`] is the protocol of changing code which threads execute.

mod arch;
mod change;
mod check;
mod error;
mod filling;
mod group;
mod live;
mod machine;
mod memory;
mod patcher;
mod places;
mod region;

pub use check::{Checked, Content};
pub use error::{MemoryError, PatchError};
pub use filling::Patch;
pub use group::PatchGroup;
pub use live::Breakpoints;
pub use machine::{Machine, Transfer};
pub use memory::{CodeMemory, ProtectedPages, SecondMapping, Threads};
pub use patcher::{Live, Patcher, SiteId, When};
pub use region::{PatchSite, Region};
