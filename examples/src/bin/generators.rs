//! generators: a sieve of generators, each of which has a stack of its own.

use core::cell::RefCell;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::managed;
use examples::report::Report;
use statepoint_gc::fibers::{Fiber, FiberConfig};
use statepoint_gc::{Argument, Heap, Mutator};

/// Finds the first P primes by a pipeline of generators, in each of T threads.
///
/// Each generator is a fiber: managed code with a stack of its own, which is suspended whenever it
/// has found a number. One yields all numbers; one for each prime resumes the generator before it,
/// and passes on the numbers that its prime does not divide. So the search for a number switches
/// through up to P stacks. The result is a checksum of the primes, summed over the threads.
///
/// SPGC_ZEAL=alloc, poll or N collects at every allocation, every poll or every N-th allocation.
/// docs/settings.md lists all variables.
#[derive(Debug, Parser)]
#[command(name = "generators", version)]
struct Options {
    /// Number of primes P
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    primes: u64,
    /// Number of threads T [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

thread_local! {
    /// The generators of this thread, in the order of the pipeline.
    static GENERATORS: RefCell<Vec<Fiber>> = const { RefCell::new(Vec::new()) };
}

/// Creates a generator, and returns its address, or 0 if there is no memory. Called by managed
/// code.
extern "C" fn create(is_filter: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let function = match is_filter {
        0 => managed::numbers(),
        _ => managed::filter(),
    };
    let create = |mutator: &mut Mutator| {
        // SAFETY: the functions are those of fibers, and need little stack.
        unsafe { mutator.heap().fiber(FiberConfig::new().stack_size(16 << 10), function) }
    };
    let Some(Ok(fiber)) = Mutator::with_current(create) else { return 0 };
    let address = fiber.address().expose_provenance() as u64;
    GENERATORS.with_borrow_mut(|generators| generators.push(fiber));
    address
}

/// Runs the pipeline of one thread. Returns the checksum of its primes.
fn pipeline(heap: &Heap, primes: u64) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut mutator = heap.attach()?;
    let create = (create as *const core::ffi::c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(primes), Argument::Word(create)];
    // SAFETY: the function is managed code of this program, and takes an i64 and a pointer.
    let sum = unsafe { mutator.call(managed::primes(), &arguments) }?;
    // They are suspended, and never resumed again.
    GENERATORS.take();
    if sum == 0 { Err("no memory for the stacks of the generators".into()) } else { Ok(sum) }
}

/// Runs the workload on all threads and returns its report.
fn run(options: &Options, threads: u32) -> Result<Report, Box<dyn Error>> {
    // Small, so that collections also occur without zeal mode.
    let builder = Heap::builder().heap_max((threads as usize) << 20);
    let heap = managed::register_types(builder).build()?;
    let begin = Instant::now();
    let results = crossbeam::thread::scope(|scope| {
        let start = |index| {
            let heap = &heap;
            let builder = scope.builder().name(format!("generators-{index}"));
            builder.spawn(move |_| pipeline(heap, options.primes).map_err(|e| e.to_string()))
        };
        let workers: Vec<_> = (0..threads).map(start).collect();
        workers
            .into_iter()
            .map(|worker| worker.map_err(|e| e.to_string())?.join().expect("no panic"))
            .collect::<Result<Vec<u64>, String>>()
    });
    let result = results.expect("no panic")?.into_iter().fold(0, u64::wrapping_add);
    let parameters = vec![("primes", options.primes.into()), ("threads", threads.into())];
    let (wall, statistics) = (begin.elapsed(), heap.statistics());
    let (stops, counts) = (heap.stops(), Vec::new());
    let result = result.into();
    Ok(Report { workload: "generators", parameters, result, wall, statistics, stops, counts })
}

fn main() -> ExitCode {
    let options = Options::parse();
    let threads = options.threads.unwrap_or_else(examples::processors);
    examples::finish("generators", run(&options, threads), options.json)
}
