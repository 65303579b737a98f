//! compare: this project beside other collectors and the machine's limits; see docs/benchmarks.md.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::compare::page::{Results, html, pictures};
use benches::compare::suites::{Extent, Suite, cases};
use benches::compare::{Forecast, Peers, Subject, json, machine, run, text};
use benches::mode::Mode;
use benches::workload::Workload;
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

/// Does the same work with this project's collector, with other collectors, and in the least time
/// that this machine allows.
///
/// The contestants take turns, each in each round and in a process of its own, and must come to the
/// same result. The tables have a line for each: minimum, median and maximum of the rounds, and how
/// many times the number of this project and of the limit in the same round, the median of the
/// rounds. `heap=2` is a heap of at most twice what is alive. Times are the work's, processor time
/// and memory those of the whole process.
///
/// What is not installed is left out with a notice. The exit status is not 0 if a contestant fails,
/// or comes to another result.
#[derive(Debug, Parser)]
#[command(name = "compare", version, args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: Compare,
}

#[derive(Debug, Args)]
struct Compare {
    /// What is compared; several with commas between them
    #[arg(long, value_enum, value_delimiter = ',', default_value = "all")]
    suite: Vec<Suite>,
    /// Who is measured; several with commas between them [default: all]
    #[arg(long, value_enum, value_delimiter = ',')]
    subjects: Vec<Subject>,
    /// Only cases with these words (threads=64,heap=4) [default: all]
    #[arg(long, value_delimiter = ',', value_name = "KEY=VALUE")]
    cases: Vec<String>,
    /// Small sizes and one round: shows that everything works, and measures nothing
    #[arg(long)]
    quick: bool,
    /// Rounds [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Write report.html, rows.json and tables.txt into this folder
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print one line of JSON behind the tables
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Does this project's part of a suite by itself, and says what its collector did
    Run {
        #[command(subcommand)]
        workload: Workload,
        /// How LLVM compiled the managed code
        #[arg(long, global = true, value_enum, default_value_t)]
        mode: Mode,
        /// Print each pause and time to safepoint first
        #[arg(long, global = true)]
        times: bool,
        /// Print one line of JSON instead of text
        #[arg(long, global = true)]
        json: bool,
    },
    /// Draws the page again, from rows.json or what --json printed
    Page {
        /// The file
        results: PathBuf,
        /// Write report.html into this folder
        #[arg(long)]
        out: PathBuf,
        /// And each distribution as a picture by itself (SVG)
        #[arg(long)]
        pictures: bool,
    },
}

fn progress_bar(runs: u64) -> Result<ProgressBar, Box<dyn Error>> {
    let bar = ProgressBar::new(runs);
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} runs, {eta} left: {msg}")?;
    bar.set_style(style);
    if io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    Ok(bar)
}

/// Checks that this file of the folder can be written to, before hours of work.
fn prepare(directory: &Path, file: &str) -> Result<(), Box<dyn Error>> {
    let probe = directory.join(file);
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(probe, ""))
        .map_err(|error| format!("{}: {error}", directory.display()).into())
}

/// Runs a comparison. Returns whether all of it is valid.
fn compare(options: &Compare) -> Result<bool, Box<dyn Error>> {
    let measures_ours = options.subjects.is_empty() || options.subjects.contains(&Subject::Ours);
    if measures_ours && let Some(reason) = option_env!("PROGRAMS_MISSING") {
        return Err(format!("this project's managed code {reason}").into());
    }
    if let Some(out) = &options.out {
        prepare(out, "rows.json")?;
    }
    let begin = Instant::now();
    let directory = tempfile::tempdir()?;
    let mut peers = Peers::new(directory.path());
    let extent = Extent { quick: options.quick, subjects: &options.subjects };
    let machine = machine();
    let mut cases = cases(&options.suite, &extent, &mut peers);
    cases.retain(|case| options.cases.iter().all(|word| case.has(word)));
    if cases.is_empty() {
        return Err(format!("no case has all of {}", options.cases.join(", ")).into());
    }
    let left_out = peers.left_out().to_vec();
    let rounds = options.rounds.unwrap_or(if options.quick { 1 } else { 5 });
    let forecast = Forecast::new(&cases, rounds);
    eprintln!("{forecast}");
    let bar = progress_bar(forecast.runs())?;
    let outcome = run(cases, rounds, |name| bar.set_message(name.to_owned()), |n| bar.inc(n));
    bar.finish_and_clear();

    let tables = text(&outcome);
    let mut line = json!({
        "workload": "compare",
        "quick": options.quick,
        "rounds": rounds,
        "wall_ns": begin.elapsed().as_nanos() as u64,
        "result": outcome.is_valid(),
        "left_out": left_out,
    });
    if let (Some(line), serde_json::Value::Object(rest)) =
        (line.as_object_mut(), json(&outcome, machine))
    {
        line.extend(rest);
    }
    if let Some(out) = &options.out {
        let text = format!("{line}\n");
        fs::write(out.join("report.html"), html(&Results::parse(&text)?))?;
        fs::write(out.join("rows.json"), text)?;
        fs::write(out.join("tables.txt"), &tables)?;
    }
    let mut stdout = io::stdout().lock();
    write!(stdout, "{tables}")?;
    if options.json {
        writeln!(stdout, "{line}")?;
    }
    for failure in outcome.failures() {
        eprintln!("failed: {failure}");
    }
    Ok(outcome.is_valid())
}

/// Draws the page from a file.
fn page(file: &Path, out: &Path, with_pictures: bool) -> Result<bool, Box<dyn Error>> {
    let failed = |error: String| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    let results = Results::parse(&text).map_err(failed)?;
    prepare(out, "report.html")?;
    fs::write(out.join("report.html"), html(&results))?;
    if with_pictures {
        for picture in pictures(&results) {
            fs::write(out.join(picture.file), picture.svg)?;
        }
    }
    Ok(true)
}

fn main() -> ExitCode {
    let options = Options::parse();
    let done = match &options.command {
        Some(Command::Run { workload, mode, times, json }) => {
            return examples::finish("compare", workload.run(*mode, *times), *json);
        }
        Some(Command::Page { results, out, pictures }) => page(results, out, *pictures),
        None => compare(&options.compare),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::FAILURE
        }
    }
}
