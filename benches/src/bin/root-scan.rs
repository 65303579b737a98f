//! Benchmark of walking a stack and relocating its roots; see docs/benchmarks.md.

use std::error::Error;
use std::io::{self, IsTerminal, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use benches::clock::median;
use benches::root_scan::compiled::{Compiled, MAX_DERIVED};
use benches::root_scan::ocaml::Ocaml;
use benches::root_scan::program::Program;
use benches::root_scan::stacks::Stacks;
use benches::root_scan::{Mode, ROOTS, RecursionShape, ReferentAge, orders};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

/// Measures walking deep stacks and relocating their roots.
///
/// Compares this project with the minor collection of OCaml and with lower bounds in C.
///
/// Examples:
///
///   root-scan --frames 1000 --functions 16 --rounds 3
///   root-scan --only-synthetic --json
///
/// Prints a table of processor time in nanoseconds per frame, medians of rounds in which all
/// columns take turns; with --json also one line of JSON. A row is one kind of stack:
///
///   Spilled      all references are in stack slots
///   Registers    every second function keeps its last two in callee-saved registers
///   16 Random    16 functions, and each frame is of a random one
///   16 Cyclic    16 functions that call each other in turn
///   1000         the number of frames
///
/// The columns:
///
///   limit        lower bound: follows the frame-pointer chain, reads and writes the references
///   hash         the same, with each frame's size from a small hash table
///   old          this project's walk; roots point to old objects and stay. Then the ratio to limit
///   young        the same; all roots are rewritten
///   ocaml        OCaml's minor collection of the same recursion with old roots
///   ocaml young  the same with young roots
///   llvm         this project's collection of the recursion compiled by LLVM 19, with young roots
#[derive(Debug, Parser)]
#[command(name = "root-scan", version, verbatim_doc_comment)]
struct Options {
    /// Numbers of frames, separated by commas; each has a row
    #[arg(long, value_delimiter = ',', default_value = "1000,100000,1000000",
        value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    frames: Vec<u64>,
    /// Numbers of functions that call each other, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "1,16,256",
        value_parser = clap::value_parser!(u64).range(1..=4096))]
    functions: Vec<u64>,
    /// Number of call sites in the table
    #[arg(long, default_value_t = 2_000_000)]
    records: u64,
    /// Number of references in each frame; the columns ocaml and llvm need the default
    #[arg(long, default_value_t = ROOTS, value_parser = clap::value_parser!(u64).range(0..=64))]
    roots: u64,
    /// Number of derived pointers in each frame, of which each is derived from one of the
    /// references; the column ocaml needs 0
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=MAX_DERIVED))]
    derived: u64,
    /// Number of rounds
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Skip the recursions that OCaml and LLVM compile
    #[arg(long)]
    only_synthetic: bool,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Number of small stacks in the row of a program with many threads.
const THREADS: u64 = 64;
/// Number of frames of each of those stacks.
const FRAMES_PER_THREAD: u64 = 100;

/// The measured columns.
const COLUMNS: [&str; 7] = ["limit", "hash", "old", "young", "ocaml", "ocaml young", "llvm"];
const LIMIT: usize = 0;
const HASH: usize = 1;
const OLD: usize = 2;
const YOUNG: usize = 3;
const OCAML: usize = 4;
const OCAML_YOUNG: usize = 5;
const LLVM: usize = 6;

type Times = [f64; COLUMNS.len()];

/// A row of the table, with the times of each round.
struct Row {
    name: String,
    rounds: Vec<Times>,
}

impl Row {
    fn median(&self, column: usize) -> f64 {
        median(self.rounds.iter().map(|round| round[column]).filter(|time| !time.is_nan()))
    }

    /// Returns the median of the ratios to the limit of the same round.
    fn multiple(&self, column: usize) -> f64 {
        median(self.rounds.iter().map(|round| round[column] / round[LIMIT]).filter(|x| !x.is_nan()))
    }

    fn text(&self) -> String {
        let cell = |column: usize| match self.median(column) {
            time if time.is_nan() => format!("{:>13}", "-"),
            time if column == OLD || column == YOUNG => {
                format!("{time:>6.2} {:>5.2}x", self.multiple(column))
            }
            time => format!("{time:>13.2}"),
        };
        let cells: String = (0..COLUMNS.len()).map(cell).collect();
        format!("{:<40}{cells}", self.name)
    }

    fn json(&self) -> Value {
        let mut columns = Map::new();
        columns.insert("stack".to_owned(), json!(self.name));
        for (column, name) in COLUMNS.iter().enumerate() {
            let (time, multiple) = (self.median(column), self.multiple(column));
            if !time.is_nan() {
                columns.insert((*name).to_owned(), json!({ "ns": time, "multiple": multiple }));
            }
        }
        Value::Object(columns)
    }
}

/// Measures each column that does not need another compiler, once.
fn round(stacks: &mut Stacks) -> Times {
    let mut times = [f64::NAN; COLUMNS.len()];
    times[LIMIT] = stacks.limit();
    times[HASH] = stacks.hash();
    times[OLD] = stacks.walk(ReferentAge::Old);
    times[YOUNG] = stacks.walk(ReferentAge::Young);
    times
}

/// Compilers that are not installed. Each is reported once.
#[derive(Default)]
struct MissingCompilers(Vec<String>);

impl MissingCompilers {
    fn ok_or_report<T>(&mut self, result: Result<T, String>) -> Option<T> {
        result
            .map_err(|error| {
                if !self.0.contains(&error) {
                    eprintln!("skipped: {error}");
                    self.0.push(error);
                }
            })
            .ok()
    }
}

/// The recursion of the benchmark, compiled by other compilers.
struct OtherCompilers {
    ocaml: Option<Ocaml>,
    llvm: Option<Compiled>,
}

impl OtherCompilers {
    fn new(shape: RecursionShape, directory: &Path, missing: &mut MissingCompilers) -> Self {
        let RecursionShape { functions, mode, derived, .. } = shape;
        // OCaml's compiler keeps all references in stack slots, and no derived pointers.
        let is_included = mode == Mode::Spilled && derived == 0;
        let ocaml = is_included.then(|| Ocaml::compile(functions, directory));
        let llvm = Compiled::new(shape, directory);
        Self {
            ocaml: ocaml.and_then(|ocaml| missing.ok_or_report(ocaml)),
            llvm: missing.ok_or_report(llvm),
        }
    }

    fn round(&self, frames: u64, times: &mut Times, missing: &mut MissingCompilers) {
        if let Some(ocaml) = &self.ocaml
            && let Some(measured) = missing.ok_or_report(ocaml.run(frames))
        {
            (times[OCAML], times[OCAML_YOUNG]) = (measured.old, measured.young);
        }
        if let Some(llvm) = &self.llvm
            && let Some(measured) = missing.ok_or_report(llvm.run(frames))
        {
            times[LLVM] = measured;
        }
    }
}

fn run(options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    if options.roots == 0 && options.derived > 0 {
        return Err("--derived needs references: pass --roots 1 or more".into());
    }
    let directory = tempfile::tempdir()?;
    let mut missing = MissingCompilers::default();
    let mut rows = Vec::new();
    let in_mode = |&functions: &u64| orders(functions).len() * options.frames.len() + 1;
    let in_modes = 2 * options.functions.iter().map(in_mode).sum::<usize>();
    let bar = ProgressBar::new(in_modes as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos} of {len} stacks, {eta} remaining")?);
    if io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    for mode in Mode::ALL {
        for &functions in &options.functions {
            let Options { roots, derived, records, .. } = *options;
            let shape = RecursionShape { functions, mode, roots, derived, records };
            let program = Rc::new(Program::new(shape)?);
            // The recursions for other compilers have a fixed number of roots.
            let others = (!options.only_synthetic && options.roots == ROOTS)
                .then(|| OtherCompilers::new(shape, directory.path(), &mut missing));
            for &order in orders(functions) {
                for &frames in &options.frames {
                    let mut stacks = Stacks::new(&program, 1, frames, order);
                    let mut rounds = Vec::new();
                    for _ in 0..options.rounds {
                        let mut times = round(&mut stacks);
                        if let Some(others) = &others
                            && order == orders(functions)[0]
                        {
                            others.round(frames, &mut times, &mut missing);
                        }
                        rounds.push(times);
                    }
                    let name = format!("{mode:?}, {functions} {order:?}, {frames}");
                    rows.push(Row { name, rounds });
                    bar.inc(1);
                }
            }
            let order = orders(functions)[0];
            let mut stacks = Stacks::new(&program, THREADS, FRAMES_PER_THREAD, order);
            let name =
                format!("{mode:?}, {functions} {order:?}, {THREADS} stacks of {FRAMES_PER_THREAD}");
            let rounds = (0..options.rounds).map(|_| round(&mut stacks)).collect();
            rows.push(Row { name, rounds });
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(rows)
}

fn print(options: &Options, rows: &[Row]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let headings: String = COLUMNS.iter().map(|name| format!("{name:>13}")).collect();
    writeln!(out, "{:<40}{headings}", "ns per frame")?;
    for row in rows {
        writeln!(out, "{}", row.text())?;
    }
    if options.json {
        let line = json!({
            "workload": "root-scan",
            "records": options.records,
            "roots": options.roots,
            "derived": options.derived,
            "rounds": options.rounds,
            "stacks": rows.iter().map(Row::json).collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options).and_then(|rows| Ok(print(&options, &rows)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("root-scan: {error}");
            ExitCode::FAILURE
        }
    }
}
