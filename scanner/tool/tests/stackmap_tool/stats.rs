//! Tests of `stackmap stats`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::elf::{FRAMES, around, section, spilled};
use crate::{Scratch, json, text};

#[test]
fn all_counts_are_reported() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &around("frames", FRAMES));
    let stats = json(["stats", file.to_str().unwrap(), "--format", "json"]);
    for (field, count) in [
        ("maps", 1),
        ("functions", 5),
        ("dynamic_frames", 3),
        ("records", 5),
        ("statepoints", 4),
        ("other_records", 1),
        ("pairs", 5),
        ("derived_pairs", 1),
        // The roots are [rbp-8], [rbx+56], four in a vector, [rsp] and [rsp+8].
        ("roots", 8),
        ("roots_in_registers", 0),
        ("constants", 0),
        ("section_bytes", section("frames.stackmaps").len()),
    ] {
        assert_eq!(stats[field], json!(count), "{field}");
    }
    assert_eq!(
        stats["locations"],
        json!({"register": 1, "direct": 0, "indirect": 10, "constant": 12, "constant_index": 0})
    );
    let histogram = |field: &str| -> Vec<_> {
        let buckets = stats[field].as_array().unwrap().iter();
        buckets
            .filter(|bucket| bucket["count"] != 0)
            .map(|bucket| (bucket["from"].as_u64().unwrap(), bucket["count"].as_u64().unwrap()))
            .collect()
    };
    assert_eq!(histogram("roots_per_record"), [(1, 2), (2, 1), (4, 1)]);
    assert_eq!(histogram("roots_in_registers_per_record"), [(0, 4)]);
    assert_eq!(histogram("derived_pairs_per_record"), [(0, 3), (1, 1)]);
    let table = &stats["compiled_table"];
    assert_eq!((&table["call_sites"], &table["descriptors"]), (&json!(5), &json!(5)));
    let parts = ["index_bytes", "descriptor_bytes"].map(|part| table[part].as_u64().unwrap());
    assert_eq!(table["bytes"].as_u64().unwrap(), parts[0] + parts[1]);
    assert_eq!(table["reason"], Value::Null);
}

/// `stats` prints the totals of the items that `dump` prints, for sections with derived pointers,
/// constants, deopt values, allocas, registers and vectors.
#[test]
fn stats_and_dump_agree_on_statepoints() {
    let directory = test_support::fixtures::directory().join("sections");
    let mut sums = [0; 6];
    for name in ["allocas", "constants", "deopt", "derived", "linked", "registers", "vectors"] {
        let path = directory.join(format!("{name}-x86_64.bin"));
        let read = |command| json([command, "--raw", "--format", "json", path.to_str().unwrap()]);
        let (dump, stats) = (read("dump"), read("stats"));
        let maps = dump["maps"].as_array().unwrap();
        let records = maps.iter().flat_map(|map| map["records"].as_array().unwrap());
        // The counts are of pairs, derived pairs, deopt values, allocas, constant pointers and
        // roots.
        let mut counts = [0; 6];
        for record in records {
            let statepoint = &record["statepoint"];
            let locations = record["locations"].as_array().unwrap();
            let list = |field: &str| statepoint[field].as_array().map_or(&[][..], Vec::as_slice);
            let place = |number: &Value| &locations[number.as_u64().unwrap() as usize];
            let is_derived = |pair: &&Value| place(&pair["base"]) != place(&pair["derived"]);
            let pointers = || {
                let pairs = list("pairs").iter();
                let pairs = pairs.flat_map(|pair| [place(&pair["base"]), place(&pair["derived"])]);
                pairs.chain(list("allocas").iter().map(place))
            };
            let is_constant =
                |place: &&Value| place["kind"].as_str().unwrap().starts_with("constant");
            let words = |place: &Value| {
                let size = place["size"].as_i64().unwrap();
                let count = if place["kind"] == "indirect" { size / 8 } else { 1 };
                let at = place["offset"].as_i64().unwrap_or(0);
                let key = format!("{} {}", place["kind"], place["register"]);
                (0..count).map(move |word| (key.clone(), at + 8 * word)).collect::<Vec<_>>()
            };
            let roots: BTreeSet<_> =
                pointers().filter(|place| !is_constant(place)).flat_map(words).collect();
            let counted = [
                list("pairs").len(),
                list("pairs").iter().filter(is_derived).count(),
                list("deopt").len(),
                list("allocas").len(),
                pointers().filter(is_constant).count(),
                roots.len(),
            ];
            counts.iter_mut().zip(counted).for_each(|(sum, count)| *sum += count);
        }
        let fields =
            ["pairs", "derived_pairs", "deopt_values", "allocas", "constant_pointers", "roots"];
        let counted = fields.map(|field| stats[field].as_u64().unwrap() as usize);
        assert_eq!(counted, counts, "{name}: {fields:?}");
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    assert!(sums.iter().all(|&sum| sum > 0), "{sums:?}");
}

#[test]
fn shared_descriptors_are_counted() {
    let scratch = Scratch::new();
    let functions = [("pushes", 0x40_0000, 0x42)];
    let file = scratch.file("program", &around("frame_pointers", &functions));
    let stats = json(["stats", file.to_str().unwrap(), "--format", "json"]);
    // The two calls in `pushes` have equal descriptors, because slots are relative to rbp.
    assert_eq!(stats["compiled_table"]["sharing_records"], 1);
}

#[test]
fn missing_unwind_information_is_the_reason() {
    let scratch = Scratch::new();
    let file = scratch.file("section", &section("spilled.stackmaps"));
    let file = file.to_str().unwrap();
    let stats = json(["stats", file, "--raw", "v3", "--format", "json"]);
    assert_eq!(stats["compiled_table"]["bytes"], Value::Null);
    let reason = stats["compiled_table"]["reason"].as_str().unwrap();
    assert!(reason.contains(".eh_frame"), "{reason}");
    let text = text(["stats", file, "--raw", "v3"]);
    assert!(text.contains("cannot be built: "), "{text}");
}

#[test]
fn columns_are_aligned() {
    let scratch = Scratch::new();
    let file = scratch.file("program", &spilled());
    let text = text(["stats", file.to_str().unwrap()]);
    let block: Vec<_> = text
        .lines()
        .skip_while(|line| *line != "statepoints")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    assert_eq!(block.len(), 7, "{text}");
    assert!(block.iter().all(|line| line.len() == block[0].len()), "{text}");
    assert!(text.contains("roots per statepoint\n  1  3  ####"), "{text}");
}
