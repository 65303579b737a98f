//! The fixups that the loader applies to a linked Mach-O file.
//!
//! In older files, each field has its final address, for the address that the file was linked for.
//! Separate opcodes tell the loader how to relocate the file to another address. In newer files,
//! the fields form linked chains. Each field contains an encoded address or the index of an
//! imported symbol.

use std::collections::HashMap;

use ::object::LittleEndian;
use ::object::macho::{DyldInfoCommand, LinkeditDataCommand, Nlist64};
use ::object::read::macho::{Fixup, Nlist, Segment};

use super::{LE, MachOFile, STACK_MAPS};
use crate::object_file::error::FileProblem;
use crate::object_file::patch::{Patch, Width};

/// Name of the part in messages.
const PART: &str = "Mach-O fixups";

/// The load commands that describe fixups.
#[derive(Default)]
pub(super) struct Fixups<'a> {
    /// Opcodes for the loader, in older files.
    pub(super) info: Option<&'a DyldInfoCommand<LittleEndian>>,
    /// Chained fixups, in newer files.
    pub(super) chains: Option<&'a LinkeditDataCommand<LittleEndian>>,
}

/// Sets the fields of a section at `address` to the values that the loader would store.
pub(super) fn apply(
    file: &MachOFile<'_>,
    address: u64,
    name: &'static str,
    bytes: &mut [u8],
) -> Result<(), FileProblem> {
    let budget = file.bytes.len();
    let mut loader =
        Loader { file, address, patch: Patch { section: name, bytes }, definitions: None, budget };
    loader.follow_chains()?;
    loader.bind()
}

/// State of applying the fixups to one section.
struct Loader<'a, 'f> {
    file: &'f MachOFile<'a>,
    /// Address of the section.
    address: u64,
    patch: Patch<'f>,
    /// Definitions by name. The map is created when a symbol is first needed.
    definitions: Option<HashMap<&'a [u8], &'a Nlist64<LittleEndian>>>,
    /// Number of fixups that may still be processed. A file has at most one for each of its bytes.
    budget: usize,
}

impl<'a> Loader<'a, '_> {
    /// Applies the chained fixups of newer files.
    fn follow_chains(&mut self) -> Result<(), FileProblem> {
        let Some(command) = self.file.fixups.chains else { return Ok(()) };
        let fixups =
            command.chained_fixups(LE, self.file.bytes).map_err(FileProblem::malformed(PART))?;
        // Target addresses are relative to the Mach-O header, at the start of the `__TEXT` segment.
        let text = self.file.segments.iter().find(|segment| segment.name() == b"__TEXT");
        let base = text.map_or(0, |segment| segment.vmaddr(LE));
        let mut starts = fixups.segments(LE).map_err(FileProblem::malformed(PART))?;
        let mut imports = None;
        while let Some(start) = starts.next().map_err(FileProblem::malformed(PART))? {
            let Some(segment) = self.file.segments.get(start.index() as usize) else { continue };
            if !self.is_near(segment.vmaddr(LE), segment.vmsize(LE)) {
                continue;
            }
            let Ok(data) = segment.data(LE, self.file.bytes) else {
                return Err(FileProblem::Truncated {
                    section: PART,
                    offset: segment.fileoff(LE),
                    size: segment.filesize(LE),
                });
            };
            let mut chain = start.fixups(LE, base, data);
            while let Some((offset, fixup)) = chain.next().map_err(FileProblem::malformed(PART))? {
                self.spend()?;
                let place = segment.vmaddr(LE).wrapping_add(offset);
                let Some(offset) = self.offset_of(place) else { continue };
                match fixup {
                    Fixup::Rebase(rebase) => {
                        let target = base.wrapping_add(rebase.target_offset);
                        self.patch.set(offset, Width::Bits64, target.cast_signed())?;
                    }
                    Fixup::Bind(bind) => {
                        let imports = match &mut imports {
                            Some(imports) => imports,
                            None => imports.insert(
                                fixups
                                    .imports(LE)
                                    .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                                    .map_err(FileProblem::malformed(PART))?,
                            ),
                        };
                        let import = imports.get(bind.ordinal as usize);
                        let name = import.map_or(&b""[..], |import| import.name);
                        let addend = import.map_or(0, |import| import.addend);
                        let addend = addend.wrapping_add(bind.addend.into());
                        self.bind_place(offset, name, addend)?;
                    }
                    _ => {
                        return Err(FileProblem::Unsupported {
                            what: "a Mach-O file with fixups of the kernel".to_owned(),
                            allowed: "those of programs and libraries",
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// Applies the bind opcodes of older files.
    fn bind(&mut self) -> Result<(), FileProblem> {
        let Some(info) = self.file.fixups.info else { return Ok(()) };
        for binds in [info.binds(LE, self.file.bytes, 8), info.weak_binds(LE, self.file.bytes, 8)] {
            let mut binds = binds.map_err(FileProblem::malformed(PART))?;
            while let Some(bind) = binds.next().map_err(FileProblem::malformed(PART))? {
                self.spend()?;
                let segment = self.file.segments.get(usize::from(bind.segment_index));
                let place =
                    segment.map(|segment| segment.vmaddr(LE).wrapping_add(bind.segment_offset));
                if let Some(offset) = place.and_then(|place| self.offset_of(place)) {
                    self.bind_place(offset, bind.symbol, bind.addend)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the address of a symbol to a field. If the symbol is defined in another file, this is
    /// an error in a stack map, because the symbol is not a managed function. Other sections ignore
    /// it.
    fn bind_place(&mut self, offset: u64, name: &[u8], addend: i64) -> Result<(), FileProblem> {
        let file = self.file;
        let definitions = self.definitions.get_or_insert_with(|| {
            let symbols = file.symbols.iter().filter(|symbol| symbol.is_definition());
            let named = symbols
                .filter_map(|symbol| Some((symbol.name(LE, file.symbols.strings()).ok()?, symbol)));
            named.collect()
        });
        match definitions.get(name).and_then(|symbol| file.address_of(symbol)) {
            Some(address) => {
                let value = address.wrapping_add_signed(addend).cast_signed();
                self.patch.set(offset, Width::Bits64, value)
            }
            None if self.patch.section == STACK_MAPS => Err(FileProblem::Undefined {
                offset,
                symbol: String::from_utf8_lossy(name).into_owned(),
            }),
            None => Ok(()),
        }
    }

    /// Counts a fixup against the limit. Returns an error if the limit is exceeded.
    fn spend(&mut self) -> Result<(), FileProblem> {
        let limit = self.file.bytes.len();
        self.budget = self
            .budget
            .checked_sub(1)
            .ok_or(FileProblem::LimitExceeded { what: "fixups", limit })?;
        Ok(())
    }

    /// Returns whether an address range overlaps the section.
    fn is_near(&self, start: u64, size: u64) -> bool {
        let end = self.address.saturating_add(self.patch.bytes.len() as u64);
        start < end && start.saturating_add(size) > self.address
    }

    /// Returns the section offset of an address, if the address is in the section.
    fn offset_of(&self, place: u64) -> Option<u64> {
        let offset = place.checked_sub(self.address)?;
        (offset < self.patch.bytes.len() as u64).then_some(offset)
    }
}
