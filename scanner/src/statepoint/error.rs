//! Reasons why a record is not that of a usable statepoint.

use crate::stackmap::{Location, LocationKind};

/// Error returned when a record cannot be decoded as that of a statepoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "record at offset {record_offset:#x} (ID {id:#x}, instruction offset {instruction_offset:#x}) \
     is not a usable statepoint: {reason}"
)]
pub struct StatepointError {
    /// The offset of the record in its section.
    pub record_offset: usize,
    /// The ID of the record.
    pub id: u64,
    /// The record's offset from its function's address.
    pub instruction_offset: u32,
    /// The reason.
    pub reason: StatepointProblem,
}

/// The part of a record that does not fit. An `index` counts the locations of the record from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StatepointProblem {
    /// LLVM wrote this record instead of one with too many locations.
    #[error("LLVM dropped its locations because there were more than 65535")]
    Overflow,
    /// The reserved flags of the record are not zero.
    #[error("the record's flags are {found:#x}, must be 0")]
    RecordFlags {
        /// The flags.
        found: u16,
    },
    /// The record has live-outs, which only a patchpoint has.
    #[error("it has {found} live-outs, a statepoint has none")]
    LiveOuts {
        /// The number of live-outs.
        found: usize,
    },
    /// The record ends with a list of references, which is only written for a record of another
    /// intrinsic.
    #[error("it has a list of references (reference_list::MARK), a statepoint has none")]
    ReferenceList,
    /// The record has fewer than three locations.
    #[error("it has {found} locations, a statepoint has at least 3")]
    TooShort {
        /// The number of locations.
        found: usize,
    },
    /// One of the first three locations is not a constant.
    #[error("location {index}, the {field}, is {found:?}, must be Constant")]
    LeadingKind {
        /// The index of the location.
        index: usize,
        /// The expected field.
        field: &'static str,
        /// The kind of the location.
        found: LocationKind,
    },
    /// One of the first three constants has an impossible value.
    #[error("location {index}, the {field}, is {found}, allowed is 0 to {allowed}")]
    LeadingValue {
        /// The index of the location.
        index: usize,
        /// The expected field.
        field: &'static str,
        /// Its value.
        found: i32,
        /// The largest possible value.
        allowed: u64,
    },
    /// The last base has no derived pointer.
    #[error("location {index} is a base without a derived pointer")]
    OddPairs {
        /// The index of the location.
        index: usize,
    },
    /// A location is relative to a register that cannot hold an address.
    #[error("location {index} is relative to register {register}, which is not general-purpose")]
    BaseRegister {
        /// The index of the location.
        index: usize,
        /// DWARF number of the register.
        register: u16,
    },
    /// A constant index is outside the given pool, which is not that of the record's map.
    #[error("location {index} refers to constant {found}, which is not in the pool")]
    ConstantIndex {
        /// The index of the location.
        index: usize,
        /// The index in the pool.
        found: i32,
    },
    /// A base, derived pointer or alloca has a location that cannot hold a pointer: a register that
    /// is not general-purpose, or a size that is not that of one or several pointers.
    #[error(
        "location {index} cannot hold a pointer: {kind:?} of {size} bytes, register {register}",
        kind = .location.kind, size = .location.size, register = .location.register
    )]
    NotAPointer {
        /// The index of the location.
        index: usize,
        /// The location.
        location: Location,
    },
    /// A base and its derived pointer are not vectors of the same number of pointers.
    #[error("the base at location {index} has {base} bytes, its derived pointer {derived}")]
    PairSizes {
        /// The index of the base's location.
        index: usize,
        /// Size of the base in bytes.
        base: u16,
        /// Size of the derived pointer in bytes.
        derived: u16,
    },
}

impl StatepointProblem {
    /// Returns whether the record must come from another intrinsic (`stackmap` or `patchpoint`),
    /// because LLVM writes none like it for a statepoint. Returns false for a statepoint that a
    /// collector cannot use.
    pub fn is_of_another_intrinsic(self) -> bool {
        matches!(
            self,
            Self::RecordFlags { .. }
                | Self::LiveOuts { .. }
                | Self::ReferenceList
                | Self::TooShort { .. }
                | Self::LeadingKind { .. }
                | Self::LeadingValue { .. }
                | Self::OddPairs { .. }
        )
    }
}

/// The reason why a location has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueLocationError {
    /// The architecture has no general-purpose register with the number of the base register.
    #[error("the base register does not exist")]
    BaseRegister,
    /// The constants of the map have no such index.
    #[error("the index is beyond the constants of the map")]
    ConstantIndex,
}

impl ValueLocationError {
    pub(super) fn at(self, index: usize, location: Location) -> StatepointProblem {
        match self {
            Self::BaseRegister => {
                StatepointProblem::BaseRegister { index, register: location.register }
            }
            Self::ConstantIndex => {
                StatepointProblem::ConstantIndex { index, found: location.offset }
            }
        }
    }
}
