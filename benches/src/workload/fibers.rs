//! The workload `fibers`: switches between fibers, their creation, collections while many of them
//! are suspended, and pipelines.

use core::cell::RefCell;
use core::ffi::c_void;
use std::error::Error;
use std::thread;
use std::time::Instant;

use clap::{Args, ValueEnum};
use statepoint_gc::fibers::{Fiber, FiberConfig};
use statepoint_gc::{Argument, CallError, Heap, Mutator};

use super::pause::{self, EventKind};
use super::{WorkloadResult, code, timed};
use crate::memory::resident;
use crate::mode::Mode;

/// The number of stages of a chain.
pub const STAGES: u64 = 10;

/// The work is first done at a size that is smaller by this factor, without being measured.
const WARM_UP: u64 = 10;

/// The work of the suite `fibers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FiberWork {
    /// Pass a box to a fiber and back, `--count` times
    Switch,
    /// Create `--count` fibers, run each to its end and destroy it
    Create,
    /// Suspend `--fibers` fibers in recursions of five frames, and run `--count` rounds, in each of
    /// which `--running` of them run and `--objects` objects of 48 bytes are allocated that die
    Parked,
    /// Pass `--count` items along each of several chains of ten fibers, `--fibers` in all, on
    /// `--threads` threads
    Pipeline,
}

impl FiberWork {
    /// Returns the name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Switch => "switch",
            Self::Create => "create",
            Self::Parked => "parked",
            Self::Pipeline => "pipeline",
        }
    }
}

/// The sizes of the work of the suite `fibers`.
#[derive(Args, Clone, Copy, Debug)]
pub struct FiberSizes {
    /// Number of fibers
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=4_000_000))]
    pub fibers: u64,
    /// Number of threads of pipelines
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: u64,
    /// Number of switches, of fibers that are created, of rounds, or of items of a chain
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// Number of suspended fibers that run in a round
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub running: u64,
    /// Number of objects that are allocated in a round
    #[arg(long, default_value_t = 700_000)]
    pub objects: u64,
}

/// Runs the work.
pub(super) fn run(
    heap: &Heap,
    mode: Mode,
    work: FiberWork,
    sizes: &FiberSizes,
) -> Result<WorkloadResult, Box<dyn Error>> {
    let FiberSizes { threads, count, .. } = *sizes;
    let warm_up = count.div_ceil(WARM_UP);
    match work {
        FiberWork::Switch => {
            let mut mutator = heap.attach()?;
            switch(heap, &mut mutator, mode, warm_up)?;
            timed_operations(count, || switch(heap, &mut mutator, mode, count))
        }
        FiberWork::Create => {
            let mut mutator = heap.attach()?;
            create(&mut mutator, mode, warm_up)?;
            timed_operations(count, || create(&mut mutator, mode, count))
        }
        FiberWork::Parked => park(heap, mode, sizes),
        FiberWork::Pipeline => {
            let chains = sizes.fibers / STAGES;
            if !sizes.fibers.is_multiple_of(STAGES) || !chains.is_multiple_of(threads) {
                let fibers = sizes.fibers;
                let error = format!("{fibers} fibers are no equal chains on {threads} threads");
                return Err(error.into());
            }
            pipelines(heap, mode, threads, chains / threads, warm_up)?;
            let work = || pipelines(heap, mode, threads, chains / threads, count);
            timed_operations(chains * count, work)
        }
    }
}

/// Measures the elapsed time of work that consists of this number of operations.
fn timed_operations(
    operations: u64,
    work: impl FnOnce() -> Result<u64, Box<dyn Error>>,
) -> Result<WorkloadResult, Box<dyn Error>> {
    Ok(WorkloadResult { counts: vec![("operations", operations)], ..timed(work)? })
}

/// Creates a fiber with a stack of the default size.
fn fiber(heap: &Heap, mode: Mode, function: code::Function) -> Result<Fiber, Box<dyn Error>> {
    // SAFETY: the functions are those of fibers, and need little stack. No code writes to variables
    // on the stack of a suspended fiber, and the workloads resume no fiber that was dropped.
    Ok(unsafe { heap.fiber(FiberConfig::new(), function(mode)) }?)
}

/// Returns the addresses by which managed code resumes the fibers.
fn addresses(fibers: &[Fiber]) -> Vec<*const c_void> {
    fibers.iter().map(Fiber::address).collect()
}

fn switch(
    heap: &Heap,
    mutator: &mut Mutator,
    mode: Mode,
    count: u64,
) -> Result<u64, Box<dyn Error>> {
    let counter = fiber(heap, mode, code::counter)?;
    let arguments = [code::address(counter.address()), Argument::Word(count)];
    Ok(code::number(mutator, (code::switch, mode), &arguments)?)
}

thread_local! {
    /// The fiber that managed code has created on this thread.
    static CREATED: RefCell<Option<Fiber>> = const { RefCell::new(None) };
}

/// Creates a fiber in this mode and returns its address, or 0 after an error.
fn create_fiber(mode: Mode) -> u64 {
    let created = Mutator::with_current(|mutator| fiber(&mutator.heap(), mode, code::next).ok());
    let Some(fiber) = created.flatten() else { return 0 };
    let address = fiber.address().expose_provenance() as u64;
    CREATED.set(Some(fiber));
    address
}

extern "C" fn create_spilled(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    create_fiber(Mode::Spilled)
}

extern "C" fn create_in_registers(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    create_fiber(Mode::Registers)
}

extern "C" fn destroy(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    CREATED.set(None);
    0
}

fn create(mutator: &mut Mutator, mode: Mode, count: u64) -> Result<u64, Box<dyn Error>> {
    let create = match mode {
        Mode::Spilled => create_spilled as *const (),
        Mode::Registers => create_in_registers as *const (),
    };
    let natives = [create, destroy as *const ()].map(code::address);
    let arguments = [Argument::Word(count), natives[0], natives[1]];
    Ok(code::number(mutator, (code::create_fibers, mode), &arguments)?)
}

fn park(heap: &Heap, mode: Mode, sizes: &FiberSizes) -> Result<WorkloadResult, Box<dyn Error>> {
    let FiberSizes { fibers: count, count: rounds, running, objects, .. } = *sizes;
    if !count.is_multiple_of(running) {
        return Err(format!("{count} fibers do not run by {running}").into());
    }
    let mut mutator = heap.attach()?;
    mutator.collect_full();
    let before = resident()?;
    let begin = Instant::now();
    let mut fibers = Vec::with_capacity(usize::try_from(count)?);
    for _ in 0..count {
        fibers.push(fiber(heap, mode, code::parked)?);
    }
    let all = addresses(&fibers);
    let resume = |mutator: &mut Mutator, [from, to]: [u64; 2], [number, step]: [u64; 2]| {
        let [from, to, number, step] = [from, to, number, step].map(Argument::Word);
        let arguments = [code::address(all.as_ptr()), from, to, number, step];
        code::number(mutator, (code::resume_fibers, mode), &arguments)
    };
    let mut sum = resume(&mut mutator, [0, count], [0, 1])?;
    mutator.collect_full();
    let bytes = resident()?.saturating_sub(before) / count;

    pause::forget_events()?;
    let helpers = || -> Result<u64, Box<dyn Error>> {
        Ok(pause::time_of_threads("spgc-marker")? + pause::time_of_threads("spgc-worker")?)
    };
    let (of_helpers, measured) = (helpers()?, pause::now());
    for round in 0..rounds {
        let from = round * running % count;
        sum += resume(&mut mutator, [from, from + running], [round, 0])?;
        code::number(&mut mutator, (code::allocate_48, mode), &[Argument::Word(objects)])?;
    }
    let of_helpers = helpers()? - of_helpers;
    let measured = measured..pause::now();

    sum += pull(&mut mutator, mode, &all)?;
    drop(fibers);
    let wall = begin.elapsed();
    pause::retain_events(&measured)?;
    let collecting = of_helpers + pause::sum_of_events(EventKind::ProcessorTime)?;
    let counts = vec![("bytes_per_fiber", bytes), ("gc_cpu_ns", collecting)];
    Ok(WorkloadResult { result: sum, wall, counts })
}

/// Resumes each fiber with null.
fn pull(mutator: &mut Mutator, mode: Mode, fibers: &[*const c_void]) -> Result<u64, CallError> {
    let arguments = [code::address(fibers.as_ptr()), Argument::Word(fibers.len() as u64)];
    code::number(mutator, (code::pull_fibers, mode), &arguments)
}

/// Passes `items` boxes along each of `chains` chains on each thread.
fn pipelines(
    heap: &Heap,
    mode: Mode,
    threads: u64,
    chains: u64,
    items: u64,
) -> Result<u64, Box<dyn Error>> {
    let one = || -> Result<u64, String> {
        let run = || -> Result<u64, Box<dyn Error>> {
            let mut mutator = heap.attach()?;
            pull_chains(heap, &mut mutator, mode, chains, items)
        };
        run().map_err(|error| error.to_string())
    };
    let sums = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).sum::<Result<u64, _>>()
    });
    Ok(sums?)
}

/// Builds chains of fibers on this thread, and takes one item from each chain in turn.
fn pull_chains(
    heap: &Heap,
    mutator: &mut Mutator,
    mode: Mode,
    chains: u64,
    items: u64,
) -> Result<u64, Box<dyn Error>> {
    let mut fibers = Vec::new();
    let mut last = Vec::new();
    for _ in 0..chains {
        let mut word = Argument::Word(items);
        for stage in 0..STAGES {
            let function = if stage == 0 { code::source } else { code::stage };
            let fiber = fiber(heap, mode, function)?;
            let address = code::address(fiber.address());
            code::number(mutator, (code::start_stage, mode), &[address, word])?;
            word = address;
            fibers.push(fiber);
        }
        last.extend(fibers.last().map(Fiber::address));
    }
    let mut sum = 0;
    // The last resumption ends all stages of a chain.
    for _ in 0..=items {
        sum += pull(mutator, mode, &last)?;
    }
    Ok(sum)
}
