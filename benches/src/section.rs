//! A stack map section as a large program has it.

use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Layout, Location, LocationKind, encode};
use statepoint_scanner::statepoint::DEFAULT_ID;

/// Records of a large real program: a command-line tool of 50 MB of code has that many.
pub const RECORDS: u64 = 2_070_515;

/// How many of 64 records have how many pairs: most call sites have few live pointers, a few have
/// many.
const PAIRS: [(u64, u64); 8] = [(0, 10), (1, 16), (2, 13), (3, 8), (4, 6), (6, 6), (8, 3), (16, 2)];

/// Records of a function, functions of an object file.
const PER_FUNCTION: u64 = 28;
const PER_MAP: u64 = 512;

/// A section with at least this many records, in maps of version 3 as a linker puts them one behind
/// the other. The same bytes every time.
///
/// # Panics
///
/// Never: every map fits.
pub fn section(records: u64) -> Vec<u8> {
    let mut random = Random(1);
    let mut section = Vec::new();
    let mut address = 0x40_0000;
    let mut left = records;
    while left > 0 {
        let mut map = Map { constants: vec![0xfefe_fefe, 1 << 40], ..Map::default() };
        for _ in 0..left.div_ceil(PER_FUNCTION).min(PER_MAP) {
            address += function(&mut map, address, &mut random);
        }
        left = left.saturating_sub(map.records.len() as u64);
        section.extend(encode(&map, Layout::V3).expect("small counts and sizes"));
    }
    section
}

/// Adds a function at this address; returns its size in bytes.
fn function(map: &mut Map, address: u64, random: &mut Random) -> u64 {
    let count = 1 + random.below(2 * PER_FUNCTION - 1);
    let slots = 1 + random.below(16);
    let mut at = 0;
    for _ in 0..count {
        at += 8 + random.below(33);
        let locations = locations(slots, random);
        map.records.push(Record {
            id: DEFAULT_ID,
            instruction_offset: u32::try_from(at).expect("at most 56 records of 40 bytes"),
            locations,
            ..Record::default()
        });
    }
    map.functions.push(Function {
        address,
        stack_size: Some(8 * slots + 8),
        record_count: Some(count),
        frame: None,
    });
    (at + 16).next_multiple_of(16)
}

/// The locations of a statepoint in a frame with this many slots.
fn locations(slots: u64, random: &mut Random) -> Vec<Location> {
    let constant = |offset| Location { kind: LocationKind::Constant, size: 8, register: 0, offset };
    let mut locations = vec![constant(0); 3];
    let mut pick = random.below(64);
    let fitting = PAIRS.iter().find(|(_, weight)| {
        let here = pick < *weight;
        pick = pick.saturating_sub(*weight);
        here
    });
    for _ in 0..fitting.map_or(0, |(pairs, _)| *pairs) {
        let slot = |random: &mut Random| Location {
            kind: LocationKind::Indirect,
            size: 8,
            register: 7,
            offset: i32::try_from(8 * random.below(slots)).expect("at most 16 slots"),
        };
        let base = slot(random);
        locations.push(match random.below(100) {
            // Null, and a pointer whose base is another one.
            0 => constant(0),
            1..8 => slot(random),
            _ => base,
        });
        locations.push(base);
    }
    locations
}

/// Steele, Lea and Flood's SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::stackmap::maps;

    #[test]
    fn the_section_has_the_shape_that_it_should() {
        let section = section(50_000);
        let maps: Vec<_> = maps(&section).map(|map| map.expect("valid")).collect();
        let functions: usize = maps.iter().map(|map| map.functions().len()).sum();
        let records: usize = maps.iter().map(|map| map.records().len()).sum();
        let locations: usize =
            maps.iter().flat_map(|map| map.records()).map(|record| record.locations().len()).sum();
        assert!(records >= 50_000 && maps.len() > 2, "{records} in {}", maps.len());
        assert!((20..40).contains(&(records / functions)), "{functions}");
        assert!((7..10).contains(&(locations / records)), "{locations}");
    }
}
