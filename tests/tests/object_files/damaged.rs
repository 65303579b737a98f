//! Object files with one fault each: the error names the fault and its location in the file.

use std::path::Path;

use stackmap_tool::object_file::{self, CompileError, FileProblem};
use statepoint_scanner::stackmap;

use crate::prebuilt::{bytes, path};

/// Reads a damaged file and returns the error, whose message must begin with the name of the file.
pub(crate) fn problem(bytes: &[u8]) -> FileProblem {
    match object_file::read_bytes(Path::new("some/file"), bytes) {
        Ok(sources) => panic!("no error: {sources:?}"),
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with("some/file"), "{text}");
            error.problem
        }
    }
}

macro_rules! assert_problem {
    ($bytes:expr, $pattern:pat $(if $guard:expr)?) => {
        let problem = &problem($bytes);
        assert!(matches!(problem, $pattern $(if $guard)?), "{problem:?}");
    };
}

/// An ELF file that can be modified.
pub(crate) struct Elf {
    pub(crate) bytes: Vec<u8>,
}

impl Elf {
    pub(crate) fn new(name: &str) -> Self {
        Self { bytes: bytes(name) }
    }

    pub(crate) fn get<const N: usize>(&self, at: usize) -> u64 {
        let mut value = [0; 8];
        value[..N].copy_from_slice(&self.bytes[at..at + N]);
        u64::from_le_bytes(value)
    }

    pub(crate) fn set<const N: usize>(&mut self, at: usize, value: u64) -> &[u8] {
        self.bytes[at..at + N].copy_from_slice(&value.to_le_bytes()[..N]);
        &self.bytes
    }

    /// Returns the offset of the section header with this number.
    pub(crate) fn header(&self, number: usize) -> usize {
        self.get::<8>(0x28) as usize + 64 * number
    }

    /// Returns the offset of the header of the section with this name.
    pub(crate) fn section(&self, name: &str) -> usize {
        let names = self.get::<8>(self.header(self.get::<2>(0x3e) as usize) + 24) as usize;
        let headers = (0..self.get::<2>(0x3c) as usize).map(|number| self.header(number));
        let named = |header: &usize| {
            let start = names + self.get::<4>(*header) as usize;
            self.bytes[start..].starts_with(name.as_bytes()) && self.bytes[start + name.len()] == 0
        };
        headers.into_iter().find(named).unwrap_or_else(|| panic!("no section {name}"))
    }

    /// Returns the offset of the contents of the section with this name.
    fn contents(&self, name: &str) -> usize {
        self.get::<8>(self.section(name) + 24) as usize
    }

    /// Returns the number of the symbol with this name.
    fn symbol(&self, name: &str) -> u64 {
        let (symbols, names) = (self.contents(".symtab"), self.contents(".strtab"));
        let is_named = |index: &usize| {
            let start = names + self.get::<4>(symbols + 24 * index) as usize;
            self.bytes[start..].starts_with(name.as_bytes())
        };
        (1..10).find(is_named).expect("there") as u64
    }
}

/// Fields of a section header.
const TYPE: usize = 4;
pub(crate) const FLAGS: usize = 8;
const OFFSET: usize = 24;
pub(crate) const SIZE: usize = 32;
const LINK: usize = 40;

const RELOCATIONS: &str = ".rela.llvm_stackmaps";

#[test]
fn unknown_file_formats_are_refused() {
    assert_problem!(b"", FileProblem::UnknownFormat { start } if start.is_empty());
    assert_problem!(b"#!/bin/sh\n", FileProblem::UnknownFormat { start } if start == b"#!/bin/s");
    let text = problem(b"\x03\0\0\0").to_string();
    assert!(text.contains("[03, 00, 00, 00]"), "{text}");
}

#[test]
fn missing_files_are_reported() {
    for (path, text) in [
        (path("missing.o"), "No such file"),
        (path(""), "not a regular file"),
        ("/dev/zero".into(), "not a regular file"),
    ] {
        let error = object_file::read(&path).expect_err("not a file");
        assert!(matches!(error.problem, FileProblem::Io(_)), "{error:?}");
        assert!(error.to_string().starts_with(&format!("{}: cannot be read: ", path.display())));
        assert!(error.to_string().contains(text), "{error}");
    }
}

#[test]
fn unsupported_elf_files_are_refused() {
    for (at, value, what) in [(4, 1, "not 64-bit"), (5, 2, "not little-endian"), (16, 4, "core")] {
        let mut elf = Elf::new("elf-x86_64.o");
        assert_problem!(
            elf.set::<1>(at, value),
            FileProblem::Unsupported { what: found, .. } if found.contains(what)
        );
    }
}

#[test]
fn invalid_section_contents_are_refused() {
    const STACK_MAPS: &str = ".llvm_stackmaps";
    let mut elf = Elf::new("elf-x86_64.o");
    let header = elf.section(STACK_MAPS);
    elf.set::<4>(header + TYPE, 8);
    assert_problem!(&elf.bytes, FileProblem::NoContents { section: STACK_MAPS });

    let mut elf = Elf::new("elf-x86_64.o");
    elf.set::<8>(header + FLAGS, 0x802);
    assert_problem!(&elf.bytes, FileProblem::Compressed { section: STACK_MAPS });

    let mut elf = Elf::new("elf-x86_64.o");
    elf.set::<8>(header + OFFSET, 0x1234_5678);
    assert_problem!(
        &elf.bytes,
        FileProblem::Truncated { section: STACK_MAPS, offset: 0x1234_5678, size: 352 }
    );

    // A file may have several sections of stack maps, but only one `.eh_frame`.
    let mut elf = Elf::new("elf-x86_64.o");
    let other = elf.section(".eh_frame");
    let name = elf.get::<4>(other);
    elf.set::<4>(header, name);
    assert_problem!(&elf.bytes, FileProblem::Twice { section: ".eh_frame" });

    let mut elf = Elf::new("elf-x86_64.o");
    let text = elf.section(".text");
    elf.set::<8>(text + SIZE, u64::MAX - 5);
    assert_problem!(&elf.bytes, FileProblem::AddressSpace { index: 2, size } if *size > 1 << 60);
}

/// Files whose stack map cannot be replaced without ambiguity are refused by `compile_object`.
#[test]
fn ambiguous_sections_are_refused() {
    let refused = |bytes: &[u8]| match object_file::compile_object(bytes) {
        Err(CompileError::File(problem)) => problem,
        other => panic!("{other:?}"),
    };

    // Relocations with the name of a stack map would be replaced twice.
    let mut elf = Elf::new("elf-x86_64.o");
    let map_name = elf.get::<4>(elf.section(".llvm_stackmaps"));
    let relocations = elf.section(".rela.text");
    elf.set::<4>(relocations, map_name);
    elf.set::<8>(relocations + SIZE, 0);
    let problem = refused(&elf.bytes);
    assert!(
        matches!(problem, FileProblem::SectionType { section: ".llvm_stackmaps", kind: 4 }),
        "{problem:?}"
    );

    // The offset of this section's name is past the end of the string table, inside the names that
    // `compile_object` appends.
    let mut elf = Elf::new("elf-x86_64.o");
    let names = elf.section(".strtab");
    let (size, note) = (elf.get::<8>(names + SIZE), elf.section(".note.GNU-stack"));
    elf.set::<4>(note, size + ".rela".len() as u64);
    let problem = refused(&elf.bytes);
    assert!(
        matches!(problem, FileProblem::Malformed { part: "ELF section name", .. }),
        "{problem:?}"
    );

    // Section names in a separate string table, as some assemblers write them, are accepted; a
    // table of another type is refused. The section headers are at the end of the file.
    let mut elf = Elf::new("elf-x86_64.o");
    let count = elf.get::<2>(0x3c);
    assert_eq!(elf.header(count as usize), elf.bytes.len());
    elf.bytes.extend_from_within(names..names + 64);
    let added = elf.header(count as usize);
    elf.set::<2>(0x3c, count + 1);
    elf.set::<2>(0x3e, count);
    assert!(object_file::compile_object(&elf.bytes).is_ok());
    elf.set::<4>(added + TYPE, 7);
    let problem = refused(&elf.bytes);
    assert!(matches!(problem, FileProblem::NamesType { kind: 7 }), "{problem:?}");
}

/// A file with a second stack map, which is empty: the compiled file has one table.
#[test]
fn sections_of_further_stack_maps_become_empty() {
    let mut elf = Elf::new("elf-x86_64.o");
    let map_name = elf.get::<4>(elf.section(".llvm_stackmaps"));
    let note = elf.section(".note.GNU-stack");
    elf.set::<4>(note, map_name);
    assert_eq!(elf.get::<8>(note + SIZE), 0);
    elf.set::<8>(note + FLAGS, 2);
    let compiled = object_file::compile_object(&elf.bytes).unwrap();
    let sources = object_file::read_bytes(Path::new("compiled.o"), &compiled.bytes).unwrap();
    assert_eq!((compiled.units.len(), sources[0].tables.len()), (1, 1));
}

#[test]
fn invalid_elf_relocations_are_refused() {
    const STACK_MAPS: &str = ".llvm_stackmaps";
    // The second relocation is for the address of `exported`.
    let damaged = |at: usize, value: u64| {
        let mut elf = Elf::new("elf-x86_64.o");
        let relocation = elf.contents(RELOCATIONS) + 24;
        assert_eq!(elf.get::<8>(relocation), 0x28);
        elf.set::<4>(relocation + at, value);
        elf.bytes
    };
    assert_problem!(
        &damaged(8, 9),
        FileProblem::RelocationKind { section: STACK_MAPS, offset: 0x28, kind: 9 }
    );
    assert_problem!(
        &damaged(0, 345),
        FileProblem::RelocationOffset { section: STACK_MAPS, offset: 345, size: 352 }
    );
    assert_problem!(
        &damaged(12, 77),
        FileProblem::RelocationSymbol { section: STACK_MAPS, offset: 0x28, symbol: 77, .. }
    );
    let callee = Elf::new("elf-x86_64.o").symbol("callee");
    assert_problem!(
        &damaged(12, callee),
        FileProblem::Undefined { offset: 0x28, symbol } if symbol == "callee"
    );

    let mut elf = Elf::new("elf-x86_64.o");
    let relocation = elf.contents(".rela.eh_frame");
    elf.set::<8>(relocation + 16, 1 << 40);
    assert_problem!(
        &elf.bytes,
        FileProblem::RelocationValue { section: ".eh_frame", value, .. } if *value > 1 << 39
    );

    // The symbol table to which the relocations refer.
    let mut elf = Elf::new("elf-x86_64.o");
    let header = elf.section(RELOCATIONS);
    elf.set::<4>(header + LINK, 1);
    assert_problem!(&elf.bytes, FileProblem::Malformed { part, .. } if part.contains("symbol table"));
}

/// Relocations of type `SHT_REL`, whose addends are in the relocated section, are applied.
#[test]
fn addends_in_the_section_are_applied() {
    let mut elf = Elf::new("elf-x86_64.o");
    let (header, relocations) = (elf.section(RELOCATIONS), elf.contents(RELOCATIONS));
    let map = elf.contents(".llvm_stackmaps");
    let entries = [relocations, relocations + 24].map(|at| {
        let addend = elf.get::<8>(at + 16);
        (elf.get::<8>(at), elf.get::<8>(at + 8), addend)
    });
    for (number, (offset, info, addend)) in entries.into_iter().enumerate() {
        elf.set::<8>(relocations + 16 * number, offset);
        elf.set::<8>(relocations + 16 * number + 8, info);
        elf.set::<8>(map + offset as usize, addend + number as u64);
    }
    elf.set::<4>(header + TYPE, 9);
    elf.set::<8>(header + SIZE, 32);
    elf.set::<8>(header + 56, 16);
    let sources = object_file::read_bytes(Path::new("some/file"), &elf.bytes).expect("readable");
    let section = sources[0].stack_maps.as_ref().expect("a map");
    let map = stackmap::maps(&section.bytes).next().expect("a map").expect("valid");
    let addresses: Vec<_> = map.functions().map(|function| function.address).collect();
    assert_eq!(addresses, [0x1_0000, 0x1_0011]);
}

#[test]
fn unsupported_dynamic_relocations_are_refused() {
    let mut elf = Elf::new("elf-x86_64.so");
    let header = elf.section(".rela.dyn");
    elf.set::<4>(header + TYPE, 0x6000_0002);
    assert_problem!(&elf.bytes, FileProblem::Unsupported { what, .. } if what.contains("Android"));

    // An undefined symbol, which the loader would bind to another library.
    let mut elf = Elf::new("elf-x86_64.so");
    let symbols = elf.contents(".dynsym");
    for number in 1..4 {
        elf.set::<2>(symbols + 24 * number + 6, 0);
    }
    assert_problem!(
        &elf.bytes,
        FileProblem::Undefined { offset: 0x28, symbol } if symbol == "exported"
    );
}

/// Returns the offset of the header of the section with this name in a COFF file. Headers have 40
/// bytes.
fn coff_header(bytes: &[u8], name: &[u8]) -> usize {
    let mut headers = (20..).step_by(40);
    headers.find(|&at| bytes[at..].starts_with(name)).expect("there")
}

#[test]
fn damaged_coff_files_are_refused() {
    const STACK_MAPS: &str = ".llvm_stackmaps";
    let original = bytes("coff-x86_64.o");
    let header = coff_header(&original, b"/4\0");
    let relocations = u32::from_le_bytes(original[header + 24..][..4].try_into().expect("four"));
    let damaged = |at: usize, value: u8| {
        let mut bytes = original.clone();
        bytes[at] = value;
        bytes
    };
    let first = relocations as usize;
    assert_problem!(
        &damaged(first + 8, 9),
        FileProblem::RelocationKind { section: STACK_MAPS, offset: 0x10, kind: 9 }
    );
    assert_problem!(
        &damaged(first + 1, 2),
        FileProblem::RelocationOffset { section: STACK_MAPS, offset: 0x210, size: 352 }
    );
    assert_problem!(
        &damaged(first + 4, 99),
        FileProblem::RelocationSymbol { section: STACK_MAPS, offset: 0x10, symbol: 99, .. }
    );
    // A section of uninitialised data.
    assert_problem!(&damaged(header + 36, 0x80), FileProblem::NoContents { section: STACK_MAPS });
    assert_problem!(
        &damaged(header + 22, 0x7f),
        FileProblem::Truncated { section: STACK_MAPS, size: 352, .. }
    );
    // An offset beyond the table of long names.
    let mut bytes = original.clone();
    bytes[header + 1..header + 8].copy_from_slice(b"9999999");
    assert_problem!(&bytes, FileProblem::Malformed { part: "name of a COFF section", .. });
}

#[test]
fn damaged_mach_o_files_are_refused() {
    const STACK_MAPS: &str = "__LLVM_STACKMAPS,__llvm_stackmaps";
    let original = bytes("macho-x86_64.o");
    let name = b"__llvm_stackmaps__LLVM_STACKMAPS";
    let header = original.windows(32).position(|bytes| bytes == name).expect("there");
    let word = |at: usize| u32::from_le_bytes(original[at..][..4].try_into().expect("four"));
    let relocations = word(header + 56) as usize;
    let damaged = |at: usize, value: u8| {
        let mut bytes = original.clone();
        bytes[at] = value;
        bytes
    };
    let offset = u64::from(word(relocations));
    // The kind is in the upper four bits of the last byte, above the flag for external symbols.
    assert_problem!(
        &damaged(relocations + 7, 0x9e),
        FileProblem::RelocationKind { section: STACK_MAPS, kind: 9, offset: at } if *at == offset
    );
    assert_problem!(
        &damaged(relocations + 1, 9),
        FileProblem::RelocationOffset { section: STACK_MAPS, size: 352, .. }
    );
    assert_problem!(
        &damaged(relocations + 5, 9),
        FileProblem::RelocationSymbol { section: STACK_MAPS, .. }
    );
    // A section that the loader fills with zeros.
    assert_problem!(&damaged(header + 64, 1), FileProblem::NoContents { section: STACK_MAPS });
    assert_problem!(
        &damaged(header + 51, 0x7f),
        FileProblem::Truncated { section: STACK_MAPS, size: 352, .. }
    );
    assert_problem!(&damaged(12, 9), FileProblem::Unsupported { what, .. } if what.contains("type 9"));
    assert_problem!(&damaged(0, 0xce), FileProblem::Unsupported { .. });
}

/// Relocations against a section instead of a symbol, as assemblers write them for code that is not
/// split at symbols. The relocated field holds the address in the file.
#[test]
fn mach_o_relocations_without_symbols_are_applied() {
    let original = bytes("macho-x86_64.o");
    let addresses = |bytes: &[u8]| -> Vec<u64> {
        let sources = object_file::read_bytes(Path::new("some/file"), bytes).expect("readable");
        let section = sources[0].stack_maps.as_ref().expect("a map");
        let map = stackmap::maps(&section.bytes).next().expect("a map").expect("valid");
        map.functions().map(|function| function.address).collect()
    };
    assert_eq!(addresses(&original), [0x1_0000, 0x1_0010]);
    // The relocation at offset 0x28 with the 64-bit address of a symbol.
    let at = original.windows(8).position(|b| b[..4] == [0x28, 0, 0, 0] && b[7] == 0x0e);
    let at = at.expect("a relocation");
    let mut bytes = original.clone();
    bytes[at + 4..at + 8].copy_from_slice(&[1, 0, 0, 0x06]);
    let map = original.windows(8).position(|bytes| bytes == [3, 0, 0, 0, 2, 0, 0, 0]);
    let place = map.expect("a map") + 0x28;
    bytes[place] = 0x20;
    assert_eq!(addresses(&bytes), [0x1_0000, 0x1_0020]);
}

#[test]
fn damaged_pe_files_are_refused() {
    let original = bytes("pe-x86_64.dll");
    let header = original.windows(8).position(|bytes| bytes == b".llvm_st").expect("there");
    let mut bytes = original.clone();
    bytes[header + 22] = 0x7f;
    assert_problem!(&bytes, FileProblem::Truncated { section: ".llvm_stackmaps", size: 352, .. });
    // A second section whose truncated name is the same.
    let mut bytes = original.clone();
    bytes[header + 40..header + 48].copy_from_slice(b".llvm_st");
    assert_problem!(&bytes, FileProblem::Twice { section: ".llvm_stackmaps" });
    // A 32-bit file.
    let start = u32::from_le_bytes(original[0x3c..0x40].try_into().expect("four")) as usize;
    let mut bytes = original;
    bytes[start + 24..start + 26].copy_from_slice(&[0x0b, 0x01]);
    assert_problem!(&bytes, FileProblem::Unsupported { what, .. } if what.contains("64-bit"));
}

#[test]
fn damaged_archive_members_are_named() {
    let original = bytes("elf.a");
    // The header of the second object has 60 bytes; its size is the last field.
    let second = original.windows(14).rposition(|bytes| bytes == b"elf-aarch64.o/").expect("there");
    let mut bytes = original.clone();
    bytes[second + 48..second + 58].copy_from_slice(b"99999999  ");
    assert_problem!(&bytes, FileProblem::Member { offset, .. } if *offset == second as u64);

    // An archive with a damaged object: the error names the member.
    let mut bytes = original;
    bytes[second + 60 + 4] = 1;
    let error = object_file::read_bytes(Path::new("some/file.a"), &bytes).expect_err("32-bit");
    assert_eq!(error.member.as_deref(), Some("elf-aarch64.o"));
    assert!(error.to_string().starts_with("some/file.a(elf-aarch64.o): "), "{error}");
    assert!(matches!(error.problem, FileProblem::Unsupported { .. }));
}

/// A small universal file whose 1000 parts share the same bytes must not take the memory of 1000
/// object files.
#[test]
fn overlapping_universal_parts_are_refused() {
    let object = bytes("macho-x86_64.o");
    let parts = 1000_u32;
    let mut bytes = [0xcafe_babe, parts].map(u32::to_be_bytes).concat();
    let start = 8 + 20 * parts;
    for _ in 0..parts {
        let size = object.len() as u32;
        bytes.extend([0x0100_0007, 3, start, size, 0].map(u32::to_be_bytes).concat());
    }
    bytes.extend(&object);
    assert_problem!(&bytes, FileProblem::LimitExceeded { what: "parts of a universal file", .. });
}

/// A small file in which 1000 functions share a name of 10,000 bytes must not take 10 MB.
#[test]
fn symbols_that_share_a_long_name_are_refused() {
    let mut elf = Elf::new("elf-x86_64.o");
    let count = 1000;
    let (symbols, strings) = (elf.section(".symtab"), elf.section(".strtab"));
    let local = elf.contents(".symtab") + 24 * elf.symbol("local") as usize;
    let mut symbol = elf.bytes[local..local + 24].to_vec();
    symbol[..4].fill(0);
    let end = elf.bytes.len().next_multiple_of(8);
    elf.bytes.resize(end, 0);
    for number in 0..count {
        symbol[8..16].copy_from_slice(&u64::to_le_bytes(number));
        elf.bytes.extend(&symbol);
    }
    elf.set::<8>(symbols + OFFSET, end as u64);
    elf.set::<8>(symbols + SIZE, 24 * count);
    let names = elf.bytes.len();
    elf.bytes.extend([b'x'; 10_000]);
    elf.bytes.push(0);
    elf.set::<8>(strings + OFFSET, names as u64);
    elf.set::<8>(strings + SIZE, 10_001);
    assert_problem!(&elf.bytes, FileProblem::LimitExceeded { what: "names of functions", .. });
}

#[test]
fn truncated_files_are_reported() {
    for (name, expected) in [
        ("elf-x86_64.o", "section header table"),
        ("elf-aarch64.o", "section header table"),
        ("elf-x86_64.so", "section header table"),
        ("coff-x86_64.o", "symbol table"),
        ("macho-x86_64.o", "segment"),
        ("macho-x86_64.dylib", "segment"),
    ] {
        let whole = bytes(name);
        let cut = &whole[..whole.len() * 3 / 5];
        assert_problem!(cut, FileProblem::BeyondFile { part, offset, size, file }
            if *part == expected && offset + size > cut.len() as u64 && *file == cut.len());
    }
}

/// A section for [`elf_file`]: the fields of its header, and its contents.
#[derive(Clone, Copy, Default)]
struct NewSection<'a> {
    kind: u32,
    flags: u64,
    name: u32,
    link: u32,
    info: u32,
    contents: &'a [u8],
}

/// Writes an ELF file with these sections and nothing else.
fn elf_file(kind: u16, sections: &[NewSection<'_>]) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
    bytes.resize(16, 0);
    bytes.extend([kind, 62].map(u16::to_le_bytes).concat());
    bytes.resize(64, 0);
    let mut headers = vec![0_u8; 64];
    for &NewSection { kind, flags, name, link, info, contents } in sections {
        let start = bytes.len() as u64;
        bytes.extend(contents);
        let entry_size = 24;
        headers.extend([name, kind].map(u32::to_le_bytes).concat());
        headers.extend([flags, 0, start, contents.len() as u64].map(u64::to_le_bytes).concat());
        headers.extend([link, info].map(u32::to_le_bytes).concat());
        headers.extend([8, entry_size].map(u64::to_le_bytes).concat());
    }
    let (start, count) = (bytes.len() as u64, (headers.len() / 64) as u16);
    bytes.extend(headers);
    bytes[0x28..0x30].copy_from_slice(&start.to_le_bytes());
    bytes[0x34..0x36].copy_from_slice(&64_u16.to_le_bytes());
    bytes[0x3a..0x3c].copy_from_slice(&64_u16.to_le_bytes());
    bytes[0x3c..0x3e].copy_from_slice(&count.to_le_bytes());
    // The first section has the names of the sections.
    bytes[0x3e..0x40].copy_from_slice(&1_u16.to_le_bytes());
    bytes
}

/// Small files that could take quadratic time are refused: a linked file with many sections of one
/// name, to each of which all dynamic relocations may apply; and an object file with many sections
/// that each have relocations and symbols.
#[test]
fn sections_of_one_name_are_relocated_in_linear_time() {
    const SECTION_COUNT: usize = 2000;
    const ET_REL: u16 = 1;
    const ET_DYN: u16 = 3;
    const PROGBITS: u32 = 1;
    const SYMTAB: u32 = 2;
    const STRTAB: u32 = 3;
    const RELA: u32 = 4;
    const ALLOC: u64 = 2;
    for name in [".llvm_stackmaps", "statepoint_table"] {
        let names = format!("\0{name}\0");
        let default = NewSection::default();
        let strings = NewSection { kind: STRTAB, contents: names.as_bytes(), ..default };
        let named = NewSection { kind: PROGBITS, flags: ALLOC, name: 1, ..default };

        let relocations =
            NewSection { kind: RELA, flags: ALLOC, contents: &[0; 24 * SECTION_COUNT], ..default };
        let mut sections = vec![strings, relocations];
        sections.extend([named; SECTION_COUNT]);
        let file = elf_file(ET_DYN, &sections);
        assert_problem!(&file, FileProblem::LimitExceeded { what: "relocations", .. });

        let mut sections = vec![strings];
        for number in 0..SECTION_COUNT as u32 {
            let first = 2 + 3 * number;
            let relocations = NewSection { kind: RELA, link: first + 2, info: first, ..default };
            let symbols = NewSection { kind: SYMTAB, link: 1, ..default };
            sections.extend([named, relocations, symbols]);
        }
        let file = elf_file(ET_REL, &sections);
        assert_problem!(&file, FileProblem::LimitExceeded { what: "relocations", .. });
    }
}
