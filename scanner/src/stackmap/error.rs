//! Errors in the bytes of a stack map.

use super::StackMapLayout;

/// Error returned when bytes are not a valid stack map. All offsets are in bytes from the start of
/// the section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StackMapParseError {
    /// The section ends inside a field.
    #[error(
        "offset {offset:#x}: the section ends inside {field}: {needed} bytes needed, {available} \
         left"
    )]
    Truncated {
        /// Offset of the field.
        offset: usize,
        /// Name of the field.
        field: &'static str,
        /// Size of the field in bytes.
        needed: usize,
        /// The number of bytes from `offset` to the end of the section.
        available: usize,
    },
    /// The version byte of a map is unknown, or is not that of the requested layout.
    #[error("offset {offset:#x}: stack map version {found}, allowed is {allowed}")]
    Version {
        /// Offset of the map.
        offset: usize,
        /// The version byte.
        found: u8,
        /// The versions that are allowed.
        allowed: &'static str,
    },
    /// Data other than padding starts at an offset that is not a multiple of eight.
    #[error("offset {offset:#x}: a stack map must start at a multiple of 8, or be zero padding")]
    Misaligned {
        /// Offset of the first byte that is not zero.
        offset: usize,
    },
    /// Reserved or padding bytes are not zero.
    #[error("offset {offset:#x}: {field} is {found:#x}, must be 0")]
    Reserved {
        /// Offset of the bytes.
        offset: usize,
        /// Name of the field.
        field: &'static str,
        /// Value of the field.
        found: u64,
    },
    /// The padding between two arrays is longer than alignment requires.
    #[error("offset {offset:#x}: {field} has {found} bytes, at most {allowed} are allowed")]
    Padding {
        /// Offset of the bytes.
        offset: usize,
        /// Name of the field.
        field: &'static str,
        /// The number of bytes.
        found: usize,
        /// The largest number that alignment can require.
        allowed: usize,
    },
    /// The lists of a flat map, counted once per frame or record that uses them, are too long in
    /// total.
    #[error(
        "offset {offset:#x}: the map has {found} locations, live-outs and saved registers up to \
         here, at most {allowed} are allowed"
    )]
    Expansion {
        /// Offset of the frame or record that exceeds the limit.
        offset: usize,
        /// Total number of elements of all lists up to that frame or record.
        found: u64,
        /// Maximum total number of elements.
        allowed: u64,
    },
    /// A count is larger than the rest of the section can hold.
    #[error(
        "offset {offset:#x}: {field} is {found}, the rest of the section holds at most {allowed}"
    )]
    Count {
        /// Offset of the count.
        offset: usize,
        /// Name of the field.
        field: &'static str,
        /// Value of the field.
        found: u64,
        /// The largest value that fits.
        allowed: u64,
    },
    /// A location has an unknown kind.
    #[error("offset {offset:#x}: location kind {found}, allowed is 1 to 5")]
    LocationKind {
        /// Offset of the location.
        offset: usize,
        /// The kind byte.
        found: u8,
    },
    /// The index of a [`ConstantIndex`](super::LocationKind::ConstantIndex) location is outside the
    /// constant pool.
    #[error("offset {offset:#x}: constant index {found}, but the map has {constants} constants")]
    ConstantIndex {
        /// Offset of the location.
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
        /// Offset of the record count that is too large, or of the end of the function table.
        offset: usize,
        /// The sum, saturated.
        found: u64,
        /// The number of records in the header.
        allowed: u64,
    },
    /// An array offset in the header of a flat map is invalid.
    #[error(
        "offset {offset:#x}: {field} is {found:#x}, allowed is {low:#x} to {high:#x} \
         in steps of {step}"
    )]
    ArrayOffset {
        /// Offset of the field.
        offset: usize,
        /// Name of the field.
        field: &'static str,
        /// Value of the field, in bytes from the start of the map.
        found: u32,
        /// The end of the previous array.
        low: u32,
        /// The largest offset inside the section.
        high: u32,
        /// The array's alignment, or the element size of the previous array, in bytes.
        step: u32,
    },
    /// A frame or record of a flat map refers to elements that its array does not have.
    #[error(
        "offset {offset:#x}: {field}: {count} elements from index {index}, but the array has \
         {allowed}"
    )]
    ArrayRange {
        /// Offset of the frame or record.
        offset: usize,
        /// The kind of elements.
        field: &'static str,
        /// Index of the first element.
        index: u16,
        /// Number of elements.
        count: u16,
        /// The number of elements of the array.
        allowed: usize,
    },
    /// The records of a function of a flat map do not follow those of the previous function.
    #[error("offset {offset:#x}: the records start at index {found}, must start at {allowed}")]
    RecordIndex {
        /// Offset of the function.
        offset: usize,
        /// The index.
        found: u16,
        /// The sum of the record counts of the previous functions.
        allowed: u64,
    },
    /// A record of a flat map has live-outs although its flag says that they are not known.
    #[error("offset {offset:#x}: {found} live-outs, allowed is 0 without live-out information")]
    LiveOutInfo {
        /// Offset of the record.
        offset: usize,
        /// The number of live-outs.
        found: u16,
    },
    /// The layout does not record which record belongs to which function.
    #[error(
        "offset {offset:#x}: a stack map of layout {layout} has no record counts, \
         so its records cannot be attributed to functions"
    )]
    NoRecordCounts {
        /// Offset of the map.
        offset: usize,
        /// Layout of the map.
        layout: StackMapLayout,
    },
}
