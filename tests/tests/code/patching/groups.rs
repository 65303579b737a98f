//! Many sites at once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Barrier};

use statepoint_gc::Argument;
use statepoint_patch::{
    BreakpointHandler, ExecutionState, LivePatchMethod, Patch, PatchError, PatchGroup, PatchSite,
    ProtectedPages,
};
use tests::managed::{self, heap};

use super::{HEAP, LOOP, STATEPOINT, address, code, program, record, registry};

static CALLS: AtomicU64 = AtomicU64::new(0);

extern "C" fn count() {
    CALLS.fetch_add(1, Ordering::Relaxed);
}

/// The statepoints of this program's functions, which become calls of [`count`].
fn group() -> Result<PatchGroup<ProtectedPages>, PatchError> {
    let sites = [(LOOP, record(42)), (STATEPOINT, record(41))];
    PatchGroup::new(program().into_memory(), sites, Patch::Call(address(count as *const _)))
}

/// Threads are in the loop while all sites are patched and restored.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn groups_are_patched_while_threads_run_their_code() {
    const THREADS: usize = 3;
    const ROUNDS: u64 = 2000;
    let _code = code();
    let breakpoints = BreakpointHandler::install().unwrap();
    for live in [LivePatchMethod::Breakpoint(breakpoints), LivePatchMethod::Best(breakpoints)] {
        let mut group = group().unwrap();
        assert_eq!((group.len(), group.is_patched()), (2, false));
        let heap = heap().heap_max(HEAP).code(Arc::clone(&registry())).build().unwrap();
        let done = AtomicBool::new(false);
        let executed = AtomicU64::new(0);
        let ready = Barrier::new(THREADS + 1);
        let before = CALLS.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let mut mutator = heap.attach().unwrap();
                    ready.wait();
                    while !done.load(Ordering::Relaxed) {
                        let arguments = [Argument::Word(ROUNDS)];
                        // SAFETY: managed code that is registered, which takes a number.
                        let result = unsafe { mutator.call(managed::patched_loop(), &arguments) };
                        assert_eq!(result, Ok(ROUNDS));
                        executed.fetch_add(ROUNDS, Ordering::Relaxed);
                    }
                });
            }
            ready.wait();
            // Longer if no thread has been scheduled while the sites were patched.
            let mut rounds = 0;
            while rounds < 1000 || CALLS.load(Ordering::Relaxed) == before {
                rounds += 1;
                for patched in [true, false] {
                    // SAFETY: threads may execute it; the function is C's and has neither arguments
                    // nor a result.
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
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn groups_are_patched_atomically() {
    let _code = code();
    let mut first = group().unwrap();
    let occupied = record(42) - 2;
    let when = ExecutionState::Stopped(&mut [record(41), occupied].into_iter());
    // SAFETY: no thread executes it.
    let refused = unsafe { PatchGroup::write([&mut first], true, when) };
    assert_eq!(refused, Err(PatchError::Occupied { record: record(42), pc: occupied }));
    assert!(!first.is_patched());
    // SAFETY: as above.
    unsafe { PatchGroup::write([&mut first], true, ExecutionState::NotYetRun) }.unwrap();
    // What the other patcher has written is no sled for this one.
    assert!(matches!(group(), Err(PatchError::Unexpected { .. })));
    // SAFETY: as above.
    unsafe { PatchGroup::write([&mut first], false, ExecutionState::NotYetRun) }.unwrap();
    // Another patcher changes one of the sites.
    let other = program();
    let site = other.add(LOOP, record(42)).unwrap();
    let target = address(count as *const _);
    // SAFETY: as above.
    unsafe { other.write(site, Patch::Call(target), ExecutionState::NotYetRun) }.unwrap();
    // SAFETY: as above.
    let refused = unsafe { PatchGroup::write([&mut first], true, ExecutionState::NotYetRun) };
    assert!(matches!(refused, Err(PatchError::Changed { .. })), "{refused:?}");
    // SAFETY: as above.
    unsafe { other.restore(site, ExecutionState::NotYetRun) }.unwrap();
    assert!(!first.is_patched());
}

#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn overlapping_and_unknown_sites_are_refused() {
    let _code = code();
    let with = |sites: &[(PatchSite, u64)]| {
        let patch = Patch::Call(address(count as *const _));
        PatchGroup::new(program().into_memory(), sites.iter().copied(), patch).map(|_| ())
    };
    let twice = with(&[(LOOP, record(42)), (PatchSite::Statepoint { bytes: 8 }, record(42))]);
    assert!(matches!(twice, Err(PatchError::Overlap { .. })), "{twice:?}");
    let elsewhere = with(&[(LOOP, 0x1000)]);
    assert!(matches!(elsewhere, Err(PatchError::Outside { .. })), "{elsewhere:?}");
    assert_eq!(with(&[]), Ok(()));
}
