//! The words before the counters.

use crate::HeapCounters;

/// The first word of a file: the bytes `SPGCSTAT`.
pub const MAGIC: u64 = u64::from_le_bytes(*b"SPGCSTAT");

/// The version of the layout.
pub const VERSION: u64 = 2;

/// Index of the word with the magic number.
pub(crate) const MAGIC_WORD: usize = 0;
/// Index of the word with the version.
pub(crate) const VERSION_WORD: usize = 1;
/// Index of the word with the size.
pub(crate) const SIZE_WORD: usize = 2;
/// Index of the word with the process ID.
pub(crate) const PROCESS_WORD: usize = 3;
/// Index of the word with the number of the heap.
pub(crate) const HEAP_WORD: usize = 4;
/// Index of the word with the time of the heap's creation.
pub(crate) const CREATED_WORD: usize = 5;
/// Index of the word with the checksum.
pub(crate) const CHECKSUM_WORD: usize = 6;
/// Index of the first counter.
pub(crate) const COUNTERS_WORD: usize = 7;

/// Number of words of a file.
pub(crate) const FILE_WORDS: usize = COUNTERS_WORD + HeapCounters::WORDS;

/// Size of a file in bytes.
pub const FILE_BYTES: usize = 8 * FILE_WORDS;

/// The heap whose counters a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The process ID, as the process itself knows it.
    pub process: u32,
    /// Number of the heap among those that the process has created, from 1.
    pub heap: u64,
    /// Time at which the heap was created, in nanoseconds since the beginning of 1970 in UTC.
    pub created_unix_ns: u64,
}
