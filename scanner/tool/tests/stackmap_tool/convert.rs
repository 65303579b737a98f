//! Tests of `stackmap convert`.

use std::fs;

use statepoint_scanner::stackmap::model::Map;
use statepoint_scanner::stackmap::{FrameRegister, StackMapLayout, maps_in};

use crate::elf::{FRAMES, around, section, spilled};
use crate::{Scratch, json, refusal, stackmap, text};

/// Parses all maps of a section.
pub(crate) fn models(bytes: &[u8], layout: StackMapLayout) -> Vec<Map> {
    maps_in(bytes, layout).map(|map| Map::from(&map.expect("valid"))).collect()
}

#[test]
fn layouts_convert_both_ways() {
    let scratch = Scratch::new();
    let original = section("spilled.stackmaps");
    let source = scratch.file("v3", &original);
    let source = source.to_str().unwrap();
    for (name, layout) in [("v2", StackMapLayout::V2), ("flat", StackMapLayout::Flat)] {
        let (there, back) = (scratch.path(name), scratch.path("back"));
        let (there, back) = (there.to_str().unwrap(), back.to_str().unwrap());
        text(["convert", "--raw", "v3", source, "--to", name, "-o", there]);
        let converted = fs::read(there).unwrap();
        assert_ne!(converted, original);
        assert_eq!(models(&converted, layout), models(&original, StackMapLayout::V3));
        text(["convert", there, "--raw", name, "--to", "v3", "-o", back]);
        assert_eq!(fs::read(back).unwrap(), original, "{name}");
    }
}

#[test]
fn version_1_needs_record_counts() {
    let scratch = Scratch::new();
    let original = section("spilled.stackmaps");
    let source = scratch.file("v3", &original);
    let (v1, back) = (scratch.path("v1"), scratch.path("back"));
    let [source, v1, back] = [&source, &v1, &back].map(|path| path.to_str().unwrap());
    text(["convert", source, "--raw", "v3", "--to", "v1", "-o", v1]);
    let message = refusal(["convert", v1, "--raw", "v1", "--to", "v3", "-o", back]);
    assert!(message.contains("number of records is unknown"), "{message}");
    assert!(!fs::exists(back).unwrap(), "nothing is written");
    for wrong in ["2,1", "2,1,2", "2,1,1,0"] {
        let arguments = ["convert", v1, "--raw", "v1", "--to", "v3", "-o", back];
        let message = refusal(arguments.iter().chain(&["--record-counts", wrong]));
        assert!(message.contains("--record-counts"), "{message}");
    }
    let arguments = ["convert", v1, "--raw", "v1", "--to", "v3", "-o", back];
    text(arguments.iter().chain(&["--record-counts", "2,1,1"]));
    assert_eq!(fs::read(back).unwrap(), original);
}

#[test]
fn flat_frames_come_from_eh_frame() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &around("frame_pointers", &[]));
    let out = scratch.path("flat");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    text(["convert", file, "--to", "flat", "-o", out]);
    let model = models(&fs::read(out).unwrap(), StackMapLayout::Flat).remove(0);
    for function in &model.functions {
        let frame = function.frame.as_ref().expect("a frame");
        let rbp = FrameRegister { register: 6, offset: -16, size: 8, spilled: true };
        assert!(frame.saved.contains(&rbp), "{frame:?}");
        assert_eq!(frame.base_register, 6);
    }
    let dump = json(["dump", out, "--raw", "flat", "--format", "json"]);
    assert_eq!(dump["maps"][0]["functions"][0]["frame"]["saved"][0]["register"], 6);
    let message = refusal(["convert", out, "--raw", "flat", "--to", "v3", "-o", "-"]);
    assert!(message.contains("has no field for saved registers"), "{message}");
    assert!(message.contains("function 0 at 0x400000"), "{message}");
    let back =
        stackmap(["convert", out, "--raw", "flat", "--to", "v3", "--drop-frames", "-o", "-"]);
    assert_eq!(back.stdout, section("frame_pointers.stackmaps"));
}

/// The flat layout has one frame for each function, but pushed arguments change the frame at a call
/// site.
#[test]
fn frames_beyond_flat_layout_are_rejected() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let arguments = ["convert", file.to_str().unwrap(), "--to", "flat", "-o", "-"];
    let message = refusal(arguments);
    assert!(message.contains("[in pushes]") && message.contains("--drop-frames"), "{message}");
    let without = stackmap(arguments.iter().chain(&["--drop-frames"]));
    let model = models(&without.stdout, StackMapLayout::Flat).remove(0);
    assert!(model.functions.iter().all(|function| function.frame.is_none()));
}

#[test]
fn error_names_record_that_does_not_fit() {
    let scratch = Scratch::new();
    // The function `vector` has a location of 32 bytes. Locations of the flat layout have 8 bytes.
    let file = scratch.file("program", &around("frames", FRAMES));
    let out = scratch.path("out");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let arguments = ["convert", file, "--to", "flat", "--drop-frames", "-o", out];
    let message = refusal(arguments);
    assert!(message.contains("record 2 (ID 0xabcdef00, instruction offset 0x1a"), "{message}");
    assert!(message.contains("[in vector]"), "{message}");
    assert!(!fs::exists(out).unwrap(), "nothing is written");
}

#[test]
fn unwritable_output_is_an_error() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let out = scratch.path("no/such/directory");
    let message =
        refusal(["convert", file.to_str().unwrap(), "--to", "v2", "-o", out.to_str().unwrap()]);
    assert!(message.contains("cannot be written"), "{message}");
}
