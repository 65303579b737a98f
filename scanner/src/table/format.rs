//! The binary form of a table.
//!
//! A table is a run of little-endian 32-bit words, 8-aligned in memory, called a unit. It holds no
//! absolute address, so the same words work in a heap buffer, in a section of a program that is
//! mapped anywhere, and in a file. Every part is found by its offset in the header:
//!
//! ```text
//! word  0   magic: "SPGT"
//!       1   version (16 bits), ELF machine number of the architecture (16)
//!       2   length of the unit in words, even
//!       3   length of the code in bytes
//!       4   start of the code minus the address of this very word, 64 bits
//!       6   number of call sites
//!       7   number of functions
//!       8   number of descriptors
//!       9   largest number of base roots at a call site (16 bits); bytes of a content
//!           in `sites` (8) and of a number in `record_index` (7); whether a call site is
//!           that of a `stackmap` or `patchpoint` (1)
//!      10   for each part: its offset in words from the start of the unit; parts lie in this order
//!             blocks        the index: see `index.rs`
//!             sites         the index: the low bytes, then the contents; the content of a call
//!                           site is the position of its descriptor, in words
//!             frames        see `descriptor.rs`
//!             descriptors   see `descriptor.rs`
//!             functions     start and end of each, in bytes from the start of the code, sorted
//!             record_index  for each call site the position of its record, in bytes
//!             records       see `record.rs`
//! ```
//!
//! A walk needs the parts up to the descriptors. The rest is cold. Contents and the numbers in
//! `record_index` take as many bytes as the largest one needs: zero bytes where all call sites have
//! one record.
//!
//! [`Header::read`] checks all of the header in a time that does not depend on the unit's size. The
//! contents of the parts are checked when they are used: with damaged words a look-up finds nothing
//! or returns an error; it never reads memory outside the unit.

use crate::arch::InstructionSet;

pub(super) const MAGIC: u32 = u32::from_le_bytes(*b"SPGT");
/// Version of the format, incremented whenever words change their meaning.
pub(super) const VERSION: u16 = 4;
/// Index of the word with the start of the code; the start is relative to that word's address.
pub(super) const CODE_START_WORD: usize = 4;
/// Offset in bytes, from the start of a unit, of the field that holds the start of the code
/// relative to itself: the place of a relocation.
pub const CODE_START_OFFSET: usize = 4 * CODE_START_WORD;
const PARTS_WORD: usize = 10;
/// Flag in the byte that holds the width of a number in `record_index`.
const HAS_PINNED: u8 = 0x80;
pub(super) const HEADER_WORDS: usize = PARTS_WORD + Part::COUNT;
/// Alignment of units, in bytes.
pub const UNIT_ALIGNMENT: usize = 8;

/// A part of a unit. The number is its position in the header.
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
    pub(super) const COUNT: usize = 7;

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

/// Error returned when bytes are not a table. Offsets count bytes from the start of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The memory that holds the unit is not aligned to [`UNIT_ALIGNMENT`] bytes.
    #[error("a call-site table at {address:#x} is not aligned to {UNIT_ALIGNMENT} bytes")]
    Misaligned {
        /// The address of the bytes.
        address: u64,
    },
    /// There are fewer bytes than the unit must have.
    #[error("a call-site table is truncated: it needs {needed} bytes and has {found}")]
    Short {
        /// Number of bytes that the unit has by its header, or at least that of the header.
        needed: u64,
        /// Number of bytes that there are.
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
        /// The version.
        found: u16,
    },
    /// The unit is for the code of another architecture.
    #[error("a call-site table for ELF machine {found}, not {expected}")]
    Architecture {
        /// ELF machine number in the header.
        found: u16,
        /// ELF machine number of the requested architecture.
        expected: u16,
    },
    /// The length in the header is not possible.
    #[error(
        "a call-site table records a length of {found} words, expected an even number of at least \
         {HEADER_WORDS}"
    )]
    Length {
        /// The length, in words.
        found: u32,
    },
    /// The numbers of a part cannot have this width.
    #[error("a call-site table records numbers of {found} bytes, at most 4 are possible")]
    Width {
        /// The width in bytes.
        found: u8,
    },
    /// A part does not lie in the unit, given its offset and size.
    #[error(
        "the {part} of a call-site table at word {start:#x} needs {needed} words, more than the \
         table has"
    )]
    Part {
        /// The part.
        part: &'static str,
        /// Its offset in words.
        start: u32,
        /// Number of words that it must have.
        needed: u64,
    },
    /// The code lies outside the address space.
    #[error("the code of a call-site table, {length} bytes at {start:#x}, overflows")]
    Code {
        /// Start of the code.
        start: u64,
        /// Length of the code, in bytes.
        length: u32,
    },
}

/// The checked header of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) words: u32,
    /// Length of the code, in bytes.
    pub(super) code_len: u32,
    /// The start of the code if the unit lies at address 0.
    pub(super) code_start: u64,
    pub(super) sites: u32,
    pub(super) functions: u32,
    pub(super) descriptors: u32,
    pub(super) max_bases: u16,
    /// Bytes per content.
    pub(super) content_width: u8,
    pub(super) record_width: u8,
    /// Whether there are frames of other records than statepoints.
    pub(super) has_pinned: bool,
    /// The offset of each part.
    pub(super) parts: [u32; Part::COUNT],
}

impl Header {
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
            let needed = header.needed(part);
            if (start as usize) < HEADER_WORDS || start > end || u64::from(end - start) < needed {
                return Err(TableError::Part { part: part.name(), start, needed });
            }
        }
        Ok(header)
    }

    /// Returns the least number of words that a part has.
    fn needed(&self, part: Part) -> u64 {
        let sites = u64::from(self.sites);
        match part {
            Part::Sites => (sites * (1 + u64::from(self.content_width))).div_ceil(4),
            Part::RecordIndex => (sites * u64::from(self.record_width)).div_ceil(4),
            Part::Functions => 2 * u64::from(self.functions),
            Part::Blocks | Part::Frames | Part::Descriptors | Part::Records => 0,
        }
    }

    /// Returns the start of a part and the start of the next one.
    pub(super) fn bounds(&self, part: Part) -> (u32, u32) {
        let end = self.parts.get(part as usize + 1).copied().unwrap_or(self.words);
        (self.parts[part as usize], end)
    }

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
