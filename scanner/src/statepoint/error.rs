//! Why a record is not that of a usable statepoint.

use crate::stackmap::{Location, LocationKind};

/// A record that could not be read as a statepoint's.
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
    /// What does not fit.
    pub reason: Reason,
}

/// What does not fit in a record. An `index` counts the locations of the record from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
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
    /// The record ends with a list of references, which only who knows that it is none writes.
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
        /// The location.
        index: usize,
        /// What it should be.
        field: &'static str,
        /// What it is.
        found: LocationKind,
    },
    /// One of the first three constants has no possible value.
    #[error("location {index}, the {field}, is {found}, allowed is 0 to {allowed}")]
    LeadingValue {
        /// The location.
        index: usize,
        /// What it should be.
        field: &'static str,
        /// Its value.
        found: i32,
        /// The largest possible value.
        allowed: u64,
    },
    /// The last base has no derived pointer.
    #[error("location {index} is a base without a derived pointer")]
    OddPairs {
        /// The location.
        index: usize,
    },
    /// A location is relative to a register that cannot hold an address.
    #[error("location {index} is relative to register {register}, which is not general-purpose")]
    BaseRegister {
        /// The location.
        index: usize,
        /// DWARF number of the register.
        register: u16,
    },
    /// A constant index is outside the given pool, which is not that of the record's map.
    #[error("location {index} is constant {found} of the pool, which is not that long")]
    ConstantIndex {
        /// The location.
        index: usize,
        /// The index in the pool.
        found: i32,
    },
    /// A base, derived pointer or alloca is where no pointer can be: a register that is not
    /// general-purpose, or a size that is not a pointer's or several pointers'.
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
        /// The location of the base.
        index: usize,
        /// Bytes of the base.
        base: u16,
        /// Bytes of the derived pointer.
        derived: u16,
    },
}

impl Reason {
    /// Whether the record must come from another intrinsic (`stackmap` or `patchpoint`), because LLVM
    /// writes none like it for a statepoint, as opposed to a statepoint that a collector cannot use.
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

/// Why one location has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The architecture has no general-purpose register with the number of the base register.
    #[error("the base register does not exist")]
    BaseRegister,
    /// The constants of the map have no such index.
    #[error("the index is beyond the constants of the map")]
    ConstantIndex,
}

impl ValueError {
    pub(super) fn at(self, index: usize, location: Location) -> Reason {
        match self {
            Self::BaseRegister => Reason::BaseRegister { index, register: location.register },
            Self::ConstantIndex => Reason::ConstantIndex { index, found: location.offset },
        }
    }
}
