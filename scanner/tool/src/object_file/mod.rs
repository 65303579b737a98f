//! Reader of stack maps, unwind tables and function names in files, for any target.
//!
//! Supported files are ELF, Mach-O and COFF object files, ELF programs and shared libraries, Mach-O
//! and PE images, universal Mach-O files, and static archives of object files, including thin ones.
//! They must be 64-bit and little endian, like all targets for which LLVM writes stack maps that
//! this crate can use.
//!
//! # Addresses
//!
//! A linked file is read as if it were loaded at the address that it was linked for. The dynamic
//! relocations of an ELF file are applied with a load bias of zero, and so are the chained fixups
//! of a Mach-O image. A running program adds its own load bias.
//!
//! The sections of a relocatable object have no addresses yet. This module assigns addresses to
//! them, which distinguishes the functions. It uses these addresses to apply the relocations of the
//! stack map and of the unwind table. The first section is at [`FIRST_ADDRESS`]; the others follow
//! in the order of the file, with a gap between them. [`MapSource::sections`] maps such an address
//! back to the section and the offset in it. Objects of one archive have no common address space.
//!
//! # Bad input
//!
//! For any bytes, the result is a value or a [`FileError`]. Memory use is at most a small multiple
//! of the size of the file.

#![forbid(unsafe_code)]

mod address_allocator;
mod archive;
mod coff;
mod elf;
mod error;
mod macho;
mod names;
mod patch;
mod pe;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ::object::macho::{FatArch32, FatArch64};
use ::object::pe::{AnonObjectHeaderBigobj, ImageFileHeader};

pub use address_allocator::FIRST_ADDRESS;
pub use elf::compile::{CompileError, CompiledObject, compile_object};
pub use error::{FileError, FileProblem};
pub use names::{FunctionNames, NamedRange, NamedRanges};

/// The data read from one object: a file, or a member of an archive.
#[derive(Clone, Debug)]
pub struct MapSource {
    /// The path of the file. For a member of a thin archive, the path of the archive.
    pub file: PathBuf,
    /// The name of the member, if the file is an archive or a universal file.
    pub member: Option<String>,
    /// The format of the object.
    pub format: FileFormat,
    /// The architecture of the object's code.
    pub machine: Machine,
    /// Whether the object is a relocatable object file, which is not linked yet.
    pub relocatable: bool,
    /// The section with all stack maps of the file, if it has one.
    pub stack_maps: Option<Section>,
    /// The sections with compiled call-site tables ([`compile_object`]); only ELF files have them.
    /// An object file may have several.
    pub tables: Vec<Section>,
    /// The unwind table, if the file has one. Absent for [`Machine::Other`].
    pub eh_frame: Option<Section>,
    /// The code sections, without their relocations applied. Present only for AArch64 ELF files
    /// with a stack map: [`verify`](mod@crate::verify) detects some defects of their frames in the
    /// code.
    pub code: Vec<Section>,
    /// The functions of the file, by their linker symbols. In a Mach-O file, each symbol begins
    /// with an additional underscore.
    pub functions: FunctionNames,
    /// The sections that are loaded into memory.
    pub sections: NamedRanges,
}

/// A section, with its relocations applied unless stated otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The address of the section's first byte.
    pub address: u64,
    /// The contents of the section.
    pub bytes: Vec<u8>,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileFormat {
    /// ELF, the format of Linux and most other systems.
    Elf,
    /// Mach-O, the format of Apple systems.
    MachO,
    /// COFF, the format of Windows object files.
    Coff,
    /// PE, the format of Windows programs and libraries.
    Pe,
    /// An archive member of another format, for instance LLVM bitcode. Its contents are not read;
    /// the caller decides whether this is an error.
    Other,
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Elf => "ELF",
            Self::MachO => "Mach-O",
            Self::Coff => "COFF",
            Self::Pe => "PE",
            Self::Other => "not an object file",
        })
    }
}

/// The architecture for which code was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    /// x86-64: [`X86_64`](statepoint_scanner::arch::X86_64).
    X86_64,
    /// AArch64: [`Aarch64`](statepoint_scanner::arch::Aarch64).
    Aarch64,
    /// Another architecture, described by its identifier in the file format.
    Other(String),
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X86_64 => "x86-64",
            Self::Aarch64 => "AArch64",
            Self::Other(name) => name,
        })
    }
}

/// Formats the name of the object for messages: `file`, or `file(member)`.
impl fmt::Display for MapSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        error::write_source(f, &self.file, self.member.as_deref())
    }
}

/// The data of one object, as the parser of its format returns it.
struct Contents {
    format: FileFormat,
    machine: Machine,
    relocatable: bool,
    stack_maps: Option<Section>,
    tables: Vec<Section>,
    eh_frame: Option<Section>,
    code: Vec<Section>,
    functions: NamedRanges,
    sections: NamedRanges,
}

impl Contents {
    fn into_source(self, file: &Path, member: Option<String>) -> MapSource {
        let Self {
            format,
            machine,
            relocatable,
            stack_maps,
            tables,
            eh_frame,
            code,
            functions,
            sections,
        } = self;
        MapSource {
            file: file.to_owned(),
            member,
            format,
            machine,
            relocatable,
            stack_maps,
            tables,
            eh_frame,
            code,
            functions,
            sections,
        }
    }
}

/// Reads the objects of a file: the file itself, or each member of an archive.
///
/// # Errors
///
/// Returns an error if the file cannot be read, has an unknown format, or is malformed in a part
/// that this module reads. A file without a stack map is not an error.
pub fn read(path: &Path) -> Result<Vec<MapSource>, FileError> {
    let bytes = read_regular_file(path)
        .map_err(|problem| FileError::new(path, None, FileProblem::Io(problem)))?;
    read_bytes(path, &bytes)
}

/// Reads the objects of a file from its bytes, like [`read`].
///
/// `name` is the file's name in messages. Members of a thin archive are resolved relative to it.
///
/// # Errors
///
/// The errors of [`read`].
pub fn read_bytes(name: &Path, bytes: &[u8]) -> Result<Vec<MapSource>, FileError> {
    match bytes {
        _ if archive::is_archive(bytes) => archive::read(name, bytes, None),
        // The byte order of a universal header differs from the byte order of the files in it.
        [0xca, 0xfe, 0xba, 0xbe, ..] => archive::read_universal::<FatArch32>(name, bytes),
        [0xca, 0xfe, 0xba, 0xbf, ..] => archive::read_universal::<FatArch64>(name, bytes),
        _ => {
            let contents =
                read_object(bytes).map_err(|problem| FileError::new(name, None, problem))?;
            Ok(vec![contents.into_source(name, None)])
        }
    }
}

/// Reads one object.
fn read_object(bytes: &[u8]) -> Result<Contents, FileProblem> {
    match bytes {
        [0x7f, b'E', b'L', b'F', ..] => elf::read(bytes),
        [0xce | 0xcf, 0xfa, 0xed, 0xfe, ..] | [0xfe, 0xed, 0xfa, 0xce | 0xcf, ..] => {
            macho::read(bytes)
        }
        [b'M', b'Z', ..] => pe::read(bytes),
        // The machine field of a COFF header: AMD64 (0x8664) or ARM64 (0xaa64).
        [0x64, 0x86 | 0xaa, ..] => coff::read::<ImageFileHeader>(bytes),
        // A header with a class ID: its signature, then its version. Version 1 is an import object.
        [0, 0, 0xff, 0xff, version, 0, ..] if *version >= 2 => {
            coff::read::<AnonObjectHeaderBigobj>(bytes)
        }
        _ => Err(FileProblem::unknown(bytes)),
    }
}

/// Reads a regular file. Other files are rejected, because reading a device might never end.
fn read_regular_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
