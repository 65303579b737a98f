//! The workloads of the comparisons for this project, in managed code. The comparison runs each in
//! its own process.
//!
//! Environment variables set the heap limit and the number of collector threads (`SPGC_HEAP_MAX`,
//! `SPGC_THREADS`), as for any program that uses the library.

mod code;
mod deep_stacks;
mod fibers;
mod pause;
mod trace;

use std::error::Error;
use std::time::{Duration, Instant};

use clap::Subcommand;
use examples::report::Report;
use serde_json::Value;
use statepoint_gc::{Argument, Heap};

use crate::mode::Mode;

pub use deep_stacks::WARM_UP;
pub use fibers::{FiberSizes, FiberWork, STAGES};
pub use trace::HeapShape;

/// The work of one suite.
#[derive(Clone, Debug, Subcommand)]
pub enum Workload {
    /// Allocate objects that die immediately
    Allocation {
        /// Bytes of an object: 16, 32 or 48
        #[arg(long, default_value_t = 32, value_parser = size)]
        size: u64,
        /// Number of objects
        #[arg(long, default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(10..))]
        objects: u64,
    },
    /// Allocate and count trees
    BinaryTrees {
        /// Depth of the largest trees
        #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(4..=28))]
        depth: u32,
        /// Number of threads
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
        threads: u32,
    },
    /// GCBench, after Ellis, Kovac and Boehm
    Gcbench {
        /// Binary logarithm of the size
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=8))]
        scale: u32,
        /// Number of threads; each runs the whole benchmark
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
        threads: u32,
    },
    /// Run full collections of a heap in which all objects are live
    Trace {
        /// Size of the live set in MiB
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
        mb: u64,
        /// Structure of the nodes
        #[arg(long, value_enum, default_value = "order")]
        shape: HeapShape,
        /// Number of measured collections
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
        collections: u32,
    },
    /// Replace trees in tables, on many threads
    Pause {
        /// Number of threads
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
        threads: u32,
        /// Number of arrays in the table of each thread
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        chunks: u64,
        /// Number of trees in each array
        #[arg(long, default_value_t = 1032, value_parser = clap::value_parser!(u64).range(1..))]
        length: u64,
        /// Duration in milliseconds
        #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
        milliseconds: u64,
        /// Maximum number of trees of 4 KB that each thread replaces in a second; 0: no limit
        #[arg(long, default_value_t = 0)]
        rate: u64,
    },
    /// Run young collections under deep recursion
    DeepStacks {
        /// Number of frames of the recursion
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=4_000_000))]
        frames: u64,
        /// Number of frames that return, and are called again, before each collection
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
        new: u64,
        /// Number of measured collections
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        collections: u64,
    },
    /// Switch between fibers, create them, collect while many are suspended, or pass items along
    /// chains of them
    Fibers {
        /// The work
        #[arg(long, value_enum, default_value = "switch")]
        work: FiberWork,
        /// The sizes of the work
        #[command(flatten)]
        sizes: FiberSizes,
    },
}

fn size(text: &str) -> Result<u64, String> {
    let sizes = [16, 32, 48];
    let size = text.parse().ok().filter(|size| sizes.contains(size));
    size.ok_or_else(|| "the size must be 16, 32 or 48".to_owned())
}

/// The result of a workload without the collector's statistics.
struct WorkloadResult {
    result: u64,
    wall: Duration,
    counts: Vec<(&'static str, u64)>,
}

impl Workload {
    /// Runs the workload with the managed code of this mode. With `times`, prints one line for each
    /// pause and time to safepoint in nanoseconds.
    ///
    /// # Errors
    ///
    /// Returns an error if the heap cannot be created, if a thread cannot be started, if managed
    /// code cannot be called, or if output fails.
    pub fn run(&self, mode: Mode, times: bool) -> Result<Report, Box<dyn Error>> {
        let heap = code::heap()?;
        let outcome = match *self {
            Self::Allocation { size, objects } => allocation(&heap, mode, size, objects)?,
            Self::BinaryTrees { depth, threads } => {
                let functions = trees(mode);
                timed(|| examples::binary_trees::run(&heap, functions, depth, threads))?
            }
            Self::Gcbench { scale, threads } => timed(|| gcbench(&heap, mode, scale, threads))?,
            Self::Trace { mb, shape, collections } => {
                trace::run(&heap, mode, mb, shape, collections)?
            }
            Self::Pause { threads, chunks, length, milliseconds, rate } => {
                let time = Duration::from_millis(milliseconds);
                pause::run(&heap, mode, threads, [chunks, length], time, rate)?
            }
            Self::DeepStacks { frames, new, collections } => {
                deep_stacks::run(&heap, mode, frames, new, collections)?
            }
            Self::Fibers { work, sizes } => fibers::run(&heap, mode, work, &sizes)?,
        };
        if times {
            pause::print_events()?;
        }
        Ok(Report {
            workload: self.name(),
            parameters: [&[("mode", mode.name().into())], self.parameters().as_slice()].concat(),
            result: outcome.result.into(),
            wall: outcome.wall,
            statistics: heap.statistics(),
            stops: heap.stops(),
            counts: outcome.counts,
        })
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Allocation { .. } => "allocation",
            Self::BinaryTrees { .. } => "binary-trees",
            Self::Gcbench { .. } => "gcbench",
            Self::Trace { .. } => "trace",
            Self::Pause { .. } => "pause",
            Self::DeepStacks { .. } => "deep-stacks",
            Self::Fibers { .. } => "fibers",
        }
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        match *self {
            Self::Allocation { size, objects } => {
                vec![("size", size.into()), ("objects", objects.into())]
            }
            Self::BinaryTrees { depth, threads } => {
                vec![("depth", depth.into()), ("threads", threads.into())]
            }
            Self::Gcbench { scale, threads } => {
                vec![("scale", scale.into()), ("threads", threads.into())]
            }
            Self::Trace { mb, shape, collections } => {
                vec![
                    ("mb", mb.into()),
                    ("shape", shape.name().into()),
                    ("collections", collections.into()),
                ]
            }
            Self::Pause { threads, chunks, length, milliseconds, rate } => vec![
                ("threads", threads.into()),
                ("chunks", chunks.into()),
                ("length", length.into()),
                ("milliseconds", milliseconds.into()),
                ("rate", rate.into()),
            ],
            Self::DeepStacks { frames, new, collections } => vec![
                ("frames", frames.into()),
                ("new", new.into()),
                ("collections", collections.into()),
            ],
            Self::Fibers { work, sizes } => vec![
                ("work", work.name().into()),
                ("fibers", sizes.fibers.into()),
                ("threads", sizes.threads.into()),
                ("count", sizes.count.into()),
                ("running", sizes.running.into()),
                ("objects", sizes.objects.into()),
            ],
        }
    }
}

/// Runs `work` and measures its elapsed time.
fn timed(
    work: impl FnOnce() -> Result<u64, Box<dyn Error>>,
) -> Result<WorkloadResult, Box<dyn Error>> {
    let begin = Instant::now();
    let result = work()?;
    Ok(WorkloadResult { result, wall: begin.elapsed(), counts: Vec::new() })
}

fn trees(mode: Mode) -> examples::managed::Trees {
    match mode {
        Mode::Spilled => examples::managed::trees(),
        Mode::Registers => examples::managed::trees_in_registers(),
    }
}

fn allocation(
    heap: &Heap,
    mode: Mode,
    size: u64,
    objects: u64,
) -> Result<WorkloadResult, Box<dyn Error>> {
    let function: code::Function = match size {
        16 => code::allocate_16,
        32 => code::allocate_32,
        _ => code::allocate_48,
    };
    let mut mutator = heap.attach()?;
    code::number(&mut mutator, (function, mode), &[Argument::Word(objects / 10)])?;
    timed(|| Ok(code::number(&mut mutator, (function, mode), &[Argument::Word(objects)])?))
}

/// Runs GCBench on each thread. Returns the sum of the checksums.
fn gcbench(heap: &Heap, mode: Mode, scale: u32, threads: u32) -> Result<u64, Box<dyn Error>> {
    let one = || -> Result<u64, String> {
        let mut mutator = heap.attach().map_err(|error| error.to_string())?;
        code::number(&mut mutator, (code::gcbench, mode), &[Argument::Word(scale.into())])
            .map_err(|error| error.to_string())
    };
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        let results = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        results.sum::<Result<u64, String>>()
    });
    Ok(results?)
}
