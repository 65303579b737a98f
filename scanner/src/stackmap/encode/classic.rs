//! Writes versions 1, 2 and 3. The modules `v1`, `v2` and `v3` describe the layouts.

use super::{EncodeProblem, Encoder, StackMapEncodeError, pad};
use crate::stackmap::StackMapLayout;
use crate::stackmap::model::{Function, Record};

impl Encoder<'_> {
    /// Writes the map in version 1, 2 or 3.
    pub(super) fn encode_classic(&self) -> Result<Vec<u8>, StackMapEncodeError> {
        let map = self.map;
        let count = |field, len: usize| self.convert(field, len as u64, u32::MAX, Self::at_map);
        let mut bytes = vec![self.layout.version(), 0, 0, 0];
        for count in [
            count("the number of functions", map.functions.len())?,
            count("the number of constants", map.constants.len())?,
            count("the number of records", map.records.len())?,
        ] {
            bytes.extend(count.to_le_bytes());
        }
        for (index, function) in map.functions.iter().enumerate() {
            self.push_function(&mut bytes, index, function)?;
        }
        for constant in &map.constants {
            bytes.extend(constant.to_le_bytes());
        }
        for (index, record) in map.records.iter().enumerate() {
            self.push_record(&mut bytes, index, record)?;
        }
        Ok(bytes)
    }

    /// Appends a function to `bytes`.
    fn push_function(
        &self,
        bytes: &mut Vec<u8>,
        index: usize,
        function: &Function,
    ) -> Result<(), StackMapEncodeError> {
        if let Some(frame) = &function.frame {
            let problem = match (frame.saved.len(), frame.function_size) {
                (0, size) => EncodeProblem::NoField {
                    what: "the size, flags and base register of a frame",
                    found: u64::from(size),
                },
                (saved, _) => {
                    EncodeProblem::NoField { what: "saved registers", found: saved as u64 }
                }
            };
            return Err(self.at_function(index, problem));
        }
        // The maximum value means that the size is not fixed.
        if function.stack_size == Some(u64::MAX) {
            let (field, allowed) = ("the stack size", u64::MAX - 1);
            let problem = EncodeProblem::TooLarge { field, found: u64::MAX, allowed };
            return Err(self.at_function(index, problem));
        }
        bytes.extend(function.address.to_le_bytes());
        bytes.extend(function.stack_size.unwrap_or(u64::MAX).to_le_bytes());
        if self.layout != StackMapLayout::V1 {
            // `check` has returned an error for a function without a record count.
            bytes.extend(function.record_count.unwrap_or(0).to_le_bytes());
        }
        Ok(())
    }

    /// Appends a record to `bytes`.
    fn push_record(
        &self,
        bytes: &mut Vec<u8>,
        index: usize,
        record: &Record,
    ) -> Result<(), StackMapEncodeError> {
        let make_error = |encoder: &Self, problem| encoder.at_record(index, problem);
        if record.call_size != 0 {
            let found = u64::from(record.call_size);
            let problem = EncodeProblem::NoField { what: "the size of the call", found };
            return Err(self.at_record(index, problem));
        }
        if record.has_live_out_info && record.live_outs.is_empty() {
            let what = "the flag for live-out information";
            return Err(self.at_record(index, EncodeProblem::NoField { what, found: 0 }));
        }
        let len = record.locations.len() as u64;
        let locations = self.convert("the number of locations", len, u16::MAX, make_error)?;
        let len = record.live_outs.len() as u64;
        let live_outs = self.convert("the number of live-outs", len, u16::MAX, make_error)?;

        bytes.extend(record.id.to_le_bytes());
        bytes.extend(record.instruction_offset.to_le_bytes());
        bytes.extend(record.flags.to_le_bytes());
        bytes.extend(locations.to_le_bytes());
        for (index_in_record, location) in record.locations.iter().enumerate() {
            bytes.push(location.kind.number());
            match (self.layout, u8::try_from(location.size)) {
                (StackMapLayout::V3, _) => {
                    bytes.push(0);
                    bytes.extend(location.size.to_le_bytes());
                    bytes.extend(location.register.to_le_bytes());
                    bytes.extend([0; 2]);
                }
                (_, Ok(size)) => {
                    bytes.push(size);
                    bytes.extend(location.register.to_le_bytes());
                }
                (_, Err(_)) => {
                    let (found, allowed) = (location.size, "0 to 255");
                    let problem =
                        EncodeProblem::LocationSize { location: index_in_record, found, allowed };
                    return Err(self.at_record(index, problem));
                }
            }
            bytes.extend(location.offset.to_le_bytes());
        }
        if self.layout == StackMapLayout::V3 {
            pad(bytes, 8);
        }
        bytes.extend([0; 2]);
        bytes.extend(live_outs.to_le_bytes());
        for live_out in &record.live_outs {
            bytes.extend(live_out.register.to_le_bytes());
            bytes.extend([0, live_out.size]);
        }
        pad(bytes, 8);
        Ok(())
    }
}
