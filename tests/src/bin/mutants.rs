//! mutants: mutates the scanner and the collector at random places and checks whether the tests
//! notice.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tests::mutants::build::{Built, Folders, Program, build};
use tests::mutants::coverage::{Test, TestCoverage, list, measure};
use tests::mutants::process::ProcessOutcome;
use tests::mutants::trial::{Trial, try_mutant};
use tests::mutants::verdicts::{self, Finding};
use tests::mutants::{MutantKind, Place, places, sample};

/// Mutates the scanner and the collector at random places, one at a time, and checks whether the
/// tests notice.
///
/// One build contains all mutants of a sample: each is guarded by a condition in a copy of the
/// workspace, and SPGC_MUTATION enables one of them. Each test is run once to see which mutants it
/// executes. Then each mutant is run against the tests that execute it, cheapest first, until one
/// fails twice or runs into its time limit.
///
/// A mutant that no test kills needs a test, or a verdict with a reason in
/// tests/src/mutants/verdicts.jsonl: equivalent (it behaves as the original) or performance (it
/// costs time or memory and nothing else). Ends with status 1 if fewer than --least percent of the
/// mutants without such a verdict are killed.
///
/// Results are in STATE/results.jsonl. --resume continues an interrupted run. After a test was
/// written for survivors, --again STATE/results.jsonl tries only those; copy the file first, as
/// each run overwrites it.
#[derive(Debug, Parser)]
#[command(name = "mutants", version)]
struct Options {
    /// Number of mutants to draw; about one in eight does not compile and is dropped
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// The seed of the draw
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw only mutants of files whose path contains this, such as "gc/src/space/"
    #[arg(long, default_value = "")]
    only: String,
    /// Use the survivors in this results file instead of a random sample
    #[arg(long, value_name = "FILE")]
    again: Option<PathBuf>,
    /// Run only these test programs, separated by commas, such as statepoint_gc,fatal
    #[arg(long, value_delimiter = ',')]
    programs: Vec<String>,
    /// Continue an interrupted run
    #[arg(long, conflicts_with_all = ["again", "only", "count", "seed", "programs"])]
    resume: bool,
    /// Time limit of the tests of one mutant, in seconds: their total time without the mutant
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    budget: u64,
    /// Time limit of each test without mutants, in seconds: slower tests are not used
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    slowest: u64,
    /// Percentage of mutants that tests must kill
    #[arg(long, default_value_t = 95, value_parser = clap::value_parser!(u32).range(0..=100))]
    least: u32,
    /// Number of tests that run concurrently
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: u32,
    /// Folder for the copy, its build, and the results [default: target/mutants]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// List the mutants that would be drawn, without building them
    #[arg(long)]
    list: bool,
    /// Print one line of JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Parameters of a run.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    seed: u64,
    places: Vec<Place>,
    compiled: BTreeSet<u32>,
    programs: Vec<Program>,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

fn drawn(options: &Options) -> Result<Vec<Place>, String> {
    let mut all = places::find(&workspace())?;
    all.retain(|place| place.key.file.contains(&options.only));
    match &options.again {
        None => Ok(sample::draw(all, options.seed, options.count as usize)),
        Some(file) => {
            let trials: Vec<Trial> = read_lines(file)?;
            let survived = trials.into_iter().filter(|trial| !trial.outcome.is_killed());
            Ok(sample::only(all, &survived.map(|trial| trial.key).collect()))
        }
    }
}

fn bar(length: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {prefix}, {eta} left {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_prefix(what.to_owned())
}

fn read_lines<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut values = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        match serde_json::from_str(line) {
            Ok(value) => values.push(value),
            // The run was interrupted while it wrote the last line.
            Err(_) if lines.peek().is_none() => {}
            Err(error) => return Err(format!("{}: {error}", file.display())),
        }
    }
    Ok(values)
}

/// Applies a function to each item, several concurrently, and appends each result to a file as soon
/// as it is available.
fn each<I: Sync, T: Serialize + Send>(
    items: &[I],
    jobs: u32,
    file: &Path,
    what: &str,
    run: impl Fn(usize, &I) -> Result<T, String> + Sync,
) -> Result<(), String> {
    let text = |error: std::io::Error| format!("{}: {error}", file.display());
    let file = fs::OpenOptions::new().create(true).append(true).open(file).map_err(text)?;
    let (next, file, bar) = (AtomicUsize::new(0), Mutex::new(file), bar(items.len(), what));
    let work = || -> Result<(), String> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { return Ok(()) };
            let value = run(number, item)?;
            let line = serde_json::to_string(&value).map_err(|error| error.to_string())? + "\n";
            bar.inc(1);
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(line.as_bytes()).map_err(text)?;
        }
    };
    let results = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined.collect::<Vec<_>>()
    });
    bar.finish_and_clear();
    results.into_iter().try_for_each(|result| result.map_err(|_| "a worker failed".to_owned())?)
}

/// Draws, builds and measures, or continues an interrupted run.
fn prepare(options: &Options, state: &Path) -> Result<(Plan, Vec<TestCoverage>), String> {
    let (plan_file, coverage_file) = (state.join("plan.json"), state.join("coverage.jsonl"));
    let plan = if options.resume {
        let text = fs::read_to_string(&plan_file);
        let text = text.map_err(|error| format!("there is nothing to resume: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", plan_file.display()))?
    } else {
        for file in [&plan_file, &coverage_file, &state.join("results.jsonl")] {
            fs::remove_file(file).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(format!("{}: {error}", file.display())),
            })?;
        }
        let places = drawn(options)?;
        let spinner = bar(places.len(), "mutants dropped, building");
        let folders = Folders {
            workspace: workspace(),
            copy: state.join("copy"),
            target: state.join("target"),
        };
        let Built { programs, compiled } =
            build(&folders, &places, &options.programs, |dropped| {
                spinner.set_position(dropped as u64)
            })?;
        spinner.finish_and_clear();
        let plan = Plan { seed: options.seed, places, compiled, programs };
        let text = serde_json::to_string(&plan).map_err(|error| error.to_string())?;
        fs::write(&plan_file, text).map_err(|error| error.to_string())?;
        plan
    };
    let done: BTreeSet<Test> = match options.resume && coverage_file.exists() {
        true => read_lines::<TestCoverage>(&coverage_file)?
            .into_iter()
            .map(|coverage| coverage.test)
            .collect(),
        false => BTreeSet::new(),
    };
    let mut tests = Vec::new();
    for program in &plan.programs {
        tests.extend(list(program)?.into_iter().filter(|test| !done.contains(test)));
    }
    let reached = state.join("reached");
    fs::create_dir_all(&reached).map_err(|error| error.to_string())?;
    each(&tests, options.jobs, &coverage_file, "tests without mutants", |number, test| {
        let file = reached.join(number.to_string());
        let slowest = Duration::from_secs(options.slowest);
        let coverage = measure(test, &file, plan.places.len(), slowest)?;
        fs::remove_file(&file).map_err(|error| error.to_string())?;
        Ok(coverage)
    })?;
    let coverage = read_lines(&coverage_file)?;
    Ok((plan, coverage))
}

fn run(options: &Options, state: &Path) -> Result<(Plan, Vec<TestCoverage>, Vec<Trial>), String> {
    fs::create_dir_all(state).map_err(|error| format!("{}: {error}", state.display()))?;
    let (plan, coverage) = prepare(options, state)?;
    let results = state.join("results.jsonl");
    let done: BTreeSet<u32> = match results.exists() {
        true => read_lines::<Trial>(&results)?.into_iter().map(|trial| trial.id).collect(),
        false => BTreeSet::new(),
    };
    let ids: Vec<u32> = plan.compiled.iter().copied().filter(|id| !done.contains(id)).collect();
    let budget = Duration::from_secs(options.budget);
    each(&ids, options.jobs, &results, "mutants", |_, &id| {
        try_mutant(id, &plan.places[id as usize], &coverage, budget)
    })?;
    let mut trials: Vec<Trial> = read_lines(&results)?;
    trials.sort_by_key(|trial| trial.id);
    Ok((plan, coverage, trials))
}

/// Numbers of mutants in one group.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    killed: usize,
    equivalent: usize,
    performance: usize,
    survived: usize,
}

impl Counts {
    /// Percentage of mutants killed among those that a test could kill.
    fn percent(&self) -> f64 {
        let possible = self.killed + self.survived;
        if possible == 0 { 100.0 } else { self.killed as f64 / possible as f64 * 100.0 }
    }

    fn line(&self, name: &str) -> String {
        let Self { killed, equivalent, performance, survived } = self;
        let percent = self.percent();
        format!(
            "{name:14} {killed:>6} {equivalent:>10} {performance:>11} {survived:>8} {percent:>6.1}\n"
        )
    }
}

fn count<'t>(trials: impl Iterator<Item = (&'t Trial, Option<Finding>)>) -> Counts {
    let mut counts = Counts::default();
    for (trial, finding) in trials {
        *match finding {
            _ if trial.outcome.is_killed() => &mut counts.killed,
            Some(Finding::Equivalent) => &mut counts.equivalent,
            Some(Finding::Performance) => &mut counts.performance,
            Some(Finding::Survived) | None => &mut counts.survived,
        } += 1;
    }
    counts
}

fn main() -> ExitCode {
    let options = Options::parse();
    let fail = |error: String| {
        eprintln!("mutants: {error}");
        ExitCode::FAILURE
    };
    if options.list {
        return match drawn(&options) {
            Ok(places) => {
                places.iter().for_each(|place| println!("{place}"));
                ExitCode::SUCCESS
            }
            Err(error) => fail(error),
        };
    }
    let begin = Instant::now();
    let state = options.state.clone().unwrap_or_else(|| workspace().join("target/mutants"));
    // Cargo runs in the copy.
    let state = match std::path::absolute(&state) {
        Ok(state) => state,
        Err(error) => return fail(format!("{}: {error}", state.display())),
    };
    let (plan, coverage, trials) = match run(&options, &state) {
        Ok(done) => done,
        Err(error) => return fail(error),
    };
    let verdicts = match verdicts::read(&workspace()) {
        Ok(verdicts) => verdicts,
        Err(error) => return fail(error),
    };
    let finding = |trial: &Trial| verdicts.get(&trial.key).map(|verdict| verdict.finding);
    let judged: Vec<_> = trials.iter().map(|trial| (trial, finding(trial))).collect();
    let total = count(judged.iter().copied());
    let of_kind =
        |kind| count(judged.iter().copied().filter(move |(trial, _)| trial.key.kind == kind));
    let kinds: Vec<_> = MutantKind::ALL.into_iter().map(|kind| (kind, of_kind(kind))).collect();
    let survived: Vec<&Trial> = judged
        .iter()
        .filter(|(trial, finding)| {
            !trial.outcome.is_killed()
                && !matches!(finding, Some(Finding::Equivalent | Finding::Performance))
        })
        .map(|(trial, _)| *trial)
        .collect();
    let unused = |ended: ProcessOutcome| -> Vec<String> {
        let unused = coverage.iter().filter(|coverage| coverage.ended == ended);
        unused
            .map(|coverage| format!("{}: {}", coverage.test.program.name, coverage.test.name))
            .collect()
    };
    let (failing, slow) = (unused(ProcessOutcome::Failed), unused(ProcessOutcome::TimedOut));
    let is_well = !trials.is_empty() && total.percent() >= f64::from(options.least);
    if options.json {
        let line = json!({
            "workload": "mutants",
            "result": if is_well { "ok" } else { "survivors" },
            "wall_ns": u64::try_from(begin.elapsed().as_nanos()).ok(),
            "seed": plan.seed,
            "drawn": plan.places.len(),
            "compiled": plan.compiled.len(),
            "tests": coverage.len(),
            "failing_without_mutants": failing,
            "too_slow": slow,
            "total": total,
            "percent": total.percent(),
            "kinds": kinds.iter().map(|(kind, counts)| json!({ "kind": kind, "counts": counts })).collect::<Vec<_>>(),
            "survived": survived,
        });
        println!("{line}");
    } else {
        println!("kind           killed equivalent performance survived percent");
        kinds.iter().for_each(|(kind, counts)| print!("{}", counts.line(kind.name())));
        print!("{}", total.line("all"));
        for trial in &survived {
            let Trial { key, line, outcome, run, left, .. } = trial;
            println!(
                "SURVIVED ({outcome:?}, {run} tests run, {left} left) {}:{line} {}: {}: {} => {}",
                key.file, key.function, key.kind, key.before, key.after
            );
        }
        failing.iter().for_each(|test| println!("fails without mutants, not used: {test}"));
        slow.iter().for_each(|test| println!("too slow, not used: {test}"));
        println!(
            "seed {}: {} mutants drawn, {} compile; {} tests; {} seconds, including the build",
            plan.seed,
            plan.places.len(),
            plan.compiled.len(),
            coverage.len(),
            begin.elapsed().as_secs()
        );
    }
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
