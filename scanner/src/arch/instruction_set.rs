//! Instruction sets: registers and instructions, independent of the OS and the calling convention.

use core::fmt;

/// A general-purpose register, identified by its DWARF number on its instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(u8);

impl Register {
    /// Creates the register with this DWARF number. This does not check that an instruction set has
    /// the register; [`InstructionSet::register`] does.
    pub const fn new(dwarf: u8) -> Self {
        Self(dwarf)
    }

    /// Returns the DWARF number.
    pub const fn dwarf(self) -> u16 {
        self.0 as u16
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R#{}", self.0)
    }
}

/// An instruction set: its registers, call instructions and return addresses.
pub trait InstructionSet: Copy + fmt::Debug + 'static {
    /// The name used in messages.
    const NAME: &'static str;
    /// The value of `e_machine` in ELF files.
    const ELF_MACHINE: u16;
    /// The stack pointer.
    const STACK_POINTER: Register;
    /// Number of bytes that a call instruction pushes: 8 if it pushes the return address, 0 if it
    /// writes the return address to a link register.
    const CALL_PUSHES: u8;
    /// Length in bytes of a call instruction, if all have the same length.
    const CALL_SIZE: Option<u8> = None;
    /// DWARF number of the return-address column in unwind tables. If calls write a link register,
    /// this is its number.
    const RETURN_ADDRESS_COLUMN: u16;
    /// Length in bytes of the call sequence that LLVM writes for a patchpoint.
    const PATCHPOINT_CALL_SIZE: u8;
    /// Whether functions may sign return addresses before they store them. If so, unwind tables
    /// contain a vendor-specific instruction whose opcode has another meaning on other instruction
    /// sets.
    const SIGNS_RETURN_ADDRESSES: bool = false;

    /// Returns the general-purpose register with this DWARF number, if there is one.
    fn register(dwarf: u16) -> Option<Register>;

    /// Returns the assembler's name of a register.
    fn register_name(register: Register) -> &'static str;

    /// Returns whether `code` begins with the call sequence that LLVM writes for a patchpoint.
    fn is_patchpoint_call(code: &[u8]) -> bool;

    /// Returns a stored return address without its signature, if any.
    fn strip_return_address(raw: u64) -> u64;
}
