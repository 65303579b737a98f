//! The patchable bytes at a record, and the ways in which they are written. The head of the crate
//! is the guide; that of [`live`] is the protocol of changing code which threads execute.

mod address_set;
mod arch;
mod change;
mod check;
mod error;
mod fill;
mod group;
mod live;
mod machine;
mod memory;
mod patcher;
mod region;

pub use check::{CheckedRegion, RegionContent};
pub use error::{CodeMemoryError, PatchError};
pub use fill::Patch;
pub use group::PatchGroup;
pub use live::BreakpointHandler;
pub use machine::{ControlTransfer, PatchArchitecture};
pub use memory::{CodeMemory, ConcurrentExecution, ProtectedPages, SecondMapping};
pub use patcher::{ExecutionState, LivePatchMethod, PatchSiteId, Patcher};
pub use region::{PatchRegion, PatchSite};
