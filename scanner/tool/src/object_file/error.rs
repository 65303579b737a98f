//! Errors of reading files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Error returned when a file cannot be read, with its name.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// The member, where the file is an archive or a universal file and one member is at fault.
    pub member: Option<String>,
    /// The problem.
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
        // The problem's own text is in the message already.
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

/// A problem of a file.
///
/// Offsets are in bytes from the start of the named section or archive.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The file cannot be opened or read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// The file is of no kind that this crate knows.
    #[error(
        "neither an object file, a program nor an archive; it begins with the bytes {start:02x?}"
    )]
    UnknownFormat {
        /// Its first bytes, at most eight.
        start: Vec<u8>,
    },
    /// The file is of a known kind, but of a variant that cannot be read.
    #[error("{what} cannot be read, only {allowed}")]
    Unsupported {
        /// The variant.
        what: String,
        /// The supported variants.
        allowed: &'static str,
    },
    /// A part of the file violates the format.
    #[error("malformed {part}: {reason}")]
    Malformed {
        /// The part.
        part: &'static str,
        /// The violation.
        reason: ::object::read::Error,
    },
    /// A member of a thin archive, which is a file of its own, cannot be read.
    #[error("{} cannot be read: {problem}", path.display())]
    ThinMember {
        /// The file.
        path: PathBuf,
        /// The error.
        problem: io::Error,
    },
    /// A member of an archive, or its header, violates the format.
    #[error("malformed archive member after offset {offset:#x}: {reason}")]
    Member {
        /// The end of the previous member; tables of the archive may lie between the two.
        offset: u64,
        /// The violation.
        reason: ::object::read::Error,
    },
    /// Two sections have a name that must be unique.
    #[error("the file has more than one section {section}")]
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
    /// A section has a size, but no contents in the file.
    #[error(
        "the contents of the section {section} are not in the file; does it hold debugging \
         information only?"
    )]
    NoContents {
        /// The section.
        section: &'static str,
    },
    /// A section has a type that is not valid for such sections.
    #[error("the section {section} has type {kind:#x} instead of SHT_PROGBITS")]
    SectionType {
        /// The section.
        section: &'static str,
        /// Its type in the section header, as the ELF specification numbers it.
        kind: u32,
    },
    /// The section with the names of the sections is not a string table.
    #[error("the section name table has type {kind:#x} instead of SHT_STRTAB")]
    NamesType {
        /// Its type in the section header, as the ELF specification numbers it.
        kind: u32,
    },
    /// A header refers to a part outside of the file: the file was truncated, or is damaged.
    #[error(
        "the {part} at offset {offset:#x} of {size} bytes ends beyond the file, which has {file} \
         bytes"
    )]
    BeyondFile {
        /// The part.
        part: &'static str,
        /// Its offset in the header.
        offset: u64,
        /// Its size in the header.
        size: u64,
        /// Bytes of the file.
        file: usize,
    },
    /// A section extends past the end of the file.
    #[error("the section {section} at offset {offset:#x} of {size} bytes ends beyond the file")]
    Truncated {
        /// The section.
        section: &'static str,
        /// Its offset.
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
    /// The kind of a relocation is not known here.
    #[error("unknown relocation type {kind} at offset {offset:#x} of {section}")]
    RelocationKind {
        /// The section that is relocated.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The kind, by its number in the file format for this machine.
        kind: u32,
    },
    /// A relocation is outside of its section.
    #[error("relocation at offset {offset:#x} of {section}, which has {size} bytes")]
    RelocationOffset {
        /// The section that is relocated.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The size of the section.
        size: usize,
    },
    /// The value of a relocation does not fit its field.
    #[error("relocation at offset {offset:#x} of {section}: {value:#x} does not fit in 32 bits")]
    RelocationValue {
        /// The section that is relocated.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The value.
        value: i64,
    },
    /// A relocation refers to a symbol or section that does not exist.
    #[error("relocation at offset {offset:#x} of {section} with symbol {symbol}: {reason}")]
    RelocationSymbol {
        /// The section that is relocated.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The number of the symbol.
        symbol: u32,
        /// The problem.
        reason: ::object::read::Error,
    },
    /// A stack map refers to a function that is not in the file.
    #[error("the stack map names {symbol} at offset {offset:#x}, which is not defined in the file")]
    Undefined {
        /// The offset of the function's address in the stack map.
        offset: u64,
        /// The function.
        symbol: String,
    },
    /// A count exceeds what a file of this size can have.
    #[error("{what}: more than {limit}, the limit for a file of this size")]
    LimitExceeded {
        /// The counted items.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl FileProblem {
    pub(super) fn unknown(bytes: &[u8]) -> Self {
        Self::UnknownFormat { start: bytes.iter().take(8).copied().collect() }
    }

    /// Checks that a part which a header refers to lies in the file.
    pub(super) fn check_part(
        part: &'static str,
        offset: u64,
        size: u64,
        bytes: &[u8],
    ) -> Result<(), Self> {
        match offset.checked_add(size) {
            Some(end) if end <= bytes.len() as u64 => Ok(()),
            _ => Err(Self::BeyondFile { part, offset, size, file: bytes.len() }),
        }
    }

    /// For `map_err`.
    pub(super) fn malformed(part: &'static str) -> impl FnOnce(::object::read::Error) -> Self {
        move |reason| Self::Malformed { part, reason }
    }
}
