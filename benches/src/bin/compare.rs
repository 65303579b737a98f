//! Benchmark that compares this project with other collectors and with lower bounds; see
//! docs/benchmarks.md.

use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::compare::page::{Results, pictures, report_page};
use benches::compare::suites::{Selection, Suite, cases};
use benches::compare::{Forecast, Peers, Subject, json_report, machine, run_cases, text_report};
use benches::mode::Mode;
use benches::workload::Workload;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

/// Compares statepoint-gc with other garbage collectors that do the same work.
///
/// Measures time, memory, pauses and time to safepoint of this project (`ours`), of OpenJDK, Go,
/// OCaml, MMTk, Boehm's collector and malloc, if they are installed, and of a lower bound:
/// the same work in C without a collector (`limit`).
///
/// Examples:
///
///   compare --quick
///       Check that everything runs, with small sizes: takes a minute, measures nothing
///   compare --suite pause,gcbench --rounds 3 --out results
///       Measure two suites, and write results/report.html
///   compare --suite pause --cases threads=64,heap=4 --subjects ours,java-g1 --out results
///       Measure one case with two collectors
///   compare --suite readme --rounds 3 --out results
///       Measure the cases of README's table: takes hours, most of them with a heap of 12 GB
///   compare
///       Measure everything: takes most of a day
///
/// Prints a table for each measured number of each case, with a line for each subject: minimum,
/// median and maximum of the rounds, and the ratios to `ours` and to `limit` in the same round (the
/// median of the rounds). With --out FOLDER it also writes report.html (one file with tables and
/// plots), rows.json (all numbers) and tables.txt. Progress and notices go to standard error.
///
/// In each round every subject runs once, in its own process, and the subjects take turns. In the
/// parameters of a case, `heap=2` limits the heap to 2 times the live set, and `mode` is how LLVM
/// compiled the managed code of this project. Elapsed times are those of the work. Processor time
/// and memory are those of the whole process.
///
/// Subjects that are not installed are skipped with a notice that names the Debian package.
/// JAVA_HOME selects a JDK instead of the one on PATH; `fibers` needs release 21 or later. A peer
/// that cannot do the work of a case, because it has too little memory or time, has a line in the
/// table with the reason. The exit status is 1 if this project or the limit fails, if results
/// differ or cannot be read, if a case has no measured subject, or, with --quick, if any subject
/// fails.
#[derive(Debug, Parser)]
#[command(name = "compare", version, verbatim_doc_comment, args_conflicts_with_subcommands = true)]
struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: Compare,
}

#[derive(Debug, Args)]
struct Compare {
    /// Suites to run, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "all")]
    suite: Vec<Suite>,
    /// Collectors and baselines to measure, separated by commas [default: all that are installed]
    #[arg(long, value_enum, value_delimiter = ',')]
    subjects: Vec<Subject>,
    /// Run only cases with all of these parameters, as in threads=64,heap=4 [default: all cases]
    #[arg(long, value_delimiter = ',', value_name = "KEY=VALUE")]
    cases: Vec<String>,
    /// Small sizes and one round: checks that everything runs, measures nothing
    #[arg(long)]
    quick: bool,
    /// Number of rounds [default: 5, with --quick 1]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Write report.html, rows.json and tables.txt to this folder, which is created if necessary
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// After the tables, print all results as one line of JSON
    ///
    /// The line has the machine and rows of `suite`, `case`, `subject`, `metric`, `unit`, and
    /// `min`, `median`, `max` over the rounds. `multiple_of_ours` and `multiple_of_limit` are
    /// medians of the ratios in the same round. `skipped` and `unmeasured` name what did not run,
    /// and why. `distributions` are of all rounds together: `times` (`pause_ns`, `tts_ns`), their
    /// `count`, and `points`: a share, and the time that this share of them does not exceed.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the work of one suite with this project only, and print the statistics of its collector
    Run {
        #[command(subcommand)]
        workload: Workload,
        /// Where the compiled managed code keeps references during calls
        #[arg(long, global = true, value_enum, default_value_t)]
        mode: Mode,
        /// Before the report, print each pause and time to safepoint in nanoseconds
        #[arg(long, global = true)]
        times: bool,
        /// Print the report as one line of JSON
        #[arg(long, global = true)]
        json: bool,
    },
    /// Generate report.html again, from rows.json or the output of --json
    Page {
        /// rows.json, or a file with the output of --json
        results: PathBuf,
        /// Write report.html to this folder
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
        /// Also write each distribution as an SVG file
        #[arg(long)]
        pictures: bool,
    },
}

fn progress_bar(runs: u64) -> Result<ProgressBar, Box<dyn Error>> {
    let bar = ProgressBar::new(runs);
    let style =
        ProgressStyle::with_template("{bar:40} {pos} of {len} runs, {eta} remaining: {msg}")?;
    bar.set_style(style);
    if io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    Ok(bar)
}

/// Creates the folder and checks that this file in it is writable, before hours of measurements.
fn prepare(directory: &Path, file: &str) -> Result<(), Box<dyn Error>> {
    let probe = directory.join(file);
    fs::create_dir_all(directory)
        .and_then(|()| fs::write(probe, ""))
        .map_err(|error| format!("{}: {error}", directory.display()).into())
}

/// Runs a comparison. Returns whether all results are valid.
fn compare(options: &Compare) -> Result<bool, Box<dyn Error>> {
    let measures_ours = options.subjects.is_empty() || options.subjects.contains(&Subject::Ours);
    if measures_ours && let Some(reason) = option_env!("PROGRAMS_MISSING") {
        eprintln!("compare: the managed code of this project {reason}");
        std::process::exit(tests::missing_programs::STATUS);
    }
    if let Some(out) = &options.out {
        prepare(out, "rows.json")?;
    }
    let begin = Instant::now();
    let directory = tempfile::tempdir()?;
    let mut peers = Peers::new(directory.path());
    let selection = Selection { quick: options.quick, subjects: &options.subjects };
    let machine = machine();
    let mut cases = cases(&options.suite, &selection, &mut peers);
    cases.retain(|case| options.cases.iter().all(|parameter| case.has_parameter(parameter)));
    if cases.is_empty() {
        return Err(format!(
            "no case of these suites has all of the parameters {}; --quick has fewer cases",
            options.cases.join(", ")
        )
        .into());
    }
    let skipped = peers.skipped().to_vec();
    let rounds = options.rounds.unwrap_or(if options.quick { 1 } else { 5 });
    let forecast = Forecast::new(&cases, rounds);
    eprintln!("{forecast}");
    let bar = progress_bar(forecast.runs())?;
    let outcome = run_cases(cases, rounds, |name| bar.set_message(name.to_owned()), |n| bar.inc(n));
    bar.finish_and_clear();

    let tables = text_report(&outcome);
    let mut line = json!({
        "workload": "compare",
        "quick": options.quick,
        "rounds": rounds,
        "wall_ns": begin.elapsed().as_nanos() as u64,
        "result": outcome.is_valid(),
        "skipped": skipped,
    });
    if let (Some(line), serde_json::Value::Object(rest)) =
        (line.as_object_mut(), json_report(&outcome, machine))
    {
        line.extend(rest);
    }
    if let Some(out) = &options.out {
        let text = format!("{line}\n");
        fs::write(out.join("report.html"), report_page(&Results::parse(&text)?))?;
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
    for unmeasured in outcome.unmeasured() {
        eprintln!("not measured: {unmeasured}");
    }
    // A quick comparison checks that everything runs.
    Ok(outcome.is_valid() && !(options.quick && outcome.unmeasured().next().is_some()))
}

/// Generates the report page from a file.
fn page(file: &Path, out: &Path, with_pictures: bool) -> Result<bool, Box<dyn Error>> {
    let failed = |error: String| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    let results = Results::parse(&text).map_err(failed)?;
    prepare(out, "report.html")?;
    fs::write(out.join("report.html"), report_page(&results))?;
    if with_pictures {
        for picture in pictures(&results) {
            fs::write(out.join(picture.file), picture.svg)?;
        }
    }
    Ok(true)
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.compare.quick && options.compare.suite.contains(&Suite::Readme) {
        let text = "--quick has other cases than README's table; use --suite all --quick";
        Options::command().error(ErrorKind::ArgumentConflict, text).exit();
    }
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
