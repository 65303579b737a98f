//! Benchmark of fibers: switches, creation, and young collections with many suspended fibers.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use benches::clock::{median, thread_time};
use benches::memory::resident;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use statepoint_gc::{
    Argument, Heap, Mutator,
    fibers::{Fiber, FiberConfig},
};
use tests::managed::{self, call, make};

unsafe extern "C" {
    /// Switches to another stack and back, `count` times: the lower bound.
    fn fibers_limit(count: u64);
}

/// Measures fibers.
///
///   switch   a resumption and a suspension by managed code, each of which passes a reference;
///            beside a switch there and back that only exchanges the callee-saved registers
///   create   creating and dropping a fiber; and the same with its function run in between
///   pauses   the processor time of a young collection, with suspended fibers of some frames, of
///            which some are resumed before each collection; and the memory of a suspended fiber
///   cycles   the longest pause of concurrent cycles with these fibers, and the time from the
///            beginning of a cycle to the end of its marking
///
/// Example: fibers --counts 100,1000000 --running 100 --json
#[derive(Debug, Parser)]
#[command(name = "fibers", version, verbatim_doc_comment)]
struct Options {
    /// Numbers of suspended fibers, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "100,10000,1000000",
        value_parser = clap::value_parser!(u64).range(1..=4_000_000))]
    counts: Vec<u64>,
    /// Number of fibers that are resumed before each collection
    #[arg(long, default_value_t = 100)]
    running: u64,
    /// Number of frames of a suspended fiber, at least 2
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=100))]
    frames: u64,
    /// Number of collections that are measured
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..))]
    collections: u32,
    /// Number of switches, and of fibers created
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    repetitions: u64,
    /// After the tables, print one line of JSON
    #[arg(long)]
    json: bool,
}

type Failure = Box<dyn Error>;

fn heap() -> Result<Heap, Failure> {
    Ok(managed::types(Heap::builder()).heap_max(4 << 30).concurrent(false).build()?)
}

/// The result of concurrent cycles.
struct Cycles {
    /// The longest pause, in microseconds.
    pause: f64,
    /// The median time to the end of marking, in microseconds.
    marking: f64,
    /// Number of fibers that markers have read in each.
    fibers_read: u64,
}

/// Runs some concurrent cycles.
fn measure_cycles(heap: &Heap, mutator: &mut Mutator) -> Cycles {
    let cycles = 3;
    let before = heap.statistics().counts;
    let (mut pause, mut marking) = (0, Vec::new());
    for cycle in 1..=cycles {
        let begun = || heap.statistics().counts.cycles_begun;
        while begun() < before.cycles_begun + cycle {
            mutator.begin_cycle();
        }
        let begin = Instant::now();
        while heap.statistics().counts.cycles_marked < before.cycles_marked + cycle {
            std::thread::yield_now();
        }
        marking.push(begin.elapsed().as_secs_f64() * 1e6);
        let reports = heap.recent_collections();
        let of_cycle = reports.iter().rev().take(2);
        pause = of_cycle.map(|report| report.pause_ns).fold(pause, u64::max);
    }
    let fibers_read = (heap.statistics().counts.fibers_read - before.fibers_read) / cycles;
    Cycles { pause: pause as f64 / 1e3, marking: median(marking), fibers_read }
}

fn fiber(heap: &Heap, function: fn() -> *const core::ffi::c_void) -> Result<Fiber, Failure> {
    // SAFETY: the functions are those of fibers, and need little stack.
    Ok(unsafe { heap.fiber(FiberConfig::new().stack_size(16 << 10), function()) }?)
}

/// Returns the nanoseconds of processor time that `work` takes.
fn nanoseconds(work: impl FnOnce() -> Result<(), Failure>) -> Result<f64, Failure> {
    let begin = thread_time();
    work()?;
    Ok((thread_time() - begin).as_secs_f64() * 1e9)
}

fn measure_switch(options: &Options) -> Result<Value, Failure> {
    let heap = heap()?;
    let mut mutator = heap.attach()?;
    let echo = fiber(&heap, managed::fiber_echo)?;
    let count = options.repetitions;
    let (mut ours, mut limit) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        ours.push(nanoseconds(|| {
            let address = Argument::Word(echo.address().expose_provenance() as u64);
            call(&mut mutator, managed::fiber_exchange, &[address, Argument::Word(count)])?;
            Ok(())
        })?);
        limit.push(nanoseconds(|| {
            // SAFETY: the function has no precondition.
            unsafe { fibers_limit(count) };
            Ok(())
        })?);
    }
    let each = |times: Vec<f64>| median(times) / count as f64;
    let (ours, limit) = (each(ours), each(limit));
    println!("switch there and back: {ours:.1} ns; limit {limit:.1} ns, {:.2} times", ours / limit);
    Ok(json!({ "ns": ours, "limit_ns": limit }))
}

fn measure_creation(options: &Options) -> Result<Value, Failure> {
    let heap = heap()?;
    let mut mutator = heap.attach()?;
    let count = options.repetitions.min(100_000);
    let (mut created, mut run) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        created.push(nanoseconds(|| {
            (0..count).try_for_each(|_| fiber(&heap, managed::fiber_echo).map(drop))
        })?);
        run.push(nanoseconds(|| {
            (0..count).try_for_each(|_| {
                let mut fiber = fiber(&heap, managed::fiber_echo)?;
                mutator.resume(&mut fiber, Argument::Word(0))?;
                Ok(())
            })
        })?);
    }
    let each = |times: Vec<f64>| median(times) / count as f64;
    let (created, run) = (each(created), each(run));
    println!("create and drop: {created:.0} ns; with its function run: {run:.0} ns");
    Ok(json!({ "create_ns": created, "run_ns": run }))
}

fn bar(count: u64, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}");
    let bar = ProgressBar::new(count).with_message(what);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}

fn resume(mutator: &mut Mutator, fiber: &mut Fiber, value: u64) -> Result<(), Failure> {
    let value = make(mutator, managed::fiber_box, &[Argument::Word(value)])?;
    mutator.resume(fiber, Argument::Reference(&value))?;
    Ok(())
}

fn measure_pauses(options: &Options, count: u64) -> Result<Value, Failure> {
    // The policy begins no cycle: the fibers keep little memory alive.
    let heap = managed::types(Heap::builder()).heap_max(4 << 30).concurrent(true).build()?;
    let mut mutator = heap.attach()?;
    let before = resident()?;
    let progress = bar(count, "creating fibers");
    let mut fibers = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let mut fiber = fiber(&heap, managed::fiber_deep)?;
        resume(&mut mutator, &mut fiber, options.frames - 2)?;
        fibers.push(fiber);
        progress.inc(1);
    }
    progress.finish_and_clear();
    // The objects of the fibers become old.
    (0..3).for_each(|_| mutator.collect_young());
    let bytes = resident()?.saturating_sub(before) / count;
    // The fibers that run suspend themselves again in a loop.
    let running = options.running.min(count);
    let mut busy = Vec::new();
    for _ in 0..running {
        busy.push(fiber(&heap, managed::fiber_count)?);
    }
    let (mut cpu, mut wall) = (Vec::new(), Vec::new());
    for _ in 0..options.collections {
        for fiber in &mut busy {
            resume(&mut mutator, fiber, 1)?;
        }
        let begin = Instant::now();
        cpu.push(nanoseconds(|| {
            mutator.collect_young();
            Ok(())
        })?);
        wall.push(begin.elapsed().as_secs_f64() * 1e9);
    }
    let (cpu, wall) = (median(cpu) / 1e3, median(wall) / 1e3);
    let Cycles { pause, marking, fibers_read } = measure_cycles(&heap, &mut mutator);
    println!(
        "{count:>9} {running:>9} {cpu:>12.1} {wall:>12.1} {bytes:>12} {pause:>15.1} {marking:>13.0}"
    );
    Ok(json!({
        "fibers": count, "running": running, "cpu_us": cpu, "wall_us": wall, "bytes": bytes,
        "cycle_pause_us": pause, "marking_us": marking, "fibers_read": fibers_read,
    }))
}

fn run(options: &Options) -> Result<(), Failure> {
    let switch = measure_switch(options)?;
    let create = measure_creation(options)?;
    println!("young collections, medians of {}:", options.collections);
    println!(
        "   fibers   running       CPU, us     clock, us  bytes/fiber cycle pause, us   marking, us"
    );
    let pauses = options.counts.iter().map(|&count| measure_pauses(options, count));
    let pauses = pauses.collect::<Result<Vec<_>, _>>()?;
    if options.json {
        println!("{}", json!({ "switch": switch, "create": create, "pauses": pauses }));
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fibers: {error}");
            ExitCode::FAILURE
        }
    }
}
