//! Tests of merging maps that describe the same function.

use super::*;
use crate::stackmap::model::{self, Map};
use crate::stackmap::{LiveOut, Location, StackMapLayout, encode, maps};

fn location(kind: LocationKind, offset: i32) -> Location {
    Location { kind, size: 8, register: 0, offset }
}

/// Returns a map with a function of two records at each address. Each record has a slot, and the
/// constant 2^40, which is the last in the pool.
fn map(addresses: &[u64], pool: &[u64]) -> Map {
    let mut map = Map { constants: pool.to_vec(), ..Map::default() };
    map.constants.push(1 << 40);
    for (number, &address) in addresses.iter().enumerate() {
        map.functions.push(model::Function {
            address,
            stack_size: Some(24),
            record_count: Some(2),
            frame: None,
        });
        for (id, offset) in [(1, 0x10), (2, 0x20)] {
            map.records.push(model::Record {
                id: id + number as u64,
                instruction_offset: offset,
                locations: vec![
                    location(LocationKind::Indirect, 8),
                    location(LocationKind::ConstantIndex, pool.len() as i32),
                ],
                ..model::Record::default()
            });
        }
    }
    map
}

/// Returns a section with these maps.
fn section(all: &[Map]) -> Vec<u8> {
    all.iter()
        .flat_map(|map| encode(map, StackMapLayout::V3).expect("the map is encodable"))
        .collect()
}

/// Merges the functions of all maps of a section.
fn merge_all(section: &[u8]) -> MergedFunctions<'_> {
    let all: Result<Vec<_>, _> = maps(section).collect();
    merge(all.expect("the maps are valid")).expect("the layout has record counts")
}

#[test]
fn equal_functions_of_two_maps_are_merged() {
    // The function at 0x2000 has a different pool and different IDs, but the same values.
    let section = section(&[map(&[0x1000, 0x2000], &[]), map(&[0x3000, 0x2000], &[7, 8])]);
    let merged = merge_all(&section);
    assert_eq!((merged.duplicates, merged.conflicts.as_slice()), (1, [].as_slice()));
    let functions = merged.into_functions().expect("no conflict");
    let addresses: Vec<_> = functions.iter().map(|found| found.function.address).collect();
    assert_eq!(addresses, [0x1000, 0x2000, 0x3000]);
    let second = FunctionPlace { map: 0, map_offset: 0, index: 1 };
    assert_eq!(functions[1].place, second);
    let ids: Vec<_> = functions[1].records().map(|record| record.id).collect();
    assert_eq!(ids, [2, 3]);
}

#[test]
fn folded_functions_are_merged() {
    let section = section(&[map(&[0x1000, 0x1000], &[])]);
    let merged = merge_all(&section);
    assert_eq!((merged.functions.len(), merged.duplicates), (1, 1));
}

#[test]
fn functions_without_address_are_not_merged() {
    let section = section(&[map(&[0, 0], &[]), map(&[0], &[])]);
    let merged = merge_all(&section);
    assert_eq!((merged.functions.len(), merged.duplicates), (3, 0));
}

#[test]
fn conflict_names_difference_and_both_functions() {
    type Change = fn(&mut Map);
    let values = |what| DescriptionDifference::Values { index: 1, offset: 0x20, what };
    let changes: [(Change, DescriptionDifference); 7] = [
        (
            |map| map.functions[0].stack_size = None,
            DescriptionDifference::StackSize(Some(24), None),
        ),
        (
            |map| {
                map.functions[0].record_count = Some(1);
                map.records.pop();
            },
            DescriptionDifference::RecordCount(2, 1),
        ),
        (
            |map| map.records[1].instruction_offset = 0x21,
            DescriptionDifference::InstructionOffset { index: 1, first: 0x20, second: 0x21 },
        ),
        (|map| map.records[1].locations[0].offset = 16, values("locations")),
        (|map| map.records[1].locations.truncate(1), values("locations")),
        (
            |map| map.constants[0] = 1 << 41,
            DescriptionDifference::Values { index: 0, offset: 0x10, what: "locations" },
        ),
        (
            |map| {
                map.records[1].has_live_out_info = true;
                map.records[1].live_outs.push(LiveOut { register: 3, size: 8 });
            },
            values("live-outs"),
        ),
    ];
    for (change, difference) in changes {
        let mut other = map(&[0x1000], &[]);
        change(&mut other);
        let section = section(&[map(&[0x1000], &[]), other]);
        let map_offset = maps(&section)
            .nth(1)
            .expect("the section has two maps")
            .expect("the map is valid")
            .offset();
        let conflict = merge_all(&section).into_functions().expect_err("they differ");
        let expected = DescriptionConflict {
            address: 0x1000,
            first: FunctionPlace { map: 0, map_offset: 0, index: 0 },
            second: FunctionPlace { map: 1, map_offset, index: 0 },
            difference,
        };
        assert_eq!(conflict, expected);
        let text = conflict.to_string();
        assert!(text.contains("map 0 at offset 0x0") && text.contains("map 1 at"), "{text}");
    }
}

#[test]
fn version_1_map_cannot_be_merged() {
    let section = encode(&map(&[0x1000], &[]), StackMapLayout::V1).expect("the map is encodable");
    let map = maps(&section).next().expect("the section has a map").expect("the map is valid");
    assert!(matches!(merge([map]), Err(StackMapParseError::NoRecordCounts { .. })));
}
