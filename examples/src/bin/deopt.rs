//! deopt: optimised code is deoptimized to an interpreter when its assumptions fail.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::deopt::{self, Counts};
use examples::report::Report;
use statepoint_gc::Heap;

/// Runs optimised code, and deoptimizes its frames to a bytecode interpreter when an assumption
/// fails.
///
/// The program copies a binary tree of D levels R times, and multiplies its values by F. The
/// optimised code assumes that products have 31 bits. A guard tests this; it fails at every L-th
/// node and calls the runtime. The interpreter then rebuilds the frame from the "deopt" bundle of
/// the call, resumes it, and returns its result to the caller. The optimised code also assumes that
/// multiplication is not redefined. Node M redefines it: the runtime invalidates all activations of
/// the optimised code, and the interpreter resumes each when the call that it is in returns.
///
/// The interpreter alone runs each round as well; the program fails if the resulting trees differ.
/// The result is a checksum that depends only on D, R, F, L and M. The report also counts failed
/// guards and frames that were taken over.
///
/// With SPGC_ZEAL=alloc, the heap is collected at every allocation in optimised code. With any
/// value except `off`, the interpreter also runs a full collection at every instruction.
/// docs/settings.md lists the other variables.
#[derive(Debug, Parser)]
#[command(name = "deopt", version)]
struct Options {
    /// Levels D of the tree
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=24))]
    depth: u64,
    /// Rounds R
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rounds: u64,
    /// Factor F
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    factor: u64,
    /// Every L-th node fails the guard
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    large: u64,
    /// Node M, counted level by level from 1, redefines multiplication; 0 for none
    #[arg(long, default_value_t = 2345)]
    marked: u64,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs all rounds and returns the report.
fn run(options: &Options) -> Result<Report, Box<dyn Error>> {
    let every_step = std::env::var("SPGC_ZEAL").is_ok_and(|zeal| !matches!(&*zeal, "" | "off"));
    // The heap is small, so that collections also occur without zeal mode.
    let tree_bytes = 32_usize << options.depth;
    let builder = Heap::builder().heap_max((4 * tree_bytes).max(4 << 20));
    let heap = deopt::register_types(builder).build()?;
    let begin = Instant::now();
    let mut mutator = heap.attach()?;
    let (mut result, mut sum) = (0_u64, Counts::default());
    for round in 0..options.rounds {
        let tree = deopt::grow(&mut mutator, options.depth, options.large, options.marked)?;
        let factor = options.factor + round;
        let outcome = deopt::run(&heap, &mut mutator, &tree, factor, every_step)?;
        result = result.rotate_left(7).wrapping_mul(31).wrapping_add(outcome.checksum);
        let counts = outcome.counts;
        sum.guards_failed += counts.guards_failed;
        sum.frames_invalidated += counts.frames_invalidated;
        sum.frames_taken_over += counts.frames_taken_over;
        sum.calls_of_optimised += counts.calls_of_optimised;
        sum.instructions += counts.instructions;
    }
    drop(mutator);
    let parameters = vec![
        ("depth", options.depth.into()),
        ("rounds", options.rounds.into()),
        ("factor", options.factor.into()),
        ("large", options.large.into()),
        ("marked", options.marked.into()),
    ];
    let counts = vec![
        ("guards_failed", sum.guards_failed),
        ("frames_invalidated", sum.frames_invalidated),
        ("frames_taken_over", sum.frames_taken_over),
        ("calls_of_optimised", sum.calls_of_optimised),
        ("instructions", sum.instructions),
    ];
    let (wall, statistics, stops) = (begin.elapsed(), heap.statistics(), heap.stops());
    let result = result.into();
    Ok(Report { workload: "deopt", parameters, result, wall, statistics, stops, counts })
}

fn main() -> ExitCode {
    let options = Options::parse();
    examples::finish("deopt", run(&options), options.json)
}
