//! Tests of `stackmap verify`, mostly with files that have exactly one defect.

use serde_json::{Value, json};
use statepoint_scanner::stackmap::model::Map;
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode, maps};

use crate::elf::{FRAMES, Function, Program, RISC_V, SPILLED, X86_64, around, section, spilled};
use crate::{Scratch, refusal, stackmap, text};

/// Runs `verify`. Returns the exit status and the JSON.
fn verify(program: &[u8]) -> (i32, Value) {
    let scratch = Scratch::new();
    let file = scratch.file("program", program);
    let output = stackmap(["verify", file.to_str().unwrap(), "--format", "json"]);
    let report = serde_json::from_slice(&output.stdout).expect("JSON");
    (output.status.code().expect("a status"), report)
}

/// Returns the only finding for a program, which must be unusable.
fn only_finding(program: &[u8]) -> Value {
    let (status, report) = verify(program);
    assert_eq!((status, &report["usable"]), (1, &json!(false)), "{report}");
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{report}");
    assert_eq!(findings[0]["severity"], "error");
    assert!(!findings[0]["reason"].as_str().unwrap().is_empty());
    assert!(!findings[0]["advice"].as_str().unwrap().is_empty());
    findings[0].clone()
}

/// Returns the code, the function and the offset of the only finding.
fn only(program: &[u8]) -> (String, Value, Value) {
    let finding = only_finding(program);
    let code = finding["code"].as_str().unwrap().to_owned();
    (code, finding["function"].clone(), finding["offset"].clone())
}

fn expected(code: &str, function: Value, offset: Value) -> (String, Value, Value) {
    (code.to_owned(), function, offset)
}

/// Returns a fixture as an ELF file whose stack map is modified by `change`.
fn changed(fixture: &str, functions: &[Function], change: impl FnOnce(&mut Map)) -> Vec<u8> {
    let bytes = section(&format!("{fixture}.stackmaps"));
    let mut map = Map::from(&maps(&bytes).next().expect("a map").expect("valid"));
    change(&mut map);
    with_maps(fixture, functions, &encode(&map, StackMapLayout::V3).expect("possible"))
}

/// Returns a fixture as an ELF file whose stack map section is `stack_maps`.
fn with_maps(fixture: &str, functions: &[Function], stack_maps: &[u8]) -> Vec<u8> {
    Program {
        machine: X86_64,
        stack_maps: Some(stack_maps),
        eh_frame: Some(&section(&format!("{fixture}.eh_frame"))),
        functions,
    }
    .bytes()
}

#[test]
fn clean_file_is_reported_with_counts() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let file = file.to_str().unwrap();
    let expected = format!(
        "{file}: no errors\n\
         checked: ELF for x86-64, 1 map, 3 functions, 4 records, 4 of statepoints with 10 roots\n"
    );
    let text = text(["verify", file]);
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.contains("table of call sites: 4 call sites, 4 descriptors, "), "{text}");
    let (status, report) = verify(&spilled());
    assert_eq!((status, &report["usable"], &report["errors"]), (0, &json!(true), &json!(0)));
    assert_eq!(report["findings"], json!([]));
}

#[test]
fn notes_are_not_errors() {
    let (status, report) = verify(&around("frames", FRAMES));
    assert_eq!((status, &report["findings"][0]["code"]), (0, &json!("other-records")));
}

#[test]
fn finding_has_function_offset_reason_and_advice() {
    let scratch = Scratch::new();
    let program = changed("spilled", SPILLED, |map| map.records.swap(0, 1));
    let file = scratch.file("program", &program);
    let output = stackmap(["verify", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(
        first.starts_with("error: pushes+0x33 (0x400033): its return address follows"),
        "{text}"
    );
    assert!(first.ends_with("of the section]"), "{text}");
    assert!(rest.contains("LLVM writes each call once and in ascending order"), "{text}");
    assert!(rest.contains("program: 1 error: unusable for a collector\n"), "{text}");
}

#[test]
fn missing_section_is_an_error() {
    let eh_frame = section("spilled.eh_frame");
    let mut functions = SPILLED.to_vec();
    let program = |functions: &[Function]| {
        let (stack_maps, eh_frame) = (None, Some(&*eh_frame));
        Program { machine: X86_64, stack_maps, eh_frame, functions }.bytes()
    };
    assert_eq!(only(&program(&functions)), expected("no-stack-map", Value::Null, Value::Null));
    functions.push(("gc.safepoint_poll", 0x40_0100, 0x10));
    let finding = only_finding(&program(&functions));
    assert!(finding["reason"].as_str().unwrap().contains("gc.safepoint_poll is defined"));
}

#[test]
fn inconsistent_counts_are_an_error() {
    let mut section = section("spilled.stackmaps");
    section[12] += 1;
    let finding = only_finding(&with_maps("spilled", SPILLED, &section));
    assert_eq!(finding["code"], "malformed");
    assert!(finding["reason"].as_str().unwrap().contains("add up to 4, the map has 5 records"));
}

#[test]
fn location_outside_the_frame_is_an_error() {
    let program = changed("spilled", SPILLED, |map| {
        // This is the derived pointer of the pair in `outer`.
        map.records[3].locations[4].offset = 4096;
    });
    assert_eq!(only(&program), expected("outside-frame", json!("outer"), json!(0x21)));
}

#[test]
fn root_in_caller_saved_register_is_an_error() {
    let program = changed("spilled", SPILLED, |map| {
        map.records[3].locations[4] =
            Location { kind: LocationKind::Register, size: 8, register: 0, offset: 0 };
    });
    assert_eq!(only(&program), expected("caller-saved-root", json!("outer"), json!(0x21)));
    // LLVM compiled this fixture with roots in caller-saved registers.
    let (status, report) = verify(&around("caller_saved", &[]));
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(status, 1);
    assert!(findings.iter().all(|finding| finding["code"] == "caller-saved-root"), "{report}");
}

#[test]
fn functions_without_unwind_information_are_errors() {
    let moved = |size| {
        changed("spilled", SPILLED, |map| {
            map.functions[2].address = 0x70_0000;
            map.functions[2].stack_size = size;
        })
    };
    let none = (Value::Null, Value::Null);
    assert_eq!(only(&moved(Some(24))), expected("no-unwind-entry", none.0.clone(), none.1.clone()));
    assert_eq!(only(&moved(None)), expected("dynamic-frame", none.0.clone(), none.1.clone()));
    let program = Program {
        machine: X86_64,
        stack_maps: Some(&section("spilled.stackmaps")),
        eh_frame: None,
        functions: SPILLED,
    };
    let (status, report) = verify(&program.bytes());
    assert_eq!((status, &report["findings"][0]["code"]), (1, &json!("no-eh-frame")));
}

#[test]
fn conflicting_duplicates_are_errors() {
    let original = section("spilled.stackmaps");
    let mut map = Map::from(&maps(&original).next().unwrap().unwrap());
    let mut twice = original.clone();
    twice.extend(encode(&map, StackMapLayout::V3).unwrap());
    let (status, report) = verify(&with_maps("spilled", SPILLED, &twice));
    assert_eq!((status, &report["findings"][0]["code"]), (0, &json!("merged-copies")));

    map.functions.drain(..2);
    map.records.drain(..3);
    map.records[0].locations[3].offset = 8;
    let conflicting = [original, encode(&map, StackMapLayout::V3).unwrap()].concat();
    let program = with_maps("spilled", SPILLED, &conflicting);
    assert_eq!(only(&program), expected("conflict", json!("outer"), json!(0x21)));
}

#[test]
fn overflow_records_are_errors() {
    let program = changed("spilled", SPILLED, |map| {
        map.records[2].id = u64::MAX;
        map.records[2].locations.clear();
    });
    assert_eq!(only(&program), expected("overflow-record", json!("seven"), json!(0x30)));
}

#[test]
fn unsorted_and_duplicate_return_addresses_are_errors() {
    let unsorted = changed("spilled", SPILLED, |map| map.records.swap(0, 1));
    assert_eq!(only(&unsorted), expected("unsorted", json!("pushes"), json!(0x33)));
    let duplicate = changed("spilled", SPILLED, |map| {
        let copy = map.records[2].clone();
        map.records.insert(2, copy);
        map.functions[1].record_count = Some(2);
    });
    assert_eq!(only(&duplicate), expected("duplicate", json!("seven"), json!(0x30)));
}

#[test]
fn raw_bytes_are_checked_without_unwind_information() {
    let scratch = Scratch::new();
    let file = scratch.file("section", &section("registers.stackmaps"));
    let text = text(["verify", "--raw", "v3", file.to_str().unwrap()]);
    assert!(text.contains("there is no unwind information to check frames against"), "{text}");
    assert!(text.contains("section: no errors"), "{text}");
}

#[test]
fn unknown_machine_is_rejected() {
    let scratch = Scratch::new();
    let program = Program {
        machine: RISC_V,
        stack_maps: Some(&section("spilled.stackmaps")),
        eh_frame: None,
        functions: &[],
    };
    let file = scratch.file("program", &program.bytes());
    let message = refusal(["verify", file.to_str().unwrap()]);
    assert!(message.contains("x86-64 and AArch64 only"), "{message}");
}

// Windows calls preserve rdi and rsi. Windows unwind information is not in .eh_frame.
#[test]
fn windows_code_uses_windows_calling_convention() {
    use test_support::fixtures::Fixture;
    use test_support::llvm::Llvm;
    let in_registers = ["-max-registers-for-gc-values=9", "-fixup-allow-gcptr-in-csr"];
    let mut objects_with_rdi_or_rsi = 0;
    for llvm in Llvm::installed() {
        let scratch = Scratch::new();
        for target in ["x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc"] {
            let directory = scratch.directory.path();
            let fixture = Fixture::named("registers");
            let Ok(object) = llvm.compile(&fixture, target, &in_registers, directory) else {
                // LLVM 14 writes no map for some of them.
                continue;
            };
            let object = object.to_str().expect("the path is not UTF-8");
            let dump = crate::text(["dump", object]);
            if !dump.contains("statepoint") {
                continue;
            }
            let verified = text(["verify", object]);
            assert!(verified.contains("no errors"), "{verified}");
            assert!(verified.contains(".pdata, .xdata"), "{verified}");
            assert!(!verified.contains("uwtable"), "{verified}");
            objects_with_rdi_or_rsi += usize::from(dump.contains("rdi") || dump.contains("rsi"));
        }
    }
    // With 7 references in registers, some are in rdi or rsi.
    assert!(objects_with_rdi_or_rsi > 0 || Llvm::installed().is_empty());
}
