//! Groups of sites that are patched together (`PatchGroup`): all sites are patched or none.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier};

use statepoint_gc::Argument;
use statepoint_patch::{
    BreakpointHandler, ExecutionState, LivePatchMethod, Patch, PatchError, PatchGroup, PatchSite,
    ProtectedPages,
};
use tests::managed::{self, heap};

use super::{
    HEAP, LOOP, STATEPOINT, address, lock_code, program_patcher, program_record, registry,
};

/// Number of calls of [`count_call`].
static CALLS: AtomicU64 = AtomicU64::new(0);

extern "C" fn count_call() {
    CALLS.fetch_add(1, Ordering::Relaxed);
}

/// Returns a group of two statepoints of this program, whose patch is a call of [`count_call`].
fn build_group() -> Result<PatchGroup<ProtectedPages>, PatchError> {
    let sites = [(LOOP, program_record(42)), (STATEPOINT, program_record(41))];
    PatchGroup::new(
        program_patcher().into_memory(),
        sites,
        Patch::Call(address(count_call as *const _)),
    )
}

/// Threads run the loop while all sites are patched and restored repeatedly.
#[test]
fn groups_are_patched_while_threads_run_their_code() {
    const THREADS: usize = 3;
    const ROUNDS: u64 = 2000;
    let _code = lock_code();
    let breakpoints = BreakpointHandler::install().unwrap();
    for live in [LivePatchMethod::Breakpoint(breakpoints), LivePatchMethod::Best(breakpoints)] {
        let mut group = build_group().unwrap();
        assert_eq!((group.len(), group.is_patched()), (2, false));
        let heap = heap().heap_max(HEAP).code(Arc::clone(&registry())).build().unwrap();
        let done = AtomicBool::new(false);
        let executed = AtomicU64::new(0);
        let barrier = Barrier::new(THREADS + 1);
        let before = CALLS.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    barrier.wait();
                    while !done.load(Ordering::Relaxed) {
                        let arguments = [Argument::Word(ROUNDS)];
                        // SAFETY: the function is registered managed code that takes an i64 and
                        // returns an i64.
                        let result = unsafe { mutator.call(managed::patched_loop(), &arguments) };
                        assert_eq!(result, Ok(ROUNDS));
                        executed.fetch_add(ROUNDS, Ordering::Relaxed);
                    }
                });
            }
            barrier.wait();
            // Continues until a thread has executed the call at least once.
            let mut rounds = 0;
            while rounds < 1000 || CALLS.load(Ordering::Relaxed) == before {
                rounds += 1;
                for patched in [true, false] {
                    // SAFETY: the execution state says that threads may execute the sites. The
                    // target is a C function with neither arguments nor a result.
                    unsafe {
                        PatchGroup::write([&mut group], patched, ExecutionState::Running(live))
                    }
                    .unwrap();
                    assert_eq!(group.is_patched(), patched);
                }
            }
            done.store(true, Ordering::Relaxed);
        });
        let calls = CALLS.load(Ordering::Relaxed) - before;
        let executed = executed.load(Ordering::Relaxed);
        assert!(0 < calls && calls < executed, "{calls} calls in {executed} rounds");
    }
}

#[test]
fn groups_are_patched_atomically() {
    let _code = lock_code();
    let mut first = build_group().unwrap();
    let occupied = program_record(42) - 2;
    let when = ExecutionState::Stopped(&mut [program_record(41), occupied].into_iter());
    // SAFETY: no thread executes the code of the site during the call.
    let refused = unsafe { PatchGroup::write([&mut first], true, when) };
    assert_eq!(refused, Err(PatchError::Occupied { record: program_record(42), pc: occupied }));
    assert!(!first.is_patched());
    // SAFETY: no thread executes the code of the sites during the call. The target is a C function
    // with neither arguments nor a result.
    unsafe { PatchGroup::write([&mut first], true, ExecutionState::NotYetRun) }.unwrap();
    // A second group refuses code that the first has patched.
    assert!(matches!(build_group(), Err(PatchError::Unexpected { .. })));
    // SAFETY: no thread executes the code of the sites during the call. The target is a C function
    // with neither arguments nor a result.
    unsafe { PatchGroup::write([&mut first], false, ExecutionState::NotYetRun) }.unwrap();
    // Another patcher changes one of the sites.
    let other = program_patcher();
    let site = other.add(LOOP, program_record(42)).unwrap();
    let target = address(count_call as *const _);
    // SAFETY: no thread executes the code of the sites during the call. The target is a C function
    // with neither arguments nor a result.
    unsafe { other.write(site, Patch::Call(target), ExecutionState::NotYetRun) }.unwrap();
    // SAFETY: no thread executes the code of the sites during the call. The target is a C function
    // with neither arguments nor a result.
    let refused = unsafe { PatchGroup::write([&mut first], true, ExecutionState::NotYetRun) };
    assert!(matches!(refused, Err(PatchError::Changed { .. })), "{refused:?}");
    // SAFETY: no thread executes the code of the sites during the call. The target is a C function
    // with neither arguments nor a result.
    unsafe { other.restore(site, ExecutionState::NotYetRun) }.unwrap();
    assert!(!first.is_patched());
}

#[test]
fn overlapping_and_unknown_sites_are_refused() {
    let _code = lock_code();
    let group_with = |sites: &[(PatchSite, u64)]| {
        let patch = Patch::Call(address(count_call as *const _));
        PatchGroup::new(program_patcher().into_memory(), sites.iter().copied(), patch).map(|_| ())
    };
    let overlapping = group_with(&[
        (LOOP, program_record(42)),
        (PatchSite::Statepoint { bytes: 8 }, program_record(42)),
    ]);
    assert!(matches!(overlapping, Err(PatchError::Overlap { .. })), "{overlapping:?}");
    let outside = group_with(&[(LOOP, 0x1000)]);
    assert!(matches!(outside, Err(PatchError::Outside { .. })), "{outside:?}");
    assert_eq!(group_with(&[]), Ok(()));
}
