//! What the collector did: counters, pauses, a report of each collection; a log.

mod at_exit;
mod counters;
mod json;
pub(crate) mod laggards;
mod listener;
mod log;
mod number;
mod observer;
mod output;
mod quantiles;
mod recorder;
mod report;
mod statistics;

pub(crate) use at_exit::{AtExit, register as register_at_exit, tell as tell_at_exit};
pub(crate) use counters::Counters;
pub use counters::Counts;
pub(crate) use listener::Listener;
pub use log::LogError;
pub(crate) use log::{LogSettings, Made, OpenError};
pub(crate) use observer::Observer;
pub use quantiles::Quantiles;
pub(crate) use recorder::Recorder;
pub(crate) use report::{Collection, Laps, nanoseconds};
pub use report::{CollectionCause, CollectionKind, CollectionReport, HeapUse, Phases};
pub use statistics::{SlowStop, Statistics, Stops};
