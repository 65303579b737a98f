//! Benchmarks of patching one site of code that threads may be executing. Each iteration is two
//! patches: it writes a call, and restores the no-op.
//!
//! `cargo bench -p benches --bench patch`; `cargo test -p benches --benches` runs each once.

use core::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicBool, Ordering};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use statepoint_patch::{
    BreakpointHandler, CodeMemory, ExecutionState, LivePatchMethod, Patch, PatchArchitecture as _,
    PatchSite, Patcher, ProtectedPages, SecondMapping,
};
use statepoint_scanner::arch::Host;
use tests::executable::Executable;

/// Size of the code in bytes.
const PAGE: usize = 4096;
/// Size of a patchable statepoint in bytes. It is within one aligned word.
const BYTES: usize = 8;

/// Returns a page of no-ops with an executable and a writable mapping. It is never unmapped.
fn page() -> &'static Executable {
    let mut code = vec![0; PAGE];
    // The no-ops that LLVM writes: one instruction of eight bytes, or two of four.
    for no_op in code.chunks_mut(BYTES.min(Host::LONGEST)) {
        Host::write_no_op(no_op);
    }
    Box::leak(Box::new(Executable::new(&code)))
}

/// Measures patches of one site, with and without another running thread.
fn patch_and_restore(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    patcher: &Patcher<impl CodeMemory>,
    live: LivePatchMethod,
) {
    let start = patcher.memory().code().start;
    let address = start + 64 + BYTES as u64;
    let site = patcher.add(PatchSite::Statepoint { bytes: BYTES as u32 }, address).expect("no-ops");
    for others in [0, 1] {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..others {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        spin_loop();
                    }
                });
            }
            group.bench_function(format!("{name}, {others} other threads"), |b| {
                b.iter(|| {
                    let call = Patch::Call(black_box(start));
                    // SAFETY: no thread executes this page.
                    unsafe {
                        patcher
                            .write(site, call, ExecutionState::Running(live))
                            .expect("the call fits");
                        patcher
                            .restore(site, ExecutionState::Running(live))
                            .expect("the call was written");
                    }
                });
            });
            done.store(true, Ordering::Relaxed);
        });
    }
}

/// Returns a patcher for a page with two mappings.
fn mapped_twice() -> Patcher<SecondMapping> {
    let page = page();
    // SAFETY: both mappings are permanent.
    let memory = unsafe { SecondMapping::new(page.code(), page.writable()) };
    Patcher::new(memory.expect("mapped twice"))
}

/// Returns a patcher for a page that is made writable for each patch.
fn made_writable() -> Patcher<ProtectedPages> {
    // SAFETY: the mapping is permanent.
    let memory = unsafe { ProtectedPages::new(page().code()) };
    Patcher::new(memory.expect("an executable page"))
}

fn patch(c: &mut Criterion) {
    let mut group = c.benchmark_group("write a call and restore");
    patch_and_restore(
        &mut group,
        "mapped twice, one store",
        &mapped_twice(),
        LivePatchMethod::Store,
    );
    patch_and_restore(
        &mut group,
        "pages made writable, one store",
        &made_writable(),
        LivePatchMethod::Store,
    );
    let trap = LivePatchMethod::Breakpoint(
        BreakpointHandler::install().expect("the signal handler is installed"),
    );
    patch_and_restore(&mut group, "mapped twice, breakpoint", &mapped_twice(), trap);
}

criterion_group!(benches, patch);
criterion_main!(benches);
