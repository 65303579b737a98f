//! Objects whose stack map was compiled to a call-site table (`stackmap compile`), linked in every
//! common mode and run.
//!
//! The program finds its tables. They describe the same call sites as the original stack map, and a
//! stack walk with them finds the references that the program holds.

mod link;
mod program;

use stackmap_tool::object_file::{self, compile_object};
use statepoint_scanner::arch::{Aarch64, Architecture, Host, X86_64};
use statepoint_scanner::cfi::EhFrame;
use statepoint_scanner::table::{CallSiteTable, TableBuffer, TableBuilder, units_of};
use statepoint_scanner::walk::{CodeLookup, Cursor, FrameRoots, StackMemory};
use tests::fixtures::Fixture;
use tests::llvm::Llvm;

use link::{LinkMode, Objects};
use program::{AllTables, Stopped};

/// Returns the call sites of a table: the offset from the start of the code, and the frame and
/// roots as text.
fn relative_sites<A: Architecture>(table: &CallSiteTable<'_, A>) -> Vec<(u64, String)> {
    let start = table.code().start;
    table.call_sites().map(|(pc, site)| (pc - start, format!("{:?}", site.content))).collect()
}

/// Returns the references of each frame, youngest first, as the walk finds them.
fn walk<A: Architecture>(code: &dyn CodeLookup<A>, stopped: &Stopped) -> Vec<Vec<u64>> {
    let stack = stopped.stack();
    let ends = [stopped.entry_return];
    let cursor = Cursor::from_register_file(code, &stack, stopped.register_file, &ends);
    let mut cursor = cursor.expect("a stack");
    let mut frames = Vec::new();
    while let Some(frame) = cursor.next(&stack).expect("every frame is known") {
        let FrameRoots::Relocatable(descriptor) = frame.roots else { panic!("{frame:?}") };
        let roots = descriptor.bases().map(|root| {
            let address = frame.address_of(root, &stack).expect("a root's address");
            stack.load(address).expect("a root")
        });
        let mut roots: Vec<_> = roots.collect();
        roots.sort_unstable();
        frames.push(roots);
    }
    frames
}

/// Builds the table from the stack map of the original object file.
fn from_raw<A: Architecture>(objects: &Objects) -> TableBuffer<A> {
    let source = object_file::read(&objects.raw).expect("an object file").remove(0);
    let (map, eh_frame) = (source.stack_maps.expect("a map"), source.eh_frame.expect("unwind"));
    let rules = EhFrame::<A>::new(eh_frame.address, &eh_frame.bytes).expect("valid");
    TableBuilder::new().add(&map.bytes, &rules).and_then(TableBuilder::build).expect("a table")
}

/// Compiles the managed code, and its stack map to a table. The new file must be smaller.
fn compile(llvm: Llvm, target: &str, options: &[&str], directory: &std::path::Path) -> Objects {
    let fixture = Fixture::from_text("managed", include_str!("managed.ll").to_owned());
    let raw = llvm.compile(&fixture, target, options, directory).expect("LLVM compiles it");
    let bytes = std::fs::read(&raw).expect("an object file");
    let compiled = directory.join("compiled.o");
    let object = compile_object(&bytes).expect("the map is good");
    assert!(object.after.0 + object.after.1 < object.before.0 + object.before.1);
    std::fs::write(&compiled, object.bytes).expect("a file");
    Objects { raw, compiled, directory: directory.to_owned() }
}

/// Links and runs the program in one mode, and checks its tables and a walk of its stack.
fn check<A: Architecture>(objects: &Objects, link: &LinkMode) {
    let program = link.program(objects);
    let dynamic = link::dynamic_section(&program);
    assert!(!dynamic.contains("TEXTREL"), "{link:?}: {dynamic}");
    let stopped = Stopped::of(link.command(&program));
    let tables: Vec<CallSiteTable<'_, A>> = units_of(&stopped.tables, stopped.tables_address)
        .map(|unit| unit.expect("valid"))
        .collect();
    let raw = from_raw::<A>(objects);
    let sites: usize = tables.iter().map(CallSiteTable::len).sum();
    assert_eq!(sites, raw.table().len(), "{link:?}");
    if let [table] = &*tables {
        assert_eq!(relative_sites(table), relative_sites(&raw.table()), "{link:?}");
    }
    // With a section for each function, there is a table for each function.
    let frames = walk(&AllTables(tables), &stopped);
    assert_eq!(frames, [[0x1000, 0x2000], [0x1000, 0x2000]], "{link:?}");
}

/// Checks all link modes for one LLVM version.
fn check_version(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    for sections in [&[][..], &["--function-sections"]] {
        let options = [&["--relocation-model=pic"], sections].concat();
        let directory = tempfile::tempdir().expect("a directory");
        let objects = compile(
            llvm,
            if cfg!(target_arch = "x86_64") { "x86_64" } else { "aarch64" },
            &options,
            directory.path(),
        );
        for link in LinkMode::all_for_host() {
            check::<Host>(&objects, &link);
        }
        let directory = tempfile::tempdir().expect("a directory");
        let objects = compile(llvm, "aarch64", &options, directory.path());
        for link in LinkMode::all_for_aarch64() {
            check::<Aarch64>(&objects, &link);
        }
    }
}

/// Two objects define the same inline function. The linker keeps one copy of it, and one table.
#[test]
fn discarded_functions_have_no_table() {
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    for llvm in Llvm::installed() {
        let directory = tempfile::tempdir().expect("a directory");
        let objects: Vec<_> = ["one", "two"]
            .iter()
            .map(|name| {
                let text = include_str!("../../../fixtures/ir/comdat.ll")
                    .replace("@user", &format!("@{name}"));
                let fixture = Fixture::from_text(name, text);
                let options = ["--relocation-model=pic"];
                let raw = llvm.compile(&fixture, "x86_64", &options, directory.path());
                let raw = raw.expect("LLVM compiles it");
                let compiled = compile_object(&std::fs::read(&raw).expect("an object file"));
                let compiled = compiled.expect("the map is good");
                assert_eq!(compiled.units.len(), 2);
                std::fs::write(&raw, compiled.bytes).expect("a file");
                raw
            })
            .collect();
        for linker in link::linkers() {
            let library = link::library(&objects, linker, directory.path());
            let source = object_file::read(&library).expect("a library").remove(0);
            let [section] = &*source.tables else { panic!("{} sections", source.tables.len()) };
            let words: Vec<u32> =
                section.bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
            let mut names: Vec<_> = units_of::<X86_64>(&words, section.address)
                .map(|unit| {
                    let unit = unit.expect("valid");
                    let [function] = &*unit.functions().collect::<Vec<_>>() else {
                        panic!("{unit:?}")
                    };
                    source.functions.name_at(function.start).expect("a name").0.to_owned()
                })
                .collect();
            names.sort_unstable();
            assert_eq!(names, ["inline", "one", "two"], "{linker}");
        }
    }
}

#[test]
fn programs_of_llvm_14_are_walked() {
    check_version(14);
}

#[test]
fn programs_of_llvm_16_are_walked() {
    check_version(16);
}

#[test]
fn programs_of_llvm_19_are_walked() {
    check_version(19);
}

#[test]
fn programs_of_llvm_22_are_walked() {
    check_version(22);
}
