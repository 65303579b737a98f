//! Errors of reading a frame's values.

#![forbid(unsafe_code)]

use super::typed_value::DeoptValueKind;
use crate::walk::{StackMemoryError, StackWalkError};

/// Error returned when the values of a frame cannot be read. `pc` is the frame's program counter,
/// `index` counts its values from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeoptError {
    /// The walk to the frame, or its unwind rule, does not lead to a value.
    #[error(transparent)]
    Walk(#[from] StackWalkError),
    /// The frame has no record: it belongs to native code, or records are not kept where it is
    /// looked up.
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
    /// The host has asked to leave out more leading values than there are.
    #[error(
        "the record of the frame at {pc:#x} has {found} values, fewer than the {expected} to skip"
    )]
    TooFewValues {
        /// The program counter.
        pc: u64,
        /// The number of values.
        found: usize,
        /// The number of values to leave out.
        expected: usize,
    },
    /// A value was in a register that calls do not preserve, and its content is not known.
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
    /// A value has no bytes, or more than can be read, or more than its register has.
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
    /// A value does not lie in the stack.
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
