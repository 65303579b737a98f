//! Settings that the host or the environment can make.

mod amount;
mod environment;
mod error;
mod heap_max;
mod inspection;
mod overhead;
mod sizing;
mod variables;
mod verify;

use std::path::PathBuf;
use std::time::Duration;

use crate::observe::{LogSettings, StatsSetting};
use crate::os;
use crate::profile::SampleInterval;
use crate::zeal::Zeal;

pub(crate) use amount::Amount;
pub use error::ConfigError;
pub(crate) use inspection::ReportSettings;
pub(crate) use overhead::OverheadLimit;
use sizing::{PAUSE_GOALS, TIME_SHARES};
pub(crate) use variables::warn_of_unknown_variables;
pub use verify::{HeapVerification, ParseHeapVerificationError};

/// The largest number of collector threads, and of marker threads.
const MAX_WORKERS: usize = 256;

/// Settings of a heap.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Config {
    /// The heap limit, as a share of memory or in bytes; `None`: the default of [`Self::heap_max`].
    pub(crate) heap_max: Option<Amount>,
    /// The initial heap size, in bytes or as a share of the limit: used until the size that the
    /// program needs has been measured. `None`: the default of [`Self::sizing`].
    pub(crate) heap_initial: Option<Amount>,
    /// Size of the nursery: the bytes allocated between two young collections; `None`: chosen by
    /// the sizing policy.
    pub(crate) nursery: Option<Amount>,
    /// Goal for the share of time spent in collections, in per cent.
    pub(crate) time_share: f64,
    /// Goal for the pauses of young collections.
    pub(crate) pause_goal: Duration,
    /// Number of processors that this process may use. Determined once, because that reads files.
    pub(crate) processors: usize,
    /// Number of threads that collect, including the thread that requested the collection.
    pub(crate) workers: usize,
    /// Whether old objects are marked concurrently with mutators; `None`: only if the process may
    /// use several processors and zeal mode is off, whose order would depend on the markers' speed.
    pub(crate) concurrent: Option<bool>,
    /// Number of threads that mark concurrently with mutators; `None`: a quarter of the
    /// processors, at least one.
    pub(crate) markers: Option<usize>,
    /// When to collect although no space is full.
    pub(crate) zeal: Zeal,
    /// Seed of the random choices of zeal mode and of delays.
    pub(crate) zeal_seed: u32,
    /// Whether threads wait for random times at the steps of the safepoint protocol.
    pub(crate) delays: bool,
    /// When the heap is verified.
    pub(crate) verify: HeapVerification,
    /// The overhead limit; `None`: no limit.
    pub(crate) overhead: Option<OverheadLimit>,
    /// Whether an allocation that finds no memory fails, and does not end the process.
    pub(crate) fallible_allocation: bool,
    /// Time after which a stop reports the threads that it waits for; zero: never.
    pub(crate) safepoint_timeout: Duration,
    /// Whether code that is in no stack map is treated as native code, and its frames are unwound.
    pub(crate) unwind_native_frames: bool,
    /// Whether young collections skip frames of deep stacks, by return barriers. After the heap was
    /// created: whether they do.
    pub(crate) return_barriers: bool,
    /// Whether large pages are requested from the OS.
    pub(crate) huge_pages: bool,
    /// Whether transitions between managed and native code may rely on `membarrier(2)`. After the
    /// heap was created: whether they rely on it.
    pub(crate) membarrier: bool,
    /// The log setting, in the syntax of `SPGC_LOG`; empty: no log.
    pub(crate) log: String,
    /// The file for the trace; `None`: no trace.
    pub(crate) trace: Option<PathBuf>,
    /// Where the heap exports its counters.
    pub(crate) stats: StatsSetting,
    /// When the histogram of types is written.
    pub(crate) types: ReportSettings,
    /// When a heap snapshot is written.
    pub(crate) snapshot: ReportSettings,
    /// When the allocation profile is written. It is begun with the heap if this is on.
    pub(crate) profile: ReportSettings,
    /// The mean number of allocated bytes between two samples of that profile.
    pub(crate) profile_interval: SampleInterval,
    /// Whether the names of generated functions are written to the map file of `perf`.
    pub(crate) perf_map: bool,
    /// Whether generated code is made known to gdb.
    pub(crate) gdb: bool,
}

impl Default for Config {
    /// Returns the default settings. The heap limit is the default of [`Self::heap_max`]. There is
    /// one collector thread for each processor that this process may use, or fewer if the CPU quota
    /// of its container is lower.
    fn default() -> Self {
        let processors = os::processors();
        Self {
            heap_max: None,
            heap_initial: None,
            nursery: None,
            time_share: 5.0,
            pause_goal: Duration::from_millis(2),
            processors,
            workers: processors.min(MAX_WORKERS),
            concurrent: None,
            markers: None,
            zeal: Zeal::default(),
            zeal_seed: 0,
            delays: false,
            verify: HeapVerification::default(),
            overhead: Some(OverheadLimit::default()),
            fallible_allocation: false,
            safepoint_timeout: Duration::ZERO,
            unwind_native_frames: false,
            return_barriers: true,
            huge_pages: false,
            membarrier: true,
            log: String::new(),
            trace: None,
            stats: StatsSetting::default(),
            types: ReportSettings::default(),
            snapshot: ReportSettings::default(),
            profile: ReportSettings::default(),
            profile_interval: SampleInterval::DEFAULT,
            perf_map: false,
            gdb: false,
        }
    }
}

impl Config {
    /// Returns the heap limit in bytes. `memory` returns the memory of the machine or container, if
    /// known; it is called only if the limit depends on it.
    pub(crate) fn heap_max(
        &self,
        memory: impl FnOnce() -> Option<usize>,
    ) -> Result<usize, ConfigError> {
        match self.heap_max {
            Some(Amount::Bytes(bytes)) => Ok(bytes),
            amount => heap_max::heap_max(amount, memory()),
        }
    }

    /// Returns the number of threads that mark concurrently with mutators; 0 if concurrent cycles
    /// are off.
    pub(crate) fn marker_count(&self) -> usize {
        match self.concurrent.unwrap_or(self.processors > 1 && !self.zeal.is_on()) {
            true => self.markers.unwrap_or((self.processors / 4).clamp(1, MAX_WORKERS)),
            false => 0,
        }
    }

    /// Returns the settings of the log, or `None` if nothing is logged.
    pub(crate) fn log(&self) -> Result<Option<LogSettings>, ConfigError> {
        if self.log.is_empty() { Ok(None) } else { Ok(LogSettings::parse(&self.log)?) }
    }

    /// Sets when a report of the heap's contents is written, as the variable of this name would.
    pub(crate) fn set_report(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        self.apply_environment(|variable| (variable == name).then(|| value.into()))
    }

    /// Checks the settings that do not depend on the heap limit.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        if !(1..=MAX_WORKERS).contains(&self.workers) {
            return Err(ConfigError::Threads { threads: self.workers });
        }
        if let Some(markers) = self.markers
            && !(1..=MAX_WORKERS).contains(&markers)
        {
            return Err(ConfigError::Markers { markers });
        }
        if let Some(OverheadLimit { time_percent: time, free_percent: free }) = self.overhead
            && ![time, free].iter().all(|percent| (0.0..=100.0).contains(percent))
        {
            return Err(ConfigError::OverheadLimit { time, free });
        }
        Ok(())
    }
}
