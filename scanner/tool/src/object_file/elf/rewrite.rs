//! Rewrites an ELF object file with some of its sections replaced and others added.
//!
//! Sections and symbols keep their indices, so no other part of the file has to change. Sections
//! that refer to a section or symbol are copied unchanged, even if their type is unknown.

use std::borrow::Cow;

use ::object::elf::{self, SectionHeader64};
use ::object::pod;
use ::object::read::SectionIndex;
use ::object::read::elf::{FileHeader, SectionHeader};
use ::object::{LittleEndian, U32, U64};

use super::{ElfFile, Header, LE};
use crate::object_file::error::FileProblem;

/// Name of the part in messages.
const PART: &str = "ELF section";

/// A section: its header and its contents.
pub(super) struct Section<'a> {
    header: SectionHeader64<LittleEndian>,
    data: Cow<'a, [u8]>,
}

/// The sections of an object file, which can be changed and written.
pub(super) struct Rewriter<'a> {
    bytes: &'a [u8],
    sections: Vec<Section<'a>>,
    /// Index of the section that contains the section names.
    names: usize,
    /// Whether a section has a flag that is a GNU extension.
    has_gnu_flags: bool,
}

/// The header fields and contents of a replaced or added section.
pub(super) struct NewSection {
    /// Offset of the section's name in the section that contains the names.
    pub(super) name: u32,
    pub(super) kind: elf::SectionType,
    pub(super) flags: elf::SectionFlags,
    pub(super) link: u32,
    pub(super) info: u32,
    pub(super) entry_size: u64,
    pub(super) data: Vec<u8>,
}

impl NewSection {
    /// Returns a section without contents.
    pub(super) fn empty(name: u32, kind: elf::SectionType, flags: elf::SectionFlags) -> Self {
        Self { name, kind, flags, link: 0, info: 0, entry_size: 0, data: Vec::new() }
    }
}

impl<'a> Rewriter<'a> {
    /// Reads the sections of an ELF file. Their contents are copied only when they are changed.
    pub(super) fn new(file: &ElfFile<'a>) -> Result<Self, FileProblem> {
        let header = Header::parse(file.bytes).map_err(FileProblem::malformed("ELF header"))?;
        let names =
            header.shstrndx(LE, file.bytes).map_err(FileProblem::malformed("ELF header"))?;
        let mut total = 0_usize;
        let mut sections = Vec::with_capacity(file.sections.len());
        for (index, header) in file.sections.enumerate() {
            // The null section (index 0) has no contents. Its size may be the number of sections.
            let data = match index {
                SectionIndex(0) => &[],
                _ => header.data(LE, file.bytes).map_err(FileProblem::malformed(PART))?,
            };
            total = total.saturating_add(data.len());
            if total > file.bytes.len() {
                // In a malformed file, many sections may have the same contents.
                let limit = file.bytes.len();
                return Err(FileProblem::LimitExceeded { what: "contents of sections", limit });
            }
            sections.push(Section { header: *header, data: Cow::Borrowed(data) });
        }
        let section_of_names = file.sections.section(SectionIndex(names as usize));
        let section_of_names = section_of_names.map_err(FileProblem::malformed(PART))?;
        let kind = section_of_names.sh_type(LE);
        if kind != elf::SHT_STRTAB {
            return Err(FileProblem::NamesType { kind: kind.0 });
        }
        // A name without a terminating zero would continue in a name that is added after it.
        for section in file.sections.iter() {
            let name = file.sections.section_name(LE, section);
            name.map_err(FileProblem::malformed("ELF section name"))?;
        }
        Ok(Self { bytes: file.bytes, sections, names: names as usize, has_gnu_flags: false })
    }

    /// Adds a section name and returns its offset.
    pub(super) fn add_name(&mut self, name: &str) -> u32 {
        let names = self.sections[self.names].data.to_mut();
        let at = names.len() as u32;
        names.extend(name.as_bytes());
        names.push(0);
        at
    }

    /// Returns the index of the next section that [`Self::put`] adds.
    pub(super) fn next(&self) -> usize {
        self.sections.len()
    }

    /// Replaces the section with this index, or adds a section if there is none.
    pub(super) fn put(&mut self, index: usize, new: NewSection) {
        self.has_gnu_flags |= new.flags.contains(elf::SHF_GNU_RETAIN);
        let section = Section {
            header: SectionHeader64 {
                sh_name: U32::new(LE, new.name),
                sh_type: U32::new(LE, new.kind),
                sh_flags: U64::new(LE, new.flags),
                sh_addr: U64::new(LE, 0),
                sh_offset: U64::new(LE, 0),
                sh_size: U64::new(LE, 0),
                sh_link: U32::new(LE, new.link),
                sh_info: U32::new(LE, new.info),
                sh_addralign: U64::new(LE, 8),
                sh_entsize: U64::new(LE, new.entry_size),
            },
            data: new.data.into(),
        };
        match self.sections.get_mut(index) {
            Some(place) => *place = section,
            None => self.sections.push(section),
        }
    }

    /// Returns the contents of a section, for modification.
    pub(super) fn data_mut(&mut self, index: usize) -> Option<&mut Vec<u8>> {
        self.sections.get_mut(index).map(|section| section.data.to_mut())
    }

    /// Returns the bytes of the file.
    pub(super) fn write(mut self) -> Vec<u8> {
        let mut out = self.bytes.get(..size_of::<Header>()).unwrap_or_default().to_vec();
        for section in self.sections.iter_mut().skip(1) {
            let header = &mut section.header;
            // An inactive section (`SHT_NULL`) has no contents. If its header nevertheless refers
            // to some, they are copied, because other sections may refer to them.
            let kind = header.sh_type(LE);
            if kind == elf::SHT_NOBITS || kind == elf::SHT_NULL && section.data.is_empty() {
                continue;
            }
            let align = header.sh_addralign(LE).clamp(1, 1 << 16).next_power_of_two() as usize;
            out.resize(out.len().next_multiple_of(align), 0);
            header.sh_offset.set(LE, out.len() as u64);
            header.sh_size.set(LE, section.data.len() as u64);
            out.extend(&*section.data);
        }
        out.resize(out.len().next_multiple_of(8), 0);
        let (table, count) = (out.len() as u64, self.sections.len());
        // A section count that does not fit in the ELF header is stored as the size of the null
        // section.
        let in_header = u16::try_from(count).ok().filter(|&count| count < elf::SHN_LORESERVE);
        if let Some(none) = self.sections.first_mut() {
            let size = if in_header.is_some() { 0 } else { count as u64 };
            none.header.sh_size.set(LE, size);
        }
        for section in &self.sections {
            out.extend(pod::bytes_of(&section.header));
        }
        if let Ok((header, _)) = pod::from_bytes_mut::<Header>(&mut out) {
            header.e_shoff.set(LE, table);
            header.e_shnum.set(LE, in_header.unwrap_or(0));
            if self.has_gnu_flags && header.e_ident.os_abi == elf::ELFOSABI_NONE {
                header.e_ident.os_abi = elf::ELFOSABI_GNU;
            }
        }
        out
    }
}
