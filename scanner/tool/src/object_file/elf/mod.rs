//! ELF: object files, programs and shared libraries.

pub(super) mod compile;
mod relocations;
mod rewrite;

use ::object::LittleEndian;
use ::object::elf::{self, FileHeader64, SectionHeader64};
use ::object::read::SectionIndex;
use ::object::read::elf::{FileHeader, SectionHeader, SectionTable, Sym, SymbolTable};

use self::relocations::{RelocationTables, Relocations};
use super::address_allocator::AddressAllocator;
use super::error::FileProblem;
use super::names::{NamedRanges, NamesBuilder, Symbol};
use super::{Contents, FileFormat, Machine, Section};
use statepoint_scanner::image::process::STACK_MAPS;
use statepoint_scanner::table::SECTION_NAME;

const EH_FRAME: &str = ".eh_frame";

type Header = FileHeader64<LittleEndian>;
type Sections<'a> = SectionTable<'a, Header>;
type Symbols<'a> = SymbolTable<'a, Header>;

const LE: LittleEndian = LittleEndian;

/// An ELF file whose sections all have addresses.
struct ElfFile<'a> {
    bytes: &'a [u8],
    machine: elf::Machine,
    /// Whether the file is a relocatable object file.
    relocatable: bool,
    sections: Sections<'a>,
    /// The address of each section; `None` if the section is not loaded.
    addresses: Vec<Option<u64>>,
    relocations: RelocationTables<'a>,
}

/// Reads an ELF file.
pub(super) fn read(bytes: &[u8]) -> Result<Contents, FileProblem> {
    let file = ElfFile::parse(bytes)?;
    let sections = file.section_names()?;
    let functions = file.functions(&sections)?;
    let machine = match file.machine {
        elf::EM_X86_64 => Machine::X86_64,
        elf::EM_AARCH64 => Machine::Aarch64,
        elf::Machine(number) => Machine::Other(format!("ELF machine {number}")),
    };
    let eh_frame = if let Machine::Other(_) = machine { None } else { file.section(EH_FRAME)? };
    let stack_maps = file.stack_maps()?;
    let code = match machine {
        Machine::Aarch64 if stack_maps.is_some() => file.code()?,
        _ => Vec::new(),
    };
    Ok(Contents {
        format: FileFormat::Elf,
        machine,
        relocatable: file.relocatable,
        stack_maps,
        tables: file.tables()?,
        eh_frame,
        code,
        functions,
        sections,
    })
}

impl<'a> ElfFile<'a> {
    /// Parses the headers, and assigns addresses to the sections of an object file.
    fn parse(bytes: &'a [u8]) -> Result<Self, FileProblem> {
        const ALLOWED: &str = "64-bit little-endian ELF object files, programs and libraries";
        let unsupported =
            |what: &str| FileProblem::Unsupported { what: what.to_owned(), allowed: ALLOWED };
        // The header cannot be parsed before its class and byte order are known.
        match bytes.get(4) {
            Some(&class) if class != elf::ELFCLASS64.0 => {
                return Err(unsupported("an ELF file that is not 64-bit"));
            }
            _ => {}
        }
        match bytes.get(5) {
            Some(&order) if order != elf::ELFDATA2LSB.0 => {
                return Err(unsupported("an ELF file that is not little-endian"));
            }
            _ => {}
        }
        let header = Header::parse(bytes).map_err(FileProblem::malformed("ELF header"))?;
        let relocatable = match header.e_type(LE) {
            elf::ET_REL => true,
            elf::ET_EXEC | elf::ET_DYN => false,
            elf::ET_CORE => return Err(unsupported("an ELF core dump")),
            elf::FileType(number) => {
                return Err(unsupported(&format!("an ELF file of type {number}")));
            }
        };
        if header.e_shoff(LE) != 0 {
            let size = u64::from(header.e_shnum(LE)) * u64::from(header.e_shentsize(LE));
            FileProblem::check_part("section header table", header.e_shoff(LE), size, bytes)?;
        }
        let sections =
            header.sections(LE, bytes).map_err(FileProblem::malformed("ELF section headers"))?;
        let mut file = Self {
            bytes,
            machine: header.e_machine(LE),
            relocatable,
            sections,
            addresses: Vec::new(),
            relocations: RelocationTables::new(&sections, relocatable, bytes.len()),
        };
        file.addresses = file.place()?;
        Ok(file)
    }

    /// Returns the address of each section; `None` for sections that are not loaded.
    fn place(&self) -> Result<Vec<Option<u64>>, FileProblem> {
        let mut addresses = vec![None; self.sections.len()];
        let mut allocator = AddressAllocator::new();
        // Sections without contents in the file (`SHT_NOBITS`) may be large, so they get the last
        // addresses.
        for in_file in [true, false] {
            for (index, section) in self.sections.enumerate() {
                if !section.sh_flags(LE).contains(elf::SHF_ALLOC)
                    || section.sh_type(LE) == elf::SHT_NULL
                    || (section.sh_type(LE) != elf::SHT_NOBITS) != in_file
                {
                    continue;
                }
                addresses[index.0] = Some(if self.relocatable {
                    allocator.allocate(index.0, section.sh_size(LE), section.sh_addralign(LE))?
                } else {
                    section.sh_addr(LE)
                });
            }
        }
        Ok(addresses)
    }

    /// Returns the address of a section, if it is loaded.
    fn address(&self, section: SectionIndex) -> Option<u64> {
        self.addresses.get(section.0).copied().flatten()
    }

    /// Returns the executable sections, without applying their relocations.
    fn code(&self) -> Result<Vec<Section>, FileProblem> {
        const WHAT: &str = "sections with code";
        let limit = self.bytes.len();
        let (mut code, mut total) = (Vec::new(), 0_usize);
        for (index, section) in self.sections.enumerate() {
            let flags = section.sh_flags(LE);
            let is_plain = !flags.contains(elf::SHF_COMPRESSED);
            let Some(address) = self.address(index) else { continue };
            if !flags.contains(elf::SHF_EXECINSTR)
                || !is_plain
                || section.sh_type(LE) == elf::SHT_NOBITS
            {
                continue;
            }
            let data = section.data(LE, self.bytes).map_err(|_| FileProblem::Truncated {
                section: "with code",
                offset: section.sh_offset(LE),
                size: section.sh_size(LE),
            })?;
            // In a malformed file, many sections may have the same contents.
            total = total.saturating_add(data.len());
            if total > limit {
                return Err(FileProblem::LimitExceeded { what: WHAT, limit });
            }
            code.push(Section { address, bytes: data.to_vec() });
        }
        Ok(code)
    }

    /// Returns the names and address ranges of the loaded sections.
    fn section_names(&self) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of sections", self.bytes.len());
        for (index, section) in self.sections.enumerate() {
            let size = section.sh_size(LE);
            // The image of thread-local variables overlaps other sections, so it is excluded.
            let is_tls = section.sh_flags(LE).contains(elf::SHF_TLS);
            if let Some(start) = self.address(index).filter(|_| size != 0 && !is_tls) {
                let name = self.sections.section_name(LE, section);
                let name = name.map_err(FileProblem::malformed("ELF section name"))?;
                names.add(Symbol { name, start, size, rank: 0 })?;
            }
        }
        Ok(names.finish(&NamedRanges::default()))
    }

    /// Returns the names and address ranges of the functions.
    fn functions(&self, sections: &NamedRanges) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of functions", self.bytes.len());
        // The full symbol table contains local functions. A stripped file has only the exported
        // ones.
        for kind in [elf::SHT_SYMTAB, elf::SHT_DYNSYM] {
            let symbols = self
                .sections
                .symbols(LE, self.bytes, kind)
                .map_err(FileProblem::malformed("ELF symbol table"))?;
            for (index, symbol) in symbols.enumerate() {
                if !matches!(symbol.st_type(), elf::STT_FUNC | elf::STT_GNU_IFUNC) {
                    continue;
                }
                let address = self
                    .symbol_address(&symbols, index.0 as u32)
                    .map_err(FileProblem::malformed("ELF symbol"))?;
                let Some(start) = address else { continue };
                let name = symbols
                    .symbol_name(LE, symbol)
                    .map_err(FileProblem::malformed("name of an ELF symbol"))?;
                let rank = match symbol.st_bind() {
                    elf::STB_GLOBAL => 0,
                    elf::STB_WEAK => 1,
                    _ => 2,
                };
                names.add(Symbol { name, start, size: symbol.st_size(LE), rank })?;
            }
            if !symbols.is_empty() {
                break;
            }
        }
        Ok(names.finish(sections))
    }

    /// Returns the address of a symbol; `None` if this file does not define the symbol.
    fn symbol_address(
        &self,
        symbols: &Symbols<'a>,
        index: u32,
    ) -> ::object::read::Result<Option<u64>> {
        if index == 0 {
            // Symbol index 0 means that a relocation has no symbol.
            return Ok(Some(0));
        }
        let index = ::object::read::SymbolIndex(index as usize);
        let symbol = symbols.symbol(index)?;
        let value = symbol.st_value(LE);
        let Some(section) = symbols.symbol_section(LE, symbol, index)? else { return Ok(None) };
        if self.relocatable {
            self.sections.section(section)?;
            return Ok(self.address(section).map(|address| address.wrapping_add(value)));
        }
        Ok(Some(value))
    }

    /// Returns the sections with this name, except those of type `SHT_NULL`: they are inactive, and
    /// linkers drop them.
    fn named<'f>(
        &'f self,
        name: &'static str,
    ) -> impl Iterator<Item = (SectionIndex, &'a SectionHeader64<LittleEndian>)> + use<'f, 'a> {
        self.sections.enumerate().filter(move |&(_, section)| {
            section.sh_type(LE) != elf::SHT_NULL
                && self.sections.section_name(LE, section) == Ok(name.as_bytes())
        })
    }

    /// Returns the section with this name, with its relocations applied.
    fn section(&self, name: &'static str) -> Result<Option<Section>, FileProblem> {
        let mut found = self.named(name);
        let Some((index, section)) = found.next() else { return Ok(None) };
        if found.next().is_some() {
            return Err(FileProblem::Twice { section: name });
        }
        self.relocated(name, index, section).map(Some)
    }

    /// Returns all stack maps, with their relocations applied. A file can have several stack map
    /// sections if `ld -r` combined inputs with different section flags. Their maps are
    /// concatenated like those of one section.
    fn stack_maps(&self) -> Result<Option<Section>, FileProblem> {
        let mut maps: Option<Section> = None;
        for (index, section) in self.named(STACK_MAPS) {
            let next = self.relocated(STACK_MAPS, index, section)?;
            match &mut maps {
                None => maps = Some(next),
                Some(maps) => {
                    maps.bytes.extend(next.bytes);
                    if maps.bytes.len() > self.bytes.len() {
                        // In a malformed file, many sections may have the same contents.
                        let limit = self.bytes.len();
                        return Err(FileProblem::LimitExceeded {
                            what: "sections of stack maps",
                            limit,
                        });
                    }
                }
            }
        }
        Ok(maps)
    }

    /// Returns the sections of compiled tables, with their relocations applied.
    fn tables(&self) -> Result<Vec<Section>, FileProblem> {
        let mut tables = Vec::new();
        for (index, section) in self.named(SECTION_NAME) {
            let table = self.relocated(SECTION_NAME, index, section)?;
            // Compiling empties the sections of further stack maps.
            if !table.bytes.is_empty() {
                tables.push(table);
            }
        }
        let (limit, total) = (self.bytes.len(), tables.iter().map(|table| table.bytes.len()).sum());
        if limit < total {
            // In a malformed file, many sections may have the same contents.
            return Err(FileProblem::LimitExceeded { what: "sections of tables", limit });
        }
        Ok(tables)
    }

    /// Returns a section, with its relocations applied.
    fn relocated(
        &self,
        name: &'static str,
        index: SectionIndex,
        section: &SectionHeader64<LittleEndian>,
    ) -> Result<Section, FileProblem> {
        let size = section.sh_size(LE);
        if section.sh_flags(LE).contains(elf::SHF_COMPRESSED) {
            return Err(FileProblem::Compressed { section: name });
        }
        if section.sh_type(LE) == elf::SHT_NOBITS && size != 0 {
            return Err(FileProblem::NoContents { section: name });
        }
        // Other programs interpret sections of other types differently, and rewriting the file
        // would change the meaning of such a section.
        let kind = section.sh_type(LE);
        if !matches!(kind, elf::SHT_PROGBITS | elf::SHT_X86_64_UNWIND | elf::SHT_NOBITS) {
            return Err(FileProblem::SectionType { section: name, kind: kind.0 });
        }
        let data = section.data(LE, self.bytes).map_err(|_| FileProblem::Truncated {
            section: name,
            offset: section.sh_offset(LE),
            size,
        })?;
        let mut bytes = data.to_vec();
        let mut relocations = Relocations::new(self, name, index, &mut bytes);
        relocations.apply_all()?;
        Ok(Section { address: self.address(index).unwrap_or(0), bytes })
    }
}
