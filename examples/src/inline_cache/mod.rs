//! inline-cache: inline caches (Deutsch and Schiffman, POPL 1984) that are patched into managed
//! code while other threads execute it.
//!
//! A call selects a function by the type of its receiver, the first argument, and caches the result
//! in the code. Managed code (`managed/inline_cache.ll`) computes the areas and outlines of shapes
//! through two patchpoints, the *sites*. Each site contains one call, which has three states:
//!
//! ```text
//!                  first shape               a shape of another type
//!   uninitialised -------------> monomorphic ------------------------> megamorphic
//!         ^                           |                                     |
//!         +---------------------------+-------------------------------------+
//!                            functions are redefined
//!
//!   uninitialised   a thunk calls `miss`, which finds the function and patches the site
//!   monomorphic     a stub compares the type and calls the function. It consists of a guard, a
//!                   thunk of the function, and a thunk of `miss`
//!   megamorphic     a thunk calls `megamorphic`, which finds the function
//! ```
//!
//! The patchpoints use the any-register convention: the argument and the result can be in any
//! registers, and the registers that are live according to the record must be preserved. Thunks
//! convert between this convention and that of C. The functions are short and contain no safepoint.
//! So no thread is in a function or a stub during a stop.

mod arch;
mod cache;
mod memory;
mod shapes;

use core::ffi::c_void;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use statepoint_gc::{Argument, CodeRegistry, Handle, Heap, Mutator};

use cache::Cache;
pub use memory::CodeSpace;
use shapes::SELECTORS;

unsafe extern "C" {
    fn cache_areas();
    fn cache_outlines();
}

/// Returns the managed functions, indexed by selector.
fn functions() -> [*const c_void; SELECTORS] {
    [cache_areas as *const c_void, cache_outlines as *const c_void]
}

/// Parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Number of threads that run managed code.
    pub threads: u32,
    /// Minimum number of rounds of each thread.
    pub rounds: u64,
    /// Number of shapes in each array.
    pub shapes: u64,
    /// Number of times that all functions are redefined while threads run.
    pub redefinitions: u64,
}

/// Result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The total of all areas and outlines computed in a round.
    pub result: u64,
    /// The heap, for its statistics.
    pub heap: Heap,
    /// Named counters.
    pub counts: Vec<(&'static str, u64)>,
}

/// State that the threads share with the thread that redefines functions.
#[derive(Debug, Default)]
struct Progress {
    /// Set after the last redefinition.
    redefined: AtomicBool,
    /// Set when any thread has found an error.
    failed: AtomicBool,
    /// Number of rounds of all threads that have finished.
    rounds: AtomicU64,
}

/// Runs the workload with the only cache of this program.
///
/// # Errors
///
/// If a sum is wrong, an obsolete function was called, or a resource could not be created.
///
/// # Panics
///
/// If this function was called before in this process.
pub fn run(work: Work) -> Result<Outcome, Box<dyn Error>> {
    let registry = Arc::new(CodeRegistry::new());
    registry.register_image_at(functions()[0].expose_provenance() as u64)?;
    let cache = Cache::install(&registry, functions()[0])?;
    let builder = Heap::builder().heap_max((256 * work.shapes as usize).max(8 << 20));
    let heap = shapes::register_types(builder).code(registry).build()?;
    let mut mutator = heap.attach()?;
    // The first array has shapes of all kinds, the second of one kind.
    let (all, [areas, _]) = shapes::make(&mut mutator, work.shapes, shapes::KINDS)?;
    let (squares, [_, outlines]) = shapes::make(&mut mutator, work.shapes, 1)?;
    let arrays = [(all, areas), (squares, outlines)];
    let progress = Progress::default();
    let redefined = thread::scope(|scope| {
        let threads: Vec<_> = (0..work.threads)
            .map(|_| {
                let run = || run_rounds(&heap, &arrays, &work, &progress);
                scope.spawn(move || run().map_err(|e| e.to_string()))
            })
            .collect();
        let redefined = redefine(cache, &mut mutator, &work, &progress);
        progress.redefined.store(true, Relaxed);
        let results = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        results.collect::<Result<Vec<()>, String>>().and(redefined)
    });
    redefined?;
    drop(mutator);
    let mut counts = cache.counts();
    counts.push(("rounds", progress.rounds.load(Relaxed)));
    Ok(Outcome { result: areas + outlines, heap, counts })
}

/// Redefines all functions repeatedly, and checks that threads do not call obsolete functions.
fn redefine(
    cache: &Cache,
    mutator: &mut Mutator,
    work: &Work,
    progress: &Progress,
) -> Result<(), String> {
    let mut obsolete = None;
    let mut made = 0;
    for _ in 0..work.redefinitions {
        // Waits until the sites are in use again.
        while cache.stubs() == made && !progress.failed.load(Relaxed) {
            thread::sleep(Duration::from_micros(200));
        }
        if let Some((set, calls)) = obsolete
            && shapes::calls(set) != calls
        {
            progress.failed.store(true, Relaxed);
            return Err("a function was called after it had been redefined".to_owned());
        }
        made = cache.stubs();
        let set = cache.redefine(mutator).inspect_err(|_| progress.failed.store(true, Relaxed));
        let set = set.map_err(|error| error.to_string())?;
        obsolete = Some((set, shapes::calls(set)));
    }
    Ok(())
}

/// Runs the rounds of one thread, and checks each sum. `arrays` contains, for each selector, the
/// array and the expected sum.
fn run_rounds(
    heap: &Heap,
    arrays: &[(Handle, u64); SELECTORS],
    work: &Work,
    progress: &Progress,
) -> Result<(), Box<dyn Error>> {
    let mut mutator = heap.attach()?;
    let mut round = 0;
    loop {
        // The last round of each thread starts after the last redefinition.
        let last = round + 1 >= work.rounds && progress.redefined.load(Relaxed);
        for (function, (shapes, expected)) in functions().into_iter().zip(arrays) {
            // SAFETY: the function is registered managed code of this program and takes a
            // reference. All its patchpoints contain calls.
            let sum = unsafe { mutator.call(function, &[Argument::Reference(shapes)]) }?;
            if sum != *expected || progress.failed.load(Relaxed) {
                progress.failed.store(true, Relaxed);
                return Err(format!("the sum is {sum} instead of {expected}").into());
            }
        }
        round += 1;
        if last {
            break;
        }
    }
    progress.rounds.fetch_add(round, Relaxed);
    Ok(())
}
