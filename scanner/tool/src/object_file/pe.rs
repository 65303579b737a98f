//! PE: Windows programs and libraries.
//!
//! Addresses in the file are final, as if it were loaded at the address that it was linked for.
//! Microsoft's linker and LLVM's truncate the names of sections to eight bytes.

use core::ops::Range;

use ::object::LittleEndian;
use ::object::pe;
use ::object::read::coff::{SectionTable, Symbol as _, SymbolTable};
use ::object::read::pe::{DataDirectories, ImageNtHeaders, ImageOptionalHeader};

use super::error::FileProblem;
use super::names::{NamedRanges, NamesBuilder, Symbol};
use super::{Contents, FileFormat, Machine, Section, coff};
use statepoint_scanner::image::process::STACK_MAPS;

const EH_FRAME: &str = ".eh_frame";
/// Length of the name field of a section header, in bytes.
const NAME_LENGTH: usize = 8;
const LE: LittleEndian = LittleEndian;

/// A PE file with its headers and tables parsed.
struct PeFile<'a> {
    bytes: &'a [u8],
    headers: &'a pe::ImageNtHeaders64,
    directories: DataDirectories<'a>,
    sections: SectionTable<'a>,
    symbols: SymbolTable<'a>,
}

/// Reads a PE file.
pub(super) fn read(bytes: &[u8]) -> Result<Contents, FileProblem> {
    let file = PeFile::parse(bytes)?;
    let sections = file.section_names()?;
    let functions = file.functions(&sections)?;
    let machine = coff::machine(file.headers.file_header().machine.get(LE));
    let eh_frame = if let Machine::Other(_) = machine { None } else { file.section(EH_FRAME)? };
    Ok(Contents {
        format: FileFormat::Pe,
        machine,
        relocatable: false,
        stack_maps: file.section(STACK_MAPS)?,
        tables: Vec::new(),
        eh_frame,
        code: Vec::new(),
        functions,
        sections,
    })
}

impl<'a> PeFile<'a> {
    /// Parses the headers, section table and symbol table.
    fn parse(bytes: &'a [u8]) -> Result<Self, FileProblem> {
        const HEADERS: &str = "PE headers";
        let magic = ::object::read::pe::optional_header_magic(bytes)
            .map_err(FileProblem::malformed(HEADERS))?;
        if magic != pe::IMAGE_NT_OPTIONAL_HDR64_MAGIC {
            return Err(FileProblem::Unsupported {
                what: "a PE file that is not 64-bit".to_owned(),
                allowed: "64-bit PE files",
            });
        }
        let dos = pe::ImageDosHeader::parse(bytes).map_err(FileProblem::malformed(HEADERS))?;
        let mut offset = dos.nt_headers_offset().into();
        let (headers, directories) = pe::ImageNtHeaders64::parse(bytes, &mut offset)
            .map_err(FileProblem::malformed(HEADERS))?;
        let sections = headers
            .sections(bytes, offset)
            .map_err(FileProblem::malformed("PE section headers"))?;
        let symbols = headers.symbols(bytes).map_err(FileProblem::malformed("PE symbol table"))?;
        Ok(Self { bytes, headers, directories, sections, symbols })
    }

    /// Returns the address that the file was linked for.
    fn base(&self) -> u64 {
        self.headers.optional_header().image_base()
    }

    /// Converts a relative virtual address (RVA) to an address.
    fn address(&self, relative: u32) -> u64 {
        self.base().wrapping_add(relative.into())
    }

    /// Returns the name of a section.
    fn section_name(&self, section: &'a pe::ImageSectionHeader) -> Result<&'a [u8], FileProblem> {
        let name = section.name(self.symbols.strings());
        name.map_err(FileProblem::malformed("name of a PE section"))
    }

    /// Returns the names and address ranges of the sections.
    fn section_names(&self) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of sections", self.bytes.len());
        for section in self.sections.iter() {
            let (start, size) = section.pe_address_range();
            if size != 0 {
                let name = self.section_name(section)?;
                names.add(Symbol {
                    name,
                    start: self.address(start),
                    size: size.into(),
                    rank: 0,
                })?;
            }
        }
        Ok(names.finish(&NamedRanges::default()))
    }

    /// Returns the function names from the symbol table, which few linkers write, and from the
    /// exports.
    fn functions(&self, sections: &NamedRanges) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of functions", self.bytes.len());
        for (_, symbol) in self.symbols.iter() {
            if symbol.derived_type() != pe::IMAGE_SYM_DTYPE_FUNCTION {
                continue;
            }
            let address = symbol
                .address(self.base(), &self.sections)
                .map_err(FileProblem::malformed("section of a PE symbol"))?;
            let Some(start) = address else { continue };
            let name = symbol
                .name(self.symbols.strings())
                .map_err(FileProblem::malformed("name of a PE symbol"))?;
            let rank = 1 + u8::from(symbol.storage_class() != pe::IMAGE_SYM_CLASS_EXTERNAL);
            names.add(Symbol { name, start, size: 0, rank })?;
        }
        const EXPORTS: &str = "PE exports";
        let exports = self
            .directories
            .export_table(self.bytes, &self.sections)
            .map_err(FileProblem::malformed(EXPORTS))?;
        if let Some(exports) = exports {
            let code = merged(self.code());
            for (name, index) in exports.name_iter() {
                let malformed = FileProblem::malformed;
                let address = exports.address_by_index(index).map_err(malformed(EXPORTS))?;
                if !contains(&code, address) || exports.is_forward(address) {
                    continue;
                }
                let name = exports.name_from_pointer(name).map_err(malformed(EXPORTS))?;
                let start = self.address(address);
                names.add(Symbol { name, start, size: 0, rank: 0 })?;
            }
        }
        Ok(names.finish(sections))
    }

    /// Returns the range of relative virtual addresses (RVAs) of each executable section.
    fn code(&self) -> Vec<Range<u32>> {
        let is_code = |section: &&pe::ImageSectionHeader| {
            section.characteristics.get(LE).contains(pe::IMAGE_SCN_MEM_EXECUTE)
        };
        let range = |section: &pe::ImageSectionHeader| {
            let (start, size) = section.pe_address_range();
            start..start.saturating_add(size)
        };
        self.sections.iter().filter(is_code).map(range).collect()
    }

    /// Returns the section with this name. The name in the file may be truncated to eight bytes.
    fn section(&self, name: &'static str) -> Result<Option<Section>, FileProblem> {
        let cut = name.as_bytes().get(..NAME_LENGTH);
        let mut found = None;
        for section in self.sections.iter() {
            let is_named = match self.section_name(section)? {
                whole if whole == name.as_bytes() => true,
                short => Some(short) == cut,
            };
            if is_named && found.replace(section).is_some() {
                return Err(FileProblem::Twice { section: name });
            }
        }
        let Some(section) = found else { return Ok(None) };
        let (offset, size) = section.pe_file_range();
        let (start, memory) = section.pe_address_range();
        if size == 0 && memory != 0 {
            return Err(FileProblem::NoContents { section: name });
        }
        let data = section.pe_data(self.bytes).map_err(|_| FileProblem::Truncated {
            section: name,
            offset: offset.into(),
            size: size.into(),
        })?;
        Ok(Some(Section { address: self.address(start), bytes: data.to_vec() }))
    }
}

/// Returns the union of these ranges as ranges that ascend and do not overlap. This makes the
/// look-up of each export logarithmic. A file can have up to 65,535 sections.
fn merged(mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|later, kept| {
        let overlaps = later.start <= kept.end;
        if overlaps {
            kept.end = kept.end.max(later.end);
        }
        overlaps
    });
    ranges
}

/// Returns whether an address is in one of these [`merged`] ranges.
fn contains(ranges: &[Range<u32>], address: u32) -> bool {
    let before = ranges.partition_point(|range| range.start <= address);
    before.checked_sub(1).is_some_and(|index| address < ranges[index].end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_overlapping_ranges() {
        let ranges = vec![40..50, 10..20, 12..14, 20..25, 45..60, 70..70];
        let all = merged(ranges.clone());
        assert_eq!(all, [10..25, 40..60, 70..70]);
        for address in 0..80 {
            let expected = ranges.iter().any(|range| range.contains(&address));
            assert_eq!(contains(&all, address), expected, "{address}");
        }
        assert!(!contains(&merged(Vec::new()), 0));
    }
}
