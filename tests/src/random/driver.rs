//! The driver in the process of a batch: runs the compiled programs and reports their results.
//!
//! It is a static library that is linked into every batch; `main` is in `native.c`. The environment
//! (`SPGC_ZEAL` and other variables of the collector) determines when collections run, and
//! [`MODE_VARIABLE`] selects the mode. For each program the driver prints a line `begin SEED`
//! before it runs and an [`Outcome`] as a line of JSON afterwards. The parent process thus knows
//! which program crashed.

use core::cell::{Cell, RefCell};
use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::io::Write as _;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use statepoint_gc::{
    Argument, Handle, Heap, Mutator, TypeId, TypeLayout,
    fibers::{FiberConfig, Resumed},
    observe::CollectorStatistics,
    types::WeakKind,
};

use crate::slow_walk::{self, Counts};

/// Environment variable that selects the mode: [`MODE_THREADS`], [`MODE_NO_COLLECTIONS`], or one
/// thread with collections for any other value.
pub const MODE_VARIABLE: &str = "RANDOM_MODE";
/// Mode in which several threads run each program concurrently and another thread collects.
pub const MODE_THREADS: &str = "threads";
/// Mode without collections.
pub const MODE_NO_COLLECTIONS: &str = "without-collections";
/// Environment variable with the seeds of the programs to run, separated by commas.
pub const SEEDS_VARIABLE: &str = "RANDOM_SEEDS";
/// Environment variable with the approximate number of frames to compare per run of a program.
pub const FRAMES_VARIABLE: &str = "RANDOM_FRAMES";

/// Entry points of a program, as the generated `programs.c` declares them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Entry {
    seed: u64,
    /// `i64 (i64, reference)`
    entry: *const c_void,
    /// `reference (reference)`: the function of a fiber; see [`run_on_fiber`].
    fiber: *const c_void,
    /// `reference ()`
    make_shared: *const c_void,
    /// `i64 (reference)`
    sum: *const c_void,
    threads: u64,
    depth: u64,
    fuel: u64,
}

// SAFETY: the fields are immutable integers and addresses of code.
unsafe impl Sync for Entry {}

/// Counters of native code, as `native.c` declares them.
#[derive(Debug)]
#[repr(C)]
struct NativeCounts<'a> {
    thrown: &'a AtomicU64,
    caught: &'a AtomicU64,
    cleaned_up: &'a AtomicU64,
    finalizers: &'a AtomicU64,
}

/// Counts of exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionCounts {
    /// Number of exceptions that were thrown.
    pub thrown: u64,
    /// Number of landing pads that caught an exception.
    pub caught: u64,
    /// Number of landing pads that resumed unwinding.
    pub cleaned_up: u64,
}

impl NativeCounts<'_> {
    fn exceptions(&self) -> ExceptionCounts {
        ExceptionCounts {
            thrown: self.thrown.load(Ordering::Relaxed),
            caught: self.caught.load(Ordering::Relaxed),
            cleaned_up: self.cleaned_up.load(Ordering::Relaxed),
        }
    }
}

/// Result of one program in one mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The program's seed.
    pub seed: u64,
    /// The checksum that the program returned.
    pub checksum: u64,
    /// Whether the checksum was the same in all threads.
    pub checksums_agree: bool,
    /// Sum of the shared objects after all runs.
    pub shared_sum: u64,
    /// Number of runs: 1, or threads times `RUNS_PER_THREAD`.
    pub runs: u64,
    /// Whether each object that was registered for finalization was finalized exactly once. Always
    /// true without collections.
    pub finalized: bool,
    /// Number of times that a fiber was suspended.
    pub suspensions: u64,
    /// Counts of exceptions during the run.
    pub exceptions: ExceptionCounts,
    /// Counts of the collector during the run.
    pub collector: CollectorCounts,
    /// Counts of the comparison with the reference stack walker.
    pub compared: Counts,
}

/// Counts of the collector; the same names are in `CollectorStatistics`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectorCounts {
    /// Number of collections.
    pub collections: u64,
    /// Number of managed frames that were walked.
    pub frames_walked: u64,
    /// Number of roots that were visited.
    pub roots_visited: u64,
    /// Number of roots in callee-saved registers.
    pub register_roots: u64,
    /// Number of roots in callee-saved registers that were updated.
    pub register_roots_relocated: u64,
    /// Number of derived pointers that were updated.
    pub derived_relocated: u64,
    /// Number of objects that were moved.
    pub objects_moved: u64,
    /// Number of objects that the heap verifier checked.
    pub objects_verified: u64,
    /// Number of old objects that the write barrier logged.
    pub objects_logged: u64,
    /// Number of weak fields that were cleared.
    pub weak_cleared: u64,
    /// Number of ephemerons whose keys died.
    pub ephemerons_cleared: u64,
    /// Number of objects that were queued for finalization.
    pub finalizers_queued: u64,
    /// Number of concurrent cycles that completed marking.
    pub cycles_marked: u64,
    /// Number of objects that were marked concurrently.
    pub objects_marked_concurrently: u64,
}

impl CollectorCounts {
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

/// Integer argument of every program. The value is arbitrary.
const ARGUMENT: u64 = 0x1234_5678_9abc_def1;

/// Number of runs of a program by each thread in [`MODE_THREADS`].
const RUNS_PER_THREAD: u32 = 3;

/// Runs the selected programs of this process and returns its exit status. Called by `native.c`.
///
/// # Safety
///
/// `programs` points to `count` elements with the layout of `Entry`, and `counts` to a structure
/// with the layout of `NativeCounts`. Both stay valid until the process ends.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn random_programs_main(
    programs: *const c_void,
    count: usize,
    counts: *const c_void,
) -> i32 {
    // SAFETY: the caller guarantees that `programs` points to `count` elements with the layout of
    // `Entry`.
    let programs = unsafe { core::slice::from_raw_parts(programs.cast::<Entry>(), count) };
    // SAFETY: the caller guarantees that `counts` is valid. All code accesses the counters
    // atomically.
    let counts = unsafe { &*counts.cast::<NativeCounts<'_>>() };
    match run_all(programs, counts) {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            1
        }
    }
}

/// Runs the programs whose seeds [`SEEDS_VARIABLE`] lists, and prints an [`Outcome`] for each.
fn run_all(
    programs: &[Entry],
    counts: &NativeCounts<'_>,
) -> Result<(), Box<dyn std::error::Error>> {
    let seeds = std::env::var(SEEDS_VARIABLE).unwrap_or_default();
    let seeds: Vec<u64> = seeds.split(',').filter_map(|seed| seed.parse().ok()).collect();
    let frames =
        std::env::var(FRAMES_VARIABLE).ok().and_then(|frames| frames.parse().ok()).unwrap_or(2000);
    let mode = std::env::var(MODE_VARIABLE).unwrap_or_default();
    let (with_threads, without_collections) = (mode == MODE_THREADS, mode == MODE_NO_COLLECTIONS);
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
        let (exceptions, registered) =
            (counts.exceptions(), counts.finalizers.load(Ordering::Relaxed));
        let suspensions = SUSPENSIONS.load(Ordering::Relaxed);
        let mut mutator = heap.attach()?;
        // SAFETY: the function is managed code of this process. It has no parameters and returns a
        // reference.
        let shared = unsafe { mutator.call_for_reference(program.make_shared, &[])? };
        let (checksums, compared) = if with_threads {
            run_in_threads(&heap, program, &shared, frames)
        } else {
            let (checksum, compared) = run_once(&mut mutator, program, &shared, frames);
            (vec![checksum], compared)
        };
        // SAFETY: the function is managed code of this process. It takes a reference and returns an
        // i64.
        let shared_sum = unsafe { mutator.call(program.sum, &[Argument::Reference(&shared)])? };
        drop(shared);
        let registered = counts.finalizers.load(Ordering::Relaxed) - registered;
        let finalized = without_collections || all_finalized(&heap, &mut mutator, registered)?;
        let now = counts.exceptions();
        let outcome = Outcome {
            seed: program.seed,
            checksum: checksums[0],
            checksums_agree: checksums.iter().all(|&checksum| checksum == checksums[0]),
            shared_sum,
            runs: checksums.len() as u64,
            finalized,
            suspensions: SUSPENSIONS.load(Ordering::Relaxed) - suspensions,
            exceptions: ExceptionCounts {
                thrown: now.thrown - exceptions.thrown,
                caught: now.caught - exceptions.caught,
                cleaned_up: now.cleaned_up - exceptions.cleaned_up,
            },
            collector: CollectorCounts::between(&before, &heap.statistics()),
            compared,
        };
        writeln!(out, "{}", serde_json::to_string(&outcome)?)?;
        out.flush()?;
    }
    Ok(())
}

/// Returns whether each of the `registered` objects is queued for finalization exactly once, with
/// the number in the object as its token. Call this after a run, when all its objects are dead.
fn all_finalized(
    heap: &Heap,
    mutator: &mut Mutator,
    registered: u64,
) -> Result<bool, Box<dyn std::error::Error>> {
    let mut queued = 0;
    let mut are_unchanged = true;
    loop {
        mutator.collect();
        let dead: Vec<_> = heap.drain_finalizers().collect();
        // An object that is reachable only from queued objects is queued by a later collection.
        if dead.is_empty() {
            break;
        }
        queued += dead.len() as u64;
        for (object, number) in dead {
            let offset = if mutator.type_of(&object)? == TypeId::new(4) { 8 } else { 24 };
            are_unchanged &= mutator.load_word(&object, offset)? == number;
        }
    }
    Ok(are_unchanged && queued == registered)
}

/// What the program of a thread needs when its managed code calls native code.
#[derive(Clone)]
struct Running {
    /// Array of the objects that the program shares with other threads.
    shared: Handle,
    /// The function of a fiber.
    fiber: *const c_void,
}

thread_local! {
    /// The program that this thread runs.
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
    /// The number of fibers that have resumed one another on this thread.
    static FIBERS: Cell<u32> = const { Cell::new(0) };
    /// Chooses calls that run on fibers, and calls that suspend them.
    static RANDOM: RefCell<fastrand::Rng> =
        const { RefCell::new(fastrand::Rng::with_seed(0)) };
}

/// Number of times that a fiber was suspended.
static SUSPENSIONS: AtomicU64 = AtomicU64::new(0);

/// Runs a program once on this thread, every second one on a fiber. Returns its checksum and the
/// counts of the comparison.
fn run_once(mutator: &mut Mutator, program: &Entry, shared: &Handle, frames: u64) -> (u64, Counts) {
    RUNNING.set(Some(Running { shared: shared.clone(), fiber: program.fiber }));
    RANDOM.set(fastrand::Rng::with_seed(program.seed));
    let checksum_and_counts = slow_walk::run_with_checks(program.seed, frames, || {
        if program.seed.is_multiple_of(2) {
            return run_on_fiber(mutator, [0, program.depth, program.fuel, ARGUMENT]);
        }
        let arguments = [Argument::Word(ARGUMENT), Argument::Reference(shared)];
        // SAFETY: the entry point of a program is managed code of this process. It takes an i64 and
        // a reference and returns an i64. No exception propagates out of it.
        let result = unsafe { mutator.call(program.entry, &arguments) };
        result.expect("two arguments, one of this heap")
    });
    RUNNING.set(None);
    checksum_and_counts
}

/// Size of a fiber's stack. The deepest programs need as much as a thread's stack.
const FIBER_STACK: usize = 8 << 20;

/// Calls the function that enters managed code with these integers on a new fiber. In zeal mode,
/// collects whenever the fiber is suspended. Returns the function's result.
fn run_on_fiber(mutator: &mut Mutator, words: [u64; 4]) -> u64 {
    let Running { shared, fiber } =
        RUNNING.with_borrow(Clone::clone).expect("a program is running on this thread");
    let heap = mutator.heap();
    // SAFETY: the function is that of a fiber, and all its exceptions are caught.
    let fiber = unsafe { heap.fiber(FiberConfig::new().stack_size(FIBER_STACK), fiber) };
    let mut fiber = fiber.expect("there is memory for a stack");
    let end = fiber.stack().end as u64;
    let arguments = mutator.allocate_array(TypeId::new(2), 4).expect("a registered type");
    for (index, word) in words.into_iter().enumerate() {
        mutator.store_word(&arguments, 16 + 8 * index, word).expect("an element");
    }
    FIBERS.set(FIBERS.get() + 1);
    let mut values = [arguments, shared].into_iter();
    let result = loop {
        let value = values.next();
        let value = value.as_ref().map_or(Argument::Word(0), Argument::Reference);
        let resumed = slow_walk::run_with_stack_end(end, || mutator.resume(&mut fiber, value));
        match resumed.expect("the fiber is suspended") {
            Resumed::Done(result) => break result,
            Resumed::Suspended(_) => {
                SUSPENSIONS.fetch_add(1, Ordering::Relaxed);
                if heap.zeal().is_on() {
                    mutator.collect_young();
                }
            }
        }
    };
    FIBERS.set(FIBERS.get() - 1);
    mutator.load_word(&result, 8).expect("a box")
}

/// Runs a program in its number of threads, [`RUNS_PER_THREAD`] times in each, while another thread
/// collects. Returns the checksum of each run and the summed counts.
fn run_in_threads(
    heap: &Heap,
    program: &Entry,
    shared: &Handle,
    frames: u64,
) -> (Vec<u64>, Counts) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..program.threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut mutator = heap.attach().expect("a new thread");
                    let runs: Vec<_> = (0..RUNS_PER_THREAD)
                        .map(|_| run_once(&mut mutator, program, shared, frames))
                        .collect();
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
        let collector = scope.spawn(|| {
            let mut mutator = heap.attach().expect("a new thread");
            for round in 0.. {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                // Three of four rounds begin a concurrent cycle; the next full collection may
                // abandon it.
                if round % 4 == 0 || !mutator.begin_cycle() {
                    mutator.collect();
                }
                thread::sleep(Duration::from_micros(50));
            }
        });
        let mut checksums = Vec::new();
        let mut compared = Counts::default();
        for worker in workers {
            let (thread_checksums, counts) = worker.join().expect("the thread did not panic");
            checksums.extend(thread_checksums);
            compared += counts;
        }
        done.store(true, Ordering::Relaxed);
        collector.join().expect("the collecting thread did not panic");
        (checksums, compared)
    })
}

/// Enters managed code again. Called by managed code through `spgc_call_native`.
#[unsafe(no_mangle)]
extern "C" fn random_native_enter(function: u64, which: u64, depth: u64, fuel: u64, x: u64) -> u64 {
    let function = core::ptr::with_exposed_provenance(function as usize);
    let [on_fiber, suspends] = RANDOM.with_borrow_mut(|random| [random.bool(), random.bool()]);
    let Running { shared, .. } =
        RUNNING.with_borrow(Clone::clone).expect("a program is running on this thread");
    let result = Mutator::with_current(|mutator| {
        if suspends && FIBERS.get() > 0 {
            mutator.suspend(Argument::Word(0)).expect("the thread runs a fiber");
        }
        if on_fiber {
            return run_on_fiber(mutator, [which, depth, fuel, x]);
        }
        let [which, depth, fuel, x] = [which, depth, fuel, x].map(Argument::Word);
        let arguments = [which, depth, fuel, x, Argument::Reference(&shared)];
        // SAFETY: managed code passes a function of its program. The function takes these four
        // integers and a reference.
        unsafe { mutator.call(function, &arguments) }.expect("a handle of this heap")
    });
    result.expect("managed code called this with a transition")
}
