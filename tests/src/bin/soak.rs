//! `soak`: mutates large random object graphs in many threads for a long time.

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use examples::report::Report;
use statepoint_gc::Heap;
use tests::soak::Plan;

/// Mutates large random graphs of managed objects in many threads for a long time, and compares
/// them with shadow copies outside the heap.
///
/// All kinds of objects, references, handles, pins and collections are exercised. A run fails if
/// one of them was not. The seed determines the random choices of each thread, but not the
/// interleaving of threads, so it may take several runs to reproduce a failure. SPGC_ZEAL (alloc,
/// poll, a number, delays) makes failures more likely, and SPGC_VERIFY=before,after detects them
/// earlier. SPGC_THREADS sets the number of collector threads.
#[derive(Debug, Parser)]
#[command(name = "soak", version)]
struct Options {
    /// Number of threads
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Running time in seconds
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Heap limit in MiB [default: 32, and 4 for each thread]. The graphs use up to a third of it,
    /// and objects that are retained until the heap is out of memory use the rest
    #[arg(long, value_parser = clap::value_parser!(u64).range(8..=65_536))]
    heap: Option<u64>,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the soak test. Returns its report.
fn run(options: &Options) -> Result<Report, Box<dyn Error>> {
    let Options { threads, seconds, seed, .. } = *options;
    let megabytes = options.heap.unwrap_or_else(|| 32 + 4 * u64::from(threads));
    let plan = Plan {
        threads,
        time: Duration::from_secs(seconds),
        heap: usize::try_from(megabytes << 20)?,
        seed,
    };
    let begin = Instant::now();
    let outcome = plan.run(Heap::builder()).map_err(|failure| {
        format!(
            "{failure}\nReproduce with: soak --threads {threads} --seconds {seconds} \
             --heap {megabytes} --seed {seed}"
        )
    })?;
    let own = [("large_freed", outcome.large_freed), ("out_of_memory_releases", outcome.reliefs)];
    Ok(Report {
        workload: "soak",
        parameters: vec![
            ("threads", threads.into()),
            ("seconds", seconds.into()),
            ("heap_mb", megabytes.into()),
            ("seed", seed.into()),
        ],
        result: "ok".into(),
        wall: begin.elapsed(),
        statistics: outcome.statistics,
        stops: outcome.stops,
        counts: outcome.tally.counted().chain(own).collect(),
    })
}

fn main() -> ExitCode {
    let options = Options::parse();
    examples::finish("soak", run(&options), options.json)
}
