//! stress: many threads against the collector, with results that are known.

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use examples::report::Report;
use tests::managed;
use tests::stress::{Plan, SCENARIOS, Scenario, Until};

/// Runs many threads against the collector, checks that no object was lost, and shows the
/// collector's statistics.
///
/// Each scenario changes structures whose content it also keeps outside the heap. The seed
/// determines each thread's choices, not how threads interleave: a failure may take several runs to
/// come again; SPGC_ZEAL=alloc, poll, a number or delays makes it come sooner. SPGC_HEAP_MAX and
/// SPGC_THREADS work as everywhere.
#[derive(Debug, Parser)]
#[command(name = "stress", version)]
struct Options {
    /// The scenario; --list shows all
    #[arg(long, required_unless_present = "list", value_parser = scenario)]
    scenario: Option<&'static Scenario>,
    /// Number of threads
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: u32,
    /// Running time in seconds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Continue until all threads together have done this number of steps, however long it takes;
    /// with attach-detach a step is a short thread's life
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Seed of the random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
    /// Print the scenarios and exit
    #[arg(long)]
    list: bool,
}

fn scenario(name: &str) -> Result<&'static Scenario, String> {
    Scenario::find(name).ok_or_else(|| {
        let names: Vec<_> = SCENARIOS.iter().map(|scenario| scenario.name).collect();
        format!("the scenarios are {}", names.join(", "))
    })
}

fn run(scenario: &'static Scenario, options: &Options) -> Result<Report, Box<dyn Error>> {
    // Small, so that it is collected often, with room for what each thread keeps alive. The
    // environment may override it.
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
            "{failure}\nRepeat with: stress --scenario {name} --threads {threads} --{option} {length} \
             --seed {seed}",
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
