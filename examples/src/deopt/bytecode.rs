//! The program, as an interpreter has it.

/// A register of a frame.
pub type Register = usize;

/// The tree that is copied.
pub const NODE: Register = 0;
/// What values are multiplied by.
pub const FACTOR: Register = 1;
/// The copy of the left part.
pub const LEFT: Register = 2;
/// The copy of the right part.
pub const RIGHT: Register = 3;
/// The value, and its product.
pub const VALUE: Register = 4;
/// How many there are.
pub const REGISTERS: usize = 5;

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Returns null if the node is.
    ReturnIfNull,
    /// Loads a reference of the node at this offset.
    LoadReference(Register, usize),
    /// Replaces what is in the register by the result of a call of the program itself with it.
    Call(Register),
    /// Loads the value of the node.
    LoadValue,
    /// Redefines multiplication if the value is the one that stands for this.
    RedefineIfMarked,
    /// Multiplies the value.
    Multiply,
    /// Returns a new node of the registers.
    ReturnNew,
}

/// The program. The numbers of instructions are those that optimised code has in its "deopt" bundles.
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
