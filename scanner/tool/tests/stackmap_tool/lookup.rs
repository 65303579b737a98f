//! Tests of `stackmap lookup`.

use serde_json::json;
use statepoint_scanner::stackmap::{StackMapLayout, encode};

use crate::convert::models;
use crate::elf::{section, spilled};
use crate::{Scratch, json, refusal, stackmap, text};

#[test]
fn record_is_found_by_return_address() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let file = file.to_str().unwrap();
    let expected = format!(
        "0x4000e1\nin outer at 0x4000c0 of {file}\n  +0x21  0x4000e1  id 0xabcdef00  statepoint\n      \
         base    [rsp+16]\n"
    );
    assert_eq!(text(["lookup", file, "0x4000e1"]), expected);
    for same in ["outer+0x21", "outer+33", "4194529"] {
        let found = json(["lookup", file, same, "--format", "json"]);
        let answer = &found["lookups"][0];
        assert_eq!((&answer["argument"], &answer["address"]), (&json!(same), &json!(0x40_00e1)));
        assert_eq!(answer["records"][0]["record"]["function"], "outer");
        assert_eq!(answer["nearest"], json!([]));
    }
}

#[test]
fn lookup_miss_shows_nearest_records() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let file = file.to_str().unwrap();
    let output = stackmap(["lookup", file, "0x400035", "0x400033"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("0x400035: no record"), "{text}");
    assert!(text.contains("nearest below, 2 bytes away, in pushes at 0x400000"), "{text}");
    assert!(text.contains("nearest above, 7 bytes away, in pushes at 0x400000"), "{text}");
    let output = stackmap(["lookup", file, "0", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let nearest = found["lookups"][0]["nearest"].as_array().unwrap();
    assert_eq!(nearest.len(), 1);
    assert_eq!(nearest[0]["distance"], 0x40_0033);
}

/// Version 1 does not attribute records to functions, so their addresses are unknown.
#[test]
fn version_1_maps_are_rejected() {
    let scratch = Scratch::new();
    let v3 = section("spilled.stackmaps");
    let v1 = encode(&models(&v3, StackMapLayout::V3)[0], StackMapLayout::V1).unwrap();
    for bytes in [v1.clone(), [v3.clone(), v1.clone()].concat(), [v1, v3].concat()] {
        let file = scratch.file("section", &bytes);
        let message = refusal(["lookup", file.to_str().unwrap(), "0x4000e1", "--raw"]);
        assert!(message.contains("record"), "{message}");
    }
}

#[test]
fn invalid_addresses_are_rejected() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let file = file.to_str().unwrap();
    for wrong in ["nothing", "nothing+4", "0xgg", "outer+0xffffffffffffffff"] {
        let message = refusal(["lookup", file, "0x4000e1", wrong]);
        assert!(message.contains(wrong.trim_end_matches("+4")), "{message}");
    }
}
