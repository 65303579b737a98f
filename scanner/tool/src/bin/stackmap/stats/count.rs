//! Counts the contents of maps.

use std::collections::BTreeMap;

use serde::Serialize;
use stackmap_tool::object_file::Machine;
use statepoint_scanner::stackmap::{Location, LocationKind, StackMap};

use crate::dump::records;
use crate::machine::{DecodedStatepoint, decode_statepoint};
use crate::progress::Progress;

/// Number of records that are counted between two reports of progress.
const PROGRESS_INTERVAL: usize = 1024;

/// Totals over several maps.
#[derive(Debug, Default, Serialize)]
pub(super) struct Totals {
    pub(super) section_bytes: usize,
    pub(super) maps: usize,
    /// Number of maps of each layout.
    pub(super) layouts: BTreeMap<String, usize>,
    pub(super) functions: usize,
    /// Number of functions whose frame has no fixed size.
    pub(super) dynamic_frames: usize,
    pub(super) records: usize,
    pub(super) statepoints: usize,
    pub(super) other_records: usize,
    /// Number of pairs of a base and a derived pointer.
    pub(super) pairs: usize,
    /// Number of pairs whose derived pointer is in another location than its base.
    pub(super) derived_pairs: usize,
    /// Number of distinct locations that hold pointers: slots, registers and stack objects. A
    /// vector counts once for each of its pointers.
    pub(super) roots: usize,
    pub(super) roots_in_registers: usize,
    pub(super) allocas: usize,
    /// Number of bases and derived pointers that are constants, such as null.
    pub(super) constant_pointers: usize,
    pub(super) deopt_values: usize,
    pub(super) live_outs: usize,
    /// Number of entries in the constant pools.
    pub(super) constants: usize,
    pub(super) locations: Locations,
    /// Histogram of the number of roots of a statepoint.
    pub(super) roots_per_record: Vec<Bucket>,
    /// Histogram of the number of roots of a statepoint that are in registers.
    pub(super) roots_in_registers_per_record: Vec<Bucket>,
    /// Histogram of the number of pairs of a statepoint whose derived pointer is in another
    /// location than its base.
    pub(super) derived_pairs_per_record: Vec<Bucket>,
    /// Histogram of the frame size in bytes of functions whose frame has a fixed size.
    pub(super) frame_sizes: Vec<Bucket>,
}

/// Number of locations of each kind.
#[derive(Debug, Default, Serialize)]
pub(super) struct Locations {
    pub(super) register: usize,
    pub(super) direct: usize,
    pub(super) indirect: usize,
    pub(super) constant: usize,
    pub(super) constant_index: usize,
}

/// A bucket of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Bucket {
    /// The smallest value that is counted in the bucket.
    pub(super) from: u64,
    /// The largest value that is counted in the bucket.
    pub(super) to: u64,
    pub(super) count: usize,
}

/// Counts a value in a histogram. Each value from 0 to 8 has its own bucket; the next buckets are 9
/// to 16, 17 to 32 and so on. All buckets up to the largest value exist.
fn count_in(buckets: &mut Vec<Bucket>, value: u64) {
    while buckets.last().is_none_or(|last| last.to < value) {
        let from = buckets.last().map_or(0, |last| last.to + 1);
        let to = if from <= 8 { from } else { (from - 1).saturating_mul(2) };
        buckets.push(Bucket { from, to, count: 0 });
    }
    let at = buckets.partition_point(|bucket| bucket.to < value);
    if let Some(bucket) = buckets.get_mut(at) {
        bucket.count += 1;
    }
}

impl Totals {
    /// Adds the counts of a map.
    pub(super) fn add(&mut self, machine: &Machine, map: &StackMap<'_>, progress: &mut Progress) {
        self.maps += 1;
        *self.layouts.entry(map.layout().to_string()).or_default() += 1;
        self.constants += map.constants().len();
        for function in map.functions() {
            self.functions += 1;
            match function.stack_size {
                Some(size) => count_in(&mut self.frame_sizes, size),
                None => self.dynamic_frames += 1,
            }
        }
        let mut locations: Vec<Location> = Vec::new();
        for (number, (_, record)) in records(map).enumerate() {
            if number.is_multiple_of(PROGRESS_INTERVAL) {
                progress.set_position(record.offset());
            }
            self.records += 1;
            self.live_outs += record.live_outs().len();
            locations.clear();
            locations.extend(record.locations());
            for location in &locations {
                *self.locations.of(location.kind) += 1;
            }
            match decode_statepoint(machine, &record, &map.constants()) {
                Ok(decoded) => self.statepoint(decoded, &locations),
                Err(_) => self.other_records += 1,
            }
        }
    }

    fn statepoint(&mut self, decoded: DecodedStatepoint, locations: &[Location]) {
        self.statepoints += 1;
        self.deopt_values += decoded.deopt;
        self.allocas += decoded.allocas;
        self.pairs += decoded.pairs;
        let is_derived = |&(base, derived): &(usize, usize)| -> bool {
            locations.get(base) != locations.get(derived)
        };
        let derived = decoded.pairs().filter(is_derived).count();
        self.derived_pairs += derived;
        count_in(&mut self.derived_pairs_per_record, derived as u64);
        let pointers = locations.get(decoded.deopt().end..).unwrap_or_default();
        let mut places: Vec<(u8, u16, i64)> = Vec::with_capacity(pointers.len());
        for location in pointers {
            let Location { kind, size, register, offset } = *location;
            match kind {
                LocationKind::Constant | LocationKind::ConstantIndex => {
                    self.constant_pointers += 1;
                }
                LocationKind::Register | LocationKind::Direct => {
                    places.push((kind.number(), register, i64::from(offset)));
                }
                LocationKind::Indirect => {
                    let words = i64::from(size / 8);
                    let word = |at| (kind.number(), register, i64::from(offset) + 8 * at);
                    places.extend((0..words).map(word));
                }
            }
        }
        places.sort_unstable();
        places.dedup();
        self.roots += places.len();
        let in_register = LocationKind::Register.number();
        let in_registers = places.iter().filter(|place| place.0 == in_register).count();
        self.roots_in_registers += in_registers;
        count_in(&mut self.roots_in_registers_per_record, in_registers as u64);
        count_in(&mut self.roots_per_record, places.len() as u64);
    }
}

impl Locations {
    /// Returns the count for a kind of location.
    fn of(&mut self, kind: LocationKind) -> &mut usize {
        match kind {
            LocationKind::Register => &mut self.register,
            LocationKind::Direct => &mut self.direct,
            LocationKind::Indirect => &mut self.indirect,
            LocationKind::Constant => &mut self.constant,
            LocationKind::ConstantIndex => &mut self.constant_index,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_contiguous_and_cover_all_values() {
        let mut buckets = Vec::new();
        for value in [0, 3, 9, 16, 17, 32, 33, 3] {
            count_in(&mut buckets, value);
        }
        assert!(buckets.windows(2).all(|pair| pair[0].to + 1 == pair[1].from));
        let filled: Vec<_> = buckets
            .iter()
            .filter(|bucket| bucket.count != 0)
            .map(|bucket| (bucket.from, bucket.to, bucket.count))
            .collect();
        assert_eq!(filled, [(0, 0, 1), (3, 3, 2), (9, 16, 2), (17, 32, 2), (33, 64, 1)]);
        count_in(&mut buckets, u64::MAX);
        assert_eq!(buckets.last().map(|last| (last.to, last.count)), Some((u64::MAX, 1)));
    }

    #[test]
    fn word_shared_by_two_vectors_is_one_root() {
        let indirect =
            |offset, size| Location { kind: LocationKind::Indirect, size, register: 7, offset };
        let constant = Location { kind: LocationKind::Constant, size: 8, register: 0, offset: 0 };
        // The first vector contains the words at 0 and 8, the second those at 8 and 16.
        let (lower, upper) = (indirect(0, 16), indirect(8, 16));
        let locations = [constant, constant, constant, lower, lower, upper, upper];
        let decoded =
            DecodedStatepoint { calling_convention: 0, flags: 0, deopt: 0, pairs: 2, allocas: 0 };
        let mut totals = Totals::default();
        totals.statepoint(decoded, &locations);
        assert_eq!((totals.pairs, totals.derived_pairs, totals.roots), (2, 0, 3));
        assert_eq!((totals.roots_in_registers, totals.roots_per_record[3].count), (0, 1));
    }
}
