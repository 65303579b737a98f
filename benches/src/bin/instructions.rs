//! instructions: the cost of the fast paths, in instructions and in time; see docs/benchmarks.md.

use std::error::Error;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::callgrind;
use benches::clock::{median, nanoseconds};
use benches::managed as code;
use benches::thunk::{self, Made, Saved};
use clap::{Parser, ValueEnum};
use serde_json::json;
use statepoint_gc::{Argument, Heap, Mutator};
use tests::managed;

/// Counts the instructions of the fast paths, and measures their time with the machine's limit
/// beside it.
///
/// Instructions are counted by valgrind's callgrind (package valgrind): the difference of two runs
/// of this program that do the same more and less often, so that they are those of the path and of
/// the loop around it, and the same every time. `without` is the same loop without what is
/// measured: nothing in it, or a plain call by pointer instead of a transition. Times are processor
/// time, medians of rounds in which all take turns.
#[derive(Debug, Parser)]
#[command(name = "instructions", version)]
struct Options {
    /// What is measured; several with commas between them; all if it is not given
    #[arg(long, value_enum, value_delimiter = ',')]
    paths: Vec<Path>,
    /// Rounds of the times; the instructions are the same in each
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Print one line of JSON behind the table
    #[arg(long)]
    json: bool,
    /// Do one of them this often and print nothing: what is counted
    #[arg(long, hide = true, value_name = "NUMBER", requires = "paths")]
    repeat: Option<u64>,
    /// With --repeat: what it is compared with
    #[arg(long, hide = true, requires = "repeat")]
    without: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Path {
    /// A poll that is not taken
    Poll,
    /// Leave managed code for native code and enter it again, by the stub
    Stub,
    /// The same by a wrapper
    Wrapper,
    /// Allocate an object of 24 bytes in the thread's buffer; collections included
    Allocation,
    /// Call managed code and come back
    Call,
    /// Store a reference through the write barrier into an object that need not be logged
    Store,
    /// The same into one that is to be logged each time
    LoggedStore,
    /// Call a function through a thunk that saves four registers and passes four values
    Thunk,
    /// The same with all registers
    WholeThunk,
}

impl Path {
    fn name(self) -> &'static str {
        match self {
            Self::Poll => "poll, not taken",
            Self::Stub => "native call by the stub",
            Self::Wrapper => "native call by a wrapper",
            Self::Allocation => "allocation of 24 bytes",
            Self::Call => "call into managed code",
            Self::Store => "store of a reference",
            Self::LoggedStore => "store that is logged",
            Self::Thunk => "thunk, 4 registers",
            Self::WholeThunk => "thunk, all registers",
        }
    }

    /// Describes the baseline: the loop without the path.
    fn limit(self) -> &'static str {
        match self {
            Self::Poll => "the loop alone",
            Self::Stub | Self::Wrapper => "a plain indirect call",
            Self::Allocation => "the loop alone",
            Self::Call => "a plain indirect call",
            Self::Store | Self::LoggedStore => "the bare store",
            Self::Thunk | Self::WholeThunk => "a stub written by hand",
        }
    }
}

/// The thread that runs managed code.
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
    fn run(&mut self, path: Path, n: u64) {
        let word =
            |address: *const core::ffi::c_void| Argument::Word(address.expose_provenance() as u64);
        let native = word(code::nothing());
        let (function, arguments): (_, &[_]) = match path {
            Path::Poll => (code::polls(), &[Argument::Word(n)]),
            Path::Stub => (code::stub_calls(), &[native, Argument::Word(n)]),
            Path::Wrapper => (code::wrapped_calls(), &[Argument::Word(n)]),
            Path::Allocation => (code::allocations(), &[Argument::Word(n)]),
            Path::Store => {
                assert_eq!(code::stores(n), n);
                return;
            }
            Path::LoggedStore => {
                // SAFETY: they are managed code of this program, with these parameters.
                let result = unsafe {
                    let node = self.mutator.call_for_reference(code::node(), &[]);
                    let arguments = [
                        Argument::Reference(&node.expect("there are no arguments")),
                        Argument::Word(n),
                    ];
                    self.mutator.call(code::logged_stores(), &arguments)
                };
                assert_eq!(result, Ok(n));
                // Empties the remembered set.
                self.mutator.collect();
                return;
            }
            Path::Thunk | Path::WholeThunk => {
                let made = Made::new(saved(path));
                assert_eq!(thunk::calls(made.entry(), n), n);
                return;
            }
            Path::Call => {
                for _ in 0..n {
                    // SAFETY: as below.
                    let result = unsafe {
                        self.mutator.call(code::identity(), black_box(&[Argument::Word(7)]))
                    };
                    assert_eq!(result, Ok(7));
                }
                return;
            }
        };
        // SAFETY: it is managed code of this program, with these parameters.
        let result = unsafe { self.mutator.call(function, arguments) };
        assert_eq!(result, Ok(n));
    }
}

/// Returns the registers that the thunk preserves.
fn saved(path: Path) -> Saved {
    if path == Path::Thunk { Saved::Four } else { Saved::All }
}

/// Runs the loop `n` times without the path.
fn run_without(path: Path, n: u64) {
    let result = match path {
        Path::Poll | Path::Allocation => code::no_polls(n),
        Path::Store | Path::LoggedStore => code::bare_stores(n),
        Path::Stub | Path::Wrapper | Path::Call => code::plain_calls(n),
        Path::Thunk | Path::WholeThunk => thunk::calls(thunk::by_hand(saved(path)), n),
    };
    assert_eq!(result, n);
}

/// Counts the instructions of a run of this program that executes the path `n` times.
fn counted(path: Path, without: bool, n: u64) -> Result<u64, String> {
    let value = path.to_possible_value().expect("no path is hidden");
    let (n, without) = (n.to_string(), without.then_some("--without"));
    let arguments = ["--paths", value.get_name(), "--repeat", &n];
    callgrind::instructions(None, arguments.into_iter().chain(without))
}

/// Returns the instructions of one execution of the path.
fn instructions(path: Path, without: bool) -> Result<f64, String> {
    // Both counts fill a TLAB, and their difference is many TLABs and collections.
    const FEW: u64 = 100_000;
    const MANY: u64 = 600_000;
    let (few, many) = (counted(path, without, FEW)?, counted(path, without, MANY)?);
    Ok(many.saturating_sub(few) as f64 / (MANY - FEW) as f64)
}

struct Row {
    path: Path,
    instructions: Option<[f64; 2]>,
    nanoseconds: [f64; 2],
}

fn run(options: &Options) -> Result<Vec<Row>, Box<dyn Error>> {
    const OFTEN: u64 = 1_000_000;
    let mut bench = Bench::new()?;
    let paths =
        if options.paths.is_empty() { Path::value_variants() } else { options.paths.as_slice() };
    let mut times = vec![Vec::new(); paths.len()];
    for round in 0..options.rounds {
        eprint!("\rtimes: round {} of {}", round + 1, options.rounds);
        for (&path, times) in paths.iter().zip(&mut times) {
            let with = nanoseconds(1, OFTEN, || bench.run(path, OFTEN));
            times.push([with, nanoseconds(1, OFTEN, || run_without(path, OFTEN))]);
        }
    }
    eprintln!();
    let mut can_be_counted = true;
    let rows = paths.iter().zip(times).map(|(&path, times)| {
        let nanoseconds = [0, 1].map(|index: usize| median(times.iter().map(|time| time[index])));
        let count = || Ok([instructions(path, false)?, instructions(path, true)?]);
        let instructions = can_be_counted.then(|| {
            eprintln!("instructions: {}", path.name());
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
        "{:<26}{:>13}{:>9}{:>12}{:>9}{:>9}{:>12}  without",
        "", "instructions", "without", "difference", "ns", "without", "difference"
    )?;
    for Row { path, instructions, nanoseconds: [with, without] } in rows {
        let counts = instructions.map_or_else(
            || format!("{:>13}{:>9}{:>12}", "-", "-", "-"),
            |[with, without]| format!("{with:>13.2}{without:>9.2}{:>12.2}", with - without),
        );
        let difference = with - without;
        let (name, limit) = (path.name(), path.limit());
        writeln!(out, "{name:<26}{counts}{with:>9.2}{without:>9.2}{difference:>12.2}  {limit}")?;
    }
    if options.json {
        let line = json!({
            "workload": "instructions",
            "rounds": options.rounds,
            "wall_ns": wall.as_nanos() as u64,
            "result": rows.iter().map(|row| json!({
                "path": row.path.name(),
                "without": row.path.limit(),
                "instructions": row.instructions,
                "ns": row.nanoseconds,
            })).collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn repeat(options: &Options, n: u64) -> Result<(), Box<dyn Error>> {
    let mut bench = Bench::new()?;
    for &path in &options.paths {
        if options.without {
            run_without(path, n);
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
