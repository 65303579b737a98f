//! derived: managed code walks arrays with interior pointers while the collector moves the arrays.

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use examples::managed;
use examples::poll::Poll;
use examples::report::Report;
use statepoint_gc::{Argument, Heap};

/// Fills and sums arrays through derived (interior) pointers that are live across safepoints: the
/// collector relocates them together with the arrays.
///
/// Each of T threads runs R rounds. A round fills an array of L words and reads it from both ends;
/// then it fills an array of L references with newly allocated boxes and reads them. The result is
/// a checksum that depends only on L, R and T.
///
/// The heap is small, so collections are frequent. SPGC_HEAP_MAX sets another limit (for example
/// 64M). SPGC_THREADS sets the number of collector threads. SPGC_ZEAL=alloc, poll or N collects at
/// every allocation, every poll or every N-th allocation. docs/settings.md lists all variables.
#[derive(Debug, Parser)]
#[command(name = "derived", version)]
struct Options {
    /// Length L of the arrays
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    length: u64,
    /// Rounds R of each thread
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    rounds: u64,
    /// Number of threads T [default: the number of processors]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// How managed code polls for a stop
    #[arg(long, value_enum, default_value_t = Poll::Flag)]
    poll: Poll,
    /// Print one line of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Runs the rounds of one thread and returns its checksum.
fn rounds(
    heap: &Heap,
    thread: u64,
    options: &Options,
) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut mutator = heap.attach()?;
    let mut result = thread;
    let functions = match options.poll {
        Poll::Flag => [managed::sum_words(), managed::sum_references()],
        Poll::Patched => managed::sums_with_patched_polls(),
    };
    for _ in 0..options.rounds {
        for function in functions {
            // SAFETY: both functions are managed code of this program and take an i64.
            let sum = unsafe { mutator.call(function, &[Argument::Word(options.length)]) }?;
            result = result.rotate_left(7).wrapping_mul(31).wrapping_add(sum);
        }
    }
    Ok(result)
}

/// Runs the workload on all threads and returns its report.
fn run(options: &Options, threads: u32) -> Result<Report, Box<dyn Error>> {
    // The heap is small, so that collections also occur without zeal mode, but large enough for the
    // arrays of all threads.
    let arrays = usize::try_from(options.length)?.saturating_mul(64 * threads as usize);
    let builder = Heap::builder().heap_max(arrays.saturating_mul(2).max(2 << 20));
    let heap = options.poll.prepare(managed::register_types(builder))?.build()?;
    let begin = Instant::now();
    let results = crossbeam::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|index| {
                let heap = &heap;
                let builder = scope.builder().name(format!("derived-{index}"));
                builder
                    .spawn(move |_| rounds(heap, index.into(), options).map_err(|e| e.to_string()))
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.map_err(|e| e.to_string())?.join().expect("no panic"))
            .collect::<Result<Vec<u64>, String>>()
    });
    let result = results.expect("no panic")?.into_iter().fold(0, u64::wrapping_add);
    let parameters = vec![
        ("length", options.length.into()),
        ("rounds", options.rounds.into()),
        ("threads", threads.into()),
        ("poll", options.poll.to_string().into()),
    ];
    let (wall, statistics) = (begin.elapsed(), heap.statistics());
    let result = result.into();
    let (stops, counts) = (heap.stops(), Vec::new());
    Ok(Report { workload: "derived", parameters, result, wall, statistics, stops, counts })
}

fn main() -> ExitCode {
    let options = Options::parse();
    let threads = options.threads.unwrap_or_else(examples::processors);
    examples::finish("derived", run(&options, threads), options.json)
}
