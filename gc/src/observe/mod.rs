//! Observation of the collector: counters, pause times, a report of each collection, a log and a
//! trace.

mod at_exit;
mod backtrace;
mod counters;
mod histogram;
mod json;
mod listener;
mod log;
mod number;
mod observer;
mod open_metrics;
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
mod stats;
mod trace;

pub(crate) use at_exit::{AtExit, notify as notify_at_exit, register as register_at_exit};
pub(crate) use backtrace::{InterruptedStack, Names, append_frames};
pub use counters::CollectionCounts;
pub(crate) use counters::{Counters, CycleCounts, ReferenceCounts};
pub use histogram::{Histogram, HistogramBucket, HistogramKind};
pub(crate) use listener::{Listener, is_in_collection_callback};
pub use log::LogError;
pub(crate) use log::{HeapSettings, LogSettings, OpenError, OutputKind};
pub(crate) use observer::{Observer, ObserverConfig};
pub use open_metrics::OpenMetrics;
pub(crate) use output::expand_numbered;
pub(crate) use phase_listener::PhaseListener;
pub use phase_timer::{CollectionEvent, CollectionEventKind, CollectionPhase};
pub(crate) use phase_timer::{PhaseTimer, Span};
pub use quantiles::Quantiles;
pub(crate) use recorder::Recorder;
pub(crate) use report::{Collection, nanoseconds};
pub use report::{CollectionReport, PhaseDurations};
pub use statistics::{CollectorStatistics, SlowStop, StopStatistics};
pub(crate) use stats::StatsSetting;
pub(crate) use trace::{ThreadStop, Timeline, WorkerSpan};
