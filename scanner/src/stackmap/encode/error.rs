//! Errors returned when a map is encoded.

use core::fmt;

use crate::stackmap::StackMapLayout;

/// Error returned when a layout cannot represent a map, or the map is inconsistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write {place} in layout {layout}: {problem}")]
pub struct StackMapEncodeError {
    /// The requested layout.
    pub layout: StackMapLayout,
    /// The part of the map that could not be encoded.
    pub place: StackMapPart,
    /// The reason.
    pub problem: EncodeProblem,
}

/// A part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackMapPart {
    /// The map as a whole.
    Map,
    /// A function.
    Function {
        /// Index of the function in the map.
        index: usize,
        /// Address of the function.
        address: u64,
    },
    /// A record.
    Record {
        /// Index of the record in the map.
        index: usize,
        /// ID of the record.
        id: u64,
        /// Offset in bytes from the function's address to the instruction.
        instruction_offset: u32,
        /// Address of the record's function, if known.
        function: Option<u64>,
    },
}

impl fmt::Display for StackMapPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Map => f.write_str("the stack map"),
            Self::Function { index, address } => write!(f, "function {index} at {address:#x}"),
            Self::Record { index, id, instruction_offset, function } => {
                write!(
                    f,
                    "record {index} (ID {id:#x}, instruction offset {instruction_offset:#x}"
                )?;
                match function {
                    Some(address) => write!(f, " of the function at {address:#x})"),
                    None => f.write_str(")"),
                }
            }
        }
    }
}

/// Reason why a part of a map cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeProblem {
    /// A value or number of elements is too large for its field.
    #[error("{field} is {found}, the maximum is {allowed}")]
    TooLarge {
        /// Name of the field.
        field: &'static str,
        /// The value.
        found: u64,
        /// The largest value that the field holds.
        allowed: u64,
    },
    /// The layout has no field for a value of the map.
    #[error("the layout has no field for {what} ({found})")]
    NoField {
        /// The kind of value.
        what: &'static str,
        /// The value, or the number of values.
        found: u64,
    },
    /// The layout cannot represent the size of a location.
    #[error("location {location} has a size of {found} bytes, allowed is {allowed}")]
    LocationSize {
        /// The index of the location in the record.
        location: usize,
        /// Size in bytes.
        found: u16,
        /// The possible sizes.
        allowed: &'static str,
    },
    /// A location refers to a constant that the map does not have.
    #[error("location {location} refers to constant {found}, but the pool has {constants}")]
    ConstantIndex {
        /// The index of the location in the record.
        location: usize,
        /// The index of the constant.
        found: i32,
        /// The number of constants.
        constants: usize,
    },
    /// The number of records of a function is not known, as in a map of version 1.
    #[error("its number of records is unknown")]
    NoRecordCount,
    /// The functions' record counts do not add up to the number of records.
    #[error("the record counts of the functions add up to {found}, the map has {allowed} records")]
    RecordCounts {
        /// The sum, saturated.
        found: u64,
        /// The number of records.
        allowed: u64,
    },
    /// Two values of the map contradict each other.
    #[error("{what} ({found})")]
    Contradiction {
        /// Description of the contradiction.
        what: &'static str,
        /// One of the two values.
        found: u64,
    },
}
