//! Why no thunk was made.

use crate::live_out::LiveOutError;
use statepoint_scanner::arch::PhysicalRegister;
use statepoint_scanner::statepoint::StatepointError;

/// Why no thunk was made. Nothing was written anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThunkError {
    /// The record is a statepoint's, and cannot be read.
    #[error(transparent)]
    Statepoint(#[from] StatepointError),
    /// It is not known which registers are to be preserved.
    #[error(transparent)]
    LiveOuts(#[from] LiveOutError),
    /// A location of the record names no value of this architecture.
    #[error("value {index} of the record {id} is nowhere that this architecture has")]
    Location {
        /// Its position among the locations.
        index: usize,
        /// The ID of the record.
        id: u64,
    },
    /// The record lists more references than it has values.
    #[error("the record {id} lists {listed} references among {values} values")]
    ListTooLong {
        /// The ID of the record.
        id: u64,
        /// How many it lists.
        listed: u16,
        /// How many values there are.
        values: usize,
    },
    /// The processor does not have the register, or code cannot read it.
    #[error(
        "value {index} is in the register with DWARF number {dwarf}, of which {size} bytes cannot be read"
    )]
    ValueRegister {
        /// Which value.
        index: usize,
        /// The register.
        dwarf: u16,
        /// Bytes of it.
        size: u16,
    },
    /// The value has so many bytes as no instruction reads.
    #[error("value {index} has {size} bytes, which is neither 1, 2, 4 nor whole words")]
    ValueSize {
        /// Which value.
        index: usize,
        /// Its bytes.
        size: u16,
    },
    /// The value is too large for an argument; an array has room for it.
    #[error("value {index} has {size} bytes, which is no argument in C: gather into an array")]
    NoArgument {
        /// Which value.
        index: usize,
        /// Its bytes.
        size: u16,
    },
    /// The value lies farther from its register than instructions can say.
    #[error("value {index} lies {offset} bytes from its register, more than is supported")]
    TooFar {
        /// Which value.
        index: usize,
        /// Bytes.
        offset: i32,
    },
    /// The thunk's frame would be larger than what a function may use without touching the pages between.
    #[error("the thunk's frame would have {bytes} bytes; {limit} are allowed")]
    FrameTooLarge {
        /// What it would have.
        bytes: usize,
        /// What it may have.
        limit: usize,
    },
    /// The call of the thunk overwrites the link register.
    #[error(
        "the link register cannot be preserved: the call that leads to the thunk overwrites it"
    )]
    LinkRegister,
    /// A register that no thunk can write: the stack pointer, the link register, or one that the processor lacks.
    #[error("no thunk can write {register:?}")]
    NotWritable {
        /// The register.
        register: PhysicalRegister,
    },
    /// A register is to be written twice.
    #[error("{register:?} is to be written twice")]
    WrittenTwice {
        /// The register.
        register: PhysicalRegister,
    },
    /// All registers that calls do not preserve lead to values.
    #[error("the values use all registers: none is left to gather them with")]
    NoScratchRegister,
    /// The function is at no address of this processor.
    #[error("{target:#x} is no address of a function")]
    Target {
        /// The address.
        target: u64,
    },
}
