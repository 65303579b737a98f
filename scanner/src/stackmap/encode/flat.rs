//! Writes the flat layout, which the module `flat` of the reader describes. Equal lists of
//! locations, live-outs and saved registers are written once and shared.

use core::hash::Hash;
use std::collections::HashMap;

use super::{EncodeProblem, Encoder, StackMapEncodeError, pad};
use crate::stackmap::flat::{EXPANSION_LIMIT, HEADER_SIZE};
use crate::stackmap::location::FLAT_SIZE;
use crate::stackmap::model::{FlatFrame, Function, Record};
use crate::stackmap::{FrameRegister, LiveOut, Location};

impl Encoder<'_> {
    /// Writes the map in the flat layout.
    pub(super) fn encode_flat(&self) -> Result<Vec<u8>, StackMapEncodeError> {
        let map = self.map;
        // A 16-bit index could address 65,536 records, but the 16-bit record count of a function
        // cannot count more than 65,535.
        let (found, allowed) = (map.records.len() as u64, u64::from(u16::MAX));
        if found > allowed {
            let field = "the number of records";
            return Err(self.at_record(
                usize::from(u16::MAX),
                EncodeProblem::TooLarge { field, found, allowed },
            ));
        }
        let mut expansion = 0_u64;
        let mut lists = Lists::default();
        let mut frames = Vec::new();
        let mut first_record = 0_u64;
        let unknown = FlatFrame::default();
        for (index, function) in map.functions.iter().enumerate() {
            let frame = function.frame.as_ref().unwrap_or(&unknown);
            let saved = lists.registers.intern(&frame.saved);
            self.push_frame(&mut frames, index, function, frame, saved, first_record)?;
            first_record += function.record_count.unwrap_or(0);
            expansion += frame.saved.len() as u64;
            self.check_expansion(expansion, |encoder, problem| {
                encoder.at_function(index, problem)
            })?;
        }
        let mut records = Vec::new();
        for (index, record) in map.records.iter().enumerate() {
            self.push_flat_record(&mut records, index, record, &mut lists)?;
            expansion += (record.locations.len() + record.live_outs.len()) as u64;
            self.check_expansion(expansion, |encoder, problem| encoder.at_record(index, problem))?;
        }
        let constants: Vec<u8> = map.constants.iter().flat_map(|c| c.to_le_bytes()).collect();

        let mut bytes = vec![0; HEADER_SIZE as usize];
        let mut offsets = vec![self.layout.version(), 0, 0, 0];
        for (alignment, array) in [
            (8, constants),
            (8, frames),
            (4, lists.registers.bytes(register_bytes)),
            (8, records),
            (4, lists.locations.bytes(location_bytes)),
            (2, lists.live_outs.bytes(live_out_bytes)),
        ] {
            pad(&mut bytes, alignment);
            let at = self.convert("an array offset", bytes.len() as u64, u32::MAX, Self::at_map)?;
            offsets.extend(at.to_le_bytes());
            bytes.extend(array);
        }
        pad(&mut bytes, 8);
        bytes[..offsets.len()].copy_from_slice(&offsets);
        Ok(bytes)
    }

    /// Returns an error if the reader would reject the lists. `found` is the total number of
    /// elements so far.
    fn check_expansion(
        &self,
        found: u64,
        make_error: impl FnOnce(&Self, EncodeProblem) -> StackMapEncodeError,
    ) -> Result<(), StackMapEncodeError> {
        if found <= EXPANSION_LIMIT {
            return Ok(());
        }
        let field = "the number of locations, live-outs and saved registers up to here";
        Err(make_error(self, EncodeProblem::TooLarge { field, found, allowed: EXPANSION_LIMIT }))
    }

    /// Appends a frame record to `bytes`. `saved` is the index of the frame's first saved register.
    fn push_frame(
        &self,
        bytes: &mut Vec<u8>,
        index: usize,
        function: &Function,
        frame: &FlatFrame,
        saved: usize,
        first_record: u64,
    ) -> Result<(), StackMapEncodeError> {
        let make_error = |encoder: &Self, problem| encoder.at_function(index, problem);
        let encode_u16 = |field, value: u64| self.convert(field, value, u16::MAX, make_error);
        let stack_size = match function.stack_size {
            None => u32::MAX,
            Some(size) => match u32::try_from(size) {
                // The maximum value means that the size is not fixed.
                Ok(size) if size < u32::MAX => size,
                _ => {
                    let (field, allowed) = ("the stack size", u64::from(u32::MAX - 1));
                    return Err(make_error(
                        self,
                        EncodeProblem::TooLarge { field, found: size, allowed },
                    ));
                }
            },
        };
        let count = function.record_count.unwrap_or(0);
        bytes.extend(function.address.to_le_bytes());
        bytes.extend(frame.function_size.to_le_bytes());
        bytes.extend(stack_size.to_le_bytes());
        bytes.extend(frame.flags.bits().to_le_bytes());
        bytes.extend(frame.base_register.to_le_bytes());
        bytes.extend(
            encode_u16("the number of saved registers", frame.saved.len() as u64)?.to_le_bytes(),
        );
        bytes.extend(encode_u16("the index of the saved registers", saved as u64)?.to_le_bytes());
        bytes.extend(encode_u16("the number of records", count)?.to_le_bytes());
        let first_record = if count == 0 { 0 } else { first_record };
        bytes.extend(encode_u16("the index of the records", first_record)?.to_le_bytes());
        Ok(())
    }

    /// Appends a record to `bytes`.
    fn push_flat_record<'m>(
        &self,
        bytes: &mut Vec<u8>,
        index: usize,
        record: &'m Record,
        lists: &mut Lists<'m>,
    ) -> Result<(), StackMapEncodeError> {
        let make_error = |encoder: &Self, problem| encoder.at_record(index, problem);
        let encode_u16 =
            |field, value: usize| self.convert(field, value as u64, u16::MAX, make_error);
        if record.flags != 0 {
            let found = u64::from(record.flags);
            return Err(make_error(self, EncodeProblem::NoField { what: "record flags", found }));
        }
        for (location, value) in record.locations.iter().enumerate() {
            if value.size != FLAT_SIZE {
                let (found, allowed) = (value.size, "only 8, because the layout records no sizes");
                return Err(make_error(
                    self,
                    EncodeProblem::LocationSize { location, found, allowed },
                ));
            }
        }
        bytes.extend(record.id.to_le_bytes());
        bytes.extend(record.instruction_offset.to_le_bytes());
        bytes.extend([record.call_size, u8::from(record.has_live_out_info)]);
        for (field, value) in [
            ("the number of locations", record.locations.len()),
            ("the index of the locations", lists.locations.intern(&record.locations)),
            ("the number of live-outs", record.live_outs.len()),
            ("the index of the live-outs", lists.live_outs.intern(&record.live_outs)),
        ] {
            bytes.extend(encode_u16(field, value)?.to_le_bytes());
        }
        Ok(())
    }
}

/// The arrays of the map to which frames and records refer.
#[derive(Default)]
struct Lists<'m> {
    registers: Array<'m, FrameRegister>,
    locations: Array<'m, Location>,
    live_outs: Array<'m, LiveOut>,
}

/// An array of elements in which equal lists are stored once.
struct Array<'m, T> {
    elements: Vec<T>,
    /// Index of the first element of each list in `elements`.
    known: HashMap<&'m [T], usize>,
}

impl<T> Default for Array<'_, T> {
    fn default() -> Self {
        Self { elements: Vec::new(), known: HashMap::new() }
    }
}

impl<'m, T: Copy + Eq + Hash> Array<'m, T> {
    /// Appends the list unless it is already stored, and returns the index of its first element.
    /// Returns 0 for an empty list.
    fn intern(&mut self, list: &'m [T]) -> usize {
        if list.is_empty() {
            return 0;
        }
        *self.known.entry(list).or_insert_with(|| {
            let index = self.elements.len();
            self.elements.extend_from_slice(list);
            index
        })
    }

    /// Returns the bytes of all elements.
    fn bytes<const N: usize>(&self, element: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
        self.elements.iter().flat_map(element).collect()
    }
}

fn register_bytes(register: &FrameRegister) -> [u8; 6] {
    let [r0, r1] = register.register.to_le_bytes();
    let [o0, o1] = register.offset.to_le_bytes();
    [r0, r1, o0, o1, register.size, u8::from(register.spilled)]
}

fn location_bytes(location: &Location) -> [u8; 8] {
    let [r0, r1] = location.register.to_le_bytes();
    let [a, b, c, d] = location.offset.to_le_bytes();
    [location.kind.number(), 0, r0, r1, a, b, c, d]
}

fn live_out_bytes(live_out: &LiveOut) -> [u8; 4] {
    let [r0, r1] = live_out.register.to_le_bytes();
    [r0, r1, 0, live_out.size]
}
