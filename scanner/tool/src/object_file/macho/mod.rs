//! Mach-O: object files, programs and libraries.

mod fixups;
mod relocations;

use ::object::LittleEndian;
use ::object::macho::{self, MachHeader64, Section64, SegmentCommand64};
use ::object::read::macho::{
    LoadCommandVariant, MachHeader, Nlist, Section as _, Segment, SymbolTable,
};

use self::fixups::Fixups;
use super::address_allocator::FIRST_ADDRESS;
use super::error::FileProblem;
use super::names::{NamedRanges, NamesBuilder, Symbol};
use super::{Contents, FileFormat, Machine, Section};

/// Segment and section name of the stack maps.
const STACK_MAPS: &str = "__LLVM_STACKMAPS,__llvm_stackmaps";
/// Segment and section name of the unwind table.
const EH_FRAME: &str = "__TEXT,__eh_frame";

type Header = MachHeader64<LittleEndian>;
type SectionHeader = Section64<LittleEndian>;
type Symbols<'a> = SymbolTable<'a, Header>;

const LE: LittleEndian = LittleEndian;

/// A Mach-O file with its load commands parsed.
struct MachOFile<'a> {
    bytes: &'a [u8],
    cpu: macho::CpuType,
    /// Whether the file is a relocatable object file.
    relocatable: bool,
    segments: Vec<&'a SegmentCommand64<LittleEndian>>,
    /// The sections of all segments. Symbols and relocations refer to them by an index that starts
    /// at 1.
    sections: Vec<&'a SectionHeader>,
    symbols: Symbols<'a>,
    fixups: Fixups<'a>,
}

/// Reads a Mach-O file.
pub(super) fn read(bytes: &[u8]) -> Result<Contents, FileProblem> {
    let file = MachOFile::parse(bytes)?;
    let sections = file.section_names()?;
    let functions = file.functions(&sections)?;
    let machine = machine(file.cpu);
    let eh_frame = if let Machine::Other(_) = machine { None } else { file.section(EH_FRAME)? };
    Ok(Contents {
        format: FileFormat::MachO,
        machine,
        relocatable: file.relocatable,
        stack_maps: file.section(STACK_MAPS)?,
        tables: Vec::new(),
        eh_frame,
        code: Vec::new(),
        functions,
        sections,
    })
}

/// Converts the CPU type in a Mach-O header.
pub(super) fn machine(cpu: macho::CpuType) -> Machine {
    match cpu {
        macho::CPU_TYPE_X86_64 => Machine::X86_64,
        macho::CPU_TYPE_ARM64 => Machine::Aarch64,
        macho::CpuType(number) => Machine::Other(format!("Mach-O CPU {number:#x}")),
    }
}

impl<'a> MachOFile<'a> {
    fn parse(bytes: &'a [u8]) -> Result<Self, FileProblem> {
        const COMMANDS: &str = "Mach-O load commands";
        let unsupported = |what: String| FileProblem::Unsupported {
            what,
            allowed: "64-bit little-endian Mach-O object files, programs and libraries",
        };
        let header = match bytes {
            [0xcf, 0xfa, 0xed, 0xfe, ..] => {
                Header::parse(bytes, 0).map_err(FileProblem::malformed("Mach-O header"))?
            }
            _ => {
                let what = "a Mach-O file that is not 64-bit and little-endian";
                return Err(unsupported(what.to_owned()));
            }
        };
        let relocatable = match header.filetype(LE) {
            macho::MH_OBJECT => true,
            macho::MH_EXECUTE
            | macho::MH_DYLIB
            | macho::MH_BUNDLE
            | macho::MH_DYLINKER
            | macho::MH_KEXT_BUNDLE
            | macho::MH_PRELOAD
            | macho::MH_DSYM => false,
            macho::FileType(number) => {
                return Err(unsupported(format!("a Mach-O file of type {number}")));
            }
        };
        let mut file = Self {
            bytes,
            cpu: header.cputype(LE),
            relocatable,
            segments: Vec::new(),
            sections: Vec::new(),
            symbols: Symbols::default(),
            fixups: Fixups::default(),
        };
        let start = size_of_val(header) as u64;
        FileProblem::check_part(COMMANDS, start, header.sizeofcmds(LE).into(), bytes)?;
        let mut commands =
            header.load_commands(LE, bytes, 0).map_err(FileProblem::malformed(COMMANDS))?;
        while let Some(command) = commands.next().map_err(FileProblem::malformed(COMMANDS))? {
            match command.variant().map_err(FileProblem::malformed(COMMANDS))? {
                LoadCommandVariant::Segment64(segment, data) => {
                    let (start, size) = (segment.fileoff.get(LE), segment.filesize.get(LE));
                    FileProblem::check_part("segment", start, size, bytes)?;
                    let sections = segment.sections(LE, data);
                    let sections =
                        sections.map_err(FileProblem::malformed("Mach-O section headers"))?;
                    file.segments.push(segment);
                    file.sections.extend(sections);
                }
                LoadCommandVariant::Symtab(symtab) => {
                    let (start, count) = (symtab.symoff.get(LE), symtab.nsyms.get(LE));
                    let size = u64::from(count) * size_of::<macho::Nlist64<LittleEndian>>() as u64;
                    FileProblem::check_part("symbol table", start.into(), size, bytes)?;
                    file.symbols = symtab
                        .symbols::<Header, _>(LE, bytes)
                        .map_err(FileProblem::malformed("Mach-O symbol table"))?;
                }
                LoadCommandVariant::DyldInfo(info) => file.fixups.info = Some(info),
                LoadCommandVariant::LinkeditData(data)
                    if command.cmd() == macho::LC_DYLD_CHAINED_FIXUPS =>
                {
                    file.fixups.chains = Some(data);
                }
                _ => {}
            }
        }
        Ok(file)
    }

    /// Returns the offset that is added to addresses in the file. In an object file, the first
    /// section has the address 0, so [`FIRST_ADDRESS`] is added.
    fn slide(&self) -> u64 {
        if self.relocatable { FIRST_ADDRESS } else { 0 }
    }

    /// Returns the address of a section.
    fn address(&self, section: &SectionHeader) -> u64 {
        section.addr(LE).wrapping_add(self.slide())
    }

    /// Returns the names and address ranges of the sections, except DWARF sections.
    fn section_names(&self) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of sections", self.bytes.len());
        for section in &self.sections {
            let size = section.size(LE);
            if size != 0 && section.segment_name() != b"__DWARF" {
                let name = full_name(section);
                names.add(Symbol { name: &name, start: self.address(section), size, rank: 0 })?;
            }
        }
        Ok(names.finish(&NamedRanges::default()))
    }

    /// Returns the names and address ranges of the functions.
    fn functions(&self, sections: &NamedRanges) -> Result<NamedRanges, FileProblem> {
        let mut names = NamesBuilder::new("names of functions", self.bytes.len());
        let code = macho::S_ATTR_PURE_INSTRUCTIONS | macho::S_ATTR_SOME_INSTRUCTIONS;
        for symbol in self.symbols.iter() {
            // An alternate entry point is inside a function and does not end it.
            if !symbol.is_definition() || symbol.n_desc(LE).contains(macho::N_ALT_ENTRY) {
                continue;
            }
            let section = usize::from(symbol.n_sect()).checked_sub(1);
            let section = section.and_then(|index| self.sections.get(index));
            if !section.is_some_and(|section| section.flags(LE).intersects(code)) {
                continue;
            }
            let name = symbol
                .name(LE, self.symbols.strings())
                .map_err(FileProblem::malformed("name of a Mach-O symbol"))?;
            let kind = symbol.n_type();
            let rank = if kind.contains(macho::N_EXT) {
                u8::from(kind.contains(macho::N_PEXT))
            } else {
                2
            };
            let start = symbol.n_value(LE).wrapping_add(self.slide());
            names.add(Symbol { name, start, size: 0, rank })?;
        }
        Ok(names.finish(sections))
    }

    /// Returns the address of a symbol; `None` if this file does not define the symbol.
    fn symbol_address(&self, index: u32) -> ::object::read::Result<Option<u64>> {
        let symbol = self.symbols.symbol(::object::read::SymbolIndex(index as usize))?;
        Ok(self.address_of(symbol))
    }

    /// Returns the name of a symbol, for messages.
    fn symbol_name(&self, index: u32) -> String {
        let symbol = self.symbols.symbol(::object::read::SymbolIndex(index as usize));
        let name = symbol.and_then(|symbol| symbol.name(LE, self.symbols.strings()));
        let unknown = |_| format!("symbol {index}");
        name.map_or_else(unknown, |name| String::from_utf8_lossy(name).into_owned())
    }

    /// Returns the address of a symbol; `None` if this file does not define the symbol.
    fn address_of(&self, symbol: &macho::Nlist64<LittleEndian>) -> Option<u64> {
        match symbol.n_type().typ() {
            macho::N_SECT => Some(symbol.n_value(LE).wrapping_add(self.slide())),
            macho::N_ABS => Some(symbol.n_value(LE)),
            _ => None,
        }
    }

    /// Returns the section with this name, with its relocations applied.
    fn section(&self, name: &'static str) -> Result<Option<Section>, FileProblem> {
        let mut found =
            self.sections.iter().filter(|section| full_name(section) == name.as_bytes());
        let Some(section) = found.next() else { return Ok(None) };
        if found.next().is_some() {
            return Err(FileProblem::Twice { section: name });
        }
        let (size, offset) = (section.size(LE), section.offset(LE));
        let has_contents = !matches!(
            section.section_type(LE),
            macho::S_ZEROFILL | macho::S_GB_ZEROFILL | macho::S_THREAD_LOCAL_ZEROFILL
        );
        if size != 0 && (!has_contents || offset == 0) {
            return Err(FileProblem::NoContents { section: name });
        }
        let offset = u64::from(offset);
        let data = usize::try_from(offset)
            .ok()
            .and_then(|start| self.bytes.get(start..))
            .and_then(|tail| tail.get(..usize::try_from(size).ok()?));
        let truncated = FileProblem::Truncated { section: name, offset, size };
        let mut bytes = data.ok_or(truncated)?.to_vec();
        let address = self.address(section);
        if self.relocatable {
            relocations::apply(self, section, name, &mut bytes)?;
        } else {
            fixups::apply(self, address, name, &mut bytes)?;
        }
        Ok(Some(Section { address, bytes }))
    }
}

/// Returns the segment and section name of a section, separated by a comma.
fn full_name(section: &SectionHeader) -> Vec<u8> {
    [section.segment_name(), section.name()].join(&b',')
}
