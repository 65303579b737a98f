//! Errors of thunk generation.

use crate::live_out::LiveOutError;
use statepoint_scanner::arch::PhysicalRegister;
use statepoint_scanner::statepoint::StatepointError;

/// Error returned when no thunk can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThunkError {
    /// The record is a statepoint's, and cannot be parsed.
    #[error(transparent)]
    Statepoint(#[from] StatepointError),
    /// The record does not determine which registers must be preserved.
    #[error(transparent)]
    LiveOuts(#[from] LiveOutError),
    /// A location of the record is not a value of this architecture.
    #[error(
        "value {index} of the record {id} has a location that does not exist on this architecture"
    )]
    Location {
        /// The index of the location.
        index: usize,
        /// The ID of the record.
        id: u64,
    },
    /// The record lists more references than it has values.
    #[error("the record {id} lists {listed} references, but has only {values} values")]
    ListTooLong {
        /// The ID of the record.
        id: u64,
        /// Number of references that it lists.
        listed: u16,
        /// Number of values.
        values: usize,
    },
    /// The processor does not have the register, or code cannot read it.
    #[error("value {index} has {size} bytes in DWARF register {dwarf}, which a thunk cannot read")]
    ValueRegister {
        /// The index of the value.
        index: usize,
        /// The register.
        dwarf: u16,
        /// Bytes of the register.
        size: u16,
    },
    /// No instruction reads a value of this size.
    #[error("value {index} has {size} bytes; the size must be 1, 2, 4 or a multiple of 8")]
    ValueSize {
        /// The index of the value.
        index: usize,
        /// The size of the value in bytes.
        size: u16,
    },
    /// The value is too large for an argument; use an array.
    #[error(
        "value {index} has {size} bytes, which is not the size of a C argument: pass the values as \
         an array"
    )]
    NoArgument {
        /// The index of the value.
        index: usize,
        /// The size of the value in bytes.
        size: u16,
    },
    /// The offset of the value from its base register is too large for an instruction.
    #[error("value {index} is {offset} bytes from its base register, more than is supported")]
    TooFar {
        /// The index of the value.
        index: usize,
        /// The offset in bytes.
        offset: i32,
    },
    /// The thunk's frame would be larger than a function may have without probing the stack.
    #[error("the thunk's frame would have {bytes} bytes, at most {limit} are allowed")]
    FrameTooLarge {
        /// Bytes that the frame would have.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The link register should be preserved, but the call of the thunk overwrites it.
    #[error("the link register cannot be preserved: the call of the thunk overwrites it")]
    LinkRegister,
    /// No thunk can write this register: it is the stack pointer, the link register, or one that
    /// the processor lacks.
    #[error("a thunk cannot write {register:?}")]
    NotWritable {
        /// The register.
        register: PhysicalRegister,
    },
    /// A register is listed twice among those to write.
    #[error("{register:?} is listed twice among the registers to write")]
    WrittenTwice {
        /// The register.
        register: PhysicalRegister,
    },
    /// No scratch register: values depend on all registers that calls do not preserve.
    #[error("the values use all registers, so no scratch register is left")]
    NoScratchRegister,
    /// The address of the function is not valid on this processor.
    #[error("{target:#x} is not the address of a function")]
    Target {
        /// The address.
        target: u64,
    },
}
