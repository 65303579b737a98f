//! Threads execute code while it is patched.
//!
//! An emulator runs what it has translated: on AArch64 under qemu these tests show that the right
//! bytes are written to the right place, but hardly how a processor would execute a partly written
//! instruction.

use core::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier};

use statepoint_gc::{Argument, CodeRegistry, Heap};
use statepoint_patch::{
    BreakpointHandler, CodeMemory, ExecutionState, LivePatchMethod, Patch, PatchSiteId, Patcher,
};
use tests::managed::{self, heap};

use super::{Compiled, HEAP, LOOP, address, code, program, record, registry};

const THREADS: usize = 3;
/// Rounds of the loop between two checks whether to continue.
const ROUNDS: u64 = 2000;

static CALLS: AtomicU64 = AtomicU64::new(0);

extern "C" fn count() {
    CALLS.fetch_add(1, Ordering::Relaxed);
}

/// Number of calls that a run of the loop makes.
fn calls(heap: &Heap, function: *const c_void) -> u64 {
    let mut mutator = heap.attach().unwrap();
    let before = CALLS.load(Ordering::Relaxed);
    // SAFETY: managed code that is registered, which takes a number.
    assert_eq!(unsafe { mutator.call(function, &[Argument::Word(ROUNDS)]) }, Ok(ROUNDS));
    CALLS.load(Ordering::Relaxed) - before
}

/// Patches and unpatches `times` times, while threads run the loop.
fn patch_under_threads(
    times: u64,
    live: LivePatchMethod,
    patcher: &Patcher<impl CodeMemory>,
    site: PatchSiteId,
    function: *const c_void,
    registry: &Arc<CodeRegistry>,
) {
    let heap = heap().heap_max(HEAP).code(Arc::clone(registry)).build().unwrap();
    let (done, target) = (AtomicBool::new(false), address(count as *const c_void));
    let executed = AtomicU64::new(0);
    let function = address(function) as usize;
    let before = CALLS.load(Ordering::Relaxed);
    let ready = Barrier::new(THREADS + 1);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            let (heap, done, executed, ready) = (&heap, &done, &executed, &ready);
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let function = core::ptr::with_exposed_provenance(function);
                ready.wait();
                while !done.load(Ordering::Relaxed) {
                    // SAFETY: managed code that is registered, which takes a number.
                    let result = unsafe { mutator.call(function, &[Argument::Word(ROUNDS)]) };
                    assert_eq!(result, Ok(ROUNDS));
                    executed.fetch_add(ROUNDS, Ordering::Relaxed);
                }
            });
        }
        ready.wait();
        // Longer if no thread has been scheduled while the call was patched in.
        let mut rounds = 0;
        while rounds < times || CALLS.load(Ordering::Relaxed) == before {
            rounds += 1;
            // SAFETY: threads may execute it; the function is C's and has neither arguments nor a
            // result.
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

/// In each way; checks that the calls are made while they are patched in, and only then.
fn check(
    times: u64,
    patcher: &Patcher<impl CodeMemory>,
    at: u64,
    function: *const c_void,
    registry: &Arc<CodeRegistry>,
) {
    let site = patcher.add(LOOP, at).unwrap();
    let breakpoints = BreakpointHandler::install().unwrap();
    for live in [LivePatchMethod::Breakpoint(breakpoints), LivePatchMethod::Best(breakpoints)] {
        // SAFETY: no thread executes it yet.
        unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
        patch_under_threads(times, live, patcher, site, function, registry);
        let heap = heap().heap_max(HEAP).code(Arc::clone(registry)).build().unwrap();
        assert_eq!(calls(&heap, function), 0);
        let target = address(count as *const c_void);
        // SAFETY: as in `patch_under_threads`.
        unsafe { patcher.write(site, Patch::Call(target), ExecutionState::Running(live)) }.unwrap();
        assert_eq!(calls(&heap, function), ROUNDS);
        // SAFETY: no thread executes it.
        unsafe { patcher.restore(site, ExecutionState::NotYetRun) }.unwrap();
        assert_eq!(calls(&heap, function), 0);
    }
    patcher.remove(site).unwrap();
}

fn check_program(times: u64) {
    let _code = code();
    check(times, &program(), record(42), managed::patched_loop(), &registry());
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn threads_execute_code_of_the_program_while_it_is_patched() {
    check_program(1000);
}

/// Takes a minute or more.
#[test]
#[ignore = "a million times: run it when patching changes"]
fn threads_execute_code_patched_a_million_times() {
    check_program(1_000_000);
}

/// The call's target is in the same memory, since that of the program may be out of reach.
#[test]
fn threads_execute_generated_code_while_it_is_patched() {
    let _code = code();
    let live = LivePatchMethod::Best(BreakpointHandler::install().unwrap());
    for compiled in Compiled::all() {
        let patcher = compiled.patcher();
        let function = compiled.function("test_patched_loop");
        let site = patcher.add(LOOP, compiled.record(42)).unwrap();
        let heap = heap().heap_max(HEAP).code(Arc::clone(&compiled.registry)).build().unwrap();
        let stop = address(compiled.function("test_patched_stop"));
        let done = AtomicBool::new(false);
        let function = address(function) as usize;
        // SAFETY: no thread executes it yet.
        unsafe { patcher.write(site, Patch::NoOps, ExecutionState::NotYetRun) }.unwrap();
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    let function = core::ptr::with_exposed_provenance(function);
                    while !done.load(Ordering::Relaxed) {
                        // SAFETY: managed code that is registered, which takes a number.
                        let result = unsafe { mutator.call(function, &[Argument::Word(ROUNDS)]) };
                        assert_eq!(result, Ok(ROUNDS));
                    }
                });
            }
            for _ in 0..1000 {
                // SAFETY: threads may execute it; the function is managed code without arguments.
                unsafe {
                    patcher.write(site, Patch::Call(stop), ExecutionState::Running(live)).unwrap();
                    patcher.write(site, Patch::NoOps, ExecutionState::Running(live)).unwrap();
                }
            }
            done.store(true, Ordering::Relaxed);
        });
    }
}
