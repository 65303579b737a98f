//! Why a frame's values cannot be read.

#![forbid(unsafe_code)]

use super::typed_value::DeoptValueKind;
use crate::walk::{MemoryError, WalkError};

/// Why the values of a frame cannot be read. `pc` is the frame's program counter, `index` counts its values from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeoptError {
    /// The walk to the frame, or its unwind rule, does not lead to a value.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The frame has no record: it is native code's, or records are not kept where it is looked up.
    #[error("the frame at {pc:#x} has no record")]
    NoRecord {
        /// The program counter.
        pc: u64,
    },
    /// The record is that of a `stackmap` or `patchpoint`. Which of its values are deoptimization state only the
    /// host knows: [`DeoptState::of_patchpoint`](super::DeoptState::of_patchpoint).
    #[error(
        "the frame at {pc:#x} is not at a statepoint, but at a stackmap or patchpoint (ID {id:#x})"
    )]
    NotAStatepoint {
        /// The program counter.
        pc: u64,
        /// The ID of the record.
        id: u64,
    },
    /// The record is that of a statepoint.
    #[error(
        "the frame at {pc:#x} is at a statepoint (ID {id:#x}), not at a stackmap or patchpoint"
    )]
    NotAPatchpoint {
        /// The program counter.
        pc: u64,
        /// The ID of the record.
        id: u64,
    },
    /// The host says that more values come first than there are.
    #[error(
        "the record of the frame at {pc:#x} has {found} values, {expected} were to be left out"
    )]
    TooFewValues {
        /// The program counter.
        pc: u64,
        /// How many there are.
        found: usize,
        /// How many were to come first.
        expected: usize,
    },
    /// A value was in a register that calls do not preserve, and nobody says what it was.
    #[error(
        "value {index} of the frame at {pc:#x} is in the register with DWARF number {register}, or relative to it, \
         which calls do not preserve"
    )]
    LostRegister {
        /// The program counter.
        pc: u64,
        /// Which value.
        index: usize,
        /// The register's DWARF number.
        register: u16,
    },
    /// A value has no bytes, or more than can be read, or more than its register.
    #[error("value {index} of the frame at {pc:#x} has {size} bytes; 1 to {most} can be read")]
    Size {
        /// The program counter.
        pc: u64,
        /// Which value.
        index: usize,
        /// Bytes.
        size: u16,
        /// How many are possible there.
        most: u16,
    },
    /// There are more values, or fewer, than was said.
    #[error("the frame at {pc:#x} has {found} values, {expected} were expected")]
    Count {
        /// The program counter.
        pc: u64,
        /// How many there are.
        found: usize,
        /// How many should be.
        expected: usize,
    },
    /// A value is not of the kind that was said: it has fewer bytes, or the collector takes it for something else.
    #[error("value {index} of the frame at {pc:#x} is not of the kind {expected:?}")]
    Kind {
        /// The program counter.
        pc: u64,
        /// Which value.
        index: usize,
        /// What it should be.
        expected: DeoptValueKind,
    },
    /// A value does not lie in the stack.
    #[error("value {index} of the frame at {pc:#x} cannot be read: {source}")]
    Memory {
        /// The program counter.
        pc: u64,
        /// Which value.
        index: usize,
        /// Where it should lie and why that is wrong.
        source: MemoryError,
    },
}
