//! Names of functions and sections: the external name of a function wins, and only sections that
//! are loaded have names and code.

use std::path::Path;

use stackmap_tool::object_file::{self, FileProblem};

use crate::damaged::{Elf, FLAGS, SIZE, problem};
use crate::prebuilt::bytes;

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four")) as usize
}

/// Returns the name of the only function of a file in which `local` and `exported` have the same
/// address.
fn name_of_shared_address(bytes: &[u8]) -> String {
    let sources = object_file::read_bytes(Path::new("some/file"), bytes).expect("readable");
    let exported = sources[0].functions.iter().map(|function| function.start).max();
    let (name, offset) = sources[0].functions.name_at(exported.expect("some")).expect("a name");
    assert_eq!((sources[0].functions.len(), offset), (1, 0));
    name.to_owned()
}

#[test]
fn coff_functions_keep_their_external_name() {
    let mut bytes = bytes("coff-x86_64.o");
    let (symbols, count) = (word(&bytes, 8), word(&bytes, 12));
    let offset_of_symbol = |bytes: &[u8], name: &[u8]| {
        let mut places = (0..count).map(|number| symbols + 18 * number);
        places.find(|&at| bytes[at..at + 8] == *name).expect("there")
    };
    let (local, exported) =
        (offset_of_symbol(&bytes, b"local\0\0\0"), offset_of_symbol(&bytes, b"exported"));
    bytes.copy_within(exported + 8..exported + 12, local + 8);
    assert_eq!(name_of_shared_address(&bytes), "exported");
    // With exchanged storage classes, `local` is the external symbol.
    bytes.swap(local + 16, exported + 16);
    assert_eq!(name_of_shared_address(&bytes), "local");
}

/// Returns the offsets of the load commands of this kind in a Mach-O file.
fn load_commands(bytes: &[u8], kind: usize) -> Vec<usize> {
    let mut at = 32;
    let mut found = Vec::new();
    for _ in 0..word(bytes, 16) {
        found.extend((word(bytes, at) == kind).then_some(at));
        at += word(bytes, at + 4);
    }
    found
}

#[test]
fn mach_o_functions_keep_their_external_name() {
    // In `n_type`: external, and visible within one library.
    const EXTERNAL: u8 = 0x01;
    const PRIVATE: u8 = 0x10;
    let mut bytes = bytes("macho-x86_64.o");
    let [table] = load_commands(&bytes, 0x2)[..] else { panic!("one symbol table") };
    let (symbols, count) = (word(&bytes, table + 8), word(&bytes, table + 12));
    let strings = word(&bytes, table + 16);
    let offset_of_symbol = |bytes: &[u8], name: &[u8]| {
        let mut places = (0..count).map(|number| symbols + 16 * number);
        let is_it = |at: &usize| bytes[strings + word(bytes, *at)..].starts_with(name);
        places.find(is_it).expect("there")
    };
    let (local, exported) =
        (offset_of_symbol(&bytes, b"_local\0"), offset_of_symbol(&bytes, b"_exported\0"));
    bytes.copy_within(exported + 8..exported + 16, local + 8);
    let kind = bytes[exported + 4] & !(EXTERNAL | PRIVATE);
    let kinds = [kind, kind | EXTERNAL | PRIVATE, kind | EXTERNAL];
    for (low, high) in [(0, 1), (0, 2), (1, 2)] {
        (bytes[local + 4], bytes[exported + 4]) = (kinds[low], kinds[high]);
        assert_eq!(name_of_shared_address(&bytes), "_exported");
        (bytes[local + 4], bytes[exported + 4]) = (kinds[high], kinds[low]);
        assert_eq!(name_of_shared_address(&bytes), "_local");
    }
}

#[test]
fn mach_o_segments_must_lie_in_the_file() {
    let mut bytes = bytes("macho-x86_64.o");
    let segment = load_commands(&bytes, 0x19)[0];
    let start = word(&bytes, segment + 40) as u64;
    bytes[segment + 48..segment + 56].copy_from_slice(&0x1234_5678_u64.to_le_bytes());
    let file = bytes.len();
    match problem(&bytes) {
        FileProblem::BeyondFile { part: "segment", offset, size, file: found } => {
            assert_eq!((offset, size, found), (start, 0x1234_5678, file));
        }
        other => panic!("{other:?}"),
    }
}

/// Thread-local and empty sections have no names, since their addresses overlap other sections.
#[test]
fn elf_sections_with_own_addresses_are_named() {
    const THREAD_LOCAL: u64 = 0x400;
    let names = |bytes: &[u8]| -> Vec<String> {
        let sources = object_file::read_bytes(Path::new("some/file"), bytes).expect("readable");
        sources[0].sections.iter().map(|section| section.name.to_owned()).collect()
    };
    let mut elf = Elf::new("elf-x86_64.o");
    assert_eq!(names(&elf.bytes), [".text", ".llvm_stackmaps", ".eh_frame"]);
    let header = elf.section(".text");
    let flags = elf.get::<8>(header + FLAGS);
    elf.set::<8>(header + FLAGS, flags | THREAD_LOCAL);
    assert_eq!(names(&elf.bytes), [".llvm_stackmaps", ".eh_frame"]);
    // An empty section has no addresses of its own either.
    elf.set::<8>(header + FLAGS, flags);
    let header = elf.section(".note.GNU-stack");
    elf.set::<8>(header + FLAGS, 2);
    assert_eq!(names(&elf.bytes), [".text", ".llvm_stackmaps", ".eh_frame"]);
}

#[test]
fn elf_code_is_that_of_all_sections() {
    // Loaded and executed.
    const CODE: u64 = 0x2 | 0x4;
    let mut elf = Elf::new("elf-aarch64.o");
    let last = elf.header(elf.get::<2>(0x3c) as usize - 1);
    assert_eq!(elf.get::<8>(last + FLAGS), 0, "the table of symbols");
    let code = |bytes: &[u8]| {
        let sources = object_file::read_bytes(Path::new("some/file"), bytes).expect("readable");
        sources[0].code.iter().map(|section| section.bytes.len() as u64).collect::<Vec<_>>()
    };
    let text = elf.get::<8>(elf.section(".text") + SIZE);
    assert_eq!(code(&elf.bytes), [text]);
    elf.set::<8>(last + FLAGS, CODE);
    assert_eq!(code(&elf.bytes), [text, elf.get::<8>(last + SIZE)]);
}
