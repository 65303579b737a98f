//! Compares this project with other collectors that do the same work on the same machine.
//!
//! A [`Case`] is a workload with its parameters. In each round, each of its subjects runs once, in
//! its own process. A peer prints lines of a name and a number (`wall_ns 123`), and this project's
//! program prints a line of JSON. All must compute the same `result`.

mod cost;
mod distribution;
pub mod java_log;
mod machine;
mod measured;
mod mmtk;
pub mod page;
mod process;
mod report;
mod schedule;
pub mod suites;
mod toolchain;

pub use cost::Forecast;
pub use machine::machine;
pub use report::{json_report, text_report};
pub use schedule::{ComparisonOutcome, run_cases};
pub use toolchain::Peers;

use cost::Cost;
use measured::Measurements;

/// A collector or a baseline that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Subject {
    /// statepoint-gc, the collector of this project
    Ours,
    /// Lower bound: the same work in C without a collector
    Limit,
    /// OCaml, native code
    Ocaml,
    /// OpenJDK, serial collector
    JavaSerial,
    /// OpenJDK, parallel collector
    JavaParallel,
    /// OpenJDK, G1
    JavaG1,
    /// OpenJDK, ZGC
    JavaZ,
    /// OpenJDK, Shenandoah
    JavaShenandoah,
    /// Go
    Go,
    /// C with the conservative collector of Boehm, Demers and Weiser
    Boehm,
    /// MMTk (GenImmix or SemiSpace) with a minimal Rust binding; one thread
    Mmtk,
    /// C with malloc and free
    Malloc,
    /// wasm-gc with code of LLVM
    OursLlvm,
    /// wasmtime with its default collector, which copies
    Wasmtime,
    /// wasmtime with deferred reference counting
    WasmtimeCounting,
    /// wasmtime without a collector
    WasmtimeNull,
    /// V8, in node
    Node,
}

impl Subject {
    /// Returns the name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Limit => "limit",
            Self::Ocaml => "ocaml",
            Self::JavaSerial => "java-serial",
            Self::JavaParallel => "java-parallel",
            Self::JavaG1 => "java-g1",
            Self::JavaZ => "java-z",
            Self::JavaShenandoah => "java-shenandoah",
            Self::Go => "go",
            Self::Boehm => "boehm",
            Self::Mmtk => "mmtk",
            Self::Malloc => "malloc",
            Self::OursLlvm => "ours-llvm",
            Self::Wasmtime => "wasmtime",
            Self::WasmtimeCounting => "wasmtime-counting",
            Self::WasmtimeNull => "wasmtime-null",
            Self::Node => "node",
        }
    }

    /// Returns whether a comparison in which this subject cannot do the work of a case is not
    /// valid. A peer may need more memory or time than others have.
    fn must_succeed(self) -> bool {
        matches!(self, Self::Ours | Self::Limit)
    }
}

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Time of an allocation in nanoseconds.
    PerObject,
    /// Time of a full collection per live object in nanoseconds.
    PerLiveObject,
    /// Elapsed time of the work, without the start of the program.
    Wall,
    /// Processor time of the whole process, all threads.
    Cpu,
    /// Maximum resident set of the process.
    Rss,
    /// Bytes of objects allocated per second.
    BytesPerSecond,
    /// Quantiles of pauses.
    Pause(Quantile),
    /// Quantiles of the time to safepoint.
    TimeToSafepoint(Quantile),
    /// Time of a stack walk per frame in nanoseconds.
    PerFrame,
    /// Time of a stack walk per root in nanoseconds.
    PerRoot,
    /// Time to resume a fiber and of its suspension in nanoseconds.
    PerRoundTrip,
    /// Time to create, run and destroy a fiber in nanoseconds.
    PerFiber,
    /// Resident memory of a suspended fiber.
    BytesPerFiber,
    /// Processor time of collections, all threads.
    CollectorCpu,
    /// Items that leave pipelines per second.
    ItemsPerSecond,
}

/// A quantile of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantile {
    /// The median.
    P50,
    /// The 99th percentile.
    P99,
    /// The maximum.
    Max,
}

impl Quantile {
    /// All quantiles.
    pub const ALL: [Self; 3] = [Self::P50, Self::P99, Self::Max];

    /// Returns the quantile as a number in `0..=1`.
    #[must_use]
    pub fn share(self) -> f64 {
        match self {
            Self::P50 => 0.5,
            Self::P99 => 0.99,
            Self::Max => 1.0,
        }
    }

    /// Returns the name, which is part of the names of metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::Max => "max",
        }
    }
}

impl Metric {
    /// Returns the name in reports, including its unit.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::PerObject => "ns_per_object".to_owned(),
            Self::PerLiveObject => "ns_per_live_object".to_owned(),
            Self::Wall => "wall_ns".to_owned(),
            Self::Cpu => "cpu_ns".to_owned(),
            Self::Rss => "rss_bytes".to_owned(),
            Self::BytesPerSecond => "bytes_per_s".to_owned(),
            Self::Pause(quantile) => format!("pause_{}_ns", quantile.name()),
            Self::TimeToSafepoint(quantile) => format!("tts_{}_ns", quantile.name()),
            Self::PerFrame => "ns_per_frame".to_owned(),
            Self::PerRoot => "ns_per_root".to_owned(),
            Self::PerRoundTrip => "ns_per_round_trip".to_owned(),
            Self::PerFiber => "ns_per_fiber".to_owned(),
            Self::BytesPerFiber => "bytes_per_fiber".to_owned(),
            Self::CollectorCpu => "gc_cpu_ns".to_owned(),
            Self::ItemsPerSecond => "items_per_s".to_owned(),
        }
    }

    /// Returns the name of the times of which this metric is a quantile, or `None` for other
    /// metrics.
    fn times(self) -> Option<&'static str> {
        match self {
            Self::Pause(_) => Some("pause_ns"),
            Self::TimeToSafepoint(_) => Some("tts_ns"),
            _ => None,
        }
    }

    /// Returns the unit.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Rss | Self::BytesPerFiber => "bytes",
            Self::BytesPerSecond => "bytes/s",
            Self::ItemsPerSecond => "items/s",
            _ => "ns",
        }
    }
}

/// The reason why a run has no measurements.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RunError {
    /// The program was started, but did not do the work: it failed, or its time was up.
    Ended(String),
    /// The program could not be started, or its output or its result is not as it should be.
    Invalid(String),
}

impl From<String> for RunError {
    fn from(error: String) -> Self {
        Self::Invalid(error)
    }
}

/// Runs the workload of a case with one subject. Each call is one run.
pub struct Runner {
    subject: Subject,
    run: Box<dyn FnMut() -> Result<Measurements, RunError>>,
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("subject", &self.subject).finish_non_exhaustive()
    }
}

/// A workload with its parameters and its subjects.
#[derive(Debug)]
pub struct Case {
    suite: &'static str,
    /// `key=value` parameters, separated by spaces.
    parameters: String,
    cost: Cost,
    runners: Vec<Runner>,
}

impl Case {
    /// Returns whether the case has this `key=value` parameter.
    #[must_use]
    pub fn has_parameter(&self, wanted: &str) -> bool {
        self.parameters.split(' ').any(|parameter| parameter == wanted)
    }
}
