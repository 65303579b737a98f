//! Observation of the collector: counters, pauses, a report of each collection; a log and a trace.

mod at_exit;
mod counters;
mod histogram;
mod json;
mod listener;
mod log;
mod number;
mod observer;
mod output;
mod phase_listener;
mod phase_timer;
mod quantiles;
mod recorder;
mod report;
pub(crate) mod slow_threads;
#[cfg(feature = "tracing")]
mod spans;
mod statistics;
mod trace;

pub(crate) use at_exit::{AtExit, register as register_at_exit, tell as tell_at_exit};
pub use counters::Counts;
pub(crate) use counters::{Counters, ReferenceCounts};
pub use histogram::{Bucket, Distribution, Histogram};
pub(crate) use listener::Listener;
pub use log::LogError;
pub(crate) use log::{LogSettings, Made, OpenError};
pub(crate) use observer::{Audience, Observer};
pub(crate) use phase_listener::PhaseListener;
pub use phase_timer::{CollectionEvent, CollectionMoment, CollectionPhase};
pub(crate) use phase_timer::{PhaseTimer, PhaseTimes, Span};
pub use quantiles::Quantiles;
pub(crate) use recorder::Recorder;
pub(crate) use report::{Collection, nanoseconds};
pub use report::{CollectionReport, Phases};
pub use statistics::{SlowStop, Statistics, Stops};
pub(crate) use trace::{ThreadStop, Timeline, WorkerSpan};
