//! mutations: injects faults into the scanner and the collector, one at a time, and checks whether
//! the tests notice.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tests::mutations::programs::Programs;
use tests::mutations::{ALL, Detector, Mutation, Noticed, build, graphs, models};

/// Injects faults into the scanner and the collector, one at a time, and checks whether the tests
/// notice: random programs, random graphs, and the models of the safepoint protocol, from which its
/// orderings are removed.
///
/// Builds the code with all faults once, in a folder of its own. Ends with status 1 if a fault is
/// not noticed, or an error is reported without a fault.
#[derive(Debug, Parser)]
#[command(name = "mutations", version)]
struct Options {
    /// Only these faults, separated by commas; "models" are all orderings. --list names them
    #[arg(long, value_delimiter = ',', value_parser = name)]
    only: Vec<&'static str>,
    /// Maximum number of random programs for a fault
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    programs: u32,
    /// The seed of the first of them
    #[arg(long, default_value_t = 1000)]
    seed: u64,
    /// Maximum number of runs with random graphs for a fault
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    runs: u32,
    /// Number of faults that are tried concurrently; by default the number of processors
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Name the faults, and inject none
    #[arg(long)]
    list: bool,
    /// Print one line of JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Stands for all orderings on the command line.
const MODELS: &str = "models";

fn name(text: &str) -> Result<&'static str, String> {
    let mut names = ALL.iter().map(|mutation| mutation.name).chain([MODELS]);
    names
        .find(|&name| name == text)
        .ok_or_else(|| "there is no such fault; --list names them".to_owned())
}

/// A fault, and the test that noticed it.
struct Row {
    name: String,
    what: &'static str,
    noticed: Option<Noticed>,
}

fn run(options: &Options) -> Result<Vec<Row>, String> {
    let wanted = |name| options.only.is_empty() || options.only.contains(&name);
    let chosen: Vec<Mutation> = ALL.into_iter().filter(|mutation| wanted(mutation.name)).collect();
    let mut rows = Vec::new();
    if !chosen.is_empty() {
        rows = try_all(options, &chosen)?;
    }
    if wanted(MODELS) {
        let models = models::try_all()?.into_iter().map(|(ordering, noticed)| Row {
            name: ordering,
            what: "this ordering of the safepoint protocol is missing",
            noticed: Some(noticed),
        });
        rows.extend(models);
    }
    Ok(rows)
}

fn try_all(options: &Options, chosen: &[Mutation]) -> Result<Vec<Row>, String> {
    let build = build::build()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let directory = directory.path();
    let programs = Programs::new(build.driver, directory.to_path_buf(), options.seed)?;
    let bar = ProgressBar::new(chosen.len() as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} faults {msg}");
    bar.set_style(style.map_err(|error| error.to_string())?);
    // Programs are compared with their results without a fault. The same is checked here.
    if chosen.iter().any(|mutation| mutation.by == Detector::Graphs) {
        let control =
            graphs::try_fault(&build.soak, None, directory, graphs::CONFIGURATIONS.len())?;
        if let Some(Noticed { message, .. }) = control {
            return Err(format!("graphs differ without a fault: {message}"));
        }
    }
    let one = |mutation: &Mutation| try_one(options, mutation, &programs, &build.soak, directory);
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
                    let Some(mutation) = chosen.get(number) else { return };
                    let noticed = one(mutation);
                    bar.inc(1);
                    let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.push((number, mutation, noticed));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    all.sort_by_key(|&(number, ..)| number);
    let row = |(_, mutation, noticed): (usize, &Mutation, Result<_, String>)| {
        let &Mutation { name, what, .. } = mutation;
        Ok(Row { name: name.to_owned(), what, noticed: noticed? })
    };
    all.into_iter().map(row).collect()
}

fn try_one(
    options: &Options,
    mutation: &Mutation,
    programs: &Programs,
    soak: &Path,
    directory: &Path,
) -> Result<Option<Noticed>, String> {
    match mutation.by {
        Detector::Programs => programs.try_fault(mutation.name, options.programs as usize),
        Detector::Graphs => {
            graphs::try_fault(soak, Some(mutation.name), directory, options.runs as usize)
        }
    }
}

/// Columns as wide as their contents; the last one is not limited.
fn table(rows: &[Row]) -> String {
    let mut lines = vec![["fault", "noticed by", "after", "seconds", "message"].map(String::from)];
    lines.extend(rows.iter().map(|row| match &row.noticed {
        Some(Noticed { by, after, time, message }) => [
            row.name.clone(),
            by.clone(),
            after.to_string(),
            format!("{:.1}", time.as_secs_f64()),
            message.clone(),
        ],
        None => [&*row.name, "NOT NOTICED", "", "", row.what].map(String::from),
    }));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let [name, by, after, seconds] = [0, 1, 2, 3].map(|column| width(column).unwrap_or_default());
    let line = |line: &[String; 5]| {
        let text = format!(
            "{:name$}  {:by$}  {:>after$}  {:>seconds$}  {}",
            line[0], line[1], line[2], line[3], line[4]
        );
        text.trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.list {
        for Mutation { name, what, .. } in ALL {
            println!("{name:17} {what}");
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
    let survivors = rows.iter().filter(|row| row.noticed.is_none()).count();
    if options.json {
        let row = |Row { name, what, noticed }: &Row| {
            let noticed = noticed.as_ref().map(|Noticed { by, after, time, message }| {
                json!({ "by": by, "after": after, "seconds": time.as_secs_f64(), "message": message })
            });
            json!({ "fault": name, "what": what, "noticed": noticed })
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
        println!("{count} faults, {survivors} not noticed; {seconds} seconds, including the build");
    }
    if survivors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
