//! The layout that was proposed as version 2 in 2015 (J. Ributzka, "New StackMap format proposal",
//! LLVM developers' list, 9 July 2015): arrays of elements of fixed size.
//!
//! ```text
//! header          u8 2, u8 0 [3], u32 offset of each of the six arrays, from the start of the map
//! constant        u64                                                    aligned to 8
//! frame record    u64 address, u32 function size, u32 stack size,        aligned to 8
//!                 u16 flags, u16 base register,
//!                 u16 number of frame registers, u16 index of the first one,
//!                 u16 number of records, u16 index of the first one
//! frame register  u16 register, i16 offset, u8 size, u8 flags            aligned to 4
//! record          u64 id, u32 instruction offset, u8 call size,          aligned to 8
//!                 u8 flags, u16 number of locations, u16 index of the first one,
//!                 u16 number of live-outs, u16 index of the first one
//! location        u8 kind, u8 0, u16 register, i32 offset                aligned to 4
//! live-out        u16 register, u8 0, u8 size                            aligned to 2
//! ```
//!
//! Elements are packed. The proposal leaves the following open; this crate defines it:
//!
//! - The arrays are in this order. The first one directly follows the header.
//! - The arrays of frame registers and live-outs end after the last element to which a frame or
//!   record refers. Zero bytes pad them to the next array or, after the live-outs, to a multiple of
//!   eight.
//! - The size of a frame is not fixed if its stack size is 2^32-1, or if the flag for variable-size
//!   allocas or for stack realignment is set.
//! - Records are grouped by function, in the order of the functions. Several records may share
//!   locations and live-outs, and several frames may share frame registers.
//! - Locations have no size, so every value has the size of a pointer.
//! - A frame record with zero in all fields that describe the frame, except the stack size, means
//!   that the frame is unknown.

use super::StackMapLayout;
use super::StackMapParseError;
use super::frame::{FlatFrame, FrameFlags, FrameRegisters};
use super::location::{LiveOuts, LocationEncoding, Locations};
use super::reader::{Reader, field};
use super::view::{Constants, Function, Record, StackMap};

/// Size of a frame record in bytes.
pub(super) const FRAME_RECORD_SIZE: usize = 28;
/// Size of a record in bytes.
pub(super) const RECORD_SIZE: usize = 22;
/// Size of the header in bytes: 28 bytes and padding to a multiple of eight.
pub(super) const HEADER_SIZE: u32 = 32;

/// Maximum total number of locations, live-outs and saved registers of the frames and records of
/// one map. Shared lists count once per use. The limit bounds the memory that a reader needs for a
/// small section whose records share long lists.
pub(super) const EXPANSION_LIMIT: u64 = 1 << 24;

/// Name of the header field and alignment in bytes of each array.
const ARRAYS: [(&str, u32); 6] = [
    ("offset of the constants", 8),
    ("offset of the frame records", 8),
    ("offset of the frame registers", 4),
    ("offset of the records", 8),
    ("offset of the locations", 4),
    ("offset of the live-outs", 2),
];

/// The arrays of a flat map to which functions and records refer. They are empty in other layouts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arrays<'a> {
    frame_registers: &'a [u8],
    locations: &'a [u8],
    /// All bytes of the section after the locations, because the map does not record the length of
    /// this array.
    live_outs: &'a [u8],
    /// Offset of `live_outs` in the section.
    live_outs_at: usize,
}

impl<'a> Arrays<'a> {
    /// Iterates over the saved registers of a frame.
    pub(super) fn frame_registers(&self, frame: &FlatFrame) -> FrameRegisters<'a> {
        let size = FrameRegisters::SIZE;
        let bytes = slice(self.frame_registers, frame.register_index, frame.register_count, size);
        FrameRegisters::new(bytes.unwrap_or_default())
    }
}

/// Returns the bytes of `count` elements, starting at `index`, of an array of elements of `size`
/// bytes.
fn slice(array: &[u8], index: u16, count: u16, size: usize) -> Option<&[u8]> {
    // The index of an empty list is not defined, so it is ignored.
    let index = if count == 0 { 0 } else { index };
    array.get(usize::from(index) * size..)?.get(..usize::from(count) * size)
}

/// Returns whether the bytes at `start` can be the header of a flat map.
pub(super) fn is_plausible(section: &[u8], start: usize) -> bool {
    let mut reader = Reader::new(section, start);
    reader.u32("version").is_ok() && read_offsets(&mut reader, section.len() - start).is_ok()
}

/// Reads the offsets of the arrays. The position of `reader` is the first of these fields;
/// `available` is the number of bytes from the start of the map to the end of the section.
fn read_offsets(reader: &mut Reader<'_>, available: usize) -> Result<[u32; 6], StackMapParseError> {
    let high = u32::try_from(available).unwrap_or(u32::MAX);
    let mut low = HEADER_SIZE;
    let mut offsets = [0; 6];
    for (array_offset, (field, step)) in offsets.iter_mut().zip(ARRAYS) {
        let offset = reader.offset();
        let found = reader.u32(field)?;
        // The first array starts directly after the header.
        let high = if field == ARRAYS[0].0 { high.min(low) } else { high };
        if found < low || found > high || !found.is_multiple_of(step) {
            return Err(StackMapParseError::ArrayOffset { offset, field, found, low, high, step });
        }
        low = found;
        *array_offset = found;
    }
    Ok(offsets)
}

/// Reads and validates the map at offset `start`. The caller has checked the version byte.
pub(super) fn read_map(section: &[u8], start: usize) -> Result<StackMap<'_>, StackMapParseError> {
    let mut reader = Reader::new(section, start);
    reader.skip_version()?;
    let [constants_at, frames_at, registers_at, records_at, locations_at, live_outs_at] =
        read_offsets(&mut reader, section.len() - start)?;
    reader.skip_padding(8, "padding after the header")?;

    // The offsets ascend and are inside the section, so each `take` succeeds.
    let array = |from: u32, to: u32, field| {
        Reader::new(section, start + from as usize).take((to - from) as usize, field)
    };
    let constants = Constants::new(array(constants_at, frames_at, "constants")?);
    let frames = array(frames_at, registers_at, "frame records")?;
    if !frames.len().is_multiple_of(FRAME_RECORD_SIZE) {
        return Err(StackMapParseError::ArrayOffset {
            offset: start + 12,
            field: ARRAYS[2].0,
            found: registers_at,
            low: frames_at,
            high: records_at,
            step: FRAME_RECORD_SIZE as u32,
        });
    }
    let record_count = (locations_at - records_at) as usize / RECORD_SIZE;
    Reader::new(section, start + records_at as usize + record_count * RECORD_SIZE)
        .skip_padding_to(start + locations_at as usize, "padding after the records")?;
    let arrays = Arrays {
        frame_registers: array(registers_at, records_at, "frame registers")?,
        locations: array(locations_at, live_outs_at, "locations")?,
        live_outs: Reader::new(section, start + live_outs_at as usize).rest(),
        live_outs_at: start + live_outs_at as usize,
    };
    if !arrays.locations.len().is_multiple_of(LocationEncoding::Flat.size()) {
        return Err(StackMapParseError::ArrayOffset {
            offset: start + 24,
            field: ARRAYS[5].0,
            found: live_outs_at,
            low: locations_at,
            high: live_outs_at,
            step: LocationEncoding::Flat.size() as u32,
        });
    }
    Locations::new(arrays.locations, LocationEncoding::Flat)
        .check(start + locations_at as usize, constants.len())?;

    let mut expansion = Expansion::default();
    let registers_used = check_frames(
        frames,
        start + frames_at as usize,
        record_count as u64,
        arrays.frame_registers,
        &mut expansion,
    )?;
    let registers_at = start + registers_at as usize;
    check_registers(registers_used, registers_at)?;
    Reader::new(section, registers_at + registers_used.len())
        .skip_padding_to(start + records_at as usize, "padding after the frame registers")?;

    let mut live_outs_end = arrays.live_outs_at;
    let mut reader = Reader::new(section, start + records_at as usize);
    for _ in 0..record_count {
        let record = read_record(&mut reader, &arrays)?;
        let live_outs = record.live_outs().len();
        expansion.add(record.offset(), record.locations().len() + live_outs)?;
        if live_outs != 0 {
            live_outs_end = live_outs_end.max(record.live_outs_at + live_outs * LiveOuts::SIZE);
        }
    }
    // `live_outs_end` is inside the section, because the live-outs of each record are.
    let used = arrays.live_outs.get(..live_outs_end - arrays.live_outs_at).unwrap_or_default();
    LiveOuts::new(used).check(arrays.live_outs_at)?;
    let mut reader = Reader::new(section, live_outs_end);
    reader.skip_padding(8, "padding after the live-outs")?;

    Ok(StackMap {
        layout: StackMapLayout::Flat,
        section,
        start,
        end: reader.offset(),
        functions: frames,
        constants,
        records_at: start + records_at as usize,
        // The records lie between two 32-bit offsets, so their number fits in 32 bits.
        record_count: record_count as u32,
        arrays,
    })
}

/// Total number of elements in the lists of all frames and records. Shared lists count once per
/// use.
#[derive(Default)]
struct Expansion(u64);

impl Expansion {
    /// Adds a list of `len` elements. `offset` is the offset of its frame or record.
    fn add(&mut self, offset: usize, len: usize) -> Result<(), StackMapParseError> {
        self.0 += len as u64;
        if self.0 > EXPANSION_LIMIT {
            let allowed = EXPANSION_LIMIT;
            return Err(StackMapParseError::Expansion { offset, found: self.0, allowed });
        }
        Ok(())
    }
}

/// Checks the frame records and returns the frame registers that they use.
fn check_frames<'a>(
    frames: &[u8],
    frames_at: usize,
    record_count: u64,
    registers: &'a [u8],
    expansion: &mut Expansion,
) -> Result<&'a [u8], StackMapParseError> {
    let size = FrameRegisters::SIZE;
    let mut records = 0_u64;
    let mut registers_used = 0;
    for (frame_index, bytes) in frames.chunks_exact(FRAME_RECORD_SIZE).enumerate() {
        let offset = frames_at + frame_index * FRAME_RECORD_SIZE;
        let mut reader = Reader::new(bytes, 16);
        let flags = reader.u16("frame flags")?;
        if FrameFlags::from_bits(flags).is_none() {
            let field = "reserved frame flags";
            return Err(StackMapParseError::Reserved {
                offset: offset + 16,
                field,
                found: flags.into(),
            });
        }
        let _base_register = reader.u16("frame base register")?;
        let count = reader.u16("number of frame registers")?;
        let index = reader.u16("index of the frame registers")?;
        if slice(registers, index, count, size).is_none() {
            let (field, allowed) = ("frame registers", registers.len() / size);
            return Err(StackMapParseError::ArrayRange { offset, field, index, count, allowed });
        }
        expansion.add(offset, usize::from(count))?;
        if count != 0 {
            registers_used = registers_used.max((usize::from(index) + usize::from(count)) * size);
        }
        let count = reader.u16("number of records")?;
        let index = reader.u16("index of the records")?;
        if count != 0 && u64::from(index) != records {
            let offset = offset + 26;
            return Err(StackMapParseError::RecordIndex { offset, found: index, allowed: records });
        }
        records += u64::from(count);
        if records > record_count {
            let offset = offset + 24;
            return Err(StackMapParseError::RecordCounts {
                offset,
                found: records,
                allowed: record_count,
            });
        }
    }
    if records != record_count {
        let offset = frames_at + frames.len();
        return Err(StackMapParseError::RecordCounts {
            offset,
            found: records,
            allowed: record_count,
        });
    }
    Ok(registers.get(..registers_used).unwrap_or_default())
}

/// Checks the frame registers.
fn check_registers(registers: &[u8], registers_at: usize) -> Result<(), StackMapParseError> {
    let size = FrameRegisters::SIZE;
    for (index, register) in registers.chunks_exact(size).enumerate() {
        if let [.., flags] = *register
            && flags & !FrameRegisters::SPILLED != 0
        {
            let offset = registers_at + index * size + size - 1;
            let field = "reserved flags of a frame register";
            return Err(StackMapParseError::Reserved { offset, field, found: flags.into() });
        }
    }
    Ok(())
}

/// Reads a frame record.
pub(super) fn read_function(bytes: &[u8]) -> Option<Function> {
    let bytes: &[u8; FRAME_RECORD_SIZE] = bytes.first_chunk()?;
    let frame = FlatFrame {
        function_size: field!(bytes, u32, 8),
        flags: FrameFlags::from_bits(field!(bytes, u16, 16))?,
        base_register: field!(bytes, u16, 18),
        register_count: field!(bytes, u16, 20),
        register_index: field!(bytes, u16, 22),
    };
    let stack_size = field!(bytes, u32, 12);
    let is_fixed = stack_size != u32::MAX && !frame.flags.is_dynamic();
    let is_unknown = frame.function_size == 0
        && frame.flags == FrameFlags::default()
        && frame.base_register == 0
        && frame.register_count == 0;
    Some(Function {
        address: field!(bytes, u64, 0),
        stack_size: is_fixed.then_some(u64::from(stack_size)),
        record_count: Some(u64::from(field!(bytes, u16, 24))),
        frame: (!is_unknown).then_some(frame),
    })
}

/// Reads a record.
#[inline]
pub(super) fn read_record<'a>(
    reader: &mut Reader<'a>,
    arrays: &Arrays<'a>,
) -> Result<Record<'a>, StackMapParseError> {
    let offset = reader.offset();
    let record: &[u8; RECORD_SIZE] = reader.array("record")?;
    let has_live_out_info = match record[13] {
        0 => false,
        1 => true,
        found => {
            let field = "reserved flags of a record";
            return Err(StackMapParseError::Reserved {
                offset: offset + 13,
                field,
                found: found.into(),
            });
        }
    };
    let (count, index) = (field!(record, u16, 14), field!(record, u16, 16));
    let size = LocationEncoding::Flat.size();
    let locations = slice(arrays.locations, index, count, size).ok_or({
        let allowed = arrays.locations.len() / size;
        StackMapParseError::ArrayRange { offset, field: "locations", index, count, allowed }
    })?;
    let (count, index) = (field!(record, u16, 18), field!(record, u16, 20));
    if count != 0 && !has_live_out_info {
        return Err(StackMapParseError::LiveOutInfo { offset, found: count });
    }
    let live_outs = slice(arrays.live_outs, index, count, LiveOuts::SIZE).ok_or({
        let allowed = arrays.live_outs.len() / LiveOuts::SIZE;
        StackMapParseError::ArrayRange { offset, field: "live-outs", index, count, allowed }
    })?;
    Ok(Record {
        id: field!(record, u64, 0),
        instruction_offset: field!(record, u32, 8),
        flags: 0,
        call_size: record[12],
        has_live_out_info,
        offset,
        live_outs_at: arrays.live_outs_at + usize::from(index) * LiveOuts::SIZE,
        locations: Locations::new(locations, LocationEncoding::Flat),
        live_outs: LiveOuts::new(live_outs),
    })
}
