//! Threads execute code while it is patched.
//!
//! An emulator executes its own translation of the code. On AArch64 under qemu these tests show
//! that the correct bytes are written at the correct addresses, but not that a processor never
//! executes a partly written instruction.

use core::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier};

use statepoint_gc::{Argument, CodeRegistry, Heap};
use statepoint_patch::{
    BreakpointHandler, CodeMemory, ExecutionState, LivePatchMethod, Patch, PatchSiteId, Patcher,
};
use tests::managed::{self, heap};

use super::{Compiled, HEAP, LOOP, address, lock_code, program_patcher, program_record, registry};

/// Number of threads that run the loop.
const THREADS: usize = 3;
/// Rounds of the managed loop in each call.
const ROUNDS: u64 = 2000;

/// Number of calls of [`count_call`].
static CALLS: AtomicU64 = AtomicU64::new(0);

/// The target of the patched calls.
extern "C" fn count_call() {
    CALLS.fetch_add(1, Ordering::Relaxed);
}

/// Runs the loop once and returns the number of calls of [`count_call`] that it made.
fn calls_of_one_run(heap: &Heap, function: *const c_void) -> u64 {
    let mut mutator = heap.attach().unwrap();
    let before = CALLS.load(Ordering::Relaxed);
    // SAFETY: the function is registered managed code that takes an i64 and returns an i64.
    assert_eq!(unsafe { mutator.call(function, &[Argument::Word(ROUNDS)]) }, Ok(ROUNDS));
    CALLS.load(Ordering::Relaxed) - before
}

/// Patches a call in and out `patches` times while threads run the loop.
fn patch_under_threads(
    patches: u64,
    live: LivePatchMethod,
    patcher: &Patcher<impl CodeMemory>,
    site: PatchSiteId,
    function: *const c_void,
    registry: &Arc<CodeRegistry>,
) {
    let heap = heap().heap_max(HEAP).code(Arc::clone(registry)).build().unwrap();
    let (done, target) = (AtomicBool::new(false), address(count_call as *const c_void));
    let executed = AtomicU64::new(0);
    let function = address(function) as usize;
    let before = CALLS.load(Ordering::Relaxed);
    let barrier = Barrier::new(THREADS + 1);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let (heap, done, executed, barrier) = (&heap, &done, &executed, &barrier);
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let function = core::ptr::with_exposed_provenance(function);
                barrier.wait();
                while !done.load(Ordering::Relaxed) {
                    // SAFETY: the function is registered managed code that takes an i64 and returns
                    // an i64.
                    let result = unsafe { mutator.call(function, &[Argument::Word(ROUNDS)]) };
                    assert_eq!(result, Ok(ROUNDS));
                    executed.fetch_add(ROUNDS, Ordering::Relaxed);
                }
            });
        }
        barrier.wait();
        // Continues until a thread has executed the call at least once.
        let mut rounds = 0;
        while rounds < patches || CALLS.load(Ordering::Relaxed) == before {
            rounds += 1;
            // SAFETY: the execution state says that threads may execute the site. The target is a C
            // function with neither arguments nor a result.
            unsafe {
                patcher.write(site, Patch::Call(target), ExecutionState::Running(live)).unwrap();
                patcher.write(site, Patch::NoOps, ExecutionState::Running(live)).unwrap();
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    let calls = CALLS.load(Ordering::Relaxed) - before;
    let executed = executed.load(Ordering::Relaxed);
    assert!(0 < calls && calls < executed, "{calls} calls in {executed} rounds");
}

/// Patches a site by each method for live code. Checks that threads make the call while it is
/// patched in, and only then.
fn check_patching(
    patches: u64,
    patcher: &Patcher<impl CodeMemory>,
    at: u64,
    function: *const c_void,
    registry: &Arc<CodeRegistry>,
) {
    let site = patcher.add(LOOP, at).unwrap();
    let breakpoints = BreakpointHandler::install().unwrap();
    for live in [LivePatchMethod::Breakpoint(breakpoints), LivePatchMethod::Best(breakpoints)] {
        // SAFETY: no thread has executed the code of the site yet, and no-ops preserve all
        // registers.
        unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
        patch_under_threads(patches, live, patcher, site, function, registry);
        let heap = heap().heap_max(HEAP).code(Arc::clone(registry)).build().unwrap();
        assert_eq!(calls_of_one_run(&heap, function), 0);
        let target = address(count_call as *const c_void);
        // SAFETY: the execution state says that threads may execute the site. The target is a C
        // function with neither arguments nor a result.
        unsafe { patcher.write(site, Patch::Call(target), ExecutionState::Running(live)) }.unwrap();
        assert_eq!(calls_of_one_run(&heap, function), ROUNDS);
        // SAFETY: no thread executes the code of the site during the call.
        unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
        assert_eq!(calls_of_one_run(&heap, function), 0);
    }
    patcher.remove(site).unwrap();
}

/// Patches the loop of this program.
fn check_program_code(patches: u64) {
    let _code = lock_code();
    check_patching(
        patches,
        &program_patcher(),
        program_record(42),
        managed::patched_loop(),
        &registry(),
    );
}

#[test]
fn threads_execute_code_of_the_program_while_it_is_patched() {
    check_program_code(1000);
}

/// This test takes at least a minute.
#[test]
#[ignore = "takes minutes: run it when patching changes"]
fn threads_execute_code_patched_a_million_times() {
    check_program_code(1_000_000);
}

/// The target of the call is in the generated code, since functions of the program may be out of
/// range.
#[test]
fn threads_execute_generated_code_while_it_is_patched() {
    let _code = lock_code();
    let live = LivePatchMethod::Best(BreakpointHandler::install().unwrap());
    for compiled in Compiled::all() {
        let patcher = compiled.patcher();
        let function = compiled.function("test_patched_loop");
        let site = patcher.add(LOOP, compiled.record(42)).unwrap();
        let heap = heap().heap_max(HEAP).code(Arc::clone(&compiled.registry)).build().unwrap();
        let stop = address(compiled.function("test_patched_stop"));
        let done = AtomicBool::new(false);
        let function = address(function) as usize;
        // SAFETY: no thread has executed the code of the site yet, and no-ops preserve all
        // registers.
        unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    let function = core::ptr::with_exposed_provenance(function);
                    while !done.load(Ordering::Relaxed) {
                        // SAFETY: the function is registered managed code that takes an i64 and
                        // returns an i64.
                        let result = unsafe { mutator.call(function, &[Argument::Word(ROUNDS)]) };
                        assert_eq!(result, Ok(ROUNDS));
                    }
                });
            }
            for _ in 0..1000 {
                // SAFETY: the execution state says that threads may execute the site. The target is
                // managed code without arguments, and it returns.
                unsafe {
                    patcher.write(site, Patch::Call(stop), ExecutionState::Running(live)).unwrap();
                    patcher.write(site, Patch::NoOps, ExecutionState::Running(live)).unwrap();
                }
            }
            done.store(true, Ordering::Relaxed);
        });
    }
}
