//! Registers and instructions of a processor, whatever the system and the calling convention.

use core::fmt;

/// A general-purpose register, identified by its DWARF number on its instruction set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(u8);

impl Register {
    /// The register with this DWARF number. Only [`InstructionSet::register`] checks that an
    /// instruction set has it.
    pub const fn new(dwarf: u8) -> Self {
        Self(dwarf)
    }

    /// The DWARF number.
    pub const fn dwarf(self) -> u16 {
        self.0 as u16
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R#{}", self.0)
    }
}

/// An instruction set: register numbers, calls, return addresses.
pub trait InstructionSet: Copy + fmt::Debug + 'static {
    /// The name used in messages.
    const NAME: &'static str;
    /// The machine number in ELF files (`e_machine`).
    const ELF_MACHINE: u16;
    /// The stack pointer.
    const STACK_POINTER: Register;
    /// Bytes that a call instruction pushes: 8 where it pushes the return address, 0 where the
    /// return address goes to a link register.
    const CALL_PUSHES: u8;
    /// Length in bytes of a call instruction, where all have the same length.
    const CALL_SIZE: Option<u8> = None;
    /// The DWARF number of the column that holds the return address in unwind tables: the link
    /// register's own number where calls write one.
    const RETURN_ADDRESS_COLUMN: u16;
    /// Length in bytes of the call that LLVM writes for a patchpoint.
    const PATCHPOINT_CALL_SIZE: u8;
    /// Whether functions may sign return addresses before they store them. Unwind tables then use
    /// an instruction for it whose number has another meaning on other instruction sets.
    const SIGNS_RETURN_ADDRESSES: bool = false;

    /// The general-purpose register with this DWARF number, if there is one.
    fn register(dwarf: u16) -> Option<Register>;

    /// The assembler's name of a register.
    fn register_name(register: Register) -> &'static str;

    /// Whether these bytes begin with the call that LLVM writes for a patchpoint.
    fn is_patchpoint_call(code: &[u8]) -> bool;

    /// Returns the return address without a signature, as the instruction pointer will hold it.
    fn strip_return_address(raw: u64) -> u64;
}
