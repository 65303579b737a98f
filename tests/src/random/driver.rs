//! Inside a process that holds compiled programs: runs them and says what came out.
//!
//! Linked as a static library into every batch; `native.c` has the entry. The environment
//! (`SPGC_ZEAL` and the like) says how to collect, [`MODE`] what to do besides. Each program makes a
//! line `begin SEED` on standard output and then one of JSON, an [`Outcome`], so that the process
//! which started this one knows how far it came.

use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io::Write as _;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use statepoint_gc::{Argument, Heap, Mutator, Statistics, TypeId, TypeLayout};

use crate::slow_walk::{self, Counts};

/// The environment variable that says what to do: [`THREADS`] or anything else.
pub const MODE: &str = "RANDOM_MODE";
/// Several threads run each program at the same time, while one more collects.
pub const THREADS: &str = "threads";
/// The environment variable with the seeds to run, with commas between them.
pub const SEEDS: &str = "RANDOM_SEEDS";
/// The environment variable with the number of frames to compare for each program and thread.
pub const FRAMES: &str = "RANDOM_FRAMES";

/// A program as `native.c` has it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Entry {
    seed: u64,
    entry: *const c_void,
    threads: u64,
}

// SAFETY: a number and the address of code.
unsafe impl Sync for Entry {}

/// What a program did in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The program.
    pub seed: u64,
    /// Its checksum.
    pub checksum: u64,
    /// Whether all threads had the same.
    pub agree: bool,
    /// What the collector did.
    pub collector: Collector,
    /// What was compared with the slow walk.
    pub compared: Counts,
}

/// The collector's counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collector {
    /// Collections.
    pub collections: u64,
    /// Managed frames.
    pub frames_walked: u64,
    /// Roots.
    pub roots_visited: u64,
    /// Roots in callee-saved registers.
    pub register_roots: u64,
    /// Those that were rewritten.
    pub register_roots_relocated: u64,
    /// Interior pointers that were rewritten.
    pub derived_relocated: u64,
    /// Objects.
    pub objects_moved: u64,
    /// Objects that the heap verifier looked at.
    pub objects_verified: u64,
}

impl Collector {
    fn between(before: &Statistics, after: &Statistics) -> Self {
        let collections = |s: &Statistics| s.young_collections + s.full_collections;
        Self {
            collections: collections(after) - collections(before),
            frames_walked: after.counts.frames_walked - before.counts.frames_walked,
            roots_visited: after.counts.roots_visited - before.counts.roots_visited,
            register_roots: after.counts.register_roots - before.counts.register_roots,
            register_roots_relocated: after.counts.register_roots_relocated
                - before.counts.register_roots_relocated,
            derived_relocated: after.counts.derived_relocated - before.counts.derived_relocated,
            objects_moved: after.counts.objects_moved - before.counts.objects_moved,
            objects_verified: after.counts.objects_verified - before.counts.objects_verified,
        }
    }
}

/// What every program gets as its argument.
const X: u64 = 0x1234_5678_9abc_def1;

/// How often each thread runs a program in a run with threads.
const REPEATS: u32 = 3;

/// Called by `native.c`; the exit status.
///
/// # Safety
///
/// `programs` is an array of `count` programs that lives as long as the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn random_programs_main(programs: *const c_void, count: usize) -> i32 {
    // SAFETY: promised by the caller, and both sides declare the same fields.
    let programs = unsafe { core::slice::from_raw_parts(programs.cast::<Entry>(), count) };
    match run_all(programs) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

fn run_all(programs: &[Entry]) -> Result<(), Box<dyn std::error::Error>> {
    let seeds = std::env::var(SEEDS).unwrap_or_default();
    let seeds: Vec<u64> = seeds.split(',').filter_map(|seed| seed.parse().ok()).collect();
    let frames = std::env::var(FRAMES).ok().and_then(|frames| frames.parse().ok()).unwrap_or(2000);
    let with_threads = std::env::var(MODE).is_ok_and(|mode| mode == THREADS);
    let heap = Heap::builder()
        .unwind_native_frames(true)
        .register_type(TypeId::new(1), TypeLayout::Fixed { size: 32, references: vec![8, 16] })
        .register_type(TypeId::new(2), TypeLayout::PlainArray { element_size: 8 })
        .register_type(TypeId::new(3), TypeLayout::ReferenceArray)
        .register_type(TypeId::new(4), TypeLayout::Fixed { size: 16, references: vec![] })
        .build()?;
    let mut out = std::io::stdout();
    for program in programs.iter().filter(|program| seeds.contains(&program.seed)) {
        writeln!(out, "begin {}", program.seed)?;
        out.flush()?;
        let before = heap.statistics();
        let (checksums, compared) = if with_threads {
            threads(&heap, program, frames)
        } else {
            let mut mutator = heap.attach()?;
            let (checksum, compared) = once(&mut mutator, program, frames);
            (vec![checksum], compared)
        };
        let outcome = Outcome {
            seed: program.seed,
            checksum: checksums[0],
            agree: checksums.iter().all(|&checksum| checksum == checksums[0]),
            collector: Collector::between(&before, &heap.statistics()),
            compared,
        };
        writeln!(out, "{}", serde_json::to_string(&outcome)?)?;
        out.flush()?;
    }
    Ok(())
}

fn once(mutator: &mut Mutator, program: &Entry, frames: u64) -> (u64, Counts) {
    slow_walk::within(program.seed, frames, || {
        // SAFETY: the entry of a program is managed code of this process with one word as its
        // parameter and its result.
        let result = unsafe { mutator.call(program.entry, &[Argument::Word(X)]) };
        result.expect("one argument of no heap")
    })
}

fn threads(heap: &Heap, program: &Entry, frames: u64) -> (Vec<u64>, Counts) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..program.threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut mutator = heap.attach().expect("a new thread");
                    let runs: Vec<_> =
                        (0..REPEATS).map(|_| once(&mut mutator, program, frames)).collect();
                    let mut compared = Counts::default();
                    let mut checksums = Vec::new();
                    for (checksum, counts) in runs {
                        compared += counts;
                        checksums.push(checksum);
                    }
                    (checksums, compared)
                })
            })
            .collect();
        let collecting = scope.spawn(|| {
            let mut mutator = heap.attach().expect("a new thread");
            while !done.load(Ordering::Relaxed) {
                mutator.collect();
                thread::sleep(Duration::from_micros(50));
            }
        });
        let mut checksums = Vec::new();
        let mut compared = Counts::default();
        for worker in workers {
            let (theirs, counts) = worker.join().expect("a thread that ran a program");
            checksums.extend(theirs);
            compared += counts;
        }
        done.store(true, Ordering::Relaxed);
        collecting.join().expect("the thread that collected");
        (checksums, compared)
    })
}

/// Called by managed code through `spgc_call_native`: enters managed code again.
#[unsafe(no_mangle)]
extern "C" fn random_native_enter(function: u64, which: u64, depth: u64, fuel: u64, x: u64) -> u64 {
    let function = core::ptr::with_exposed_provenance(function as usize);
    let arguments = [which, depth, fuel, x].map(Argument::Word);
    let result = Mutator::with_current(|mutator| {
        // SAFETY: managed code passes a function of its program that takes these four words.
        unsafe { mutator.call(function, &arguments) }
    });
    result.expect("called by managed code with a transition").expect("four words")
}
