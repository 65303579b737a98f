//! `mutations`: injects faults into the scanner and the collector, one at a time, and checks that
//! the tests detect each.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tests::mutations::programs::Programs;
use tests::mutations::scenarios::{Scenario, ZEAL};
use tests::mutations::{ALL, Detection, Detector, Mutation, build, build::Build, graphs, models};

/// Injects faults into the scanner and the collector, one at a time, and checks that the tests
/// detect each: random programs, random object graphs, and the loom models of the safepoint
/// protocol, from which orderings are removed.
///
/// All faults are in one build, which has a target directory of its own. The exit status is 1 if a
/// fault is not detected, or if a test fails without a fault.
#[derive(Debug, Parser)]
#[command(name = "mutations", version)]
struct Options {
    /// Faults to inject, separated by commas [default: all]; "models" selects all orderings
    #[arg(long, value_delimiter = ',', value_parser = parse_name)]
    faults: Vec<&'static str>,
    /// Maximum number of random programs for each fault
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    programs: u32,
    /// Seed of the first random program; the others have the following seeds
    #[arg(long, default_value_t = 1000)]
    seed: u64,
    /// Maximum number of runs with random object graphs for each fault
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: u32,
    /// Number of faults that are tested concurrently [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// List all faults, without injecting any
    #[arg(long)]
    list: bool,
    /// Print one line of JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Name that selects all orderings on the command line.
const MODELS: &str = "models";

fn parse_name(text: &str) -> Result<&'static str, String> {
    let mut names = ALL.iter().map(|mutation| mutation.name).chain([MODELS]);
    names
        .find(|&name| name == text)
        .ok_or_else(|| "unknown fault; use --list to list all faults".to_owned())
}

/// Result of one fault: a row of the table.
struct Row {
    name: String,
    description: &'static str,
    detection: Option<Detection>,
}

/// Tests all selected faults and orderings.
fn run(options: &Options) -> Result<Vec<Row>, String> {
    let is_selected = |name| options.faults.is_empty() || options.faults.contains(&name);
    let selected: Vec<Mutation> =
        ALL.into_iter().filter(|mutation| is_selected(mutation.name)).collect();
    let mut rows = Vec::new();
    if !selected.is_empty() {
        rows = try_all(options, &selected)?;
    }
    if is_selected(MODELS) {
        let models = models::try_all()?.into_iter().map(|(ordering, detection)| Row {
            name: ordering,
            description: "this ordering of the safepoint protocol is missing",
            detection: Some(detection),
        });
        rows.extend(models);
    }
    Ok(rows)
}

/// Tests the selected faults, several concurrently. Returns one row per fault, in the same order.
fn try_all(options: &Options, selected: &[Mutation]) -> Result<Vec<Row>, String> {
    let build = build::build()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let directory = directory.path();
    let programs = Programs::new(build.driver.clone(), directory.to_path_buf(), options.seed)?;
    let bar = ProgressBar::new(selected.len() as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} faults {msg}");
    bar.set_style(style.map_err(|error| error.to_string())?);
    // Control: `soak` must pass without a fault. The control of random programs is part of making
    // each batch.
    if selected.iter().any(|mutation| mutation.detector == Detector::Graphs) {
        let control =
            graphs::run_fault(&build.soak, None, directory, graphs::CONFIGURATIONS.len())?;
        if let Some(Detection { message, .. }) = control {
            return Err(format!("soak fails without a fault: {message}"));
        }
    }
    for scenario in Scenario::ALL {
        let detector = Detector::Stress(scenario);
        if selected.iter().any(|mutation| mutation.detector == detector) {
            let control = scenario.run_fault(&build.stress, None, directory, ZEAL.len())?;
            if let Some(Detection { message, .. }) = control {
                return Err(format!("stress fails without a fault: {message}"));
            }
        }
    }
    let one = |mutation: &Mutation| try_one(options, mutation, &programs, &build, directory);
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    let jobs = options.jobs.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutation) = selected.get(number) else { return };
                    let detection = one(mutation);
                    bar.inc(1);
                    let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.push((number, mutation, detection));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    all.sort_by_key(|&(number, ..)| number);
    let row = |(_, mutation, detection): (usize, &Mutation, Result<_, String>)| {
        let &Mutation { name, description, .. } = mutation;
        Ok(Row { name: name.to_owned(), description, detection: detection? })
    };
    all.into_iter().map(row).collect()
}

/// Tests one fault with the check that must detect it.
fn try_one(
    options: &Options,
    mutation: &Mutation,
    programs: &Programs,
    build: &Build,
    directory: &Path,
) -> Result<Option<Detection>, String> {
    match mutation.detector {
        Detector::Programs => programs.run_fault(mutation.name, options.programs as usize),
        Detector::Graphs => {
            graphs::run_fault(&build.soak, Some(mutation.name), directory, options.runs as usize)
        }
        Detector::Stress(scenario) => {
            let (name, runs) = (Some(mutation.name), options.runs as usize);
            scenario.run_fault(&build.stress, name, directory, runs)
        }
    }
}

/// Returns the results as a table whose columns are as wide as their contents.
fn table(rows: &[Row]) -> String {
    let mut lines =
        vec![["fault", "detected by", "attempts", "seconds", "message"].map(String::from)];
    lines.extend(rows.iter().map(|row| match &row.detection {
        Some(Detection { check, attempts, time, message }) => [
            row.name.clone(),
            check.clone(),
            attempts.to_string(),
            format!("{:.1}", time.as_secs_f64()),
            message.clone(),
        ],
        None => [&*row.name, "NOT DETECTED", "", "", row.description].map(String::from),
    }));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let [name, check, attempts, seconds] =
        [0, 1, 2, 3].map(|column| width(column).unwrap_or_default());
    let line = |line: &[String; 5]| {
        let text = format!(
            "{:name$}  {:check$}  {:>attempts$}  {:>seconds$}  {}",
            line[0], line[1], line[2], line[3], line[4]
        );
        text.trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.list {
        for Mutation { name, description, .. } in ALL {
            println!("{name:17} {description}");
        }
        println!("{MODELS:17} each ordering of the safepoint protocol, one at a time");
        return ExitCode::SUCCESS;
    }
    let begin = Instant::now();
    let rows = match run(&options) {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!("mutations: {error}");
            return ExitCode::FAILURE;
        }
    };
    let survivors = rows.iter().filter(|row| row.detection.is_none()).count();
    if options.json {
        let row = |Row { name, description, detection }: &Row| {
            let detection =
                detection.as_ref().map(|Detection { check, attempts, time, message }| {
                    let seconds = time.as_secs_f64();
                    json!({
                        "check": check,
                        "attempts": attempts,
                        "seconds": seconds,
                        "message": message,
                    })
                });
            json!({ "fault": name, "description": description, "detection": detection })
        };
        let line = json!({
            "workload": "mutations",
            "result": if survivors == 0 { "ok" } else { "survivors" },
            "wall_ns": u64::try_from(begin.elapsed().as_nanos()).ok(),
            "faults": rows.iter().map(row).collect::<Vec<_>>(),
            "survivors": survivors,
        });
        println!("{line}");
    } else {
        print!("{}", table(&rows));
        let (count, seconds) = (rows.len(), begin.elapsed().as_secs());
        println!(
            "{count} faults, {survivors} not detected; {seconds} seconds, including the build"
        );
    }
    if survivors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
