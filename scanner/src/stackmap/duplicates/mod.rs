//! Functions that are described more than once.
//!
//! A COMDAT function (`linkonce_odr`) is defined in every object file that uses it, so the map of
//! each of these files describes it. A linker keeps one copy of the code, but all maps. A linker
//! that folds identical functions also gives several functions one address. So a linked file can
//! have several descriptions of one address. They agree if the compilers generated the same code.
//! If they differ, it is unknown which description matches the code that the linker kept.

use core::fmt;
use core::iter::Take;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Function, LocationKind, Record, Records, StackMap, StackMapParseError};

/// The functions of several maps, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct MergedFunctions<'a> {
    /// The functions, in the order of the maps. If a function has several descriptions, this is the
    /// first.
    pub functions: Vec<MergedFunction<'a>>,
    /// The descriptions that differ from the first description of their function.
    pub conflicts: Vec<DescriptionConflict>,
    /// Number of descriptions that were dropped because they agree with the first one.
    pub duplicates: usize,
}

/// A function with its records.
#[derive(Clone, Debug)]
pub struct MergedFunction<'a> {
    /// The function.
    pub function: Function,
    /// The position of the function's description.
    pub place: FunctionPlace,
    records: Take<Records<'a>>,
}

impl<'a> MergedFunction<'a> {
    /// Iterates over the function's records.
    pub fn records(&self) -> Take<Records<'a>> {
        self.records.clone()
    }
}

/// The position of a function's description in the given maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionPlace {
    /// The index of the map, in the order in which the maps were given.
    pub map: usize,
    /// The offset of the map in its section, in bytes.
    pub map_offset: usize,
    /// The index of the function in the map.
    pub index: usize,
}

impl fmt::Display for FunctionPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { map, map_offset, index } = self;
        write!(f, "map {map} at offset {map_offset:#x}, function {index}")
    }
}

/// Two descriptions of one function that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "two maps describe the function at {address:#x} differently: {difference} ({first}; {second}); \
     compile it with the same options in all objects"
)]
pub struct DescriptionConflict {
    /// The address of the function.
    pub address: u64,
    /// The description that came first.
    pub first: FunctionPlace,
    /// The other description.
    pub second: FunctionPlace,
    /// The difference.
    pub difference: DescriptionDifference,
}

/// The difference between two descriptions of a function. The value of the first description
/// precedes that of the second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionDifference {
    /// The size of the frame in bytes; `None` if the size is not fixed.
    #[error("frames of {} and {} bytes", Size(.0), Size(.1))]
    StackSize(Option<u64>, Option<u64>),
    /// The flat layout's description of the frame.
    #[error("different frames")]
    Frame,
    /// The number of records.
    #[error("{0} and {1} records")]
    RecordCount(u64, u64),
    /// The instruction offset of a record.
    #[error("record {index} is {first:#x} and {second:#x} bytes from the start of the function")]
    InstructionOffset {
        /// The index of the record among those of the function.
        index: usize,
        /// Offset in the first description.
        first: u32,
        /// Offset in the second description.
        second: u32,
    },
    /// The locations or live-outs of a record.
    #[error(
        "record {index}, {offset:#x} bytes from the start of the function, has different {what}"
    )]
    Values {
        /// The index of the record among those of the function.
        index: usize,
        /// Instruction offset of the record.
        offset: u32,
        /// The part that differs: `locations` or `live-outs`.
        what: &'static str,
    },
}

/// Formats the size of a frame.
struct Size<'a>(&'a Option<u64>);

impl fmt::Display for Size<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(size) => write!(f, "{size}"),
            None => f.write_str("a varying number of"),
        }
    }
}

/// Merges functions that are described several times.
///
/// Two descriptions of one address agree if they have the same frame and the same records. Record
/// IDs are not compared, since each module numbers its call sites independently. Constants are
/// compared by value, not by index. Functions with address 0, whose relocation has not been
/// applied, are never merged.
///
/// # Errors
///
/// [`StackMapParseError::NoRecordCounts`] for a map of version 1, which does not record which
/// records belong to which function.
pub fn merge<'a>(
    maps: impl IntoIterator<Item = StackMap<'a>>,
) -> Result<MergedFunctions<'a>, StackMapParseError> {
    let mut merged = MergedFunctions::default();
    let mut by_address = HashMap::new();
    let mut sources = Vec::new();
    for (map_index, map) in maps.into_iter().enumerate() {
        // Returns an error if the map has no record counts.
        map.function_records()?;
        sources.push(map);
        let mut records = map.records();
        for (index, function) in map.functions().enumerate() {
            let count = function.record_count.unwrap_or(0);
            let place = FunctionPlace { map: map_index, map_offset: map.offset(), index };
            // The sum of the counts is the number of records, which is less than 2^32.
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            let merged_function =
                MergedFunction { function, place, records: records.clone().take(count) };
            if count != 0 {
                records.nth(count - 1);
            }
            let address = function.address;
            let position = merged.functions.len();
            match by_address.entry(address) {
                Entry::Occupied(first) if address != 0 => {
                    let first: &MergedFunction<'_> = &merged.functions[*first.get()];
                    let source = &sources[first.place.map];
                    match find_difference((source, first), (&map, &merged_function)) {
                        None => merged.duplicates += 1,
                        Some(difference) => merged.conflicts.push(DescriptionConflict {
                            address,
                            first: first.place,
                            second: place,
                            difference,
                        }),
                    }
                }
                Entry::Occupied(_) => merged.functions.push(merged_function),
                Entry::Vacant(entry) => {
                    entry.insert(position);
                    merged.functions.push(merged_function);
                }
            }
        }
    }
    Ok(merged)
}

impl<'a> MergedFunctions<'a> {
    /// Returns the functions, if all descriptions agree.
    ///
    /// # Errors
    ///
    /// The first conflict.
    pub fn into_functions(self) -> Result<Vec<MergedFunction<'a>>, DescriptionConflict> {
        match self.conflicts.first() {
            None => Ok(self.functions),
            Some(&conflict) => Err(conflict),
        }
    }
}

/// A function and the map that describes it.
type Described<'a, 'm> = (&'m StackMap<'a>, &'m MergedFunction<'a>);

/// Returns the first difference between two descriptions of a function, if any.
fn find_difference(
    first: Described<'_, '_>,
    second: Described<'_, '_>,
) -> Option<DescriptionDifference> {
    let (a, b) = (&first.1.function, &second.1.function);
    if a.stack_size != b.stack_size {
        return Some(DescriptionDifference::StackSize(a.stack_size, b.stack_size));
    }
    let frame = |(map, described): Described<'_, '_>| {
        described.function.frame.map(|frame| {
            let saved: Vec<_> = map.frame_registers(&frame).collect();
            (frame.function_size, frame.flags, frame.base_register, saved)
        })
    };
    if frame(first) != frame(second) {
        return Some(DescriptionDifference::Frame);
    }
    let count = |function: &Function| function.record_count.unwrap_or(0);
    if count(a) != count(b) {
        return Some(DescriptionDifference::RecordCount(count(a), count(b)));
    }
    let pairs = first.1.records().zip(second.1.records());
    pairs.enumerate().find_map(|(index, (a, b))| {
        let offset = a.instruction_offset;
        if offset != b.instruction_offset {
            let (first, second) = (offset, b.instruction_offset);
            return Some(DescriptionDifference::InstructionOffset { index, first, second });
        }
        let what = if !locations(first.0, &a).eq(locations(second.0, &b)) {
            "locations"
        } else if !a.live_outs().eq(b.live_outs()) {
            "live-outs"
        } else {
            return None;
        };
        Some(DescriptionDifference::Values { index, offset, what })
    })
}

/// Iterates over the locations of a record as tuples of kind, size, register, and offset or
/// constant.
fn locations<'a>(
    map: &StackMap<'a>,
    record: &Record<'a>,
) -> impl Iterator<Item = (LocationKind, u16, u16, i128)> {
    let constants = map.constants();
    record.locations().map(move |location| {
        let value = match location.kind {
            LocationKind::ConstantIndex => usize::try_from(location.offset)
                .ok()
                .and_then(|index| constants.get(index))
                .map_or(i128::MIN, i128::from),
            _ => location.offset.into(),
        };
        (location.kind, location.size, location.register, value)
    })
}

#[cfg(test)]
mod tests;
