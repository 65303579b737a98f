//! Errors of deoptimization.

#![forbid(unsafe_code)]

use super::typed_value::DeoptValueKind;
use crate::walk::{StackMemoryError, StackWalkError};

/// Error returned when the values of a frame cannot be read. `pc` is the frame's program counter;
/// `index` is the index of the value, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeoptError {
    /// The stack walk failed, or the frame's unwind rule does not locate a value.
    #[error(transparent)]
    Walk(#[from] StackWalkError),
    /// The frame has no record: it belongs to native code, or the code look-up does not store
    /// records.
    #[error("the frame at {pc:#x} has no record")]
    NoRecord {
        /// The program counter.
        pc: u64,
    },
    /// The record is that of a `stackmap` or `patchpoint`. Only the host knows which of its values
    /// are deoptimization state: [`DeoptState::of_patchpoint`](super::DeoptState::of_patchpoint).
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
    /// The host requested to skip more leading values than the record has.
    #[error(
        "the record of the frame at {pc:#x} has {found} values, fewer than the {expected} to skip"
    )]
    TooFewValues {
        /// The program counter.
        pc: u64,
        /// The number of values.
        found: usize,
        /// The number of values to skip.
        expected: usize,
    },
    /// A value is in, or relative to, a register that calls do not preserve and whose contents are
    /// unknown.
    #[error(
        "value {index} of the frame at {pc:#x} is in, or relative to, DWARF register {register}, \
         which calls do not preserve"
    )]
    LostRegister {
        /// The program counter.
        pc: u64,
        /// The index of the value.
        index: usize,
        /// The register's DWARF number.
        register: u16,
    },
    /// The size of a value is 0, larger than 16 bytes, or larger than its register.
    #[error("value {index} of the frame at {pc:#x} has {size} bytes; 1 to {most} are supported")]
    Size {
        /// The program counter.
        pc: u64,
        /// The index of the value.
        index: usize,
        /// The size in bytes.
        size: u16,
        /// The largest possible size there.
        most: u16,
    },
    /// The number of values differs from the expected one.
    #[error("the frame at {pc:#x} has {found} values, expected {expected}")]
    Count {
        /// The program counter.
        pc: u64,
        /// The number of values.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// A value is not of the expected kind: it has fewer bytes, or the collector interprets it
    /// differently.
    #[error("value {index} of the frame at {pc:#x} is not of the kind {expected:?}")]
    Kind {
        /// The program counter.
        pc: u64,
        /// The index of the value.
        index: usize,
        /// The expected kind.
        expected: DeoptValueKind,
    },
    /// A value is not in the stack.
    #[error("value {index} of the frame at {pc:#x} cannot be read: {source}")]
    Memory {
        /// The program counter.
        pc: u64,
        /// The index of the value.
        index: usize,
        /// The address of the value, and why it is wrong.
        source: StackMemoryError,
    },
}
