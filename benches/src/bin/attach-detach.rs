//! attach-detach: short threads while others collect; see docs/benchmarks.md.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use benches::clock::median;
use benches::managed as code;
use clap::Parser;
use serde_json::json;
use statepoint_gc::{Argument, Heap, observe::Statistics};
use tests::managed;

/// Starts short threads, some at a time, which attach, run managed code and detach, while others
/// collect.
///
/// Beside it the limit: the same threads without attaching, which run the same loop without polls.
/// Both take turns. Times are in microseconds a thread, of the wall clock: all threads divided by
/// their number. `quiet` is without collections.
#[derive(Debug, Parser)]
#[command(name = "attach-detach", version)]
struct Options {
    /// Short threads in each round
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// How many of them at a time
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    at_a_time: u32,
    /// Threads that collect meanwhile
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    collectors: u32,
    /// Rounds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Print one line of JSON behind the table
    #[arg(long)]
    json: bool,
}

/// Turns of the loop that a short thread runs.
const TURNS: u64 = 1000;

/// Runs all short threads. Returns the microseconds for each.
fn short_threads(options: &Options, work: impl Fn() -> bool + Sync) -> Result<f64, String> {
    let (next, wrong) = (AtomicU32::new(0), AtomicU32::new(0));
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..options.at_a_time {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < options.threads {
                    let right = thread::scope(|inner| inner.spawn(&work).join());
                    wrong.fetch_add(u32::from(!matches!(right, Ok(true))), Ordering::Relaxed);
                }
            });
        }
    });
    match wrong.into_inner() {
        0 => Ok(begin.elapsed().as_secs_f64() * 1e6 / f64::from(options.threads)),
        wrong => Err(format!("{wrong} threads could not attach or came to a wrong result")),
    }
}

fn attached(heap: &Heap) -> bool {
    heap.attach().is_ok_and(|mut mutator| {
        // SAFETY: it is managed code of this program, with this parameter.
        let turns = unsafe { mutator.call(code::polls(), &[Argument::Word(TURNS)]) };
        turns == Ok(TURNS)
    })
}

/// Does the same while other threads collect, one collection after the other.
fn while_others_collect(options: &Options, heap: &Heap) -> Result<f64, String> {
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..options.collectors {
            scope.spawn(|| {
                let mut mutator = heap.attach().expect("a new thread can be attached");
                while !end.load(Ordering::Relaxed) {
                    mutator.collect();
                }
            });
        }
        let time = short_threads(options, || attached(heap));
        end.store(true, Ordering::Relaxed);
        time
    })
}

struct Measured {
    limit: f64,
    quiet: f64,
    collecting: f64,
    multiple: f64,
    statistics: Statistics,
    wall: Duration,
}

fn run(options: &Options) -> Result<Measured, Box<dyn Error>> {
    let heap = managed::heap().heap_max(16 << 20).collector_threads(1).build()?;
    let begin = Instant::now();
    let mut rounds = Vec::new();
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        let limit = short_threads(options, || code::no_polls(TURNS) == TURNS)?;
        let quiet = short_threads(options, || attached(&heap))?;
        rounds.push([limit, quiet, while_others_collect(options, &heap)?]);
    }
    let statistics = heap.statistics();
    if statistics.full_collections == 0 && options.collectors > 0 {
        return Err("nobody collected".into());
    }
    let column = |index: usize| median(rounds.iter().map(|round| round[index]));
    Ok(Measured {
        limit: column(0),
        quiet: column(1),
        collecting: column(2),
        multiple: median(rounds.iter().map(|round| round[1] / round[0])),
        statistics,
        wall: begin.elapsed(),
    })
}

fn print(options: &Options, measured: &Measured) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Measured { limit, quiet, collecting, multiple, statistics, wall } = measured;
    let stops = statistics.time_to_safepoint_ns;
    let threads = u64::from(options.threads) * u64::from(options.rounds);
    writeln!(out, "{threads} threads, {} at a time, microseconds each", options.at_a_time)?;
    writeln!(out, "limit: not attached     {limit:>9.2}")?;
    writeln!(out, "attached, quiet         {quiet:>9.2}  {multiple:.2} times the limit")?;
    writeln!(
        out,
        "attached, {:>3} collecting{collecting:>9.2}  {} collections, {:.2} for each thread",
        options.collectors,
        statistics.full_collections,
        statistics.full_collections as f64 / threads as f64,
    )?;
    let micros = |time: u64| time as f64 / 1e3;
    let (p50, p99, max) = (micros(stops.p50), micros(stops.p99), micros(stops.max));
    writeln!(out, "time to safepoint: p50 {p50:.1}, p99 {p99:.1}, max {max:.1}")?;
    if options.json {
        let line = json!({
            "workload": "attach-detach",
            "threads": options.threads,
            "at_a_time": options.at_a_time,
            "collectors": options.collectors,
            "rounds": options.rounds,
            "result": {
                "limit_ns": limit * 1e3,
                "quiet_ns": quiet * 1e3,
                "collecting_ns": collecting * 1e3,
                "multiple": multiple,
            },
            "wall_ns": wall.as_nanos() as u64,
            "gc": {
                "full_collections": statistics.full_collections,
                "time_to_safepoint_ns": {
                    "count": stops.count, "min": stops.min, "mean": stops.mean, "p50": stops.p50,
                    "p90": stops.p90, "p99": stops.p99, "p999": stops.p999, "max": stops.max,
                },
            },
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options).and_then(|measured| Ok(print(&options, &measured)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("attach-detach: {error}");
            ExitCode::FAILURE
        }
    }
}
