//! deopt: a program as bytecode and as optimised code, which is left for the interpreter where it does not hold.
//!
//! The program copies a tree and multiplies its values ([`bytecode`]). The optimised code (`managed/deopt.ll`) calls out in
//! two cases, and is never returned to:
//!
//! * *A guard fails*: a product is larger than it was compiled for. The youngest frame is taken over, by the interpreter, at
//!   the instruction that could not be done. Other activations of the function go on, and so do later calls.
//! * *The program redefines multiplication*: all optimised code is wrong from then on. The frames of all its activations are
//!   taken over, each when its callee returns, and nobody calls it any more.
//!
//! [`takeover`] makes interpreter frames of those frames.

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

/// Its objects.
pub const NODE: TypeId = TypeId::new(5);
/// Where its fields are, in bytes.
pub const LEFT: usize = 8;
/// As above.
pub const RIGHT: usize = 16;
/// As above.
pub const VALUE: usize = 24;

/// The optimised code.
#[must_use]
pub fn optimised() -> *const c_void {
    deopt_scale as *const c_void
}

/// Registers the type.
#[must_use]
pub fn register_types(heap: HeapBuilder) -> HeapBuilder {
    heap.register_type(NODE, TypeLayout::Fixed { size: 32, references: vec![LEFT, RIGHT] })
}

/// The tree to work on: of so many levels, with each `large`-th value too large for the optimised code, and one that
/// redefines multiplication.
///
/// # Errors
///
/// Those of the call.
pub fn grow(
    mutator: &mut Mutator,
    depth: u64,
    large: u64,
    marked: u64,
) -> Result<Handle, Box<dyn Error>> {
    let arguments = [depth, 1, large, marked].map(Argument::Word);
    // SAFETY: managed code of this program, which takes four numbers and returns a reference.
    Ok(unsafe { mutator.call_for_reference(deopt_grow as *const c_void, &arguments) }?)
}

/// A number that depends on all of a tree.
///
/// # Errors
///
/// Those of the call.
pub fn checksum(mutator: &mut Mutator, tree: &Handle) -> Result<u64, Box<dyn Error>> {
    let function = deopt_checksum as *const c_void;
    // SAFETY: managed code of this program, which takes a reference and returns a number.
    Ok(unsafe { mutator.call(function, &[Argument::Reference(tree)]) }?)
}

/// What came of a run.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Of the trees that were made.
    pub checksum: u64,
    /// Of the run that began in optimised code.
    pub counts: Counts,
}

/// Scales `tree` by the interpreter alone, then beginning in optimised code.
///
/// # Errors
///
/// If the two make different trees; and those of calls.
pub fn run(
    heap: &Heap,
    mutator: &mut Mutator,
    tree: &Handle,
    factor: u64,
    every_step: bool,
) -> Result<Outcome, Box<dyn Error>> {
    let interpreted = Engine::new(false, every_step);
    let made = interpreted.scale(mutator, Some(tree), factor);
    let expected = checksum(mutator, &made.ok_or("the tree is empty")?)?;

    let engine = Engine::new(true, every_step);
    let made = takeover::with(heap, &engine, || engine.scale(mutator, Some(tree), factor));
    let found = checksum(mutator, &made.ok_or("the tree is empty")?)?;
    if found != expected {
        let text = format!("optimised code has made {found}, the interpreter alone {expected}");
        return Err(text.into());
    }
    Ok(Outcome { checksum: found, counts: engine.counts() })
}
