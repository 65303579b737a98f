//! The common parts of versions 1, 2 and 3: a header with three counts, then functions, constants
//! and records of varying length.

use super::flat::Arrays;
use super::location::{LiveOuts, LocationEncoding, Locations};
use super::reader::{Reader, field};
use super::view::{Constants, Function, Record, StackMap};
use super::{StackMapLayout, StackMapParseError};

/// The parameters of version 1, 2 or 3.
pub(super) trait Classic {
    const LAYOUT: StackMapLayout;
    /// Size in bytes of a function: 16 without a record count, 24 with one.
    const FUNCTION_SIZE: usize;
    /// The encoding of a location.
    const LOCATION: LocationEncoding;
    /// Whether zero bytes pad the locations to a multiple of eight.
    const LIVE_OUTS_ALIGNED: bool;
}

/// Size in bytes of a record without locations and live-outs, including padding.
const MIN_RECORD_SIZE: usize = 24;

/// Reads and validates the map at offset `start`. The caller has checked the version byte.
pub(super) fn read_map<L: Classic>(
    section: &[u8],
    start: usize,
) -> Result<StackMap<'_>, StackMapParseError> {
    let mut reader = Reader::new(section, start);
    reader.skip_version()?;
    let function_count = reader.u32("number of functions")?;
    let constant_count = reader.u32("number of constants")?;
    let record_count = reader.u32("number of records")?;

    let functions_at = reader.offset();
    let functions = reader.table(
        u64::from(function_count),
        L::FUNCTION_SIZE,
        start + 4,
        "number of functions",
    )?;
    check_record_counts::<L>(functions, functions_at, record_count)?;
    let constants = reader.table(u64::from(constant_count), 8, start + 8, "number of constants")?;
    let constants = Constants::new(constants);

    let allowed = (reader.remaining() / MIN_RECORD_SIZE) as u64;
    if u64::from(record_count) > allowed {
        return Err(StackMapParseError::Count {
            offset: start + 12,
            field: "number of records",
            found: u64::from(record_count),
            allowed,
        });
    }
    let records_at = reader.offset();
    for _ in 0..record_count {
        let record = read_record::<L>(&mut reader)?;
        record.locations().check(record.offset() + 16, constants.len())?;
        record.live_outs().check(record.live_outs_at)?;
    }

    Ok(StackMap {
        layout: L::LAYOUT,
        section,
        start,
        end: reader.offset(),
        functions,
        constants,
        records_at,
        record_count,
        arrays: Arrays::default(),
    })
}

/// Reads a record without checking its locations and live-outs.
#[inline]
pub(super) fn read_record<'a, L: Classic>(
    reader: &mut Reader<'a>,
) -> Result<Record<'a>, StackMapParseError> {
    let offset = reader.offset();
    let header: &[u8; 16] = reader.array("record")?;
    let location_count = field!(header, u16, 14);
    let locations = reader.table(
        u64::from(location_count),
        L::LOCATION.size(),
        offset + 14,
        "number of locations",
    )?;
    if L::LIVE_OUTS_ALIGNED {
        reader.skip_padding(8, "padding after the locations")?;
    }
    reader.skip_reserved_u16("reserved bytes before the number of live-outs")?;
    let live_out_count_at = reader.offset();
    let live_out_count = reader.u16("number of live-outs")?;
    let live_outs_at = reader.offset();
    let live_outs = reader.table(
        u64::from(live_out_count),
        LiveOuts::SIZE,
        live_out_count_at,
        "number of live-outs",
    )?;
    reader.skip_padding(8, "padding after the live-outs")?;
    Ok(Record {
        id: field!(header, u64, 0),
        instruction_offset: field!(header, u32, 8),
        flags: field!(header, u16, 12),
        call_size: 0,
        has_live_out_info: live_out_count != 0,
        offset,
        live_outs_at,
        locations: Locations::new(locations, L::LOCATION),
        live_outs: LiveOuts::new(live_outs),
    })
}

/// Reads an element of the function table.
pub(super) fn read_function(bytes: &[u8]) -> Option<Function> {
    let (address, rest) = bytes.split_first_chunk()?;
    let (stack_size, rest) = rest.split_first_chunk()?;
    let stack_size = u64::from_le_bytes(*stack_size);
    Some(Function {
        address: u64::from_le_bytes(*address),
        stack_size: (stack_size != u64::MAX).then_some(stack_size),
        record_count: rest.first_chunk().map(|&count| u64::from_le_bytes(count)),
        frame: None,
    })
}

/// Checks that the sum of the functions' record counts is the header's. Version 1 has no record
/// counts.
fn check_record_counts<L: Classic>(
    functions: &[u8],
    functions_at: usize,
    record_count: u32,
) -> Result<(), StackMapParseError> {
    if L::FUNCTION_SIZE < 24 {
        return Ok(());
    }
    let allowed = u64::from(record_count);
    let mut sum = 0_u64;
    for (index, bytes) in functions.chunks_exact(L::FUNCTION_SIZE).enumerate() {
        let count = read_function(bytes).and_then(|function| function.record_count).unwrap_or(0);
        sum = sum.saturating_add(count);
        if sum > allowed {
            let offset = functions_at + index * L::FUNCTION_SIZE + 16;
            return Err(StackMapParseError::RecordCounts { offset, found: sum, allowed });
        }
    }
    if sum != allowed {
        let offset = functions_at + functions.len();
        return Err(StackMapParseError::RecordCounts { offset, found: sum, allowed });
    }
    Ok(())
}
