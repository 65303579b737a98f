//! `wasm-differential`: runs random modules in `wasm-gc` and `wasmtime`, and compares what they do.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use statepoint_gc::Zeal;
use wasm_differential::generate::Source;
use wasm_differential::settings::ZealChoice;
use wasm_differential::tally::Tally;
use wasm_differential::worker::{self, Choices, Failure};

/// Runs random modules in `wasm-gc` and `wasmtime`, and compares results, traps, exceptions,
/// globals, tables, memories and all objects that these reach. Half of the modules are made by
/// `wasm-smith`; the others are programs that build graphs of objects. The seed determines the
/// module, the arguments, the collections of `wasm-gc` and the collector of `wasmtime`.
///
/// The exit status is 1 if the engines differ on a module, or one of them crashes, or if too few
/// calls return or objects move.
#[derive(Debug, Parser)]
#[command(name = "wasm-differential", version)]
struct Options {
    /// Seeds, as FIRST..END without END
    #[arg(long, value_parser = seeds, default_value = "0..1000")]
    seeds: Range<u64>,
    /// Only modules of this kind: smith, program
    #[arg(long)]
    source: Option<Source>,
    /// Collections of wasm-gc for all modules: off, alloc, poll, or a number N for each N-th
    /// allocation [default: by the seed]
    #[arg(long)]
    zeal: Option<Zeal>,
    /// Number of processes [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=256))]
    jobs: Option<u32>,
    /// Save failing modules in this directory
    #[arg(long, default_value = "wasm-differences")]
    save_failures: PathBuf,
    /// Print the counts of instructions by kind, too
    #[arg(long)]
    operators: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// Write the module with the first seed to this file, and do not run it
    #[arg(long)]
    write: Option<PathBuf>,
    /// Run the modules in this process, and print what happens for the process that started it
    #[arg(long, hide = true)]
    worker: bool,
}

/// Modules that a worker runs.
const MODULES_PER_WORKER: u64 = 100;

/// Parses a range of seeds.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let invalid = || format!("{text} does not have the form FIRST..END");
    let (first, end) = text.split_once("..").ok_or_else(invalid)?;
    let range = first.parse().map_err(|_| invalid())?..end.parse().map_err(|_| invalid())?;
    if range.is_empty() { Err(format!("the range {text} is empty")) } else { Ok(range) }
}

/// Runs all modules, in several processes.
fn run(options: &Options, choices: Choices) -> Result<(Tally, Vec<Failure>), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let bar = ProgressBar::new(options.seeds.end - options.seeds.start);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} modules, {eta} left {msg}");
    bar.set_style(style.map_err(|error| error.to_string())?);
    let next = AtomicU64::new(options.seeds.start);
    let total = Mutex::new(Ok((Tally::default(), vec![])));
    let jobs = options.jobs.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(MODULES_PER_WORKER, Ordering::Relaxed);
                    if first >= options.seeds.end {
                        return;
                    }
                    let part = first..(first + MODULES_PER_WORKER).min(options.seeds.end);
                    let outcome = worker::run(&program, part, choices, &|| bar.inc(1));
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    match (&mut *total, outcome) {
                        (Ok((tally, failures)), Ok((counts, found))) => {
                            for failure in &found {
                                bar.suspend(|| report(options, choices, failure));
                            }
                            tally.add(counts);
                            failures.extend(found);
                            if !failures.is_empty() {
                                bar.set_message(format!("{} failed", failures.len()));
                            }
                        }
                        (total, Err(error)) => *total = Err(error.to_string()),
                        (Err(_), Ok(_)) => {}
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    total.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Saves the module of a failure, and prints how to repeat it.
fn report(options: &Options, choices: Choices, failure: &Failure) {
    let seed = failure.seed;
    let source = choices.source(seed);
    eprintln!("seed {seed}, {source}: {}", failure.message);
    match save(&options.save_failures, source, seed) {
        Ok(path) => eprintln!("saved: {}", path.display()),
        Err(error) => eprintln!("{}: {error}", options.save_failures.display()),
    }
    let arguments = choices.arguments().join(" ");
    eprintln!("to repeat it: wasm-differential --seeds {seed}..{} {arguments}\n", seed + 1);
}

fn save(directory: &Path, source: Source, seed: u64) -> std::io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    let path = directory.join(format!("{source}-{seed}.wasm"));
    fs::write(&path, source.module(seed))?;
    Ok(path)
}

fn print(options: &Options, tally: &Tally, failures: &[Failure]) -> Result<(), String> {
    if options.json {
        let line = serde_json::json!({ "failures": failures, "counts": tally });
        println!("{line}");
        return Ok(());
    }
    print!("{tally}");
    if options.operators {
        for (name, count) in &tally.operators {
            println!("  {name:34}{count:>14}");
        }
    }
    println!("{:36}{:>14}", "differences and crashes", failures.len());
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let zeal = options.zeal.map_or(ZealChoice::BySeed, ZealChoice::Fixed);
    let choices = Choices { source: options.source, zeal };
    let seed = options.seeds.start;
    let outcome = if let Some(path) = &options.write {
        let written = fs::write(path, choices.source(seed).module(seed));
        written.map(|()| true).map_err(|error| format!("{}: {error}", path.display()))
    } else if options.worker {
        let ran = worker::main(options.seeds.clone(), choices);
        ran.map(|()| true).map_err(|error| error.to_string())
    } else {
        run(&options, choices).and_then(|(tally, failures)| {
            print(&options, &tally, &failures)?;
            let weaknesses = tally.weaknesses();
            for weakness in &weaknesses {
                eprintln!("wasm-differential: the run proves little: {weakness}");
            }
            Ok(failures.is_empty() && weaknesses.is_empty())
        })
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("wasm-differential: {error}");
            ExitCode::FAILURE
        }
    }
}
