//! COFF: Windows object files. Relocation types are from Microsoft's "PE Format".

use ::object::LittleEndian;
use ::object::pe;
use ::object::read::SymbolIndex;
use ::object::read::coff::{CoffHeader, SectionTable, Symbol as _, SymbolTable};

use super::address_allocator::AddressAllocator;
use super::error::FileProblem;
use super::names::{NamedRanges, NamesBuilder, Symbol};
use super::patch::{Patch, Width};
use super::{Contents, FileFormat, Machine, Section};
use statepoint_scanner::image::process::STACK_MAPS;

const EH_FRAME: &str = ".eh_frame";
const LE: LittleEndian = LittleEndian;
/// Size of a symbol table entry in bytes, in the smaller of the two formats: 18. The other has 20.
const SYMBOL: u64 = size_of::<pe::ImageSymbol>() as u64;

/// A COFF object file whose sections all have addresses.
struct CoffFile<'a, Header: CoffHeader> {
    bytes: &'a [u8],
    header: &'a Header,
    sections: SectionTable<'a>,
    symbols: SymbolTable<'a, &'a [u8], Header>,
    /// The assigned address of each section, in the order of the section table.
    addresses: Vec<u64>,
}

/// Reads an object file; `Header` is the regular header, or that of files with many sections.
pub(super) fn read<Header: CoffHeader>(bytes: &[u8]) -> Result<Contents, FileProblem> {
    let file = CoffFile::<Header>::parse(bytes)?;
    let sections = file.section_names()?;
    let functions = file.functions(&sections)?;
    let machine = machine(file.header.machine());
    let eh_frame = if let Machine::Other(_) = machine { None } else { file.section(EH_FRAME)? };
    Ok(Contents {
        format: FileFormat::Coff,
        machine,
        relocatable: true,
        stack_maps: file.section(STACK_MAPS)?,
        tables: Vec::new(),
        eh_frame,
        code: Vec::new(),
        functions,
        sections,
    })
}

/// Converts the machine field of a COFF or PE header.
pub(super) fn machine(machine: pe::Machine) -> Machine {
    match machine {
        pe::IMAGE_FILE_MACHINE_AMD64 => Machine::X86_64,
        pe::IMAGE_FILE_MACHINE_ARM64 => Machine::Aarch64,
        pe::Machine(number) => Machine::Other(format!("Windows machine {number:#x}")),
    }
}

impl<'a, Header: CoffHeader> CoffFile<'a, Header> {
    /// Parses the headers and assigns an address to each section.
    fn parse(bytes: &'a [u8]) -> Result<Self, FileProblem> {
        let mut offset = 0;
        let header =
            Header::parse(bytes, &mut offset).map_err(FileProblem::malformed("COFF header"))?;
        let size =
            u64::from(header.number_of_sections()) * size_of::<pe::ImageSectionHeader>() as u64;
        FileProblem::check_part("section header table", offset, size, bytes)?;
        if header.pointer_to_symbol_table() != 0 {
            let size = u64::from(header.number_of_symbols()) * SYMBOL;
            let start = header.pointer_to_symbol_table().into();
            FileProblem::check_part("symbol table", start, size, bytes)?;
        }
        let sections = header
            .sections(bytes, offset)
            .map_err(FileProblem::malformed("COFF section headers"))?;
        let symbols = header.symbols(bytes).map_err(FileProblem::malformed("COFF symbol table"))?;
        let mut allocator = AddressAllocator::new();
        let mut addresses = Vec::new();
        for (index, section) in sections.iter().enumerate() {
            let size = u64::from(section.size_of_raw_data.get(LE));
            addresses.push(allocator.allocate(index + 1, size, section.coff_alignment())?);
        }
        Ok(Self { bytes, header, sections, symbols, addresses })
    }

    /// Returns the name of a section.
    fn section_name(&self, section: &'a pe::ImageSectionHeader) -> Result<&'a [u8], FileProblem> {
        let name = section.name(self.symbols.strings());
        name.map_err(FileProblem::malformed("name of a COFF section"))
    }

    /// Returns the names and assigned address ranges of the sections that a linker would keep.
    fn section_names(&self) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of sections", self.bytes.len());
        // The linker removes directives and debugging information.
        let removed =
            pe::IMAGE_SCN_LNK_INFO | pe::IMAGE_SCN_LNK_REMOVE | pe::IMAGE_SCN_MEM_DISCARDABLE;
        for (section, &start) in self.sections.iter().zip(&self.addresses) {
            let size = u64::from(section.size_of_raw_data.get(LE));
            if size != 0 && !section.characteristics.get(LE).intersects(removed) {
                let name = self.section_name(section)?;
                names.add(Symbol { name, start, size, rank: 0 })?;
            }
        }
        Ok(names.finish(&NamedRanges::default()))
    }

    /// Returns the names and assigned address ranges of the functions.
    fn functions(&self, sections: &NamedRanges) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of functions", self.bytes.len());
        for (index, symbol) in self.symbols.iter() {
            if symbol.derived_type() != pe::IMAGE_SYM_DTYPE_FUNCTION || !symbol.is_definition() {
                continue;
            }
            let address = self
                .symbol_address(index)
                .map_err(FileProblem::malformed("section of a COFF symbol"))?;
            let Some(start) = address else { continue };
            let name = symbol
                .name(self.symbols.strings())
                .map_err(FileProblem::malformed("name of a COFF symbol"))?;
            let rank = u8::from(symbol.storage_class() != pe::IMAGE_SYM_CLASS_EXTERNAL);
            names.add(Symbol { name, start, size: 0, rank })?;
        }
        Ok(names.finish(sections))
    }

    /// Returns the assigned address of a symbol; `None` if this file does not define the symbol.
    fn symbol_address(&self, index: SymbolIndex) -> ::object::read::Result<Option<u64>> {
        let symbol = self.symbols.symbol(index)?;
        let value = u64::from(symbol.value());
        let Some(section) = symbol.section() else { return Ok(None) };
        self.sections.section(section)?;
        let address = section.0.checked_sub(1).and_then(|index| self.addresses.get(index));
        Ok(address.map(|address| address.wrapping_add(value)))
    }

    /// Returns the section with this name, with its relocations applied.
    fn section(&self, name: &'static str) -> Result<Option<Section>, FileProblem> {
        let mut found = None;
        for (section, &address) in self.sections.iter().zip(&self.addresses) {
            if self.section_name(section)? == name.as_bytes()
                && found.replace((section, address)).is_some()
            {
                return Err(FileProblem::Twice { section: name });
            }
        }
        let Some((section, address)) = found else { return Ok(None) };
        let size = section.size_of_raw_data.get(LE);
        if section.coff_file_range().is_none() && size != 0 {
            return Err(FileProblem::NoContents { section: name });
        }
        let data = section.coff_data(self.bytes).map_err(|()| FileProblem::Truncated {
            section: name,
            offset: section.pointer_to_raw_data.get(LE).into(),
            size: size.into(),
        })?;
        let mut bytes = data.to_vec();
        self.relocate(section, address, &mut Patch { section: name, bytes: &mut bytes })?;
        Ok(Some(Section { address, bytes }))
    }

    /// Applies the relocations of a section to its contents.
    fn relocate(
        &self,
        header: &pe::ImageSectionHeader,
        section_address: u64,
        patch: &mut Patch<'_>,
    ) -> Result<(), FileProblem> {
        let section = patch.section;
        let relocations = header
            .coff_relocations(self.bytes)
            .map_err(FileProblem::malformed("COFF relocations"))?;
        for relocation in relocations {
            let place = relocation.virtual_address.get(LE);
            // Offsets are relative to the address in the section header, which common tools set to
            // 0.
            let offset = place.wrapping_sub(header.virtual_address.get(LE)).into();
            let kind = relocation.typ.get(LE);
            let Some(operation) = operation(self.header.machine(), kind) else {
                let kind = kind.0.into();
                return Err(FileProblem::RelocationKind { section, offset, kind });
            };
            let Some((width, distance)) = operation else { continue };
            let symbol = relocation.symbol();
            let address = self.symbol_address(symbol).map_err(|reason| {
                let symbol = symbol.0 as u32;
                FileProblem::RelocationSymbol { section, offset, symbol, reason }
            })?;
            let Some(address) = address else {
                if section == STACK_MAPS {
                    return Err(FileProblem::Undefined { offset, symbol: self.name(symbol) });
                }
                continue;
            };
            let origin = distance
                .map_or(0, |distance| section_address.wrapping_add(offset).wrapping_add(distance));
            let addend = patch.get(offset, width)?;
            let value = address.wrapping_add_signed(addend).wrapping_sub(origin);
            patch.set(offset, width, value.cast_signed())?;
        }
        Ok(())
    }

    /// Returns the name of a symbol, for messages.
    fn name(&self, index: SymbolIndex) -> String {
        let symbol = self.symbols.symbol(index);
        let name = symbol.and_then(|symbol| symbol.name(self.symbols.strings()));
        let unknown = |_| format!("symbol {}", index.0);
        name.map_or_else(unknown, |name| String::from_utf8_lossy(name).into_owned())
    }
}

/// Returns the effect of a relocation type, or `None` if the type is unknown. The inner value is
/// `None` if the relocation writes nothing. Otherwise it contains the width of the field. For a
/// PC-relative relocation, it also contains the distance in bytes from the field to the address
/// that is subtracted.
#[expect(clippy::option_option, reason = "the outer operation is removed first")]
fn operation(
    machine: pe::Machine,
    kind: pe::RelocationType,
) -> Option<Option<(Width, Option<u64>)>> {
    let operation = match machine {
        pe::IMAGE_FILE_MACHINE_AMD64 => match kind {
            pe::IMAGE_REL_AMD64_ABSOLUTE => None,
            pe::IMAGE_REL_AMD64_ADDR64 => Some((Width::Bits64, None)),
            // `ADDR32NB` is relative to the image base, which is 0 here.
            pe::IMAGE_REL_AMD64_ADDR32 | pe::IMAGE_REL_AMD64_ADDR32NB => {
                Some((Width::Unsigned32, None))
            }
            pe::IMAGE_REL_AMD64_REL32 => Some((Width::Signed32, Some(4))),
            _ => return None,
        },
        pe::IMAGE_FILE_MACHINE_ARM64 => match kind {
            pe::IMAGE_REL_ARM64_ABSOLUTE => None,
            pe::IMAGE_REL_ARM64_ADDR64 => Some((Width::Bits64, None)),
            pe::IMAGE_REL_ARM64_ADDR32 | pe::IMAGE_REL_ARM64_ADDR32NB => {
                Some((Width::Unsigned32, None))
            }
            pe::IMAGE_REL_ARM64_REL32 => Some((Width::Signed32, Some(4))),
            _ => return None,
        },
        _ => return None,
    };
    Some(operation)
}
