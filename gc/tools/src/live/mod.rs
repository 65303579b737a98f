//! The counters that a heap exports while its program runs (`SPGC_STATS`).
//!
//! The package `spgc-stats` reads the file; here are its name for a process, rates between two
//! times, and the two forms for `spgc-top --once`.

mod amount;
mod json;
mod sample;
mod table;
mod target;

pub use amount::{Bytes, Milliseconds, Uptime};
pub use json::to_json;
pub use sample::{HeapState, LiveHeap, LiveSample, Rates};
pub use table::{cycle_text, last_collection, pause_rows, table};
pub use target::{LiveTarget, LiveTargetError};
