//! What the collector did: counters, pauses.

mod counters;
pub(crate) mod laggards;
mod quantiles;
mod recorder;

pub(crate) use counters::Counters;
pub use quantiles::Quantiles;
pub(crate) use recorder::{Collection, Recorder};
pub use recorder::{SlowStop, Statistics, Stops};
