//! Fibers that run the functions of `managed/fibers.ll`.

use core::ffi::c_void;

use statepoint_gc::{
    Argument, Handle, Heap, HeapVerification, Mutator, Zeal,
    fibers::{Fiber, FiberConfig, Resumed},
};

use crate::managed::{self, call, heap, make};

/// A managed function, as [`managed`] returns its address.
pub type Function = fn() -> *const c_void;

/// Functions of fibers that count, with references in stack slots and in registers.
pub const COUNTERS: [Function; 2] = [managed::fiber_count, managed::in_registers_fiber_count];
/// Functions of fibers that recurse, in both ways.
pub const DEEP: [Function; 2] = [managed::fiber_deep, managed::in_registers_fiber_deep];
/// Functions of fibers that return from some frames of a recursion and recurse again, in both ways.
pub const WINDING: [Function; 2] = [managed::fiber_winding, managed::in_registers_fiber_winding];
/// Functions of fibers that resume another one, in both ways.
pub const RELAYS: [Function; 2] = [managed::fiber_relay, managed::in_registers_fiber_relay];
/// Functions that resume a fiber which counts, in both ways.
pub const DRIVERS: [Function; 2] = [managed::fiber_drive, managed::in_registers_fiber_drive];

/// Functions of fibers that call native code which throws, in both ways.
pub const THROWING: [Function; 2] = [managed::fiber_throws, managed::in_registers_fiber_throws];
/// Functions that resume a fiber and pass its exception on, in both ways.
pub const PASSING: [Function; 2] = [managed::fiber_passes, managed::in_registers_fiber_passes];
/// Functions that resume a fiber and catch its exception, in both ways.
pub const CATCHING: [Function; 2] = [managed::fiber_catches, managed::in_registers_fiber_catches];
/// Functions of fibers that resume another one and pass its exception on, in both ways.
pub const NESTING: [Function; 2] = [managed::fiber_nests, managed::in_registers_fiber_nests];

/// Verification of the heap before and after each collection.
pub const VERIFY: HeapVerification = HeapVerification { before: true, after: true };

/// Returns heaps that are collected in different ways.
///
/// # Panics
///
/// If there is no memory for a heap.
pub fn build_heaps() -> [Heap; 4] {
    let heap = |zeal| heap().heap_max(16 << 20).zeal(zeal).verify(VERIFY);
    [
        heap(Zeal::Off),
        heap(Zeal::EveryAllocation(1)),
        heap(Zeal::EveryAllocation(1)).concurrent(true),
        heap(Zeal::EveryPoll),
    ]
    .map(|heap| heap.build().expect("there is memory for a heap"))
}

/// Returns a new fiber that runs one of these functions.
///
/// # Panics
///
/// If there is no memory for its stack.
pub fn fiber(heap: &Heap, function: Function) -> Fiber {
    // SAFETY: the functions are those of fibers, and need little stack.
    unsafe { heap.fiber(FiberConfig::new(), function()) }.expect("there is memory for a stack")
}

/// Returns a new fiber that runs one of the functions for fibers that migrate.
///
/// # Panics
///
/// If there is no memory for its stack.
pub fn migrating_fiber(heap: &Heap, function: Function) -> Fiber {
    // SAFETY: as in `fiber`, and the functions are compiled for fibers that migrate.
    unsafe { heap.fiber(FiberConfig::new().migrate(true), function()) }
        .expect("there is memory for a stack")
}

/// Resumes a fiber with a box of `value`, and returns the number in the box that it passes, and
/// whether it is done.
///
/// # Panics
///
/// If the fiber cannot be resumed.
pub fn resume(mutator: &mut Mutator, fiber: &mut Fiber, value: u64) -> (u64, bool) {
    let value = boxed(mutator, value);
    let resumed = mutator.resume(fiber, Argument::Reference(&value)).expect("it can be resumed");
    let done = matches!(resumed, Resumed::Done(_));
    (unboxed(mutator, &resumed.into_handle()), done)
}

/// Resumes a fiber with null until it is done, and returns the number in the box that it returns.
///
/// # Panics
///
/// If the fiber cannot be resumed, or is not done.
pub fn finish(mutator: &mut Mutator, fiber: &mut Fiber) -> u64 {
    match mutator.resume(fiber, Argument::Word(0)).expect("it can be resumed") {
        Resumed::Done(result) => unboxed(mutator, &result),
        Resumed::Suspended(_) => panic!("{fiber:?} is not done"),
    }
}

/// Asserts that collections have found roots in frames, all of which have records, and moved
/// objects.
///
/// # Panics
///
/// If they have not.
pub fn assert_relocated(heap: &Heap) {
    let counts = heap.statistics().counts;
    assert!(counts.records_matched > 0 && counts.roots_visited > 0, "{counts:?}");
    assert!(counts.objects_moved > 0, "{counts:?}");
    assert_eq!(counts.frames_walked, counts.records_matched, "{counts:?}");
}

/// Returns a new box.
///
/// # Panics
///
/// If managed code cannot be called now.
pub fn boxed(mutator: &mut Mutator, value: u64) -> Handle {
    make(mutator, managed::fiber_box, &[Argument::Word(value)]).expect("a valid call")
}

/// Returns the number in a box.
///
/// # Panics
///
/// If managed code cannot be called now.
pub fn unboxed(mutator: &mut Mutator, value: &Handle) -> u64 {
    call(mutator, managed::fiber_unbox, &[Argument::Reference(value)]).expect("a valid call")
}

/// Returns the address by which managed code resumes a fiber.
pub fn address(fiber: &Fiber) -> u64 {
    fiber.address().expose_provenance() as u64
}
