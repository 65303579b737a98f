//! Object files of all formats and architectures, compiled from the same IR by each LLVM version:
//! names, addresses and unwind information agree with LLVM's own tools.

use std::collections::HashMap;
use std::path::Path;

use stackmap_tool::object_file::{FIRST_ADDRESS, FileFormat, Machine, MapSource};
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules};
use statepoint_scanner::stackmap;
use statepoint_scanner::table::TableBuilder;
use tests::fixtures::{self, Fixture};
use tests::llvm::Llvm;

use crate::managed_functions::{functions, read_one};
use crate::tools::compile;

const TRIPLES: [(&str, FileFormat, Machine); 6] = [
    ("x86_64-linux-gnu", FileFormat::Elf, Machine::X86_64),
    ("aarch64-linux-gnu", FileFormat::Elf, Machine::Aarch64),
    ("x86_64-apple-macos", FileFormat::MachO, Machine::X86_64),
    ("arm64-apple-macos", FileFormat::MachO, Machine::Aarch64),
    ("x86_64-pc-windows-msvc", FileFormat::Coff, Machine::X86_64),
    ("aarch64-pc-windows-msvc", FileFormat::Coff, Machine::Aarch64),
];

/// Returns the value of each symbol, as `llvm-nm` prints it: the offset in its section, or the
/// address in a Mach-O file.
fn symbol_values(llvm: Llvm, object: &Path) -> HashMap<String, u64> {
    let output = llvm.run("llvm-nm", [object]).expect("llvm-nm");
    let text = String::from_utf8(output).expect("text");
    let symbols = text.lines().filter_map(|line| {
        let [value, _, name] = line.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
        Some((name.to_owned(), u64::from_str_radix(value, 16).ok()?))
    });
    symbols.collect()
}

/// Asserts that each function of the stack map has the address that `llvm-nm` prints.
fn compare_with_nm(llvm: Llvm, object: &Path, source: &MapSource) {
    let values = symbol_values(llvm, object);
    let section = source.stack_maps.as_ref().expect("a map");
    for map in stackmap::maps(&section.bytes) {
        for function in map.expect("valid").functions() {
            let (name, _) = source.functions.name_at(function.address).expect("a name");
            let (_, in_section) = source.sections.name_at(function.address).expect("a section");
            let in_file = match source.format {
                FileFormat::MachO => function.address - FIRST_ADDRESS,
                _ => in_section,
            };
            assert_eq!(values.get(name), Some(&in_file), "{source}: {name}");
        }
    }
}

/// Asserts that the unwind information of each function ends at the end of the function. Returns
/// the number of compared functions.
fn compare_with_eh_frame<A: Architecture>(source: &MapSource) -> usize {
    let Some(eh_frame) = &source.eh_frame else {
        // Apple's own unwind tables may suffice.
        assert_eq!(source.format, FileFormat::MachO, "{source}");
        return 0;
    };
    let rules = EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes)
        .unwrap_or_else(|error| panic!("{source}: {error}"));
    let section = source.stack_maps.as_ref().expect("a map");
    let mut compared = 0;
    for map in stackmap::maps(&section.bytes) {
        for function in map.expect("valid").functions() {
            let range = source.functions.range_at(function.address).expect("a name");
            let Some(end) = rules.function_end(function.address) else { continue };
            // In formats without symbol sizes, a function includes the padding after it.
            let padding = range.end.checked_sub(end);
            let allowed = if source.format == FileFormat::Elf { 0 } else { 15 };
            assert!(padding.is_some_and(|n| n <= allowed), "{source}: {} {end:#x}", range.name);
            compared += 1;
        }
    }
    compared
}

/// Compiles a fixture for each target, and compares the result of reading it with LLVM's tools.
/// Returns the number of functions, and the number whose unwind information was compared.
fn compare_fixture(llvm: Llvm, fixture: &Fixture, directory: &Path) -> (usize, usize) {
    let mut expected: HashMap<&str, Vec<String>> = HashMap::new();
    let (mut count, mut with_eh_frame) = (0, 0);
    for (triple, format, machine) in TRIPLES {
        let architecture = match machine {
            Machine::X86_64 => "x86_64",
            _ => "aarch64",
        };
        // Mach-O has no COMDATs.
        let has_comdats = fixture.name() == "comdat" && format == FileFormat::MachO;
        if has_comdats || !fixture.targets().any(|target| target == architecture) {
            continue;
        }
        let object = compile(llvm, fixture, triple, &[], directory);
        let source = read_one(&object);
        assert_eq!((source.format, &source.machine), (format, &machine), "{source}");
        assert!(source.relocatable && source.member.is_none(), "{source}");
        // A bug of LLVM 14: no map for Windows on x86-64 if a module uses floating-point numbers.
        if llvm.version() == 14
            && (format, &machine) == (FileFormat::Coff, &Machine::X86_64)
            && fixture.text_for(14).contains("double")
        {
            assert!(source.stack_maps.is_none(), "{source}");
            continue;
        }
        let functions_of_map = functions(&source);
        let records: usize = functions_of_map.iter().map(|function| function.records.len()).sum();
        assert_eq!(records, fixture.records(), "{source}");
        compare_with_nm(llvm, &object, &source);

        let names: Vec<_> = functions_of_map.into_iter().map(|function| function.name).collect();
        count += names.len();
        // The ELF file comes first.
        match expected.get(architecture) {
            Some(expected) => assert_eq!(&names, expected, "{source}"),
            None => drop(expected.insert(architecture, names)),
        }
        if format == FileFormat::Coff {
            assert!(source.eh_frame.is_none(), "{source}");
            continue;
        }
        with_eh_frame += match machine {
            Machine::X86_64 => compare_with_eh_frame::<X86_64>(&source),
            _ => compare_with_eh_frame::<Aarch64>(&source),
        };
    }
    (count, with_eh_frame)
}

/// Compares all fixtures that this version can compile.
fn compare_all(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let (mut count, mut with_eh_frame) = (0, 0);
    for fixture in fixtures::all() {
        if fixture.is_for_version(version) {
            let (functions, with_unwind_information) =
                compare_fixture(llvm, &fixture, directory.path());
            count += functions;
            with_eh_frame += with_unwind_information;
        }
    }
    eprintln!(
        "LLVM {version}: {count} functions compared, {with_eh_frame} with unwind information"
    );
    assert!(count > 200 && with_eh_frame > 100, "only {count} and {with_eh_frame}");
}

#[test]
fn objects_of_llvm_14_are_read() {
    compare_all(14);
}

#[test]
fn objects_of_llvm_16_are_read() {
    compare_all(16);
}

#[test]
fn objects_of_llvm_19_are_read() {
    compare_all(19);
}

#[test]
fn objects_of_llvm_22_are_read() {
    compare_all(22);
}

/// Builds a call-site table for an object file, and looks up each record in it. Returns the number
/// of call sites.
fn build_table<A: Architecture>(source: &MapSource) -> usize {
    let eh_frame = source.eh_frame.as_ref().expect("unwind information");
    let rules = EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes).expect("valid");
    let section = source.stack_maps.as_ref().expect("a map");
    let builder = TableBuilder::<A>::new().add(&section.bytes, &rules);
    let table = builder.and_then(TableBuilder::build).unwrap_or_else(|e| panic!("{source}: {e}"));
    let table = table.table();
    for map in stackmap::maps(&section.bytes) {
        for (function, record) in map.expect("valid").function_records().expect("counts") {
            let pc = function.address + u64::from(record.instruction_offset);
            assert!(table.lookup(pc).is_some(), "{source}: {pc:#x}");
            assert_eq!(table.function_containing(pc - 1), Some(function.address), "{source}");
        }
    }
    table.len()
}

#[test]
fn object_files_of_another_machine_have_a_table() {
    let directory = tempfile::tempdir().expect("a directory");
    let fixture = Fixture::named("frames");
    for llvm in Llvm::installed() {
        for (triple, format, machine) in TRIPLES {
            if format == FileFormat::Coff {
                continue;
            }
            let source = read_one(&compile(llvm, &fixture, triple, &[], directory.path()));
            let sites = match machine {
                Machine::X86_64 => build_table::<X86_64>(&source),
                _ => build_table::<Aarch64>(&source),
            };
            assert_eq!(sites, fixture.records(), "{source}");
        }
    }
}

/// RISC-V, for which LLVM writes stack maps, is not supported by the scanner but can be read.
#[test]
fn unknown_machines_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let fixture = Fixture::named("pairs");
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let source = read_one(&compile(llvm, &fixture, "riscv64-linux-gnu", &[], directory.path()));
    assert_eq!(source.machine, Machine::Other("ELF machine 243".to_owned()));
    assert!(source.eh_frame.is_none());
    let records: usize = functions(&source).iter().map(|function| function.records.len()).sum();
    assert_eq!(records, fixture.records());
}

/// With `-function-sections`, each function has its own section, and `.eh_frame` has 32-bit
/// relocations against them.
#[test]
fn functions_in_own_sections_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let fixture = Fixture::named("frames");
    for llvm in Llvm::installed() {
        for (triple, format, _) in TRIPLES {
            let source = read_one(&compile(
                llvm,
                &fixture,
                triple,
                &["-function-sections"],
                directory.path(),
            ));
            let functions_of_map = functions(&source);
            assert_eq!(functions_of_map.len(), 6, "{source}");
            if format == FileFormat::Elf {
                let section_of = |name: &str| {
                    let start = source.functions.named(name).expect("there").start;
                    source.sections.name_at(start)
                };
                assert_eq!(section_of("realigned"), Some((".text.realigned", 0)), "{source}");
                assert_eq!(section_of("dynamic"), Some((".text.dynamic", 0)), "{source}");
            }
        }
    }
}

/// The relocations of a private function, which has no symbol, are relative to its section.
#[test]
fn functions_without_a_symbol_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    // After another function, so that its offset in the section is not 0.
    let module_with_linkage = |linkage: &str| {
        let define = |linkage, name, callee| {
            format!(
                "define {linkage} ptr addrspace(1) @{name}(ptr addrspace(1) %a) noinline uwtable \
                 gc \"statepoint-example\" {{\n call void @{callee}()\n ret ptr addrspace(1) %a\n}}\n"
            )
        };
        let text = format!(
            "; passes: rewrite-statepoints-for-gc\ndeclare void @callee()\n{}{}\
             define ptr addrspace(1) @user(ptr addrspace(1) %a) gc \"statepoint-example\" {{\n \
             %b = call ptr addrspace(1) @unknown(ptr addrspace(1) %a)\n ret ptr addrspace(1) %b\n}}\n",
            define("", "known", "callee"),
            define(linkage, "unknown", "callee"),
        );
        Fixture::from_text(linkage, text)
    };
    let (internal, private) = (module_with_linkage("internal"), module_with_linkage("private"));
    for llvm in Llvm::installed() {
        for (triple, _, _) in TRIPLES {
            let places = [&internal, &private].map(|module| {
                let source = read_one(&compile(llvm, module, triple, &[], directory.path()));
                let section = source.stack_maps.as_ref().expect("a map");
                let map = stackmap::maps(&section.bytes).next().expect("a map").expect("valid");
                let addresses = map.functions().map(|function| function.address);
                let places = addresses.map(|address| {
                    let (name, offset) = source.sections.name_at(address).expect("a section");
                    (name.to_owned(), offset)
                });
                places.collect::<Vec<_>>()
            });
            assert_eq!(places[0], places[1], "{triple}, LLVM {}", llvm.version());
            assert!(places[0][1].1 > 0, "{places:?}");
        }
    }
}
