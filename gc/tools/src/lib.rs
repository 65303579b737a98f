//! Reads heap snapshots in the format of V8, which `statepoint-gc`, Node.js and Chrome write, and
//! answers what fills a heap and what keeps an object alive.
//!
//! * [`Snapshot`]: the file in memory.
//! * [`Dominators`]: the sizes that objects retain.
//! * [`ClassSizes`]: objects grouped by class.
//! * [`shortest_path`]: a path from the root to an object.

#![forbid(unsafe_code)]

mod classes;
mod dominators;
pub mod page;
mod path;
mod snapshot;

pub use classes::{ClassGrowth, ClassSizes, growth};
pub use dominators::Dominators;
pub use path::{Step, Target, TargetError, shortest_path};
pub use snapshot::{Edge, EdgeName, ReadError, Snapshot};

#[cfg(test)]
mod snapshot_tests;
