//! Benchmark of the time that it takes to stop all threads; see docs/benchmarks.md.

use std::error::Error;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::clock::median;
use benches::time_to_safepoint::go::{self, Go, Style};
use benches::time_to_safepoint::java::{self, Java};
use benches::time_to_safepoint::limit::Limit;
use benches::time_to_safepoint::ours::{NAME, NativeCalls, Ours};
use benches::time_to_safepoint::{Plan, Runner, Times, Workload};
use clap::{Parser, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use spgc_tools::page::quantile;

/// Measures how long it takes to stop all threads, with many threads on few processors.
///
/// Compares this project with OpenJDK, Go and a lower bound in C: a flag and a futex (`limit`).
///
/// Examples:
///
///   time-to-safepoint --workload loops --rounds 3
///   time-to-safepoint --subjects ours,limit,java --stops 100 --json
///
/// Prints a table for each workload, in microseconds: quantiles of the time from the request until
/// the last thread has stopped, as the runtime itself reports it; `x p99`, the ratio of the 99th
/// percentile to this project's in the same round (the median of the rounds); and `request`, the
/// time until the requesting thread resumed, which on a loaded machine is mostly its wait for a
/// processor. With --json it also prints one line of JSON.
///
/// One thread requests stops and sleeps in between. The heaps are empty, so a pause is mostly the
/// time to safepoint. In each round the subjects take turns. A table has the stops of all rounds.
/// Subjects that are not installed are skipped with a notice. A subject that exceeds its time limit
/// has fewer stops.
#[derive(Debug, Parser)]
#[command(name = "time-to-safepoint", version, verbatim_doc_comment)]
struct Options {
    /// What the threads do, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "loops,sleepers,natives")]
    workload: Vec<Workload>,
    /// Runtimes and baselines to measure, separated by commas
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "ours,limit,java,java-query,go,go-all-threads,goroutines"
    )]
    subjects: Vec<SubjectKind>,
    /// How the managed code of this project calls native code
    #[arg(long, value_enum, default_value = "wrapper")]
    native_calls: NativeCalls,
    /// Number of rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of stops of each subject in a round
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    stops: u32,
    /// Milliseconds between a stop and the next request
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pause: u64,
    /// Time limit of a subject in a round, in seconds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Commands of Go toolchains, separated by commas. Go 1.22 and newer report the time of a stop;
    /// with older versions the whole request is measured
    #[arg(long, value_delimiter = ',', default_value = "go")]
    go: Vec<PathBuf>,
    /// After the tables, print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SubjectKind {
    /// statepoint-gc, the collector of this project
    Ours,
    /// Lower bound in C: a flag and a futex
    Limit,
    /// OpenJDK: System.gc() with the serial collector
    Java,
    /// OpenJDK: findDeadlockedThreads(), a stop with little work
    JavaQuery,
    /// Go: ReadMemStats(); each goroutine locked to a thread, GOMAXPROCS as by default
    Go,
    /// Go: the same with GOMAXPROCS set to the number of threads
    GoAllThreads,
    /// Go: ReadMemStats(); goroutines not locked to threads
    Goroutines,
    /// Go: runtime.GC(); each goroutine locked to a thread; slow
    GoGc,
}

impl SubjectKind {
    fn go(self) -> Option<(Style, go::Request)> {
        match self {
            Self::Go => Some((Style::Threads, go::Request::Query)),
            Self::GoAllThreads => Some((Style::AllThreads, go::Request::Query)),
            Self::Goroutines => Some((Style::Goroutines, go::Request::Query)),
            Self::GoGc => Some((Style::Threads, go::Request::Collection)),
            Self::Ours | Self::Limit | Self::Java | Self::JavaQuery => None,
        }
    }
}

/// Returns all subjects that are selected and available.
fn runners(options: &Options, directory: &Path) -> Vec<Box<dyn Runner>> {
    let gos: Vec<Go> = if options.subjects.iter().any(|kind| kind.go().is_some()) {
        let compiled = options.go.iter().map(|go| Go::compile(go, directory));
        compiled
            .filter_map(|go| go.inspect_err(|error| eprintln!("skipped: {error}")).ok())
            .collect()
    } else {
        Vec::new()
    };
    let mut found: Vec<Box<dyn Runner>> = Vec::new();
    for &kind in &options.subjects {
        let request = match kind {
            SubjectKind::Ours => {
                found.push(Box::new(Ours(options.native_calls)));
                continue;
            }
            SubjectKind::Limit => {
                found.push(Box::new(Limit));
                continue;
            }
            SubjectKind::Java => java::Request::Collection,
            SubjectKind::JavaQuery => java::Request::Query,
            SubjectKind::Go
            | SubjectKind::GoAllThreads
            | SubjectKind::Goroutines
            | SubjectKind::GoGc => {
                if let Some((style, request)) = kind.go() {
                    found.extend(gos.iter().map(|go| Box::new(go.with(style, request)) as Box<_>));
                }
                continue;
            }
        };
        match Java::compile(request, directory) {
            Ok(java) => found.push(Box::new(java)),
            Err(error) => eprintln!("skipped: {error}"),
        }
    }
    found
}

/// The measurements of one subject at one workload.
struct Row {
    name: String,
    rounds: Vec<Times>,
}

/// The quantiles in tables and in the JSON line.
const QUANTILES: [(&str, f64); 4] = [("p50", 0.5), ("p99", 0.99), ("p999", 0.999), ("max", 1.0)];

fn sorted<'t>(times: impl IntoIterator<Item = &'t f64>) -> Vec<f64> {
    let mut times: Vec<f64> = times.into_iter().copied().collect();
    times.sort_by(f64::total_cmp);
    times
}

impl Row {
    fn stops(&self) -> Vec<f64> {
        sorted(self.rounds.iter().flat_map(|round| &round.stop))
    }

    fn requests(&self) -> Vec<f64> {
        sorted(self.rounds.iter().flat_map(|round| &round.request))
    }

    /// Returns the median ratio of the p99 to that of `other`, over the rounds that both ran.
    fn multiple(&self, other: &Self) -> f64 {
        let p99 = |times: &Times| quantile(&sorted(&times.stop), 0.99);
        let rounds = self.rounds.iter().zip(&other.rounds);
        median(rounds.map(|(mine, theirs)| p99(mine) / p99(theirs)).filter(|x| !x.is_nan()))
    }

    fn text(&self, ours: Option<&Self>) -> String {
        let (stops, requests) = (self.stops(), self.requests());
        let micros = |sorted: &[f64], at| match quantile(sorted, at) / 1e3 {
            time if time.is_nan() => format!("{:>11}", "-"),
            time => format!("{time:>11.1}"),
        };
        let cells: String = QUANTILES.iter().map(|&(_, at)| micros(&stops, at)).collect();
        let multiple = ours.map_or("-".to_owned(), |ours| format!("{:.2}", self.multiple(ours)));
        let request = micros(&requests, 0.5) + &micros(&requests, 0.99);
        format!("{:<34}{:>7}{cells}{multiple:>9}{request}", self.name, stops.len())
    }

    fn json(&self, workload: Workload, ours: Option<&Self>) -> Value {
        let of = |times: &[f64]| {
            let mut line = json!({ "count": times.len() });
            for (name, at) in QUANTILES {
                line[name] = json!(quantile(times, at));
            }
            line
        };
        json!({
            "threads": workload.name(),
            "subject": self.name,
            "time_to_safepoint_ns": of(&self.stops()),
            "request_ns": of(&self.requests()),
            "multiple_of_p99": ours.map(|ours| self.multiple(ours)),
        })
    }
}

/// The results of all subjects for one workload.
struct Table {
    workload: Workload,
    rows: Vec<Row>,
}

impl Table {
    fn ours(&self) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == NAME)
    }
}

fn run(options: &Options) -> Result<Vec<Table>, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let mut runners = runners(options, directory.path());
    let runs = options.workload.len() * options.rounds as usize * runners.len();
    let bar = ProgressBar::new(runs as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos} of {len} runs, {eta} remaining: {msg}",
    )?);
    if io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    let mut tables = Vec::new();
    for &workload in &options.workload {
        let plan = Plan {
            threads: workload.threads(),
            stops: options.stops,
            pause: Duration::from_millis(options.pause),
            limit: Duration::from_secs(options.limit),
        };
        let rows = runners.iter().map(|runner| Row { name: runner.name(), rounds: Vec::new() });
        let mut rows: Vec<Row> = rows.collect();
        for round in 0..options.rounds {
            let mut failed = Vec::new();
            for (index, runner) in runners.iter().enumerate() {
                bar.set_message(format!("{}, {}", workload.name(), runner.name()));
                match runner.run(&plan) {
                    Ok(times) => rows[index].rounds.push(times),
                    // A subject that failed is not run again, because it could use up its time
                    // limit.
                    Err(error) => {
                        eprintln!("failed: {}, {}: {error}", runner.name(), workload.name());
                        failed.push(index);
                    }
                }
                bar.inc(1);
            }
            for &index in failed.iter().rev() {
                bar.inc(u64::from(options.rounds - round - 1));
                rows.remove(index);
                runners.remove(index);
            }
        }
        tables.push(Table { workload, rows });
    }
    bar.finish_and_clear();
    Ok(tables)
}

fn print(options: &Options, tables: &[Table], wall: Duration) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for table in tables {
        let headings: String = QUANTILES.iter().map(|(name, _)| format!("{name:>11}")).collect();
        let name = format!("{}, microseconds", table.workload.name());
        writeln!(
            out,
            "{name:<34}{:>7}{headings}{:>9}{:>11}{:>11}",
            "stops", "x p99", "request p50", "p99"
        )?;
        for row in &table.rows {
            writeln!(out, "{}", row.text(table.ours()))?;
        }
        writeln!(out)?;
    }
    if options.json {
        let of_table = |table: &Table| {
            let ours = table.ours();
            table.rows.iter().map(|row| row.json(table.workload, ours)).collect::<Vec<_>>()
        };
        let line = json!({
            "workload": "time-to-safepoint",
            "rounds": options.rounds,
            "stops": options.stops,
            "pause_ms": options.pause,
            "native_calls": format!("{:?}", options.native_calls).to_lowercase(),
            "wall_ns": wall.as_nanos() as u64,
            "result": tables.iter().flat_map(of_table).collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let begin = Instant::now();
    match run(&options).and_then(|tables| Ok(print(&options, &tables, begin.elapsed())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("time-to-safepoint: {error}");
            ExitCode::FAILURE
        }
    }
}
