//! `random-programs`: generates managed programs from seeds, and checks that collections do not
//! change their results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tests::llvm::{self, Llvm};
use tests::random::batch::{self, Drivers, Item, Results};
use tests::random::coverage::Requirement;
use tests::random::matrix::{Arch, Point};
use tests::random::target;
use tests::random::{generate, save, shrink};

/// Generates managed programs from seeds and checks that collections do not change their results.
/// Each program is compiled and run in four modes: without collections, with a collection at every
/// allocation, with a collection at every poll, and in several threads. Its checksum must be the
/// same in all modes. Programs also compare the stack walk of the library with an independent
/// implementation.
///
/// The seed also determines the compiler configuration: LLVM version, options and linker. The exit
/// status is 1 if a program fails or the coverage is incomplete.
#[derive(Debug, Parser)]
#[command(name = "random-programs", version)]
struct Options {
    /// Seeds, as FIRST..END without END
    #[arg(long, value_parser = seeds)]
    seeds: Range<u64>,
    /// LLVM versions, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = version, default_values_t = llvm::VERSIONS)]
    llvm: Vec<u32>,
    /// Target architectures, separated by commas: x86_64, aarch64. Programs for other architectures
    /// than the host's are emulated
    #[arg(long, value_delimiter = ',', default_value = std::env::consts::ARCH)]
    arch: Vec<Arch>,
    /// Compile each program in all compiler configurations
    #[arg(long)]
    all_configurations: bool,
    /// Number of batches that are processed concurrently [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Require every construct and event, for seeds that are known to cover all of them. By default
    /// an absence is an error only if it is too improbable for the number of programs
    #[arg(long)]
    require_all: bool,
    /// Save failing programs in this directory, reduced, with a script that reproduces the failure
    #[arg(long)]
    save_failures: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Number of programs that are linked into one executable.
const PROGRAMS_PER_BATCH: usize = 8;
/// Maximum number of failures that are reduced and saved. Further ones rarely have other causes.
const MAX_SAVED: usize = 3;

/// Parses a range of seeds.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let invalid = || format!("{text} does not have the form FIRST..END");
    let (first, end) = text.split_once("..").ok_or_else(invalid)?;
    let range = first.parse().map_err(|_| invalid())?..end.parse().map_err(|_| invalid())?;
    if range.is_empty() { Err(format!("the range {text} is empty")) } else { Ok(range) }
}

/// Parses a supported LLVM version.
fn version(text: &str) -> Result<u32, String> {
    let version = text.parse().ok().filter(|version| llvm::VERSIONS.contains(version));
    version.ok_or_else(|| format!("the supported versions are {:?}", llvm::VERSIONS))
}

/// Generates, compiles and runs the programs. Returns the results of all batches, and the drivers
/// for reducing failures.
fn run(options: &Options) -> Result<(Results, Drivers), String> {
    let mut results = Results::default();
    let arch = &options.arch;
    let (found, missing): (Vec<u32>, Vec<u32>) =
        options.llvm.iter().partition(|&&version| Llvm::find_installed(version).is_some());
    let mut drivers = Drivers::new();
    let mut cannot_run = BTreeMap::new();
    for &arch in arch {
        match target::can_run(arch) {
            Ok(()) => {
                drivers.insert(arch, target::build_driver(arch)?);
            }
            Err(reason) => {
                cannot_run.insert(arch, reason);
            }
        }
    }

    let has_lld = llvm::lld().is_some();
    let mut items = Vec::new();
    for seed in options.seeds.clone() {
        let points = if options.all_configurations {
            Point::all(&options.llvm, arch)
        } else {
            vec![Point::from_seed(seed, &options.llvm, arch)]
        };
        for point in points {
            if missing.contains(&point.llvm) {
                *results.skipped.entry(not_installed(point.llvm)).or_default() += 1;
            } else if point.linking.lld && !has_lld {
                *results.skipped.entry("lld is not installed (package lld)").or_default() += 1;
            } else if let Some(reason) = cannot_run.get(&point.arch) {
                *results.skipped.entry(reason).or_default() += 1;
            } else {
                items.push(Item { program: generate::program(seed), point });
            }
        }
    }
    if found.is_empty() {
        return Err("none of these LLVM versions is installed (packages llvm-N)".to_owned());
    }
    for reason in cannot_run.values() {
        eprintln!("skipped: {reason}");
    }
    // A run without programs must not be reported as "ok".
    if items.is_empty() {
        return Err("no program can be compiled and run with the installed tools".to_owned());
    }
    if options.all_configurations {
        items.sort_by_key(|item| item.point);
    } else {
        items.sort_by_key(|item| (item.point.arch, item.point.linking));
    }
    // The programs of a batch have the same architecture and linker options, and distinct seeds.
    let linked = |item: &Item| (item.point.arch, item.point.linking);
    let same_batch = |a: &Item, b: &Item| {
        if options.all_configurations { a.point == b.point } else { linked(a) == linked(b) }
    };
    let batches: Vec<&[Item]> =
        items.chunk_by(same_batch).flat_map(|same| same.chunks(PROGRAMS_PER_BATCH)).collect();

    let bar = ProgressBar::new(items.len() as u64);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} programs, {eta} left {msg}");
    bar.set_style(style.map_err(|error| error.to_string())?);
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Ok(results));
    let jobs = options.jobs.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(batch) = batches.get(number) else { return };
                    let directory = directory.path().join(number.to_string());
                    let batch_results = batch::run(batch, &drivers, &directory);
                    let _ = std::fs::remove_dir_all(&directory);
                    bar.inc(batch.len() as u64);
                    let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match (&mut *total, batch_results) {
                        (Ok(total), Ok(batch_results)) => total.add(batch_results),
                        (total, Err(error)) => *total = Err(error),
                        (Err(_), Ok(_)) => {}
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    let total = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    total.map(|results| (results, drivers))
}

/// Reduces the first failures and saves them in a directory.
fn save_failures(results: &Results, drivers: &Drivers, directory: &Path) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    for failure in results.failures.iter().take(MAX_SAVED) {
        let reduced = shrink::shrink(failure, drivers, scratch.path())?;
        let saved = save::save_failure(directory, failure, &reduced, drivers)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        eprintln!("saved: {}", saved.join("reproduce.sh").display());
    }
    Ok(())
}

/// Returns the reason for skipping programs for an LLVM version that is not installed.
fn not_installed(version: u32) -> &'static str {
    match version {
        14 => "LLVM 14 is not installed (package llvm-14)",
        16 => "LLVM 16 is not installed (package llvm-16)",
        19 => "LLVM 19 is not installed (package llvm-19)",
        _ => "LLVM 22 is not installed (package llvm-22)",
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let begin = Instant::now();
    let (results, drivers) = match run(&options) {
        Ok(done) => done,
        Err(error) => {
            eprintln!("random-programs: {error}");
            return ExitCode::FAILURE;
        }
    };
    for failure in &results.failures {
        let mode = failure.mode.map_or("compiling", |mode| mode.name());
        let seed = failure.item.program.seed;
        eprintln!("seed {seed}, {}, {mode}: {}\n", failure.item.point, failure.message);
    }
    if let Some(directory) = &options.save_failures
        && let Err(error) = save_failures(&results, &drivers, directory)
    {
        eprintln!("random-programs: {error}");
    }
    let requirement = if options.require_all { Requirement::All } else { Requirement::Probable };
    let missing = results.missing(requirement);
    let outcome = match (&*results.failures, &*missing) {
        ([], []) => "ok",
        ([], _) => "incomplete",
        _ => "differences",
    };
    let (collector, compared) = (&results.collector, &results.compared);
    let constructs = results.constructs.iter().map(|(name, occurrence)| (*name, occurrence.found));
    let line = json!({
        "workload": "random-programs",
        "seeds": format!("{}..{}", options.seeds.start, options.seeds.end),
        "result": outcome,
        "wall_ns": u64::try_from(begin.elapsed().as_nanos()).ok(),
        "programs": results.programs,
        "runs": results.runs,
        "differences": results.failures.len(),
        "skipped": results.skipped,
        "collections": collector.collections,
        "frames_walked": collector.frames_walked,
        "roots_visited": collector.roots_visited,
        "register_roots": collector.register_roots,
        "register_roots_relocated": collector.register_roots_relocated,
        "derived_relocated": collector.derived_relocated,
        "vector_roots": compared.vector_roots,
        "objects_moved": collector.objects_moved,
        "objects_verified": collector.objects_verified,
        "objects_logged": collector.objects_logged,
        "weak_cleared": collector.weak_cleared,
        "ephemerons_cleared": collector.ephemerons_cleared,
        "finalizers_queued": collector.finalizers_queued,
        "exceptions": results.exceptions,
        "suspensions": results.suspensions,
        "compared": compared,
        "constructs": constructs.collect::<BTreeMap<_, _>>(),
        "missing": missing,
    });
    if options.json {
        println!("{line}");
    } else {
        println!("{line:#}");
    }
    for name in &missing {
        eprintln!("random-programs: coverage is incomplete, no {name} occurred");
    }
    if outcome == "ok" { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
