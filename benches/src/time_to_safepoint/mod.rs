//! The time to stop all threads: the same threads and requests for several collectors.

pub mod go;
pub mod java;
pub mod limit;
pub mod ours;
mod program;

use std::time::Duration;

/// A workload of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Workload {
    /// 64 threads run a loop
    Loops,
    /// 990 threads sleep in native code, 10 run a loop
    Sleepers,
    /// 64 threads call native code that does nothing, as fast as they can
    Natives,
}

/// The number of threads of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// Threads that run a loop of managed code.
    pub loops: u32,
    /// Threads that enter and leave native code continuously.
    pub natives: u32,
    /// Threads that sleep in native code.
    pub sleepers: u32,
}

impl Workload {
    /// Returns its threads.
    pub fn threads(self) -> Threads {
        match self {
            Self::Loops => Threads { loops: 64, natives: 0, sleepers: 0 },
            Self::Sleepers => Threads { loops: 10, natives: 0, sleepers: 990 },
            Self::Natives => Threads { loops: 0, natives: 64, sleepers: 0 },
        }
    }

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loops => "64 loops",
            Self::Sleepers => "990 sleepers, 10 loops",
            Self::Natives => "64 native callers",
        }
    }
}

/// One run of one subject.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The threads.
    pub threads: Threads,
    /// The number of stops.
    pub stops: u32,
    /// Time for which the requesting thread sleeps before each request.
    pub pause: Duration,
    /// The time limit, whatever the number of stops.
    pub limit: Duration,
}

/// The measurements of a run, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// The time of each stop, from its beginning until the last thread had stopped.
    pub stop: Vec<f64>,
    /// The time of each request, until the requesting thread resumed.
    pub request: Vec<f64>,
}

/// A runtime that can stop threads.
pub trait Runner {
    /// Returns its name in tables.
    fn name(&self) -> String;

    /// Stops threads and measures.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be measured.
    fn run(&self, plan: &Plan) -> Result<Times, String>;
}

/// Returns a quantile of sorted numbers: the smallest that this share of them does not exceed. NaN
/// if there are none.
pub fn quantile(sorted: &[f64], quantile: f64) -> f64 {
    let rank = (quantile * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantile_is_one_of_the_values() {
        let numbers: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(quantile(&numbers, 0.5), 100.0);
        assert_eq!(quantile(&numbers, 0.99), 198.0);
        assert_eq!(quantile(&numbers, 0.999), 200.0);
        assert_eq!(quantile(&numbers[..1], 0.5), 1.0);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
