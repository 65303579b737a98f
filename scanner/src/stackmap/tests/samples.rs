//! Maps for the tests: one example, and a strategy for random maps.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::stackmap::model::{FlatFrame, Function, Map, Record};
use crate::stackmap::{FrameFlags, FrameRegister, LiveOut, Location, LocationKind, StackMapLayout};

/// Returns a location with these fields.
pub(super) fn location(kind: LocationKind, size: u16, register: u16, offset: i32) -> Location {
    Location { kind, size, register, offset }
}

/// Returns a map with all details that all four layouts can represent: odd and even numbers of
/// locations and live-outs, an overflow record, and a dynamic frame.
pub(super) fn example() -> Map {
    let constant = |value| location(LocationKind::Constant, 8, 0, value);
    let record = |id, locations: Vec<Location>, live_outs: Vec<LiveOut>| Record {
        id,
        instruction_offset: 0x10 + u32::try_from(locations.len()).expect("few"),
        has_live_out_info: !live_outs.is_empty(),
        locations,
        live_outs,
        ..Record::default()
    };
    let slot = |offset| location(LocationKind::Indirect, 8, 7, offset);
    let live_out = |register| LiveOut { register, size: 8 };
    Map {
        functions: vec![
            Function { address: 0x1000, stack_size: Some(24), record_count: Some(2), frame: None },
            Function { address: 0x2000, stack_size: None, record_count: Some(2), frame: None },
        ],
        constants: vec![1 << 40, 0xfefe_fefe],
        records: vec![
            record(
                1,
                vec![
                    constant(0),
                    constant(0),
                    constant(1),
                    location(LocationKind::ConstantIndex, 8, 0, 1),
                    slot(8),
                    slot(16),
                    location(LocationKind::Direct, 8, 6, -64),
                ],
                vec![],
            ),
            record(
                2,
                vec![constant(0), constant(0), constant(0), slot(8), slot(8)],
                vec![live_out(7), live_out(17)],
            ),
            record(u64::MAX, vec![], vec![]),
            record(4, vec![location(LocationKind::Register, 8, 3, 0), slot(-8)], vec![live_out(3)]),
        ],
    }
}

/// Generates any map that the layout can represent.
pub(super) fn strategy(layout: StackMapLayout) -> impl Strategy<Value = Map> {
    let functions = vec((function(layout), vec(record(layout), 0..4)), 0..5);
    (functions, vec(any::<u64>(), 0..4)).prop_map(move |(functions, constants)| {
        let mut map = Map { constants, ..Map::default() };
        for (mut function, records) in functions {
            function.record_count = match layout {
                StackMapLayout::V1 => None,
                _ => Some(records.len() as u64),
            };
            map.functions.push(function);
            map.records.extend(records);
        }
        // Every constant index must be in the pool.
        for location in map.records.iter_mut().flat_map(|record| &mut record.locations) {
            if location.kind == LocationKind::ConstantIndex {
                match i32::try_from(map.constants.len()).expect("few") {
                    0 => location.kind = LocationKind::Constant,
                    len => location.offset = location.offset.rem_euclid(len),
                }
            }
        }
        map
    })
}

/// Generates a function without records.
fn function(layout: StackMapLayout) -> impl Strategy<Value = Function> {
    let largest = match layout {
        StackMapLayout::Flat => u64::from(u32::MAX - 1),
        _ => u64::MAX - 1,
    };
    let frame = match layout {
        StackMapLayout::Flat => option::of(frame()).boxed(),
        _ => Just(None).boxed(),
    };
    (any::<u64>(), option::of(0..=largest), frame).prop_map(|(address, stack_size, frame)| {
        // Default fields encode an absent frame, and a dynamic frame has no stack size.
        let frame = frame.filter(|frame| *frame != FlatFrame::default());
        let dynamic = frame.as_ref().is_some_and(|frame| frame.flags.is_dynamic());
        let stack_size = stack_size.filter(|_| !dynamic);
        Function { address, stack_size, record_count: None, frame }
    })
}

/// Generates the frame of a flat map.
fn frame() -> impl Strategy<Value = FlatFrame> {
    let register = (any::<u16>(), any::<i16>(), any::<u8>(), any::<bool>()).prop_map(
        |(register, offset, size, spilled)| FrameRegister { register, offset, size, spilled },
    );
    let small = prop_oneof![Just(0), any::<u16>()];
    (0_u32..3, 0_u16..16, small, vec(register, 0..7)).prop_map(
        |(function_size, flags, base_register, saved)| FlatFrame {
            function_size,
            flags: FrameFlags::from_bits(flags).expect("four bits"),
            base_register,
            saved,
        },
    )
}

/// Generates a record.
fn record(layout: StackMapLayout) -> impl Strategy<Value = Record> {
    let sizes = match layout {
        StackMapLayout::V1 | StackMapLayout::V2 => (0_u16..=255).boxed(),
        StackMapLayout::V3 => any::<u16>().boxed(),
        StackMapLayout::Flat => Just(8).boxed(),
    };
    let locations = vec(
        (1_u8..=5, sizes, any::<u16>(), any::<i32>()).prop_map(|(kind, size, register, offset)| {
            let kind = LocationKind::from_number(kind).expect("1 to 5");
            location(kind, size, register, offset)
        }),
        0..6,
    );
    let live_outs = vec(
        (any::<u16>(), any::<u8>()).prop_map(|(register, size)| LiveOut { register, size }),
        0..4,
    );
    let details = (any::<u16>(), any::<u8>(), any::<bool>());
    (any::<u64>(), any::<u32>(), details, locations, live_outs).prop_map(
        move |(id, instruction_offset, (flags, call_size, known), locations, live_outs)| {
            let flat = layout == StackMapLayout::Flat;
            Record {
                id,
                instruction_offset,
                flags: if flat { 0 } else { flags },
                call_size: if flat { call_size } else { 0 },
                has_live_out_info: (flat && known) || !live_outs.is_empty(),
                locations,
                live_outs,
            }
        },
    )
}
