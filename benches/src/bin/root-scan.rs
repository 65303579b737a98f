//! root-scan: the speed of walking a stack and relocating its roots; see docs/benchmarks.md.

use std::error::Error;
use std::io::{self, IsTerminal, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use benches::clock::median;
use benches::root_scan::compiled::Compiled;
use benches::root_scan::ocaml::Ocaml;
use benches::root_scan::program::Program;
use benches::root_scan::stacks::Stacks;
use benches::root_scan::{Mode, ROOTS, RecursionShape, ReferentAge, orders};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

/// Walks stacks of deep recursions and relocates their roots, with the machine's limit and OCaml's
/// minor collection beside it.
///
/// Each row is one kind of stack. `Spilled`: all references are in stack slots, `Registers`: every
/// second function keeps its last two in callee-saved registers; then in how many functions, of
/// which each frame is of a random one (`Random`) or which call each other in turn (`Cyclic`); then
/// how many frames. `limit` follows the chain of frame pointers, `hash` finds each frame's size in
/// a small hash table; both are C and read and write the words of a frame that hold references.
/// `old` and `young` are this project's walk, with roots that stay and roots that are all
/// rewritten, and behind them their multiple of the limit. `ocaml` is its minor collection, with
/// old and with young roots, `llvm` this project's collection of a recursion that LLVM compiled,
/// whose roots are young. All are processor time in nanoseconds a frame, medians of rounds in which
/// they take turns; the multiple is the median of each round's.
#[derive(Debug, Parser)]
#[command(name = "root-scan", version)]
struct Options {
    /// Frames on the stack; several numbers with commas between them, a row for each
    #[arg(long, value_delimiter = ',', default_value = "1000,100000,1000000",
        value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    frames: Vec<u64>,
    /// Functions that call each other; several numbers with commas between them
    #[arg(long, value_delimiter = ',', default_value = "1,16,256",
        value_parser = clap::value_parser!(u64).range(1..=4096))]
    functions: Vec<u64>,
    /// Call sites in the table
    #[arg(long, default_value_t = 2_000_000)]
    records: u64,
    /// References that each frame holds; OCaml and LLVM take part only with the usual four
    #[arg(long, default_value_t = ROOTS, value_parser = clap::value_parser!(u64).range(0..=64))]
    roots: u64,
    /// Rounds
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Do not run what takes another compiler: OCaml, LLVM
    #[arg(long)]
    alone: bool,
    /// Print one line of JSON behind the table
    #[arg(long)]
    json: bool,
}

const THREADS: u64 = 64;
const FRAMES_OF_A_THREAD: u64 = 100;

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

/// Returns one measurement of each column that needs no other program.
fn round(stacks: &mut Stacks) -> Times {
    let mut times = [f64::NAN; COLUMNS.len()];
    times[LIMIT] = stacks.limit();
    times[HASH] = stacks.hash();
    times[OLD] = stacks.walk(ReferentAge::Old);
    times[YOUNG] = stacks.walk(ReferentAge::Young);
    times
}

/// The missing programs; each is reported once.
#[derive(Default)]
struct MissingPrograms(Vec<String>);

impl MissingPrograms {
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

/// The same recursion, compiled by other compilers.
struct OtherCompilers {
    ocaml: Option<Ocaml>,
    llvm: Option<Compiled>,
}

impl OtherCompilers {
    fn new(functions: u64, mode: Mode, directory: &Path, missing: &mut MissingPrograms) -> Self {
        // OCaml's compiler has one mode only.
        let ocaml = (mode == Mode::Spilled).then(|| Ocaml::compile(functions, directory));
        let llvm = Compiled::new(functions, mode, directory);
        Self {
            ocaml: ocaml.and_then(|ocaml| missing.ok_or_report(ocaml)),
            llvm: missing.ok_or_report(llvm),
        }
    }

    fn round(&self, frames: u64, times: &mut Times, missing: &mut MissingPrograms) {
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
    let directory = tempfile::tempdir()?;
    let mut missing = MissingPrograms::default();
    let mut rows = Vec::new();
    let in_mode = |&functions: &u64| orders(functions).len() * options.frames.len() + 1;
    let in_modes = 2 * options.functions.iter().map(in_mode).sum::<usize>();
    let bar = ProgressBar::new(in_modes as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos} of {len} stacks, {eta} left")?);
    if io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_secs(1));
    }
    for mode in Mode::ALL {
        for &functions in &options.functions {
            let shape =
                RecursionShape { functions, mode, roots: options.roots, records: options.records };
            let program = Rc::new(Program::new(shape)?);
            // Those compilers produce the usual number of roots only.
            let others = (!options.alone && options.roots == ROOTS)
                .then(|| OtherCompilers::new(functions, mode, directory.path(), &mut missing));
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
            let mut stacks = Stacks::new(&program, THREADS, FRAMES_OF_A_THREAD, order);
            let name = format!(
                "{mode:?}, {functions} {order:?}, {THREADS} stacks of {FRAMES_OF_A_THREAD}"
            );
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
    writeln!(out, "{:<40}{headings}", "ns a frame")?;
    for row in rows {
        writeln!(out, "{}", row.text())?;
    }
    if options.json {
        let line = json!({
            "workload": "root-scan",
            "records": options.records,
            "roots": options.roots,
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
