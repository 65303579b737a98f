//! `stackmap compile`, and what the other commands say of what it writes.

use std::path::Path;

use serde_json::{Value, json};
use tests::fixtures::Fixture;
use tests::llvm::Llvm;

use crate::{Scratch, json, refusal, stackmap, text};

/// An object file with a stack map, as the newest LLVM writes it.
fn object(scratch: &Scratch, fixture: &str, target: &str) -> Option<String> {
    let llvm = Llvm::installed().pop()?;
    let object = llvm.compile(&Fixture::named(fixture), target, &[], scratch.directory.path());
    Some(object.expect("LLVM compiles it").to_str().expect("UTF-8").to_owned())
}

/// Return addresses and kinds by the stack map, or by compiled tables.
fn sites(dump: &Value) -> Vec<(u64, bool)> {
    let list = |value: &Value, name: &str| value[name].as_array().cloned().unwrap_or_default();
    let maps = list(dump, "maps");
    let raw = maps.iter().flat_map(|map| list(map, "records"));
    let raw = raw.map(|record| {
        let number = |name: &str| record[name].as_u64().expect("a number");
        let address = number("function_address") + number("offset");
        (json!(address), !record["statepoint"].is_null())
    });
    let units = list(dump, "units");
    let compiled = units.iter().flat_map(|unit| list(unit, "call_sites"));
    let compiled =
        compiled.map(|site| (site["address"].clone(), site["kind"] == json!("statepoint")));
    let all = raw.chain(compiled);
    let mut all: Vec<_> =
        all.map(|(address, kind)| (address.as_u64().expect("an address"), kind)).collect();
    all.sort_unstable();
    all
}

#[test]
fn every_call_site_is_in_the_compiled_table() {
    for target in ["x86_64", "aarch64"] {
        for fixture in ["frames", "registers", "deopt", "derived", "comdat", "vectors"] {
            let scratch = Scratch::new();
            let Some(object) = object(&scratch, fixture, target) else { return };
            let out = scratch.path("compiled.o").to_str().expect("UTF-8").to_owned();
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
            let beside = format!("{:#x}", expected[0].0 + 1);
            assert_eq!(stackmap(["lookup", &out, &beside]).status.code(), Some(1));
        }
    }
}

#[test]
fn several_files_go_to_a_directory() {
    let scratch = Scratch::new();
    let Some(one) = object(&scratch, "frames", "x86_64") else { return };
    let two = object(&scratch, "pairs", "x86_64").expect("as the first");
    let directory = scratch.path("out");
    std::fs::create_dir(&directory).expect("a directory");
    let out = directory.to_str().expect("UTF-8");
    let lines = text(["compile", &one, &two, "-o", out]);
    assert_eq!(lines.lines().count(), 2, "{lines}");
    for file in [&one, &two] {
        let name = Path::new(file).file_name().expect("a name");
        assert!(directory.join(name).is_file());
    }
    let file = scratch.path("no-directory");
    let message = refusal(["compile", &one, &two, "-o", file.to_str().expect("UTF-8")]);
    assert!(message.contains("must be a directory"), "{message}");
    let message = refusal(["compile", &one, "-o", &format!("{}/", file.display())]);
    assert!(message.contains("is not a directory"), "{message}");
    let message = refusal(["compile", &one, &one, "-o", out]);
    assert!(message.contains("name of another file"), "{message}");
}

#[test]
fn what_cannot_be_compiled_is_refused_with_the_reason() {
    let scratch = Scratch::new();
    let out = scratch.path("out.o").to_str().expect("UTF-8").to_owned();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let bytes = std::fs::read(&object).expect("the object");
    let refused = |bytes: &[u8]| {
        let file = scratch.file("in.o", bytes);
        refusal(["compile", file.to_str().expect("UTF-8"), "-o", &out])
    };
    assert!(refused(b"no ELF file").contains("only ELF object files"));
    let message = refused(&bytes[..bytes.len() / 2]);
    assert!(message.contains("behind the file"), "{message}");
    let renamed = |from: &str, to: &str| {
        let mut bytes = bytes.clone();
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes());
        let at = at.expect("the name of a section");
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
    // The type in the header: executable.
    let mut linked = bytes.clone();
    linked[16] = 2;
    assert!(refused(&linked).contains("it is linked"));
    let mut other_machine = bytes.clone();
    other_machine[18] = 243;
    let message = refused(&other_machine);
    assert!(message.contains("ELF machine 243"), "{message}");

    text(["compile", &object, "-o", &out]);
    let again = refusal(["compile", &out, "-o", &out]);
    assert!(again.contains("compiled already"), "{again}");
}

#[test]
fn the_nearest_call_sites_are_shown_where_there_is_none() {
    let scratch = Scratch::new();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let out = scratch.path("out.o").to_str().expect("UTF-8").to_owned();
    text(["compile", &object, "-o", &out]);
    let addresses = sites(&json(["dump", &out, "--format", "json"]));
    let pair = addresses.windows(2).find(|pair| pair[1].0 - pair[0].0 > 2).expect("two far apart");
    let (below, above) = (pair[0].0, pair[1].0);
    let output = stackmap(["lookup", &out, &format!("{:#x}", below + 1)]);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    let nearest = [
        format!("{:#x}: no call site\nnearest below, 1 byte away:\n  {below:#x} ", below + 1),
        format!("\nnearest above, {} bytes away:\n  {above:#x} ", above - below - 1),
    ];
    assert!(nearest.iter().all(|part| shown.contains(part)), "{shown}");
}

// A program of objects of which only some are compiled.
#[test]
fn tables_beside_stack_maps_are_mentioned() {
    let scratch = Scratch::new();
    let arch = std::env::consts::ARCH;
    let Some(one) = object(&scratch, "frames", arch) else { return };
    let two = object(&scratch, "pairs", arch).expect("as the first");
    let compiled = scratch.path("compiled.o").to_str().expect("UTF-8").to_owned();
    text(["compile", &one, "-o", &compiled]);
    let count = sites(&json(["dump", &compiled, "--format", "json"])).len();
    let both = scratch.path("both.o").to_str().expect("UTF-8").to_owned();
    let mut linker = std::process::Command::new("cc");
    let linked = linker.args(["-r", "-nostdlib", &compiled, &two, "-o", &both]).status();
    assert!(linked.expect("a C compiler").success());
    let out = scratch.path("out").to_str().expect("UTF-8").to_owned();
    for arguments in [
        &["dump", &both][..],
        &["stats", &both],
        &["verify", &both],
        &["lookup", &both, "0x1"],
        &["convert", &both, "--to", "v2", "-o", &out],
    ] {
        let message = String::from_utf8(stackmap(arguments).stderr).expect("UTF-8");
        let note = format!("{count} call sites in 1 compiled table beside them");
        assert!(message.contains(&note), "{arguments:?}: {message}");
    }
}

#[test]
fn damaged_tables_are_refused() {
    let scratch = Scratch::new();
    let Some(object) = object(&scratch, "frames", "x86_64") else { return };
    let out = scratch.path("out.o");
    text(["compile", &object, "-o", out.to_str().expect("UTF-8")]);
    let bytes = std::fs::read(&out).expect("the object");
    let at = bytes.windows(4).position(|window| window == b"SPGT").expect("a table");
    for (offset, reason) in
        [(0, "first word"), (4, "version"), (6, "ELF machine"), (8, "words"), (40, "block index")]
    {
        let mut bytes = bytes.clone();
        bytes[at + offset] ^= 0x81;
        let file = scratch.file("damaged.o", &bytes);
        let message = refusal(["dump", file.to_str().expect("UTF-8")]);
        assert!(message.contains(reason), "{offset}: {message}");
        assert!(message.contains("at offset 0x0 of the statepoint_table section"), "{message}");
    }
}
