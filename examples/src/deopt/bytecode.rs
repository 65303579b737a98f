//! The bytecode of the example program.

/// Index of a register in an interpreter frame.
pub type Register = usize;

/// Register of the node to copy.
pub const NODE: Register = 0;
/// Register of the factor by which values are multiplied.
pub const FACTOR: Register = 1;
/// Register of the left subtree, then of its copy.
pub const LEFT: Register = 2;
/// Register of the right subtree, then of its copy.
pub const RIGHT: Register = 3;
/// Register of the node's value, then of the product.
pub const VALUE: Register = 4;
/// Number of registers.
pub const REGISTERS: usize = 5;

/// A bytecode instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Returns null if the node is null.
    ReturnIfNull,
    /// Loads the reference field of the node at an offset in bytes into a register.
    LoadReference(Register, usize),
    /// Calls the program recursively with the value of a register, and stores the result there.
    Call(Register),
    /// Loads the value of the node into [`VALUE`].
    LoadValue,
    /// Redefines multiplication if the value is [`MARK`](super::interpreter::MARK).
    RedefineIfMarked,
    /// Multiplies the value by the factor.
    Multiply,
    /// Returns a new node with the copied subtrees and the product.
    ReturnNew,
}

/// The program. The "deopt" bundles of the optimised code refer to instructions by their index.
pub const SCALE: [Instruction; 9] = [
    Instruction::ReturnIfNull,
    Instruction::LoadReference(LEFT, super::LEFT),
    Instruction::Call(LEFT),
    Instruction::LoadReference(RIGHT, super::RIGHT),
    Instruction::Call(RIGHT),
    Instruction::LoadValue,
    Instruction::RedefineIfMarked,
    Instruction::Multiply,
    Instruction::ReturnNew,
];
