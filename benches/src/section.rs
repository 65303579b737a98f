//! Generates a stack map section with the statistics of a large program.

use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode};
use statepoint_scanner::statepoint::DEFAULT_ID;

use crate::random::Random;

/// Number of records of a large real program, a command-line tool with 50 MB of code.
pub const RECORDS: u64 = 2_070_515;

/// The distribution of pairs: a number of pairs, and how many of 64 records have it. Most call
/// sites have few live pointers.
const PAIRS: [(u64, u64); 8] = [(0, 10), (1, 16), (2, 13), (3, 8), (4, 6), (6, 6), (8, 3), (16, 2)];

/// Average number of records of a function.
const PER_FUNCTION: u64 = 28;
/// Number of functions of a map, as of an object file.
const PER_MAP: u64 = 512;

/// Returns a section with at least this many records, in maps of version 3 that are concatenated as
/// by a linker. The bytes are deterministic.
///
/// # Panics
///
/// Never: every map fits.
pub fn section(records: u64) -> Vec<u8> {
    section_around(records, &mut [])
}

/// A function of a caller that is added to a section.
#[derive(Clone, Debug)]
pub struct PlacedFunction {
    /// Size of the frame in the map, in bytes.
    pub stack_size: u64,
    /// Records of the function.
    pub records: Vec<Record>,
    /// Address of the function, which [`section_around`] sets.
    pub address: u64,
}

/// Returns a section like that of [`section`] that also contains these functions, far from each
/// other.
///
/// # Panics
///
/// Never: every map fits.
pub fn section_around(records: u64, placed: &mut [PlacedFunction]) -> Vec<u8> {
    let mut random = Random::new(1);
    let distance = records / PER_FUNCTION / (placed.len() as u64 + 1);
    let (mut functions, mut placed) = (0_u64, placed.iter_mut());
    let mut section = Vec::new();
    let mut address = 0x40_0000;
    let mut left = records;
    while left > 0 {
        let mut map = Map { constants: vec![0xfefe_fefe, 1 << 40], ..Map::default() };
        for _ in 0..left.div_ceil(PER_FUNCTION).min(PER_MAP) {
            address += function(&mut map, address, &mut random);
            functions += 1;
            if functions.is_multiple_of(distance.max(1))
                && let Some(function) = placed.next()
            {
                function.address = address;
                address += add_placed(&mut map, function);
            }
        }
        left = left.saturating_sub(map.records.len() as u64);
        section.extend(encode(&map, StackMapLayout::V3).expect("small counts and sizes"));
    }
    // If the section is too short to separate all functions, the rest are at its end.
    let mut map = Map::default();
    for function in placed {
        function.address = address;
        address += add_placed(&mut map, function);
    }
    section.extend(encode(&map, StackMapLayout::V3).expect("small counts and sizes"));
    section
}

/// Adds a placed function at its address. Returns its size in bytes.
fn add_placed(map: &mut Map, function: &PlacedFunction) -> u64 {
    let PlacedFunction { stack_size, records, address } = function;
    let end = records.iter().map(|record| u64::from(record.instruction_offset)).max();
    map.functions.push(Function {
        address: *address,
        stack_size: Some(*stack_size),
        record_count: Some(records.len() as u64),
        frame: None,
    });
    map.records.extend(records.iter().cloned());
    (end.unwrap_or(0) + 16).next_multiple_of(16)
}

/// Adds a random function at this address. Returns its size in bytes.
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

/// Returns the locations of a statepoint in a frame with this many slots.
fn locations(slots: u64, random: &mut Random) -> Vec<Location> {
    let constant = |offset| Location { kind: LocationKind::Constant, size: 8, register: 0, offset };
    let mut locations = vec![constant(0); 3];
    let mut pick = random.below(64);
    let fitting = PAIRS.iter().find(|(_, weight)| {
        let here = pick < *weight;
        pick = pick.saturating_sub(*weight);
        here
    });
    // The slots of this record with their bases. A slot that occurs twice must have one base.
    let mut bases: Vec<(Location, Location)> = Vec::new();
    for _ in 0..fitting.map_or(0, |(pairs, _)| *pairs) {
        let slot = |random: &mut Random| Location {
            kind: LocationKind::Indirect,
            size: 8,
            register: 7,
            offset: i32::try_from(8 * random.below(slots)).expect("at most 16 slots"),
        };
        let derived = slot(random);
        let base = match random.below(100) {
            // 1 % of bases are null, and 7 % of pointers are derived.
            0 => constant(0),
            1..8 => slot(random),
            _ => derived,
        };
        let known = bases.iter().find(|(slot, _)| *slot == derived).map(|(_, base)| *base);
        let base = known.unwrap_or(base);
        bases.push((derived, base));
        locations.extend([base, derived]);
    }
    locations
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::stackmap::maps;

    #[test]
    fn section_has_the_intended_statistics() {
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
