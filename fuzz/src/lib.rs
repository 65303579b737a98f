//! Properties that hold for any bytes. Each function panics if its property does not hold.

pub mod arbitrary;

use statepoint_scanner::arch::{InstructionSet, X86_64};
use statepoint_scanner::stackmap::model::Map;
use statepoint_scanner::stackmap::{StackMapLayout, StackMap, encode, maps, maps_in};
use statepoint_scanner::statepoint::Statepoint;

/// A section is a list of maps or an error; the model that is read from it survives writing and
/// reading unchanged.
pub fn section(bytes: &[u8], layout: Option<StackMapLayout>) {
    let maps = match layout {
        Some(layout) => maps_in(bytes, layout),
        None => maps(bytes),
    };
    let mut end = 0;
    for map in maps {
        match map {
            Ok(map) => {
                assert!(map.offset() >= end && map.byte_len() > 0, "maps are apart");
                end = map.offset() + map.byte_len();
                assert!(end <= bytes.len(), "a map is inside its section");
                self::map(&map);
            }
            // Every error has a message.
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Everything in a map can be read and formatted.
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
                assert_eq!(values + 3, record.locations().len(), "no location is lost");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(records) = map.function_records() {
        assert_eq!(records.count(), map.records().len(), "each record has a function");
    }
    let model = Map::from(map);
    let written = encode(&model, map.layout()).expect("what was read can be written");
    assert_eq!(read_one(&written, map.layout()), model);
    for layout in StackMapLayout::ALL {
        // If another layout can hold the map, it holds it without loss; version 1 has no record
        // counts.
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

/// Returns the only map of a section.
pub fn read_one(section: &[u8], layout: StackMapLayout) -> Map {
    let mut maps = maps_in(section, layout);
    let map = maps.next().expect("a map").expect("valid");
    assert_eq!(map.byte_len(), section.len(), "nothing is left over");
    Map::from(&map)
}

/// Returns whether this DWARF register can be the base of a slot.
pub fn is_base(register: u16) -> bool {
    X86_64::register(register).is_some()
}
