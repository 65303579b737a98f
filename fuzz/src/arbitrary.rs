//! Constructs stack maps from the bytes of a fuzzer.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use statepoint_scanner::stackmap::model::{FlatFrame, Function, Map, Record};
use statepoint_scanner::stackmap::{FrameFlags, FrameRegister, LiveOut, Location, LocationKind};

/// Returns an arbitrary map. It may be inconsistent, so that no layout can hold it.
///
/// # Errors
///
/// If there are not enough bytes.
pub fn map(bytes: &mut Unstructured<'_>) -> Result<Map> {
    let mut map = Map::default();
    for _ in 0..bytes.int_in_range(0..=4)? {
        map.constants.push(bytes.arbitrary()?);
    }
    for _ in 0..bytes.int_in_range(0..=6)? {
        let mut function = function(bytes)?;
        let records = bytes.int_in_range(0..=4)?;
        for _ in 0..records {
            map.records.push(record(bytes, map.constants.len())?);
        }
        // One of 21 counts is arbitrary, and one is absent.
        function.record_count = match bytes.int_in_range(0..=20)? {
            0 => None,
            1 => Some(bytes.arbitrary()?),
            _ => Some(records),
        };
        map.functions.push(function);
    }
    Ok(map)
}

/// Returns an arbitrary function without record count.
fn function(bytes: &mut Unstructured<'_>) -> Result<Function> {
    let frame = match bytes.arbitrary()? {
        false => None,
        true => Some(frame(bytes)?),
    };
    Ok(Function {
        address: bytes.arbitrary()?,
        stack_size: bytes.arbitrary()?,
        record_count: None,
        frame,
    })
}

/// Returns an arbitrary frame of the flat layout.
fn frame(bytes: &mut Unstructured<'_>) -> Result<FlatFrame> {
    let mut saved = Vec::new();
    for _ in 0..bytes.int_in_range(0..=3)? {
        saved.push(FrameRegister {
            register: bytes.arbitrary()?,
            offset: bytes.arbitrary()?,
            size: bytes.arbitrary()?,
            spilled: bytes.arbitrary()?,
        });
    }
    Ok(FlatFrame {
        function_size: bytes.arbitrary()?,
        flags: FrameFlags::from_bits(bytes.int_in_range(0..=15)?).unwrap_or_default(),
        base_register: bytes.arbitrary()?,
        saved,
    })
}

/// Returns an arbitrary record of a map with this number of constants.
///
/// # Errors
///
/// If there are not enough bytes.
pub fn record(bytes: &mut Unstructured<'_>, constants: usize) -> Result<Record> {
    let mut record = Record {
        id: bytes.arbitrary()?,
        instruction_offset: bytes.arbitrary()?,
        flags: u16::from(bytes.ratio(1, 20)?),
        call_size: bytes.int_in_range(0..=7)?,
        has_live_out_info: bytes.arbitrary()?,
        ..Record::default()
    };
    for _ in 0..bytes.int_in_range(0..=9)? {
        record.locations.push(location(bytes, constants)?);
    }
    for _ in 0..bytes.int_in_range(0..=2)? {
        record.live_outs.push(LiveOut { register: bytes.arbitrary()?, size: bytes.arbitrary()? });
    }
    Ok(record)
}

/// Returns an arbitrary location in a map with this number of constants.
///
/// # Errors
///
/// If there are not enough bytes.
pub fn location(bytes: &mut Unstructured<'_>, constants: usize) -> Result<Location> {
    let number = bytes.int_in_range(1..=5)?;
    let kind = LocationKind::from_number(number).unwrap_or(LocationKind::Constant);
    let size = if bytes.ratio(1, 8)? { bytes.arbitrary()? } else { 8 };
    let register = bytes.int_in_range(0..=17)?;
    let offset = match kind {
        LocationKind::ConstantIndex if constants > 0 && !bytes.ratio(1, 20)? => {
            bytes.int_in_range(0..=constants as i32 - 1)?
        }
        _ => bytes.arbitrary()?,
    };
    Ok(Location { kind, size, register, offset })
}
