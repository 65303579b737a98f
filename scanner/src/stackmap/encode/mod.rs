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

/// Encodes the map in this layout. The length of the result is a multiple of eight bytes.
///
/// # Errors
///
/// If the layout cannot represent the map, or the map is inconsistent. The error names the record
/// or function.
pub fn encode(map: &Map, layout: StackMapLayout) -> Result<Vec<u8>, StackMapEncodeError> {
    let encoder = Encoder { map, layout };
    encoder.check()?;
    match layout {
        StackMapLayout::V1 | StackMapLayout::V2 | StackMapLayout::V3 => encoder.encode_classic(),
        StackMapLayout::Flat => encoder.encode_flat(),
    }
}

/// Writes a map in a layout.
#[derive(Clone, Copy)]
struct Encoder<'m> {
    map: &'m Map,
    layout: StackMapLayout,
}

impl Encoder<'_> {
    /// Checks the conditions that apply in every layout.
    fn check(&self) -> Result<(), StackMapEncodeError> {
        self.check_record_counts()?;
        for (index, function) in self.map.functions.iter().enumerate() {
            let is_dynamic = function.frame.as_ref().is_some_and(|frame| frame.flags.is_dynamic());
            if let Some(size) = function.stack_size
                && is_dynamic
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

    /// Checks that the sum of the functions' record counts is the number of records.
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
        // A map of version 1 may have records without functions.
        if sum != records && (self.layout != StackMapLayout::V1 || !self.map.functions.is_empty()) {
            let problem = EncodeProblem::RecordCounts { found: sum, allowed: records };
            return Err(self.at_map(problem));
        }
        Ok(())
    }

    /// Checks that the constant indices of a record are inside the pool.
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

    /// Converts a value to the integer type of its field. `allowed` is the maximum of that type;
    /// `make_error` adds the part of the map to the error.
    fn convert<T: TryFrom<u64>>(
        &self,
        field: &'static str,
        value: u64,
        allowed: T,
        make_error: impl FnOnce(&Self, EncodeProblem) -> StackMapEncodeError,
    ) -> Result<T, StackMapEncodeError>
    where
        u64: From<T>,
    {
        T::try_from(value).map_err(|_| {
            let allowed = u64::from(allowed);
            make_error(self, EncodeProblem::TooLarge { field, found: value, allowed })
        })
    }

    /// Returns the error for a problem of the map as a whole.
    fn at_map(&self, problem: EncodeProblem) -> StackMapEncodeError {
        StackMapEncodeError { layout: self.layout, place: StackMapPart::Map, problem }
    }

    /// Returns the error for a problem of the function at `index`.
    fn at_function(&self, index: usize, problem: EncodeProblem) -> StackMapEncodeError {
        let address = self.map.functions.get(index).map_or(0, |function| function.address);
        StackMapEncodeError {
            layout: self.layout,
            place: StackMapPart::Function { index, address },
            problem,
        }
    }

    /// Returns the error for a problem of the record at `index`.
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

/// Appends zero bytes until the length is a multiple of `alignment`.
fn pad(bytes: &mut Vec<u8>, alignment: usize) {
    bytes.resize(bytes.len().next_multiple_of(alignment), 0);
}
