//! A mutable stack map, which can be converted to another layout and encoded.
//!
//! It can hold the contents of any layout. [`encode`](super::encode()) returns an error if the
//! target layout has no field for a value.

use super::{FrameFlags, FrameRegister, LiveOut, Location, StackMap};

/// A mutable stack map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// The functions that have records.
    pub functions: Vec<Function>,
    /// The constants to which [`ConstantIndex`](super::LocationKind::ConstantIndex) locations
    /// refer.
    pub constants: Vec<u64>,
    /// The records, grouped by function in the order of `functions`.
    pub records: Vec<Record>,
}

/// A function of a stack map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Address of the function's first instruction.
    pub address: u64,
    /// Size of the function's frame in bytes; `None` if the size is not fixed.
    pub stack_size: Option<u64>,
    /// Number of records that belong to the function; `None` if not known.
    pub record_count: Option<u64>,
    /// The flat layout's description of the frame.
    pub frame: Option<FlatFrame>,
}

/// The description of a frame, which only the flat layout records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatFrame {
    /// Length of the function's code in bytes.
    pub function_size: u32,
    /// The kind of frame.
    pub flags: FrameFlags,
    /// DWARF number of the register that addresses the frame.
    pub base_register: u16,
    /// The registers that the function saves.
    pub saved: Vec<FrameRegister>,
}

/// A record of a stack map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The ID that the front end assigned to the call.
    pub id: u64,
    /// Offset in bytes from the function's address to the instruction.
    pub instruction_offset: u32,
    /// Reserved; LLVM writes 0.
    pub flags: u16,
    /// Length in bytes of the call instruction; 0 if not known.
    pub call_size: u8,
    /// Whether the live-outs are known; true if there are any.
    pub has_live_out_info: bool,
    /// The locations of the values.
    pub locations: Vec<Location>,
    /// The registers that are live after the instruction.
    pub live_outs: Vec<LiveOut>,
}

impl Map {
    /// Sets the record count of each function, which a map of version 1 does not contain. `counts`
    /// are the record counts in the order of the functions.
    ///
    /// # Errors
    ///
    /// If the number of counts is not the number of functions, or the sum of the counts is not the
    /// number of records. In these cases, the map is unchanged.
    pub fn attribute(&mut self, counts: &[u64]) -> Result<(), AttributionError> {
        let sum = counts.iter().fold(0_u64, |sum, &count| sum.saturating_add(count));
        if counts.len() != self.functions.len() || sum != self.records.len() as u64 {
            return Err(AttributionError {
                counts: counts.len(),
                functions: self.functions.len(),
                sum,
                records: self.records.len(),
            });
        }
        for (function, &count) in self.functions.iter_mut().zip(counts) {
            function.record_count = Some(count);
        }
        Ok(())
    }

    /// Removes the values that only the flat layout can hold: frames, call sizes, and the flag for
    /// live-out information in records without live-outs.
    pub fn drop_flat_details(&mut self) {
        for function in &mut self.functions {
            function.frame = None;
        }
        for record in &mut self.records {
            record.call_size = 0;
            record.has_live_out_info = !record.live_outs.is_empty();
        }
    }

    /// Returns the index of the function to which a record belongs, if the record counts are known.
    pub fn function_of(&self, record: usize) -> Option<usize> {
        let record = record as u64;
        let mut end = 0_u64;
        for (index, function) in self.functions.iter().enumerate() {
            end = end.saturating_add(function.record_count?);
            if record < end {
                return Some(index);
            }
        }
        None
    }
}

/// Error returned by [`Map::attribute`] for record counts that do not match the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{counts} record counts that add up to {sum}, but the map has {functions} functions and \
     {records} records"
)]
pub struct AttributionError {
    /// The number of counts.
    pub counts: usize,
    /// The number of functions.
    pub functions: usize,
    /// The sum of the counts, saturated.
    pub sum: u64,
    /// The number of records.
    pub records: usize,
}

impl From<&StackMap<'_>> for Map {
    fn from(map: &StackMap<'_>) -> Self {
        let functions = map.functions().map(|function| Function {
            address: function.address,
            stack_size: function.stack_size,
            record_count: function.record_count,
            frame: function.frame.map(|frame| FlatFrame {
                function_size: frame.function_size,
                flags: frame.flags,
                base_register: frame.base_register,
                saved: map.frame_registers(&frame).collect(),
            }),
        });
        let records = map.records().map(|record| Record {
            id: record.id,
            instruction_offset: record.instruction_offset,
            flags: record.flags,
            call_size: record.call_size,
            has_live_out_info: record.has_live_out_info,
            locations: record.locations().collect(),
            live_outs: record.live_outs().collect(),
        });
        Self {
            functions: functions.collect(),
            constants: map.constants().iter().collect(),
            records: records.collect(),
        }
    }
}
