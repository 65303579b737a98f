//! `stress`: runs many threads against the collector and checks their results.

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use examples::report::Report;
use tests::managed;
use tests::stress::{Plan, SCENARIOS, Scenario, Until};

/// Runs many threads against the collector, checks their results, and prints the statistics of the
/// collector.
///
/// Each scenario compares its objects with shadow copies outside the heap or with known results.
/// The seed determines the random choices of each thread, but not the interleaving of threads, so
/// it may take several runs to reproduce a failure. SPGC_ZEAL (alloc, poll, a number, delays) makes
/// failures more likely. SPGC_HEAP_MAX and SPGC_THREADS set the heap limit and the number of
/// collector threads.
#[derive(Debug, Parser)]
#[command(name = "stress", version)]
struct Options {
    /// Scenario to run; --list prints all
    #[arg(long, required_unless_present = "list", value_parser = scenario)]
    scenario: Option<&'static Scenario>,
    /// Number of threads
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: u32,
    /// Running time in seconds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Run this number of steps in all threads together instead of for a time. In attach-detach, a
    /// step is the lifetime of a short-lived thread
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
    /// List the scenarios, without running any
    #[arg(long)]
    list: bool,
}

/// Parses the name of a scenario.
fn scenario(name: &str) -> Result<&'static Scenario, String> {
    Scenario::find(name).ok_or_else(|| {
        let names: Vec<_> = SCENARIOS.iter().map(|scenario| scenario.name).collect();
        format!("unknown scenario; the scenarios are {}", names.join(", "))
    })
}

/// Runs a scenario. Returns its report.
fn run(scenario: &'static Scenario, options: &Options) -> Result<Report, Box<dyn Error>> {
    // Small, so that collections are frequent: 4 MiB for the live objects of each thread, but at
    // least 64 MiB. SPGC_HEAP_MAX overrides it.
    let room = (64 << 20).max(options.threads as usize * (4 << 20));
    let heap =
        scenario.prepare(managed::types(statepoint_gc::Heap::builder().heap_max(room))).build()?;
    let Options { threads, seed, seconds, count, .. } = *options;
    let (until, length) = match count {
        Some(count) => (Until::Steps(count), ("count", count)),
        None => (Until::Time(Duration::from_secs(seconds)), ("seconds", seconds)),
    };
    let begin = Instant::now();
    let tally = Plan { scenario, threads, until, seed }.run(&heap).map_err(|failure| {
        let (name, (option, length)) = (scenario.name, length);
        format!(
            "{failure}\nReproduce with: stress --scenario {name} --threads {threads} \
             --{option} {length} --seed {seed}",
        )
    })?;
    Ok(Report {
        workload: "stress",
        parameters: vec![
            ("scenario", scenario.name.into()),
            ("threads", threads.into()),
            (length.0, length.1.into()),
            ("seed", seed.into()),
        ],
        result: "ok".into(),
        wall: begin.elapsed(),
        statistics: heap.statistics(),
        stops: heap.stops(),
        counts: tally.counted().filter(|&(_, number)| number > 0).collect(),
    })
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.list {
        for Scenario { name, description, .. } in &SCENARIOS {
            println!("{name:<16}{description}");
        }
    }
    match options.scenario {
        Some(scenario) => examples::finish("stress", run(scenario, &options), options.json),
        None => ExitCode::SUCCESS,
    }
}
