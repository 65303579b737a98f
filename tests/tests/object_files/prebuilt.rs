//! The prebuilt files in `fixtures/objects`, so that these tests need no LLVM.
//!
//! The script `regenerate` next to them builds them. The expected addresses of their functions were
//! printed by LLVM's own tools (`llvm-nm`, `llvm-objdump`).

use std::path::{Path, PathBuf};

use stackmap_tool::object_file::{self, FileFormat, Machine, MapSource};
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules};
use statepoint_scanner::stackmap;

use crate::managed_functions::read_one;

/// Returns the path of one of the files.
pub(crate) fn path(name: &str) -> PathBuf {
    tests::fixtures::directory().join("objects").join(name)
}

/// Returns the contents of one of the files.
pub(crate) fn bytes(name: &str) -> Vec<u8> {
    let path = path(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of all files.
pub(crate) const ALL: [&str; 9] = [
    "elf-x86_64.o",
    "elf-aarch64.o",
    "macho-x86_64.o",
    "macho-arm64.o",
    "coff-x86_64.o",
    "elf-x86_64.so",
    "macho-x86_64.dylib",
    "pe-x86_64.dll",
    "elf.a",
];

/// A function of a stack map: address, name, frame size, and the instruction offset of each record.
type ExpectedFunction<'a> = (u64, Option<&'a str>, u64, &'a [u32]);

/// Asserts that a file has one stack map with these functions and records.
fn check(source: &MapSource, expected: &[ExpectedFunction<'_>]) {
    let section = source.stack_maps.as_ref().expect("a map");
    let mut maps = stackmap::maps(&section.bytes);
    let map = maps.next().expect("a map").expect("valid");
    assert!(maps.next().is_none(), "{source}");
    let mut offsets = map.records().map(|record| record.instruction_offset);
    let found: Vec<_> = map
        .functions()
        .map(|function| {
            let name = source.functions.name_at(function.address);
            assert!(name.is_none_or(|(_, offset)| offset == 0), "{source}: {name:?}");
            let count = function.record_count.expect("version 3") as usize;
            let records: Vec<_> = offsets.by_ref().take(count).collect();
            let size = function.stack_size.expect("fixed");
            (function.address, name.map(|(name, _)| name), size, records)
        })
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|&(address, name, size, records)| (address, name, size, records.to_vec()))
        .collect();
    assert_eq!(found, expected, "{source}");
}

fn function_ends<A: Architecture>(source: &MapSource, functions: [u64; 2]) -> [Option<u64>; 2] {
    let eh_frame = source.eh_frame.as_ref().expect("unwind information");
    let rules = EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes).expect("valid");
    functions.map(|function| rules.function_end(function))
}

fn read(name: &str, format: FileFormat, machine: Machine, relocatable: bool) -> MapSource {
    let source = read_one(&path(name));
    assert_eq!((source.format, &source.machine), (format, &machine), "{source}");
    assert_eq!(source.relocatable, relocatable, "{source}");
    source
}

#[test]
fn prebuilt_elf_objects_are_read() {
    let source = read("elf-x86_64.o", FileFormat::Elf, Machine::X86_64, true);
    let names = [Some("local"), Some("exported")];
    check(&source, &[(0x1_0000, names[0], 8, &[10]), (0x1_0010, names[1], 24, &[19, 24])]);
    assert_eq!(
        function_ends::<X86_64>(&source, [0x1_0000, 0x1_0010]),
        [Some(0x1_0010), Some(0x1_0032)]
    );
    assert_eq!(source.functions.name_at(0x1_0031), Some(("exported", 0x21)));
    assert_eq!(source.functions.name_at(0x1_0032), None);
    assert_eq!(source.sections.name_at(0x1_0031), Some((".text", 0x31)));

    let source = read("elf-aarch64.o", FileFormat::Elf, Machine::Aarch64, true);
    check(&source, &[(0x1_0000, names[0], 16, &[8]), (0x1_0014, names[1], 32, &[16, 20])]);
    assert_eq!(
        function_ends::<Aarch64>(&source, [0x1_0000, 0x1_0014]),
        [Some(0x1_0014), Some(0x1_0034)]
    );
}

#[test]
fn prebuilt_mach_o_objects_are_read() {
    let source = read("macho-x86_64.o", FileFormat::MachO, Machine::X86_64, true);
    let names = [Some("_local"), Some("_exported")];
    check(&source, &[(0x1_0000, names[0], 8, &[10]), (0x1_0010, names[1], 24, &[19, 24])]);
    assert_eq!(
        function_ends::<X86_64>(&source, [0x1_0000, 0x1_0010]),
        [Some(0x1_0010), Some(0x1_0032)]
    );
    assert_eq!(source.sections.name_at(0x1_0031), Some(("__TEXT,__text", 0x31)));

    let source = read("macho-arm64.o", FileFormat::MachO, Machine::Aarch64, true);
    check(&source, &[(0x1_0000, names[0], 32, &[16]), (0x1_0020, names[1], 32, &[16, 20])]);
    assert_eq!(
        function_ends::<Aarch64>(&source, [0x1_0000, 0x1_0020]),
        [Some(0x1_0020), Some(0x1_0044)]
    );
}

#[test]
fn prebuilt_coff_objects_are_read() {
    let source = read("coff-x86_64.o", FileFormat::Coff, Machine::X86_64, true);
    let names = [Some("local"), Some("exported")];
    check(&source, &[(0x1_0000, names[0], 40, &[14]), (0x1_0020, names[1], 56, &[19, 24])]);
    assert!(source.eh_frame.is_none());
    assert_eq!(source.sections.name_at(0x1_0020), Some((".text", 0x20)));
}

#[test]
fn prebuilt_libraries_are_read() {
    let source = read("elf-x86_64.so", FileFormat::Elf, Machine::X86_64, false);
    let names = [Some("local"), Some("exported")];
    check(&source, &[(0x14b0, names[0], 8, &[10]), (0x14c0, names[1], 24, &[19, 24])]);
    assert_eq!(function_ends::<X86_64>(&source, [0x14b0, 0x14c0]), [Some(0x14c0), Some(0x14e2)]);
    assert_eq!(source.stack_maps.map(|section| section.address), Some(0x2e8));

    let source = read("macho-x86_64.dylib", FileFormat::MachO, Machine::X86_64, false);
    let names = [Some("_local"), Some("_exported")];
    check(&source, &[(0x450, names[0], 8, &[10]), (0x460, names[1], 24, &[19, 24])]);

    let source = read("pe-x86_64.dll", FileFormat::Pe, Machine::X86_64, false);
    let base = 0x1_8000_0000;
    let exported = (base + 0x1020, Some("exported"), 56, &[19, 24][..]);
    check(&source, &[(base + 0x1000, None, 40, &[14]), exported]);
}

#[test]
fn prebuilt_archives_are_read() {
    let sources = object_file::read(&path("elf.a")).expect("readable");
    let seen: Vec<_> =
        sources.iter().map(|source| (source.member.as_deref(), source.machine.clone())).collect();
    let expected =
        [(Some("elf-x86_64.o"), Machine::X86_64), (Some("elf-aarch64.o"), Machine::Aarch64)];
    assert_eq!(seen, expected);
    for (source, name) in sources.iter().zip(["elf-x86_64.o", "elf-aarch64.o"]) {
        assert_eq!(source.stack_maps, read_one(&path(name)).stack_maps);
    }
}

/// A symbol with the flag `N_ALT_ENTRY` is a second entry point, and does not begin a new function.
#[test]
fn mach_o_alternative_entries_are_no_functions() {
    let mut bytes = bytes("macho-x86_64.o");
    // The symbol: offset of its name, type 0xf, section 1, description, value.
    let exported = [0x0f, 1, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0];
    let at = bytes.windows(12).position(|bytes| bytes == exported).expect("a symbol");
    bytes[at + 3] = 2;
    let sources = object_file::read_bytes(Path::new("some/file"), &bytes).expect("readable");
    assert_eq!(sources[0].functions.name_at(0x1_0010), Some(("_local", 0x10)));
    assert_eq!(sources[0].functions.len(), 1);
}

/// The bytes of a file may begin at any address: members of archives are only aligned to 2 bytes.
#[test]
fn bytes_need_no_alignment() {
    for name in ALL {
        let bytes = bytes(name);
        let expected = object_file::read_bytes(Path::new(name), &bytes).expect("readable");
        for shift in 1..8 {
            let shifted = [vec![0; shift], bytes.clone()].concat();
            let found =
                object_file::read_bytes(Path::new(name), &shifted[shift..]).expect("readable");
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.stack_maps, expected.stack_maps, "{found}");
                assert_eq!(found.eh_frame, expected.eh_frame, "{found}");
            }
        }
    }
}
