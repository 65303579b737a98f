//! inline-cache: calls whose targets are selected by the type of an object and cached in the code.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::inline_cache::{self, Work};
use examples::report::Report;

/// Patches what it learns of types into managed code, while threads execute that code.
///
/// Each of T threads does R rounds or more: managed code asks the N shapes of an array for their
/// areas, and those of another for their outlines. The first array has shapes of three types, the
/// other has one. Each of the two questions is a patchpoint, into which a call is patched: to a
/// function that finds out what to do; then to code that compares the type with the one that it was
/// made for; and when there is another type, to a look-up. Meanwhile all functions are redefined D
/// times: every call goes back to the beginning, a stop makes sure that no thread is in code for
/// the old ones, and that code is thrown away.
///
/// All sums are checked, and so is that nothing is called any more that was redefined. The result
/// depends on N only.
///
/// SPGC_ZEAL=poll collects at every step. docs/settings.md has the other variables.
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
    /// Redefinitions D
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    redefinitions: u64,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

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
