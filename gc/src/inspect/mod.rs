//! Inspection of the heap's contents: which objects are reachable, what keeps them alive, and what
//! has allocated them.
//!
//! An inspection stops all threads, also if a concurrent cycle is in progress, and changes nothing.
//! It finds the objects that a full collection would keep, apart from those that it would queue for
//! finalization. Everything that it needs besides the heap is small: a bitmap of object starts,
//! which also numbers the objects, and a stack of limited size.
//!
//! * `stopped`: the stop.
//! * `source`, `root_edges`: the roots, grouped by the thread, fiber or table that holds them.
//! * `object_edges`: the references in one object, with the names of their fields.
//! * `reachable`: the trace from the roots.
//! * `types_in_use`: the histogram of types.
//! * `snapshot`: the heap snapshot.
//! * `profile`: the allocation profile, which stops threads only at its begin and its end.
//! * `output_file`: a file that appears under its name when it is complete.
//! * `reports`: all three, at the end of the process or by a signal.

mod error;
mod object_edges;
mod output_file;
mod profile;
mod reachable;
mod reports;
mod root_edges;
mod snapshot;
mod source;
mod stopped;
mod types_in_use;

pub use error::InspectionError;
pub(crate) use profile::begin_requested as begin_requested_profile;
pub use profile::{AllocationProfile, AllocationSite, ProfileError, ProfileFrame, TypeAllocations};
pub(crate) use reports::{REPORTS, serve_signals};
pub use snapshot::{
    LabelledObject, SnapshotError, SnapshotOptions, SnapshotProgress, SnapshotSummary,
};
pub use types_in_use::{ObjectCount, TypeInUse, TypesInUse};
