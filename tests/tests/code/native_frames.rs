//! Managed code calls native code directly, without a recorded transition
//! (`HeapBuilder::unwind_native_frames`).
//!
//! The native frames are unwound by their own unwind tables (`.eh_frame`), and the callee-saved
//! registers of managed code are rewritten where native frames have saved them.

use core::ffi::c_void;

use statepoint_gc::{Argument, Zeal, observe::CollectorStatistics};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, heap};

unsafe extern "C" {
    fn test_native_descend(n: u64) -> u64;
    fn test_native_dynamic(n: u64) -> u64;
}

type Native = unsafe extern "C" fn(u64) -> u64;

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

/// Levels of recursion through managed and native code.
const DEPTH: u64 = 16;

/// Recurses to [`DEPTH`] through managed code and `native`, and checks the result.
fn descend(native: Native, zeal: Zeal) -> CollectorStatistics {
    let heap = heap().heap_max(8 << 20).zeal(zeal).unwind_native_frames(true).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for _ in 0..2 {
        let arguments = [pointer(native), Argument::Word(DEPTH)];
        let result = call(&mut mutator, managed::direct_registers, &arguments);
        assert_eq!(result, Ok(1000 + 15 * (0..=DEPTH).sum::<u64>()), "{zeal:?}");
    }
    let statistics = heap.statistics();
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
    statistics
}

#[test]
fn native_frames_between_managed_ones_are_unwound_to_any_depth() {
    for native in [test_native_descend, test_native_dynamic] as [Native; 2] {
        for zeal in [Zeal::EveryAllocation(1), Zeal::EveryPoll] {
            let statistics = descend(native, zeal);
            assert!(statistics.counts.objects_moved > DEPTH * DEPTH / 2, "{statistics:?}");
            assert!(statistics.counts.frames_walked > DEPTH * DEPTH / 2, "{statistics:?}");
            // One native frame between any two managed frames.
            assert!(statistics.counts.native_frames_walked > DEPTH * DEPTH / 2, "{statistics:?}");
            // Every second level keeps its references in registers, which younger native frames
            // save.
            assert!(
                statistics.counts.register_roots_relocated > DEPTH * DEPTH / 2,
                "{statistics:?}"
            );
        }
    }
}

/// A native function in Rust that keeps values in callee-saved registers and recurses through
/// managed code.
unsafe extern "C" fn in_rust(n: u64) -> u64 {
    unsafe extern "C" {
        fn test_direct_registers(function: Native, n: u64) -> u64;
    }
    let kept = core::hint::black_box([n; 8]);
    // SAFETY: managed code is called in managed state, as this function was, on an attached thread.
    let below = if n == 0 { 1000 } else { unsafe { test_direct_registers(in_rust, n - 1) } };
    assert_eq!(kept, [n; 8]);
    below
}

#[test]
fn frames_of_rust_code_are_unwound() {
    let statistics = descend(in_rust, Zeal::EveryAllocation(1));
    assert!(statistics.counts.native_frames_walked > DEPTH * DEPTH / 2, "{statistics:?}");
    assert!(statistics.counts.register_roots_relocated > DEPTH * DEPTH / 2, "{statistics:?}");
}

/// By default a frame in no stack map is a fatal error, since it may be managed code whose stack
/// map is missing.
#[test]
fn native_frames_are_refused_unless_allowed() {
    let output = death_test("native_frames_are_refused_unless_allowed", || {
        let heap = heap().heap_max(8 << 20).zeal(Zeal::EveryAllocation(1)).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let arguments = [pointer(test_native_descend), Argument::Word(1)];
        let _ = call(&mut mutator, managed::direct, &arguments);
    });
    let parts = ["outside every known managed function", "test_native_descend", "spgc_call_native"];
    assert_stderr_contains(output, &parts);
}

/// The walk begins at a recorded transition and visits no native frame younger than it.
#[test]
fn frames_below_a_recorded_transition_are_skipped() {
    extern "C" fn collect(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        statepoint_gc::Mutator::with_current(statepoint_gc::Mutator::collect).expect("attached");
        n
    }
    let heap = heap().heap_max(8 << 20).unwind_native_frames(true).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let function = (collect as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(5)];
    assert_eq!(call(&mut mutator, managed::native_registers, &arguments), Ok(5 + 5));
    let statistics = heap.statistics();
    assert_eq!((statistics.counts.frames_walked, statistics.counts.native_frames_walked), (1, 0));
    assert_eq!(statistics.counts.register_roots_relocated, 2);
}
