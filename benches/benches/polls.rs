//! Benchmarks of polls that test a flag and of patched polls: loops while no stop is pending, the
//! time to safepoint, and the patches of a stop.
//!
//! `cargo bench -p benches --bench polls`; `cargo test -p benches --benches` runs each once.

use core::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use benches::managed::{Polling, no_polls, polling_by_flag, polling_by_patch};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use statepoint_gc::{Argument, CodeRegistry, Heap, patched_polls::PatchedPolls};
use statepoint_patch::{
    BreakpointHandler, ExecutionState, LivePatchMethod, Patch, PatchArchitecture as _, PatchGroup,
    PatchSite, SecondMapping,
};
use statepoint_scanner::arch::Host;
use tests::executable::Executable;
use tests::managed::{self, make};

/// Number of iterations of a loop.
const ITERATIONS: u64 = 10_000;
/// Distance in bytes between two polls in the code of [`sites`].
const BLOCK: usize = 32;

/// Returns a heap that patches the polls of this program.
fn heap() -> Heap {
    let code = Arc::new(CodeRegistry::of_this_process().expect("this program has stack maps"));
    let polls = PatchedPolls::new().expect("the system allows it");
    let address = polling_by_patch().turns.expose_provenance() as u64;
    // SAFETY: the program has no other records with this ID, and is never unloaded.
    unsafe { polls.add_image_at(&code, address) }.expect("the program has polls");
    let heap = managed::heap().code(code).patched_polls(Arc::new(polls));
    heap.build().expect("the heap can be created")
}

/// A kind of poll, and functions with such polls.
type Kind = (&'static str, fn() -> Polling);

const KINDS: [Kind; 2] = [("flag", polling_by_flag), ("patched", polling_by_patch)];

/// Measures loops whose polls are not taken.
fn loops(c: &mut Criterion) {
    let heap = heap();
    let mut mutator = heap.attach().expect("the thread can attach");
    let nothing = [Argument::Word(1), Argument::Word(3)];
    let node = make(&mut mutator, managed::pair, &nothing).expect("a node");
    let mut group = c.benchmark_group("iterations of a loop");
    group.throughput(Throughput::Elements(ITERATIONS));
    group.bench_function("no poll", |b| b.iter(|| no_polls(black_box(ITERATIONS))));
    for (kind, functions) in KINDS {
        let Polling { turns, field, .. } = functions();
        let arguments = [Argument::Word(ITERATIONS)];
        // SAFETY: managed code of this program, which takes a number.
        group.bench_function(kind, |b| b.iter(|| unsafe { mutator.call(turns, &arguments) }));
        let arguments = [Argument::Reference(&node), Argument::Word(ITERATIONS)];
        group.bench_function(format!("{kind}, with a reference"), |b| {
            // SAFETY: managed code of this program, which takes a node and a number.
            b.iter(|| unsafe { mutator.call(field, &arguments) });
        });
    }
    group.finish();
}

/// Measures the time until all threads have stopped, for collections without work.
fn stops(c: &mut Criterion) {
    let mut group = c.benchmark_group("time to safepoint");
    for threads in [1, 4] {
        for (kind, functions) in KINDS {
            let heap = heap();
            let flag = AtomicU32::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        let mut mutator = heap.attach().expect("the thread can attach");
                        let flag = core::ptr::from_ref(&flag).expose_provenance() as u64;
                        // SAFETY: managed code of this program, which takes the address of a flag.
                        unsafe { mutator.call(functions().until, &[Argument::Word(flag)]) }
                    });
                }
                let mut mutator = heap.attach().expect("the thread can attach");
                group.bench_function(format!("{kind}, {threads} threads in a loop"), |b| {
                    b.iter_custom(|times| {
                        let total = || {
                            let of = heap.statistics().time_to_safepoint_ns;
                            (of.mean * of.count as f64) as u64
                        };
                        let before = total();
                        (0..times).for_each(|_| mutator.collect());
                        Duration::from_nanos(total() - before)
                    });
                });
                flag.store(1, Ordering::Relaxed);
            });
        }
    }
    group.finish();
}

/// Returns code with this many polls, with one executable and one writable mapping.
fn code(polls: usize) -> Executable {
    let mut code = vec![0; polls * BLOCK];
    for block in code.chunks_mut(BLOCK) {
        let (rest, poll) = block.split_at_mut(BLOCK - Host::NEAR);
        rest.chunks_mut(Host::NEAR.min(4)).for_each(Host::write_no_op);
        Host::write_no_op(poll);
    }
    Executable::new(&code)
}

/// Measures replacing all polls of a range of code with calls, and restoring the no-ops.
fn sites(c: &mut Criterion) {
    let breakpoints = BreakpointHandler::install().expect("the signal handler is installed");
    let mut group = c.benchmark_group("patch polls in and out");
    for polls in [1, 100, 1000, 10_000, 100_000] {
        let code = code(polls);
        let start = code.address();
        // SAFETY: the code owns both mappings and outlives the patches.
        let memory = unsafe { SecondMapping::new(code.code(), code.writable()) };
        let record = |poll: usize| start + (poll * BLOCK) as u64;
        let site = PatchSite::Statepoint { bytes: Host::NEAR as u32 };
        let sites = (1..=polls).map(|poll| (site, record(poll)));
        let memory = memory.expect("mapped twice");
        let patches = PatchGroup::new(memory, sites, Patch::Call(start)).expect("no-ops");
        let mut patches = [patches];
        group.bench_function(format!("{polls} polls"), |b| {
            b.iter(|| {
                for patched in [true, false] {
                    let when = ExecutionState::Running(LivePatchMethod::Best(breakpoints));
                    // SAFETY: no thread executes this code.
                    unsafe { PatchGroup::write(&mut patches, patched, when) }
                        .expect("the patches fit");
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, loops, stops, sites);
criterion_main!(benches);
