//! What a host or the environment can set.

mod amount;
mod environment;
mod error;
mod heap_max;
mod overhead;
mod sizing;
mod verify;

use std::path::PathBuf;
use std::time::Duration;

use crate::observe::LogSettings;
use crate::os;
use crate::zeal::Zeal;

pub(crate) use amount::Amount;
pub use error::ConfigError;
pub(crate) use overhead::OverheadLimit;
use sizing::{PAUSE_GOALS, TIME_SHARES};
pub use verify::{ParseVerifyError, Verify};

/// The largest number of collector threads.
const MOST_WORKERS: usize = 256;

/// Settings of a heap.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Config {
    /// How much the heap may use, as a share of memory or in bytes; `None`: as [`Self::heap_max`] finds fit.
    pub(crate) heap_max: Option<Amount>,
    /// How much it may use before it was found how much it needs; shares are of the limit.
    pub(crate) heap_initial: Option<Amount>,
    /// How much is allocated from one young collection to the next; `None`: as the policy finds best.
    pub(crate) nursery: Option<Amount>,
    /// How much of the time may go into collections, in per cent.
    pub(crate) time_share: f64,
    /// How long a young collection should take at most.
    pub(crate) pause_goal: Duration,
    /// Threads that collect, the one that asked for the collection included.
    pub(crate) workers: usize,
    pub(crate) zeal: Zeal,
    /// Where what zeal mode and delays do at random begins.
    pub(crate) zeal_seed: u32,
    /// Random delays at the steps of the safepoint protocol.
    pub(crate) delays: bool,
    pub(crate) verify: Verify,
    /// When too much time goes into collections; `None`: never.
    pub(crate) overhead: Option<OverheadLimit>,
    /// How long a stop waits for threads before it says which ones; for ever if zero.
    pub(crate) safepoint_timeout: Duration,
    /// Whether code that is in no stack map is taken to be native, and unwound.
    pub(crate) unwind_native_frames: bool,
    /// Whether the system is asked for large pages.
    pub(crate) huge_pages: bool,
    /// Whether transitions may rely on a barrier in all threads. When the heap is made: whether
    /// they do.
    pub(crate) membarrier: bool,
    /// What is logged, as `SPGC_LOG` says it; nothing if empty.
    pub(crate) log: String,
    /// The file for a trace.
    pub(crate) trace: Option<PathBuf>,
}

impl Default for Config {
    /// A quarter of memory, and a collector thread for each processor: those that this process may
    /// use, or the time of so many that its container is given.
    fn default() -> Self {
        Self {
            heap_max: None,
            heap_initial: None,
            nursery: None,
            time_share: 5.0,
            pause_goal: Duration::from_millis(2),
            workers: os::processors().min(MOST_WORKERS),
            zeal: Zeal::default(),
            zeal_seed: 0,
            delays: false,
            verify: Verify::default(),
            overhead: Some(OverheadLimit::default()),
            safepoint_timeout: Duration::ZERO,
            unwind_native_frames: false,
            huge_pages: false,
            membarrier: true,
            log: String::new(),
            trace: None,
        }
    }
}

impl Config {
    /// The heap limit in bytes, where there is so much `memory`.
    pub(crate) fn heap_max(&self, memory: Option<usize>) -> Result<usize, ConfigError> {
        heap_max::heap_max(self.heap_max, memory)
    }

    /// What is to be logged.
    pub(crate) fn log(&self) -> Result<Option<LogSettings>, ConfigError> {
        if self.log.is_empty() { Ok(None) } else { Ok(LogSettings::parse(&self.log)?) }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        if !(1..=MOST_WORKERS).contains(&self.workers) {
            return Err(ConfigError::Threads { threads: self.workers });
        }
        if let Some(OverheadLimit { time_percent: time, free_percent: free }) = self.overhead
            && ![time, free].iter().all(|percent| (0.0..=100.0).contains(percent))
        {
            return Err(ConfigError::OverheadLimit { time, free });
        }
        Ok(())
    }
}
