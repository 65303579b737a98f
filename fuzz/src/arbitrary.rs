//! Constructs stack maps, and what Cranelift compiles, from the bytes of a fuzzer.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use statepoint_scanner::arch::{Architecture, Register};
use statepoint_scanner::cfi::{FrameRule, ReturnAddressSigning, SavedLocation, SavedRegisters};
use statepoint_scanner::cranelift::{CraneliftCallSite, CraneliftFunction};
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

/// Returns arbitrary descriptions of functions that Cranelift compiled, with the rule for the
/// frames of each, or `None` for a function without unwind information. Many are valid.
///
/// # Errors
///
/// If there are not enough bytes.
pub fn cranelift_functions<A: Architecture>(
    bytes: &mut Unstructured<'_>,
) -> Result<Vec<(CraneliftFunction, Option<FrameRule>)>> {
    let mut functions = Vec::new();
    for _ in 0..bytes.int_in_range(1..=4)? {
        functions.push((cranelift_function(bytes)?, frame_rule::<A>(bytes)?));
    }
    Ok(functions)
}

/// Returns an arbitrary description of a function.
fn cranelift_function(bytes: &mut Unstructured<'_>) -> Result<CraneliftFunction> {
    let address = match bytes.int_in_range(0..=15_u8)? {
        0 => bytes.arbitrary()?,
        1 => u64::MAX - bytes.int_in_range(0..=0x80)?,
        _ => 0x40_0000 + 0x40 * bytes.int_in_range(0..=7)?,
    };
    let code_size = match bytes.ratio(1, 16)? {
        true => bytes.arbitrary()?,
        false => bytes.int_in_range(1..=0x50)?,
    };
    let (mut call_sites, mut return_offset) = (Vec::new(), 0_u32);
    for _ in 0..bytes.int_in_range(0..=5)? {
        return_offset = match bytes.ratio(1, 16)? {
            true => bytes.arbitrary()?,
            false => return_offset.wrapping_add(bytes.int_in_range(1..=0x10)?),
        };
        call_sites.push(cranelift_call_site(bytes, return_offset)?);
    }
    Ok(CraneliftFunction { address, code_size, call_sites })
}

/// Returns an arbitrary call site at this offset.
fn cranelift_call_site(
    bytes: &mut Unstructured<'_>,
    return_offset: u32,
) -> Result<CraneliftCallSite> {
    let word = |bytes: &mut Unstructured<'_>, most: u32| match bytes.ratio(1, 24)? {
        true => bytes.arbitrary(),
        false => Ok(8 * bytes.int_in_range(0..=most)?),
    };
    let frame_size = word(bytes, 16)?;
    let mut references = Vec::new();
    for _ in 0..bytes.int_in_range(0..=4)? {
        references.push(word(bytes, frame_size.saturating_sub(8).min(0x100) / 8)?);
    }
    Ok(CraneliftCallSite { return_offset, frame_size, references })
}

/// Returns an arbitrary rule for the frames of a function. Most are those of frames of Cranelift.
fn frame_rule<A: Architecture>(bytes: &mut Unstructured<'_>) -> Result<Option<FrameRule>> {
    if bytes.ratio(1, 24)? {
        return Ok(None);
    }
    let mut saved = SavedRegisters::new();
    saved.set(A::FRAME_POINTER, SavedLocation::At(-16));
    for place in 0..bytes.int_in_range(0..=3)? {
        let register = *bytes.choose(A::CALLEE_SAVED)?;
        let location = match bytes.int_in_range(0..=15_u8)? {
            0 => SavedLocation::Lost,
            1 => SavedLocation::At(bytes.arbitrary()?),
            2 => SavedLocation::At(8 * bytes.int_in_range(-8..=4)?),
            _ => SavedLocation::At(-24 - 8 * place),
        };
        saved.set(register, location);
    }
    let mut other = |usual: i32| match bytes.ratio(1, 40)? {
        true => bytes.arbitrary(),
        false => Ok(usual),
    };
    let (cfa_offset, return_address) = (other(16)?, other(-8)?);
    let cfa_base = match bytes.ratio(1, 40)? {
        true => A::STACK_POINTER,
        false => A::FRAME_POINTER,
    };
    let signing = ReturnAddressSigning::Unsigned;
    Ok(Some(FrameRule { cfa_base, cfa_offset, return_address, signing, saved }))
}

/// Returns the registers that the frame has saved, and the offsets of their slots from the CFA in
/// bytes.
pub fn saved_slots(rule: &FrameRule) -> Vec<(Register, i32)> {
    let slot = |(register, saved)| match saved {
        SavedLocation::At(offset) => Some((register, offset)),
        SavedLocation::Lost => None,
    };
    rule.saved.iter().filter_map(slot).collect()
}
