//! Measures the time to stop all threads of several runtimes, with the same threads and requests.

pub mod go;
pub mod java;
pub mod limit;
pub mod ours;
mod program;

use std::time::Duration;

/// The threads of a measurement.
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
    /// Number of threads that run a loop of managed code.
    pub loops: u32,
    /// Number of threads that enter and leave native code continuously.
    pub natives: u32,
    /// Number of threads that sleep in native code.
    pub sleepers: u32,
}

impl Workload {
    /// Returns the number of threads of each kind.
    pub fn threads(self) -> Threads {
        match self {
            Self::Loops => Threads { loops: 64, natives: 0, sleepers: 0 },
            Self::Sleepers => Threads { loops: 10, natives: 0, sleepers: 990 },
            Self::Natives => Threads { loops: 0, natives: 64, sleepers: 0 },
        }
    }

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loops => "64 loops",
            Self::Sleepers => "990 sleepers, 10 loops",
            Self::Natives => "64 native callers",
        }
    }
}

/// The parameters of one run of one subject.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The threads.
    pub threads: Threads,
    /// Number of stops.
    pub stops: u32,
    /// Time for which the requester sleeps before each request.
    pub pause: Duration,
    /// Time limit of the run, after which no further stop is requested.
    pub limit: Duration,
}

/// The measurements of a run in nanoseconds.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Time to safepoint of each stop.
    pub stop: Vec<f64>,
    /// Time of each request until the requester resumed.
    pub request: Vec<f64>,
}

/// A runtime that can stop threads.
pub trait Runner {
    /// Returns the name in tables.
    fn name(&self) -> String;

    /// Starts the threads, stops them repeatedly, and measures the times.
    ///
    /// # Errors
    ///
    /// Returns a message if the runtime cannot be measured.
    fn run(&self, plan: &Plan) -> Result<Times, String>;
}
