//! Settings from the `SPGC_*` environment variables.

use core::num::NonZeroU64;
use std::ffi::OsString;
use std::time::Duration;

use super::{Amount, Config, ConfigError, ReportSettings};
use crate::config::OverheadLimit;
use crate::observe::StatsSetting;
use crate::profile::SampleInterval;
use crate::zeal::Zeal;

impl Config {
    /// Overrides settings with the values of the `SPGC_*` variables. `read` returns the value of a
    /// variable, or `None` if it is not set.
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
            // An empty variable counts as unset.
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                // A value that is not UTF-8 fails to parse.
                let parsed = value.to_str().and_then(parse);
                let value = value.to_string_lossy().into_owned();
                *target = parsed.ok_or(ConfigError::Environment { variable, value, expected })?;
            }
            Ok(())
        }
        let size = "a number of bytes, with K, M, G or T if need be, such as 512M, or a percentage \
                    of memory, such as 25%";
        let some = |text: &str| Amount::parse(text).map(Some);
        take(read("SPGC_HEAP_MAX"), "SPGC_HEAP_MAX", size, some, &mut self.heap_max)?;
        let size = "a number of bytes, with K, M, G or T if need be, such as 32M, or a percentage \
                    of the heap limit, such as 10%";
        let variable = "SPGC_HEAP_INITIAL";
        take(read(variable), variable, size, some, &mut self.heap_initial)?;
        let size = "adaptive, a number of bytes, with K, M, G or T if need be, such as 4M, or a \
                    percentage of the heap limit, such as 10%";
        take(read("SPGC_NURSERY"), "SPGC_NURSERY", size, parse_nursery, &mut self.nursery)?;
        let share = "a percentage of time, such as 5";
        let (variable, number) = ("SPGC_TIME_SHARE", |text: &str| text.parse().ok());
        take(read(variable), variable, share, number, &mut self.time_share)?;
        let goal = "a number of milliseconds, such as 2 or 0.5";
        let variable = "SPGC_PAUSE_GOAL";
        take(read(variable), variable, goal, parse_milliseconds, &mut self.pause_goal)?;
        let count = "a number of collector threads";
        take(read("SPGC_THREADS"), "SPGC_THREADS", count, |v| v.parse().ok(), &mut self.workers)?;
        let switch = "on, to mark old objects concurrently, or off";
        let some_switch = |text: &str| parse_switch(text).map(Some);
        let variable = "SPGC_CONCURRENT";
        take(read(variable), variable, switch, some_switch, &mut self.concurrent)?;
        let count = "a number of marker threads";
        let some_number = |text: &str| text.parse().ok().map(Some);
        take(read("SPGC_MARKERS"), "SPGC_MARKERS", count, some_number, &mut self.markers)?;
        let zeal = "off, alloc, poll, delays (random delays only), or a number n to collect at \
                    every n-th allocation; then optionally ,delays (random delays) and ,seed=N \
                    (seed of all random choices)";
        let mut settings = (self.zeal, self.delays, self.zeal_seed);
        let seed = self.zeal_seed;
        take(read("SPGC_ZEAL"), "SPGC_ZEAL", zeal, |text| parse_zeal(text, seed), &mut settings)?;
        (self.zeal, self.delays, self.zeal_seed) = settings;
        let when = "before, after, before,after or off";
        take(read("SPGC_VERIFY"), "SPGC_VERIFY", when, |v| v.parse().ok(), &mut self.verify)?;
        let time = "a number of milliseconds, or 0 for no report";
        let milliseconds = |text: &str| text.parse().ok().map(Duration::from_millis);
        let timeout = "SPGC_SAFEPOINT_TIMEOUT";
        take(read(timeout), timeout, time, milliseconds, &mut self.safepoint_timeout)?;
        let log = "the topics to log, as text in UTF-8";
        take(read("SPGC_LOG"), "SPGC_LOG", log, |v| Some(v.to_owned()), &mut self.log)?;
        if let Some(file) = read("SPGC_TRACE").filter(|file| !file.is_empty()) {
            self.trace = (file != "off").then(|| file.into());
        }
        if let Some(value) = read("SPGC_STATS").filter(|value| !value.is_empty()) {
            self.stats = StatsSetting::parse(value);
        }
        let when = "off, or exit, HUP, USR1 and USR2, joined by +, then optionally :stderr or :FILE, \
                    such as exit+USR2:/tmp/types.txt";
        let parse = ReportSettings::parse;
        take(read("SPGC_TYPES"), "SPGC_TYPES", when, parse, &mut self.types)?;
        let when = "off, or exit, HUP, USR1 and USR2, joined by +, then :FILE, such as \
                    USR1:/tmp/app-%p-%n.heapsnapshot";
        let (variable, parse) = ("SPGC_SNAPSHOT", ReportSettings::parse_with_file);
        take(read(variable), variable, when, parse, &mut self.snapshot)?;
        let when = "off, or exit, HUP, USR1 and USR2, joined by +, then :FILE, such as \
                    exit:/tmp/app-%p.pb.gz";
        take(read("SPGC_PROFILE"), "SPGC_PROFILE", when, parse, &mut self.profile)?;
        let bytes = "a number of bytes above 0, with K, M, G or T if need be, such as 512K";
        let variable = "SPGC_PROFILE_INTERVAL";
        take(read(variable), variable, bytes, parse_interval, &mut self.profile_interval)?;
        let overhead = "a percentage of time and one of memory, such as 98,2, or off";
        let variable = "SPGC_OVERHEAD_LIMIT";
        take(read(variable), variable, overhead, parse_overhead, &mut self.overhead)?;
        let huge_pages = "on (request huge pages from the operating system) or off";
        let membarrier = "on (use membarrier(2) if it is available) or off";
        let return_barriers = "on (skip frames of deep stacks, by return barriers) or off";
        let perf_map = "on (write names of generated code to /tmp/perf-PID.map) or off";
        let gdb = "on (make generated code known to gdb) or off";
        let switches = [
            ("SPGC_HUGE_PAGES", huge_pages, &mut self.huge_pages),
            ("SPGC_MEMBARRIER", membarrier, &mut self.membarrier),
            ("SPGC_RETURN_BARRIERS", return_barriers, &mut self.return_barriers),
            ("SPGC_PERF_MAP", perf_map, &mut self.perf_map),
            ("SPGC_GDB", gdb, &mut self.gdb),
        ];
        switches.into_iter().try_for_each(|(variable, expected, setting)| {
            take(read(variable), variable, expected, parse_switch, setting)
        })
    }
}

/// Parses a value of `SPGC_ZEAL`: the zeal mode, whether there are random delays, and the seed of
/// both. `seed` is returned if the value has no seed.
fn parse_zeal(text: &str, seed: u32) -> Option<(Zeal, bool, u32)> {
    let (text, seed) = match text.split_once(",seed=") {
        Some((text, seed)) => (text, seed.parse().ok()?),
        None => (text, seed),
    };
    if text == "delays" {
        return Some((Zeal::Off, true, seed));
    }
    let (zeal, delays) = match text.strip_suffix(",delays") {
        Some(zeal) => (zeal, true),
        None => (text, false),
    };
    Some((zeal.parse().ok()?, delays, seed))
}

/// Parses a value of `SPGC_NURSERY`. The inner `None` means an adaptive size.
fn parse_nursery(text: &str) -> Option<Option<Amount>> {
    if text == "adaptive" { Some(None) } else { Amount::parse(text).map(Some) }
}

/// Parses a decimal number of milliseconds.
fn parse_milliseconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse::<f64>().ok()? / 1000.0).ok()
}

/// Parses a value of `SPGC_PROFILE_INTERVAL`.
fn parse_interval(text: &str) -> Option<SampleInterval> {
    match Amount::parse(text)? {
        Amount::Bytes(bytes) => NonZeroU64::new(bytes as u64).map(SampleInterval::new),
        Amount::Percent(_) => None,
    }
}

/// Parses a value of `SPGC_OVERHEAD_LIMIT`. The inner `None` means no limit.
fn parse_overhead(text: &str) -> Option<Option<OverheadLimit>> {
    if text == "off" {
        return Some(None);
    }
    let (time, free) = text.split_once(',')?;
    let percent = |text: &str| text.trim().parse().ok();
    Some(Some(OverheadLimit { time_percent: percent(time)?, free_percent: percent(free)? }))
}

/// Parses `on` or `off`.
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
    use crate::config::HeapVerification;

    /// Returns the default settings with one variable set, or the error.
    fn from(variable: &'static str, value: &str) -> Result<Config, ConfigError> {
        let mut config = Config::default();
        config.apply_environment(|name| (name == variable).then(|| value.into()))?;
        config.check()?;
        Ok(config)
    }

    #[test]
    fn out_of_range_variables_are_named() {
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
    fn sizes_are_bytes_or_percentages() {
        let amounts = [
            ("4M", Some(Amount::Bytes(4 << 20))),
            ("12.5%", Some(Amount::Percent(12.5))),
            ("", None),
        ];
        for (text, amount) in amounts {
            assert_eq!(from("SPGC_HEAP_MAX", text).unwrap().heap_max, amount);
            assert_eq!(from("SPGC_HEAP_INITIAL", text).unwrap().heap_initial, amount);
            assert_eq!(from("SPGC_NURSERY", text).unwrap().nursery, amount);
        }
        let mut config = Config { nursery: Some(Amount::Bytes(1 << 20)), ..Config::default() };
        let adaptive = |name: &str| (name == "SPGC_NURSERY").then(|| "adaptive".into());
        config.apply_environment(adaptive).unwrap();
        assert_eq!(config.nursery, None);
        assert!(from("SPGC_HEAP_INITIAL", "adaptive").is_err());
        let error = from("SPGC_NURSERY", "large").unwrap_err();
        assert!(error.to_string().starts_with("SPGC_NURSERY=large: adaptive, "), "{error}");
    }

    #[test]
    fn time_share_is_in_percent_and_pause_in_milliseconds() {
        assert_eq!(from("SPGC_TIME_SHARE", "7.5").unwrap().time_share, 7.5);
        assert!(from("SPGC_TIME_SHARE", "5%").is_err());
        let goal = |text| from("SPGC_PAUSE_GOAL", text).map(|config| config.pause_goal);
        assert_eq!(goal("2"), Ok(Duration::from_millis(2)));
        assert_eq!(goal("0.25"), Ok(Duration::from_micros(250)));
        for text in ["2ms", "-1", "NaN", "1e300", "x"] {
            assert!(matches!(goal(text), Err(ConfigError::Environment { .. })), "{text}");
        }
    }

    #[test]
    fn verify_values_are_parsed() {
        let verify = from("SPGC_VERIFY", "before,after").unwrap().verify;
        assert_eq!(verify, HeapVerification { before: true, after: true });
        let error = from("SPGC_VERIFY", "always").unwrap_err();
        assert!(error.to_string().starts_with("SPGC_VERIFY=always: before, after"), "{error}");
    }

    #[test]
    fn switches_are_parsed() {
        assert!(from("SPGC_MEMBARRIER", "on").unwrap().membarrier);
        assert!(!from("SPGC_MEMBARRIER", "off").unwrap().membarrier);
        assert!(from("SPGC_MEMBARRIER", "1").is_err());
        assert!(from("SPGC_RETURN_BARRIERS", "on").unwrap().return_barriers);
        assert!(!from("SPGC_RETURN_BARRIERS", "off").unwrap().return_barriers);
        assert!(from("SPGC_HUGE_PAGES", "on").unwrap().huge_pages);
        assert!(!from("SPGC_HUGE_PAGES", "off").unwrap().huge_pages);
        let Config { perf_map, gdb, .. } = from("SPGC_PERF_MAP", "on").unwrap();
        assert_eq!((perf_map, gdb), (true, false));
        let Config { perf_map, gdb, .. } = from("SPGC_GDB", "on").unwrap();
        assert_eq!((perf_map, gdb), (false, true));
    }

    #[test]
    fn reports_of_the_contents_are_parsed() {
        assert!(from("SPGC_TYPES", "exit").unwrap().types.at_exit);
        assert!(!from("SPGC_TYPES", "off").unwrap().types.is_on());
        assert!(from("SPGC_SNAPSHOT", "USR1:a").unwrap().snapshot.is_on());
        assert!(from("SPGC_PROFILE", "exit:a").unwrap().profile.at_exit);
        let incomplete =
            [("SPGC_TYPES", "now"), ("SPGC_SNAPSHOT", "USR1"), ("SPGC_PROFILE", "exit")];
        for (variable, value) in incomplete {
            let error = from(variable, value).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{variable}={value}: off, or exit")), "{error}");
        }
    }

    #[test]
    fn interval_of_samples_is_a_number_of_bytes() {
        let interval = |text| from("SPGC_PROFILE_INTERVAL", text);
        assert_eq!(interval("64K").unwrap().profile_interval.bytes(), 64 << 10);
        for text in ["0", "10%", "-1", "often"] {
            assert!(interval(text).is_err(), "{text}");
        }
    }

    #[test]
    fn file_of_counters_is_read() {
        assert_eq!(from("SPGC_STATS", "").unwrap().stats, StatsSetting::Off);
        assert_eq!(from("SPGC_STATS", "on").unwrap().stats, StatsSetting::DefaultFile);
        let file = StatsSetting::File("/run/%p".into());
        assert_eq!(from("SPGC_STATS", "/run/%p").unwrap().stats, file);
        let mut config = Config { stats: file, ..Config::default() };
        config.apply_environment(|name| (name == "SPGC_STATS").then(|| "off".into())).unwrap();
        assert_eq!(config.stats, StatsSetting::Off);
    }

    #[test]
    fn overhead_limit_has_two_percentages() {
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
    fn timeout_is_in_milliseconds() {
        let timeout = |text| from("SPGC_SAFEPOINT_TIMEOUT", text).map(|c| c.safepoint_timeout);
        assert_eq!(timeout("20"), Ok(Duration::from_millis(20)));
        assert_eq!(timeout("0"), Ok(Duration::ZERO));
        assert!(timeout("20ms").is_err());
    }

    #[test]
    fn zeal_values_are_parsed() {
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
        let seeds = [("alloc", 0), ("50,seed=7", 7), ("poll,delays,seed=4294967295", u32::MAX)];
        for (text, seed) in seeds {
            assert_eq!(from("SPGC_ZEAL", text).unwrap().zeal_seed, seed, "{text}");
        }
        assert!(from("SPGC_ZEAL", "delays,seed=3").unwrap().delays);
        for text in
            ["seed=7", "alloc,seed=", "alloc,seed=-1", "alloc,seed=4294967296", "seed=1,alloc"]
        {
            assert!(from("SPGC_ZEAL", text).is_err(), "{text}");
        }
        let mut config = Config { zeal_seed: 9, ..Config::default() };
        config.apply_environment(|name| (name == "SPGC_ZEAL").then(|| "poll".into())).unwrap();
        assert_eq!((config.zeal, config.zeal_seed), (Zeal::EveryPoll, 9), "as the host set it");
        assert_eq!(from("SPGC_OTHER", "poll").unwrap().zeal, Zeal::Off);
    }
}
