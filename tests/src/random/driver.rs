//! Runs inside a process that holds compiled programs: executes them and reports their results.
//!
//! Linked as a static library into every batch; `native.c` has the entry. The environment
//! (`SPGC_ZEAL` and the like) selects when to collect, [`MODE`] what else to do. Each program makes
//! a line `begin SEED` on standard output and then one of JSON, an [`Outcome`], so that the parent
//! process knows how far this one got.

use core::cell::RefCell;
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::io::Write as _;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use statepoint_gc::{
    Argument, Handle, Heap, Mutator, TypeId, TypeLayout, observe::CollectorStatistics,
    types::WeakKind,
};

use crate::slow_walk::{self, Counts};

/// The environment variable that selects the mode: [`THREADS`], [`WITHOUT`] or any other value.
pub const MODE: &str = "RANDOM_MODE";
/// Several threads run each program at the same time, while one more collects.
pub const THREADS: &str = "threads";
/// No collections.
pub const WITHOUT: &str = "without-collections";
/// The environment variable with the seeds to run, separated by commas.
pub const SEEDS: &str = "RANDOM_SEEDS";
/// The environment variable with the number of stack walks to compare for each program and thread.
pub const FRAMES: &str = "RANDOM_FRAMES";

/// A program as `native.c` declares it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Entry {
    seed: u64,
    /// `i64 (i64, reference)`
    entry: *const c_void,
    /// `reference ()`
    make_shared: *const c_void,
    /// `i64 (reference)`
    sum: *const c_void,
    threads: u64,
}

// SAFETY: numbers and addresses of code.
unsafe impl Sync for Entry {}

/// Counts as `native.c` declares them.
#[derive(Debug)]
#[repr(C)]
struct NativeCounts<'a> {
    thrown: &'a AtomicU64,
    caught: &'a AtomicU64,
    cleaned_up: &'a AtomicU64,
    finalizers: &'a AtomicU64,
}

/// Counters of exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unwound {
    /// Number of exceptions that were thrown.
    pub thrown: u64,
    /// Number of landing pads that caught an exception.
    pub caught: u64,
    /// Number of landing pads that let an exception continue.
    pub cleaned_up: u64,
}

impl NativeCounts<'_> {
    fn unwound(&self) -> Unwound {
        Unwound {
            thrown: self.thrown.load(Ordering::Relaxed),
            caught: self.caught.load(Ordering::Relaxed),
            cleaned_up: self.cleaned_up.load(Ordering::Relaxed),
        }
    }
}

/// Results of one program in one run of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The program's seed.
    pub seed: u64,
    /// The checksum that the program returned.
    pub checksum: u64,
    /// Whether the checksum was the same in all threads.
    pub agree: bool,
    /// The combined result of all runs in the shared objects.
    pub sum: u64,
    /// Number of those runs.
    pub times: u64,
    /// Whether each object that was registered for finalization was finalized once, or no
    /// collection ran.
    pub finalized: bool,
    /// Counts of exceptions.
    pub unwound: Unwound,
    /// Counts of the collector.
    pub collector: Collector,
    /// Counts of the comparison with the slow walk.
    pub compared: Counts,
}

/// The collector's counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collector {
    /// Number of collections.
    pub collections: u64,
    /// Managed frames that were walked.
    pub frames_walked: u64,
    /// Roots that were visited.
    pub roots_visited: u64,
    /// Roots in callee-saved registers.
    pub register_roots: u64,
    /// Roots in callee-saved registers that were updated.
    pub register_roots_relocated: u64,
    /// Derived pointers that were updated.
    pub derived_relocated: u64,
    /// Objects that were moved.
    pub objects_moved: u64,
    /// Objects that the heap verifier checked.
    pub objects_verified: u64,
    /// Old objects that references were stored into.
    pub objects_logged: u64,
    /// Weak fields that were cleared.
    pub weak_cleared: u64,
    /// Ephemerons whose keys died.
    pub ephemerons_cleared: u64,
    /// Objects that were finalized.
    pub finalizers_queued: u64,
    /// Concurrent cycles whose marking ended.
    pub cycles_marked: u64,
    /// Objects that were marked concurrently.
    pub objects_marked_concurrently: u64,
}

impl Collector {
    fn between(before: &CollectorStatistics, after: &CollectorStatistics) -> Self {
        let collections = |s: &CollectorStatistics| s.young_collections + s.full_collections;
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
            objects_logged: after.counts.objects_logged - before.counts.objects_logged,
            weak_cleared: after.counts.weak_cleared - before.counts.weak_cleared,
            ephemerons_cleared: after.counts.ephemerons_cleared - before.counts.ephemerons_cleared,
            finalizers_queued: after.counts.finalizers_queued - before.counts.finalizers_queued,
            cycles_marked: after.counts.cycles_marked - before.counts.cycles_marked,
            objects_marked_concurrently: after.counts.objects_marked_concurrently
                - before.counts.objects_marked_concurrently,
        }
    }
}

/// The argument of every program.
const X: u64 = 0x1234_5678_9abc_def1;

/// Number of times that each thread runs a program in a run with threads.
const REPEATS: u32 = 3;

/// Called by `native.c`; the exit status.
///
/// # Safety
///
/// `programs` is an array of `count` programs, and `counts` are of native code; both live as long
/// as the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn random_programs_main(
    programs: *const c_void,
    count: usize,
    counts: *const c_void,
) -> i32 {
    // SAFETY: promised by the caller, and both sides declare the same fields.
    let programs = unsafe { core::slice::from_raw_parts(programs.cast::<Entry>(), count) };
    // SAFETY: as above; the counts are changed by atomic accesses only.
    let counts = unsafe { &*counts.cast::<NativeCounts<'_>>() };
    match run_all(programs, counts) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

fn run_all(
    programs: &[Entry],
    counts: &NativeCounts<'_>,
) -> Result<(), Box<dyn std::error::Error>> {
    let seeds = std::env::var(SEEDS).unwrap_or_default();
    let seeds: Vec<u64> = seeds.split(',').filter_map(|seed| seed.parse().ok()).collect();
    let frames = std::env::var(FRAMES).ok().and_then(|frames| frames.parse().ok()).unwrap_or(2000);
    let mode = std::env::var(MODE).unwrap_or_default();
    let (with_threads, without_collections) = (mode == THREADS, mode == WITHOUT);
    let heap = Heap::builder()
        .unwind_native_frames(true)
        .register_type(TypeId::new(1), TypeLayout::Fixed { size: 32, references: vec![8, 16] })
        .register_type(TypeId::new(2), TypeLayout::PlainArray { element_size: 8 })
        .register_type(TypeId::new(3), TypeLayout::ReferenceArray)
        .register_type(TypeId::new(4), TypeLayout::Fixed { size: 16, references: vec![] })
        .register_type(TypeId::new(5), TypeLayout::Fixed { size: 40, references: vec![8, 24] })
        .register_type(
            TypeId::new(6),
            TypeLayout::Weak {
                size: 32,
                references: vec![8],
                weak: vec![16],
                kind: WeakKind::Short,
            },
        )
        .register_type(
            TypeId::new(7),
            TypeLayout::Ephemeron { size: 32, references: vec![], key: 8, value: 16 },
        )
        .build()?;
    let mut out = std::io::stdout();
    for program in programs.iter().filter(|program| seeds.contains(&program.seed)) {
        writeln!(out, "begin {}", program.seed)?;
        out.flush()?;
        let before = heap.statistics();
        let (unwound, registered) = (counts.unwound(), counts.finalizers.load(Ordering::Relaxed));
        let mut mutator = heap.attach()?;
        // SAFETY: a managed function of this process without parameters that returns a reference.
        let shared = unsafe { mutator.call_for_reference(program.make_shared, &[])? };
        let (checksums, compared) = if with_threads {
            threads(&heap, program, &shared, frames)
        } else {
            let (checksum, compared) = once(&mut mutator, program, &shared, frames);
            (vec![checksum], compared)
        };
        // SAFETY: a managed function of this process with a reference as its parameter and a number
        // as its result.
        let sum = unsafe { mutator.call(program.sum, &[Argument::Reference(&shared)])? };
        drop(shared);
        let registered = counts.finalizers.load(Ordering::Relaxed) - registered;
        let finalized = without_collections || all_finalized(&heap, &mut mutator, registered)?;
        let now = counts.unwound();
        let outcome = Outcome {
            seed: program.seed,
            checksum: checksums[0],
            agree: checksums.iter().all(|&checksum| checksum == checksums[0]),
            sum,
            times: checksums.len() as u64,
            finalized,
            unwound: Unwound {
                thrown: now.thrown - unwound.thrown,
                caught: now.caught - unwound.caught,
                cleaned_up: now.cleaned_up - unwound.cleaned_up,
            },
            collector: Collector::between(&before, &heap.statistics()),
            compared,
        };
        writeln!(out, "{}", serde_json::to_string(&outcome)?)?;
        out.flush()?;
    }
    Ok(())
}

/// Checks, after a run, when nothing refers to its objects any more, that each registered object is
/// queued once, with the number that it holds.
fn all_finalized(
    heap: &Heap,
    mutator: &mut Mutator,
    registered: u64,
) -> Result<bool, Box<dyn std::error::Error>> {
    let mut queued = 0;
    let mut as_they_were = true;
    loop {
        mutator.collect();
        let dead: Vec<_> = heap.drain_finalizers().collect();
        // The objects that these refer to are found dead when these are gone.
        if dead.is_empty() {
            break;
        }
        queued += dead.len() as u64;
        for (object, number) in dead {
            let offset = if mutator.type_of(&object)? == TypeId::new(4) { 8 } else { 24 };
            as_they_were &= mutator.load_word(&object, offset)? == number;
        }
    }
    Ok(as_they_were && queued == registered)
}

thread_local! {
    /// The objects that the program of this thread shares with other threads.
    static SHARED: RefCell<Option<Handle>> = const { RefCell::new(None) };
}

fn once(mutator: &mut Mutator, program: &Entry, shared: &Handle, frames: u64) -> (u64, Counts) {
    SHARED.set(Some(shared.clone()));
    let came = slow_walk::within(program.seed, frames, || {
        let arguments = [Argument::Word(X), Argument::Reference(shared)];
        // SAFETY: the entry of a program is managed code of this process with a word and a
        // reference as its parameters and a word as its result; no exception leaves it.
        let result = unsafe { mutator.call(program.entry, &arguments) };
        result.expect("two arguments, one of this heap")
    });
    SHARED.set(None);
    came
}

fn threads(heap: &Heap, program: &Entry, shared: &Handle, frames: u64) -> (Vec<u64>, Counts) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..program.threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut mutator = heap.attach().expect("a new thread");
                    let runs: Vec<_> =
                        (0..REPEATS).map(|_| once(&mut mutator, program, shared, frames)).collect();
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
            for round in 0.. {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                // Concurrent cycles, of which some end and some are abandoned.
                if round % 4 == 0 || !mutator.begin_cycle() {
                    mutator.collect();
                }
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
    let shared = SHARED.with_borrow(Clone::clone).expect("a program runs");
    let [which, depth, fuel, x] = [which, depth, fuel, x].map(Argument::Word);
    let arguments = [which, depth, fuel, x, Argument::Reference(&shared)];
    let result = Mutator::with_current(|mutator| {
        // SAFETY: managed code passes a function of its program that takes these four words and a
        // reference.
        unsafe { mutator.call(function, &arguments) }
    });
    result.expect("called by managed code with a transition").expect("a handle of this heap")
}
