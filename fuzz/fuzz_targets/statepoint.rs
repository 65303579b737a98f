//! Decodes records that begin like those of statepoints: each location is in exactly one of the
//! three lists (deoptimization values, pointer pairs, allocas), and pairs contain only locations
//! that can hold pointers.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap::model::{Function, Map, Record};
use statepoint_scanner::stackmap::{Location, LocationKind, StackMapLayout, encode, maps};
use statepoint_scanner::statepoint::{Statepoint, ValueLocation};

/// Returns a map with one record that begins with the three constants of a statepoint.
fn statepoint_map(bytes: &mut Unstructured<'_>) -> Result<Map> {
    let constants: Vec<u64> = vec![bytes.arbitrary()?, 0xfefe_fefe];
    let leading =
        [bytes.int_in_range(-1..=1024)?, bytes.int_in_range(-1..=4)?, bytes.int_in_range(-1..=6)?];
    let constant = |offset| Location { kind: LocationKind::Constant, size: 8, register: 0, offset };
    let mut locations: Vec<_> = leading.into_iter().map(constant).collect();
    while !bytes.is_empty() && locations.len() < 100 {
        locations.push(fuzz::arbitrary::location(bytes, constants.len())?);
    }
    let record = Record { locations, ..Record::default() };
    let function = Function { record_count: Some(1), ..Function::default() };
    Ok(Map { functions: vec![function], constants, records: vec![record] })
}

/// Returns whether a decoded value matches the location that it was decoded from.
fn matches_location(value: ValueLocation, location: &Location, constants: &[u64]) -> bool {
    let Location { kind, size: bytes, register: number, offset: at } = *location;
    match value {
        ValueLocation::Register { register, size } => {
            kind == LocationKind::Register && register.dwarf() == number && size == bytes
        }
        ValueLocation::OtherRegister { dwarf, size } => {
            kind == LocationKind::Register
                && dwarf == number
                && size == bytes
                && !fuzz::is_base(number)
        }
        ValueLocation::Slot { base, offset, size } => {
            kind == LocationKind::Indirect
                && base.dwarf() == number
                && (offset, size) == (at, bytes)
        }
        ValueLocation::Address { base, offset, size } => {
            kind == LocationKind::Direct && base.dwarf() == number && (offset, size) == (at, bytes)
        }
        ValueLocation::Constant(value) => match kind {
            LocationKind::Constant => value == i64::from(at),
            LocationKind::ConstantIndex => value.cast_unsigned() == constants[at as usize],
            _ => false,
        },
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(map) = statepoint_map(&mut Unstructured::new(bytes)) else { return };
    // Encoding fails where a constant index is outside the pool.
    let Ok(section) = encode(&map, StackMapLayout::V3) else { return };
    let read = maps(&section).next().expect("a map").expect("valid");
    let record = read.records().next().expect("a record");
    let locations = &map.records[0].locations;
    let statepoint = match Statepoint::<X86_64>::decode(&record, &read.constants()) {
        Ok(statepoint) => statepoint,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let deopt = statepoint.deopt().len();
    assert_eq!(deopt, locations[2].offset as usize);
    assert_eq!(statepoint.first_pair_index(), 3 + deopt);
    let mut values: Vec<ValueLocation> = statepoint.deopt().collect();
    for pair in statepoint.pairs() {
        for value in [pair.base, pair.derived] {
            let can_hold_pointer = !matches!(value, ValueLocation::OtherRegister { .. });
            assert!(can_hold_pointer, "{value:?} in a pair");
            values.push(value);
        }
    }
    for alloca in statepoint.allocas() {
        assert!(matches!(alloca, ValueLocation::Address { .. }), "an alloca without address");
        values.push(alloca);
    }
    assert_eq!(values.len() + 3, locations.len());
    for (value, location) in values.iter().zip(&locations[3..]) {
        let is_match = matches_location(*value, location, &map.constants);
        assert!(is_match, "{value:?} was decoded from {location:?}");
    }
});
