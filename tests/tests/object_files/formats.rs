//! Object files of all formats, compiled from the same IR.

use std::collections::HashMap;
use std::path::Path;

use stackmap_tool::object_file::{FIRST_ADDRESS, FileFormat, Machine, MapSource};
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules};
use statepoint_scanner::stackmap;
use statepoint_scanner::table::TableBuilder;
use tests::fixtures::{self, Fixture};
use tests::llvm::Llvm;

use crate::seen::{functions, read_one};
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

/// Asserts that each function of the stack map is where `llvm-nm` says.
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

/// Asserts that each function has unwind information that ends where the function does.
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
            // Without sizes, a function includes the padding after it.
            let padding = range.end.checked_sub(end);
            let allowed = if source.format == FileFormat::Elf { 0 } else { 15 };
            assert!(padding.is_some_and(|n| n <= allowed), "{source}: {} {end:#x}", range.name);
            compared += 1;
        }
    }
    compared
}

/// Reads a fixture as LLVM compiles it for each target. Returns the number of functions, and of
/// those whose unwind information was compared.
fn compare(llvm: Llvm, fixture: &Fixture, directory: &Path) -> (usize, usize) {
    let mut expected: HashMap<&str, Vec<String>> = HashMap::new();
    let (mut count, mut described) = (0, 0);
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
        let seen = functions(&source);
        let records: usize = seen.iter().map(|function| function.records.len()).sum();
        assert_eq!(records, fixture.records(), "{source}");
        compare_with_nm(llvm, &object, &source);

        let names: Vec<_> = seen.into_iter().map(|function| function.name).collect();
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
        described += match machine {
            Machine::X86_64 => compare_with_eh_frame::<X86_64>(&source),
            _ => compare_with_eh_frame::<Aarch64>(&source),
        };
    }
    (count, described)
}

fn compare_all(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let (mut count, mut described) = (0, 0);
    for fixture in fixtures::all() {
        if fixture.is_for_version(version) {
            let (functions, with_unwind_information) = compare(llvm, &fixture, directory.path());
            count += functions;
            described += with_unwind_information;
        }
    }
    eprintln!("LLVM {version}: {count} functions compared, {described} with unwind information");
    assert!(count > 200 && described > 100, "only {count} and {described}");
}

#[test]
fn llvm_14() {
    compare_all(14);
}

#[test]
fn llvm_16() {
    compare_all(16);
}

#[test]
fn llvm_19() {
    compare_all(19);
}

#[test]
fn llvm_22() {
    compare_all(22);
}

/// The addresses that an object file is given work for a table of call sites.
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

/// One of the other machines that LLVM writes stack maps for.
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

/// Sections of their own, many of them, and 32-bit relocations in `.eh_frame` between them.
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
            let seen = functions(&source);
            assert_eq!(seen.len(), 6, "{source}");
            if format == FileFormat::Elf {
                let of = |name: &str| {
                    let start = source.functions.named(name).expect("there").start;
                    source.sections.name_at(start)
                };
                assert_eq!(of("realigned"), Some((".text.realigned", 0)), "{source}");
                assert_eq!(of("dynamic"), Some((".text.dynamic", 0)), "{source}");
            }
        }
    }
}

/// A function that no symbol names: relocations are relative to its section.
#[test]
fn functions_without_a_symbol_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    // After another function, so that its offset in the section is not 0.
    let with = |linkage: &str| {
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
    let (internal, private) = (with("internal"), with("private"));
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
