//! Replacement of the stack map of an ELF object file by call-site tables.
//!
//! Each code section with records has a unit. The unit's only relocation refers to that section and
//! applies to the address field in the unit's header. All units are in one section
//! [`SECTION_NAME`], which has the section index of the stack map. For code in a section group, the
//! unit is in a separate section of the same group, so that a linker keeps or discards both. The
//! sections are retained (`SHF_GNU_RETAIN`): a linker that garbage-collects sections keeps them and
//! the code that they refer to.

use std::collections::BTreeMap;
use std::ops::Range;

use ::object::elf::{self, Rela64, Sym64};
use ::object::pod;
use ::object::read::SectionIndex;
use ::object::read::elf::{SectionHeader, Sym};
use ::object::{I64, LittleEndian, U64};

use super::rewrite::{NewSection, Rewriter};
use super::{EH_FRAME, ElfFile, LE, Symbols};
use crate::object_file::error::FileProblem;
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::EhFrame;
use statepoint_scanner::image::process::STACK_MAPS;
use statepoint_scanner::stackmap::{self, StackMapParseError};
use statepoint_scanner::table::{
    CODE_START_OFFSET, CodeBytes, SECTION_NAME, TableBuffer, TableBuildError, TableBuilder,
    TableStatistics, copy_at,
};

/// The result of compiling the stack map of an object file.
#[derive(Clone, Debug)]
pub struct CompiledObject {
    /// Contents of the new object file.
    pub bytes: Vec<u8>,
    /// Sizes in bytes of the former stack map sections, and of their relocations.
    pub before: (usize, usize),
    /// Sizes in bytes of the new table sections, and of their relocations.
    pub after: (usize, usize),
    /// Statistics of the table of each code section.
    pub units: Vec<TableStatistics>,
}

/// Error returned when the stack map of an object file cannot be compiled.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileProblem),
    /// The file is not ELF.
    #[error(
        "only ELF object files can be compiled, one by one; the file begins with the bytes \
         {start:02x?}{}",
        if start == b"BC\xc0\xde" {
            ": it is LLVM bitcode; compile it with `llc -filetype=obj`"
        } else {
            ""
        }
    )]
    NotElf {
        /// The first bytes of the file, at most four.
        start: Vec<u8>,
    },
    /// The file is already linked.
    #[error("it is linked; compile its object files instead")]
    Linked,
    /// The file has no stack map.
    #[error(
        "it has no {STACK_MAPS} section with a record: if there is no managed code in it, link it \
         as it is; if there is, check that functions have a gc strategy and that \
         rewrite-statepoints-for-gc ran"
    )]
    NoStackMap,
    /// The file was already compiled.
    #[error("section {index} is a {SECTION_NAME}: the file is already compiled")]
    Compiled {
        /// Index of the section.
        index: usize,
    },
    /// The file has no unwind information.
    #[error("it has no {EH_FRAME} section; mark managed functions `uwtable`")]
    NoEhFrame,
    /// The unwind information cannot be read.
    #[error("the {EH_FRAME} section is malformed: {0}")]
    EhFrame(gimli::Error),
    /// The architecture of the file is not supported.
    #[error("it is for {machine}; only x86-64 and AArch64 are supported")]
    Machine {
        /// The name of the architecture.
        machine: String,
    },
    /// The stack map cannot be read.
    #[error("the {STACK_MAPS} section: {0}")]
    Parse(#[from] StackMapParseError),
    /// The stack map cannot be compiled.
    #[error("the {STACK_MAPS} section: {source}{}", Named(function))]
    Build {
        /// The reason.
        source: TableBuildError,
        /// The name of the affected function, if there is one.
        function: Option<String>,
    },
    /// A function is not in a section of code: its address has no relocation.
    #[error(
        "the {STACK_MAPS} section, map at offset {map:#x}: function {index} is in no section with \
         code"
    )]
    NoCode {
        /// The offset of the map in its section, in bytes.
        map: usize,
        /// Index of the function in the map.
        index: usize,
    },
    /// The table's relocation must refer to a code section, but that section has no local symbol.
    #[error("section {section} has no local symbol, which the table's relocation needs")]
    NoSymbol {
        /// Index of the section.
        section: usize,
    },
    /// A symbol of the stack map is global, so another file may need the map.
    #[error(
        "the symbol {symbol} of the stack map is global, so other object files can refer to the \
         map, which a table replaces; if none does, make it local (`objcopy \
         --localize-symbol={symbol}`)"
    )]
    Global {
        /// The name of the symbol.
        symbol: String,
    },
    /// Another section of the file refers to the stack map.
    #[error("relocation at offset {offset:#x} of section {section} refers to the stack map")]
    Referenced {
        /// Index of the section.
        section: usize,
        /// Offset of the relocated field in that section, in bytes.
        offset: u64,
    },
}

/// Displays as ` [in NAME]`, or as nothing if there is no name.
struct Named<'a>(&'a Option<String>);

impl core::fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " [in {name}]"))
    }
}

/// Compiles the stack map of an ELF object file, given as its bytes.
///
/// A table has one call site for each address. Where a `stackmap` or `patchpoint` begins right
/// after the call of a statepoint, both records have the same address. The table then contains the
/// statepoint, which a walk needs there, and omits the other record. Several `stackmap` and
/// `patchpoint` records at one address become one call site with the values of all.
///
/// # Errors
///
/// Returns an error if the file is not an object file for a supported architecture. Also returns an
/// error if the stack map or the unwind information is missing or unusable.
pub fn compile_object(bytes: &[u8]) -> Result<CompiledObject, CompileError> {
    if !bytes.starts_with(&elf::ELFMAG) {
        return Err(CompileError::NotElf { start: bytes.iter().take(4).copied().collect() });
    }
    let file = ElfFile::parse(bytes)?;
    if !file.relocatable {
        return Err(CompileError::Linked);
    }
    match file.machine {
        elf::EM_X86_64 => compile::<X86_64>(&file, elf::R_X86_64_PC64),
        elf::EM_AARCH64 => compile::<Aarch64>(&file, elf::R_AARCH64_PREL64),
        elf::Machine(machine) => {
            Err(CompileError::Machine { machine: format!("ELF machine {machine}") })
        }
    }
}

/// The table of one code section.
struct Unit<A> {
    /// Index of the code section.
    code: usize,
    table: TableBuffer<A>,
}

/// Compiles the stack map of a file. `relocation` is the type of the units' relocations.
fn compile<A: Architecture>(
    file: &ElfFile<'_>,
    relocation: elf::RelocationType,
) -> Result<CompiledObject, CompileError> {
    if let Some((index, _)) = file.named(SECTION_NAME).next() {
        return Err(CompileError::Compiled { index: index.0 });
    }
    let maps: Vec<_> = file.named(STACK_MAPS).map(|(index, _)| index.0).collect();
    let units = units::<A>(file)?;
    let targets = RelocationTargets::new(file, &maps)?;
    let groups = groups(file)?;

    // Units by the index of their group section; the key is `None` for code in no group.
    let mut by_group: BTreeMap<Option<usize>, Vec<Unit<A>>> = BTreeMap::new();
    let statistics = units.iter().map(|unit| unit.table.table().statistics()).collect();
    for unit in units {
        by_group.entry(groups.get(&unit.code).copied()).or_default().push(unit);
    }

    let mut rewriter = Rewriter::new(file)?;
    let relocations_name = rewriter.add_name(&format!(".rela{SECTION_NAME}"));
    let table_name = relocations_name + ".rela".len() as u32;
    let size = |&index: &usize| {
        let section = file.sections.section(SectionIndex(index));
        section.map_or(0, |section| section.sh_size(LE) as usize)
    };
    let map_relocations = &targets.map_relocations;
    let before = (maps.iter().map(size).sum(), map_relocations.iter().map(size).sum());
    let mut after = (0, 0);
    // The first table section and its relocations replace those of the first stack map. Other maps
    // and their relocations become empty instead of being removed, because sections keep their
    // indices.
    let (mut map_index, mut relocations_index) =
        (maps.first().copied(), map_relocations.first().copied());
    for &index in maps.iter().skip(1) {
        let flags = elf::SHF_ALLOC;
        rewriter.put(index, NewSection::empty(table_name, elf::SHT_PROGBITS, flags));
    }
    for &index in map_relocations.iter().skip(1) {
        let (link, info) = (targets.table as u32, maps.first().map_or(0, |&map| map as u32));
        let kind = elf::SHT_RELA;
        let empty = NewSection::empty(relocations_name, kind, elf::SHF_INFO_LINK);
        let entry_size = size_of::<Rela64<LittleEndian>>() as u64;
        rewriter.put(index, NewSection { link, info, entry_size, ..empty });
    }
    for (group, units) in by_group {
        let (data, relocations) = section_contents(&units, &targets, relocation)?;
        after = (after.0 + data.len(), after.1 + relocations.len());
        let in_group = if group.is_some() { elf::SHF_GROUP } else { elf::SectionFlags(0) };
        let table = map_index.take().unwrap_or_else(|| rewriter.next());
        rewriter.put(
            table,
            NewSection {
                name: table_name,
                kind: elf::SHT_PROGBITS,
                flags: elf::SHF_ALLOC | elf::SHF_GNU_RETAIN | in_group,
                link: 0,
                info: 0,
                entry_size: 0,
                data,
            },
        );
        let index = relocations_index.take().unwrap_or_else(|| rewriter.next());
        rewriter.put(
            index,
            NewSection {
                name: relocations_name,
                kind: elf::SHT_RELA,
                flags: elf::SHF_INFO_LINK | in_group,
                link: targets.table as u32,
                info: table as u32,
                entry_size: size_of::<Rela64<LittleEndian>>() as u64,
                data: relocations,
            },
        );
        if let Some(members) = group.and_then(|group| rewriter.data_mut(group)) {
            members.extend([table, index].iter().flat_map(|&index| (index as u32).to_le_bytes()));
        }
    }
    if let Some(data) = rewriter.data_mut(targets.table) {
        targets.clear_map_symbol_names(data);
    }
    Ok(CompiledObject { bytes: rewriter.write(), before, after, units: statistics })
}

/// Returns the contents of a section with these units, and of its relocation section.
fn section_contents<A: Architecture>(
    units: &[Unit<A>],
    targets: &RelocationTargets,
    relocation: elf::RelocationType,
) -> Result<(Vec<u8>, Vec<u8>), CompileError> {
    let (mut data, mut relocations) = (Vec::new(), Vec::new());
    for unit in units {
        let offset = data.len() + CODE_START_OFFSET;
        data.extend(pod::bytes_of_slice(unit.table.words()));
        // The linker writes the relocated address to this field, so it is zero in the object file.
        if let Some(field) = data.get_mut(offset..offset + 8) {
            field.fill(0);
        }
        let (symbol, value) = *targets
            .in_section
            .get(&unit.code)
            .ok_or(CompileError::NoSymbol { section: unit.code })?;
        relocations.extend(pod::bytes_of(&Rela64::<LittleEndian> {
            r_offset: U64::new(LE, offset as u64),
            r_info: U64::new(LE, u64::from(symbol) << 32 | u64::from(relocation.0)),
            r_addend: I64::new(LE, value.cast_signed().wrapping_neg()),
        }));
    }
    Ok((data, relocations))
}

/// Builds a unit for each code section with a record.
fn units<A: Architecture>(file: &ElfFile<'_>) -> Result<Vec<Unit<A>>, CompileError> {
    let stack_maps = file.stack_maps()?.ok_or(CompileError::NoStackMap)?;
    let eh_frame = file.section(EH_FRAME)?.ok_or(CompileError::NoEhFrame)?;
    let rules =
        EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes).map_err(CompileError::EhFrame)?;
    // Malformed names are an error, because the new file would contain them too.
    let names = file.functions(&file.section_names()?)?;
    let code = CodeSections::new(file)?;
    let mut builders: BTreeMap<usize, TableBuilder<A>> = BTreeMap::new();
    let named = |source: TableBuildError| {
        let function = source.function().and_then(|function| names.name_at(function));
        CompileError::Build { function: function.map(|(name, _)| name.to_owned()), source }
    };
    for map in stackmap::maps(&stack_maps.bytes) {
        let map = map?;
        for (index, function) in map.functions().enumerate() {
            if code.section_at(function.address).is_none() {
                return Err(CompileError::NoCode { map: map.offset(), index });
            }
        }
        let constants = map.constants();
        for (function, record) in map.function_records()? {
            let Some(section) = code.section_at(function.address) else { continue };
            let builder = builders
                .entry(section.index)
                .or_insert_with(|| TableBuilder::for_code(section.range.clone()));
            builder
                .add_record(&function, &record, &constants, &rules, Some(&code))
                .map_err(named)?;
        }
    }
    if builders.is_empty() {
        return Err(CompileError::NoStackMap);
    }
    let built = builders
        .into_iter()
        .map(|(code, builder)| builder.build().map(|table| Unit { code, table }).map_err(named));
    built.collect()
}

/// The code sections of a file, sorted by their assigned addresses.
struct CodeSections<'a> {
    sections: Vec<CodeSection<'a>>,
}

/// A code section.
struct CodeSection<'a> {
    /// Assigned addresses of the section.
    range: Range<u64>,
    /// Index of the section.
    index: usize,
    bytes: &'a [u8],
}

impl<'a> CodeSections<'a> {
    fn new(file: &ElfFile<'a>) -> Result<Self, FileProblem> {
        let mut sections = Vec::new();
        for (index, section) in file.sections.enumerate() {
            let Some(start) = file.address(index) else { continue };
            if !section.sh_flags(LE).contains(elf::SHF_EXECINSTR) {
                continue;
            }
            let bytes = section
                .data(LE, file.bytes)
                .map_err(FileProblem::malformed("section with code"))?;
            let range = start..start.saturating_add(section.sh_size(LE));
            sections.push(CodeSection { range, index: index.0, bytes });
        }
        sections.sort_by_key(|section| section.range.start);
        Ok(Self { sections })
    }

    /// Returns the code section that contains this assigned address.
    fn section_at(&self, address: u64) -> Option<&CodeSection<'a>> {
        let next = self.sections.partition_point(|section| section.range.start <= address);
        let section = self.sections.get(next.checked_sub(1)?)?;
        section.range.contains(&address).then_some(section)
    }
}

impl CodeBytes for CodeSections<'_> {
    fn read(&self, address: u64, out: &mut [u8]) -> bool {
        let Some(section) = self.section_at(address) else { return false };
        copy_at(section.bytes, address.checked_sub(section.range.start), out)
    }
}

/// The symbols to which relocations can refer, and the relocation sections of the stack maps.
struct RelocationTargets {
    /// Section index of the symbol table.
    table: usize,
    /// Indices of the relocation sections that apply to the stack maps.
    map_relocations: Vec<usize>,
    /// For each section index, the symbol index and value of a local symbol in the section.
    in_section: BTreeMap<usize, (u32, u64)>,
    /// Symbol indices of the symbols in the stack maps, local and global. Sorted.
    stack_map_symbols: Vec<usize>,
}

impl RelocationTargets {
    /// Reads the symbol table. Returns an error if the file refers to a stack map, or if a symbol
    /// in a stack map is global.
    fn new(file: &ElfFile<'_>, maps: &[usize]) -> Result<Self, CompileError> {
        const SYMBOLS: &str = "ELF symbol table";
        let symbols = file.sections.symbols(LE, file.bytes, elf::SHT_SYMTAB);
        let symbols = symbols.map_err(FileProblem::malformed(SYMBOLS))?;
        let mut targets = Self {
            table: symbols.section().0,
            map_relocations: Vec::new(),
            in_section: BTreeMap::new(),
            stack_map_symbols: Vec::new(),
        };
        for (index, symbol) in symbols.enumerate() {
            let section = symbols.symbol_section(LE, symbol, index);
            let section = section.map_err(FileProblem::malformed(SYMBOLS))?;
            let Some(SectionIndex(section)) = section else { continue };
            if maps.binary_search(&section).is_ok() {
                targets.stack_map_symbols.push(index.0);
            }
            if symbol.st_bind() != elf::STB_LOCAL || symbol.st_type() == elf::STT_TLS {
                continue;
            }
            let entry = (index.0 as u32, symbol.st_value(LE));
            if symbol.st_type() == elf::STT_SECTION {
                targets.in_section.insert(section, entry);
            } else {
                targets.in_section.entry(section).or_insert(entry);
            }
        }
        targets.check_references(file, &symbols, maps)?;
        Ok(targets)
    }

    /// Sets `map_relocations`. Checks that no relocation of another section refers to a stack map,
    /// and that no symbol in a stack map is global.
    fn check_references(
        &mut self,
        file: &ElfFile<'_>,
        symbols: &Symbols<'_>,
        maps: &[usize],
    ) -> Result<(), CompileError> {
        const PART: &str = "ELF relocations";
        for (index, section) in file.sections.enumerate() {
            let kind = section.sh_type(LE);
            if !matches!(kind, elf::SHT_REL | elf::SHT_RELA | elf::SHT_CREL) {
                continue;
            }
            let target = section.info_link(LE).0;
            if maps.binary_search(&target).is_ok() {
                self.map_relocations.push(index.0);
                continue;
            }
            let check = |symbol: u32, offset: u64| {
                let position = self.stack_map_symbols.binary_search(&(symbol as usize));
                position
                    .map_or(Ok(()), |_| Err(CompileError::Referenced { section: target, offset }))
            };
            let bytes = file.bytes;
            let malformed = |reason| FileProblem::malformed(PART)(reason);
            if let Some((entries, _)) = section.rel(LE, bytes).map_err(malformed)? {
                entries.iter().try_for_each(|rel| check(rel.r_sym(LE), rel.r_offset.get(LE)))?;
            }
            if let Some((entries, _)) = section.rela(LE, bytes).map_err(malformed)? {
                entries
                    .iter()
                    .try_for_each(|rela| check(rela.r_sym(LE, false), rela.r_offset.get(LE)))?;
            }
            if let Some((entries, _)) = section.crel(LE, bytes).map_err(malformed)? {
                for crel in entries {
                    let crel = crel.map_err(malformed)?;
                    check(crel.r_sym, crel.r_offset)?;
                }
            }
        }
        for &index in &self.stack_map_symbols {
            let symbol = symbols.symbol(::object::read::SymbolIndex(index));
            if let Ok(symbol) = symbol
                && symbol.st_bind() != elf::STB_LOCAL
            {
                let name = symbol.name(LE, symbols.strings()).unwrap_or_default();
                return Err(CompileError::Global {
                    symbol: String::from_utf8_lossy(name).into_owned(),
                });
            }
        }
        Ok(())
    }

    /// Clears the names of the stack maps' symbols, which now refer to the table, in the contents
    /// of the symbol table.
    fn clear_map_symbol_names(&self, data: &mut [u8]) {
        const SIZE: usize = size_of::<Sym64<LittleEndian>>();
        for &index in &self.stack_map_symbols {
            // The first four bytes of a symbol are its name (an offset in the string table).
            let name = data.get_mut(index * SIZE..).and_then(|symbol| symbol.get_mut(..4));
            if let Some(name) = name {
                name.fill(0);
            }
        }
    }
}

/// Returns the index of the group section for each section that is in a group.
fn groups(file: &ElfFile<'_>) -> Result<BTreeMap<usize, usize>, FileProblem> {
    let mut groups = BTreeMap::new();
    for (index, section) in file.sections.enumerate() {
        let group = section.group(LE, file.bytes);
        let group = group.map_err(FileProblem::malformed("ELF section group"))?;
        if let Some((_, members)) = group {
            groups.extend(members.iter().map(|member| (member.get(LE) as usize, index.0)));
        }
    }
    Ok(groups)
}
