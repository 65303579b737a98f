//! How fast a stack is walked: deep recursions through several functions, on a stack made by hand,
//! so that everything but the walk is the same for all that walk over it.

pub mod compiled;
pub mod limits;
pub mod ocaml;
pub mod program;
pub mod stack;
pub mod stacks;

pub use crate::mode::Mode;

/// Live references in each frame, unless it is said otherwise.
pub const ROOTS: u64 = 4;

/// What the functions of a recursion are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many there are.
    pub functions: u64,
    /// Where their references are; on stacks made by hand, every second function keeps its last two in registers.
    pub mode: Mode,
    /// Live references in each frame.
    pub roots: u64,
    /// Call sites in the table that knows them, at least.
    pub records: u64,
}

/// The order in which the functions call each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Each frame is at a call site picked at random: the worst case.
    Random,
    /// The functions call each other in turn, as in mutual recursion.
    Cyclic,
}

/// Where the references lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// Outside the space that is collected, so that nothing is rewritten.
    Old,
    /// To objects that have been moved already, so that every root is rewritten.
    Young,
}

/// The orders that functions can call each other in, if they are so many.
#[must_use]
pub fn orders(functions: u64) -> &'static [Order] {
    if functions == 1 { &[Order::Cyclic] } else { &[Order::Random, Order::Cyclic] }
}
