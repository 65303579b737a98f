//! The program as bytecode for the interpreter.

/// The index of a register of a frame.
pub type Register = usize;

/// Holds the tree that is copied.
pub const NODE: Register = 0;
/// Holds the factor by which values are multiplied.
pub const FACTOR: Register = 1;
/// Holds the copy of the left subtree.
pub const LEFT: Register = 2;
/// Holds the copy of the right subtree.
pub const RIGHT: Register = 3;
/// Holds the node's value, then its product.
pub const VALUE: Register = 4;
/// The number of registers.
pub const REGISTERS: usize = 5;

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Returns null if the node is null.
    ReturnIfNull,
    /// Loads the node's reference at this offset into the register.
    LoadReference(Register, usize),
    /// Calls the program itself with the register's value, and replaces that value by the result.
    Call(Register),
    /// Loads the value of the node.
    LoadValue,
    /// Redefines multiplication if the value is the one that stands for this.
    RedefineIfMarked,
    /// Multiplies the value.
    Multiply,
    /// Returns a new node made from the registers.
    ReturnNew,
}

/// The program. The "deopt" bundles of optimised code refer to instructions by their indices here.
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
