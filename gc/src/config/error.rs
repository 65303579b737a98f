//! What is wrong with a setting.

use std::time::Duration;

use super::{MOST_WORKERS, PAUSE_GOALS, TIME_SHARES};
use crate::observe::LogError;

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// An environment variable is not what it should be.
    #[error("{variable}={value}: {expected}")]
    Environment {
        /// The variable's name.
        variable: &'static str,
        /// What it holds.
        value: String,
        /// What it may hold.
        expected: &'static str,
    },
    /// The heap limit is out of range.
    #[error(
        "a heap limit (SPGC_HEAP_MAX) of {bytes} bytes is not possible; with this number of \
         collector threads (SPGC_THREADS) it must be from {least} to {most}"
    )]
    HeapMax {
        /// The limit in question.
        bytes: usize,
        /// The lowest limit that is possible.
        least: usize,
        /// The highest one.
        most: usize,
    },
    /// A share of memory that is none.
    #[error(
        "a heap limit (SPGC_HEAP_MAX) of {percent} % of memory is not possible; it must be more than 0 and \
         at most 100"
    )]
    HeapPercent {
        /// The share in question.
        percent: f64,
    },
    /// The heap limit is a share of memory, and nobody knows how much there is.
    #[error("the system does not say how much memory there is; set SPGC_HEAP_MAX in bytes")]
    MemoryUnknown,
    /// The heap is to begin with more than it may have.
    #[error(
        "a heap that begins with {bytes} bytes (SPGC_HEAP_INITIAL) is not possible; its limit (SPGC_HEAP_MAX) \
         is {limit}"
    )]
    HeapInitial {
        /// The initial size in question.
        bytes: usize,
        /// The heap limit.
        limit: usize,
    },
    /// The nursery is out of range.
    #[error(
        "a nursery (SPGC_NURSERY) of {bytes} bytes is not possible; with this heap limit (SPGC_HEAP_MAX) it must \
         be from {least} to {most}"
    )]
    Nursery {
        /// The size in question.
        bytes: usize,
        /// The smallest one that is possible.
        least: usize,
        /// The largest one, half of the heap limit.
        most: usize,
    },
    /// A share of the heap limit that is none.
    #[error(
        "{percent} % of the heap limit ({setting}) is not possible; it must be more than 0 and at most 100"
    )]
    PercentOfHeap {
        /// The variable that sets it.
        setting: &'static str,
        /// The share in question.
        percent: f64,
    },
    /// The share of time for collections is out of range.
    #[error(
        "collections cannot be given {percent} % of the time (SPGC_TIME_SHARE); use {} to {}",
        TIME_SHARES.start(),
        TIME_SHARES.end()
    )]
    TimeShare {
        /// The share in question.
        percent: f64,
    },
    /// The goal for pauses is out of range.
    #[error(
        "pauses of {goal:?} are no goal (SPGC_PAUSE_GOAL); use {:?} to {:?}",
        PAUSE_GOALS.start(),
        PAUSE_GOALS.end()
    )]
    PauseGoal {
        /// The goal in question.
        goal: Duration,
    },
    /// A limit of the time in collections that is no share.
    #[error(
        "an overhead limit (SPGC_OVERHEAD_LIMIT) of {time} % of time for {free} % of memory is not possible; both \
         must be from 0 to 100"
    )]
    OverheadLimit {
        /// The share of time in question, in per cent.
        time: f64,
        /// The share of memory.
        free: f64,
    },
    /// It is not known what to log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The number of collector threads is out of range.
    #[error("{threads} collector threads (SPGC_THREADS) are not possible; use 1 to {MOST_WORKERS}")]
    Threads {
        /// The number in question.
        threads: usize,
    },
}
