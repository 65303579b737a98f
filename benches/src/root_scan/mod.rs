//! Measures stack walks of deep recursions through several functions. Most stacks are synthetic, so
//! the walk is the only difference between the subjects.

pub mod compiled;
pub mod limits;
pub mod ocaml;
pub mod program;
pub mod stack;
pub mod stacks;

pub use crate::mode::Mode;

/// Default number of live references in each frame.
pub const ROOTS: u64 = 4;

/// The shape of a recursion's functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecursionShape {
    /// Number of functions.
    pub functions: u64,
    /// The location of references. On synthetic stacks, `Registers` keeps the last two references
    /// of every second function in registers, or its last two derived pointers if it has any.
    pub mode: Mode,
    /// Number of live references in each frame.
    pub roots: u64,
    /// Number of live derived pointers in each frame; 0 if there are no references. Each is in
    /// another location than the reference from which it is derived.
    pub derived: u64,
    /// Minimum number of call sites in the table.
    pub records: u64,
}

/// The order in which the functions call each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOrder {
    /// Each frame is at a random call site, which is the worst case.
    Random,
    /// The functions call each other in turn, as in mutual recursion.
    Cyclic,
}

/// The targets of the references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferentAge {
    /// Objects outside the collected space, so that no root is rewritten.
    Old,
    /// Objects that have already moved, so that every root is rewritten.
    Young,
}

/// Returns the orders in which this many functions can call each other.
#[must_use]
pub fn orders(functions: u64) -> &'static [CallOrder] {
    if functions == 1 { &[CallOrder::Cyclic] } else { &[CallOrder::Random, CallOrder::Cyclic] }
}
