//! Errors returned when a stack map is compiled into a table.

use crate::cfi::UnwindError;
use crate::check::RecordViolation;
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftError;
use crate::stackmap::{Location, StackMapParseError};
use crate::statepoint::StatepointError;

/// Error returned when a stack map cannot be compiled into a call-site table.
///
/// `function` is the address of the managed function, and `pc` the return address of the call site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableBuildError {
    /// The section cannot be parsed.
    #[error(transparent)]
    Parse(#[from] StackMapParseError),
    /// A function's address is 0: the relocations of the section have not been applied.
    #[error(
        "function {index} of the stack map at offset {map:#x} has the address 0; the section must \
         be read from a loaded image, where its relocations are applied"
    )]
    Unrelocated {
        /// The offset of the map in its section.
        map: usize,
        /// The index of the function in the map.
        index: usize,
    },
    /// The address of a record is beyond the end of the address space.
    #[error(
        "the record at offset {offset:#x} from the function at {function:#x} is beyond the address \
         space"
    )]
    AddressOverflow {
        /// Address of the function.
        function: u64,
        /// Offset in bytes from the function's address to the instruction.
        offset: u32,
    },
    /// The record of a statepoint is invalid.
    #[error("the call that returns to {pc:#x} in the function at {function:#x}: {source}")]
    Statepoint {
        /// Address of the function.
        function: u64,
        /// The return address.
        pc: u64,
        /// The problem with the record.
        source: StatepointError,
    },
    /// There is no unwind rule for a call site.
    #[error(transparent)]
    Unwind(#[from] UnwindError),
    /// A record does not pass the [checks](crate::check).
    #[error(
        "the call that returns to {pc:#x} in the function at {function:#x} (record at offset \
         {record_offset:#x}): {violation}"
    )]
    Rule {
        /// Address of the function.
        function: u64,
        /// The return address.
        pc: u64,
        /// The offset of the record in its section.
        record_offset: usize,
        /// The violation.
        violation: RecordViolation,
    },
    /// The description of a function that Cranelift compiled is invalid.
    #[cfg(feature = "cranelift")]
    #[error(transparent)]
    Cranelift(#[from] CraneliftError),
    /// Two maps record different frame sizes for a function.
    #[error(
        "two maps disagree on the frame of the function at {function:#x}: {} and {}; compile it \
         with the same options in all objects", FrameSize(*first), FrameSize(*second)
    )]
    ConflictingFrames {
        /// Address of the function.
        function: u64,
        /// Size in bytes in one map; `None` if the size is not fixed.
        first: Option<u64>,
        /// Size in bytes in the other map; `None` if the size is not fixed.
        second: Option<u64>,
    },
    /// A table cannot express a frame or its roots.
    #[error(
        "the call that returns to {pc:#x} in the function at {function:#x} (record at offset \
         {record_offset:#x}): {problem}"
    )]
    Root {
        /// Address of the function.
        function: u64,
        /// The return address.
        pc: u64,
        /// The offset of the record in its section.
        record_offset: usize,
        /// The problem with the root.
        problem: TableEncodeError,
    },
    /// Two records for one return address differ.
    #[error(
        "two records for the call that returns to {pc:#x} in the function at {function:#x} \
         disagree; compile it with the same options in all objects"
    )]
    Conflict {
        /// A function with a record for this return address.
        function: u64,
        /// The return address.
        pc: u64,
    },
    /// The code spans more than 4 GiB, the maximum of a table.
    #[error(
        "managed code from {low:#x} to {high:#x} spans more than 4 GiB; it needs more than one \
         table"
    )]
    RangeTooLarge {
        /// The lowest function address.
        low: u64,
        /// The highest return address.
        high: u64,
    },
    /// The descriptors take more than 8 GiB.
    #[error("the frame descriptors of {records} records do not fit in a table")]
    TooManyDescriptors {
        /// Number of records when the limit was exceeded.
        records: usize,
    },
}

/// Error returned when a table cannot express a frame or its roots.
///
/// The builder first decodes a record as a [`Statepoint`](crate::statepoint::Statepoint) and
/// applies the [checks](crate::check). After these, only the limits of a table can cause an error
/// here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum TableEncodeError {
    /// The root is in a register that a callee may overwrite.
    #[error(
        "a root is in {name}, which calls do not preserve (is the callee preserve_most or \
         preserve_all, or the value undefined?)"
    )]
    CallerSaved {
        /// The register's name.
        name: &'static str,
    },
    /// The root is in a register of another class.
    #[error("a root is in DWARF register {register}, which is not general-purpose")]
    OtherRegister {
        /// DWARF number of the register.
        register: u16,
    },
    /// A general-purpose register holds a root that is not 8 bytes.
    #[error("a root of {size} bytes is in {name}")]
    RegisterSize {
        /// The register's name.
        name: &'static str,
        /// Size in bytes.
        size: u16,
    },
    /// The root's slot is relative to a register that a callee may overwrite.
    #[error("a root's slot is relative to {name}, which calls do not preserve")]
    SlotBase {
        /// The register's name.
        name: &'static str,
    },
    /// The offset of a slot is not a multiple of eight, or more than 64 MiB.
    #[error("a slot at offset {offset} from its register is not aligned or too far away")]
    SlotOffset {
        /// Offset in bytes.
        offset: i64,
    },
    /// A base and its derived pointer are vectors of different lengths.
    #[error("a base of {base} bytes has a derived pointer of {derived} bytes")]
    PairSizes {
        /// Size of the base, in bytes.
        base: u16,
        /// Size of the derived pointer, in bytes.
        derived: u16,
    },
    /// A list of references is longer than its record.
    #[error("it lists {listed} references, but has {values} values before the list's mark")]
    ListTooLong {
        /// Number of references in the list.
        listed: u16,
        /// Number of values in the record.
        values: usize,
    },
    /// A listed value is at a location that cannot hold a reference.
    #[error(
        "a value that is listed as a reference is in {kind:?} of {size} bytes, register \
         {register}, offset {offset}",
        kind = .location.kind, size = .location.size, register = .location.register,
        offset = .location.offset
    )]
    ListedValue {
        /// The location of the value.
        location: Location,
    },
    /// The record has more roots than a descriptor can hold.
    #[error("it has {found} roots, more than 65535")]
    TooMany {
        /// Number of roots.
        found: usize,
    },
}

impl TableBuildError {
    /// Returns the address of the managed function, if the error concerns one.
    pub fn function(&self) -> Option<u64> {
        match *self {
            Self::Parse(_) | Self::Unrelocated { .. } | Self::TooManyDescriptors { .. } => None,
            Self::RangeTooLarge { .. } => None,
            Self::AddressOverflow { function, .. }
            | Self::Statepoint { function, .. }
            | Self::Root { function, .. }
            | Self::Rule { function, .. }
            | Self::ConflictingFrames { function, .. }
            | Self::Conflict { function, .. } => Some(function),
            Self::Unwind(ref error) => Some(error.function),
            #[cfg(feature = "cranelift")]
            Self::Cranelift(ref error) => Some(error.function),
        }
    }
}

/// Formats the size of a frame for messages: `N bytes` or `no fixed size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSize(pub Option<u64>);

impl core::fmt::Display for FrameSize {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            Some(size) => write!(f, "{size} bytes"),
            None => f.write_str("no fixed size"),
        }
    }
}
