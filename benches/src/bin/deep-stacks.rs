//! Benchmark of young collections under deep recursion, with and without return barriers.

use std::cell::Cell;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use benches::clock::{median, thread_time};
use clap::Parser;
use core::ffi::c_void;
use serde_json::{Value, json};
use statepoint_gc::{Argument, Mutator};
use tests::managed::{self, call};

/// Measures young collections under deep recursion.
///
/// A thread recurses in managed code, with a live reference in each frame. Before each collection
/// some of the youngest frames return, and as many are called. Then a young collection moves the
/// objects of these frames. The columns are the processor time and the elapsed time of the
/// collection, and the number of frames that it walked.
///
/// Example: deep-stacks --frames 1000,1000000 --new 100 --json
#[derive(Clone, Debug, Parser)]
#[command(name = "deep-stacks", version, verbatim_doc_comment)]
struct Options {
    /// Numbers of frames, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "100,1000,10000,100000,1000000",
        value_parser = clap::value_parser!(u64).range(10..=4_000_000))]
    frames: Vec<u64>,
    /// Number of frames that return, and that are called, before each collection
    #[arg(long, default_value_t = 100)]
    new: u64,
    /// Number of collections that are measured
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    collections: u64,
    /// Run full collections, which walk all frames
    #[arg(long)]
    full: bool,
    /// After the table, print one line of JSON
    #[arg(long)]
    json: bool,
}

type Failure = Box<dyn Error>;

/// Number of frames of one level: the recursive function, and the one that calls it.
const FRAMES_PER_LEVEL: u64 = 2;
/// Stack space of one level, at most.
const BYTES_PER_LEVEL: u64 = 256;
/// The result of `next` that makes the youngest level return.
const RETURN: u64 = 0;
/// The result of `next` that calls another level.
const CALL: u64 = 1;

/// What the native function does when managed code calls it next.
#[derive(Clone, Copy, Debug)]
struct Plan {
    depth: u64,
    /// The depth that the recursion has reached when it is `Measure`d.
    levels: u64,
    /// Depth at which the recursion grows again.
    lowest: u64,
    is_shrinking: bool,
    /// Rest of the collections.
    collections: u64,
    is_full: bool,
}

thread_local! {
    static PLAN: Cell<Plan> = const {
        Cell::new(Plan {
            depth: 0,
            levels: 0,
            lowest: 0,
            is_shrinking: false,
            collections: 0,
            is_full: false,
        })
    };
    /// Processor time and elapsed time of each collection in nanoseconds.
    static TIMES: Cell<(Vec<f64>, Vec<f64>)> = const { Cell::new((Vec::new(), Vec::new())) };
}

/// Tells each level of the recursion what to do.
extern "C" fn next(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let mut plan = PLAN.get();
    if plan.depth == plan.levels && !plan.is_shrinking && plan.collections > 0 {
        let (begin, clock) = (thread_time(), Instant::now());
        let collected = Mutator::with_current(|mutator| match plan.is_full {
            true => mutator.collect_full(),
            false => mutator.collect_young(),
        });
        let (mut cpu, mut wall) = TIMES.take();
        if collected.is_some() {
            cpu.push((thread_time() - begin).as_secs_f64() * 1e9);
            wall.push(clock.elapsed().as_secs_f64() * 1e9);
        }
        TIMES.set((cpu, wall));
        plan.collections -= 1;
        plan.is_shrinking = true;
    }
    let is_done = plan.collections == 0;
    if plan.depth == plan.lowest && !is_done {
        plan.is_shrinking = false;
    }
    let action = if plan.is_shrinking || is_done { RETURN } else { CALL };
    plan.depth = if action == CALL { plan.depth + 1 } else { plan.depth - 1 };
    PLAN.set(plan);
    action
}

/// Measures collections under a recursion of `frames` frames. Returns the median times in
/// microseconds, and the average number of frames walked.
fn measure(options: &Options, frames: u64, barriers: bool) -> Result<[f64; 3], Failure> {
    let levels = frames / FRAMES_PER_LEVEL;
    let new = (options.new / FRAMES_PER_LEVEL).min(levels - 1);
    // The first collections promote the objects of all frames, and are not measured.
    let first = 4;
    let collections = options.collections + first;
    let heap = managed::heap().heap_max(1 << 30).concurrent(false).collector_threads(1);
    let heap = heap.return_barriers(barriers).build()?;
    let mut mutator = heap.attach()?;
    PLAN.set(Plan {
        depth: 1,
        levels,
        lowest: levels - new,
        is_shrinking: false,
        collections,
        is_full: options.full,
    });
    let function = Argument::Word((next as *const c_void).expose_provenance() as u64);
    call(&mut mutator, managed::deep, &[Argument::Word(0), function, Argument::Word(0)])?;
    let (mut cpu, mut wall) = TIMES.take();
    let counts = heap.statistics().counts;
    if cpu.len() as u64 != collections || counts.objects_moved < levels {
        return Err(format!("collections are missing, or moved too little: {counts:?}").into());
    }
    let [cpu, wall] = [&mut cpu, &mut wall].map(|times| median(times.split_off(first as usize)));
    // Each of the first collections walks all frames, if there are no barriers.
    let walked = counts.frames_walked as f64 / collections as f64;
    Ok([cpu / 1e3, wall / 1e3, walked])
}

fn run(options: &Options) -> Result<(), Failure> {
    let kind = if options.full { "full" } else { "young" };
    println!("{kind} collections, medians of {}:", options.collections);
    println!("   frames  barriers       CPU, us     clock, us   frames walked, average");
    let mut rows: Vec<Value> = Vec::new();
    for &frames in &options.frames {
        for barriers in [true, false] {
            let [cpu, wall, walked] = measure(options, frames, barriers)?;
            let name = if barriers { "on" } else { "off" };
            println!("{frames:>9} {name:>9} {cpu:>13.1} {wall:>13.1} {walked:>24.0}");
            rows.push(json!({
                "frames": frames, "barriers": barriers, "new": options.new, "cpu_us": cpu,
                "wall_us": wall, "walked": walked,
            }));
        }
    }
    if options.json {
        println!("{}", Value::Array(rows));
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = Options::parse();
    let frames = options.frames.iter().max().copied().unwrap_or_default();
    let stack = frames / FRAMES_PER_LEVEL * BYTES_PER_LEVEL + (16 << 20);
    let thread = std::thread::Builder::new().stack_size(stack as usize);
    let work = move || run(&options).map_err(|error| error.to_string());
    let result = match thread.spawn(work).map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err("the thread of the recursion panicked".to_owned()),
        Err(error) => Err(format!("no stack of {stack} bytes: {error}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("deep-stacks: {error}");
            ExitCode::FAILURE
        }
    }
}
