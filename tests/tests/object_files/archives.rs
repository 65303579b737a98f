//! Static archives of all kinds, thin archives, and universal (fat) Mach-O files: each member is
//! read as an object file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use stackmap_tool::object_file::{self, FileFormat, FileProblem, MapSource};
use statepoint_scanner::stackmap::duplicates::{DescriptionDifference, merge};
use statepoint_scanner::stackmap::{self, StackMap};
use tests::llvm::Llvm;

use crate::managed_functions::{functions, read_one};
use crate::tools::{compile, compile_retained, is_installed, modules, run};

/// Returns the members in the order of the archive, each with its name and the functions of its
/// stack map.
fn members(path: &Path) -> Vec<(String, Vec<String>)> {
    let sources = object_file::read(path).unwrap_or_else(|error| panic!("{error}"));
    let one = |source: MapSource| {
        let names = match source.stack_maps {
            Some(_) => functions(&source).into_iter().map(|function| function.name).collect(),
            None => Vec::new(),
        };
        assert_eq!(source.file, path);
        let member = source.member.clone().expect("a member");
        assert_eq!(source.to_string(), format!("{}({member})", path.display()));
        (member, names)
    };
    sources.into_iter().map(one).collect()
}

/// Compiles the three modules of [`modules`] to object files whose names have different lengths.
fn compile_objects(llvm: Llvm, triple: &str, directory: &Path) -> [PathBuf; 3] {
    let comdat = !triple.contains("apple");
    let [first, second, third] = modules(comdat);
    let inner = directory.join("objects");
    fs::create_dir_all(&inner).expect("a directory");
    [
        (first, "first.o"),
        (second, "second-with-a-name-of-more-than-fifteen-bytes.o"),
        (third, "odd.o"),
    ]
    .map(|(module, name)| {
        let path = inner.join(name);
        fs::rename(compile(llvm, &module, triple, &[], directory), &path).expect("renamed");
        path
    })
}

/// Returns the expected members of an archive of these object files.
fn expected(prefix: &str) -> Vec<(String, Vec<String>)> {
    [
        ("first.o", ["shared", "first"]),
        ("second-with-a-name-of-more-than-fifteen-bytes.o", ["shared", "second"]),
        ("odd.o", ["local", "third"]),
    ]
    .map(|(member, names)| (format!("{prefix}{member}"), names.map(str::to_owned).to_vec()))
    .to_vec()
}

#[test]
fn archives_of_all_kinds_are_read() {
    for llvm in Llvm::installed() {
        let directory = tempfile::tempdir().expect("a directory");
        for (triple, format) in [
            ("x86_64-linux-gnu", "gnu"),
            ("arm64-apple-macos", "darwin"),
            ("x86_64-linux-gnu", "bsd"),
            ("x86_64-pc-windows-msvc", "gnu"),
        ] {
            let objects = compile_objects(llvm, triple, directory.path());
            let archive = directory.path().join(format!("{triple}-{format}.a"));
            let mut ar = llvm.command("llvm-ar");
            run(ar.arg("rcs").arg(format!("--format={format}")).arg(&archive).args(&objects));
            assert_eq!(members(&archive), expected(""), "{triple} {format}");
        }
        // The archiver for Windows.
        let objects = compile_objects(llvm, "x86_64-pc-windows-msvc", directory.path());
        let archive = directory.path().join("archive.lib");
        run(llvm.command("llvm-lib").arg(format!("/out:{}", archive.display())).args(&objects));
        let found = members(&archive).into_iter().map(|(member, names)| {
            let path = Path::new(&member).file_name().expect("a name").to_owned();
            (path.into_string().expect("text"), names)
        });
        // Older versions write the members in another order.
        let sorted = |mut members: Vec<_>| {
            members.sort();
            members
        };
        assert_eq!(sorted(found.collect()), sorted(expected("")));
    }
}

#[test]
fn gnu_archives_with_other_members_are_read() {
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let objects = compile_objects(llvm, "x86_64-linux-gnu", directory.path());
    // Of odd size, so that the next member is preceded by padding.
    let text = directory.path().join("text");
    fs::write(&text, "no object").expect("written");
    let bitcode = directory.path().join("first-x86_64-linux-gnu-19.bc");
    let archive = directory.path().join("archive.a");
    run(Command::new("ar").arg("rcs").args([&archive, &text, &bitcode]).args(&objects));
    let sources = object_file::read(&archive).expect("readable");
    let formats: Vec<_> = sources.iter().map(|source| source.format).collect();
    let (other, elf) = (FileFormat::Other, FileFormat::Elf);
    assert_eq!(formats, [other, other, elf, elf, elf]);
    assert_eq!(members(&archive)[2..], expected(""));
}

#[test]
fn members_of_thin_archives_are_read() {
    for llvm in Llvm::installed() {
        let directory = tempfile::tempdir().expect("a directory");
        let objects = compile_objects(llvm, "x86_64-linux-gnu", directory.path());
        let archive = directory.path().join("thin.a");
        // LLVM 14 does not know `--thin`.
        let mut ar = llvm.command("llvm-ar");
        let inside = objects.each_ref().map(|path| path.strip_prefix(directory.path()));
        ar.arg("rcsT").arg(&archive).args(inside.map(|path| path.expect("inside")));
        run(ar.current_dir(directory.path()));
        assert!(fs::read(&archive).expect("readable").starts_with(b"!<thin>\n"));
        assert_eq!(members(&archive), expected("objects/"), "LLVM {}", llvm.version());

        fs::remove_file(&objects[1]).expect("removed");
        let error = object_file::read(&archive).expect_err("a member is missing");
        let FileProblem::ThinMember { path, .. } = &error.problem else { panic!("{error}") };
        assert_eq!(path, &objects[1]);
        assert!(error.to_string().contains("thin.a(objects/second-with"), "{error}");

        // A member of unlimited size.
        std::os::unix::fs::symlink("/dev/zero", &objects[1]).expect("a link");
        let error = object_file::read(&archive).expect_err("a device");
        assert!(error.to_string().contains("not a regular file"), "{error}");
    }
}

#[test]
fn each_part_of_a_universal_file_is_read() {
    let Some(llvm) = Llvm::find_or_skip(19) else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let [intel, arm] = ["x86_64-apple-macos", "arm64-apple-macos"].map(|triple| {
        let objects = compile_objects(llvm, triple, directory.path());
        let archive = directory.path().join(format!("{triple}.a"));
        run(llvm.command("llvm-ar").args(["rcs", "--format=darwin"]).arg(&archive).args(&objects));
        let object = directory.path().join(format!("{triple}.o"));
        fs::rename(&objects[0], &object).expect("renamed");
        (object, archive)
    });
    let universal = directory.path().join("universal");
    let lipo = |files: [&PathBuf; 2]| {
        run(llvm.command("llvm-lipo").arg("-create").args(files).arg("-output").arg(&universal));
    };
    lipo([&intel.0, &arm.0]);
    let names = || vec!["shared".to_owned(), "first".to_owned()];
    let found = members(&universal);
    assert_eq!(found, [("x86-64".to_owned(), names()), ("AArch64".to_owned(), names())]);

    lipo([&intel.1, &arm.1]);
    let found = members(&universal);
    assert_eq!(found, [expected("x86-64:"), expected("AArch64:")].concat());
}

fn all_maps(source: &MapSource) -> Vec<StackMap<'_>> {
    let section = source.stack_maps.as_ref().expect("a map");
    stackmap::maps(&section.bytes).map(|map| map.expect("valid")).collect()
}

/// The same function is compiled differently in two objects. The linker keeps one copy of the code
/// but both stack maps, which contradict each other.
#[test]
fn functions_compiled_in_two_ways_conflict() {
    if !is_installed("cc") {
        return;
    }
    for llvm in Llvm::installed() {
        let directory = tempfile::tempdir().expect("a directory");
        let [first, second, _] = modules(true);
        let first = compile_retained(llvm, &first, directory.path());
        // A frame pointer changes the frame size of the function.
        let second = tests::fixtures::Fixture::from_text(
            "second",
            second
                .text_for(22)
                .replace("noinline uwtable", "noinline uwtable \"frame-pointer\"=\"all\""),
        );
        let second = compile_retained(llvm, &second, directory.path());
        let output = directory.path().join("library.so");
        run(Command::new("cc").arg("-shared").args([&first, &second, Path::new("-o"), &output]));
        let source = read_one(&output);
        let merged = merge(all_maps(&source)).expect("counts");
        let conflict = merged.into_functions().expect_err("two kinds of frames");
        let shared = source.functions.named("shared").expect("there");
        assert_eq!(conflict.address, shared.start);
        assert_eq!((conflict.first.map, conflict.second.map), (0, 1));
        assert_eq!((conflict.first.index, conflict.second.index), (0, 0));
        let DescriptionDifference::StackSize(Some(8), Some(more)) = conflict.difference else {
            panic!("{conflict}")
        };
        assert!(more > 8, "{conflict}");
    }
}
