//! The scenarios of the stress test.

use core::ffi::c_void;

use statepoint_gc::{Argument, HeapBuilder, Mutator};

use super::churn::Churn;
use super::lists::List;
use super::tally::{
    COLLECTIONS, Count, FRAMES_SKIPPED, FRAMES_WALKED, OBJECTS_MOVED, REGISTER_ROOTS, RequiredCount,
};
use super::{CheckError, Worker, churn, fibers, handshakes, polls, unwinders};
use crate::managed::{self, call, tripled_sum};
use crate::recursion::{self, DEEP, Settings};

/// Function that a thread runs.
type Work = fn(&mut Worker<'_>) -> Result<(), CheckError>;

/// A scenario of the stress test.
#[derive(Debug)]
pub struct Scenario {
    /// Name on the command line.
    pub name: &'static str,
    /// Description in one line.
    pub description: &'static str,
    /// Work of each thread.
    pub(super) run: Work,
    /// Work of companion threads, which run until the scenario's threads have finished.
    pub(super) companions: &'static [Work],
    /// Whether it runs code with patched polls.
    pub(super) patches_polls: bool,
    /// Counts that must not be 0 at the end.
    pub(super) required_counts: &'static [RequiredCount],
}

/// All scenarios.
pub static SCENARIOS: [Scenario; 12] = [
    Scenario {
        name: "allocate",
        description: "allocate lists, and compare them with shadow copies outside the heap",
        run: allocate,
        companions: &[],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::ElementsPushed),
            RequiredCount::Thread(Count::ListsCompared),
            COLLECTIONS,
            OBJECTS_MOVED,
        ],
    },
    Scenario {
        name: "native-churn",
        description: "managed code calls native code in a tight loop",
        run: native_churn,
        companions: &[],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::NativeCalls),
            RequiredCount::Thread(Count::CollectionsFromNative),
            COLLECTIONS,
            FRAMES_WALKED,
            REGISTER_ROOTS,
        ],
    },
    Scenario {
        name: "attach-detach",
        description: "threads attach, allocate and end, some still attached, while others collect",
        run: attach_detach,
        companions: &[collect_always, collect_lists],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::ThreadsAttached),
            RequiredCount::Thread(Count::ThreadsEndedAttached),
            RequiredCount::Thread(Count::CollectionsRequested),
            RequiredCount::Thread(Count::ListsCompared),
            COLLECTIONS,
        ],
    },
    Scenario {
        name: "deep-stacks",
        description: "recursion of up to 20,000 frames with references while another collects",
        run: deep_stacks,
        companions: &[collect_always],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::FramesEntered),
            COLLECTIONS,
            FRAMES_WALKED,
            REGISTER_ROOTS,
        ],
    },
    Scenario {
        name: "recursions",
        description: "recursions grow and shrink, with exceptions and stack objects, and collect",
        run: recursions,
        companions: &[],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::FramesEntered),
            COLLECTIONS,
            FRAMES_WALKED,
            FRAMES_SKIPPED,
            REGISTER_ROOTS,
        ],
    },
    Scenario {
        name: "unwinders",
        description: "native code throws and captures backtraces, profilers sample, others collect",
        run: unwinders::run,
        companions: &[unwinders::collect, unwinders::profile],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::FramesEntered),
            RequiredCount::Thread(Count::ExceptionsThrown),
            RequiredCount::Thread(Count::BacktracesCompared),
            RequiredCount::Thread(Count::Samples),
            COLLECTIONS,
            FRAMES_WALKED,
            FRAMES_SKIPPED,
            OBJECTS_MOVED,
        ],
    },
    Scenario {
        name: "oversubscribed",
        description: "threads loop in managed code and collect; use more threads than processors",
        run: oversubscribed,
        companions: &[],
        patches_polls: false,
        required_counts: &[RequiredCount::Thread(Count::FreshObjects), COLLECTIONS, FRAMES_WALKED],
    },
    Scenario {
        name: "code-churn",
        description: "code is registered and removed while others look it up and walk stacks",
        run: churn::run,
        companions: &[],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::RegionsRegistered),
            RequiredCount::Thread(Count::RegionsRemoved),
            RequiredCount::Thread(Count::LookUps),
            RequiredCount::Thread(Count::LookUpsFound),
            COLLECTIONS,
        ],
    },
    Scenario {
        name: "handshake",
        description: "threads in managed and native code run handshakes with each other",
        run: handshakes::run,
        companions: &[collect_always],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::Handshakes),
            RequiredCount::Thread(Count::HandshakesWithFrames),
            RequiredCount::Thread(Count::NativeCalls),
            RequiredCount::Thread(Count::ListsCompared),
            COLLECTIONS,
        ],
    },
    Scenario {
        name: "fibers",
        description: "threads resume fibers, of which most are suspended, while another collects",
        run: fibers::run,
        companions: &[collect_always],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::FibersResumed),
            RequiredCount::Thread(Count::FibersMoved),
            RequiredCount::Thread(Count::FibersFinished),
            RequiredCount::Thread(Count::FibersAbandoned),
            RequiredCount::Thread(Count::FibersReturned),
            COLLECTIONS,
            FRAMES_WALKED,
            OBJECTS_MOVED,
        ],
    },
    Scenario {
        name: "patched-polls",
        description: "threads spin with patched polls until a companion has collected",
        run: polls::run,
        companions: &[polls::release],
        patches_polls: true,
        required_counts: &[
            RequiredCount::Thread(Count::Spins),
            RequiredCount::Thread(Count::SumsOfPolls),
            RequiredCount::Thread(Count::HandshakesWithFrames),
            RequiredCount::Thread(Count::ListsCompared),
            COLLECTIONS,
            FRAMES_WALKED,
            OBJECTS_MOVED,
        ],
    },
    Scenario {
        name: "mixed",
        description: "steps of all other scenarios in random order, except patched polls",
        run: mixed,
        companions: &[],
        patches_polls: false,
        required_counts: &[
            RequiredCount::Thread(Count::ElementsPushed),
            RequiredCount::Thread(Count::ListsCompared),
            RequiredCount::Thread(Count::NativeCalls),
            RequiredCount::Thread(Count::ThreadsEndedAttached),
            RequiredCount::Thread(Count::FramesEntered),
            RequiredCount::Thread(Count::FreshObjects),
            RequiredCount::Thread(Count::RegionsRegistered),
            RequiredCount::Thread(Count::Handshakes),
            COLLECTIONS,
            FRAMES_WALKED,
            OBJECTS_MOVED,
        ],
    },
];

impl Scenario {
    /// Returns the scenario with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SCENARIOS.iter().find(|scenario| scenario.name == name)
    }

    /// Configures a heap for the scenario: adds the patched polls if it uses them.
    #[must_use]
    pub fn prepare(&self, heap: HeapBuilder) -> HeapBuilder {
        if self.patches_polls { managed::with_patched_polls(heap) } else { heap }
    }
}

/// Pushes elements to a random list, clears it, or compares it with its shadow copy.
pub(super) fn step_lists(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    lists: &mut [List],
) -> Result<(), CheckError> {
    let index = worker.random.usize(..lists.len());
    let list = &mut lists[index];
    match worker.random.u8(..) {
        0..2 => list.clear(),
        2..16 => list.check(worker, mutator)?,
        _ if list.len() > 2000 => list.clear(),
        _ => {
            for _ in 0..worker.random.u8(1..20) {
                list.push(mutator, worker.random.u32(..));
                worker.count(Count::ElementsPushed, 1);
            }
        }
    }
    Ok(())
}

/// Returns the empty lists of a thread.
pub(super) fn lists() -> [List; 8] {
    core::array::from_fn(|_| List::new())
}

/// Collects, and compares all lists.
pub(super) fn finish_lists(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    lists: &[List],
) -> Result<(), CheckError> {
    worker.collect(mutator);
    lists.iter().try_for_each(|list| list.check(worker, mutator))
}

/// Runs a thread of the scenario `allocate`.
fn allocate(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.next_step() {
        step_lists(worker, &mut mutator, &mut lists)?;
    }
    finish_lists(worker, &mut mutator, &lists)
}

/// Returns the sum of its arguments.
extern "C" fn add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    a.wrapping_add(b + c + d + e)
}

/// Collects, and returns the sum of its arguments.
extern "C" fn collect_and_add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    Mutator::with_current(Mutator::collect).map_or(0, |()| add(a, b, c, d, e))
}

/// Sleeps for 100 microseconds, and returns the sum of its arguments.
extern "C" fn sleep_and_add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    std::thread::sleep(core::time::Duration::from_micros(100));
    add(a, b, c, d, e)
}

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

/// Calls managed code that calls a native function: through the stub, with references on the stack
/// and in registers, and through wrappers.
fn call_native(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    native: Native,
) -> Result<(), CheckError> {
    let value = worker.random.u64(..1 << 40);
    let pointer = (native as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(pointer), Argument::Word(value)];
    let functions =
        [managed::native, managed::native_registers, managed::wrapped, managed::wrapped_dynamic];
    for function in functions {
        let found = call(mutator, function, &arguments);
        let expected = Ok(2 * value + 10);
        worker.check(found == expected, || format!("a native call returned {found:?}"))?;
        worker.count(Count::NativeCalls, 1);
    }
    worker.count_managed_return();
    Ok(())
}

/// Runs calls of native functions, a few of which collect or sleep.
pub(super) fn step_native(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
) -> Result<(), CheckError> {
    match worker.random.u8(..) {
        0..4 => step_collecting(worker, mutator),
        4..16 => call_native(worker, mutator, sleep_and_add),
        _ => call_native(worker, mutator, add),
    }
}

/// Runs calls of a native function that collects.
fn step_collecting(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    worker.count(Count::CollectionsFromNative, 1);
    call_native(worker, mutator, collect_and_add)
}

/// Runs a thread of the scenario `native-churn`.
fn native_churn(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    step_collecting(worker, &mut mutator)?;
    while worker.next_step() {
        call_native(worker, &mut mutator, add)?;
        match worker.random.u16(..) {
            0..2 => worker.collect(&mut mutator),
            2..4 => step_collecting(worker, &mut mutator)?,
            _ => {}
        }
    }
    Ok(())
}

/// Runs a short-lived thread that attaches itself and allocates lists. If `detaches` is false, it
/// ends while it is attached.
fn step_short_thread(worker: &mut Worker<'_>, detaches: bool) -> Result<(), CheckError> {
    let mut short_worker = worker.fork();
    let short = |worker: &mut Worker<'_>| {
        let mut mutator = worker.attach()?;
        let mut lists = lists();
        // In zeal mode each step stops all threads many times.
        let max_steps = if worker.heap.zeal().is_on() { 4 } else { 40 };
        for _ in 0..worker.random.u8(..max_steps) {
            step_lists(worker, &mut mutator, &mut lists)?;
        }
        lists.iter().try_for_each(|list| list.check(worker, &mut mutator))?;
        if !detaches {
            // The collector detaches the thread when it ends.
            core::mem::forget(mutator);
            worker.count(Count::ThreadsEndedAttached, 1);
        }
        Ok(())
    };
    let outcome = std::thread::scope(|scope| {
        // An unnamed thread would inherit the name `stress-N` from its parent, which handshakes
        // interpret.
        let builder = std::thread::Builder::new().name(format!("short-{}", short_worker.thread));
        let thread = builder.spawn_scoped(scope, || short(&mut short_worker));
        let thread = thread.expect("a thread can be started");
        thread.join().unwrap_or_else(|_| worker.check(false, || "a short thread panicked".into()))
    });
    short_worker.publish_counts();
    outcome
}

/// Runs a thread of the scenario `attach-detach`.
fn attach_detach(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    while worker.next_step() {
        let detaches = worker.random.bool();
        step_short_thread(worker, detaches)?;
    }
    Ok(())
}

/// Companion thread that only collects.
fn collect_always(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    while worker.others_are_running() {
        worker.collect(&mut mutator);
        worker.collections().fetch_add(1, core::sync::atomic::Ordering::Relaxed);
    }
    Ok(())
}

/// Companion thread that changes lists and collects occasionally.
fn collect_lists(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.others_are_running() {
        step_lists(worker, &mut mutator, &mut lists)?;
        if worker.random.u8(..) < 16 {
            worker.collect(&mut mutator);
        }
    }
    finish_lists(worker, &mut mutator, &lists)
}

/// Recurses to a random depth, with a reference in each frame.
fn step_deep(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    // In zeal mode the number of walks of each frame grows with the number of frames.
    let max_depth = if worker.heap.zeal().is_on() { 100 } else { 20_000 };
    let depth = worker.random.u64(1..max_depth);
    let depths = [Argument::Word(depth)];
    let (found, factor) = if worker.random.bool() {
        (call(mutator, managed::nested, &depths), 1)
    } else {
        (call(mutator, managed::registers, &depths), 10)
    };
    let expected = Ok(tripled_sum(depth, factor));
    worker.count(Count::FramesEntered, depth);
    worker.count_managed_return();
    worker.check(found == expected, || format!("recursion of {depth} frames returned {found:?}"))
}

/// Runs a thread of the scenario `deep-stacks`.
fn deep_stacks(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    while worker.next_step() {
        step_deep(worker, &mut mutator)?;
    }
    Ok(())
}

/// Runs a thread of the scenario `recursions`.
fn recursions(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let is_zeal = worker.heap.zeal().is_on();
    while worker.next_step() {
        let settings = Settings {
            seed: worker.random.u64(..),
            steps: if is_zeal { 100 } else { 500 },
            max_depth: if is_zeal { 50 } else { 2000 },
            steps_per_collection: 20,
            objects: [0, 2, 50][worker.random.usize(..3)],
            catching: 50,
            backtraces: 0,
            function: DEEP[worker.random.usize(..2)],
        };
        let deepest = recursion::run(&mut mutator, settings).deepest;
        worker.count(Count::FramesEntered, deepest as u64);
    }
    Ok(())
}

/// Allocates objects in a loop in managed code, and checks that they are zeroed.
pub(super) fn step_fresh(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), CheckError> {
    let limit = if worker.heap.zeal().is_on() { 50 } else { 500 };
    let number = worker.random.u64(..limit);
    let dirty = call(mutator, managed::fresh, &[Argument::Word(number)]);
    worker.count(Count::FreshObjects, 1);
    worker.count_managed_return();
    worker.check(dirty == Ok(0), || format!("{dirty:?} words of new objects are not zero"))
}

/// Runs a thread of the scenario `oversubscribed`.
fn oversubscribed(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.next_step() {
        step_fresh(worker, &mut mutator)?;
        step_lists(worker, &mut mutator, &mut lists)?;
        if worker.random.u8(..) == 0 {
            worker.collect(&mut mutator);
        }
    }
    finish_lists(worker, &mut mutator, &lists)
}

/// For each kind of step of `mixed`, the random number that selects it.
const KINDS_OF_STEPS: [u8; 10] = [0, 1, 8, 60, 62, 63, 64, 80, 100, 120];

/// Runs a thread of the scenario `mixed`. Its first steps are one of each kind, because some are
/// too rare to occur in a short run. Each thread begins with another kind.
fn mixed(worker: &mut Worker<'_>) -> Result<(), CheckError> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    let mut churn = Churn::new(worker)?;
    let number = KINDS_OF_STEPS.len();
    let mut first =
        KINDS_OF_STEPS.iter().cycle().skip(worker.thread as usize % number).take(number);
    while worker.next_step() {
        let selected = first.next().copied().unwrap_or_else(|| worker.random.u8(..));
        match selected {
            0 => worker.collect(&mut mutator),
            1..8 => step_deep(worker, &mut mutator)?,
            8..60 => step_native(worker, &mut mutator)?,
            60..62 => {
                drop(mutator);
                mutator = worker.attach()?;
            }
            62..64 => step_short_thread(worker, selected == 62)?,
            64..80 => step_fresh(worker, &mut mutator)?,
            80..100 => churn.step(worker)?,
            100..120 => handshakes::step(worker)?,
            _ => step_lists(worker, &mut mutator, &mut lists)?,
        }
    }
    churn.finish(worker)?;
    finish_lists(worker, &mut mutator, &lists)
}
