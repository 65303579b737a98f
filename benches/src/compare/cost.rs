//! Estimates of the cost of a comparison, shown before it begins.

use std::fmt;
use std::fs;
use std::time::Duration;

use super::Case;

/// The approximate cost of one run of a slow subject, on two processors at 3 GHz.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// Elapsed time, including the start of the program.
    pub(super) time: Duration,
    /// Bytes of memory of the subject that needs most.
    pub(super) memory: u64,
}

/// Time from the start of a process to the begin of its work.
const START: Duration = Duration::from_millis(300);
/// Bytes of memory of a process outside its heap.
const PROCESS: u64 = 256 << 20;

impl Cost {
    /// Returns the cost of a process with this many nanoseconds of work and a heap of this many
    /// bytes.
    pub(super) fn of_process(nanoseconds: u64, heap: u64) -> Self {
        Self { time: START + Duration::from_nanos(nanoseconds), memory: PROCESS + heap }
    }
}

/// The cost of all cases.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    cases: usize,
    runs: u64,
    time: Duration,
    memory: u64,
}

impl Forecast {
    /// Returns the cost of these cases, for this number of rounds.
    #[must_use]
    pub fn new(cases: &[Case], rounds: u32) -> Self {
        let mut forecast = Self { cases: cases.len(), ..Self::default() };
        for case in cases {
            let runs = case.runners.len() as u64 * u64::from(rounds);
            forecast.runs += runs;
            forecast.time += case.cost.time * u32::try_from(runs).unwrap_or(u32::MAX);
            forecast.memory = forecast.memory.max(case.cost.memory);
        }
        forecast
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.runs
    }
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cases, runs, time, memory } = self;
        let minutes = time.as_secs().div_ceil(60);
        let (hours, rest) = (minutes / 60, minutes % 60);
        let gibibytes = *memory as f64 / f64::from(1 << 30);
        write!(f, "{runs} runs of {cases} cases: about ")?;
        match hours {
            0 => write!(f, "{minutes} min")?,
            _ => write!(f, "{hours} h {rest:02} min")?,
        }
        write!(f, ", and up to {gibibytes:.1} GiB of memory")
    }
}

/// Returns the bytes of memory that a program can use without swapping, or `None` if the kernel
/// does not report them.
pub(super) fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

#[cfg(test)]
mod tests {
    use super::super::{Runner, Subject};
    use super::*;

    fn case(seconds: u64, gibibytes: u64, runners: usize) -> Case {
        let runner = || Runner {
            subject: Subject::Ours,
            run: Box::new(|| Err("not run".to_owned().into())),
        };
        Case {
            suite: "suite",
            parameters: String::new(),
            cost: Cost { time: Duration::from_secs(seconds), memory: gibibytes << 30 },
            runners: (0..runners).map(|_| runner()).collect(),
        }
    }

    #[test]
    fn forecast_counts_each_round_of_each_subject() {
        let forecast = Forecast::new(&[case(60, 3, 2), case(600, 1, 3)], 5);
        assert_eq!(forecast.runs(), 25);
        // A round of the two cases takes 2 and 30 minutes.
        let text = "25 runs of 2 cases: about 2 h 40 min, and up to 3.0 GiB of memory";
        assert_eq!(forecast.to_string(), text);
        let short = Forecast::new(&[case(1, 1, 1)], 1).to_string();
        assert!(short.contains("about 1 min"), "{short}");
    }

    #[test]
    fn available_memory_is_known() {
        assert!(available_memory().expect("Linux reports it") > 1 << 20);
    }
}
