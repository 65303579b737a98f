//! binary-trees: a benchmark in which managed code allocates and counts trees on several threads.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::poll::Poll;
use examples::report::Report;
use examples::{binary_trees, managed};
use statepoint_gc::Heap;

/// Allocates and counts binary trees on several threads, and prints the collector's pauses.
///
/// The program allocates a stretch tree of depth D+1, counts it and drops it. A tree of depth D
/// lives until the end and is counted last. In between, for d = 4, 6, ... up to D, T threads
/// together allocate and count 2^(D-d+4) trees of depth d. The result is the number of all nodes,
/// which depends on D only.
///
/// SPGC_HEAP_MAX limits the heap (for example 64M). SPGC_THREADS sets the number of collector
/// threads. SPGC_ZEAL=alloc, poll or N collects at every allocation, every poll or every N-th
/// allocation. docs/settings.md lists all variables.
#[derive(Debug, Parser)]
#[command(name = "binary-trees", version)]
struct Options {
    /// Depth D of the largest trees (the stretch tree is one deeper)
    #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(4..=28))]
    depth: u32,
    /// Number of threads T [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// How managed code polls for a stop
    #[arg(long, value_enum, default_value_t = Poll::Flag)]
    poll: Poll,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the benchmark and returns its report.
fn run(depth: u32, threads: u32, poll: Poll) -> Result<Report, Box<dyn Error>> {
    let heap = poll.prepare(managed::register_types(Heap::builder()))?.build()?;
    let begin = Instant::now();
    let functions = match poll {
        Poll::Flag => managed::trees(),
        Poll::Patched => managed::trees_with_patched_polls(),
    };
    let result = binary_trees::run(&heap, functions, depth, threads)?;
    Ok(Report {
        workload: "binary-trees",
        parameters: vec![
            ("depth", depth.into()),
            ("threads", threads.into()),
            ("poll", poll.to_string().into()),
        ],
        result: result.into(),
        wall: begin.elapsed(),
        statistics: heap.statistics(),
        stops: heap.stops(),
        counts: Vec::new(),
    })
}

fn main() -> ExitCode {
    let options = Options::parse();
    let threads = options.threads.unwrap_or_else(examples::processors);
    examples::finish("binary-trees", run(options.depth, threads, options.poll), options.json)
}
