//! Properties that the fuzz targets check. Each function panics if its property does not hold for
//! the input.

pub mod arbitrary;

use statepoint_scanner::arch::{InstructionSet, X86_64};
use statepoint_scanner::stackmap::model::Map;
use statepoint_scanner::stackmap::{StackMap, StackMapLayout, encode, maps, maps_in};
use statepoint_scanner::statepoint::Statepoint;

/// Checks a stack map section: each map can be read or is an error, maps do not overlap, and a map
/// is unchanged after it was written and read again. `None` detects the layout from the content.
pub fn section(bytes: &[u8], layout: Option<StackMapLayout>) {
    let maps = match layout {
        Some(layout) => maps_in(bytes, layout),
        None => maps(bytes),
    };
    let mut end = 0;
    for map in maps {
        match map {
            Ok(map) => {
                assert!(map.offset() >= end && map.byte_len() > 0, "maps overlap");
                end = map.offset() + map.byte_len();
                assert!(end <= bytes.len(), "a map exceeds its section");
                self::map(&map);
            }
            // Every error has a message.
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Checks one map: all iterators have the length that they report, statepoints can be decoded, and
/// each layout that can hold the map preserves it.
fn map(map: &StackMap<'_>) {
    assert_eq!(map.functions().count(), map.functions().len());
    assert_eq!(map.records().count(), map.records().len());
    for record in map.records() {
        assert_eq!(record.locations().count(), record.locations().len());
        assert_eq!(record.live_outs().count(), record.live_outs().len());
        match Statepoint::<X86_64>::decode(&record, &map.constants()) {
            Ok(statepoint) => {
                let values = statepoint.deopt().count()
                    + 2 * statepoint.pairs().count()
                    + statepoint.allocas().count();
                // The first 3 locations are the constants that begin every statepoint.
                assert_eq!(values + 3, record.locations().len(), "locations are lost");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(records) = map.function_records() {
        assert_eq!(records.count(), map.records().len(), "a record has no function");
    }
    let model = Map::from(map);
    let written = encode(&model, map.layout()).expect("a map that was read can be written");
    assert_eq!(read_one(&written, map.layout()), model);
    for layout in StackMapLayout::ALL {
        // Another layout that can hold the map must preserve it. Version 1 has no record counts.
        if let Ok(written) = encode(&model, layout) {
            let mut read = read_one(&written, layout);
            for (read, function) in read.functions.iter_mut().zip(&model.functions) {
                if layout == StackMapLayout::V1 {
                    read.record_count = function.record_count;
                }
            }
            assert_eq!(read, model);
        }
    }
}

/// Returns the map of a section that contains exactly one.
pub fn read_one(section: &[u8], layout: StackMapLayout) -> Map {
    let mut maps = maps_in(section, layout);
    let map = maps.next().expect("a map").expect("valid");
    assert_eq!(map.byte_len(), section.len(), "bytes follow the map");
    Map::from(&map)
}

/// Returns whether the register with this DWARF number can be the base of a slot.
pub fn is_base(register: u16) -> bool {
    X86_64::register(register).is_some()
}
