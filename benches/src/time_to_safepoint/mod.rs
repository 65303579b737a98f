//! How long it takes to stop all threads: the same threads and requests for several collectors.

pub mod go;
pub mod java;
pub mod limit;
pub mod ours;
mod program;

use std::time::Duration;

/// What the threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Workload {
    /// 64 threads run a loop
    Loops,
    /// 990 threads sleep in native code, 10 run a loop
    Sleepers,
    /// 64 threads call native code that does nothing, as fast as they can
    Natives,
}

/// How many threads do what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// Those that run a loop of managed code.
    pub loops: u32,
    /// Those that enter and leave native code all the time.
    pub natives: u32,
    /// Those that sleep in native code.
    pub sleepers: u32,
}

impl Workload {
    /// Its threads.
    pub fn threads(self) -> Threads {
        match self {
            Self::Loops => Threads { loops: 64, natives: 0, sleepers: 0 },
            Self::Sleepers => Threads { loops: 10, natives: 0, sleepers: 990 },
            Self::Natives => Threads { loops: 0, natives: 64, sleepers: 0 },
        }
    }

    /// What a table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loops => "64 loops",
            Self::Sleepers => "990 asleep, 10 loops",
            Self::Natives => "64 calling native code",
        }
    }
}

/// One run of one contestant.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What runs.
    pub threads: Threads,
    /// How often all of it is stopped.
    pub stops: u32,
    /// How long the requesting thread sleeps before each request.
    pub pause: Duration,
    /// When to give up asking, however many stops there were.
    pub limit: Duration,
}

/// What a run measured, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Of each stop, from its beginning until the last thread had stopped.
    pub stop: Vec<f64>,
    /// Of each request, until the requesting thread went on.
    pub request: Vec<f64>,
}

/// Something that can stop threads.
pub trait Contestant {
    /// What a table calls it.
    fn name(&self) -> String;

    /// Stops threads and measures.
    ///
    /// # Errors
    ///
    /// Why it cannot be measured.
    fn run(&self, plan: &Plan) -> Result<Times, String>;
}

/// The smallest number that so many of these, which are sorted, do not exceed; NaN if there are none.
pub fn quantile(sorted: &[f64], quantile: f64) -> f64 {
    let rank = (quantile * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_numbers() {
        let numbers: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(quantile(&numbers, 0.5), 100.0);
        assert_eq!(quantile(&numbers, 0.99), 198.0);
        assert_eq!(quantile(&numbers, 0.999), 200.0);
        assert_eq!(quantile(&numbers[..1], 0.5), 1.0);
        assert!(quantile(&[], 0.5).is_nan());
    }
}
