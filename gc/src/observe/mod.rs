//! What the collector did: counters, pauses.

mod counters;
mod quantiles;
mod recorder;

pub(crate) use counters::Counters;
pub use quantiles::Quantiles;
pub use recorder::Statistics;
pub(crate) use recorder::{Collection, Recorder};
