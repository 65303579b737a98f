//! Exceptions and panics of native code that managed code has called through `spgc_call_native`.
//!
//! They unwind managed frames, whose landing pads must read relocated references, and reach the
//! host, whose `Mutator` must still be usable. Each test recurses through managed and native code,
//! collects at every level, and compares results computed from the moved objects.

mod cpp;
mod ending_threads;
mod exceptions;

use core::cell::Cell;
use core::ffi::{c_int, c_void};

use statepoint_gc::{Argument, Heap, Mutator, Zeal, observe::CollectorStatistics};
use tests::exceptions::test_raise;
use tests::managed::{self, call, heap};

unsafe extern "C" {
    fn test_carried() -> u64;
    fn test_thrown() -> u64;
    fn test_configure_throw(invoke: *const c_void, force: c_int);
}

/// Type of the native functions that `managed::native` and its variants call.
type Native = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;
/// Type of the functions of `tests::managed` that return the address of a managed function.
type Function = fn() -> *const c_void;

/// Levels of recursion of the deepest calls.
const DEPTH: u64 = 12;
const ZEAL_MODES: [Zeal; 3] = [Zeal::EveryAllocation(1), Zeal::EveryPoll, Zeal::EveryAllocation(3)];

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

thread_local! {
    /// The managed function through which [`raise`] and [`panics`] call themselves.
    static CALLER: Cell<Function> = const { Cell::new(managed::catch) };
    /// The second argument of `test_raise`: 1 for forced unwinding, otherwise 0.
    static FORCE: Cell<c_int> = const { Cell::new(0) };
}

/// Whether the native function throws at this level.
fn throws(n: u64) -> bool {
    n == 0 || n % 2 == 1
}

/// Collects, calls itself through managed code down to 0, and collects again. Throws its result on
/// the levels for which [`throws`] returns true, and returns it on the others.
extern "C-unwind" fn raise(n: u64, note: u64, a: u64, b: u64, c: u64) -> u64 {
    assert_eq!((a, b, c), (1, 2, 3));
    // SAFETY: the function only reads a thread-local counter.
    let count = unsafe { test_thrown() };
    let mut below = Mutator::with_current(|mutator| {
        mutator.collect();
        let mut below = 0;
        if n > 0 {
            let arguments = [pointer(raise), Argument::Word(n - 1), Argument::Word(note)];
            below = call(mutator, CALLER.get(), &arguments).unwrap();
        }
        mutator.collect();
        below
    })
    .expect("native code that the stub called is native");
    // SAFETY: the function only reads a thread-local counter.
    if n > 0 && throws(n - 1) && unsafe { test_thrown() } > count {
        // SAFETY: the function only reads a thread-local variable.
        below += unsafe { test_carried() };
    }
    if throws(n) {
        // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
        unsafe { test_raise(below, FORCE.get()) };
    }
    below
}

/// Returns the expected results of a managed call that catches exceptions, and of the native
/// function that it calls (returned or thrown).
fn expected(n: u64) -> (u64, u64) {
    let (mut result, mut carried) = (0, 0);
    for level in 0..=n {
        if level > 0 {
            carried = result + if throws(level - 1) { carried } else { 0 };
        }
        result = if throws(level) { 1000 + 5 * level } else { carried + 3 * level };
    }
    (result, carried)
}

/// Asserts that collections moved objects and found a record for every frame.
fn assert_moved(statistics: &CollectorStatistics) {
    assert!(statistics.counts.objects_moved > DEPTH * DEPTH, "{statistics:?}");
    assert_eq!(statistics.counts.frames_walked, statistics.counts.records_matched);
    assert_eq!(statistics.counts.native_frames_walked, 0, "{statistics:?}");
}

/// Asserts that the thread is native and in no call, and that its mutator still works.
fn assert_usable(mutator: &mut Mutator) {
    assert_eq!(mutator.nesting(), 0);
    assert!(!std::thread::panicking());
    let before = mutator.heap().statistics().full_collections;
    mutator.collect();
    assert!(mutator.heap().statistics().full_collections > before);
    assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(2 + 3));
    Mutator::with_current(|_| ()).expect("the thread is native");
}

fn build(zeal: Zeal) -> Heap {
    heap().heap_max(8 << 20).zeal(zeal).build().unwrap()
}
