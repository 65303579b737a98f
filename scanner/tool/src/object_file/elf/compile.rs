//! Replacing the stack map of an ELF object file by call-site tables.
//!
//! Each section of code that has records gets a unit, whose only relocation refers to that section
//! and is applied to the address field in the unit's header. All units are in one section
//! [`SECTION_NAME`], at the section number of the stack map; but the unit of code in a section
//! group is in a section of its own in that group, so that a linker keeps or drops both. The
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
    /// The file.
    pub bytes: Vec<u8>,
    /// Bytes of the former stack map section, and of its relocations.
    pub before: (usize, usize),
    /// Bytes of the new table sections, and of their relocations.
    pub after: (usize, usize),
    /// The contents of the table of each section of code.
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
        /// Its first bytes, at most four.
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
        /// The number of the section.
        index: usize,
    },
    /// The file has no unwind information.
    #[error("it has no {EH_FRAME} section; mark managed functions `uwtable`")]
    NoEhFrame,
    /// The unwind information cannot be read.
    #[error("the {EH_FRAME} section is malformed: {0}")]
    EhFrame(gimli::Error),
    /// The architecture of its code is not supported.
    #[error("it is for {machine}; only x86-64 and AArch64 are supported")]
    Machine {
        /// The architecture.
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
        /// The offset of the map in its section.
        map: usize,
        /// The number of the function in the map.
        index: usize,
    },
    /// A relocation must refer to a section of code that has no symbol.
    #[error("section {section} has no local symbol, which the table's relocation needs")]
    NoSymbol {
        /// The number of the section.
        section: usize,
    },
    /// A symbol of the stack map is global, so another file may need the map.
    #[error(
        "the symbol {symbol} of the stack map is global, so other object files can refer to the \
         map, which a table replaces; if none does, make it local (`objcopy \
         --localize-symbol={symbol}`)"
    )]
    Global {
        /// The symbol's name.
        symbol: String,
    },
    /// Another section of the file refers to the stack map.
    #[error("relocation at offset {offset:#x} of section {section} refers to the stack map")]
    Referenced {
        /// The number of the section.
        section: usize,
        /// The offset of the reference.
        offset: u64,
    },
}

/// Formats ` [in NAME]`, or nothing.
struct Named<'a>(&'a Option<String>);

impl core::fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " [in {name}]"))
    }
}

/// Compiles the stack map of an ELF object file, given as its bytes.
///
/// A table has one call site for each address. Where a `stackmap` or `patchpoint` begins right
/// after the call of a statepoint, both records have one address: the table contains the
/// statepoint, which a walk needs there, and omits the other record. Several `stackmap` and
/// `patchpoint` records of one address become one call site with the values of all.
///
/// # Errors
///
/// If it is not an object file for a known machine, has no stack map or unwind information, or
/// one that is unusable.
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
        elf::Machine(number) => {
            Err(CompileError::Machine { machine: format!("ELF machine {number}") })
        }
    }
}

/// A unit for one section of code.
struct Unit<A> {
    code: usize,
    table: TableBuffer<A>,
}

fn compile<A: Architecture>(
    file: &ElfFile<'_>,
    relocation: elf::RelocationType,
) -> Result<CompiledObject, CompileError> {
    if let Some((index, _)) = file.named(SECTION_NAME).next() {
        return Err(CompileError::Compiled { index: index.0 });
    }
    let maps: Vec<_> = file.named(STACK_MAPS).map(|(index, _)| index.0).collect();
    let units = units::<A>(file)?;
    let symbols = LocalSymbols::new(file, &maps)?;
    let groups = groups(file)?;

    // Units by the section group that they must belong to.
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
    let map_relocations = &symbols.map_relocations;
    let before = (maps.iter().map(size).sum(), map_relocations.iter().map(size).sum());
    let mut after = (0, 0);
    // The first table and its relocations replace the first stack map's. Other maps and their
    // relocations become empty, since sections keep their numbers.
    let mut places = [maps.first().copied(), map_relocations.first().copied()];
    for &index in maps.iter().skip(1) {
        let flags = elf::SHF_ALLOC;
        rewriter.put(index, NewSection::empty(table_name, elf::SHT_PROGBITS, flags));
    }
    for &index in map_relocations.iter().skip(1) {
        let (link, info) = (symbols.table as u32, maps.first().map_or(0, |&map| map as u32));
        let kind = elf::SHT_RELA;
        let empty = NewSection::empty(relocations_name, kind, elf::SHF_INFO_LINK);
        let entry_size = size_of::<Rela64<LittleEndian>>() as u64;
        rewriter.put(index, NewSection { link, info, entry_size, ..empty });
    }
    for (group, units) in by_group {
        let (data, relocations) = section(&units, &symbols, relocation)?;
        after = (after.0 + data.len(), after.1 + relocations.len());
        let in_group = if group.is_some() { elf::SHF_GROUP } else { elf::SectionFlags(0) };
        let table = places[0].take().unwrap_or_else(|| rewriter.next());
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
        let place = places[1].take().unwrap_or_else(|| rewriter.next());
        rewriter.put(
            place,
            NewSection {
                name: relocations_name,
                kind: elf::SHT_RELA,
                flags: elf::SHF_INFO_LINK | in_group,
                link: symbols.table as u32,
                info: table as u32,
                entry_size: size_of::<Rela64<LittleEndian>>() as u64,
                data: relocations,
            },
        );
        if let Some(members) = group.and_then(|group| rewriter.data_mut(group)) {
            members.extend([table, place].iter().flat_map(|&index| (index as u32).to_le_bytes()));
        }
    }
    if let Some(data) = rewriter.data_mut(symbols.table) {
        symbols.hide_map(data);
    }
    Ok(CompiledObject { bytes: rewriter.write(), before, after, units: statistics })
}

/// Returns the contents of a section with these units, and of its relocation section.
fn section<A: Architecture>(
    units: &[Unit<A>],
    symbols: &LocalSymbols,
    relocation: elf::RelocationType,
) -> Result<(Vec<u8>, Vec<u8>), CompileError> {
    let (mut data, mut relocations) = (Vec::new(), Vec::new());
    for unit in units {
        let place = data.len() + CODE_START_OFFSET;
        data.extend(pod::bytes_of_slice(unit.table.words()));
        // The field that the relocation writes.
        if let Some(field) = data.get_mut(place..place + 8) {
            field.fill(0);
        }
        let (symbol, value) = *symbols
            .in_section
            .get(&unit.code)
            .ok_or(CompileError::NoSymbol { section: unit.code })?;
        relocations.extend(pod::bytes_of(&Rela64::<LittleEndian> {
            r_offset: U64::new(LE, place as u64),
            r_info: U64::new(LE, u64::from(symbol) << 32 | u64::from(relocation.0)),
            r_addend: I64::new(LE, value.cast_signed().wrapping_neg()),
        }));
    }
    Ok((data, relocations))
}

/// Builds a unit for each section of code with a record.
fn units<A: Architecture>(file: &ElfFile<'_>) -> Result<Vec<Unit<A>>, CompileError> {
    let stack_maps = file.stack_maps()?.ok_or(CompileError::NoStackMap)?;
    let eh_frame = file.section(EH_FRAME)?.ok_or(CompileError::NoEhFrame)?;
    let rules =
        EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes).map_err(CompileError::EhFrame)?;
    // Any other malformed part would be malformed in the new file, too.
    let names = file.functions(&file.section_names()?)?;
    let code = Code::new(file)?;
    let mut builders: BTreeMap<usize, TableBuilder<A>> = BTreeMap::new();
    let named = |source: TableBuildError| {
        let function = source.function().and_then(|function| names.name_at(function));
        CompileError::Build { function: function.map(|(name, _)| name.to_owned()), source }
    };
    for map in stackmap::maps(&stack_maps.bytes) {
        let map = map?;
        for (index, function) in map.functions().enumerate() {
            if code.at(function.address).is_none() {
                return Err(CompileError::NoCode { map: map.offset(), index });
            }
        }
        let constants = map.constants();
        for (function, record) in map.function_records()? {
            let Some(section) = code.at(function.address) else { continue };
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

/// Returns the sections of code, sorted by their assigned addresses.
struct Code<'a> {
    sections: Vec<CodeSection<'a>>,
}

struct CodeSection<'a> {
    range: Range<u64>,
    index: usize,
    bytes: &'a [u8],
}

impl<'a> Code<'a> {
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

    fn at(&self, address: u64) -> Option<&CodeSection<'a>> {
        let after = self.sections.partition_point(|section| section.range.start <= address);
        let section = self.sections.get(after.checked_sub(1)?)?;
        section.range.contains(&address).then_some(section)
    }
}

impl CodeBytes for Code<'_> {
    fn read(&self, address: u64, out: &mut [u8]) -> bool {
        let Some(section) = self.at(address) else { return false };
        copy_at(section.bytes, address.checked_sub(section.range.start), out)
    }
}

/// The symbols and sections that relocations can refer to.
struct LocalSymbols {
    /// The number of the symbol table's section.
    table: usize,
    /// The sections with the relocations of the stack maps.
    map_relocations: Vec<usize>,
    /// For each section, the number and value of a local symbol in it.
    in_section: BTreeMap<usize, (u32, u64)>,
    /// The numbers of the symbols of the stack map.
    of_map: Vec<usize>,
}

impl LocalSymbols {
    fn new(file: &ElfFile<'_>, maps: &[usize]) -> Result<Self, CompileError> {
        const SYMBOLS: &str = "ELF symbol table";
        let symbols = file.sections.symbols(LE, file.bytes, elf::SHT_SYMTAB);
        let symbols = symbols.map_err(FileProblem::malformed(SYMBOLS))?;
        let mut found = Self {
            table: symbols.section().0,
            map_relocations: Vec::new(),
            in_section: BTreeMap::new(),
            of_map: Vec::new(),
        };
        for (index, symbol) in symbols.enumerate() {
            let section = symbols.symbol_section(LE, symbol, index);
            let section = section.map_err(FileProblem::malformed(SYMBOLS))?;
            let Some(SectionIndex(section)) = section else { continue };
            if maps.binary_search(&section).is_ok() {
                found.of_map.push(index.0);
            }
            if symbol.st_bind() != elf::STB_LOCAL || symbol.st_type() == elf::STT_TLS {
                continue;
            }
            let entry = (index.0 as u32, symbol.st_value(LE));
            if symbol.st_type() == elf::STT_SECTION {
                found.in_section.insert(section, entry);
            } else {
                found.in_section.entry(section).or_insert(entry);
            }
        }
        found.check_references(file, &symbols, maps)?;
        Ok(found)
    }

    /// Finds the relocations of the stack map, and checks that no other section refers to it.
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
                let named = self.of_map.binary_search(&(symbol as usize));
                named.map_or(Ok(()), |_| Err(CompileError::Referenced { section: target, offset }))
            };
            let bytes = file.bytes;
            if let Some((all, _)) = section.rel(LE, bytes).map_err(FileProblem::malformed(PART))? {
                all.iter().try_for_each(|at| check(at.r_sym(LE), at.r_offset.get(LE)))?;
            }
            if let Some((all, _)) = section.rela(LE, bytes).map_err(FileProblem::malformed(PART))? {
                all.iter().try_for_each(|at| check(at.r_sym(LE, false), at.r_offset.get(LE)))?;
            }
            if let Some((all, _)) = section.crel(LE, bytes).map_err(FileProblem::malformed(PART))? {
                for at in all {
                    let at = at.map_err(FileProblem::malformed(PART))?;
                    check(at.r_sym, at.r_offset)?;
                }
            }
        }
        for &index in &self.of_map {
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

    /// Removes the names of the stack map's symbols, which now refer to the table.
    fn hide_map(&self, data: &mut [u8]) {
        const SIZE: usize = size_of::<Sym64<LittleEndian>>();
        for &index in &self.of_map {
            // The name is the first field.
            let name = data.get_mut(index * SIZE..).and_then(|symbol| symbol.get_mut(..4));
            if let Some(name) = name {
                name.fill(0);
            }
        }
    }
}

/// Returns the group section of the group that a section is in.
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
