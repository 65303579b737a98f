//! `mutants`: mutation testing of the scanner and the collector on a random sample of mutants.

use std::collections::{BTreeMap, BTreeSet};
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
use serde_json::{Value, json};
use tests::mutants::build::{Built, Folders, Program, build};
use tests::mutants::coverage::{Test, TestCoverage, list, measure};
use tests::mutants::process::ProcessOutcome;
use tests::mutants::trial::{Trial, try_mutant};
use tests::mutants::verdicts::{self, Finding, Verdict};
use tests::mutants::{MutantKey, MutantKind, Place, places, sample};

/// Measures the mutation score of the tests: draws a random sample of mutants of the scanner and
/// the collector, and counts how many of them the tests kill.
///
/// One build contains all mutants of the sample: each is guarded by a condition in a copy of the
/// workspace, and SPGC_MUTATION activates one of them. Each test is run once to measure which
/// mutants it executes. Then each mutant is run against the tests that execute it, fastest first,
/// until one fails twice or exceeds its time limit.
///
/// A mutant that no test kills needs a new test, or a verdict with a reason in
/// tests/src/mutants/verdicts.jsonl: equivalent (it behaves as the original code does) or
/// performance (it changes only running time or memory use). The exit status is 1 if the score is
/// below --min-score. The score is the percentage killed of the mutants without such a verdict.
///
/// Results are written to STATE/results.jsonl. --resume continues an interrupted run. To test the
/// survivors of a run again after writing tests for them, copy that file, which each run
/// overwrites, and pass the copy to --survivors.
#[derive(Debug, Parser)]
#[command(name = "mutants", version)]
struct Options {
    /// Number of mutants to draw; about one in eight does not compile and is dropped
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed of the random sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw only mutants of files whose path contains this, such as "gc/src/space/"
    #[arg(long, value_name = "TEXT", default_value = "")]
    path_filter: String,
    /// Test the survivors in this results file instead of a random sample
    #[arg(long, value_name = "FILE")]
    survivors: Option<PathBuf>,
    /// Run only these test programs, separated by commas, such as statepoint_gc,fatal
    #[arg(long, value_delimiter = ',')]
    programs: Vec<String>,
    /// Continue an interrupted run
    #[arg(long, conflicts_with_all = ["survivors", "path_filter", "count", "seed", "programs"])]
    resume: bool,
    /// Time budget of one mutant, in seconds: limits the total time that its tests take without it
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    budget: u64,
    /// Time limit of a test without mutants, in seconds; slower tests are not used
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    test_timeout: u64,
    /// Minimum mutation score, in percent
    #[arg(long, default_value_t = 95, value_parser = clap::value_parser!(u32).range(0..=100))]
    min_score: u32,
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

/// The sample and its build, saved in `plan.json` so that a run can be resumed.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    seed: u64,
    /// The mutants drawn. The index of a mutant is its ID.
    places: Vec<Place>,
    /// IDs of the mutants that compiled.
    compiled: BTreeSet<u32>,
    programs: Vec<Program>,
}

/// Returns the root folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Returns the mutants to test: a random sample, or the survivors of a previous run.
fn draw_sample(options: &Options) -> Result<Vec<Place>, String> {
    let mut all = places::find(&workspace())?;
    all.retain(|place| place.key.file.contains(&options.path_filter));
    match &options.survivors {
        None => Ok(sample::draw(all, options.seed, options.count as usize)),
        Some(file) => {
            let trials: Vec<Trial> = read_lines(file)?;
            let survived = trials.into_iter().filter(|trial| !trial.outcome.is_killed());
            Ok(sample::select(all, &survived.map(|trial| trial.key).collect()))
        }
    }
}

/// Returns a progress bar for `length` items, which `what` names.
fn progress_bar(length: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {prefix}, {eta} left {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_prefix(what.to_owned())
}

/// Reads a file that contains one JSON value per line. An incomplete last line is ignored.
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

/// Applies a function to all items, on `jobs` threads. Appends each result to `file` as one line of
/// JSON as soon as it is available, so that an interrupted run can be resumed.
fn run_concurrently<I: Sync, T: Serialize + Send>(
    items: &[I],
    jobs: u32,
    file: &Path,
    what: &str,
    run: impl Fn(usize, &I) -> Result<T, String> + Sync,
) -> Result<(), String> {
    let text = |error: std::io::Error| format!("{}: {error}", file.display());
    let file = fs::OpenOptions::new().create(true).append(true).open(file).map_err(text)?;
    let (next, file) = (AtomicUsize::new(0), Mutex::new(file));
    let bar = progress_bar(items.len(), what);
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
    results.into_iter().try_for_each(|result| result.map_err(|_| "a worker panicked".to_owned())?)
}

/// Draws the sample, builds it, and measures the coverage of each test. With `--resume`, uses the
/// results of these steps that the interrupted run has saved.
fn prepare(options: &Options, state: &Path) -> Result<(Plan, Vec<TestCoverage>), String> {
    let (plan_file, coverage_file) = (state.join("plan.json"), state.join("coverage.jsonl"));
    let plan = if options.resume {
        let text = fs::read_to_string(&plan_file);
        let text = text.map_err(|error| format!("there is no run to resume: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", plan_file.display()))?
    } else {
        for file in [&plan_file, &coverage_file, &state.join("results.jsonl")] {
            fs::remove_file(file).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(format!("{}: {error}", file.display())),
            })?;
        }
        let places = draw_sample(options)?;
        let bar = progress_bar(places.len(), "mutants dropped, building");
        let folders = Folders {
            workspace: workspace(),
            copy: state.join("copy"),
            target: state.join("target"),
        };
        let Built { programs, compiled } =
            build(&folders, &places, &options.programs, |dropped| {
                bar.set_position(dropped as u64)
            })?;
        bar.finish_and_clear();
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
    run_concurrently(
        &tests,
        options.jobs,
        &coverage_file,
        "tests without mutants",
        |number, test| {
            let file = reached.join(number.to_string());
            let timeout = Duration::from_secs(options.test_timeout);
            let coverage = measure(test, &file, plan.places.len(), timeout)?;
            fs::remove_file(&file).map_err(|error| error.to_string())?;
            Ok(coverage)
        },
    )?;
    let coverage = read_lines(&coverage_file)?;
    Ok((plan, coverage))
}

/// Prepares the run and tests each mutant. Mutants that `results.jsonl` lists are not tested again.
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
    run_concurrently(&ids, options.jobs, &results, "mutants", |_, &id| {
        try_mutant(id, &plan.places[id as usize], &coverage, budget)
    })?;
    let mut trials: Vec<Trial> = read_lines(&results)?;
    trials.sort_by_key(|trial| trial.id);
    Ok((plan, coverage, trials))
}

/// Number of mutants with each result, for one kind of mutant or for all.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Counts {
    killed: usize,
    equivalent: usize,
    performance: usize,
    survived: usize,
}

impl Counts {
    /// Returns the mutation score in percent: the share killed of the mutants that are neither
    /// equivalent nor change only performance.
    fn score(&self) -> f64 {
        let possible = self.killed + self.survived;
        if possible == 0 { 100.0 } else { self.killed as f64 / possible as f64 * 100.0 }
    }

    /// Returns a row of the report's table.
    fn row(&self, name: &str) -> String {
        let Self { killed, equivalent, performance, survived } = self;
        let score = self.score();
        format!(
            "{name:14} {killed:>6} {equivalent:>10} {performance:>11} {survived:>8} {score:>7.1}\n"
        )
    }
}

/// Counts trials by result. A killed mutant counts as killed whatever its verdict is.
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

/// Results of a run, as they are printed.
struct Report {
    plan: Plan,
    /// Number of tests whose coverage was measured.
    tests: usize,
    /// Tests that are not used since they fail without mutants.
    failing: Vec<String>,
    /// Tests that are not used since they exceed `--test-timeout` without mutants.
    slow: Vec<String>,
    kinds: Vec<(MutantKind, Counts)>,
    total: Counts,
    survived: Vec<Trial>,
    wall: Duration,
}

impl Report {
    /// Counts the trials by kind and result, taking verdicts into account.
    fn new(
        plan: Plan,
        coverage: &[TestCoverage],
        trials: Vec<Trial>,
        verdicts: &BTreeMap<MutantKey, Verdict>,
        wall: Duration,
    ) -> Self {
        let unused = |outcome: ProcessOutcome| -> Vec<String> {
            let unused = coverage.iter().filter(|coverage| coverage.outcome == outcome);
            let tests = unused.map(|coverage| &coverage.test);
            tests.map(|test| format!("{}: {}", test.program.name, test.name)).collect()
        };
        let (failing, slow) = (unused(ProcessOutcome::Failed), unused(ProcessOutcome::TimedOut));
        let finding = |trial: &Trial| verdicts.get(&trial.key).map(|verdict| verdict.finding);
        let judged: Vec<_> = trials.iter().map(|trial| (trial, finding(trial))).collect();
        let total = count(judged.iter().copied());
        let count_kind =
            |kind| count(judged.iter().copied().filter(move |(trial, _)| trial.key.kind == kind));
        let kinds = MutantKind::ALL.into_iter().map(|kind| (kind, count_kind(kind))).collect();
        let has_survived = |trial: &Trial| {
            !trial.outcome.is_killed()
                && !matches!(finding(trial), Some(Finding::Equivalent | Finding::Performance))
        };
        let survived = trials.into_iter().filter(has_survived).collect();
        Self { plan, tests: coverage.len(), failing, slow, kinds, total, survived, wall }
    }

    /// Returns the report as JSON.
    fn json(&self, has_passed: bool) -> Value {
        let kind =
            |(kind, counts): &(MutantKind, Counts)| json!({ "kind": kind, "counts": counts });
        json!({
            "workload": "mutants",
            "result": if has_passed { "ok" } else { "survivors" },
            "wall_ns": u64::try_from(self.wall.as_nanos()).ok(),
            "seed": self.plan.seed,
            "drawn": self.plan.places.len(),
            "compiled": self.plan.compiled.len(),
            "tests": self.tests,
            "failing_without_mutants": self.failing,
            "too_slow": self.slow,
            "total": self.total,
            "score": self.total.score(),
            "kinds": self.kinds.iter().map(kind).collect::<Vec<_>>(),
            "survived": self.survived,
        })
    }

    /// Prints the report as a table, followed by the survivors and the unused tests.
    fn print(&self) {
        println!("kind           killed equivalent performance survived score, %");
        self.kinds.iter().for_each(|(kind, counts)| print!("{}", counts.row(kind.name())));
        print!("{}", self.total.row("all"));
        for trial in &self.survived {
            let Trial { key, line, outcome, tests_run, tests_skipped, .. } = trial;
            println!(
                "SURVIVED ({outcome:?}, {tests_run} tests run, {tests_skipped} skipped) \
                 {}:{line} {}: {}: {} => {}",
                key.file, key.function, key.kind, key.before, key.after
            );
        }
        self.failing.iter().for_each(|test| println!("not used, fails without mutants: {test}"));
        self.slow.iter().for_each(|test| println!("not used, exceeds --test-timeout: {test}"));
        println!(
            "seed {}: {} mutants drawn, {} compiled; {} tests; {} seconds, including the build",
            self.plan.seed,
            self.plan.places.len(),
            self.plan.compiled.len(),
            self.tests,
            self.wall.as_secs()
        );
    }
}

/// Runs the program and prints its report. Returns whether the score is at least `--min-score`.
fn execute(options: &Options) -> Result<bool, String> {
    if options.list {
        draw_sample(options)?.iter().for_each(|place| println!("{place}"));
        return Ok(true);
    }
    let begin = Instant::now();
    let state = options.state.clone().unwrap_or_else(|| workspace().join("target/mutants"));
    // Cargo runs in the folder of the copy, where a relative path would mean another folder.
    let state =
        std::path::absolute(&state).map_err(|error| format!("{}: {error}", state.display()))?;
    let (plan, coverage, trials) = run(options, &state)?;
    let is_empty = trials.is_empty();
    let verdicts = verdicts::read(&workspace())?;
    let report = Report::new(plan, &coverage, trials, &verdicts, begin.elapsed());
    let has_passed = !is_empty && report.total.score() >= f64::from(options.min_score);
    if options.json {
        println!("{}", report.json(has_passed));
    } else {
        report.print();
    }
    Ok(has_passed)
}

fn main() -> ExitCode {
    match execute(&Options::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("mutants: {error}");
            ExitCode::FAILURE
        }
    }
}
