//! Landing pads read relocated references after a call that has collected and thrown: in spill
//! slots, and in callee-saved registers, which the unwinder restores from the frames that it
//! unwinds.

use core::ffi::{c_int, c_void};

use statepoint_gc::{Argument, Zeal, observe::CollectorStatistics};
use tests::managed::{self, call, heap};

unsafe extern "C" {
    fn test_throw(n: u64) -> u64;
    fn test_configure_throw(invoke: *const c_void, force: c_int);
    fn test_thrown() -> u64;
    fn test_carried() -> u64;
}

/// Levels of recursion of the deepest calls.
const DEPTH: u64 = 16;

/// Returns the expected results of a managed call with this number, and of the native function that
/// it calls (returned or thrown).
fn expected(n: u64) -> (u64, u64) {
    let mut carried = 0;
    let mut result = 0;
    for level in 0..=n {
        let throws = level == 0 || level % 2 == 1;
        if level > 0 {
            // The result of the nested call, and the value that was thrown there, which is not part
            // of the result.
            let threw_below = level - 1 == 0 || (level - 1) % 2 == 1;
            carried = result + if threw_below { carried } else { 0 };
        }
        result = if throws { 1000 + 5 * level } else { carried + 3 * level };
    }
    (result, carried)
}

/// Throws through the frames of `invoke` at several depths, and checks results and statistics.
fn throw_through(invoke: fn() -> *const c_void, force: bool, zeal: Zeal) -> CollectorStatistics {
    let heap = heap().heap_max(8 << 20).zeal(zeal).unwind_native_frames(true).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for depth in [0, 1, DEPTH, DEPTH - 1] {
        // SAFETY: `invoke` returns the address of a managed function with the signature that
        // `test_throw` expects.
        unsafe { test_configure_throw(invoke(), force.into()) };
        let throwing_function = (test_throw as *const c_void).expose_provenance() as u64;
        let arguments = [Argument::Word(throwing_function), Argument::Word(depth)];
        let result = call(&mut mutator, invoke, &arguments);
        let (returned, thrown) = expected(depth);
        assert_eq!(result, Ok(returned), "{zeal:?}, depth {depth}");
        // SAFETY: the function only reads a thread-local counter.
        assert_eq!(unsafe { test_thrown() }, 1 + depth.div_ceil(2));
        if depth % 2 == 1 {
            // SAFETY: the function only reads a thread-local variable.
            assert_eq!(unsafe { test_carried() }, thrown);
        }
    }
    let statistics = heap.statistics();
    assert!(statistics.counts.objects_moved > DEPTH * DEPTH, "{statistics:?}");
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
    // There is native code between any two managed calls.
    assert!(statistics.counts.native_frames_walked > DEPTH * DEPTH, "{statistics:?}");
    statistics
}

const ZEAL_MODES: [Zeal; 2] = [Zeal::EveryAllocation(1), Zeal::EveryPoll];

#[test]
fn landing_pads_read_relocated_spill_slots() {
    for zeal in ZEAL_MODES {
        // C's personality routine supports cleanups only.
        let statistics = throw_through(managed::invoke, true, zeal);
        assert!(statistics.counts.roots_visited > DEPTH * DEPTH, "{statistics:?}");
    }
}

#[test]
fn landing_pads_read_slots_in_register_mode() {
    for zeal in ZEAL_MODES {
        for force in [true, false] {
            throw_through(managed::invoke_registers, force, zeal);
        }
    }
}

/// The unwinder restores callee-saved registers from the frames that saved them, where collections
/// have rewritten them.
#[test]
fn landing_pads_read_relocated_callee_saved_registers() {
    for zeal in ZEAL_MODES {
        for force in [true, false] {
            let statistics = throw_through(managed::invoke_pads, force, zeal);
            assert!(statistics.counts.register_roots_relocated > DEPTH * DEPTH, "{statistics:?}");
        }
    }
}
