//! deopt: optimised code that is deoptimized to a bytecode interpreter when its assumptions fail.
//!
//! The program copies a tree and multiplies its values ([`bytecode`]). The optimised code
//! (`managed/deopt.ll`) calls the runtime in two cases, and control never returns to it:
//!
//! * *A guard fails*: a product exceeds the range for which the code was compiled. The interpreter
//!   takes over the youngest frame, at the instruction that could not be executed. Other
//!   activations of the function and later calls are unaffected.
//! * *The program redefines multiplication*: this invalidates all optimised code. The interpreter
//!   takes over the frames of all its activations, each when its callee returns, and the code is
//!   not called again.
//!
//! [`takeover`] converts those frames into interpreter frames.

pub mod bytecode;
pub mod interpreter;
pub mod takeover;

use core::ffi::c_void;
use std::error::Error;

use statepoint_gc::{Argument, Handle, Heap, HeapBuilder, Mutator, TypeId, TypeLayout};

pub use interpreter::{Counts, Engine};

unsafe extern "C" {
    fn deopt_grow();
    fn deopt_checksum();
    fn deopt_scale();
}

/// Type ID of the tree's nodes.
pub const NODE: TypeId = TypeId::new(5);
/// Offset of the left child, in bytes.
pub const LEFT: usize = 8;
/// Offset of the right child, in bytes.
pub const RIGHT: usize = 16;
/// Offset of the value, in bytes.
pub const VALUE: usize = 24;

/// Returns the address of the optimised code.
#[must_use]
pub fn optimised() -> *const c_void {
    deopt_scale as *const c_void
}

/// Registers the type of nodes.
#[must_use]
pub fn register_types(heap: HeapBuilder) -> HeapBuilder {
    heap.register_type(NODE, TypeLayout::Fixed { size: 32, references: vec![LEFT, RIGHT] })
}

/// Returns the tree to copy, with `depth` levels. Every `large`-th value exceeds the range of the
/// optimised code, and the value of node `marked` redefines multiplication.
///
/// # Errors
///
/// If the call fails.
pub fn grow(
    mutator: &mut Mutator,
    depth: u64,
    large: u64,
    marked: u64,
) -> Result<Handle, Box<dyn Error>> {
    let arguments = [depth, 1, large, marked].map(Argument::Word);
    // SAFETY: the function is managed code of this program, which takes four numbers and returns a
    // reference.
    Ok(unsafe { mutator.call_for_reference(deopt_grow as *const c_void, &arguments) }?)
}

/// Returns a number that depends on all values of a tree and on their positions.
///
/// # Errors
///
/// If the call fails.
pub fn checksum(mutator: &mut Mutator, tree: &Handle) -> Result<u64, Box<dyn Error>> {
    let function = deopt_checksum as *const c_void;
    // SAFETY: the function is managed code of this program, which takes a reference and returns a
    // number.
    Ok(unsafe { mutator.call(function, &[Argument::Reference(tree)]) }?)
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Checksum of the copies.
    pub checksum: u64,
    /// Counters of the run that started in optimised code.
    pub counts: Counts,
}

/// Scales `tree` twice: only by the interpreter, and starting in optimised code.
///
/// # Errors
///
/// If the two copies differ, or if a call fails.
pub fn run(
    heap: &Heap,
    mutator: &mut Mutator,
    tree: &Handle,
    factor: u64,
    every_step: bool,
) -> Result<Outcome, Box<dyn Error>> {
    let interpreted = Engine::new(false, every_step);
    let copy = interpreted.scale(mutator, Some(tree), factor);
    let expected = checksum(mutator, &copy.ok_or("the tree is empty")?)?;

    let engine = Engine::new(true, every_step);
    let copy = takeover::with(heap, &engine, || engine.scale(mutator, Some(tree), factor));
    let checksum = checksum(mutator, &copy.ok_or("the tree is empty")?)?;
    if checksum != expected {
        let text = format!(
            "the checksum is {checksum} with optimised code, but {expected} in the interpreter"
        );
        return Err(text.into());
    }
    Ok(Outcome { checksum, counts: engine.counts() })
}
