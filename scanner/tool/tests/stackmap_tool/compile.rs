//! Tests of `stackmap compile`, and of the other commands applied to its output.

use std::path::Path;

use serde_json::{Value, json};
use test_support::fixtures::Fixture;
use test_support::llvm::Llvm;
use test_support::timeout;

use crate::{Scratch, json, refusal, stackmap, text};

/// Compiles a fixture with the newest installed LLVM and returns the path of the object file.
/// Returns `None` if no LLVM is installed.
fn object(scratch: &Scratch, fixture: &str, target: &str) -> Option<String> {
    let llvm = Llvm::installed().pop()?;
    let object = llvm.compile(&Fixture::named(fixture), target, &[], scratch.directory.path());
    Some(
        object
            .expect("LLVM cannot compile the module")
            .to_str()
            .expect("the path is not UTF-8")
            .to_owned(),
    )
}

/// Returns the call sites in a dump's stack maps and compiled tables: the return address of each,
/// and whether it is a statepoint.
fn sites(dump: &Value) -> Vec<(u64, bool)> {
    let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
    let maps = list(dump, "maps");
    let raw = maps.iter().flat_map(|map| list(map, "records"));
    let raw = raw.map(|record| {
        let number = |name: &str| record[name].as_u64().expect("the field is not a number");
        let address = number("function_address") + number("offset");
        (json!(address), !record["statepoint"].is_null())
    });
    let units = list(dump, "units");
    let compiled = units.iter().flat_map(|unit| list(unit, "call_sites"));
    let compiled =
        compiled.map(|site| (site["address"].clone(), site["kind"] == json!("statepoint")));
    let all = raw.chain(compiled);
    let mut all: Vec<_> = all
        .map(|(address, kind)| (address.as_u64().expect("the field is not an address"), kind))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn compiled_table_has_all_call_sites() {
    for target in ["x86_64", "aarch64"] {
        for fixture in ["frames", "registers", "deopt", "derived", "comdat", "vectors"] {
            let scratch = Scratch::new();
            let Some(object) = object(&scratch, fixture, target) else { return };
            let out =
                scratch.path("compiled.o").to_str().expect("the path is not UTF-8").to_owned();
            let report = json(["compile", &object, "-o", &out, "--format", "json"]);
            let before = json(["dump", &object, "--format", "json"]);
            let after = json(["dump", &out, "--format", "json"]);
            let expected = sites(&before);
            assert!(expected.len() > 1, "{fixture} for {target}");
            assert_eq!(sites(&after), expected, "{fixture} for {target}");

            let stats = json(["stats", &out, "--format", "json"]);
            let report = &report["objects"][0];
            assert_eq!(stats["records"], report["records"]);
            assert_eq!(stats["bytes"], report["table_bytes"]);
            assert_eq!(stats["units"], report["units"]);
            let text = text(["verify", &out]);
            assert!(text.contains(&format!("{} call sites", expected.len())), "{text}");
            let address = format!("{:#x}", expected[0].0);
            assert!(stackmap(["lookup", &out, &address]).status.success());
            let next_address = format!("{:#x}", expected[0].0 + 1);
            assert_eq!(stackmap(["lookup", &out, &next_address]).status.code(), Some(1));
        }
    }
}

#[test]
fn several_outputs_need_a_directory() {
    let scratch = Scratch::new();
    let Some(one) = object(&scratch, "frames", "x86_64") else { return };
    let two = object(&scratch, "pairs", "x86_64").expect("LLVM cannot compile the second module");
    let directory = scratch.path("out");
    std::fs::create_dir(&directory).expect("the directory cannot be created");
    let out = directory.to_str().expect("the path is not UTF-8");
    let lines = text(["compile", &one, &two, "-o", out]);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for file in [&one, &two] {
        let name = Path::new(file).file_name().expect("the path has no file name");
        assert!(directory.join(name).is_file());
    }
    let file = scratch.path("no-directory");
    let message =
        refusal(["compile", &one, &two, "-o", file.to_str().expect("the path is not UTF-8")]);
    assert!(message.contains("must be a directory"), "{message}");
    let message = refusal(["compile", &one, "-o", &format!("{}/", file.display())]);
    assert!(message.contains("is not a directory"), "{message}");
    let message = refusal(["compile", &one, &one, "-o", out]);
    assert!(message.contains("name of another file"), "{message}");
}

#[test]
fn uncompilable_objects_are_rejected_with_reason() {
    let scratch = Scratch::new();
    let out = scratch.path("out.o").to_str().expect("the path is not UTF-8").to_owned();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let bytes = std::fs::read(&object).expect("the object file is unreadable");
    let refused = |bytes: &[u8]| {
        let file = scratch.file("in.o", bytes);
        refusal(["compile", file.to_str().expect("the path is not UTF-8"), "-o", &out])
    };
    assert!(refused(b"no ELF file").contains("only ELF object files"));
    let message = refused(&bytes[..bytes.len() / 2]);
    assert!(message.contains("beyond the file"), "{message}");
    let renamed = |from: &str, to: &str| {
        let mut bytes = bytes.clone();
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes());
        let at = at.expect("the section name is missing");
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    let message = refused(&renamed(".llvm_stackmaps\0", ".llvm_stackmapz\0"));
    assert!(message.contains("no .llvm_stackmaps section"), "{message}");
    assert!(message.contains("rewrite-statepoints-for-gc ran"), "{message}");
    let message = refused(b"BC\xc0\xde and so on");
    assert!(message.contains("`llc -filetype=obj`"), "{message}");
    let message = refused(&renamed(".eh_frame\0", ".eh_framf\0"));
    assert!(message.contains("no .eh_frame section"), "{message}");
    // The file type in the ELF header becomes ET_EXEC.
    let mut linked = bytes.clone();
    linked[16] = 2;
    assert!(refused(&linked).contains("it is linked"));
    let mut other_machine = bytes.clone();
    other_machine[18] = 243;
    let message = refused(&other_machine);
    assert!(message.contains("ELF machine 243"), "{message}");

    text(["compile", &object, "-o", &out]);
    let again = refusal(["compile", &out, "-o", &out]);
    assert!(again.contains("already compiled"), "{again}");
}

#[test]
fn lookup_miss_shows_nearest_call_sites() {
    let scratch = Scratch::new();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let out = scratch.path("out.o").to_str().expect("the path is not UTF-8").to_owned();
    text(["compile", &object, "-o", &out]);
    let addresses = sites(&json(["dump", &out, "--format", "json"]));
    let pair = addresses
        .windows(2)
        .find(|pair| pair[1].0 - pair[0].0 > 2)
        .expect("no two call sites are far apart");
    let (below, above) = (pair[0].0, pair[1].0);
    let output = stackmap(["lookup", &out, &format!("{:#x}", below + 1)]);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8(output.stdout).expect("the output is not UTF-8");
    let nearest = [
        format!("{:#x}: no call site\nnearest below, 1 byte away:\n  {below:#x} ", below + 1),
        format!("\nnearest above, {} bytes away:\n  {above:#x} ", above - below - 1),
    ];
    assert!(nearest.iter().all(|part| shown.contains(part)), "{shown}");
}

// The file is linked from an object with a compiled table and one with a stack map.
#[test]
fn note_mentions_tables_beside_stack_maps() {
    let scratch = Scratch::new();
    let arch = std::env::consts::ARCH;
    let Some(one) = object(&scratch, "frames", arch) else { return };
    let two = object(&scratch, "pairs", arch).expect("LLVM cannot compile the second module");
    let compiled = scratch.path("compiled.o").to_str().expect("the path is not UTF-8").to_owned();
    text(["compile", &one, "-o", &compiled]);
    let count = sites(&json(["dump", &compiled, "--format", "json"])).len();
    let both = scratch.path("both.o").to_str().expect("the path is not UTF-8").to_owned();
    let mut linker = std::process::Command::new("cc");
    let linked = timeout::output(linker.args(["-r", "-nostdlib", &compiled, &two, "-o", &both]));
    assert!(linked.expect("the C compiler cannot be run").status.success());
    let out = scratch.path("out").to_str().expect("the path is not UTF-8").to_owned();
    for arguments in [
        &["dump", &both][..],
        &["stats", &both],
        &["verify", &both],
        &["lookup", &both, "0x1"],
        &["convert", &both, "--to", "v2", "-o", &out],
    ] {
        let message =
            String::from_utf8(stackmap(arguments).stderr).expect("the output is not UTF-8");
        let note = format!("{count} call sites in 1 compiled table beside them");
        assert!(message.contains(&note), "{arguments:?}: {message}");
    }
}

#[test]
fn damaged_tables_are_rejected() {
    let scratch = Scratch::new();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let out = scratch.path("out.o");
    text(["compile", &object, "-o", out.to_str().expect("the path is not UTF-8")]);
    let bytes = std::fs::read(&out).expect("the object file is unreadable");
    let at = bytes.windows(4).position(|window| window == b"SPGT").expect("the file has no table");
    for (offset, reason) in
        [(0, "magic number"), (4, "version"), (6, "ELF machine"), (8, "words"), (40, "block index")]
    {
        let mut bytes = bytes.clone();
        bytes[at + offset] ^= 0x81;
        let file = scratch.file("damaged.o", &bytes);
        let message = refusal(["dump", file.to_str().expect("the path is not UTF-8")]);
        assert!(message.contains(reason), "{offset}: {message}");
        assert!(message.contains("at offset 0x0 of the statepoint_table section"), "{message}");
    }
}

/// Returns the offset of the header of a section in an ELF file.
fn section_header(bytes: &[u8], wanted: &str) -> usize {
    let number = |at: usize, len: usize| {
        bytes[at..at + len].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    let (table, size, count, names) = (number(40, 8), number(58, 2), number(60, 2), number(62, 2));
    let names = number(table + names * size + 24, 8);
    let name = |header: usize| {
        let name = &bytes[names + number(header, 4)..];
        name.split(|&byte| byte == 0).next().unwrap_or_default().to_vec()
    };
    let mut headers = (0..count).map(|index| table + index * size);
    headers.find(|&header| name(header) == wanted.as_bytes()).expect("the section is missing")
}

/// Runs a program and asserts that it succeeds.
fn run(program: &str, arguments: &[&str]) {
    let output = timeout::output(std::process::Command::new(program).args(arguments));
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {stderr}");
}

// GNU `ld -r` does not merge sections with different flags. Here they are LLVM's section and one
// with SHF_GNU_RETAIN.
#[test]
fn stack_map_sections_are_read_in_order() {
    let scratch = Scratch::new();
    let arch = std::env::consts::ARCH;
    let Some(one) = object(&scratch, "frames", arch) else { return };
    let two = object(&scratch, "pairs", arch).expect("LLVM cannot compile the second module");
    let mut bytes = std::fs::read(&two).expect("the object file is unreadable");
    // SHF_WRITE and SHF_GNU_RETAIN, which is one of GNU's flags.
    let flags = section_header(&bytes, ".llvm_stackmaps") + 8;
    (bytes[flags], bytes[flags + 2], bytes[7]) = (bytes[flags] | 1, bytes[flags + 2] | 0x20, 3);
    let retained = scratch.file("retained.o", &bytes);
    let retained = retained.to_str().expect("the path is not UTF-8");
    let both = scratch.path("both.o").to_str().expect("the path is not UTF-8").to_owned();
    run("cc", &["-r", "-nostdlib", &one, retained, "-o", &both]);
    let count = |file: &str| sites(&json(["dump", file, "--format", "json"])).len();
    let dump = json(["dump", &both, "--format", "json"]);
    assert_eq!(dump["maps"].as_array().map(Vec::len), Some(2), "{dump}");
    let expected = sites(&dump);
    assert_eq!(expected.len(), count(&one) + count(&two));
    let verified = text(["verify", &both]);
    assert!(verified.contains("no errors") && verified.contains("2 maps"), "{verified}");

    let out = scratch.path("compiled.o").to_str().expect("the path is not UTF-8").to_owned();
    let report = json(["compile", &both, "-o", &out, "--format", "json"]);
    assert_eq!(report["objects"][0]["records"], json!(expected.len()));
    assert_eq!(sites(&json(["dump", &out, "--format", "json"])), expected);
    // Linkers accept the remains of the second section and of its relocations.
    let library = scratch.path("library.so").to_str().expect("the path is not UTF-8").to_owned();
    run(
        "cc",
        &["-shared", "-nostdlib", "-Wl,--unresolved-symbols=ignore-all", &out, "-o", &library],
    );
    assert_eq!(sites(&json(["dump", &library, "--format", "json"])).len(), expected.len());
}

#[test]
fn error_names_global_symbol_of_map() {
    let scratch = Scratch::new();
    let Some(object) = object(&scratch, "frames", std::env::consts::ARCH) else { return };
    let global = scratch.path("global.o").to_str().expect("the path is not UTF-8").to_owned();
    run("objcopy", &["--globalize-symbol=__LLVM_StackMaps", &object, &global]);
    let out = scratch.path("out.o").to_str().expect("the path is not UTF-8").to_owned();
    let message = refusal(["compile", &global, "-o", &out]);
    assert!(
        message.contains("the symbol __LLVM_StackMaps of the stack map is global"),
        "{message}"
    );
    // Compiling succeeds if the advice in the message is followed.
    run("objcopy", &["--localize-symbol=__LLVM_StackMaps", &global]);
    text(["compile", &global, "-o", &out]);
    // Another global symbol, which is the last symbol of the file.
    let another = ["--add-symbol=another=.llvm_stackmaps:0,global", &object, &global];
    run("objcopy", &another);
    let message = refusal(["compile", &global, "-o", &out]);
    assert!(message.contains("the symbol another of the stack map is global"), "{message}");
}

// A section of type SHT_NULL is inactive, so its contents are not read. They are copied unchanged.
#[test]
fn inactive_sections_are_copied_unread() {
    let scratch = Scratch::new();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let out = scratch.path("out.o").to_str().expect("the path is not UTF-8").to_owned();
    let bytes = std::fs::read(&object).expect("the object file is unreadable");
    let inactive = |name: &str| {
        let mut bytes = bytes.clone();
        let kind = section_header(&bytes, name) + 4;
        bytes[kind..kind + 4].fill(0);
        scratch.file("inactive.o", &bytes).to_str().expect("the path is not UTF-8").to_owned()
    };
    let message = refusal(["compile", &inactive(".eh_frame"), "-o", &out]);
    assert!(message.contains("no .eh_frame section"), "{message}");
    let output = stackmap(["verify", &inactive(".eh_frame")]);
    let verified = String::from_utf8(output.stdout).expect("the output is not UTF-8");
    assert!(verified.contains("but no .eh_frame section"), "{verified}");

    let contents = |bytes: &[u8]| {
        let header = section_header(bytes, ".comment");
        let number = |at: usize| {
            let number = bytes[at..at + 8].try_into().expect("the slice does not have eight bytes");
            u64::from_le_bytes(number) as usize
        };
        let (offset, size) = (number(header + 24), number(header + 32));
        bytes[offset..offset + size].to_vec()
    };
    let commented = scratch.path("commented.o").to_str().expect("the path is not UTF-8").to_owned();
    let comment = scratch.file("comment", b"any section data");
    let add = format!(".comment={}", comment.display());
    run("objcopy", &["--remove-section=.comment", &object, &commented]);
    run("objcopy", &["--add-section", &add, &commented]);
    let mut bytes = std::fs::read(&commented).expect("the object file is unreadable");
    let kind = section_header(&bytes, ".comment") + 4;
    bytes[kind..kind + 4].fill(0);
    assert_eq!(contents(&bytes), b"any section data");
    let file = scratch.file("commented.o", &bytes);
    text(["compile", file.to_str().expect("the path is not UTF-8"), "-o", &out]);
    assert_eq!(
        contents(&std::fs::read(&out).expect("the object file is unreadable")),
        b"any section data"
    );
}

// `compile` rejects a file if and only if `verify` does.
#[test]
fn verify_and_compile_have_the_same_rules() {
    let scratch = Scratch::new();
    let out = scratch.path("out.o").to_str().expect("the path is not UTF-8").to_owned();
    let (mut refused, mut accepted) = (0, 0);
    for (fixture, target) in [("frames", "x86_64"), ("registers", "x86_64"), ("frames", "aarch64")]
    {
        let Some(object) = object(&scratch, fixture, target) else { return };
        let bytes = std::fs::read(&object).expect("the object file is unreadable");
        let header = section_header(&bytes, ".llvm_stackmaps");
        let number = |at: usize| {
            let number = bytes[at..at + 8].try_into().expect("the slice does not have eight bytes");
            u64::from_le_bytes(number) as usize
        };
        let (offset, size) = (number(header + 24), number(header + 32));
        // A step of 7 bytes reaches all fields, because 7 is coprime to the sizes of all parts.
        for (round, at) in (offset + 16..offset + size).step_by(7).enumerate() {
            let mut wrong = bytes.clone();
            wrong[at] ^= [0x08, 0x10, 0x20, 0x40][round % 4];
            let file = scratch.file("wrong.o", &wrong);
            let file = file.to_str().expect("the path is not UTF-8");
            let verified = stackmap(["verify", file]);
            let compiled = stackmap(["compile", file, "-o", &out]);
            let text = String::from_utf8_lossy(&compiled.stderr).into_owned()
                + &String::from_utf8_lossy(&verified.stdout);
            assert_eq!(verified.status.code(), compiled.status.code(), "byte {at:#x}: {text}");
            *if verified.status.success() { &mut accepted } else { &mut refused } += 1;
        }
    }
    assert!(refused > 50 && accepted > 50, "{refused} rejected, {accepted} accepted");
}
