//! Benchmark of attaching and detaching short threads while other threads collect; see
//! docs/benchmarks.md.

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
use statepoint_gc::{Argument, Heap, observe::CollectorStatistics};
use tests::managed;

/// Measures attaching and detaching threads, with and without concurrent collections.
///
/// Starts many short threads, of which each attaches to a heap, runs a managed loop of 1,000
/// iterations and detaches: first without collections (`quiet`), then while other threads collect
/// continuously. The lower bound (`limit`) is the same threads without attaching, running the same
/// loop without polls. All take turns in each round.
///
/// Example: attach-detach --rounds 1 --threads 2000
///
/// Prints a table of microseconds of elapsed time for each thread, medians of the rounds, and
/// quantiles of the time to safepoint; with --json also one line of JSON.
#[derive(Debug, Parser)]
#[command(name = "attach-detach", version)]
struct Options {
    /// Number of short threads in each round
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Number of short threads that run concurrently
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    concurrent: u32,
    /// Number of threads that collect continuously
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    collectors: u32,
    /// Number of rounds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Number of iterations of the loop that a short thread runs.
const ITERATIONS: u64 = 1000;

/// Runs all short threads. Returns the elapsed microseconds per thread.
fn run_short_threads(options: &Options, work: impl Fn() -> bool + Sync) -> Result<f64, String> {
    let (next, wrong) = (AtomicU32::new(0), AtomicU32::new(0));
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..options.concurrent {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < options.threads {
                    let is_right = thread::scope(|inner| inner.spawn(&work).join());
                    wrong.fetch_add(u32::from(!matches!(is_right, Ok(true))), Ordering::Relaxed);
                }
            });
        }
    });
    match wrong.into_inner() {
        0 => Ok(begin.elapsed().as_secs_f64() * 1e6 / f64::from(options.threads)),
        wrong => Err(format!("{wrong} threads could not attach or returned a wrong result")),
    }
}

/// Attaches, runs the managed loop and detaches. Returns whether the result is right.
fn run_attached(heap: &Heap) -> bool {
    heap.attach().is_ok_and(|mut mutator| {
        // SAFETY: the function is managed code of this program and takes an i64.
        let result = unsafe { mutator.call(code::polls(), &[Argument::Word(ITERATIONS)]) };
        result == Ok(ITERATIONS)
    })
}

/// Runs all short threads while other threads collect. Returns the elapsed microseconds per thread.
fn run_while_collecting(options: &Options, heap: &Heap) -> Result<f64, String> {
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..options.collectors {
            scope.spawn(|| {
                let mut mutator = heap.attach().expect("a new thread can attach");
                while !end.load(Ordering::Relaxed) {
                    mutator.collect();
                }
            });
        }
        let time = run_short_threads(options, || run_attached(heap));
        end.store(true, Ordering::Relaxed);
        time
    })
}

/// The medians of the rounds in microseconds per thread, and the statistics of the collector.
struct Measurements {
    limit: f64,
    quiet: f64,
    collecting: f64,
    /// The median ratio of `quiet` to `limit`.
    multiple: f64,
    statistics: CollectorStatistics,
    wall: Duration,
}

fn run(options: &Options) -> Result<Measurements, Box<dyn Error>> {
    let heap = managed::heap().heap_max(16 << 20).collector_threads(1).build()?;
    let begin = Instant::now();
    let mut rounds = Vec::new();
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        let limit = run_short_threads(options, || code::no_polls(ITERATIONS) == ITERATIONS)?;
        let quiet = run_short_threads(options, || run_attached(&heap))?;
        rounds.push([limit, quiet, run_while_collecting(options, &heap)?]);
    }
    let statistics = heap.statistics();
    if statistics.full_collections == 0 && options.collectors > 0 {
        return Err("no full collection ran; increase --threads".into());
    }
    let column = |index: usize| median(rounds.iter().map(|round| round[index]));
    Ok(Measurements {
        limit: column(0),
        quiet: column(1),
        collecting: column(2),
        multiple: median(rounds.iter().map(|round| round[1] / round[0])),
        statistics,
        wall: begin.elapsed(),
    })
}

fn print(options: &Options, measured: &Measurements) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Measurements { limit, quiet, collecting, multiple, statistics, wall } = measured;
    let stops = statistics.time_to_safepoint_ns;
    let threads = u64::from(options.threads) * u64::from(options.rounds);
    writeln!(
        out,
        "{threads} threads, {} concurrently; microseconds per thread",
        options.concurrent
    )?;
    writeln!(out, "limit: not attached     {limit:>9.2}")?;
    writeln!(out, "attached, quiet         {quiet:>9.2}  {multiple:.2} times the limit")?;
    writeln!(
        out,
        "attached, {:>3} collecting{collecting:>9.2}  {} collections, {:.2} per thread",
        options.collectors,
        statistics.full_collections,
        statistics.full_collections as f64 / threads as f64,
    )?;
    let micros = |time: u64| time as f64 / 1e3;
    let (p50, p99, max) = (micros(stops.p50), micros(stops.p99), micros(stops.max));
    writeln!(out, "time to safepoint, us: p50 {p50:.1}, p99 {p99:.1}, max {max:.1}")?;
    if options.json {
        let line = json!({
            "workload": "attach-detach",
            "threads": options.threads,
            "concurrent": options.concurrent,
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
