//! What the collector did: counters, pauses, a report of each collection.

mod counters;
pub(crate) mod laggards;
mod listener;
mod quantiles;
mod recorder;
mod report;
mod statistics;

pub(crate) use counters::Counters;
pub use counters::Counts;
pub(crate) use listener::Listener;
pub use quantiles::Quantiles;
pub(crate) use recorder::Recorder;
pub(crate) use report::{Collection, Laps, nanoseconds};
pub use report::{CollectionCause, CollectionKind, CollectionReport, HeapUse, Phases};
pub use statistics::{SlowStop, Statistics, Stops};
