//! Writes linked ELF files with the sections of `scanner/fixtures/x86_64`: `.text` at 0x400000,
//! `.eh_frame` at 0x500000 and the stack map at 0x600000.

use std::path::Path;

/// Name, address and size in bytes of a function.
pub(crate) type Function = (&'static str, u64, u64);

/// The contents of an ELF file that is to be written.
pub(crate) struct Program<'a> {
    pub(crate) machine: u16,
    pub(crate) stack_maps: Option<&'a [u8]>,
    pub(crate) eh_frame: Option<&'a [u8]>,
    pub(crate) functions: &'a [Function],
}

/// ELF machine number EM_X86_64.
pub(crate) const X86_64: u16 = 62;
/// ELF machine number EM_RISCV.
pub(crate) const RISC_V: u16 = 243;

/// The functions of the fixture `spilled`.
pub(crate) const SPILLED: &[Function] =
    &[("pushes", 0x40_0000, 0x42), ("seven", 0x40_0050, 0x6c), ("outer", 0x40_00c0, 0x2e)];
/// The functions of the fixture `frames`.
pub(crate) const FRAMES: &[Function] = &[
    ("dynamic", 0x40_0000, 0x30),
    ("realigned", 0x40_0030, 0x3f),
    ("vector", 0x40_0070, 0x28),
    ("derived", 0x40_00a0, 0x3d),
    ("marker", 0x40_00e0, 6),
];

/// Returns a section of a fixture by its file name, such as `spilled.stackmaps`.
pub(crate) fn section(name: &str) -> Vec<u8> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/x86_64");
    std::fs::read(directory.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the fixture `spilled` as an ELF file.
pub(crate) fn spilled() -> Vec<u8> {
    around("spilled", SPILLED)
}

/// Returns a fixture as an ELF file.
pub(crate) fn around(fixture: &str, functions: &[Function]) -> Vec<u8> {
    Program {
        machine: X86_64,
        stack_maps: Some(&section(&format!("{fixture}.stackmaps"))),
        eh_frame: Some(&section(&format!("{fixture}.eh_frame"))),
        functions,
    }
    .bytes()
}

/// Header and contents of a section.
struct Section<'a> {
    name: &'static str,
    kind: u32,
    flags: u64,
    address: u64,
    bytes: &'a [u8],
    link: u32,
    info: u32,
    entry: u64,
}

impl<'a> Section<'a> {
    fn new(name: &'static str, kind: u32, flags: u64, address: u64, bytes: &'a [u8]) -> Self {
        Self { name, kind, flags, address, bytes, link: 0, info: 0, entry: 0 }
    }
}

// Types and flags of sections, without the prefixes SHT_ and SHF_.
const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const STRTAB: u32 = 3;
const ALLOC: u64 = 2;
const EXECUTABLE: u64 = 4;

impl Program<'_> {
    /// Returns the bytes of the ELF file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (symbols, names) = self.symbols();
        let text = [0x90; 0x200];
        let mut sections = vec![
            Section::new("", 0, 0, 0, &[]),
            Section::new(".text", PROGBITS, ALLOC | EXECUTABLE, 0x40_0000, &text),
            Section::new(".strtab", STRTAB, 0, 0, &names),
        ];
        let mut symtab = Section::new(".symtab", SYMTAB, 0, 0, &symbols);
        (symtab.link, symtab.info, symtab.entry) = (2, 1, 24);
        sections.push(symtab);
        if let Some(bytes) = self.eh_frame {
            sections.push(Section::new(".eh_frame", PROGBITS, ALLOC, 0x50_0000, bytes));
        }
        if let Some(bytes) = self.stack_maps {
            sections.push(Section::new(".llvm_stackmaps", PROGBITS, ALLOC, 0x60_0000, bytes));
        }
        let mut section_names = Vec::new();
        for name in sections.iter().map(|section| section.name).chain([".shstrtab"]) {
            section_names.extend(name.bytes().chain([0]));
        }
        let mut last = Section::new(".shstrtab", STRTAB, 0, 0, &section_names);
        last.link = 0;
        sections.push(last);
        self.layout(&sections)
    }

    /// Returns the contents of the symbol table and of the symbols' string table.
    fn symbols(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut symbols, mut names) = (vec![0; 24], vec![0]);
        for (name, address, size) in self.functions {
            symbols.extend((names.len() as u32).to_le_bytes());
            // The symbol is a global function with default visibility, in .text.
            symbols.extend([0x12, 0, 1, 0]);
            symbols.extend(address.to_le_bytes());
            symbols.extend(size.to_le_bytes());
            names.extend(name.bytes().chain([0]));
        }
        (symbols, names)
    }

    /// Returns the bytes of a file with these sections.
    fn layout(&self, sections: &[Section<'_>]) -> Vec<u8> {
        let mut data = Vec::new();
        let mut headers = Vec::new();
        let mut name = 0_u32;
        for section in sections {
            data.resize(data.len().next_multiple_of(8), 0);
            headers.extend(name.to_le_bytes());
            headers.extend(section.kind.to_le_bytes());
            for word in [section.flags, section.address, 64 + data.len() as u64] {
                headers.extend(word.to_le_bytes());
            }
            headers.extend((section.bytes.len() as u64).to_le_bytes());
            headers.extend(section.link.to_le_bytes());
            headers.extend(section.info.to_le_bytes());
            headers.extend(8_u64.to_le_bytes());
            headers.extend(section.entry.to_le_bytes());
            data.extend(section.bytes);
            name += section.name.len() as u32 + 1;
        }
        data.resize(data.len().next_multiple_of(8), 0);

        let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
        file.extend(2_u16.to_le_bytes());
        file.extend(self.machine.to_le_bytes());
        file.extend(1_u32.to_le_bytes());
        // The entry point, no program headers, and the offset of the section headers.
        for word in [0x40_0000, 0, 64 + data.len() as u64] {
            file.extend(word.to_le_bytes());
        }
        file.extend(0_u32.to_le_bytes());
        let sections = sections.len() as u16;
        for half in [64, 0, 0, 64, sections, sections - 1] {
            file.extend(half.to_le_bytes());
        }
        file.extend(data);
        file.extend(headers);
        file
    }
}
