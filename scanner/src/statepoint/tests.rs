//! Tests of decoding statepoints from records that the encoder writes.

use proptest::prelude::*;

use super::*;
use crate::arch::{Register, X86_64};
use crate::stackmap::model::{self, Map};
use crate::stackmap::{LiveOut, StackMapLayout, encode, maps};

fn location(kind: LocationKind, size: u16, register: u16, offset: i32) -> Location {
    Location { kind, size, register, offset }
}

fn constant(value: i32) -> Location {
    location(LocationKind::Constant, 8, 0, value)
}

/// Returns the location of a constant in the pool.
fn pool(index: i32) -> Location {
    location(LocationKind::ConstantIndex, 8, 0, index)
}

/// Returns the location of a stack slot relative to rsp.
fn slot(offset: i32) -> Location {
    location(LocationKind::Indirect, 8, 7, offset)
}

/// Returns the location of a stack object relative to rbp.
fn address(offset: i32) -> Location {
    location(LocationKind::Direct, 8, 6, offset)
}

fn register(dwarf: u16) -> Location {
    location(LocationKind::Register, 8, dwarf, 0)
}

/// A decoded statepoint with its values as lists.
#[derive(Debug, PartialEq)]
struct Decoded {
    calling_convention: u64,
    flags: StatepointFlags,
    deopt: Vec<ValueLocation>,
    pairs: Vec<(ValueLocation, ValueLocation)>,
    allocas: Vec<ValueLocation>,
}

const CONSTANTS: [u64; 2] = [u64::MAX - 1, 0xfefe_fefe];

/// Encodes and decodes a record.
fn decode_record(record: model::Record) -> Result<Decoded, StatepointError> {
    let map = Map {
        functions: vec![model::Function { record_count: Some(1), ..Default::default() }],
        constants: CONSTANTS.to_vec(),
        records: vec![record],
    };
    let bytes = encode(&map, StackMapLayout::V3).expect("the map cannot be encoded");
    let map = maps(&bytes).next().expect("there is no map").expect("the map is invalid");
    let record = map.records().next().expect("the map has no record");
    let statepoint = Statepoint::<X86_64>::decode(&record, &map.constants())?;
    assert_eq!(statepoint.first_pair_index(), 3 + statepoint.deopt().len());
    Ok(Decoded {
        calling_convention: statepoint.calling_convention,
        flags: statepoint.flags,
        deopt: statepoint.deopt().collect(),
        pairs: statepoint.pairs().map(|pair| (pair.base, pair.derived)).collect(),
        allocas: statepoint.allocas().collect(),
    })
}

/// Decodes a record that has these locations.
fn decode(locations: &[Location]) -> Result<Decoded, StatepointProblem> {
    let record =
        model::Record { id: DEFAULT_ID, locations: locations.to_vec(), ..Default::default() };
    decode_record(record).map_err(|error| error.reason)
}

/// Decodes a record that has no deopt values, and these locations of pairs and allocas.
fn decode_roots(locations: &[Location]) -> Result<Decoded, StatepointProblem> {
    let mut all = vec![constant(0), constant(0), constant(0)];
    all.extend(locations);
    decode(&all)
}

/// Returns the decoded value of [`slot`].
fn at(offset: i32) -> ValueLocation {
    ValueLocation::Slot { base: Register::new(7), offset, size: 8 }
}

/// Returns the decoded value of [`address`].
fn object(offset: i32) -> ValueLocation {
    ValueLocation::Address { base: Register::new(6), offset, size: 8 }
}

#[test]
fn statepoint_with_all_parts_is_decoded() {
    let decoded = decode(&[
        constant(8),
        constant(3),
        constant(4),
        constant(-1),
        pool(0),
        location(LocationKind::Register, 16, 17, 0),
        address(-32),
        slot(0),
        slot(8),
        register(3),
        register(3),
        address(-16),
        address(-8),
        address(-16),
    ])
    .expect("the record is not a statepoint");
    let rbx = ValueLocation::Register { register: Register::new(3), size: 8 };
    assert_eq!(
        decoded,
        Decoded {
            calling_convention: 8,
            flags: StatepointFlags::from_bits(3).expect("the flags are unknown"),
            deopt: vec![
                ValueLocation::Constant(-1),
                ValueLocation::Constant(-2),
                ValueLocation::OtherRegister { dwarf: 17, size: 16 },
                object(-32),
            ],
            pairs: vec![(at(0), at(8)), (rbx, rbx)],
            allocas: vec![object(-16), object(-8), object(-16)],
        }
    );
    assert!(decoded.flags.gc_transition() && decoded.flags.deopt_live_in());
    assert_eq!(StatepointFlags::from_bits(4), None);
}

#[test]
fn three_constants_are_a_statepoint_without_roots() {
    let decoded = decode_roots(&[]).expect("the record is not a statepoint");
    assert!(decoded.deopt.is_empty() && decoded.pairs.is_empty() && decoded.allocas.is_empty());
}

#[test]
fn null_and_constant_bases_are_pairs() {
    let decoded = decode_roots(&[constant(0), constant(0), constant(0), slot(8), pool(0), slot(0)])
        .expect("the record is not a statepoint");
    let null = ValueLocation::Constant(0);
    assert_eq!(decoded.pairs, [(null, null), (null, at(8)), (ValueLocation::Constant(-2), at(0))]);
}

#[test]
fn undefined_marker_is_recognised_in_both_extensions() {
    let marker = 0xfefe_fefe_u32.cast_signed();
    let decoded = decode_roots(&[constant(marker), pool(1), constant(0), pool(0)])
        .expect("the record is not a statepoint");
    let marked: Vec<_> = decoded
        .pairs
        .iter()
        .flat_map(|&(base, derived)| [base, derived])
        .map(|value| value.is_undefined_marker())
        .collect();
    assert_eq!(marked, [true, true, false, false]);
    assert!(!at(0xfefe).is_undefined_marker());
}

#[test]
fn vectors_are_slots_of_several_pointers() {
    for size in [16, 24, 32, 64] {
        let vector = location(LocationKind::Indirect, size, 7, 32);
        let decoded = decode_roots(&[vector, vector]).expect("the record is not a statepoint");
        let value = ValueLocation::Slot { base: Register::new(7), offset: 32, size };
        assert_eq!(decoded.pairs, [(value, value)]);
        decode_roots(&[constant(0), vector]).expect("a null base of another size is rejected");
        decode_roots(&[vector, constant(0)]).expect("a null pointer of another size is rejected");
    }
}

/// The address of an alloca can be a base. The alloca list contains only addresses, so it begins
/// where only addresses follow.
#[test]
fn addresses_in_pairs_are_not_allocas() {
    let (a, b) = (address(-8), address(-16));
    let decode = |locations: &[Location]| {
        let decoded = decode_roots(locations).expect("the record is not a statepoint");
        (decoded.pairs, decoded.allocas)
    };
    let (x, y) = (object(-8), object(-16));
    assert_eq!(decode(&[a, b]), (vec![], vec![x, y]));
    assert_eq!(decode(&[a, a, a]), (vec![], vec![x, x, x]));
    assert_eq!(decode(&[slot(0), a, a]), (vec![(at(0), x)], vec![x]));
    assert_eq!(decode(&[a, slot(0), a]), (vec![(x, at(0))], vec![x]));
    assert_eq!(decode(&[a, a, slot(0), slot(0), b]), (vec![(x, x), (at(0), at(0))], vec![y]));
}

#[test]
fn base_without_derived_pointer_is_an_error() {
    assert_eq!(decode_roots(&[slot(0)]), Err(StatepointProblem::OddPairs { index: 3 }));
    assert_eq!(
        decode_roots(&[slot(0), slot(0), slot(8)]),
        Err(StatepointProblem::OddPairs { index: 5 })
    );
    assert_eq!(
        decode_roots(&[address(0), address(0), slot(8)]),
        Err(StatepointProblem::OddPairs { index: 5 })
    );
}

#[test]
fn invalid_leading_constants_are_rejected() {
    for found in 0..3 {
        let locations = vec![constant(0); found];
        assert_eq!(decode(&locations), Err(StatepointProblem::TooShort { found }));
    }
    for index in 0..3 {
        let mut locations = vec![constant(0); 3];
        locations[index] = slot(0);
        let error = decode(&locations).expect_err("no constant");
        assert!(
            matches!(error, StatepointProblem::LeadingKind { index: at, found: LocationKind::Indirect, .. } if at == index)
        );
    }
    let cases = [(0, "calling convention", 1023), (1, "flags", 3)];
    for (index, field, allowed) in cases {
        let largest = i32::try_from(allowed).expect("the count exceeds i32");
        let mut locations = vec![constant(0); 3];
        locations[index] = constant(largest);
        decode(&locations).expect("the largest count is rejected");
        for found in [-1, largest + 1] {
            locations[index] = constant(found);
            let error = StatepointProblem::LeadingValue { index, field, found, allowed };
            assert_eq!(decode(&locations), Err(error));
        }
    }
    let deopt = [constant(0), constant(0), constant(2), constant(7)];
    let field = "number of deopt locations";
    let error = StatepointProblem::LeadingValue { index: 2, field, found: 2, allowed: 1 };
    assert_eq!(decode(&deopt), Err(error));
}

#[test]
fn records_of_other_intrinsics_are_rejected() {
    let locations = vec![constant(0); 3];
    let live_outs = vec![LiveOut { register: 7, size: 8 }];
    let record = model::Record {
        id: 5,
        instruction_offset: 0x20,
        locations: locations.clone(),
        live_outs,
        has_live_out_info: true,
        ..Default::default()
    };
    let error = decode_record(record).expect_err("live-outs");
    assert_eq!(error.reason, StatepointProblem::LiveOuts { found: 1 });
    assert_eq!((error.id, error.instruction_offset, error.record_offset), (5, 0x20, 56));
    assert_eq!(
        error.to_string(),
        "record at offset 0x38 (ID 0x5, instruction offset 0x20) is not a usable statepoint: \
         it has 1 live-outs, a statepoint has none"
    );

    let record = model::Record { flags: 1, locations, ..Default::default() };
    let error = decode_record(record).expect_err("flags");
    assert_eq!(error.reason, StatepointProblem::RecordFlags { found: 1 });

    let record = model::Record { id: u64::MAX, ..Default::default() };
    assert_eq!(
        decode_record(record).expect_err("nothing in it").reason,
        StatepointProblem::Overflow
    );
}

#[test]
fn roots_must_be_in_pointer_locations() {
    let vector_register = location(LocationKind::Register, 16, 17, 0);
    let half_register = location(LocationKind::Register, 4, 0, 0);
    let half_slot = location(LocationKind::Indirect, 4, 7, 0);
    let empty_slot = location(LocationKind::Indirect, 0, 7, 0);
    let odd_slot = location(LocationKind::Indirect, 12, 7, 0);
    for wrong in [vector_register, half_register, half_slot, empty_slot, odd_slot] {
        let error = StatepointProblem::NotAPointer { index: 4, location: wrong };
        assert_eq!(decode_roots(&[slot(0), wrong]), Err(error));
        let error = StatepointProblem::NotAPointer { index: 3, location: wrong };
        assert_eq!(decode_roots(&[wrong, slot(0)]), Err(error));
        decode(&[constant(0), constant(0), constant(1), wrong]).expect("a deopt value is rejected");
    }
    let no_base = location(LocationKind::Indirect, 8, 17, 0);
    let error = StatepointProblem::BaseRegister { index: 3, register: 17 };
    assert_eq!(decode_roots(&[no_base, slot(0)]), Err(error));
    assert_eq!(decode(&[constant(0), constant(0), constant(1), no_base]), Err(error));
    let no_base = location(LocationKind::Direct, 8, 300, 0);
    assert_eq!(
        decode_roots(&[slot(0), slot(0), address(0), no_base]),
        Err(StatepointProblem::BaseRegister { index: 6, register: 300 })
    );
    let vector = location(LocationKind::Indirect, 16, 7, 0);
    assert_eq!(
        decode_roots(&[slot(0), vector]),
        Err(StatepointProblem::PairSizes { index: 3, base: 8, derived: 16 })
    );
}

/// If the pool of another map is passed, decoding returns an error and does not panic.
#[test]
fn constant_index_out_of_pool_is_an_error() {
    let map = |constants: &[u64], locations: &[Location]| Map {
        functions: vec![model::Function { record_count: Some(1), ..Default::default() }],
        constants: constants.to_vec(),
        records: vec![model::Record { locations: locations.to_vec(), ..Default::default() }],
    };
    let locations = [constant(0), constant(0), constant(0), constant(0), pool(1)];
    let bytes = encode(&map(&CONSTANTS, &locations), StackMapLayout::V3)
        .expect("the map cannot be encoded");
    let other = encode(&map(&[1], &[]), StackMapLayout::V3).expect("the map cannot be encoded");
    let map = maps(&bytes).next().expect("there is no map").expect("the map is invalid");
    let other = maps(&other).next().expect("there is no map").expect("the map is invalid");
    let record = map.records().next().expect("the map has no record");
    let error = Statepoint::<X86_64>::decode(&record, &other.constants()).expect_err("not there");
    assert_eq!(error.reason, StatepointProblem::ConstantIndex { index: 4, found: 1 });
}

proptest! {
    /// Every location is decoded to one of the three lists, in order, or the record is rejected.
    #[test]
    fn every_location_is_decoded(
        deopt in 0_i32..4,
        numbers in proptest::collection::vec((1_u8..=5, 0_u16..20, -3_i32..40), 0..12),
    ) {
        let mut locations = vec![constant(0), constant(0), constant(deopt)];
        for (kind, register, offset) in numbers {
            let kind = LocationKind::from_number(kind).expect("the location kind is invalid");
            let offset = if kind == LocationKind::ConstantIndex { offset & 1 } else { offset };
            locations.push(location(kind, 8, register, offset));
        }
        if let Ok(decoded) = decode(&locations) {
            let mut found = decoded.deopt;
            found.extend(decoded.pairs.iter().flat_map(|&(base, derived)| [base, derived]));
            found.extend(decoded.allocas);
            let expected: Vec<_> = locations[3..]
                .iter()
                .map(|location| match location.kind {
                    LocationKind::Register => match X86_64::register(location.register) {
                        Some(register) => ValueLocation::Register { register, size: 8 },
                        None => ValueLocation::OtherRegister { dwarf: location.register, size: 8 },
                    },
                    LocationKind::Direct => ValueLocation::Address {
                        base: X86_64::register(location.register).expect("the register is invalid"),
                        offset: location.offset,
                        size: 8,
                    },
                    LocationKind::Indirect => ValueLocation::Slot {
                        base: X86_64::register(location.register).expect("the register is invalid"),
                        offset: location.offset,
                        size: 8,
                    },
                    LocationKind::Constant => ValueLocation::Constant(location.offset.into()),
                    LocationKind::ConstantIndex => {
                        let index = usize::try_from(location.offset).expect("the constant index is negative");
                        ValueLocation::Constant(CONSTANTS[index].cast_signed())
                    }
                })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn every_pair_is_checked() {
    let vector = location(LocationKind::Indirect, 16, 7, 32);
    let four_bytes = location(LocationKind::Indirect, 4, 7, 0);
    let pairs = |base, derived| decode_roots(&[slot(0), slot(0), slot(8), slot(8), base, derived]);
    assert_eq!(
        pairs(slot(16), vector),
        Err(StatepointProblem::PairSizes { index: 7, base: 8, derived: 16 })
    );
    assert_eq!(
        pairs(four_bytes, slot(16)),
        Err(StatepointProblem::NotAPointer { index: 7, location: four_bytes })
    );
    assert_eq!(
        pairs(slot(16), four_bytes),
        Err(StatepointProblem::NotAPointer { index: 8, location: four_bytes })
    );
}
