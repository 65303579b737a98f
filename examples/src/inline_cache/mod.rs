//! inline-cache: what a call does is found by the type of its first argument, and remembered in the
//! code (an inline cache: Deutsch and Schiffman, POPL 1984).
//!
//! Managed code (`managed/inline_cache.ll`) asks shapes for their areas and outlines through two
//! patchpoints. What is patched in there is one call, and goes through three states:
//!
//! ```text
//!            first shape                      a shape of another type
//!   miss ------------------> one type, a stub ---------------------> many types
//!     ^                              |                                   |
//!     +------------------------------+-----------------------------------+
//!                          functions are redefined
//!
//!   miss         a thunk calls `miss`, which finds the function and patches the site
//!   one type     a stub compares the type, and calls the function: guard, thunk of the function, thunk of `miss`
//!   many types   a thunk calls `many`, which finds the function
//! ```
//!
//! The patchpoints have the any-register convention: the argument and the result are wherever LLVM
//! wants them, and other registers stay as they are where the record says that they are live.
//! Thunks see to both. The functions are in C's convention, short, and without a safepoint, so no
//! collection meets a thread in them, and a stop means that none is in a stub.
//!
//! Sites are patched while other threads execute them.

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
use shapes::QUESTIONS;

unsafe extern "C" {
    fn cache_areas();
    fn cache_outlines();
}

/// By the numbers of questions.
fn functions() -> [*const c_void; QUESTIONS] {
    [cache_areas as *const c_void, cache_outlines as *const c_void]
}

/// The amount of work.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// Number of threads that call the questions.
    pub threads: u32,
    /// Minimum number of rounds of each thread.
    pub rounds: u64,
    /// Shapes in an array.
    pub shapes: u64,
    /// Number of redefinitions of functions while threads run.
    pub redefinitions: u64,
}

/// The result of the work.
#[derive(Debug)]
pub struct Outcome {
    /// The total of the sums of a round.
    pub result: u64,
    /// The heap, for its statistics.
    pub heap: Heap,
    /// Named counters.
    pub counts: Vec<(&'static str, u64)>,
}

/// State that the threads share with the thread that redefines functions.
#[derive(Debug, Default)]
struct Progress {
    redefined: AtomicBool,
    failed: AtomicBool,
    rounds: AtomicU64,
}

/// Does the work with this program's only cache.
///
/// # Errors
///
/// If an answer is wrong, freed code was executed, or a resource could not be created.
///
/// # Panics
///
/// If it was called before in this process.
pub fn run(work: Work) -> Result<Outcome, Box<dyn Error>> {
    let registry = Arc::new(CodeRegistry::new());
    registry.register_image_at(functions()[0].expose_provenance() as u64)?;
    let cache = Cache::install(&registry, functions()[0])?;
    let builder = Heap::builder().heap_max((256 * work.shapes as usize).max(8 << 20));
    let heap = shapes::register_types(builder).code(registry).build()?;
    let mut mutator = heap.attach()?;
    // Of all kinds, and of one.
    let (all, [areas, _]) = shapes::make(&mut mutator, work.shapes, shapes::KINDS)?;
    let (squares, [_, outlines]) = shapes::make(&mut mutator, work.shapes, 1)?;
    let asked = [(all, areas), (squares, outlines)];
    let progress = Progress::default();
    let redefined = thread::scope(|scope| {
        let threads: Vec<_> = (0..work.threads)
            .map(|_| {
                scope.spawn(|| ask(&heap, &asked, &work, &progress).map_err(|e| e.to_string()))
            })
            .collect();
        let redefined = redefine(cache, &mut mutator, &work, &progress);
        progress.redefined.store(true, Relaxed);
        let asked = threads.into_iter().map(|thread| thread.join().expect("no panic"));
        asked.collect::<Result<Vec<()>, String>>().and(redefined)
    });
    redefined?;
    drop(mutator);
    let mut counts = cache.counts();
    counts.push(("rounds", progress.rounds.load(Relaxed)));
    Ok(Outcome { result: areas + outlines, heap, counts })
}

/// Redefines all functions repeatedly, and checks that no thread executes freed code.
fn redefine(
    cache: &Cache,
    mutator: &mut Mutator,
    work: &Work,
    progress: &Progress,
) -> Result<(), String> {
    let mut thrown_away = None;
    let mut made = 0;
    for _ in 0..work.redefinitions {
        // Until the sites are in use again.
        while cache.stubs() == made && !progress.failed.load(Relaxed) {
            thread::sleep(Duration::from_micros(200));
        }
        if let Some((set, calls)) = thrown_away
            && shapes::calls(set) != calls
        {
            progress.failed.store(true, Relaxed);
            return Err("functions were called that had been redefined".to_owned());
        }
        made = cache.stubs();
        let set = cache.redefine(mutator).inspect_err(|_| progress.failed.store(true, Relaxed));
        let set = set.map_err(|error| error.to_string())?;
        thrown_away = Some((set, shapes::calls(set)));
    }
    Ok(())
}

/// The work of a thread that asks questions.
fn ask(
    heap: &Heap,
    asked: &[(Handle, u64); QUESTIONS],
    work: &Work,
    progress: &Progress,
) -> Result<(), Box<dyn Error>> {
    let mut mutator = heap.attach()?;
    let mut round = 0;
    loop {
        // A whole round comes after the last redefinition.
        let last = round + 1 >= work.rounds && progress.redefined.load(Relaxed);
        for (function, (shapes, expected)) in functions().into_iter().zip(asked) {
            // SAFETY: managed code of this program that is registered, which takes a reference; its
            // patchpoints have calls.
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
