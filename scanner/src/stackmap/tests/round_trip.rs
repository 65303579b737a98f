//! Tests that encoding and parsing a map gives the same map, in each layout and after conversions.

use super::*;

/// Encodes a map that the layout can represent.
fn encode_valid(map: &Map, layout: StackMapLayout) -> Vec<u8> {
    encode(map, layout).expect("the map is encodable")
}

/// Returns the map as this layout represents it. Version 1 has no record counts.
fn as_held_by(layout: StackMapLayout, map: &Map) -> Map {
    let mut map = map.clone();
    if layout == StackMapLayout::V1 {
        map.functions.iter_mut().for_each(|function| function.record_count = None);
    }
    map
}

/// Parses the only map of a section.
fn read_one(section: &[u8], layout: StackMapLayout) -> Map {
    let mut maps = maps_in(section, layout);
    let map = maps.next().expect("the section has a map").expect("the map is valid");
    assert_eq!(map.byte_len(), section.len(), "the map is the whole section");
    assert!(maps.next().is_none());
    visit(&map);
    Map::from(&map)
}

#[test]
fn number_of_saved_registers_is_known_first() {
    let mut map = example();
    let saved = vec![FrameRegister { register: 3, offset: -16, size: 8, spilled: true }; 3];
    map.functions[0].frame = Some(model::FlatFrame { saved: saved.clone(), ..Default::default() });
    let bytes = encode_valid(&map, StackMapLayout::Flat);
    let read = maps_in(&bytes, StackMapLayout::Flat)
        .next()
        .expect("the section has a map")
        .expect("the map is valid");
    let frame = read.functions().find_map(|function| function.frame).expect("the frame");
    let mut registers = read.frame_registers(&frame);
    for (consumed, expected) in saved.iter().enumerate() {
        assert_eq!(registers.len(), 3 - consumed);
        assert_eq!(registers.next().as_ref(), Some(expected));
    }
    assert_eq!((registers.len(), registers.next()), (0, None));
}

#[test]
fn example_round_trips_through_all_layouts() {
    for from in StackMapLayout::ALL {
        let map = as_held_by(from, &example());
        let bytes = encode_valid(&map, from);
        assert_eq!(bytes.len() % 8, 0);
        assert_eq!(StackMapLayout::detect(&bytes, 0), Some(from));
        assert_eq!(read_one(&bytes, from), map, "{from}");
        for to in StackMapLayout::ALL {
            let mut map = read_one(&bytes, from);
            if from == StackMapLayout::V1 && to != StackMapLayout::V1 {
                let error = encode(&map, to).expect_err("records are not attributed");
                assert_eq!(error.problem, EncodeProblem::NoRecordCount);
                map.attribute(&[2, 2]).expect("the map is encodable");
            }
            let converted = encode_valid(&map, to);
            assert_eq!(read_one(&converted, to), as_held_by(to, &example()), "{from} to {to}");
        }
    }
}

#[test]
fn flat_layout_shares_equal_lists() {
    let mut map = example();
    map.records[3].locations = map.records[0].locations.clone();
    let shared = encode_valid(&map, StackMapLayout::Flat).len();
    map.records[3].locations[0].offset = 1;
    let own = encode_valid(&map, StackMapLayout::Flat).len();
    assert_eq!(own - shared, 8 * map.records[0].locations.len());
}

#[test]
fn attribution_rejects_wrong_counts() {
    let mut map = as_held_by(StackMapLayout::V1, &example());
    let unchanged = map.clone();
    for counts in [&[4][..], &[1, 2], &[2, 2, 0], &[u64::MAX, 5], &[]] {
        map.attribute(counts).expect_err("wrong");
        assert_eq!(map, unchanged);
    }
    map.attribute(&[4, 0]).expect("the map is encodable");
    assert_eq!(map.function_of(3), Some(0));
    assert_eq!(map.function_of(4), None);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn version_1_maps_round_trip(map in strategy(StackMapLayout::V1)) {
        prop_assert_eq!(read_one(&encode_valid(&map, StackMapLayout::V1), StackMapLayout::V1), map);
    }

    #[test]
    fn version_2_maps_round_trip(map in strategy(StackMapLayout::V2)) {
        prop_assert_eq!(read_one(&encode_valid(&map, StackMapLayout::V2), StackMapLayout::V2), map);
    }

    #[test]
    fn version_3_maps_round_trip(map in strategy(StackMapLayout::V3)) {
        prop_assert_eq!(read_one(&encode_valid(&map, StackMapLayout::V3), StackMapLayout::V3), map);
    }

    #[test]
    fn flat_maps_round_trip(map in strategy(StackMapLayout::Flat)) {
        prop_assert_eq!(read_one(&encode_valid(&map, StackMapLayout::Flat), StackMapLayout::Flat), map);
    }

    /// A conversion keeps all of a map or is rejected.
    #[test]
    fn conversion_is_lossless_or_fails(map in strategy(StackMapLayout::V3)) {
        for layout in StackMapLayout::ALL {
            match encode(&map, layout) {
                Ok(bytes) => prop_assert_eq!(read_one(&bytes, layout), as_held_by(layout, &map)),
                Err(error) => prop_assert_ne!(error.place, StackMapPart::Map),
            }
        }
    }

    /// If the parser accepts corrupted bytes, the map is encoded and parsed to the same map.
    #[test]
    fn corrupted_maps_are_rejected_or_round_trip(
        (layout, mut bytes) in prop_oneof![
            strategy(StackMapLayout::V1).prop_map(|map| (StackMapLayout::V1, encode_valid(&map, StackMapLayout::V1))),
            strategy(StackMapLayout::V2).prop_map(|map| (StackMapLayout::V2, encode_valid(&map, StackMapLayout::V2))),
            strategy(StackMapLayout::V3).prop_map(|map| (StackMapLayout::V3, encode_valid(&map, StackMapLayout::V3))),
            strategy(StackMapLayout::Flat).prop_map(|map| (StackMapLayout::Flat, encode_valid(&map, StackMapLayout::Flat))),
        ],
        mutations in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        for (at, value) in mutations {
            let at = at.index(bytes.len());
            // Small changes affect counts and kinds more often than random bytes do.
            bytes[at] = if value < 128 { bytes[at] ^ 1 << (value % 8) } else { value };
        }
        for map in maps_in(&bytes, layout).chain(maps(&bytes)) {
            let Ok(map) = map else { continue };
            visit(&map);
            let model = Map::from(&map);
            let written = encode(&model, map.layout()).expect("what was read can be written");
            prop_assert_eq!(read_one(&written, map.layout()), model);
        }
    }
}
