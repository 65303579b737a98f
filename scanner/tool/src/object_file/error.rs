//! Why a file cannot be read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be read, and which.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// The member, where the file is an archive or a universal file and one member is at fault.
    pub member: Option<String>,
    /// What is wrong.
    pub problem: FileProblem,
}

impl FileError {
    pub(super) fn new(file: &Path, member: Option<&str>, problem: FileProblem) -> Self {
        Self { file: file.to_owned(), member: member.map(str::to_owned), problem }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_source(f, &self.file, self.member.as_deref())?;
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // What the problem says itself is in the message already.
        std::error::Error::source(&self.problem)
    }
}

pub(super) fn write_source(
    f: &mut fmt::Formatter<'_>,
    file: &Path,
    member: Option<&str>,
) -> fmt::Result {
    write!(f, "{}", file.display())?;
    member.map_or(Ok(()), |member| write!(f, "({member})"))
}

/// What is wrong with a file.
///
/// Offsets are in bytes from the start of the section or archive that is named.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// It cannot be opened or read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// It is of no kind that this crate knows.
    #[error(
        "neither an object file, a program nor an archive; it begins with the bytes {start:02x?}"
    )]
    UnknownFormat {
        /// Its first bytes, eight if it has that many.
        start: Vec<u8>,
    },
    /// It is of a known kind, but not one that can be read.
    #[error("{what} cannot be read, only {allowed}")]
    Unsupported {
        /// What it is.
        what: String,
        /// What would be good.
        allowed: &'static str,
    },
    /// A part of it is not as the format demands.
    #[error("malformed {part}: {reason}")]
    Malformed {
        /// The part.
        part: &'static str,
        /// What is wrong with it.
        reason: ::object::read::Error,
    },
    /// A member of a thin archive, which is a file of its own, cannot be read.
    #[error("{} cannot be read: {problem}", path.display())]
    ThinMember {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: io::Error,
    },
    /// A member of an archive, or its header, is not as the format demands.
    #[error("malformed archive member behind offset {offset:#x}: {reason}")]
    Member {
        /// Where the member before it ends; between the two may be tables of the archive.
        offset: u64,
        /// What is wrong with it.
        reason: ::object::read::Error,
    },
    /// There are two sections with a name that only one can have.
    #[error("more than one section {section}")]
    Twice {
        /// The section.
        section: &'static str,
    },
    /// A section is compressed.
    #[error("the section {section} is compressed; decompress it first (objcopy)")]
    Compressed {
        /// The section.
        section: &'static str,
    },
    /// A section has a size, but nothing of it is in the file.
    #[error(
        "the contents of the section {section} are not in the file; does it hold debugging \
         information only?"
    )]
    NoContents {
        /// The section.
        section: &'static str,
    },
    /// A section is of a type that such sections never have.
    #[error("the section {section} has type {kind:#x} instead of SHT_PROGBITS")]
    SectionType {
        /// The section.
        section: &'static str,
        /// Its type in the section header, as the ELF specification numbers it.
        kind: u32,
    },
    /// The section that holds the names of the sections is no string table.
    #[error("the section with the names of sections has type {kind:#x} instead of SHT_STRTAB")]
    NamesType {
        /// Its type in the section header, as the ELF specification numbers it.
        kind: u32,
    },
    /// A part that a header places does not lie in the file: the file was cut short, or is damaged.
    #[error(
        "the {part} at offset {offset:#x} of {size} bytes ends behind the file, which has {file} \
         bytes"
    )]
    BehindFile {
        /// The part.
        part: &'static str,
        /// Where the header says that it begins.
        offset: u64,
        /// Its size, as the header says.
        size: u64,
        /// Bytes of the file.
        file: usize,
    },
    /// A section does not lie in the file.
    #[error("the section {section} at offset {offset:#x} of {size} bytes ends behind the file")]
    Truncated {
        /// The section.
        section: &'static str,
        /// Where it begins.
        offset: u64,
        /// Its size.
        size: u64,
    },
    /// The sections of an object file do not fit in the address space.
    #[error("section {index} of {size} bytes does not fit in the address space")]
    AddressSpace {
        /// The number of the section.
        index: usize,
        /// Its size.
        size: u64,
    },
    /// A relocation of this kind is not known here.
    #[error("relocation of kind {kind} at offset {offset:#x} of {section} is not known")]
    RelocationKind {
        /// The section that is relocated.
        section: &'static str,
        /// Where.
        offset: u64,
        /// The kind, as the file format and machine number it.
        kind: u32,
    },
    /// A relocation is for a place that is not in its section.
    #[error("relocation at offset {offset:#x} of {section}, which has {size} bytes")]
    RelocationOffset {
        /// The section that is relocated.
        section: &'static str,
        /// Where.
        offset: u64,
        /// The size of the section.
        size: usize,
    },
    /// The value of a relocation does not fit in its place.
    #[error("relocation at offset {offset:#x} of {section}: {value:#x} does not fit in 32 bits")]
    RelocationValue {
        /// The section that is relocated.
        section: &'static str,
        /// Where.
        offset: u64,
        /// The value.
        value: i64,
    },
    /// A relocation names a symbol or section that does not exist.
    #[error("relocation at offset {offset:#x} of {section} with symbol {symbol}: {reason}")]
    RelocationSymbol {
        /// The section that is relocated.
        section: &'static str,
        /// Where.
        offset: u64,
        /// The number of the symbol.
        symbol: u32,
        /// What is wrong with it.
        reason: ::object::read::Error,
    },
    /// A stack map is for a function that is not in the file.
    #[error("the stack map names {symbol} at offset {offset:#x}, which is not defined in the file")]
    Undefined {
        /// Where the stack map has the function's address.
        offset: u64,
        /// The function.
        symbol: String,
    },
    /// There is more than a file of this size can have.
    #[error("{what} take more than {limit}, which a file of this size cannot need")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// What would be good.
        limit: usize,
    },
}

impl FileProblem {
    pub(super) fn unknown(bytes: &[u8]) -> Self {
        Self::UnknownFormat { start: bytes.iter().take(8).copied().collect() }
    }

    /// Checks that a part which a header places lies in the file.
    pub(super) fn check_part(
        part: &'static str,
        offset: u64,
        size: u64,
        bytes: &[u8],
    ) -> Result<(), Self> {
        match offset.checked_add(size) {
            Some(end) if end <= bytes.len() as u64 => Ok(()),
            _ => Err(Self::BehindFile { part, offset, size, file: bytes.len() }),
        }
    }

    /// For `map_err`.
    pub(super) fn malformed(part: &'static str) -> impl FnOnce(::object::read::Error) -> Self {
        move |reason| Self::Malformed { part, reason }
    }
}
