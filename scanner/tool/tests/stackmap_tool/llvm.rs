//! Tests with files that LLVM compiles. The printed fields must equal those of `llvm-readobj
//! --stackmap`. Other tests are of programs of several objects, of archives, and of defects that
//! LLVM or linkers cause.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use test_support::fixtures::{self, Fixture};
use test_support::llvm::Llvm;
use test_support::readobj::{self, Location, LocationValue, Map, Record};

use crate::{Scratch, json, stackmap, text};

fn number<T: TryFrom<u64>>(value: &Value) -> T {
    let number = value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"));
    T::try_from(number).unwrap_or_else(|_| panic!("{value} is too large"))
}

fn signed(value: &Value) -> i32 {
    let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
    number.unwrap_or_else(|| panic!("{value} has no 32 bits"))
}

/// Converts a location of the JSON to the representation of `llvm-readobj`.
fn location(value: &Value) -> Location {
    let register = || number(&value["register"]);
    let offset = || signed(&value["offset"]);
    let location_value = match value["kind"].as_str().expect("a kind") {
        "register" => LocationValue::Register(register()),
        "direct" => LocationValue::Direct(register(), offset()),
        "indirect" => LocationValue::Indirect(register(), offset()),
        "constant" => LocationValue::Constant(signed(&value["value"]).cast_unsigned()),
        "constant_index" => {
            LocationValue::ConstantIndex(number(&value["index"]), number(&value["value"]))
        }
        other => panic!("kind {other}"),
    };
    Location { value: location_value, size: number(&value["size"]) }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is not an array"))
}

/// Converts a map of the JSON to the representation of `llvm-readobj`.
fn printed(map: &Value) -> Map {
    let functions = array(&map["functions"]).iter().map(|function| {
        let size = function["stack_size"].as_u64().unwrap_or(u64::MAX);
        (number(&function["address"]), size, number(&function["record_count"]))
    });
    let records = array(&map["records"]).iter().map(|record| Record {
        id: number(&record["id"]),
        instruction_offset: number(&record["offset"]),
        locations: array(&record["locations"]).iter().map(location).collect(),
        live_outs: array(&record["live_outs"])
            .iter()
            .map(|live_out| (number(&live_out["register"]), number(&live_out["size"])))
            .collect(),
    });
    Map {
        version: number(&map["version"]),
        functions: functions.collect(),
        constants: array(&map["constants"]).iter().map(number).collect(),
        records: records.collect(),
    }
}

/// Compares the JSON with `llvm-readobj` for all fixtures that this LLVM version can compile.
fn compare_all(version: u32) {
    let Some(llvm) = Llvm::find_or_skip(version) else { return };
    let scratch = Scratch::new();
    let mut records = 0;
    for fixture in fixtures::all() {
        if !fixture.is_for_version(version) {
            continue;
        }
        for target in fixture.targets() {
            let name = format!("{} for {target} by LLVM {version}", fixture.name());
            let object = compile(llvm, &fixture, target, &[], scratch.directory.path());
            let dump = json(["dump", "--format", "json", object.as_str()]);
            let maps = array(&dump["maps"]);
            assert_eq!(maps.len(), 1, "{name}");
            let mut found = printed(&maps[0]);
            let read = llvm.stack_map_text(Path::new(&object)).expect("llvm-readobj reads it");
            let expected = readobj::parse(&read).unwrap_or_else(|error| panic!("{name}: {error}"));
            // llvm-readobj does not apply relocations, so all of its addresses are 0.
            for (function, expected) in found.functions.iter_mut().zip(&expected.functions) {
                assert_ne!(function.0, 0, "{name}");
                function.0 = expected.0;
            }
            assert_eq!(found, expected, "{name}");
            let names = array(&maps[0]["functions"]);
            assert!(names.iter().all(|function| function["name"].is_string()), "{name}: {names:?}");
            let statepoints = array(&maps[0]["records"]).iter();
            let statepoints = statepoints.filter(|record| !record["statepoint"].is_null());
            assert_eq!(statepoints.count(), fixture.statepoints(), "{name}");
            records += expected.records.len();
        }
    }
    assert!(records > 80, "only {records} records were compared");
    eprintln!("LLVM {version}: {records} records compared");
}

/// Compiles a fixture and returns the path of the object file.
fn compile(llvm: Llvm, fixture: &Fixture, target: &str, options: &[&str], to: &Path) -> String {
    let object = llvm
        .compile(fixture, target, options, to)
        .unwrap_or_else(|error| panic!("{} for {target}: {error}", fixture.name()));
    object.to_str().expect("the path is not UTF-8").to_owned()
}

#[test]
fn json_agrees_with_llvm_14() {
    compare_all(14);
}

#[test]
fn json_agrees_with_llvm_16() {
    compare_all(16);
}

#[test]
fn json_agrees_with_llvm_19() {
    compare_all(19);
}

#[test]
fn json_agrees_with_llvm_22() {
    compare_all(22);
}

/// All fixtures are usable, except those that demonstrate a defect of LLVM.
#[test]
fn verify_accepts_llvm_output() {
    for llvm in Llvm::installed() {
        let scratch = Scratch::new();
        for fixture in fixtures::all() {
            if !fixture.is_for_version(llvm.version()) {
                continue;
            }
            for target in fixture.targets() {
                let object = compile(llvm, &fixture, target, &[], scratch.directory.path());
                let output = stackmap(["verify", &object]);
                let report = String::from_utf8_lossy(&output.stdout).into_owned();
                let usable = fixture.is_usable_for(llvm.version());
                assert_eq!(
                    output.status.code(),
                    Some(if usable { 0 } else { 1 }),
                    "{} for {target} by LLVM {}:\n{report}",
                    fixture.name(),
                    llvm.version()
                );
            }
        }
    }
}

/// Runs a linker. If it is not installed, reports that the test is skipped and returns false.
fn link(program: &str, arguments: &[&str]) -> bool {
    let output = test_support::timeout::output(Command::new(program).args(arguments));
    let Ok(output) = output else {
        // The test harness hides the output of `eprintln!` when a test passes.
        let message = format!("skipped: {program} is not installed\n");
        let _ = std::io::stderr().write_all(message.as_bytes());
        return false;
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {stderr}");
    true
}

/// Compiles three objects: `derived`, and `comdat` twice. The program has one copy of the function
/// `inline` of `comdat`.
fn three_objects(llvm: Llvm, scratch: &Scratch) -> [String; 3] {
    let directory = scratch.directory.path();
    let first = compile(llvm, &Fixture::named("derived"), "x86_64", &[], directory);
    let second = compile(llvm, &Fixture::named("comdat"), "x86_64", &[], directory);
    let third = scratch.path("third.o").to_str().expect("the path is not UTF-8").to_owned();
    let rename = ["--redefine-sym", "user=other_user", &second, &third];
    llvm.run("llvm-objcopy", rename).expect("llvm-objcopy renames a symbol");
    [first, second, third]
}

#[test]
fn program_of_three_objects_has_three_maps() {
    for llvm in Llvm::installed() {
        let scratch = Scratch::new();
        let [first, second, third] = three_objects(llvm, &scratch);
        let program = scratch.path("program").to_str().expect("the path is not UTF-8").to_owned();
        let inputs = ["-e", "both", "--unresolved-symbols=ignore-all", &first, &second, &third];
        // In position-independent programs, lld leaves zeros in the relocated fields.
        for (linker, mode) in [
            ("ld", &["-no-pie"][..]),
            ("ld", &["-pie", "--no-dynamic-linker"]),
            ("ld", &["-shared"]),
            ("ld.lld-19", &["-no-pie"]),
            ("ld.lld-19", &["-pie", "-z", "notext"]),
            ("ld.lld-19", &["-shared", "-z", "notext"]),
        ] {
            let arguments = [mode, &inputs, &["-o", &program]].concat();
            if !link(linker, &arguments) {
                continue;
            }
            let dump = json(["dump", "--format", "json", &program]);
            let maps = array(&dump["maps"]);
            assert_eq!(maps.len(), 3, "{linker} {mode:?}");
            let names: Vec<Vec<_>> = maps
                .iter()
                .map(|map| {
                    let functions = array(&map["functions"]).iter();
                    functions.map(|function| function["name"].clone()).collect()
                })
                .collect();
            assert!(names[0].contains(&json!("both")), "{linker} {mode:?}: {names:?}");
            assert_eq!(names[1], [json!("inline"), json!("user")], "{linker} {mode:?}");
            assert_eq!(names[2], [json!("inline"), json!("other_user")], "{linker} {mode:?}");
            let text = text(["dump", &program]);
            assert!(text.contains("program: ELF for x86-64, 3 stack maps"), "{text}");

            let report = json(["verify", &program, "--format", "json"]);
            let findings: Vec<_> = array(&report["findings"]).iter().collect();
            assert_eq!(findings.len(), 1, "{report}");
            assert_eq!(findings[0]["code"], "merged-copies");
            let found = json(["lookup", &program, "--format", "json", &inline_call(&maps[1])]);
            assert_eq!(found["lookups"][0]["records"].as_array().map(Vec::len), Some(2));
        }
    }
}

/// Returns the return address of the call in `inline`.
fn inline_call(map: &Value) -> String {
    let record = &map["records"][0];
    assert_eq!(record["function"], "inline");
    let address: u64 = number(&record["function_address"]);
    (address + number::<u64>(&record["offset"])).to_string()
}

#[test]
fn all_archive_members_are_read() {
    for llvm in Llvm::installed() {
        let scratch = Scratch::new();
        let [first, second, third] = three_objects(llvm, &scratch);
        for kind in ["rc", "rcT"] {
            let archive = scratch
                .path(&format!("lib{kind}.a"))
                .to_str()
                .expect("the path is not UTF-8")
                .to_owned();
            llvm.run("llvm-ar", [kind, &archive, &first, &second, &third]).expect("an archive");
            let dump = json(["dump", "--format", "json", &archive]);
            assert_eq!(dump["format"], "archive");
            let members: Vec<_> = array(&dump["maps"])
                .iter()
                .map(|map| map["member"].as_str().expect("the path has no file name").to_owned())
                .collect();
            assert_eq!(members.len(), 3, "{kind}");
            let third = members.iter().find(|name| name.ends_with("third.o")).expect("third.o");
            let only = json(["dump", "--format", "json", "--member", third, &archive]);
            assert_eq!(only["maps"].as_array().map(Vec::len), Some(1));
            assert_eq!(stackmap(["verify", &archive]).status.code(), Some(0));
            let found =
                text(["lookup", &archive, &format!("other_user+{}", other_user_call(&only))]);
            assert!(found.contains(&format!("of {archive}({third})")), "{found}");
            let output = stackmap(["convert", &archive, "--to", "v2", "-o", "-"]);
            assert_eq!(output.status.code(), Some(1));
        }
    }
}

/// Returns the offset of the return address of the call in `other_user`.
fn other_user_call(dump: &Value) -> u64 {
    let records = array(&dump["maps"][0]["records"]);
    let record = records.iter().find(|record| record["function"] == "other_user");
    number(&record.expect("a record")["offset"])
}

/// Objects for macOS and Windows have the same functions as those for Linux.
#[test]
fn macho_and_coff_objects_are_read() {
    for llvm in Llvm::installed() {
        let scratch = Scratch::new();
        let elf =
            compile(llvm, &Fixture::named("derived"), "x86_64", &[], scratch.directory.path());
        let bitcode = elf.replace(".o", ".bc");
        let expected = json(["dump", "--format", "json", &elf]);
        for (triple, format) in [
            ("x86_64-apple-macos", "Mach-O"),
            ("arm64-apple-macos", "Mach-O"),
            ("x86_64-pc-windows-msvc", "COFF"),
        ] {
            let object = scratch.path(triple).to_str().expect("the path is not UTF-8").to_owned();
            let triple = format!("-mtriple={triple}");
            llvm.run("llc", [&triple, "-filetype=obj", &bitcode, "-o", &object]).expect("compiled");
            let dump = json(["dump", "--format", "json", &object]);
            assert_eq!(dump["format"], format);
            let names = |dump: &Value| -> Vec<String> {
                let functions = array(&dump["maps"][0]["functions"]);
                let name = |function: &Value| {
                    function["name"].as_str().expect("the path has no file name").to_owned()
                };
                functions
                    .iter()
                    .map(name)
                    .map(|name| name.trim_start_matches('_').to_owned())
                    .collect()
            };
            assert_eq!(names(&dump), names(&expected), "{triple}");
        }
    }
}

/// LLVM or a linker produces each defect from a small function.
#[test]
fn verify_finds_llvm_and_linker_defects() {
    let codes = |file: &str| {
        let output = stackmap(["verify", file, "--format", "json"]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut codes: Vec<_> = array(&report["findings"])
            .iter()
            .map(|finding| finding["code"].as_str().expect("a code").to_owned())
            .collect();
        codes.dedup();
        codes
    };
    let function = |text: &str| Fixture::from_text("defect", text.to_owned());
    let statepoint = |attributes: &str, body: &str| {
        function(&format!(
            "; passes: rewrite-statepoints-for-gc\n\ndeclare void @callee()\n\
             declare preserve_mostcc void @quiet()\n\
             define ptr addrspace(1) @f(ptr addrspace(1) %a, ptr %p, i64 %n) {attributes} \
             gc \"statepoint-example\" {{\n{body}\n  ret ptr addrspace(1) %a\n}}\n"
        ))
    };
    // The call must be able to throw. Otherwise LLVM infers `nounwind` for every function.
    let call = "  call void @callee()";
    for llvm in Llvm::installed() {
        let scratch = Scratch::new();
        let compile = |fixture: &Fixture, target: &str, options: &[&str]| {
            compile(llvm, fixture, target, options, scratch.directory.path())
        };
        let version = llvm.version();
        let nounwind = statepoint("nounwind", call);
        assert_eq!(codes(&compile(&nounwind, "x86_64", &[])), ["no-eh-frame"], "LLVM {version}");

        let quiet = statepoint("uwtable", "  call preserve_mostcc void @quiet()");
        let in_registers =
            ["-max-registers-for-gc-values=8", "-fixup-allow-gcptr-in-csr"].as_slice();
        let found = codes(&compile(&quiet, "x86_64", in_registers));
        assert_eq!(found, ["caller-saved-root"], "LLVM {version}");

        let dropped = compile(&statepoint("uwtable", call), "x86_64", &[]);
        let program = scratch.path("program").to_str().expect("the path is not UTF-8").to_owned();
        let inputs = ["--gc-sections", "-e", "f", "--unresolved-symbols=ignore-all"];
        if link("ld", &[&inputs[..], &[&dropped, "-o", &program]].concat()) {
            assert_eq!(codes(&program), ["no-stack-map"], "LLVM {version}");
        }

        // LLVM 14 has typed pointers, and the fixtures' translation to them does not support
        // scalable vectors.
        if version > 14 {
            let vector = statepoint(
                "uwtable",
                "  %v = load <vscale x 4 x i32>, ptr %p\n  call void @callee()\n\
                 \x20 store <vscale x 4 x i32> %v, ptr %p",
            );
            let found = codes(&compile(&vector, "aarch64", &["-mattr=+sve"]));
            assert_eq!(found, ["scalable-frame"], "LLVM {version}");
        }
    }
}
