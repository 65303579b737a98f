//! What the threads of a stress program do.

use core::ffi::c_void;

use statepoint_gc::{Argument, Mutator};

use super::lists::List;
use super::{Lost, Worker, churn};
use crate::managed::{self, call, tripled_sum};

/// A way to stress the collector.
#[derive(Debug)]
pub struct Scenario {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    pub(super) run: fn(&mut Worker<'_>) -> Result<(), Lost>,
}

/// All of them.
pub static SCENARIOS: [Scenario; 7] = [
    Scenario {
        name: "allocate",
        about: "lists grow, are compared with a copy outside the heap, and die",
        run: allocate,
    },
    Scenario {
        name: "native-churn",
        about: "managed code goes into native code and back as fast as it can",
        run: native_churn,
    },
    Scenario {
        name: "attach-detach",
        about: "short threads come, allocate, and go, some without saying so",
        run: attach_detach,
    },
    Scenario {
        name: "deep-stacks",
        about: "recursion of up to 20,000 frames with a reference in each",
        run: deep_stacks,
    },
    Scenario {
        name: "oversubscribed",
        about: "threads spin in managed code and collect; use more threads than processors",
        run: oversubscribed,
    },
    Scenario {
        name: "code-churn",
        about: "libraries and generated code come and go while others walk and look up",
        run: churn::run,
    },
    Scenario { name: "mixed", about: "steps of all the others in random order", run: mixed },
];

impl Scenario {
    /// The one with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        SCENARIOS.iter().find(|scenario| scenario.name == name)
    }
}

/// One step with a thread's lists: one of them grows, dies, or is compared.
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
            }
        }
    }
    Ok(())
}

pub(super) fn lists() -> [List; 8] {
    core::array::from_fn(|_| List::new())
}

fn allocate(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.goes_on() {
        step_lists(worker, &mut mutator, &mut lists)?;
    }
    lists.iter().try_for_each(|list| list.check(worker, &mut mutator))
}

extern "C" fn add(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64 {
    a.wrapping_add(b + c + d + e)
}

fn step_native(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    let value = worker.random.u64(..1 << 40);
    let pointer = (add as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(pointer), Argument::Word(value)];
    for function in [managed::native, managed::native_registers] {
        let found = call(mutator, function, &arguments);
        let expected = Ok(2 * value + 10);
        worker.check(found == expected, || format!("a native call gave {found:?}"))?;
    }
    Ok(())
}

fn native_churn(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    while worker.goes_on() {
        step_native(worker, &mut mutator)?;
        if worker.random.u16(..) == 0 {
            mutator.collect();
        }
    }
    Ok(())
}

fn attach_detach(worker: &mut Worker<'_>) -> Result<(), Lost> {
    while worker.goes_on() {
        let seed = worker.random.fork();
        let short = |worker: &mut Worker<'_>| {
            let mut mutator = worker.attach()?;
            let mut lists = lists();
            for _ in 0..worker.random.u8(..40) {
                step_lists(worker, &mut mutator, &mut lists)?;
            }
            lists.iter().try_for_each(|list| list.check(worker, &mut mutator))?;
            if worker.random.bool() {
                // The end of the thread detaches it.
                core::mem::forget(mutator);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let mut guest = Worker { random: seed, ..*worker };
            let thread = scope.spawn(move || short(&mut guest));
            thread.join().unwrap_or_else(|_| worker.check(false, || "it panicked".to_owned()))
        })?;
    }
    Ok(())
}

fn step_deep(worker: &mut Worker<'_>, mutator: &mut Mutator) -> Result<(), Lost> {
    // In zeal mode each frame is walked as often as there are frames.
    let deepest = if worker.heap.zeal().is_on() { 100 } else { 20_000 };
    let depth = worker.random.u64(1..deepest);
    let depths = [Argument::Word(depth)];
    let (found, factor) = if worker.random.bool() {
        (call(mutator, managed::nested, &depths), 1)
    } else {
        (call(mutator, managed::registers, &depths), 10)
    };
    let expected = Ok(tripled_sum(depth, factor));
    worker.check(found == expected, || format!("recursion of {depth} gave {found:?}"))
}

fn deep_stacks(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    while worker.goes_on() {
        step_deep(worker, &mut mutator)?;
    }
    Ok(())
}

fn oversubscribed(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.goes_on() {
        let dirty = call(&mut mutator, managed::fresh, &[Argument::Word(worker.random.u64(..500))]);
        worker.check(dirty == Ok(0), || format!("{dirty:?} words of new objects are not zero"))?;
        step_lists(worker, &mut mutator, &mut lists)?;
        if worker.random.u8(..) == 0 {
            mutator.collect();
        }
    }
    lists.iter().try_for_each(|list| list.check(worker, &mut mutator))
}

fn mixed(worker: &mut Worker<'_>) -> Result<(), Lost> {
    let mut mutator = worker.attach()?;
    let mut lists = lists();
    while worker.goes_on() {
        match worker.random.u8(..) {
            0 => mutator.collect(),
            1..8 => step_deep(worker, &mut mutator)?,
            8..60 => step_native(worker, &mut mutator)?,
            60..62 => {
                drop(mutator);
                mutator = worker.attach()?;
            }
            _ => step_lists(worker, &mut mutator, &mut lists)?,
        }
    }
    lists.iter().try_for_each(|list| list.check(worker, &mut mutator))
}
