//! The steps of a thunk, independent of the architecture.

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
        /// The base register of the address.
        base: Register,
        /// Offset from the base register in bytes.
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
        /// Index of the vector or mask register.
        from: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Loads `bytes` bytes of the frame into a vector register.
    LoadVector {
        /// Index of the vector or mask register.
        to: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Stores 2 or 8 bytes of a mask register in the frame.
    StoreMask {
        /// Index of the vector or mask register.
        from: u8,
        /// Offset of the slot.
        at: u32,
        /// Number of bytes.
        bytes: u8,
    },
    /// Loads `bytes` bytes of the frame into a mask register.
    LoadMask {
        /// Index of the vector or mask register.
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
    /// The processor, which determines the vector registers.
    pub processor: A::Processor,
    /// Bytes from the thunk's stack pointer to the caller's, including the return address if the
    /// call pushes it.
    pub cfa: u32,
    /// Whether the flags are preserved.
    pub flags: bool,
    /// Steps before the call, which save registers and pass values.
    pub before: Vec<ThunkStep>,
    /// The address of the function.
    pub target: u64,
    /// Steps after the call, which restore and set registers.
    pub after: Vec<ThunkStep>,
    /// Callee-saved registers among the written ones. While the function runs, the caller's value
    /// of each is in the frame at this offset.
    pub saved: Vec<(Register, u32)>,
}

/// The machine code of a thunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembledThunk {
    /// The position-independent code.
    pub code: Vec<u8>,
    /// The offset in the code of the return address of the function's call.
    pub return_offset: u32,
    /// Changes of the unwind rules, each with the code offset from which it applies.
    pub unwind: Vec<(u32, CfiChange)>,
}

/// A change of the unwind rule (DWARF call frame information).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CfiChange {
    /// The caller's stack pointer is this many bytes above the current one.
    Cfa(u32),
    /// The caller's value of the register with this DWARF number is saved this many bytes below the
    /// caller's stack pointer.
    Saved(u16, u32),
    /// The register with this DWARF number contains the caller's value again.
    InRegister(u16),
}

/// An architecture and its C calling convention, for which thunks can be generated.
///
/// The implementations in `thunk/arch` generate code of their architecture on any host.
pub trait ThunkAssembler: Architecture + PhysicalRegisters {
    /// The argument registers for integers and pointers, in order.
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
    /// uses. `flags` states whether the thunk preserves the flags.
    fn reserved(flags: bool) -> u32;

    /// Returns whether a function can have this address.
    fn is_target(address: u64) -> bool;

    /// Maximum offset of a value from its base register, in bytes.
    const FARTHEST: i32;

    /// Generates the code of a thunk.
    fn assemble(program: &ThunkProgram<Self>) -> AssembledThunk;
}
