//! Tests of the parser and the encoder of stack maps. Submodules test invalid bytes, maps that
//! cannot be encoded, and round trips.

use proptest::prelude::*;

use super::model::{self, Map};
use super::*;

mod bad;
mod encode_errors;
mod round_trip;
mod samples;

use samples::{example, strategy};

/// Returns the number of random cases: `PROPTEST_CASES` if set, else `default`.
fn cases(default: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(default), ..ProptestConfig::default() }
}

/// Reads all maps of a section.
fn read_all(section: &[u8]) -> Result<Vec<StackMap<'_>>, StackMapParseError> {
    maps(section).collect()
}

/// Visits all items of a map, and asserts that iterators have the length that they report. Returns
/// the number of records.
fn visit(map: &StackMap<'_>) -> usize {
    assert_eq!(map.functions().count(), map.functions().len());
    assert_eq!(map.records().count(), map.records().len());
    let seen = Map::from(map);
    for record in map.records() {
        assert_eq!(record.locations().count(), record.locations().len());
        assert_eq!(record.live_outs().count(), record.live_outs().len());
        for location in record.locations() {
            if location.kind == LocationKind::ConstantIndex {
                let index = usize::try_from(location.offset).expect("checked");
                assert!(map.constants().get(index).is_some());
            }
        }
    }
    if let Ok(attributed) = map.function_records() {
        assert_eq!(attributed.count(), map.records().len(), "each record has a function");
    }
    seen.records.len()
}

/// The bytes follow LLVM 19's map of a function with one statepoint. They do not depend on this
/// crate's encoder.
#[test]
fn llvm_maps_are_read_field_by_field() {
    #[rustfmt::skip]
    let section = [
        3, 0, 0, 0,  1, 0, 0, 0,  1, 0, 0, 0,  1, 0, 0, 0,
        0x10, 0x20, 0x40, 0, 0, 0, 0, 0,  8, 0, 0, 0, 0, 0, 0, 0,  1, 0, 0, 0, 0, 0, 0, 0,
        0xfe, 0xfe, 0xfe, 0xfe, 0, 0, 0, 0,
        // A record: ID, offset 10, 4 locations. An even number of locations has no padding.
        0, 0xef, 0xcd, 0xab, 0, 0, 0, 0,  10, 0, 0, 0,  0, 0,  4, 0,
        4, 0, 8, 0,  0, 0, 0, 0,  0xff, 0xff, 0xff, 0xff,
        3, 0, 16, 0,  7, 0, 0, 0,  0xf8, 0xff, 0xff, 0xff,
        5, 0, 8, 0,  0, 0, 0, 0,  0, 0, 0, 0,
        1, 0, 8, 0,  3, 0, 0, 0,  0, 0, 0, 0,
        0, 0, 1, 0,  7, 0, 0, 8,
    ];
    let maps = read_all(&section).expect("the section is valid");
    let [map] = maps.as_slice() else { panic!("one map") };
    assert_eq!((map.version(), map.offset(), map.byte_len()), (3, 0, section.len()));
    let mut records = map.function_records().expect("the layout has record counts");
    let (function, record) = records.next().expect("the map has a record");
    assert_eq!((function.address, function.stack_size), (0x40_2010, Some(8)));
    assert_eq!((record.id, record.instruction_offset, record.flags), (0xabcd_ef00, 10, 0));
    assert_eq!(record.offset(), 48);
    let location = |kind, size, register, offset| Location { kind, size, register, offset };
    let locations: Vec<_> = record.locations().collect();
    assert_eq!(
        locations,
        [
            location(LocationKind::Constant, 8, 0, -1),
            location(LocationKind::Indirect, 16, 7, -8),
            location(LocationKind::ConstantIndex, 8, 0, 0),
            location(LocationKind::Register, 8, 3, 0),
        ]
    );
    assert_eq!(map.constants().get(0), Some(0xfefe_fefe));
    assert_eq!(map.constants().get(1), None);
    assert_eq!(map.constants().get(usize::MAX), None);
    let live_outs: Vec<_> = record.live_outs().collect();
    assert_eq!(live_outs, [LiveOut { register: 7, size: 8 }]);
}

#[test]
fn version_1_and_2_have_narrow_locations_and_no_padding_before_live_outs() {
    #[rustfmt::skip]
    let version_1 = [
        1, 0, 0, 0,  1, 0, 0, 0,  0, 0, 0, 0,  1, 0, 0, 0,
        0x10, 0, 0, 0, 0, 0, 0, 0,  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        7, 0, 0, 0, 0, 0, 0, 0,  5, 0, 0, 0,  0, 0,  1, 0,
        3, 8, 6, 0,  0xf0, 0xff, 0xff, 0xff,
        0, 0, 1, 0,  7, 0, 0, 8,
    ];
    let mut version_2 = version_1.to_vec();
    version_2[0] = 2;
    version_2.splice(32..32, [1, 0, 0, 0, 0, 0, 0, 0]);
    for (section, counts) in [(version_1.as_slice(), None), (version_2.as_slice(), Some(1))] {
        let maps = read_all(section).expect("the section is valid");
        assert_eq!(maps[0].byte_len(), section.len());
        let function = maps[0].functions().next().expect("the map has a function");
        assert_eq!((function.stack_size, function.record_count), (None, counts));
        let record = maps[0].records().next().expect("the map has a record");
        let locations: Vec<_> = record.locations().collect();
        let kind = LocationKind::Indirect;
        assert_eq!(locations, [Location { kind, size: 8, register: 6, offset: -16 }]);
        assert_eq!(record.live_outs().next(), Some(LiveOut { register: 7, size: 8 }));
    }
    let unattributed = read_all(&version_1).expect("the section is valid")[0].function_records();
    assert!(matches!(unattributed, Err(StackMapParseError::NoRecordCounts { .. })));
}

#[test]
fn several_maps_with_zero_padding_are_found() {
    let map = example();
    let mut section = Vec::new();
    let mut offsets = Vec::new();
    for (layout, padding) in [
        (StackMapLayout::V3, 0),
        (StackMapLayout::V3, 8),
        (StackMapLayout::V2, 64),
        (StackMapLayout::V1, 3),
    ] {
        offsets.push(section.len());
        section.extend(encode(&map, layout).expect("the map is encodable"));
        section.resize(section.len() + padding, 0);
    }
    let maps = read_all(&section).expect("maps");
    assert_eq!(maps.iter().map(StackMap::offset).collect::<Vec<_>>(), offsets);
    let layouts: Vec<_> = maps.iter().map(StackMap::layout).collect();
    assert_eq!(
        layouts,
        [StackMapLayout::V3, StackMapLayout::V3, StackMapLayout::V2, StackMapLayout::V1]
    );
    for read in &maps {
        assert_eq!(Map::from(read).records, map.records);
    }
    assert!(read_all(&[0; 19]).expect("only padding").is_empty());
    assert!(read_all(&[]).expect("nothing").is_empty());
}

#[test]
fn records_are_attributed_by_record_counts() {
    let mut map = example();
    map.functions.insert(0, model::Function { record_count: Some(0), ..Default::default() });
    let bytes = encode(&map, StackMapLayout::V3).expect("the map is encodable");
    let maps = read_all(&bytes).expect("the section is valid");
    let attributed: Vec<_> = maps[0]
        .function_records()
        .expect("the layout has record counts")
        .map(|(function, record)| (function.address, record.id))
        .collect();
    assert_eq!(attributed, [(0x1000, 1), (0x1000, 2), (0x2000, u64::MAX), (0x2000, 4)]);
}

#[test]
fn overflow_record_differs_from_record_with_its_id() {
    let map = example();
    let bytes = encode(&map, StackMapLayout::V3).expect("the map is encodable");
    let maps = read_all(&bytes).expect("the section is valid");
    let overflow: Vec<_> = maps[0].records().map(|record| record.is_overflow()).collect();
    assert_eq!(overflow, [false, false, true, false]);
    let mut map = map;
    map.records[2].locations = map.records[0].locations.clone();
    let bytes = encode(&map, StackMapLayout::V3).expect("the map is encodable");
    assert!(
        !read_all(&bytes).expect("the section is valid")[0]
            .records()
            .any(|record| record.is_overflow())
    );
}
