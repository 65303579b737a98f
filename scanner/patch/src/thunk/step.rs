//! What a thunk does, in terms that all processors have.

use statepoint_scanner::arch::{Architecture, PhysicalRegisters, Register};

/// One move of a value. `at` counts bytes from the stack pointer of the thunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The lowest 1, 2, 4 or 8 bytes of a register into the frame.
    Store {
        /// The register, which is not the stack pointer.
        from: Register,
        /// Where to.
        at: u32,
        /// How many.
        bytes: u8,
    },
    /// Zeros into a word of the frame.
    Clear {
        /// Where.
        at: u32,
    },
    /// 1, 2, 4 or 8 bytes from memory into a register, the rest of which becomes zero.
    Load {
        /// The register, which is not the stack pointer.
        to: Register,
        /// The address, with the offset.
        base: Register,
        /// Bytes.
        offset: i32,
        /// How many.
        bytes: u8,
    },
    /// The lowest 1, 2, 4 or 8 bytes of a register into another, the rest of which becomes zero. Neither is the stack pointer.
    Copy {
        /// The other.
        to: Register,
        /// The register.
        from: Register,
        /// How many.
        bytes: u8,
    },
    /// A register, which may be the stack pointer, plus a number of bytes.
    Address {
        /// Where the sum goes.
        to: Register,
        /// The register.
        base: Register,
        /// Bytes.
        offset: i32,
    },
    /// A constant into a register.
    Constant {
        /// The register.
        to: Register,
        /// The constant.
        value: u64,
    },
    /// The lowest 4, 8, 16, 32 or 64 bytes of a vector register into the frame.
    StoreVector {
        /// Its number.
        from: u8,
        /// Where to.
        at: u32,
        /// How many.
        bytes: u8,
    },
    /// So many bytes of the frame into a vector register.
    LoadVector {
        /// Its number.
        to: u8,
        /// Where from.
        at: u32,
        /// How many.
        bytes: u8,
    },
    /// 2 or 8 bytes of a mask register into the frame.
    StoreMask {
        /// Its number.
        from: u8,
        /// Where to.
        at: u32,
        /// How many.
        bytes: u8,
    },
    /// So many bytes of the frame into a mask register.
    LoadMask {
        /// Its number.
        to: u8,
        /// Where from.
        at: u32,
        /// How many.
        bytes: u8,
    },
}

/// A whole thunk.
#[derive(Clone, Debug)]
pub struct Program<A: Architecture + PhysicalRegisters> {
    /// Which vector registers there are.
    pub processor: A::Processor,
    /// Bytes from the thunk's stack pointer to the caller's, the return address included where the call pushes it.
    pub cfa: u32,
    /// Whether the flags are kept.
    pub flags: bool,
    /// Saving and gathering.
    pub before: Vec<Step>,
    /// The function.
    pub target: u64,
    /// Restoring.
    pub after: Vec<Step>,
    /// Callee-saved registers whose values of the caller are in the frame while the function runs, and where.
    pub saved: Vec<(Register, u32)>,
}

/// The code of a thunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// It can be anywhere.
    pub code: Vec<u8>,
    /// Where the call of the function returns to, from the beginning.
    pub return_offset: u32,
    /// How the frame changes: behind so many bytes of code.
    pub unwind: Vec<(u32, Unwind)>,
}

/// A change of how to find the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// The caller's stack pointer is so many bytes above this one.
    Cfa(u32),
    /// The caller's value of the register with this DWARF number lies so many bytes below that.
    Saved(u16, u32),
    /// It is in the register again.
    InRegister(u16),
}

/// What thunks need of a processor and its calling convention.
///
/// The implementations in `arch` are for code of their architecture wherever they run.
pub trait Assembler: Architecture + PhysicalRegisters {
    /// The registers that integers and pointers are passed in, in order.
    const ARGUMENTS: &'static [Register];
    /// How many vector registers, from the first, floating-point numbers and vectors are passed in.
    const VECTOR_ARGUMENTS: u8;
    /// Registers that calls do not preserve and that a thunk may use once they are saved, the best ones first.
    const SCRATCH: &'static [Register];
    /// The register that a call puts the return address into.
    const LINK: Option<Register>;
    /// Bytes at the upper end of each thunk's frame that [`Self::assemble`] uses.
    fn reserved(flags: bool) -> u32;

    /// Whether a function can be there.
    fn is_target(address: u64) -> bool;

    /// The farthest that a value may lie from its register.
    const FARTHEST: i32;

    /// The code.
    fn assemble(program: &Program<Self>) -> Assembled;
}
