//! Errors of reading files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Error returned when a file cannot be read, with its name.
#[derive(Debug)]
pub struct FileError {
    /// The path of the file.
    pub file: PathBuf,
    /// The name of the affected member, if the file is an archive or a universal file.
    pub member: Option<String>,
    /// The reason why the file cannot be read.
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
        // The message already contains the text of the problem, so the source is the problem's own
        // source.
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

/// The reason why a file cannot be read.
///
/// Offsets are in bytes from the start of the named section or archive.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The file cannot be opened or read.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// The format of the file is unknown.
    #[error(
        "neither an object file, a program nor an archive; it begins with the bytes {start:02x?}"
    )]
    UnknownFormat {
        /// The first bytes of the file, at most eight.
        start: Vec<u8>,
    },
    /// The format of the file is known, but its variant is not supported.
    #[error("{what} cannot be read, only {allowed}")]
    Unsupported {
        /// A description of the variant.
        what: String,
        /// A description of the supported variants.
        allowed: &'static str,
    },
    /// A part of the file violates the format.
    #[error("malformed {part}: {reason}")]
    Malformed {
        /// The name of the part.
        part: &'static str,
        /// The error of the parser.
        reason: ::object::read::Error,
    },
    /// A member of a thin archive cannot be read. Such a member is a separate file.
    #[error("{} cannot be read: {problem}", path.display())]
    ThinMember {
        /// The path of the member's file.
        path: PathBuf,
        /// The I/O error.
        problem: io::Error,
    },
    /// A member of an archive, or its header, violates the format.
    #[error("malformed archive member after offset {offset:#x}: {reason}")]
    Member {
        /// The offset at which the previous member ends. Tables of the archive may lie between the
        /// two members.
        offset: u64,
        /// The error of the parser.
        reason: ::object::read::Error,
    },
    /// Two sections have a name that must be unique in the file.
    #[error("the file has more than one section {section}")]
    Twice {
        /// The name of the section.
        section: &'static str,
    },
    /// A section is compressed.
    #[error("the section {section} is compressed; decompress it first (objcopy)")]
    Compressed {
        /// The name of the section.
        section: &'static str,
    },
    /// The section header has a nonzero size, but the file does not contain the section's data.
    #[error(
        "the contents of the section {section} are not in the file; does it hold debugging \
         information only?"
    )]
    NoContents {
        /// The name of the section.
        section: &'static str,
    },
    /// The type of a section is not valid for a section with this name.
    #[error("the section {section} has type {kind:#x} instead of SHT_PROGBITS")]
    SectionType {
        /// The name of the section.
        section: &'static str,
        /// The section type (`sh_type`) in the section header.
        kind: u32,
    },
    /// The section that contains the section names is not a string table.
    #[error("the section name table has type {kind:#x} instead of SHT_STRTAB")]
    NamesType {
        /// The section type (`sh_type`) in the section header.
        kind: u32,
    },
    /// A header refers to a range that ends after the end of the file: the file is truncated or
    /// damaged.
    #[error(
        "the {part} at offset {offset:#x} of {size} bytes ends beyond the file, which has {file} \
         bytes"
    )]
    BeyondFile {
        /// The name of the part.
        part: &'static str,
        /// The offset of the part in the file, according to the header.
        offset: u64,
        /// The size of the part in bytes, according to the header.
        size: u64,
        /// The size of the file in bytes.
        file: usize,
    },
    /// A section extends past the end of the file.
    #[error("the section {section} at offset {offset:#x} of {size} bytes ends beyond the file")]
    Truncated {
        /// The name of the section.
        section: &'static str,
        /// The offset of the section in the file.
        offset: u64,
        /// The size of the section in bytes.
        size: u64,
    },
    /// The sections of an object file do not fit in the address space.
    #[error("section {index} of {size} bytes does not fit in the address space")]
    AddressSpace {
        /// The index of the section.
        index: usize,
        /// The size of the section in bytes.
        size: u64,
    },
    /// The type of a relocation is unknown.
    #[error("unknown relocation type {kind} at offset {offset:#x} of {section}")]
    RelocationKind {
        /// The name of the relocated section.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The relocation type, as the file format numbers it for this architecture.
        kind: u32,
    },
    /// A relocation is outside of its section.
    #[error("relocation at offset {offset:#x} of {section}, which has {size} bytes")]
    RelocationOffset {
        /// The name of the relocated section.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The size of the section in bytes.
        size: usize,
    },
    /// The value of a relocation does not fit its field.
    #[error("relocation at offset {offset:#x} of {section}: {value:#x} does not fit in 32 bits")]
    RelocationValue {
        /// The name of the relocated section.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The value that does not fit.
        value: i64,
    },
    /// A relocation refers to a symbol or section that does not exist.
    #[error("relocation at offset {offset:#x} of {section} with symbol {symbol}: {reason}")]
    RelocationSymbol {
        /// The name of the relocated section.
        section: &'static str,
        /// The offset of the relocated field.
        offset: u64,
        /// The index of the symbol.
        symbol: u32,
        /// The error of the parser.
        reason: ::object::read::Error,
    },
    /// A stack map refers to a function that the file does not define.
    #[error("the stack map names {symbol} at offset {offset:#x}, which is not defined in the file")]
    Undefined {
        /// The offset of the function's address in the stack map.
        offset: u64,
        /// The name of the function.
        symbol: String,
    },
    /// A count exceeds the limit for a file of this size.
    #[error("{what}: more than {limit}, the limit for a file of this size")]
    LimitExceeded {
        /// A description of the counted items.
        what: &'static str,
        /// The largest allowed count.
        limit: usize,
    },
}

impl FileProblem {
    /// Returns the error for a file of unknown format that begins with these bytes.
    pub(super) fn unknown(bytes: &[u8]) -> Self {
        Self::UnknownFormat { start: bytes.iter().take(8).copied().collect() }
    }

    /// Returns an error unless a part that a header refers to is in the file.
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

    /// Returns a function that converts a parser's error to [`Self::Malformed`], for `map_err`.
    pub(super) fn malformed(part: &'static str) -> impl FnOnce(::object::read::Error) -> Self {
        move |reason| Self::Malformed { part, reason }
    }
}
