//! ELF relocations: those of an object file, and the dynamic relocations of a linked file.
//!
//! Relocation types are from the processor supplements of the System V ABI (x86-64, AArch64,
//! RISC-V, 64-bit PowerPC, LoongArch).

use core::cell::{Cell, RefCell};
use std::collections::HashMap;

use ::object::elf;
use ::object::read::SectionIndex;
use ::object::read::elf::{Crel, SectionHeader, Sym};

use super::{ElfFile, LE, STACK_MAPS, Sections, Symbols};
use crate::object_file::error::FileProblem;
use crate::object_file::patch::{Patch, Width};

/// The value that a relocation writes: symbol plus addend, minus the address of the field if it is
/// relative.
#[derive(Clone, Copy)]
enum Operation {
    /// The relocation writes nothing.
    Nothing,
    /// Symbol plus addend.
    Absolute(Width),
    /// Symbol plus addend, minus the address of the field.
    Relative(Width),
}

/// Packed relocations of Android's linker, without addends.
const SHT_ANDROID_REL: elf::SectionType = elf::SectionType(0x6000_0001);
/// Packed relocations of Android's linker, with addends.
const SHT_ANDROID_RELA: elf::SectionType = elf::SectionType(0x6000_0002);

/// The relocation sections of a file. They are collected in one pass over the section headers. The
/// time is therefore linear, even if a malicious file has many sections with the same name.
#[derive(Debug)]
pub(super) struct RelocationTables<'a> {
    /// Indices of the relocation sections. In an object file, the key is the index of the section
    /// to which they apply. In a linked file, the key is `None`, because each can apply to any
    /// section.
    by_target: HashMap<Option<SectionIndex>, Vec<SectionIndex>>,
    /// Whether the file is a relocatable object file.
    relocatable: bool,
    /// The symbol table that the previous relocations used, with its section index.
    symbols: RefCell<Option<(SectionIndex, Symbols<'a>)>>,
    /// Size of the file in bytes.
    size: usize,
    /// Number of steps that are left; see [`STEPS_PER_BYTE`].
    steps_left: Cell<usize>,
}

/// Maximum number of relocations that are read per byte of a file. Relocations of a linked file
/// count once for each section that is read. The shortest ones, of type `SHT_CREL`, have one or two
/// bytes, and `stackmap compile` reads them several times.
const STEPS_PER_BYTE: usize = 4;

impl<'a> RelocationTables<'a> {
    /// Finds the relocation sections of a file of `size` bytes.
    pub(super) fn new(sections: &Sections<'_>, relocatable: bool, size: usize) -> Self {
        let kinds = [elf::SHT_REL, elf::SHT_RELA, elf::SHT_CREL, SHT_ANDROID_REL, SHT_ANDROID_RELA];
        let mut by_target = HashMap::<_, Vec<_>>::new();
        // RELR needs no processing: the relocated fields have their addresses in the file.
        for (index, table) in sections.enumerate().filter(|(_, at)| kinds.contains(&at.sh_type(LE)))
        {
            if relocatable {
                by_target.entry(Some(table.info_link(LE))).or_default().push(index);
            } else if table.sh_flags(LE).contains(elf::SHF_ALLOC) {
                // Sections without `SHF_ALLOC` contain relocations that the linker has already
                // applied and kept in the file (`--emit-relocs`).
                by_target.entry(None).or_default().push(index);
            }
        }
        let steps_left = Cell::new(size.saturating_mul(STEPS_PER_BYTE));
        Self { by_target, relocatable, symbols: RefCell::default(), size, steps_left }
    }

    /// Counts steps against the limit. Returns an error if the limit is exceeded.
    fn spend(&self, steps: usize) -> Result<(), FileProblem> {
        let left = self.steps_left.get().checked_sub(steps);
        let limit = self.size.saturating_mul(STEPS_PER_BYTE);
        self.steps_left.set(left.ok_or(FileProblem::LimitExceeded { what: "relocations", limit })?);
        Ok(())
    }

    /// Returns a symbol table of `file`. Finding its parts takes one step for each section.
    fn symbols(&self, file: &ElfFile<'a>, index: SectionIndex) -> Result<Symbols<'a>, FileProblem> {
        if index == SectionIndex(0) {
            return Ok(Symbols::default());
        }
        let last = *self.symbols.borrow();
        if let Some((_, symbols)) = last.filter(|(known, _)| *known == index) {
            return Ok(symbols);
        }
        self.spend(file.sections.len())?;
        let symbols = file.sections.symbol_table_by_index(LE, file.bytes, index);
        let symbols = symbols.map_err(FileProblem::malformed("symbol table of ELF relocations"))?;
        self.symbols.replace(Some((index, symbols)));
        Ok(symbols)
    }

    /// Returns the relocation sections that may change a section.
    fn sections_for(&self, section: SectionIndex) -> &[SectionIndex] {
        self.by_target.get(&self.relocatable.then_some(section)).map_or(&[], Vec::as_slice)
    }
}

/// Applier of the relocations of one section.
pub(super) struct Relocations<'a, 'f> {
    file: &'f ElfFile<'a>,
    section: SectionIndex,
    /// Address of the relocated section.
    address: u64,
    patch: Patch<'f>,
}

impl<'a, 'f> Relocations<'a, 'f> {
    pub(super) fn new(
        file: &'f ElfFile<'a>,
        name: &'static str,
        section: SectionIndex,
        bytes: &'f mut [u8],
    ) -> Self {
        let address = file.address(section).unwrap_or(0);
        let patch = Patch { section: name, bytes };
        Self { file, section, address, patch }
    }

    /// Applies the relocations that change the section.
    pub(super) fn apply_all(&mut self) -> Result<(), FileProblem> {
        let file = self.file;
        for &index in file.relocations.sections_for(self.section) {
            file.relocations.spend(1)?;
            let table = file.sections.section(index);
            let table = table.map_err(FileProblem::malformed("ELF section headers"))?;
            if matches!(table.sh_type(LE), SHT_ANDROID_REL | SHT_ANDROID_RELA) {
                return Err(FileProblem::Unsupported {
                    what: "a file with relocations packed for Android".to_owned(),
                    allowed: "other relocations (--pack-dyn-relocs=none or relr)",
                });
            }
            let symbols = file.relocations.symbols(file, table.link(LE))?;
            self.apply_table(table, &symbols)?;
        }
        Ok(())
    }

    /// Applies the relocations in `table` to the section.
    fn apply_table(
        &mut self,
        table: &elf::SectionHeader64<::object::LittleEndian>,
        symbols: &Symbols<'a>,
    ) -> Result<(), FileProblem> {
        const PART: &str = "ELF relocations";
        let bytes = self.file.bytes;
        if let Some((rel, _)) = table.rel(LE, bytes).map_err(FileProblem::malformed(PART))? {
            for relocation in rel {
                self.apply(&Crel::from_rel(relocation, LE), true, symbols)?;
            }
        }
        if let Some((rela, _)) = table.rela(LE, bytes).map_err(FileProblem::malformed(PART))? {
            for relocation in rela {
                self.apply(&Crel::from_rela(relocation, LE, false), false, symbols)?;
            }
        }
        if let Some((crel, _)) = table.crel(LE, bytes).map_err(FileProblem::malformed(PART))? {
            let implicit = !crel.is_rela();
            for relocation in crel {
                let relocation = relocation.map_err(FileProblem::malformed(PART))?;
                self.apply(&relocation, implicit, symbols)?;
            }
        }
        Ok(())
    }

    /// Applies one relocation. If `implicit` is true, the addend is the field's current value.
    fn apply(
        &mut self,
        relocation: &Crel,
        implicit: bool,
        symbols: &Symbols<'a>,
    ) -> Result<(), FileProblem> {
        self.file.relocations.spend(1)?;
        let offset = if self.file.relocatable {
            relocation.r_offset
        } else {
            match relocation.r_offset.checked_sub(self.address) {
                Some(offset) if offset < self.patch.bytes.len() as u64 => offset,
                _ => return Ok(()),
            }
        };
        let section = self.patch.section;
        let (width, relative) = match self.operation(relocation.r_type.0) {
            Some(Operation::Nothing) => return Ok(()),
            Some(Operation::Absolute(width)) => (width, false),
            Some(Operation::Relative(width)) => (width, true),
            None => {
                let kind = relocation.r_type.0;
                return Err(FileProblem::RelocationKind { section, offset, kind });
            }
        };
        let symbol = relocation.r_sym;
        let address = self
            .file
            .symbol_address(symbols, symbol)
            .map_err(|reason| FileProblem::RelocationSymbol { section, offset, symbol, reason })?;
        let Some(address) = address else {
            if section == STACK_MAPS {
                return Err(FileProblem::Undefined { offset, symbol: name(symbols, symbol) });
            }
            // The symbol is a personality function in another object, which is not needed here.
            return Ok(());
        };
        let addend = if implicit { self.patch.get(offset, width)? } else { relocation.r_addend };
        let value = address.wrapping_add_signed(addend);
        let origin = if relative { self.address.wrapping_add(offset) } else { 0 };
        self.patch.set(offset, width, value.wrapping_sub(origin).cast_signed())
    }

    /// Returns the effect of a relocation type, or `None` if it is unknown.
    fn operation(&self, kind: u32) -> Option<Operation> {
        use Operation::{Absolute, Nothing, Relative};
        let in_object = match (self.file.machine, elf::RelocationType(kind)) {
            (elf::EM_X86_64, kind) => match kind {
                elf::R_X86_64_NONE => Some(Nothing),
                elf::R_X86_64_64 => Some(Absolute(Width::Bits64)),
                elf::R_X86_64_32 => Some(Absolute(Width::Unsigned32)),
                elf::R_X86_64_32S => Some(Absolute(Width::Signed32)),
                elf::R_X86_64_PC64 => Some(Relative(Width::Bits64)),
                elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => Some(Relative(Width::Signed32)),
                _ => None,
            },
            (elf::EM_AARCH64, kind) => match kind {
                elf::R_AARCH64_NONE | elf::RelocationType(256) => Some(Nothing),
                elf::R_AARCH64_ABS64 => Some(Absolute(Width::Bits64)),
                elf::R_AARCH64_ABS32 => Some(Absolute(Width::Any32)),
                elf::R_AARCH64_PREL64 => Some(Relative(Width::Bits64)),
                elf::R_AARCH64_PREL32 => Some(Relative(Width::Signed32)),
                _ => None,
            },
            (elf::EM_RISCV, elf::R_RISCV_64)
            | (elf::EM_PPC64, elf::R_PPC64_ADDR64)
            | (elf::EM_LOONGARCH, elf::R_LARCH_64) => Some(Absolute(Width::Bits64)),
            _ => None,
        };
        if self.file.relocatable {
            return in_object;
        }
        // The loader writes the address of a symbol, or adds the load bias, which is 0 here.
        match (self.file.machine, elf::RelocationType(kind)) {
            (
                elf::EM_X86_64,
                elf::R_X86_64_RELATIVE | elf::R_X86_64_RELATIVE64 | elf::R_X86_64_GLOB_DAT,
            )
            | (elf::EM_AARCH64, elf::R_AARCH64_RELATIVE | elf::R_AARCH64_GLOB_DAT)
            | (elf::EM_RISCV, elf::R_RISCV_RELATIVE)
            | (elf::EM_PPC64, elf::R_PPC64_RELATIVE)
            | (elf::EM_LOONGARCH, elf::R_LARCH_RELATIVE) => Some(Absolute(Width::Bits64)),
            _ => in_object,
        }
    }
}

/// Returns the name of a symbol, for messages.
fn name(symbols: &Symbols<'_>, index: u32) -> String {
    let symbol = symbols.symbol(::object::read::SymbolIndex(index as usize));
    let name = symbol.and_then(|symbol| symbol.name(LE, symbols.strings()));
    name.map_or_else(|_| format!("symbol {index}"), |name| String::from_utf8_lossy(name).into())
}
