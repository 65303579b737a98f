//! Writes a map in one of the layouts.
//!
//! A map is written without loss or not at all, with one exception: version 1 has no field for the
//! number of records of a function, and keeps only their order.

mod classic;
mod error;
mod flat;

pub use error::{EncodeProblem, StackMapEncodeError, StackMapPart};

use super::model::{Map, Record};
use super::{LocationKind, StackMapLayout};

/// Returns the bytes of the map in this layout; their number is a multiple of eight.
///
/// # Errors
///
/// If the layout cannot hold the map, or if the map contradicts itself: the error names the record
/// or function.
pub fn encode(map: &Map, layout: StackMapLayout) -> Result<Vec<u8>, StackMapEncodeError> {
    let encoder = Encoder { map, layout };
    encoder.check()?;
    match layout {
        StackMapLayout::V1 | StackMapLayout::V2 | StackMapLayout::V3 => encoder.classic(),
        StackMapLayout::Flat => encoder.flat(),
    }
}

/// A map that is being written in a layout.
#[derive(Clone, Copy)]
struct Encoder<'m> {
    map: &'m Map,
    layout: StackMapLayout,
}

impl Encoder<'_> {
    /// Checks the conditions that a map must satisfy in every layout.
    fn check(&self) -> Result<(), StackMapEncodeError> {
        self.check_record_counts()?;
        for (index, function) in self.map.functions.iter().enumerate() {
            let dynamic = function.frame.as_ref().is_some_and(|frame| frame.flags.is_dynamic());
            if let Some(size) = function.stack_size
                && dynamic
            {
                let problem = EncodeProblem::Contradiction {
                    what: "a fixed stack size in a frame whose flags say otherwise",
                    found: size,
                };
                return Err(self.at_function(index, problem));
            }
        }
        for (index, record) in self.map.records.iter().enumerate() {
            if !record.has_live_out_info && !record.live_outs.is_empty() {
                let found = record.live_outs.len() as u64;
                let what = "live-outs in a record without live-out information";
                return Err(self.at_record(index, EncodeProblem::Contradiction { what, found }));
            }
            self.check_constants(index, record)?;
        }
        Ok(())
    }

    fn check_record_counts(&self) -> Result<(), StackMapEncodeError> {
        let mut sum = 0_u64;
        for (index, function) in self.map.functions.iter().enumerate() {
            match function.record_count {
                Some(count) => sum = sum.saturating_add(count),
                None if self.layout == StackMapLayout::V1 => return Ok(()),
                None => return Err(self.at_function(index, EncodeProblem::NoRecordCount)),
            }
        }
        let records = self.map.records.len() as u64;
        // A map of version 1 without functions makes no statement about its records.
        if sum != records && (self.layout != StackMapLayout::V1 || !self.map.functions.is_empty()) {
            let problem = EncodeProblem::RecordCounts { found: sum, allowed: records };
            return Err(self.at_map(problem));
        }
        Ok(())
    }

    fn check_constants(&self, index: usize, record: &Record) -> Result<(), StackMapEncodeError> {
        let constants = self.map.constants.len();
        for (location, value) in record.locations.iter().enumerate() {
            let fits = usize::try_from(value.offset).is_ok_and(|index| index < constants);
            if value.kind == LocationKind::ConstantIndex && !fits {
                let problem =
                    EncodeProblem::ConstantIndex { location, found: value.offset, constants };
                return Err(self.at_record(index, problem));
            }
        }
        Ok(())
    }

    /// Converts a value to the type of its field, which may be narrower.
    fn fit<T: TryFrom<u64>>(
        &self,
        field: &'static str,
        value: u64,
        allowed: T,
        place: impl FnOnce(&Self, EncodeProblem) -> StackMapEncodeError,
    ) -> Result<T, StackMapEncodeError>
    where
        u64: From<T>,
    {
        T::try_from(value).map_err(|_| {
            let allowed = u64::from(allowed);
            place(self, EncodeProblem::TooLarge { field, found: value, allowed })
        })
    }

    fn at_map(&self, problem: EncodeProblem) -> StackMapEncodeError {
        StackMapEncodeError { layout: self.layout, place: StackMapPart::Map, problem }
    }

    fn at_function(&self, index: usize, problem: EncodeProblem) -> StackMapEncodeError {
        let address = self.map.functions.get(index).map_or(0, |function| function.address);
        StackMapEncodeError {
            layout: self.layout,
            place: StackMapPart::Function { index, address },
            problem,
        }
    }

    fn at_record(&self, index: usize, problem: EncodeProblem) -> StackMapEncodeError {
        let record = self.map.records.get(index);
        let place = StackMapPart::Record {
            index,
            id: record.map_or(0, |record| record.id),
            instruction_offset: record.map_or(0, |record| record.instruction_offset),
            function: self
                .map
                .function_of(index)
                .and_then(|function| self.map.functions.get(function))
                .map(|function| function.address),
        };
        StackMapEncodeError { layout: self.layout, place, problem }
    }
}

/// Appends zero bytes up to a multiple of `alignment`.
fn pad(bytes: &mut Vec<u8>, alignment: usize) {
    bytes.resize(bytes.len().next_multiple_of(alignment), 0);
}
