//! The work of the threads of a stress program.

use core::ffi::c_void;

use statepoint_gc::{Argument, HeapBuilder, Mutator};

use super::churn::Churn;
use super::lists::List;
use super::tally::{COLLECTIONS, Count, FRAMES_WALKED, OBJECTS_MOVED, Proof, REGISTER_ROOTS};
use super::{Lost, Worker, churn, handshakes, polls};
use crate::managed::{self, call, tripled_sum};

/// The function that a thread runs.
type Work = fn(&mut Worker<'_>) -> Result<(), Lost>;

/// A stress test of the collector.
#[derive(Debug)]
pub struct Scenario {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description, in one line.
    pub about: &'static str,
    pub(super) run: Work,
    /// Work of companion threads, which run until the scenario's threads have finished.
    pub(super) companions: &'static [Work],
    /// Whether code with patched polls is run.
    pub(super) patches_polls: bool,
    /// Counts that must not be 0 when it ends.
    pub(super) proofs: &'static [Proof],
}

/// All scenarios.
pub static SCENARIOS: [Scenario; 9] = [
    Scenario {
        name: "allocate",
        about: "lists grow, are compared with a copy outside the heap, and die",
        run: allocate,
        companions: &[],
        patches_polls: false,
        proofs: &[
            Proof::Own(Count::ElementsPushed),
            Proof::Own(Count::ListsCompared),
            COLLECTIONS,
            OBJECTS_MOVED,
        ],
    },
    Scenario {
        name: "native-churn",
        about: "managed code enters and leaves native code as fast as it can",
        run: native_churn,
        companions: &[],
        patches_polls: false,
        proofs: &[
            Proof::Own(Count::NativeCalls),
            Proof::Own(Count::CollectionsFromNative),
            COLLECTIONS,
            FRAMES_WALKED,
            REGISTER_ROOTS,
        ],
    },
    Scenario {
        name: "attach-detach",
        about: "short-lived threads attach, allocate and end, some without detaching, while others collect",
        run: attach_detach,
        companions: &[collect_always, collect_lists],
        patches_polls: false,
        proofs: &[
            Proof::Own(Count::ThreadsAttached),
            Proof::Own(Count::ThreadsEndedAttached),
            Proof::Own(Count::CollectionsRequested),
            Proof::Own(Count::ListsCompared),
            COLLECTIONS,
        ],
    },
    Scenario {
        name: "deep-stacks",
        about: "recursion of up to 20,000 frames with a reference in each, while another collects",
        run: deep_stacks,
        companions: &[collect_always],
        patches_polls: false,
        proofs: &[Proof::Own(Count::FramesEntered), COLLECTIONS, FRAMES_WALKED, REGISTER_ROOTS],
    },
    Scenario {
        name: "oversubscribed",
        about: "threads spin in managed code and collect; use more threads than processors",
        run: oversubscribed,
        companions: &[],
        patches_polls: false,
        proofs: &[Proof::Own(Count::FreshObjects), COLLECTIONS, FRAMES_WALKED],
    },
    Scenario {
        name: "code-churn",
        about: "libraries and generated code are loaded and unloaded while others walk stacks and look up code",
        run: churn::run,
        companions: &[],
        patches_polls: false,
        proofs: &[
            Proof::Own(Count::RegionsRegistered),
            Proof::Own(Count::RegionsRemoved),
            Proof::Own(Count::LookUps),
            Proof::Own(Count::LookUpsFound),
            COLLECTIONS,
        ],
    },
    Scenario {
        name: "handshake",
        about: "short-lived threads in managed and native code run handshakes on each other",
        run: handshakes::run,
        companions: &[collect_always],
        patches_polls: false,
        proofs: &[
            Proof::Own(Count::Handshakes),
            Proof::Own(Count::HandshakesWithFrames),
            Proof::Own(Count::NativeCalls),
            Proof::Own(Count::ListsCompared),
            COLLECTIONS,
        ],
    },
    Scenario {
        name: "patched-polls",
        about: "threads only poll until another has collected; their polls are patched",
        run: polls::run,
        companions: &[polls::release],
        patches_polls: true,
        proofs: &[
            Proof::Own(Count::Spins),
            Proof::Own(Count::SumsOfPolls),
            Proof::Own(Count::HandshakesWithFrames),
            Proof::Own(Count::ListsCompared),
            COLLECTIONS,
            FRAMES_WALKED,
            OBJECTS_MOVED,
        ],
    },
    Scenario {
        name: "mixed",
        about: "steps of all other scenarios in random order, except patched polls",
        run: mixed,
        companions: &[],
        patches_polls: false,
        proofs: &[
            Proof::Own(Count::ElementsPushed),
            Proof::Own(Count::ListsCompared),
            Proof::Own(Count::NativeCalls),
            Proof::Own(Count::ThreadsEndedAttached),
            Proof::Own(Count::FramesEntered),
            Proof::Own(Count::FreshObjects),
            Proof::Own(Count::RegionsRegistered),
            Proof::Own(Count::Handshakes),
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

    /// Returns a builder of a heap, which knows the patched polls if the scenario uses them.
    #[must_use]
    pub fn prepare(&self, heap: HeapBuilder) -> HeapBuilder {
        if self.patches_polls { managed::with_patched_polls(heap) } else { heap }
    }
}

/// Runs one step on a thread's lists: one of them grows, dies, or is compared.
pub(super) fn step_lists(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    lists: &mut [List],
) -> Result<(), Lost> {
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

pub(super) fn lists() -> [List; 8] {
    core::array::from_fn(|_| List::new())
}

/// Runs a last collection, and compares all lists.
pub(super) fn finish_lists(
    worker: &mut Worker<'_>,
    mutator: &mut Mutator,
    lists: &[List],
) -> Result<(), Lost> {
    worker.collect(mutator);
    lists.iter().try_for_each(|list| list.check(worker, mutator))
}

fn allocate(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.next_step() {
        step_lists(worker, &mut mutator, &mut lists)?;
    }
    finish_lists(worker, &mut mutator, &lists)
}

extern "C" fn add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    a.wrapping_add(b + c + d + e)
}

extern "C" fn collect_and_add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    Mutator::with_current(Mutator::collect).map_or(0, |()| add(a, b, c, d, e))
}

extern "C" fn nap_and_add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    std::thread::sleep(core::time::Duration::from_micros(100));
    add(a, b, c, d, e)
}

type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

/// Lets managed code call a native function: through the stub, with references in memory and in
/// registers, and through wrappers.
fn call_native(worker: &mut Worker<'_>, mutator: &mut Mutator, native: Native) -> Result<(), Lost> {
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
    worker.was_managed();
    Ok(())
}

/// Runs native calls, a few of which collect or sleep.
pub(super) fn step_native(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    match worker.random.u8(..) {
        0..4 => step_collecting(worker, mutator),
        4..16 => call_native(worker, mutator, nap_and_add),
        _ => call_native(worker, mutator, add),
    }
}

/// Runs native calls that collect.
fn step_collecting(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    worker.count(Count::CollectionsFromNative, 1);
    call_native(worker, mutator, collect_and_add)
}

fn native_churn(worker: &mut Worker<'_>) -> Result<(), Lost> {
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

/// Runs a short-lived thread that attaches itself and works. If not `detaches`, it ends while it is
/// attached.
fn step_short_thread(worker: &mut Worker<'_>, detaches: bool) -> Result<(), Lost> {
    let mut guest = worker.guest();
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
            // The end of the thread detaches it.
            core::mem::forget(mutator);
            worker.count(Count::ThreadsEndedAttached, 1);
        }
        Ok(())
    };
    let outcome = std::thread::scope(|scope| {
        // Without a name it would inherit the name of the thread that starts it.
        let builder = std::thread::Builder::new().name(format!("short-{}", guest.thread));
        let thread = builder.spawn_scoped(scope, || short(&mut guest));
        let thread = thread.expect("a thread can be started");
        thread.join().unwrap_or_else(|_| worker.check(false, || "a short thread panicked".into()))
    });
    guest.finish();
    outcome
}

fn attach_detach(worker: &mut Worker<'_>) -> Result<(), Lost> {
    while worker.next_step() {
        let detaches = worker.random.bool();
        step_short_thread(worker, detaches)?;
    }
    Ok(())
}

/// Collects as long as other threads work.
fn collect_always(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    while worker.others_are_running() {
        worker.collect(&mut mutator);
        worker.collections().fetch_add(1, core::sync::atomic::Ordering::Relaxed);
    }
    Ok(())
}

/// Changes lists, and collects occasionally, as long as other threads work.
fn collect_lists(worker: &mut Worker<'_>) -> Result<(), Lost> {
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

fn step_deep(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
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
    worker.was_managed();
    worker.check(found == expected, || format!("recursion of {depth} frames returned {found:?}"))
}

fn deep_stacks(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    while worker.next_step() {
        step_deep(worker, &mut mutator)?;
    }
    Ok(())
}

/// Allocates new objects in a loop in managed code.
pub(super) fn step_fresh(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    let number = worker.random.u64(..500);
    let dirty = call(mutator, managed::fresh, &[Argument::Word(number)]);
    worker.count(Count::FreshObjects, 1);
    worker.was_managed();
    worker.check(dirty == Ok(0), || format!("{dirty:?} words of new objects are not zero"))
}

fn oversubscribed(worker: &mut Worker<'_>) -> Result<(), Lost> {
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

fn mixed(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    let mut churn = Churn::new(worker)?;
    while worker.next_step() {
        match worker.random.u8(..) {
            0 => worker.collect(&mut mutator),
            1..8 => step_deep(worker, &mut mutator)?,
            8..60 => step_native(worker, &mut mutator)?,
            60..62 => {
                drop(mutator);
                mutator = worker.attach()?;
            }
            62..64 => {
                let detaches = worker.random.bool();
                step_short_thread(worker, detaches)?;
            }
            64..80 => step_fresh(worker, &mut mutator)?,
            80..100 => churn.step(worker)?,
            100..120 => handshakes::step(worker)?,
            _ => step_lists(worker, &mut mutator, &mut lists)?,
        }
    }
    churn.finish(worker)?;
    finish_lists(worker, &mut mutator, &lists)
}
