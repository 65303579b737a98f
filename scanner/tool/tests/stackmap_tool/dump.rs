//! Tests of `stackmap dump`. Its JSON is a documented interface.

use serde_json::{Value, json};
use statepoint_scanner::stackmap::{StackMapLayout, encode};

use crate::convert::models;
use crate::elf::{FRAMES, around, section, spilled};
use crate::{Scratch, json, refusal, text};

/// Returns the sorted keys of a JSON object.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("the value is not an object").keys().map(String::as_str).collect()
}

#[test]
fn json_has_all_documented_fields() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let dump = json(["dump", "--format", "json", file.to_str().unwrap()]);
    assert_eq!(dump["file"], file.to_str().unwrap());
    assert_eq!(dump["format"], "ELF");
    let maps = dump["maps"].as_array().unwrap();
    assert_eq!(maps.len(), 1);
    let map = &maps[0];
    assert_eq!((&map["version"], &map["layout"]), (&json!(3), &json!("v3")));
    assert_eq!(
        map["functions"],
        json!([
            {"name": "pushes", "address": 0x40_0000, "stack_size": 8, "record_count": 2},
            {"name": "seven", "address": 0x40_0050, "stack_size": 56, "record_count": 1},
            {"name": "outer", "address": 0x40_00c0, "stack_size": 24, "record_count": 1},
        ])
    );
    assert_eq!(map["constants"], json!([]));
    let records = map["records"].as_array().unwrap();
    let functions: Vec<_> = records.iter().map(|record| &record["function"]).collect();
    assert_eq!(functions, ["pushes", "pushes", "seven", "outer"]);
    let outer = &records[3];
    assert_eq!((&outer["id"], &outer["offset"]), (&json!(2_882_400_000_u64), &json!(0x21)));
    let constant = json!({"kind": "constant", "size": 8, "value": 0});
    let slot = json!({"kind": "indirect", "size": 8, "register": 7, "offset": 16});
    assert_eq!(outer["locations"], json!([constant, constant, constant, slot, slot]));
    assert_eq!(outer["live_outs"], json!([]));
    assert_eq!(
        outer["statepoint"],
        json!({
            "calling_convention": 0, "flags": 0, "deopt": [],
            "pairs": [{"base": 3, "derived": 4}], "allocas": [],
        })
    );
}

/// The sections have constants of both kinds, deopt values, live-outs, registers, and records that
/// are not statepoints. Functions have no names, because the sections are not in object files.
#[test]
fn location_fields_depend_on_kind() {
    let directory = test_support::fixtures::directory().join("sections");
    let dump = |name: &str| {
        let path = directory.join(name);
        json(["dump", "--raw", "--format", "json", path.to_str().unwrap()])
    };
    let mut seen = std::collections::BTreeMap::new();
    for name in ["constants-x86_64.bin", "deopt-x86_64.bin", "patchpoints-x86_64.bin"] {
        let dump = dump(name);
        assert_eq!(dump["format"], "raw");
        for record in dump["maps"][0]["records"].as_array().unwrap() {
            assert_eq!(record["function"], Value::Null);
            for location in record["locations"].as_array().unwrap() {
                seen.insert(location["kind"].as_str().unwrap().to_owned(), location.clone());
            }
        }
    }
    let fields: Vec<_> =
        seen.iter().map(|(kind, location)| (kind.as_str(), keys(location))).collect();
    assert_eq!(
        fields,
        [
            ("constant", vec!["kind", "size", "value"]),
            ("constant_index", vec!["index", "kind", "size", "value"]),
            ("direct", vec!["kind", "offset", "register", "size"]),
            ("indirect", vec!["kind", "offset", "register", "size"]),
            ("register", vec!["kind", "register", "size"]),
        ]
    );

    // Constants in a location are signed. Constants in the pool are unsigned.
    let constants = dump("constants-x86_64.bin");
    let values: Vec<_> = constants["maps"][0]["records"][1]["locations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|location| location["value"].clone())
        .collect();
    assert!(values.contains(&json!(-1)), "{values:?}");
    assert!(values.contains(&json!(0x1234_5678_9abc_def0_u64)), "{values:?}");

    let patchpoints = dump("patchpoints-x86_64.bin");
    let records = patchpoints["maps"][0]["records"].as_array().unwrap();
    assert!(records.iter().all(|record| record["statepoint"].is_null()));
    let live_outs: Vec<_> =
        records.iter().flat_map(|record| record["live_outs"].as_array().unwrap()).collect();
    assert!(!live_outs.is_empty());
    assert!(live_outs.iter().all(|live_out| keys(live_out) == ["register", "size"]));
}

#[test]
fn unknown_sizes_and_names_are_null() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &around("frames", &FRAMES[1..]));
    let dump = json(["dump", "--format", "json", file.to_str().unwrap()]);
    let functions = &dump["maps"][0]["functions"];
    assert_eq!(functions[0]["name"], Value::Null);
    assert_eq!(functions[0]["stack_size"], Value::Null);
    assert_eq!(functions[1]["name"], "realigned");
    assert_eq!(dump["maps"][0]["records"][0]["function"], Value::Null);
    // This record belongs to `llvm.experimental.stackmap`.
    let marker = &dump["maps"][0]["records"][4];
    assert_eq!((&marker["id"], &marker["statepoint"]), (&json!(77), &Value::Null));
}

#[test]
fn version_1_map_has_no_counts() {
    let scratch = Scratch::new();
    let (v3, v1) = (scratch.file("v3", &section("spilled.stackmaps")), scratch.path("v1"));
    let (v3, v1) = (v3.to_str().unwrap(), v1.to_str().unwrap());
    text(["convert", "--raw", "v3", v3, "--to", "v1", "-o", v1]);
    let dump = json(["dump", v1, "--raw", "v1", "--format", "json"]);
    let map = &dump["maps"][0];
    assert_eq!((&map["version"], &map["layout"]), (&json!(1), &json!("v1")));
    assert_eq!(map["functions"][0]["record_count"], Value::Null);
    assert_eq!(map["records"].as_array().unwrap().len(), 4);
    let text = text(["dump", v1, "--raw"]);
    assert!(text.contains("does not say which function each belongs to"), "{text}");
}

#[test]
fn functions_can_be_selected() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let file = file.to_str().unwrap();
    let dump =
        json(["dump", file, "--format", "json", "--function", "seven", "--function", "outer"]);
    let map = &dump["maps"][0];
    assert_eq!(map["functions"].as_array().unwrap().len(), 2);
    let offsets: Vec<_> =
        map["records"].as_array().unwrap().iter().map(|record| &record["offset"]).collect();
    assert_eq!(offsets, [0x30, 0x21]);
    let text = text(["dump", file, "--function", "seven"]);
    assert!(text.contains("seven at 0x400050: frame of 56 bytes, 1 record"), "{text}");
    assert!(!text.contains("outer") && !text.contains("pushes"), "{text}");
    for others in [&["--function", "seven"][..], &[]] {
        let arguments = [&["dump", file], others, &["--function", "eight"]].concat();
        let message = refusal(arguments);
        assert_eq!(message, format!("stackmap: {file}: no stack map has a function eight\n"));
    }
}

#[test]
fn option_as_selects_how_records_are_read() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &around("frames", FRAMES));
    let file = file.to_str().unwrap();
    let statepoints = |reading| {
        let dump = json(["dump", file, "--format", "json", "--as", reading]);
        let records = dump["maps"][0]["records"].as_array().unwrap().clone();
        records.iter().filter(|record| !record["statepoint"].is_null()).count()
    };
    assert_eq!((statepoints("auto"), statepoints("patchpoint")), (4, 0));
    // The function `marker` has a stackmap, which is not a statepoint.
    let message = refusal(["dump", file, "--as", "statepoint"]);
    assert!(message.contains("ID 0x4d") && message.contains("at least 3"), "{message}");
    let only =
        json(["dump", file, "--as", "statepoint", "--function", "vector", "--format", "json"]);
    assert_eq!(only["maps"][0]["records"][0]["statepoint"]["pairs"][0]["base"], 3);
}

#[test]
fn known_call_sizes_are_shown() {
    let scratch = Scratch::new();
    let mut map = models(&section("spilled.stackmaps"), StackMapLayout::V3).remove(0);
    map.records[1].call_size = 5;
    let file = scratch.file("flat", &encode(&map, StackMapLayout::Flat).unwrap());
    let dump = json(["dump", "--raw", "flat", "--format", "json", file.to_str().unwrap()]);
    let records = dump["maps"][0]["records"].as_array().unwrap();
    let sizes: Vec<_> = records.iter().map(|record| record["call_size"].as_u64()).collect();
    assert_eq!(sizes, [None, Some(5), None, None]);
}

#[test]
fn text_shows_locations() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &around("frames", FRAMES));
    let text = text(["dump", file.to_str().unwrap()]);
    for line in [
        "map 1: version 3, layout v3, 552 bytes at offset 0x0: 5 functions, 0 constants, 5 records",
        "dynamic at 0x400000: frame of no fixed size, 1 record",
        "  +0x27  0x400027  id 0xabcdef00  statepoint",
        "      base    [rbp-8]",
        "      base    [rbx+56]",
        "      base    [rsp] (32 bytes)",
        "      base    [rsp], derived [rsp+8]",
        "  +0x4  0x4000e4  id 0x4d  not a statepoint: it has 1 locations, a statepoint has at \
         least 3",
        "      #0  rdi",
    ] {
        assert!(text.lines().any(|printed| printed == line), "{line:?} is not in\n{text}");
    }
    assert!(!text.contains('\x1b'), "there is no colour without a terminal");
}

/// The section is linked from three objects: `tests/fixtures/sections/linked-x86_64.txt`.
#[test]
fn all_maps_of_a_section_are_shown() {
    let path = test_support::fixtures::directory().join("sections/linked-x86_64.bin");
    let dump = json(["dump", path.to_str().unwrap(), "--raw", "--format", "json"]);
    let maps = dump["maps"].as_array().unwrap();
    let offsets: Vec<_> = maps.iter().map(|map| map["section_offset"].as_u64().unwrap()).collect();
    assert_eq!(offsets, [0, 624, 864]);
}
