//! Reads heap snapshots in the format of V8, which `statepoint-gc`, Node.js and Chrome write, and
//! answers what fills a heap and what keeps an object alive. Also reads the counters that a heap
//! exports while its program runs, and the log of `statepoint-gc`, and makes a page about it.
//!
//! * [`Snapshot`]: the file in memory.
//! * [`Dominators`]: the sizes that objects retain.
//! * [`ClassSizes`]: objects grouped by class.
//! * [`shortest_path`]: a path from the root to an object.
//! * [`live`]: the counters of running programs.
//! * [`log::Log`]: a log.
//! * [`report::report_page`]: a page about it.

#![forbid(unsafe_code)]

mod classes;
mod dominators;
pub mod live;
pub mod log;
pub mod page;
mod path;
pub mod report;
mod snapshot;

pub use classes::{ClassGrowth, ClassSizes, growth};
pub use dominators::Dominators;
pub use path::{Step, Target, TargetError, shortest_path};
pub use snapshot::{Edge, EdgeName, ReadError, Snapshot};

#[cfg(test)]
mod snapshot_tests;
