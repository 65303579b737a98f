//! binary-trees: managed code, compiled by LLVM, makes and counts trees on several threads.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::managed;
use examples::report::Report;
use statepoint_gc::{Argument, CallError, Heap, Mutator};

/// Makes and counts binary trees on several threads, and shows how long the collector's pauses
/// were.
///
/// A stretch tree of depth D+1 is made and counted. A tree of depth D lives to the end and is
/// counted last. In between, for d = 4, 6, ... up to D, 2^(D-d+4) trees of depth d are made and
/// counted, divided among T threads. The result is the number of all nodes; it depends on D only.
///
/// SPGC_HEAP_MAX limits the heap (such as 64M), SPGC_THREADS sets the number of collector threads,
/// SPGC_ZEAL=alloc, poll or a number collects at every allocation, poll or n-th allocation. README.md
/// has all of these variables.
#[derive(Debug, Parser)]
#[command(name = "binary-trees", version)]
struct Options {
    /// Depth D of the largest trees (the stretch tree is one deeper)
    #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(4..=28))]
    depth: u32,
    /// Number of threads T [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

fn count(mutator: &mut Mutator, tree: &statepoint_gc::Handle) -> Result<u64, CallError> {
    // SAFETY: bt_count is managed code of this program and takes a reference.
    unsafe { mutator.call(managed::count_tree(), &[Argument::Reference(tree)]) }
}

fn make(mutator: &mut Mutator, depth: u32) -> Result<statepoint_gc::Handle, CallError> {
    // SAFETY: bt_make is managed code of this program, takes an i32 and returns a reference.
    unsafe { mutator.call_for_reference(managed::make_tree(), &[Argument::Word(depth.into())]) }
}

fn churn(mutator: &mut Mutator, trees: u64, depth: u32) -> Result<u64, CallError> {
    let arguments = [Argument::Word(trees), Argument::Word(depth.into())];
    // SAFETY: bt_churn is managed code of this program and takes an i64 and an i32.
    unsafe { mutator.call(managed::churn_trees(), &arguments) }
}

/// One thread's part: of `trees` trees, those that are thread `index`'s share.
fn share(trees: u64, index: u32, threads: u32) -> u64 {
    let (index, threads) = (u64::from(index), u64::from(threads));
    trees * (index + 1) / threads - trees * index / threads
}

fn run(options: &Options, threads: u32) -> Result<Report, Box<dyn Error>> {
    let heap = managed::register_types(Heap::builder()).build()?;
    let depth = options.depth;
    let begin = Instant::now();
    let mut mutator = heap.attach()?;

    let stretch = make(&mut mutator, depth + 1)?;
    let mut result = count(&mut mutator, &stretch)?;
    drop(stretch);
    let long_lived = make(&mut mutator, depth)?;

    for d in (4..=depth).step_by(2) {
        let trees = 1_u64 << (depth - d + 4);
        let sums = crossbeam::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|index| {
                    let heap = &heap;
                    scope.builder().name(format!("trees-{index}")).spawn(move |_| {
                        let mut mutator = heap.attach().map_err(|error| error.to_string())?;
                        churn(&mut mutator, share(trees, index, threads), d)
                            .map_err(|error| error.to_string())
                    })
                })
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.map_err(|e| e.to_string())?.join().expect("no panic"))
                .sum::<Result<u64, String>>()
        });
        result += sums.expect("no panic")?;
    }
    result += count(&mut mutator, &long_lived)?;

    Ok(Report {
        workload: "binary-trees",
        parameters: vec![("depth", depth.into()), ("threads", threads.into())],
        result: result.into(),
        wall: begin.elapsed(),
        statistics: heap.statistics(),
        stops: heap.stops(),
        counts: Vec::new(),
    })
}

fn main() -> ExitCode {
    let options = Options::parse();
    let threads = options.threads.unwrap_or_else(examples::processors);
    examples::finish("binary-trees", run(&options, threads), options.json)
}
