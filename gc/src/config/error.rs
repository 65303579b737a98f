//! Errors in settings.

use std::time::Duration;

use super::{MAX_WORKERS, PAUSE_GOALS, TIME_SHARES};
use crate::observe::LogError;

/// Error returned for an invalid setting.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// An environment variable has an invalid value.
    #[error("{variable}={value}: {expected}")]
    Environment {
        /// The variable's name.
        variable: &'static str,
        /// The variable's value.
        value: String,
        /// Description of the valid values.
        expected: &'static str,
    },
    /// The heap limit is out of range.
    #[error(
        "a heap limit (SPGC_HEAP_MAX) of {bytes} bytes is not possible; with this number of \
         collector threads (SPGC_THREADS) it must be from {least} to {most}"
    )]
    HeapMax {
        /// The rejected limit, in bytes.
        bytes: usize,
        /// The lowest valid limit, in bytes.
        least: usize,
        /// The highest valid limit, in bytes.
        most: usize,
    },
    /// The heap limit is a share of memory that is out of range: it must be more than 0 and at most
    /// 100 per cent.
    #[error(
        "a heap limit (SPGC_HEAP_MAX) of {percent} % of memory is not possible; it must be more \
         than 0 and at most 100"
    )]
    HeapPercent {
        /// The rejected share, in per cent.
        percent: f64,
    },
    /// The heap limit is a share of memory, and the amount of memory is unknown.
    #[error("the size of the machine's memory is unknown; set SPGC_HEAP_MAX in bytes")]
    MemoryUnknown,
    /// The initial size of the heap exceeds its limit.
    #[error(
        "an initial heap size (SPGC_HEAP_INITIAL) of {bytes} bytes is not possible; the limit \
         (SPGC_HEAP_MAX) is {limit}"
    )]
    HeapInitial {
        /// The rejected initial size, in bytes.
        bytes: usize,
        /// The heap limit, in bytes.
        limit: usize,
    },
    /// The size of the nursery is out of range.
    #[error(
        "a nursery (SPGC_NURSERY) of {bytes} bytes is not possible; with this heap limit \
         (SPGC_HEAP_MAX) it must be from {least} to {most}"
    )]
    Nursery {
        /// The rejected size, in bytes.
        bytes: usize,
        /// The smallest valid size, in bytes.
        least: usize,
        /// The largest valid size, in bytes: half of the heap limit.
        most: usize,
    },
    /// A size is a share of the heap limit that is out of range: it must be more than 0 and at most
    /// 100 per cent.
    #[error(
        "{percent} % of the heap limit ({setting}) is not possible; it must be more than 0 and at \
         most 100"
    )]
    PercentOfHeap {
        /// The variable that sets the size.
        setting: &'static str,
        /// The rejected share, in per cent.
        percent: f64,
    },
    /// The share of time for collections is out of range.
    #[error(
        "a time share (SPGC_TIME_SHARE) of {percent} % is not possible; use {} to {}",
        TIME_SHARES.start(),
        TIME_SHARES.end()
    )]
    TimeShare {
        /// The rejected share, in per cent.
        percent: f64,
    },
    /// The goal for pauses is out of range.
    #[error(
        "a pause goal (SPGC_PAUSE_GOAL) of {goal:?} is not possible; use {:?} to {:?}",
        PAUSE_GOALS.start(),
        PAUSE_GOALS.end()
    )]
    PauseGoal {
        /// The rejected goal.
        goal: Duration,
    },
    /// One of the two percentages of the overhead limit is out of range: both must be from 0 to
    /// 100.
    #[error(
        "an overhead limit (SPGC_OVERHEAD_LIMIT) of {time} % of time for {free} % of memory is not \
         possible; both must be from 0 to 100"
    )]
    OverheadLimit {
        /// The share of time, in per cent.
        time: f64,
        /// The share of memory, in per cent.
        free: f64,
    },
    /// The log setting is invalid.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The number of collector threads is out of range.
    #[error("{threads} collector threads (SPGC_THREADS) are not possible; use 1 to {MAX_WORKERS}")]
    Threads {
        /// The rejected number.
        threads: usize,
    },
    /// The number of marker threads is out of range.
    #[error("{markers} marker threads (SPGC_MARKERS) are not possible; use 1 to {MAX_WORKERS}")]
    Markers {
        /// The rejected number.
        markers: usize,
    },
}
