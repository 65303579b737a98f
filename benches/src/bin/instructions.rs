//! Benchmark of the cost of fast paths, in instructions and in time; see docs/benchmarks.md.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::callgrind;
use benches::clock::{median, nanoseconds_per_unit};
use benches::managed as code;
use benches::thunk::{self, GeneratedThunk, PreservedRegisters};
use clap::{Parser, ValueEnum};
use serde_json::json;
use statepoint_gc::{Argument, Heap, Mutator};
use tests::managed;

/// Counts the instructions of the fast paths, and measures their time.
///
/// The fast paths are: poll, call into native code, allocation, call into managed code, store with
/// the write barrier, thunk. Each has a baseline: the same loop without the path, or with a plain
/// indirect call instead.
///
/// Example: instructions --paths poll,store --rounds 5
///
/// Prints a table: instructions and nanoseconds of one execution, those of the baseline, and the
/// difference. With --json it also prints one line of JSON. Callgrind (Debian package valgrind)
/// counts the instructions, as the difference of a long and a short run; without it, counting is
/// skipped. Times are processor time, medians of rounds in which path and baseline take turns.
#[derive(Debug, Parser)]
#[command(name = "instructions", version)]
struct Options {
    /// Fast paths to measure, separated by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',')]
    paths: Vec<FastPath>,
    /// Number of rounds of the time measurements
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
    /// Run a path this many times and print nothing; run under callgrind
    #[arg(long, hide = true, value_name = "NUMBER", requires = "paths")]
    repeat: Option<u64>,
    /// With --repeat: run the baseline instead
    #[arg(long, hide = true, requires = "repeat")]
    baseline: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FastPath {
    /// A poll that is not taken
    Poll,
    /// A call into native code and back, through the stub
    Stub,
    /// A call into native code and back, through a wrapper
    Wrapper,
    /// Allocation of 24 bytes in the TLAB, collections included
    Allocation,
    /// A call into managed code and back
    Call,
    /// A store of a reference with the write barrier, fast path: the object is not logged
    Store,
    /// A store of a reference with the write barrier, slow path: the object is logged each time
    LoggedStore,
    /// A call through a thunk that preserves four registers and passes four values
    Thunk,
    /// A call through a thunk that preserves all registers
    WholeThunk,
}

impl FastPath {
    fn name(self) -> &'static str {
        match self {
            Self::Poll => "poll, not taken",
            Self::Stub => "native call, stub",
            Self::Wrapper => "native call, wrapper",
            Self::Allocation => "allocation of 24 bytes",
            Self::Call => "call into managed code",
            Self::Store => "store, fast path",
            Self::LoggedStore => "store, object logged",
            Self::Thunk => "thunk, 4 registers",
            Self::WholeThunk => "thunk, all registers",
        }
    }

    /// Returns a description of the baseline.
    fn baseline_name(self) -> &'static str {
        match self {
            Self::Poll => "empty loop",
            Self::Stub | Self::Wrapper => "plain indirect call",
            Self::Allocation => "empty loop",
            Self::Call => "plain indirect call",
            Self::Store | Self::LoggedStore => "store without barrier",
            Self::Thunk | Self::WholeThunk => "hand-written stub",
        }
    }
}

/// A heap with a thread that runs managed code.
struct Bench {
    mutator: Mutator,
    _heap: Heap,
}

impl Bench {
    fn new() -> Result<Self, Box<dyn Error>> {
        let heap = managed::heap().heap_max(16 << 20).collector_threads(1).build()?;
        Ok(Self { mutator: heap.attach()?, _heap: heap })
    }

    /// Executes the path `n` times.
    ///
    /// # Panics
    ///
    /// If the result is wrong.
    fn run(&mut self, path: FastPath, n: u64) {
        let word =
            |address: *const core::ffi::c_void| Argument::Word(address.expose_provenance() as u64);
        let native = word(code::nothing());
        let (function, arguments): (_, &[_]) = match path {
            FastPath::Poll => (code::polls(), &[Argument::Word(n)]),
            FastPath::Stub => (code::stub_calls(), &[native, Argument::Word(n)]),
            FastPath::Wrapper => (code::wrapped_calls(), &[Argument::Word(n)]),
            FastPath::Allocation => (code::allocations(), &[Argument::Word(n)]),
            FastPath::Store => {
                assert_eq!(code::stores(n), n);
                return;
            }
            FastPath::LoggedStore => {
                // SAFETY: the functions are managed code of this program and take these arguments.
                let result = unsafe {
                    let node = self.mutator.call_for_reference(code::node(), &[]);
                    let arguments = [
                        Argument::Reference(&node.expect("a node is allocated")),
                        Argument::Word(n),
                    ];
                    self.mutator.call(code::logged_stores(), &arguments)
                };
                assert_eq!(result, Ok(n));
                // Empties the remembered set.
                self.mutator.collect();
                return;
            }
            FastPath::Thunk | FastPath::WholeThunk => {
                let generated = GeneratedThunk::new(preserved_registers(path));
                assert_eq!(thunk::count_calls(generated.entry(), n), n);
                return;
            }
            FastPath::Call => {
                for _ in 0..n {
                    // SAFETY: the function is managed code of this program and takes an i64.
                    let result = unsafe {
                        self.mutator.call(code::identity(), black_box(&[Argument::Word(7)]))
                    };
                    assert_eq!(result, Ok(7));
                }
                return;
            }
        };
        // SAFETY: the function is managed code of this program and takes these arguments.
        let result = unsafe { self.mutator.call(function, arguments) };
        assert_eq!(result, Ok(n));
    }
}

/// Returns the registers that the thunk preserves.
fn preserved_registers(path: FastPath) -> PreservedRegisters {
    if path == FastPath::Thunk { PreservedRegisters::Four } else { PreservedRegisters::All }
}

/// Runs the loop `n` times without the path.
fn run_baseline(path: FastPath, n: u64) {
    let result = match path {
        FastPath::Poll | FastPath::Allocation => code::no_polls(n),
        FastPath::Store | FastPath::LoggedStore => code::bare_stores(n),
        FastPath::Stub | FastPath::Wrapper | FastPath::Call => code::plain_calls(n),
        FastPath::Thunk | FastPath::WholeThunk => {
            thunk::count_calls(thunk::hand_written_stub(preserved_registers(path)), n)
        }
    };
    assert_eq!(result, n);
}

/// Counts the instructions of a run of this program that executes the path `n` times.
fn count_run(path: FastPath, baseline: bool, n: u64) -> Result<u64, String> {
    let value = path.to_possible_value().expect("no path is hidden");
    let (n, baseline) = (n.to_string(), baseline.then_some("--baseline"));
    let arguments = ["--paths", value.get_name(), "--repeat", &n];
    callgrind::instructions(None, arguments.into_iter().chain(baseline))
}

/// Returns the instructions of one execution of the path.
fn instructions(path: FastPath, baseline: bool) -> Result<f64, String> {
    // Both runs fill a TLAB, and their difference contains many TLABs and collections.
    const FEW: u64 = 100_000;
    const MANY: u64 = 600_000;
    let (few, many) = (count_run(path, baseline, FEW)?, count_run(path, baseline, MANY)?);
    Ok(many.saturating_sub(few) as f64 / (MANY - FEW) as f64)
}

/// The results of one path, each for the path and for its baseline.
struct Row {
    path: FastPath,
    instructions: Option<[f64; 2]>,
    nanoseconds: [f64; 2],
}

fn run(options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    /// Number of executions of a path in each round.
    const ITERATIONS: u64 = 1_000_000;
    let mut bench = Bench::new()?;
    let paths = if options.paths.is_empty() {
        FastPath::value_variants()
    } else {
        options.paths.as_slice()
    };
    let mut times = vec![Vec::new(); paths.len()];
    for round in 0..options.rounds {
        eprint!("\rmeasuring times: round {} of {}", round + 1, options.rounds);
        for (&path, times) in paths.iter().zip(&mut times) {
            let with = nanoseconds_per_unit(1, ITERATIONS, || bench.run(path, ITERATIONS));
            times.push([
                with,
                nanoseconds_per_unit(1, ITERATIONS, || run_baseline(path, ITERATIONS)),
            ]);
        }
    }
    eprintln!();
    let mut can_be_counted = true;
    let rows = paths.iter().zip(times).map(|(&path, times)| {
        let nanoseconds = [0, 1].map(|index: usize| median(times.iter().map(|time| time[index])));
        let count = || Ok([instructions(path, false)?, instructions(path, true)?]);
        let instructions = can_be_counted.then(|| {
            eprintln!("counting instructions: {}", path.name());
            count().inspect_err(|error: &String| eprintln!("skipped: {error}")).ok()
        });
        can_be_counted = instructions.flatten().is_some();
        Row { path, instructions: instructions.flatten(), nanoseconds }
    });
    Ok(rows.collect())
}

fn print(options: &Options, rows: &[Row], wall: Duration) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<26}{:>13}{:>9}{:>12}{:>9}{:>9}{:>12}  baseline",
        "", "instructions", "baseline", "difference", "ns", "baseline", "difference"
    )?;
    for Row { path, instructions, nanoseconds: [with, baseline] } in rows {
        let counts = instructions.map_or_else(
            || format!("{:>13}{:>9}{:>12}", "-", "-", "-"),
            |[with, baseline]| format!("{with:>13.2}{baseline:>9.2}{:>12.2}", with - baseline),
        );
        let difference = with - baseline;
        let (name, baseline_name) = (path.name(), path.baseline_name());
        writeln!(
            out,
            "{name:<26}{counts}{with:>9.2}{baseline:>9.2}{difference:>12.2}  {baseline_name}"
        )?;
    }
    if options.json {
        let line = json!({
            "workload": "instructions",
            "rounds": options.rounds,
            "wall_ns": wall.as_nanos() as u64,
            "result": rows.iter().map(|row| json!({
                "path": row.path.name(),
                "baseline": row.path.baseline_name(),
                "instructions": row.instructions,
                "ns": row.nanoseconds,
            })).collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Runs the paths or their baselines `n` times, for callgrind.
fn repeat(options: &Options, n: u64) -> Result<(), Box<dyn Error>> {
    let mut bench = Bench::new()?;
    for &path in &options.paths {
        if options.baseline {
            run_baseline(path, n);
        } else {
            bench.run(path, n);
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let begin = Instant::now();
    let done = match options.repeat {
        Some(n) => repeat(&options, n),
        None => run(&options).and_then(|rows| Ok(print(&options, &rows, begin.elapsed())?)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("instructions: {error}");
            ExitCode::FAILURE
        }
    }
}
