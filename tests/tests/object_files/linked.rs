//! Programs and libraries linked from three object files by GNU ld, gold and LLVM's linkers, for
//! Linux, macOS and Windows: their stack maps have the final addresses.

use std::path::{Path, PathBuf};
use std::process::Command;

use stackmap_tool::object_file::{self, FileFormat, Machine, MapSource};
use statepoint_scanner::arch::{Aarch64, Architecture, X86_64};
use statepoint_scanner::cfi::{EhFrame, UnwindRules};
use statepoint_scanner::stackmap;
use statepoint_scanner::stackmap::duplicates::merge;
use tests::llvm::Llvm;
use tests::timeout;

use crate::managed_functions::{ManagedFunction, count_maps, functions, read_one};
use crate::tools::{compile, compile_retained, is_installed, modules, run, runtime};

/// The functions of the three modules in the order of their stack maps. Two modules define
/// `shared`.
const NAMES: [&str; 6] = ["shared", "first", "shared", "second", "local", "third"];

fn names(seen: &[ManagedFunction]) -> Vec<&str> {
    seen.iter().map(|function| function.name.as_str()).collect()
}

/// Asserts that the stack maps of a linked file are those of the objects, and that each function
/// has the address of its symbol.
fn check(source: &MapSource, objects: &[PathBuf]) {
    assert!(!source.relocatable, "{source}");
    assert_eq!(count_maps(source), 3, "{source}");
    let seen = functions(source);
    let expected: Vec<_> = objects
        .iter()
        .map(|object| read_one(object))
        .filter(|object| object.stack_maps.is_some())
        .flat_map(|object| functions(&object))
        .collect();
    assert_eq!(seen, expected, "{source}");
    assert_eq!(names(&seen), NAMES, "{source}");

    // Both stack maps refer to the same copy of `shared`.
    let section = source.stack_maps.as_ref().expect("a map");
    let maps: Vec<_> = stackmap::maps(&section.bytes).map(|map| map.expect("valid")).collect();
    let merged = merge(maps).expect("counts");
    assert_eq!((merged.duplicates, merged.conflicts.as_slice()), (1, [].as_slice()), "{source}");
    assert_eq!(merged.functions.len(), 5, "{source}");
    let addresses = merged.functions.iter().map(|found| found.function.address);
    match (&source.eh_frame, &source.machine) {
        (None, _) => assert_eq!(source.format, FileFormat::Pe, "{source}"),
        (Some(_), Machine::X86_64) => check_eh_frame::<X86_64>(source, addresses),
        (Some(_), _) => check_eh_frame::<Aarch64>(source, addresses),
    }
}

/// Asserts that each function has unwind information.
fn check_eh_frame<A: Architecture>(source: &MapSource, addresses: impl Iterator<Item = u64>) {
    let eh_frame = source.eh_frame.as_ref().expect("there");
    let rules = EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes).expect("valid");
    for address in addresses {
        match rules.function_end(address) {
            Some(end) => assert!(end > address, "{source}: {address:#x}"),
            // Apple's compact unwind information describes this function.
            None => assert_eq!(source.format, FileFormat::MachO, "{source}: {address:#x}"),
        }
    }
}

/// Asserts that a file can be read after `strip`: only exported functions still have names.
fn check_stripped(file: &Path, is_exported: bool) {
    let before = read_one(file);
    let stripped = file.with_extension("stripped");
    run(Command::new("strip").args([Path::new("-s"), Path::new("-o"), &stripped, file]));
    let after = read_one(&stripped);
    assert_eq!(after.stack_maps, before.stack_maps, "{after}");
    assert_eq!(after.eh_frame, before.eh_frame, "{after}");
    assert!(after.functions.named("local").is_none(), "{after}");
    assert_eq!(after.functions.named("third").is_some(), is_exported, "{after}");
}

/// Creates a link in `directory` by which the C compiler finds the lld of this LLVM version, and
/// returns the compiler's option for it. Returns `None` if that lld is not installed.
fn lld_option(version: u32, directory: &Path) -> Option<String> {
    let linker = format!("ld.lld-{version}");
    if !is_installed(&linker) {
        return None;
    }
    let found = String::from_utf8(
        timeout::output(Command::new("sh").args(["-c", &format!("command -v {linker}")]))
            .expect("sh")
            .stdout,
    );
    let link = directory.join("ld.lld");
    if !link.exists() {
        std::os::unix::fs::symlink(found.expect("a path").trim(), link).expect("a link");
    }
    Some(format!("-B{}", directory.display()))
}

/// Links with the C compiler in each mode (static, position-independent, shared, and `more`), and
/// checks the results.
fn link_for_linux(llvm: Llvm, linker: &[&str], more: &[&[&str]]) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut objects: Vec<_> = modules(true)
        .iter()
        .map(|module| compile_retained(llvm, module, directory.path()))
        .collect();
    let runtime = directory.path().join("runtime.c");
    std::fs::write(&runtime, "void callee(void) {}\nint main(void) { return 0; }\n")
        .expect("written");
    let object = runtime.with_extension("o");
    run(Command::new("cc").args(["-fPIC", "-c"]).args([&runtime, Path::new("-o"), &object]));
    objects.push(object);
    let link_modes: [&[&str]; 4] = [&["-no-pie"], &["-pie"], &["-shared"], &["-static"]];
    for mode in link_modes.iter().chain(more) {
        let output = directory.path().join(format!("program{}", mode.join("")));
        run(Command::new("cc")
            .args(linker)
            .args(["-Wl,--gc-sections", "-Wl,-u,first,-u,second,-u,third"])
            .args(*mode)
            .args(&objects)
            .args([Path::new("-o"), &output]));
        let source = read_one(&output);
        assert_eq!((source.format, &source.machine), (FileFormat::Elf, &Machine::X86_64));
        check(&source, &objects);
        check_stripped(&output, mode.contains(&"-shared"));
    }
}

#[test]
fn programs_linked_by_gnu_ld_are_read() {
    if is_installed("ld.bfd") {
        for llvm in Llvm::installed() {
            link_for_linux(llvm, &["-fuse-ld=bfd"], &[&["-pie", "-Wl,-z,pack-relative-relocs"]]);
        }
    }
}

#[test]
fn programs_linked_by_gold_are_read() {
    let llvm = Llvm::find_or_skip(19).filter(|_| is_installed("ld.gold"));
    if let Some(llvm) = llvm {
        link_for_linux(llvm, &["-fuse-ld=gold"], &[]);
    }
}

/// lld writes zeros to the section for addresses that the loader relocates.
#[test]
fn programs_linked_by_lld_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let Some(path) = lld_option(19, directory.path()) else { return };
    for llvm in Llvm::installed() {
        link_for_linux(
            llvm,
            &["-fuse-ld=lld", &path],
            &[
                &["-pie", "-Wl,--pack-dyn-relocs=relr"],
                &["-pie", "-Wl,-z,rel"],
                &["-no-pie", "-Wl,--emit-relocs"],
                &["-pie", "-Wl,--emit-relocs"],
                // Relocations by symbol in a read-only section.
                &["-shared", "-Wl,-z,notext"],
            ],
        );
    }
}

/// Without relocation the section has no addresses, so that the test above is meaningful.
#[test]
fn lld_leaves_addresses_to_the_loader() {
    let directory = tempfile::tempdir().expect("a directory");
    let Some(path) = lld_option(19, directory.path()) else { return };
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let [_, _, module] = modules(true);
    let object = compile_retained(llvm, &module, directory.path());
    let output = directory.path().join("library.so");
    run(Command::new("cc").args(["-fuse-ld=lld", &path, "-shared"]).args([
        &object,
        Path::new("-o"),
        &output,
    ]));
    let raw = tests::llvm::section(&output, ".llvm_stackmaps").expect("a section");
    let map = stackmap::maps(&raw).next().expect("a map").expect("valid");
    assert!(map.functions().all(|function| function.address == 0));
    assert_eq!(names(&functions(&read_one(&output))), ["local", "third"]);
}

/// With `--emit-relocs` the linker keeps relocations that it has applied. Those of debugging
/// information are offsets in their section, and must not be applied to the stack map.
#[test]
fn relocations_of_other_sections_are_not_applied() {
    let directory = tempfile::tempdir().expect("a directory");
    let Some(path) = lld_option(19, directory.path()) else { return };
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let [_, _, module] = modules(true);
    let options = ["-relocation-model=pic"];
    let object = compile(llvm, &module, "x86_64-linux-gnu", &options, directory.path());
    let runtime = directory.path().join("runtime.c");
    let functions_of_c: String =
        (0..200).map(|n| format!("int f{n}(int x) {{ return x; }}\n")).collect();
    std::fs::write(&runtime, functions_of_c + "void callee(void) {}\n").expect("written");
    let output = directory.path().join("library.so");
    run(Command::new("cc")
        .args(["-fuse-ld=lld", &path, "-shared", "-g", "-fPIC", "-nostdlib"])
        .args(["-Wl,-z,notext", "-Wl,--emit-relocs"])
        .args([&object, &runtime, Path::new("-o"), &output]));
    let source = read_one(&output);
    let debugging = tests::llvm::section(&output, ".debug_info").expect("a section").len() as u64;
    assert!(source.stack_maps.as_ref().expect("a map").address < debugging);
    assert_eq!(names(&functions(&source)), ["local", "third"]);
}

/// Stack maps that are linked unchanged into a program at a fixed address, and by `ld -r` into a
/// relocatable object.
#[test]
fn programs_at_a_fixed_address_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    for llvm in Llvm::installed() {
        let [first, second, third] = modules(true);
        let objects: Vec<_> = [first, second, third, runtime()]
            .iter()
            .map(|module| compile(llvm, module, "x86_64-linux-gnu", &[], directory.path()))
            .collect();
        let output = directory.path().join("program");
        run(Command::new("ld").args(["-e", "_start", "-o"]).arg(&output).args(&objects));
        check(&read_one(&output), &objects);
        // A relocatable object linked from two: its functions have names.
        let output = directory.path().join("objects.o");
        run(Command::new("ld").args(["-r", "-o"]).arg(&output).args(&objects[2..]));
        let source = read_one(&output);
        assert!(source.relocatable, "{source}");
        assert_eq!(names(&functions(&source)), ["local", "third"]);
    }
}

#[test]
fn programs_for_aarch64_are_read() {
    if !is_installed("ld.lld-19") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    for llvm in Llvm::installed() {
        let [first, second, third] = modules(true);
        let objects: Vec<_> = [first, second, third, runtime()]
            .iter()
            .map(|module| {
                let options = ["-relocation-model=pic"];
                compile(llvm, module, "aarch64-linux-gnu", &options, directory.path())
            })
            .collect();
        for mode in [&["-no-pie"][..], &["-pie", "-z", "notext"], &["-shared", "-z", "notext"]] {
            let output = directory.path().join("program");
            let mut linker = Command::new("ld.lld-19");
            run(linker.args(mode).arg("-o").arg(&output).args(&objects));
            let source = read_one(&output);
            assert_eq!(source.machine, Machine::Aarch64);
            check(&source, &objects);
        }
    }
}

/// Libraries with classic relocations and with chained fixups, by address and by symbol.
#[test]
fn libraries_for_macos_are_read() {
    if !is_installed("ld64.lld-19") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    for llvm in Llvm::installed() {
        for (arch, machine) in [("x86_64", Machine::X86_64), ("arm64", Machine::Aarch64)] {
            let triple = format!("{arch}-apple-macos13");
            let [first, second, third] = modules(false);
            let objects: Vec<_> = [first, second, third, runtime()]
                .iter()
                .map(|module| compile(llvm, module, &triple, &[], directory.path()))
                .collect();
            for fixups in [
                &["-no_fixup_chains"][..],
                &["-fixup_chains"],
                // Every symbol can be preempted by that of another library.
                &["-no_fixup_chains", "-flat_namespace"],
                &["-fixup_chains", "-flat_namespace"],
            ] {
                let output = directory.path().join("library.dylib");
                run(Command::new("ld64.lld-19")
                    .args(["-dylib", "-arch", arch, "-platform_version", "macos", "13", "13"])
                    .args(["-undefined", "dynamic_lookup"])
                    .args(fixups)
                    .arg("-o")
                    .arg(&output)
                    .args(&objects));
                let source = read_one(&output);
                assert_eq!((source.format, &source.machine), (FileFormat::MachO, &machine));
                check(&source, &objects);
            }
        }
    }
}

/// In a program with a base address, chained fixups are relative to it.
#[test]
fn programs_for_macos_are_read() {
    if !is_installed("ld64.lld-19") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    for llvm in Llvm::installed() {
        let triple = "arm64-apple-macos13";
        let [first, second, third] = modules(false);
        let objects: Vec<_> = [first, second, third, runtime()]
            .iter()
            .map(|module| compile(llvm, module, triple, &[], directory.path()))
            .collect();
        for fixups in ["-no_fixup_chains", "-fixup_chains"] {
            let output = directory.path().join("program");
            run(Command::new("ld64.lld-19")
                .args(["-arch", "arm64", "-platform_version", "macos", "13", "13"])
                .args(["-undefined", "dynamic_lookup", fixups, "-o"])
                .arg(&output)
                .args(&objects));
            let source = read_one(&output);
            check(&source, &objects);
            assert!(source.stack_maps.expect("a map").address > 1 << 32);
        }
    }
}

/// Apple's linker writes zero to a field to which the loader binds a symbol.
#[test]
fn symbols_bound_by_the_loader_are_resolved() {
    let Some(llvm) = Llvm::find_or_skip(19).filter(|_| is_installed("ld64.lld-19")) else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let [_, _, third] = modules(false);
    let objects = [third, runtime()]
        .map(|module| compile(llvm, &module, "x86_64-apple-macos13", &[], directory.path()));
    let output = directory.path().join("library.dylib");
    run(Command::new("ld64.lld-19")
        .args(["-dylib", "-arch", "x86_64", "-platform_version", "macos", "13", "13"])
        .args(["-undefined", "dynamic_lookup", "-no_fixup_chains", "-flat_namespace", "-o"])
        .arg(&output)
        .args(&objects));
    let before = read_one(&output);
    assert_eq!(names(&functions(&before)), ["local", "third"]);
    let map = before.stack_maps.as_ref().expect("a map");
    let mut bytes = std::fs::read(&output).expect("readable");
    let place = bytes.windows(map.bytes.len()).position(|bytes| bytes == map.bytes);
    // The field for the address of the second function, which LLVM's linker fills.
    let place = place.expect("the section") + 16 + 24;
    bytes[place..place + 8].fill(0);
    let after = object_file::read_bytes(&output, &bytes).expect("readable");
    assert_eq!(after[0].stack_maps, before.stack_maps);
    // The loader does not write the address of the first function, which is not bound by symbol.
    bytes[place - 24..place - 16].fill(0);
    let after = object_file::read_bytes(&output, &bytes).expect("readable");
    assert_ne!(after[0].stack_maps, before.stack_maps);
}

/// PE files truncate the section's name to eight bytes. Functions have names only if they are
/// exported or there is a symbol table.
#[test]
fn libraries_for_windows_are_read() {
    if !is_installed("lld-link-19") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    for llvm in Llvm::installed() {
        for (arch, machine) in [("x86_64", Machine::X86_64), ("aarch64", Machine::Aarch64)] {
            let triple = format!("{arch}-pc-windows-msvc");
            let objects: Vec<_> = modules(true)
                .iter()
                .chain([&runtime()])
                .map(|module| compile(llvm, module, &triple, &[], directory.path()))
                .collect();
            let output = directory.path().join("library.dll");
            let link = |more: &[&str]| {
                run(Command::new("lld-link-19")
                    .args(["/dll", "/noentry", "/nodefaultlib"])
                    .args(["first", "second", "third", "shared"].map(|n| format!("/export:{n}")))
                    .args(more)
                    .arg(format!("/out:{}", output.display()))
                    .args(&objects));
                let source = read_one(&output);
                assert_eq!((source.format, &source.machine), (FileFormat::Pe, &machine));
                source
            };
            // With a COFF symbol table.
            check(&link(&["/debug:symtab"]), &objects);
            // With exports only; `local` is not exported.
            let source = link(&[]);
            assert_eq!(count_maps(&source), 3);
            let section = source.stack_maps.as_ref().expect("a map");
            let maps = stackmap::maps(&section.bytes).map(|map| map.expect("valid"));
            let seen: Vec<_> = maps
                .flat_map(|map| map.functions())
                .map(|function| source.functions.name_at(function.address))
                .collect();
            let exported = |name| Some((name, 0));
            let [shared, first, second, third] =
                ["shared", "first", "second", "third"].map(exported);
            assert_eq!(seen[..4], [shared, first, shared, second], "{source}");
            assert_eq!(seen[5], third, "{source}");
            assert_ne!(seen[4].map(|(_, offset)| offset), Some(0), "{source}");
        }
    }
}
