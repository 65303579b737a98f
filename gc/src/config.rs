//! What a host or the environment can set.

mod heap_max;

use std::ffi::OsString;
use std::time::Duration;

use crate::collect::OverheadLimit;
use crate::verify::{Verify, Zeal};

pub(crate) use heap_max::HeapMax;

/// The largest number of collector threads.
const MOST_WORKERS: usize = 256;

/// Settings of a heap.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Config {
    /// How much the heap may use, both halves together.
    pub(crate) heap_max: HeapMax,
    /// Threads that collect, the one that asked for the collection included.
    pub(crate) workers: usize,
    pub(crate) zeal: Zeal,
    /// Random delays at the steps of the safepoint protocol.
    pub(crate) delays: bool,
    pub(crate) verify: Verify,
    /// When too much time goes into collections; `None`: never.
    pub(crate) overhead: Option<OverheadLimit>,
    /// How long a stop waits for threads before it says which ones; for ever if zero.
    pub(crate) safepoint_timeout: Duration,
    /// Whether code that is in no stack map is taken to be native, and unwound.
    pub(crate) unwind_native_frames: bool,
    /// Whether transitions may rely on a barrier in all threads. When the heap is made: whether
    /// they do.
    pub(crate) membarrier: bool,
}

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
    /// The number of collector threads is out of range.
    #[error("{threads} collector threads (SPGC_THREADS) are not possible; use 1 to {MOST_WORKERS}")]
    Threads {
        /// The number in question.
        threads: usize,
    },
}

impl Default for Config {
    /// A quarter of memory, and a collector thread for each processor: those that this process may
    /// use, or the time of so many that its container is given.
    fn default() -> Self {
        Self {
            heap_max: HeapMax::default(),
            workers: std::thread::available_parallelism().map_or(1, |n| n.get().min(MOST_WORKERS)),
            zeal: Zeal::default(),
            delays: false,
            verify: Verify::default(),
            overhead: Some(OverheadLimit::default()),
            safepoint_timeout: Duration::ZERO,
            unwind_native_frames: false,
            membarrier: true,
        }
    }
}

impl Config {
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

    /// Takes over what the `SPGC_*` variables say. `read` looks a variable up.
    pub(crate) fn apply_environment(
        &mut self,
        read: impl Fn(&str) -> Option<OsString>,
    ) -> Result<(), ConfigError> {
        fn take<T>(
            value: Option<OsString>,
            variable: &'static str,
            expected: &'static str,
            parse: impl Fn(&str) -> Option<T>,
            target: &mut T,
        ) -> Result<(), ConfigError> {
            // An empty variable is as good as none.
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                // What is no text parses as nothing.
                let parsed = value.to_str().and_then(parse);
                let value = value.to_string_lossy().into_owned();
                *target = parsed.ok_or(ConfigError::Environment { variable, value, expected })?;
            }
            Ok(())
        }
        let size = "a number of bytes, or one with K, M, G or T, such as 512M, or a share of memory, \
                    such as 25%";
        take(read("SPGC_HEAP_MAX"), "SPGC_HEAP_MAX", size, HeapMax::parse, &mut self.heap_max)?;
        let count = "a number of collector threads";
        take(read("SPGC_THREADS"), "SPGC_THREADS", count, |v| v.parse().ok(), &mut self.workers)?;
        let zeal = "off, alloc, poll, or a number n to collect at every n-th allocation; with \
                    delays, or ,delays behind it, random delays as well";
        let mut both = (self.zeal, self.delays);
        take(read("SPGC_ZEAL"), "SPGC_ZEAL", zeal, parse_zeal, &mut both)?;
        (self.zeal, self.delays) = both;
        let when = "before, after, both with a comma between, or off";
        take(read("SPGC_VERIFY"), "SPGC_VERIFY", when, |v| v.parse().ok(), &mut self.verify)?;
        let time = "a number of milliseconds, or 0 to wait in silence";
        let milliseconds = |text: &str| text.parse().ok().map(Duration::from_millis);
        let timeout = "SPGC_SAFEPOINT_TIMEOUT";
        take(read(timeout), timeout, time, milliseconds, &mut self.safepoint_timeout)?;
        let overhead = "two numbers, per cent of time and of memory, such as 98,2, or off";
        let variable = "SPGC_OVERHEAD_LIMIT";
        take(read(variable), variable, overhead, parse_overhead, &mut self.overhead)?;
        let switch = "on, to use membarrier(2) if the system can, or off";
        take(read("SPGC_MEMBARRIER"), "SPGC_MEMBARRIER", switch, parse_switch, &mut self.membarrier)
    }
}

/// When to collect, and whether there are delays.
fn parse_zeal(text: &str) -> Option<(Zeal, bool)> {
    if text == "delays" {
        return Some((Zeal::Off, true));
    }
    let (zeal, delays) = match text.strip_suffix(",delays") {
        Some(zeal) => (zeal, true),
        None => (text, false),
    };
    Some((zeal.parse().ok()?, delays))
}

fn parse_overhead(text: &str) -> Option<Option<OverheadLimit>> {
    if text == "off" {
        return Some(None);
    }
    let (time, free) = text.split_once(',')?;
    let percent = |text: &str| text.trim().parse().ok();
    Some(Some(OverheadLimit { time_percent: percent(time)?, free_percent: percent(free)? }))
}

fn parse_switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(variable: &'static str, value: &str) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        config.apply_environment(|name| (name == variable).then(|| value.into()))?;
        config.check()?;
        Ok(config)
    }

    #[test]
    fn settings_out_of_range_are_named() {
        for text in
            ["x", "12X", "-1", "1.5G", "99999999999999999999", "18446744073709551615K", "x%"]
        {
            let error = from("SPGC_HEAP_MAX", text).unwrap_err();
            assert!(error.to_string().starts_with(&format!("SPGC_HEAP_MAX={text}: ")), "{error}");
        }
        assert_eq!(from("SPGC_THREADS", "0"), Err(ConfigError::Threads { threads: 0 }));
        assert!(from("SPGC_ZEAL", "always").is_err());
        assert!(from("SPGC_ZEAL", "0").is_err());
    }

    #[test]
    fn verification_is_named() {
        let verify = from("SPGC_VERIFY", "before,after").unwrap().verify;
        assert_eq!(verify, Verify { before: true, after: true });
        let error = from("SPGC_VERIFY", "always").unwrap_err();
        assert!(error.to_string().starts_with("SPGC_VERIFY=always: before, after"), "{error}");
    }

    #[test]
    fn a_switch_is_on_or_off() {
        assert!(from("SPGC_MEMBARRIER", "on").unwrap().membarrier);
        assert!(!from("SPGC_MEMBARRIER", "off").unwrap().membarrier);
        assert!(from("SPGC_MEMBARRIER", "1").is_err());
    }

    #[test]
    fn an_overhead_limit_is_two_shares() {
        let limit = |text| from("SPGC_OVERHEAD_LIMIT", text).map(|config| config.overhead);
        let some =
            |time_percent, free_percent| Ok(Some(OverheadLimit { time_percent, free_percent }));
        assert_eq!(limit("90,12.5"), some(90.0, 12.5));
        assert_eq!(limit(""), some(98.0, 2.0));
        assert_eq!(limit("off"), Ok(None));
        for text in ["98", "98%,2%", "a,b", "1,2,3", "on"] {
            assert!(matches!(limit(text), Err(ConfigError::Environment { .. })), "{text}");
        }
        for (text, time, free) in [("101,2", 101.0, 2.0), ("98,-1", 98.0, -1.0)] {
            assert_eq!(limit(text), Err(ConfigError::OverheadLimit { time, free }));
        }
        assert!(limit("NaN,2").is_err());
    }

    #[test]
    fn a_timeout_is_in_milliseconds() {
        let timeout = |text| from("SPGC_SAFEPOINT_TIMEOUT", text).map(|c| c.safepoint_timeout);
        assert_eq!(timeout("20"), Ok(Duration::from_millis(20)));
        assert_eq!(timeout("0"), Ok(Duration::ZERO));
        assert!(timeout("20ms").is_err());
    }

    #[test]
    fn zeal_is_a_place_or_a_number() {
        assert_eq!(from("SPGC_ZEAL", "alloc").unwrap().zeal, Zeal::EveryAllocation(1));
        assert_eq!(from("SPGC_ZEAL", "50").unwrap().zeal, Zeal::EveryAllocation(50));
        assert_eq!(from("SPGC_ZEAL", "poll").unwrap().zeal, Zeal::EveryPoll);
        assert_eq!(from("SPGC_ZEAL", "off").unwrap().zeal, Zeal::Off);
        assert_eq!(from("SPGC_ZEAL", "").unwrap().zeal, Zeal::Off);
        assert!(!from("SPGC_ZEAL", "poll").unwrap().delays);
        for (text, zeal) in [("poll,delays", Zeal::EveryPoll), ("delays", Zeal::Off)] {
            let config = from("SPGC_ZEAL", text).unwrap();
            assert_eq!((config.zeal, config.delays), (zeal, true), "{text}");
        }
        assert!(from("SPGC_ZEAL", "delays,poll").is_err());
        assert_eq!(from("SPGC_OTHER", "poll").unwrap().zeal, Zeal::Off);
    }
}
