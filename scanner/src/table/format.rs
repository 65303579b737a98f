//! The binary format of a table.
//!
//! An encoded table is called a unit. It consists of little-endian 32-bit words (here, a word is 32
//! bits), and is aligned to 8 bytes in memory. A unit is position-independent: it can be in the
//! heap, in a section of a loaded image, or in a file. The header has the offset of each part:
//!
//! ```text
//! word  0   magic: "SPGT"
//!       1   version (16 bits), `e_machine` of the architecture (16)
//!       2   length of the unit in words, even
//!       3   length of the code in bytes
//!       4   start of the code minus the address of this word, 64 bits
//!       6   number of call sites
//!       7   number of functions
//!       8   number of descriptors
//!       9   maximum number of base roots per call site (16 bits); bytes per content in
//!           `sites` (8); bytes per element of `record_index` (7); whether a call site
//!           belongs to a `stackmap` or `patchpoint` (1)
//!      10   offset of each part in words from the start of the unit; the order of the parts is:
//!             blocks        the index: see `index.rs`
//!             sites         the index: the low bytes, then the contents; the content of a call
//!                           site is the position of its descriptor, in words
//!             frames        see `descriptor.rs`
//!             descriptors   see `descriptor.rs`
//!             functions     start and end of each function, in bytes from the start of the
//!                           code, sorted
//!             record_index  position of the record of each call site, in bytes
//!             records       see `record.rs`
//! ```
//!
//! A walk reads only the parts up to the descriptors. All elements of `record_index` have the width
//! that the largest one needs, and so do all contents of `sites`. The width is 0 if all elements
//! are 0, for example if all call sites have the same record.
//!
//! [`Header::read`] validates the header in constant time. The other parts are validated when they
//! are used. In a corrupt unit, a lookup finds nothing or returns an error; it never reads memory
//! outside the unit.

use crate::arch::InstructionSet;

/// The first word of a unit.
pub(super) const MAGIC: u32 = u32::from_le_bytes(*b"SPGT");
/// Version of the format, incremented with each incompatible change.
pub(super) const VERSION: u16 = 5;
/// Index of the word that holds the start of the code, relative to the address of that word.
pub(super) const CODE_START_WORD: usize = 4;
/// Offset in bytes from the start of a unit to the field that holds the start of the code, relative
/// to the field. In an object file, the relocation applies to this field.
pub const CODE_START_OFFSET: usize = 4 * CODE_START_WORD;
/// Index of the first word with the offset of a part.
const PARTS_WORD: usize = 10;
/// Flag in the byte that holds the width of the elements of `record_index`: a call site belongs to
/// a `stackmap` or `patchpoint`.
const HAS_PINNED: u8 = 0x80;
/// Size of the header in words.
pub(super) const HEADER_WORDS: usize = PARTS_WORD + Part::COUNT;
/// Alignment of units, in bytes.
pub const UNIT_ALIGNMENT: usize = 8;

/// A part of a unit. The discriminant is the index of the part's offset in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Blocks,
    Sites,
    Frames,
    Descriptors,
    Functions,
    RecordIndex,
    Records,
}

impl Part {
    /// Number of parts.
    pub(super) const COUNT: usize = 7;

    /// Returns the name of the part in messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Blocks => "block index",
            Self::Sites => "call sites",
            Self::Frames => "frames",
            Self::Descriptors => "descriptors",
            Self::Functions => "functions",
            Self::RecordIndex => "record index",
            Self::Records => "records",
        }
    }

    /// All parts, in the order of the unit.
    const ALL: [Self; Self::COUNT] = [
        Self::Blocks,
        Self::Sites,
        Self::Frames,
        Self::Descriptors,
        Self::Functions,
        Self::RecordIndex,
        Self::Records,
    ];
}

/// Error returned when bytes are not a valid table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The memory that holds the unit is not aligned to [`UNIT_ALIGNMENT`] bytes.
    #[error("a call-site table at {address:#x} is not aligned to {UNIT_ALIGNMENT} bytes")]
    Misaligned {
        /// The address of the bytes.
        address: u64,
    },
    /// The unit is truncated.
    #[error("a call-site table is truncated: it needs {needed} bytes and has {found}")]
    Short {
        /// Size of the unit in bytes according to its header, or the size of a header.
        needed: u64,
        /// Number of available bytes.
        found: u64,
    },
    /// The bytes do not begin with the magic number.
    #[error("a call-site table begins with {found:#010x} instead of its magic number")]
    Magic {
        /// The first word.
        found: u32,
    },
    /// The unit was written by another version of this library.
    #[error("a call-site table of version {found}, this library reads version {VERSION}")]
    Version {
        /// Version of the unit.
        found: u16,
    },
    /// The unit is for the code of another architecture.
    #[error("a call-site table for ELF machine {found}, not {expected}")]
    Architecture {
        /// `e_machine` in the header.
        found: u16,
        /// `e_machine` of the requested architecture.
        expected: u16,
    },
    /// The length in the header is invalid.
    #[error(
        "a call-site table records a length of {found} words, expected an even number of at least \
         {HEADER_WORDS}"
    )]
    Length {
        /// The length, in words.
        found: u32,
    },
    /// The width of the elements of a part is invalid.
    #[error("a call-site table records numbers of {found} bytes, at most 4 are possible")]
    Width {
        /// The width in bytes.
        found: u8,
    },
    /// A part extends beyond the unit or overlaps the next part.
    #[error(
        "the {part} of a call-site table at word {start:#x} needs {needed} words, more than the \
         table has"
    )]
    Part {
        /// Name of the part.
        part: &'static str,
        /// Offset of the part in words.
        start: u32,
        /// Minimum size of the part in words.
        needed: u64,
    },
    /// The end of the code overflows the address space.
    #[error("the code of a call-site table, {length} bytes at {start:#x}, overflows")]
    Code {
        /// Start of the code.
        start: u64,
        /// Length of the code, in bytes.
        length: u32,
    },
}

/// The validated header of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// Length of the unit, in words.
    pub(super) words: u32,
    /// Length of the code, in bytes.
    pub(super) code_len: u32,
    /// Start of the code, relative to the address of the unit.
    pub(super) code_start: u64,
    /// Number of call sites.
    pub(super) sites: u32,
    /// Number of functions.
    pub(super) functions: u32,
    /// Number of descriptors.
    pub(super) descriptors: u32,
    /// Maximum number of base roots per call site.
    pub(super) max_bases: u16,
    /// Bytes per content in `sites`.
    pub(super) content_width: u8,
    /// Bytes per element of `record_index`.
    pub(super) record_width: u8,
    /// Whether a call site belongs to a `stackmap` or `patchpoint`.
    pub(super) has_pinned: bool,
    /// Offset of each part, in words.
    pub(super) parts: [u32; Part::COUNT],
}

impl Header {
    /// Reads and validates the header at the start of `words`.
    pub(super) fn read<A: InstructionSet>(words: &[u32]) -> Result<Self, TableError> {
        let found = words.len() as u64 * 4;
        if let Some(&magic) = words.first()
            && magic != MAGIC
        {
            return Err(TableError::Magic { found: magic });
        }
        let header: &[u32; HEADER_WORDS] = words
            .first_chunk()
            .ok_or(TableError::Short { needed: HEADER_WORDS as u64 * 4, found })?;
        let (version, machine) = (header[1] as u16, (header[1] >> 16) as u16);
        if version != VERSION {
            return Err(TableError::Version { found: version });
        }
        if machine != A::ELF_MACHINE {
            return Err(TableError::Architecture { found: machine, expected: A::ELF_MACHINE });
        }
        let len = header[2];
        if (len as usize) < HEADER_WORDS || !len.is_multiple_of(2) {
            return Err(TableError::Length { found: len });
        }
        if u64::from(len) * 4 > found {
            return Err(TableError::Short { needed: u64::from(len) * 4, found });
        }
        let relative = u64::from(header[4]) | u64::from(header[5]) << 32;
        let mut parts = [0; Part::COUNT];
        parts.copy_from_slice(&header[PARTS_WORD..]);
        let header = Self {
            words: len,
            code_len: header[3],
            code_start: relative.wrapping_add(4 * CODE_START_WORD as u64),
            sites: header[6],
            functions: header[7],
            descriptors: header[8],
            max_bases: header[9] as u16,
            content_width: (header[9] >> 16) as u8,
            record_width: (header[9] >> 24) as u8 & !HAS_PINNED,
            has_pinned: (header[9] >> 24) as u8 & HAS_PINNED != 0,
            parts,
        };
        let width = header.content_width.max(header.record_width);
        if width > 4 {
            return Err(TableError::Width { found: width });
        }
        for part in Part::ALL {
            let (start, end) = header.bounds(part);
            let needed = header.min_size(part);
            if (start as usize) < HEADER_WORDS || start > end || u64::from(end - start) < needed {
                return Err(TableError::Part { part: part.name(), start, needed });
            }
        }
        Ok(header)
    }

    /// Returns the minimum size of a part in words.
    fn min_size(&self, part: Part) -> u64 {
        let sites = u64::from(self.sites);
        match part {
            Part::Sites => (sites * (1 + u64::from(self.content_width))).div_ceil(4),
            Part::RecordIndex => (sites * u64::from(self.record_width)).div_ceil(4),
            Part::Functions => 2 * u64::from(self.functions),
            Part::Blocks | Part::Frames | Part::Descriptors | Part::Records => 0,
        }
    }

    /// Returns the offsets of a part and of the next part, in words. For the last part, the second
    /// offset is the end of the unit.
    pub(super) fn bounds(&self, part: Part) -> (u32, u32) {
        let end = self.parts.get(part as usize + 1).copied().unwrap_or(self.words);
        (self.parts[part as usize], end)
    }

    /// Encodes the header.
    pub(super) fn write<A: InstructionSet>(&self) -> [u32; HEADER_WORDS] {
        let relative = self.code_start.wrapping_sub(4 * CODE_START_WORD as u64);
        let has_pinned = if self.has_pinned { HAS_PINNED } else { 0 };
        let mut words = [0; HEADER_WORDS];
        words[..PARTS_WORD].copy_from_slice(&[
            MAGIC,
            u32::from(VERSION) | u32::from(A::ELF_MACHINE) << 16,
            self.words,
            self.code_len,
            relative as u32,
            (relative >> 32) as u32,
            self.sites,
            self.functions,
            self.descriptors,
            u32::from(self.max_bases)
                | u32::from(self.content_width) << 16
                | u32::from(self.record_width | has_pinned) << 24,
        ]);
        words[PARTS_WORD..].copy_from_slice(&self.parts);
        words
    }
}
