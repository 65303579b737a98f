//! Benchmark of starting a process with a heap, and of the memory of an empty heap; see
//! docs/benchmarks.md.

use std::env::{ArgsOs, args_os, current_exe};
use std::error::Error;
use std::io::{self, Read as _, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use benches::clock::median;
use benches::managed as code;
use clap::Parser;
use serde_json::{Value, json};
use spgc_tools::page::quantile;
use statepoint_gc::{Argument, Heap, TypeId, TypeLayout};

/// Measures the start of a process with a heap, and the memory of an empty heap.
///
/// Starts this program again many times, alternately with each kind of work: `nothing` returns from
/// `main` at once; `heap` creates a heap and drops it; `call` also attaches a thread and calls a
/// managed function, which allocates one object. A further process creates and drops heaps
/// repeatedly. Memory is that of a process after its work, before the heap is dropped. The
/// variables `SPGC_*` apply to the heaps, except SPGC_HEAP_MAX.
///
/// Example: start-up --processes 20 --limits default,64M,1T
///
/// Prints a table: milliseconds from the start to the end of a process (p50, p99), its processor
/// time (mean), and its memory in KiB: resident, proportional share (shared pages are divided among
/// their processes), and anonymous (no part of a file). With --json also one line of JSON.
#[derive(Debug, Parser)]
#[command(name = "start-up", version)]
struct Options {
    /// Number of processes for each line of the table
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    processes: u32,
    /// Heap limits, as in SPGC_HEAP_MAX; `default` is the default setting
    #[arg(long, value_delimiter = ',', default_value = "default,64M,1G,16G,1T")]
    limits: Vec<String>,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
}

/// Number of processes that report their memory.
const REPORTS: u32 = 5;
/// Number of heaps that one process creates and drops.
const HEAPS: u32 = 200;

/// The hidden arguments of a process that does some work: this, the work, and `report` if it prints
/// its memory.
const WORK: &str = "--work";
/// The work of a process that creates no heap.
const NOTHING: &str = "nothing";
/// The work of a process that creates a heap.
const HEAP: &str = "heap";
/// The work of a process that calls a managed function.
const CALL: &str = "call";
/// The work of a process that creates and drops heaps, and prints the microseconds that one takes.
const REPEAT: &str = "repeat";
const REPORT: &str = "report";

/// Creates a heap. Only the environment sets its limit.
fn heap() -> Result<Heap, Box<dyn Error>> {
    let node = TypeLayout::Fixed { size: 24, references: vec![8, 16] };
    Ok(Heap::builder().register_type(TypeId::new(1), node).build()?)
}

/// Does the work that the arguments describe. A process that measures does not parse its arguments
/// with `clap`, which would be a part of the measured time.
fn work(mut arguments: ArgsOs) -> Result<(), Box<dyn Error>> {
    let kind = arguments.next().unwrap_or_default();
    let is_reporting = arguments.next().is_some_and(|argument| argument == REPORT);
    let report = || if is_reporting { report_memory() } else { Ok(()) };
    if kind == NOTHING {
        report()?;
    } else if kind == HEAP {
        let _heap = heap()?;
        report()?;
    } else if kind == CALL {
        let heap = heap()?;
        let mut mutator = heap.attach()?;
        // SAFETY: the function is managed code of this program and takes an i64.
        let allocated = unsafe { mutator.call(code::allocations(), &[Argument::Word(1)]) }?;
        assert_eq!(allocated, 1);
        report()?;
    } else if kind == REPEAT {
        heap()?;
        let begin = Instant::now();
        for _ in 0..HEAPS {
            heap()?;
        }
        println!("{}", begin.elapsed().as_secs_f64() * 1e6 / f64::from(HEAPS));
    } else {
        return Err("the work is unknown".into());
    }
    Ok(())
}

/// Prints the memory of this process in KiB: resident, its proportional share, and anonymous.
fn report_memory() -> Result<(), Box<dyn Error>> {
    let rollup = std::fs::read_to_string("/proc/self/smaps_rollup")?;
    let kilobytes = |name: &str| {
        let line = rollup.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.trim().strip_suffix(" kB")).unwrap_or("0").to_owned()
    };
    println!("{} {} {}", kilobytes("Rss:"), kilobytes("Pss:"), kilobytes("Anonymous:"));
    Ok(())
}

/// The result of a process.
struct Run {
    wall: Duration,
    /// Processor time of the process, in user and kernel mode.
    processor: Duration,
    /// The numbers that it printed.
    printed: Vec<f64>,
}

/// Runs a process with this work, and waits for its end.
fn run_process(kind: &str, limit: &str, is_reporting: bool) -> Result<Run, Box<dyn Error>> {
    let mut command = Command::new(current_exe()?);
    command.args([WORK, kind, if is_reporting { REPORT } else { "" }]);
    command.env_remove("SPGC_HEAP_MAX").stdout(Stdio::piped());
    if limit != "default" {
        command.env("SPGC_HEAP_MAX", limit);
    }
    let before = children_time();
    let begin = Instant::now();
    let mut child = command.spawn()?;
    let mut text = String::new();
    // The pipe is closed when the process ends.
    child.stdout.take().ok_or("the process has no output")?.read_to_string(&mut text)?;
    let status = child.wait()?;
    let wall = begin.elapsed();
    if !status.success() {
        return Err(format!("a process ended with {status}: {kind}, limit {limit}").into());
    }
    let printed = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    Ok(Run { wall, processor: children_time() - before, printed })
}

/// Returns the processor time of all processes that this one has started and waited for.
fn children_time() -> Duration {
    // SAFETY: zeros are a valid `rusage`, and the pointer is writable.
    let usage = unsafe {
        let mut usage: libc::rusage = core::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
        usage
    };
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs())
            + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// A line of the table.
struct Line {
    kind: &'static str,
    limit: String,
    /// Milliseconds from the start to the end of each process, sorted.
    walls: Vec<f64>,
    /// Processor time of all processes.
    processor: Duration,
    /// Memory in KiB: resident, proportional share, anonymous. Medians.
    memory: [f64; 3],
}

impl Line {
    fn new(kind: &'static str, limit: &str) -> Result<Self, Box<dyn Error>> {
        let mut reports = Vec::new();
        for _ in 0..REPORTS {
            let printed = run_process(kind, limit, true)?.printed;
            reports.push(<[f64; 3]>::try_from(printed).map_err(|_| "the report is incomplete")?);
        }
        let memory = [0, 1, 2].map(|column| median(reports.iter().map(|report| report[column])));
        let (limit, walls) = (limit.to_owned(), Vec::new());
        Ok(Self { kind, limit, walls, processor: Duration::ZERO, memory })
    }

    /// Measures one more process.
    fn measure(&mut self) -> Result<(), Box<dyn Error>> {
        let run = run_process(self.kind, &self.limit, false)?;
        self.walls.push(run.wall.as_secs_f64() * 1e3);
        self.processor += run.processor;
        Ok(())
    }

    /// Returns the mean processor time of a process in milliseconds.
    fn processor_ms(&self) -> f64 {
        self.processor.as_secs_f64() * 1e3 / self.walls.len() as f64
    }

    fn json(&self) -> Value {
        let [resident, proportional, anonymous] = self.memory;
        json!({
            "work": self.kind,
            "limit": self.limit,
            "wall_ms": {
                "p50": quantile(&self.walls, 0.5),
                "p99": quantile(&self.walls, 0.99),
            },
            "processor_ms": self.processor_ms(),
            "resident_kib": resident,
            "proportional_kib": proportional,
            "anonymous_kib": anonymous,
        })
    }
}

/// The lines of the table, and the microseconds to create and drop a heap, by limit.
type Measurements = (Vec<Line>, Vec<(String, f64)>);

fn run(options: &Options) -> Result<Measurements, Box<dyn Error>> {
    let mut lines = vec![Line::new(NOTHING, "default")?];
    for limit in &options.limits {
        lines.extend([Line::new(HEAP, limit)?, Line::new(CALL, limit)?]);
    }
    for _ in 0..options.processes {
        lines.iter_mut().try_for_each(Line::measure)?;
    }
    lines.iter_mut().for_each(|line| line.walls.sort_by(f64::total_cmp));
    let mut repeated = Vec::new();
    for limit in &options.limits {
        let printed = run_process(REPEAT, limit, false)?.printed;
        repeated.push((limit.clone(), *printed.first().ok_or("the time was not printed")?));
    }
    Ok((lines, repeated))
}

fn print(options: &Options, (lines, repeated): &Measurements) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:8} {:>8} {:>8} {:>8} {:>10} {:>9} {:>9} {:>9}",
        "work", "limit", "p50, ms", "p99, ms", "processor", "resident", "share", "anonymous"
    )?;
    for line in lines {
        let [resident, proportional, anonymous] = line.memory;
        writeln!(
            out,
            "{:8} {:>8} {:>8.2} {:>8.2} {:>10.2} {resident:>9} {proportional:>9} {anonymous:>9}",
            line.kind,
            line.limit,
            quantile(&line.walls, 0.5),
            quantile(&line.walls, 0.99),
            line.processor_ms(),
        )?;
    }
    for (limit, time) in repeated {
        writeln!(out, "limit {limit:>8}: a heap is created and dropped in {time:.0} us")?;
    }
    if options.json {
        let repeated = repeated.iter().map(|(limit, time)| json!({ "limit": limit, "us": time }));
        let line = json!({
            "workload": "start-up",
            "processes": options.processes,
            "result": lines.iter().map(Line::json).collect::<Vec<_>>(),
            "repeated": repeated.collect::<Vec<_>>(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Runs the benchmark, or the work of a process that it started.
fn start() -> Result<(), Box<dyn Error>> {
    let mut arguments = args_os();
    if arguments.nth(1).is_some_and(|argument| argument == WORK) {
        return work(arguments);
    }
    let options = Options::parse();
    let measurements = run(&options)?;
    Ok(print(&options, &measurements)?)
}

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("start-up: {error}");
            ExitCode::FAILURE
        }
    }
}
