//! The file of an image that is mapped in this process.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use ::object::LittleEndian;
use ::object::elf::{self, FileHeader64, SectionHeader64};
use ::object::read::elf::{
    FileHeader, ProgramHeader, SectionHeader, SectionTable, Sym, SymbolTable,
};
use ::object::read::{ReadCache, ReadRef, SectionIndex, StringTable};

use crate::os::{MappedImage, Segment};

/// Error returned when the file of a mapped image cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// The file cannot be opened.
    #[error("cannot open the file of a mapped image, {}: {source}", path.display())]
    Open {
        /// The path of the file.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// The file cannot be read: the system calls `lseek` or `read` fail.
    #[error("cannot read the file of a mapped image, {}: {source}", path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// The contents of the file are not those of an ELF file of this machine.
    #[error("cannot read {} as an ELF file: {source}", path.display())]
    Malformed {
        /// The path of the file.
        path: PathBuf,
        /// The error of the parser.
        source: ::object::read::Error,
    },
    /// The file is not the one that is mapped.
    #[error(
        "{} is not the file that is mapped in this process; was it replaced after the start?",
        path.display()
    )]
    Replaced {
        /// The path of the file.
        path: PathBuf,
    },
    /// A section is not in a readable part of the image.
    #[error("section {section} of {} is not mapped", path.display())]
    NotMapped {
        /// The path of the file.
        path: PathBuf,
        /// The name of the section.
        section: &'static str,
    },
}

/// The address range of a section, by its address in the file and its size in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) address: u64,
    pub(super) size: u64,
}

/// Returns the error of the functions by which the parser reads a file, if one fails.
fn check_readable(mut file: &File) -> io::Result<()> {
    file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    io::copy(&mut file.take(1), &mut io::sink()).map(drop)
}

type Header = FileHeader64<LittleEndian>;
type Sections<'a> = SectionTable<'a, Header, &'a ReadCache<File>>;

/// The open file of an image. Only requested parts are read.
pub(crate) struct ImageFile {
    path: PathBuf,
    cache: ReadCache<File>,
}

impl ImageFile {
    /// Opens the file of an image and compares its segments with the mapped ones.
    pub(crate) fn open(image: &MappedImage) -> Result<Self, ImageError> {
        let path = image.path.clone();
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(source) => return Err(ImageError::Open { path, source }),
        };
        // The parser reports no I/O errors.
        if let Err(source) = check_readable(&file) {
            return Err(ImageError::Read { path, source });
        }
        let file = Self { path, cache: ReadCache::new(file) };
        let segments = file.segments().map_err(|source| file.malformed(source))?;
        if segments != image.segments {
            return Err(ImageError::Replaced { path: file.path });
        }
        Ok(file)
    }

    /// Returns the error for a file that is not a valid ELF file.
    fn malformed(&self, source: ::object::read::Error) -> ImageError {
        ImageError::Malformed { path: self.path.clone(), source }
    }

    fn header(&self) -> ::object::read::Result<&Header> {
        Header::parse(&self.cache)
    }

    /// Returns the loadable segments in the program headers.
    fn segments(&self) -> ::object::read::Result<Vec<Segment>> {
        let header = self.header()?;
        let endian = header.endian()?;
        let headers = header.program_headers(endian, &self.cache)?;
        let loaded = headers.iter().filter(|segment| segment.p_type(endian) == elf::PT_LOAD);
        Ok(loaded
            .map(|segment| {
                let flags = segment.p_flags(endian);
                Segment {
                    address: segment.p_vaddr(endian),
                    file_offset: segment.p_offset(endian),
                    size: segment.p_memsz(endian),
                    readable: flags.contains(elf::PF_R),
                    executable: flags.contains(elf::PF_X),
                }
            })
            .collect())
    }

    fn sections(&self) -> ::object::read::Result<Sections<'_>> {
        let header = self.header()?;
        header.sections(header.endian()?, &self.cache)
    }

    /// Returns the header of the section with this name, if there is one.
    fn find(&self, name: &str) -> ::object::read::Result<Option<&SectionHeader64<LittleEndian>>> {
        let header = self.header()?;
        let sections = header.sections(header.endian()?, &self.cache)?;
        if sections.is_empty() {
            return Ok(None);
        }
        // `SectionTable::section_by_name` reads the file once for each name. The table of names is
        // short, and the cache keeps it for the next call.
        let index = header.shstrndx(LittleEndian, &self.cache)? as usize;
        let table = sections.section(SectionIndex(index))?.data(LittleEndian, &self.cache)?;
        let names = StringTable::new(table, 0, table.len() as u64);
        let has_name = |section: &&SectionHeader64<LittleEndian>| {
            section.name(LittleEndian, names) == Ok(name.as_bytes())
        };
        Ok(sections.iter().find(has_name))
    }

    /// Returns the extent of the section with this name, if there is one with contents.
    pub(super) fn section(&self, name: &str) -> Result<Option<Extent>, ImageError> {
        let section = self.find(name).map_err(|source| self.malformed(source))?;
        let section = section.filter(|section| {
            section.sh_flags(LittleEndian).contains(elf::SHF_ALLOC)
                && section.sh_type(LittleEndian) != elf::SHT_NOBITS
        });
        Ok(section.map(|section| Extent {
            address: section.sh_addr(LittleEndian),
            size: section.sh_size(LittleEndian),
        }))
    }

    /// Returns the address and the contents of the section with this name, if there is one. The
    /// contents are those in the file, without the changes that the loader makes in memory.
    pub(crate) fn contents(&self, name: &str) -> Result<Option<(u64, Vec<u8>)>, ImageError> {
        let read = || {
            let Some(section) = self.find(name)? else { return Ok(None) };
            let bytes = section.data(LittleEndian, &self.cache)?;
            Ok(Some((section.sh_addr(LittleEndian), bytes.to_vec())))
        };
        read().map_err(|source| self.malformed(source))
    }

    /// Returns the name and the start of the function that contains `address`, an address in the
    /// file.
    pub(crate) fn function_around(&self, address: u64) -> Option<(String, u64)> {
        let sections = self.sections().ok()?;
        // The full symbol table contains local functions. A stripped file has only the exported
        // ones.
        [elf::SHT_SYMTAB, elf::SHT_DYNSYM].into_iter().find_map(|kind| {
            let symbols = sections.symbols(LittleEndian, &self.cache, kind).ok()?;
            function_in(&symbols, address)
        })
    }
}

/// Returns the name and the start of the function in `symbols` that contains an address of the
/// file.
fn function_in<'a, R: ReadRef<'a>>(
    symbols: &SymbolTable<'a, Header, R>,
    address: u64,
) -> Option<(String, u64)> {
    let extent = |symbol: &elf::Sym64<LittleEndian>| {
        (symbol.st_value(LittleEndian), symbol.st_size(LittleEndian))
    };
    let functions = symbols.iter().filter(|symbol| {
        symbol.st_type() == elf::STT_FUNC && symbol.st_shndx(LittleEndian) != elf::SHN_UNDEF
    });
    let symbol = functions
        .filter(|symbol| extent(symbol).0 <= address)
        .max_by_key(|symbol| extent(symbol))?;
    let (start, size) = extent(symbol);
    // Functions written in assembly may have no size; they extend to the next function.
    if size != 0 && address - start >= size {
        return None;
    }
    let name = symbols.symbol_name(LittleEndian, symbol).ok()?;
    Some((String::from_utf8_lossy(name).into_owned(), start))
}

impl std::fmt::Debug for ImageFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ImageFile").field(&Path::new(&self.path)).finish()
    }
}
