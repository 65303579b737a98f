//! inline-cache: inline caches that are patched into managed code while threads execute it.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::inline_cache::{self, Work};
use examples::report::Report;

/// Patches inline caches into managed code while threads execute that code.
///
/// Each of T threads runs at least R rounds: managed code computes the areas of the N shapes of one
/// array, and the outlines of those of another. The first array has shapes of three types, the
/// second of one. Each of the two calls is a patchpoint with an inline cache. Uninitialised, it
/// calls a function that resolves the type; monomorphic, it calls code that compares the type with
/// the cached one; megamorphic, it calls a look-up. Meanwhile, all functions are redefined D times:
/// the caches are reset, a stop ensures that no thread executes code for the old functions, and
/// that code is freed.
///
/// The program checks all sums, and that no obsolete function is called. The result depends only on
/// N.
///
/// SPGC_ZEAL=poll collects at every step. docs/settings.md lists the other variables.
#[derive(Debug, Parser)]
#[command(name = "inline-cache", version)]
struct Options {
    /// Number of threads T
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Rounds R of each thread
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    rounds: u64,
    /// Number of shapes N in an array
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(3..=1_000_000))]
    shapes: u64,
    /// Number of redefinitions D
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    redefinitions: u64,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the workload and returns its report.
fn run(options: &Options) -> Result<Report, Box<dyn Error>> {
    let Options { threads, rounds, shapes, redefinitions, .. } = *options;
    let begin = Instant::now();
    let outcome = inline_cache::run(Work { threads, rounds, shapes, redefinitions })?;
    let (wall, heap) = (begin.elapsed(), outcome.heap);
    let parameters = vec![
        ("threads", threads.into()),
        ("rounds", rounds.into()),
        ("shapes", shapes.into()),
        ("redefinitions", redefinitions.into()),
    ];
    let (result, counts) = (outcome.result.into(), outcome.counts);
    let (statistics, stops) = (heap.statistics(), heap.stops());
    Ok(Report { workload: "inline-cache", parameters, result, wall, statistics, stops, counts })
}

fn main() -> ExitCode {
    let options = Options::parse();
    examples::finish("inline-cache", run(&options), options.json)
}
