//! A stack map that can be changed, converted to another layout and written.
//!
//! It holds what any layout can; [`encode`](super::encode()) says what the chosen one cannot.

use super::{FrameFlags, FrameRegister, LiveOut, Location, StackMap};

/// A stack map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// The functions that have records.
    pub functions: Vec<Function>,
    /// The constants that locations of kind constant index mean.
    pub constants: Vec<u64>,
    /// The records, those of one function behind those of the function before it.
    pub records: Vec<Record>,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// The address of its first instruction.
    pub address: u64,
    /// Bytes of its frame; None where the size is not fixed.
    pub stack_size: Option<u64>,
    /// How many of the map's records belong to it; None if that is not known.
    pub record_count: Option<u64>,
    /// What more is known of its frame.
    pub frame: Option<Frame>,
}

/// What the flat layout says of a frame, and no other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Bytes of the function's code.
    pub function_size: u32,
    /// What kind of frame it is.
    pub flags: FrameFlags,
    /// DWARF number of the register that addresses the frame.
    pub base_register: u16,
    /// The registers that the function saves.
    pub saved: Vec<FrameRegister>,
}

/// A record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The number that the front end gave the call.
    pub id: u64,
    /// Bytes from the function's address to the instruction.
    pub instruction_offset: u32,
    /// Reserved; LLVM writes 0.
    pub flags: u16,
    /// Bytes of the call instruction; 0 if not known.
    pub call_size: u8,
    /// Whether the live-outs are known; true where there are any.
    pub has_live_out_info: bool,
    /// Where the values are.
    pub locations: Vec<Location>,
    /// The registers that are live behind the instruction.
    pub live_outs: Vec<LiveOut>,
}

impl Map {
    /// Says to which function each record belongs, where a map of version 1 does not: `counts`
    /// has the number of records of each function in the order of the functions.
    ///
    /// # Errors
    ///
    /// If there is not one count for each function, or if they do not add up to the number of
    /// records. The map is unchanged then.
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

    /// Drops what only the flat layout can hold: frames, call sizes, and the knowledge that there
    /// are no live-outs.
    pub fn drop_flat_details(&mut self) {
        for function in &mut self.functions {
            function.frame = None;
        }
        for record in &mut self.records {
            record.call_size = 0;
            record.has_live_out_info = !record.live_outs.is_empty();
        }
    }

    /// The index of the function to which a record belongs, if the functions say so.
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

/// Record counts that do not fit a map.
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
            frame: function.frame.map(|frame| Frame {
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
