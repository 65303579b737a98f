//! Fibers that run the functions of `managed/fibers.ll`.

use core::ffi::c_void;

use statepoint_gc::{Argument, Handle, Mutator, fibers::Fiber};

use crate::managed::{self, call, make};

/// A managed function, as [`managed`] returns its address.
pub type Function = fn() -> *const c_void;

/// Functions of fibers that count, with references in stack slots and in registers.
pub const COUNTERS: [Function; 2] = [managed::fiber_count, managed::in_registers_fiber_count];
/// Functions of fibers that recurse, in both ways.
pub const DEEP: [Function; 2] = [managed::fiber_deep, managed::in_registers_fiber_deep];
/// Functions of fibers that resume another one, in both ways.
pub const RELAYS: [Function; 2] = [managed::fiber_relay, managed::in_registers_fiber_relay];
/// Functions that resume a fiber which counts, in both ways.
pub const DRIVERS: [Function; 2] = [managed::fiber_drive, managed::in_registers_fiber_drive];

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
