//! The steps of a thunk, independent of the processor.

use statepoint_scanner::arch::{Architecture, PhysicalRegisters, Register};

/// One move of a value. `at` is a byte offset from the stack pointer of the thunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThunkStep {
    /// Stores the lowest 1, 2, 4 or 8 bytes of a register in the frame.
    Store {
        /// The register, which is not the stack pointer.
        from: Register,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Stores zeros in a word of the frame.
    Clear {
        /// Offset of the word.
        at: u32,
    },
    /// Loads 1, 2, 4 or 8 bytes from memory into a register, zero-extended.
    Load {
        /// The register, which is not the stack pointer.
        to: Register,
        /// The base of the address.
        base: Register,
        /// Its offset in bytes.
        offset: i32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Copies the lowest 1, 2, 4 or 8 bytes of a register into another, zero-extended. Neither is
    /// the stack pointer.
    Copy {
        /// The destination.
        to: Register,
        /// The source.
        from: Register,
        /// Number of bytes.
        bytes: u8,
    },
    /// Adds a number of bytes to a register, which may be the stack pointer.
    Address {
        /// The destination.
        to: Register,
        /// The source.
        base: Register,
        /// The number of bytes.
        offset: i32,
    },
    /// Sets a register to a constant.
    Constant {
        /// The register.
        to: Register,
        /// The constant.
        value: u64,
    },
    /// Stores the lowest 4, 8, 16, 32 or 64 bytes of a vector register in the frame.
    StoreVector {
        /// The number of the register.
        from: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Loads `bytes` bytes of the frame into a vector register.
    LoadVector {
        /// The number of the register.
        to: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Stores 2 or 8 bytes of a mask register in the frame.
    StoreMask {
        /// The number of the register.
        from: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Loads `bytes` bytes of the frame into a mask register.
    LoadMask {
        /// The number of the register.
        to: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
}

/// The complete program of a thunk.
#[derive(Clone, Debug)]
pub struct ThunkProgram<A: Architecture + PhysicalRegisters> {
    /// Determines the vector registers.
    pub processor: A::Processor,
    /// Bytes from the thunk's stack pointer to the caller's, including the return address if the
    /// call pushes it.
    pub cfa: u32,
    /// Whether the flags are preserved.
    pub flags: bool,
    /// Steps before the call: saving and gathering.
    pub before: Vec<ThunkStep>,
    /// The address of the function.
    pub target: u64,
    /// Steps after the call: restoring.
    pub after: Vec<ThunkStep>,
    /// Callee-saved registers whose caller's values are in the frame while the function runs, with
    /// their offsets.
    pub saved: Vec<(Register, u32)>,
}

/// The machine code of a thunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembledThunk {
    /// Position-independent code.
    pub code: Vec<u8>,
    /// The offset in the code to which the call of the function returns.
    pub return_offset: u32,
    /// Changes of the unwind rules, each with the code offset after which it holds.
    pub unwind: Vec<(u32, CfiChange)>,
}

/// A change of the rule that finds the caller (DWARF call frame information).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CfiChange {
    /// The caller's stack pointer is this many bytes above the current one.
    Cfa(u32),
    /// The caller's value of the register with this DWARF number lies this many bytes below the
    /// caller's stack pointer.
    Saved(u16, u32),
    /// The register has the caller's value again.
    InRegister(u16),
}

/// The processor and its calling convention, as thunks use them.
///
/// The implementations in `arch` generate code of their architecture on any host.
pub trait ThunkAssembler: Architecture + PhysicalRegisters {
    /// The registers that integers and pointers are passed in, in order.
    const ARGUMENTS: &'static [Register];
    /// Number of vector registers, from the first, in which floating-point numbers and vectors are
    /// passed.
    const VECTOR_ARGUMENTS: u8;
    /// Registers that calls do not preserve and that a thunk may use once they are saved, in order
    /// of preference.
    const SCRATCH: &'static [Register];
    /// The register in which a call stores the return address, if any.
    const LINK: Option<Register>;
    /// Returns the number of bytes at the upper end of each thunk's frame that [`Self::assemble`]
    /// uses.
    fn reserved(flags: bool) -> u32;

    /// Returns whether a function can have this address.
    fn is_target(address: u64) -> bool;

    /// The largest offset of a value from its base register.
    const FARTHEST: i32;

    /// Generates the code.
    fn assemble(program: &ThunkProgram<Self>) -> AssembledThunk;
}
