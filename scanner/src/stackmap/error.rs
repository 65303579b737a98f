//! What can be wrong with the bytes of a stack map.

use super::Layout;

/// Why bytes are not a stack map. Every offset counts bytes from the start of the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The section ends inside a field.
    #[error(
        "offset {offset:#x}: the section ends inside {field}: {needed} bytes needed, {available} left"
    )]
    Truncated {
        /// Where the field starts.
        offset: usize,
        /// The field.
        field: &'static str,
        /// Its size in bytes.
        needed: usize,
        /// The bytes from `offset` to the end of the section.
        available: usize,
    },
    /// The first byte of a map names no version that can be read here.
    #[error("offset {offset:#x}: stack map version {found}, allowed is {allowed}")]
    Version {
        /// Where the map starts.
        offset: usize,
        /// The version byte.
        found: u8,
        /// The versions that are allowed.
        allowed: &'static str,
    },
    /// Something that is not padding starts at an offset that is not a multiple of eight.
    #[error("offset {offset:#x}: a stack map must start at a multiple of 8, or be zero padding")]
    Misaligned {
        /// The first byte that is not zero.
        offset: usize,
    },
    /// Reserved or padding bytes are not zero.
    #[error("offset {offset:#x}: {field} is {found:#x}, must be 0")]
    Reserved {
        /// Where the bytes start.
        offset: usize,
        /// The field.
        field: &'static str,
        /// Its value.
        found: u64,
    },
    /// More bytes separate two arrays than alignment asks for.
    #[error("offset {offset:#x}: {field} has {found} bytes, at most {allowed} are allowed")]
    Padding {
        /// Where the bytes start.
        offset: usize,
        /// The field.
        field: &'static str,
        /// The number of bytes.
        found: usize,
        /// The number that alignment can need.
        allowed: usize,
    },
    /// The records of a flat map share so much that their lists together are too long.
    #[error(
        "offset {offset:#x}: locations, live-outs and saved registers of the map so far are \
         {found} together, allowed are {allowed}"
    )]
    Expansion {
        /// Where the frame or record starts.
        offset: usize,
        /// The length of all lists up to here.
        found: u64,
        /// The largest length that is read.
        allowed: u64,
    },
    /// A count says that there is more than the rest of the section can hold.
    #[error(
        "offset {offset:#x}: {field} is {found}, the rest of the section holds at most {allowed}"
    )]
    Count {
        /// Where the count stands.
        offset: usize,
        /// The field.
        field: &'static str,
        /// Its value.
        found: u64,
        /// The largest value that fits.
        allowed: u64,
    },
    /// A location has an unknown kind.
    #[error("offset {offset:#x}: location kind {found}, allowed is 1 to 5")]
    LocationKind {
        /// Where the location starts.
        offset: usize,
        /// The kind byte.
        found: u8,
    },
    /// A location of kind constant index points outside the constant pool.
    #[error("offset {offset:#x}: constant index {found}, but the map has {constants} constants")]
    ConstantIndex {
        /// Where the location starts.
        offset: usize,
        /// The index.
        found: i32,
        /// The number of constants of the map.
        constants: usize,
    },
    /// The functions' record counts do not add up to the number of records in the header.
    #[error(
        "offset {offset:#x}: the record counts of the functions up to here add up to {found}, \
         the map has {allowed} records"
    )]
    RecordCounts {
        /// Where the record count stands that is too much, or the end of the function table.
        offset: usize,
        /// The sum, saturated.
        found: u64,
        /// The number of records in the header.
        allowed: u64,
    },
    /// An offset in the header of a flat map cannot be that of its array.
    #[error(
        "offset {offset:#x}: {field} is {found:#x}, allowed is {low:#x} to {high:#x} \
         in steps of {step}"
    )]
    ArrayOffset {
        /// Where the offset stands.
        offset: usize,
        /// The field.
        field: &'static str,
        /// Its value, in bytes from the start of the map.
        found: u32,
        /// The end of the array before.
        low: u32,
        /// The largest offset inside the section.
        high: u32,
        /// The array's alignment, or the size of an element of the array before it.
        step: u32,
    },
    /// A frame or record of a flat map names elements that its array does not have.
    #[error("offset {offset:#x}: {field} are {count} from index {index}, the array has {allowed}")]
    ArrayRange {
        /// Where the frame or record starts.
        offset: usize,
        /// The elements.
        field: &'static str,
        /// The first of them.
        index: u16,
        /// Their number.
        count: u16,
        /// The elements that the array has.
        allowed: usize,
    },
    /// The records of a function of a flat map do not follow those of the function before it.
    #[error("offset {offset:#x}: the records start at index {found}, must start at {allowed}")]
    RecordIndex {
        /// Where the function starts.
        offset: usize,
        /// The index.
        found: u16,
        /// The sum of the record counts of the functions before.
        allowed: u64,
    },
    /// A record of a flat map has live-outs and says that it has no information on them.
    #[error("offset {offset:#x}: {found} live-outs, allowed is 0 without live-out information")]
    LiveOutInfo {
        /// Where the record starts.
        offset: usize,
        /// The number of live-outs.
        found: u16,
    },
    /// The layout does not say which record belongs to which function.
    #[error(
        "offset {offset:#x}: a stack map of layout {layout} has no record counts, \
         so its records cannot be attributed to functions"
    )]
    NoRecordCounts {
        /// Where the map starts.
        offset: usize,
        /// Its layout.
        layout: Layout,
    },
}
