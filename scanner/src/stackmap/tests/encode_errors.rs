//! Tests of encoding maps that a layout cannot represent or that contradict themselves.

use super::*;
use crate::stackmap::model::FlatFrame;

/// Returns the error of encoding the changed example in this layout.
fn encode_error(layout: StackMapLayout, change: impl FnOnce(&mut Map)) -> StackMapEncodeError {
    let mut map = example();
    change(&mut map);
    let error = encode(&map, layout).expect_err("encoding an invalid map succeeded");
    assert_eq!(error.layout, layout);
    error
}

/// Returns the problem of encoding the example with a change of its second function.
fn in_function(layout: StackMapLayout, change: impl FnOnce(&mut model::Function)) -> EncodeProblem {
    let error = encode_error(layout, |map| change(&mut map.functions[1]));
    assert_eq!(error.place, StackMapPart::Function { index: 1, address: 0x2000 });
    error.problem
}

/// Returns the problem of encoding the example with a change of its second record.
fn in_record(layout: StackMapLayout, change: impl FnOnce(&mut model::Record)) -> EncodeProblem {
    let error = encode_error(layout, |map| change(&mut map.records[1]));
    let StackMapPart::Record { index: 1, id: 2, function: Some(0x1000), .. } = error.place else {
        panic!("{error}");
    };
    error.problem
}

/// The layouts of LLVM's stack map versions 1 to 3.
const CLASSIC: [StackMapLayout; 3] = [StackMapLayout::V1, StackMapLayout::V2, StackMapLayout::V3];

#[test]
fn location_sizes_must_fit_their_field() {
    for size in [256, u16::MAX] {
        for layout in [StackMapLayout::V1, StackMapLayout::V2] {
            let problem = in_record(layout, |record| record.locations[3].size = size);
            let allowed = "0 to 255";
            assert_eq!(problem, EncodeProblem::LocationSize { location: 3, found: size, allowed });
        }
    }
    for size in [0, 4, 7, 9, 16] {
        let problem = in_record(StackMapLayout::Flat, |record| record.locations[4].size = size);
        assert!(
            matches!(problem, EncodeProblem::LocationSize { location: 4, found, .. } if found == size),
            "{problem}"
        );
    }
}

#[test]
fn reserved_stack_sizes_are_rejected() {
    for layout in CLASSIC {
        let problem = in_function(layout, |function| function.stack_size = Some(u64::MAX));
        assert!(matches!(problem, EncodeProblem::TooLarge { found: u64::MAX, .. }), "{problem}");
    }
    for size in [u64::from(u32::MAX), 1 << 32, u64::MAX] {
        let problem =
            in_function(StackMapLayout::Flat, |function| function.stack_size = Some(size));
        let (field, allowed) = ("the stack size", u64::from(u32::MAX) - 1);
        assert_eq!(problem, EncodeProblem::TooLarge { field, found: size, allowed });
    }
}

#[test]
fn flat_only_details_can_be_dropped() {
    for layout in CLASSIC {
        let problem = in_function(layout, |function| {
            function.frame = Some(FlatFrame { function_size: 5, ..FlatFrame::default() });
        });
        assert!(matches!(problem, EncodeProblem::NoField { found: 5, .. }), "{problem}");
        let register = FrameRegister { register: 3, offset: -16, size: 8, spilled: true };
        let problem = in_function(layout, |function| {
            function.frame = Some(FlatFrame { saved: vec![register; 2], ..FlatFrame::default() });
        });
        assert_eq!(problem, EncodeProblem::NoField { what: "saved registers", found: 2 });
        let problem = in_record(layout, |record| record.call_size = 5);
        assert!(matches!(problem, EncodeProblem::NoField { found: 5, .. }), "{problem}");
        let problem = in_record(layout, |record| record.live_outs.clear());
        assert!(matches!(problem, EncodeProblem::NoField { found: 0, .. }), "{problem}");
    }
    let mut map = example();
    map.functions[0].frame = Some(FlatFrame { function_size: 5, ..FlatFrame::default() });
    for record in &mut map.records {
        record.call_size = 5;
        record.has_live_out_info = true;
    }
    assert!(map.records.len() > 1);
    map.drop_flat_details();
    assert_eq!(map, example());
}

#[test]
fn flat_layout_rejects_record_flags() {
    let problem = in_record(StackMapLayout::Flat, |record| record.flags = 1);
    assert_eq!(problem, EncodeProblem::NoField { what: "record flags", found: 1 });
}

#[test]
fn inconsistent_maps_are_rejected() {
    for layout in StackMapLayout::ALL {
        let problem = in_record(layout, |record| record.has_live_out_info = false);
        assert!(matches!(problem, EncodeProblem::Contradiction { found: 2, .. }), "{problem}");
        let index = Location { kind: LocationKind::ConstantIndex, size: 8, register: 0, offset: 2 };
        for found in [2, -1] {
            let problem = in_record(layout, |record| {
                record.locations[0] = Location { offset: found, ..index };
            });
            let (location, constants) = (0, 2);
            assert_eq!(problem, EncodeProblem::ConstantIndex { location, found, constants });
        }
        let error = encode_error(layout, |map| map.functions[0].record_count = Some(3));
        assert_eq!(error.place, StackMapPart::Map);
        assert_eq!(error.problem, EncodeProblem::RecordCounts { found: 5, allowed: 4 });
    }
    let problem = in_function(StackMapLayout::Flat, |function| {
        let flags = FrameFlags::STACK_REALIGNMENT;
        function.frame = Some(FlatFrame { flags, ..FlatFrame::default() });
        function.stack_size = Some(24);
    });
    assert!(matches!(problem, EncodeProblem::Contradiction { found: 24, .. }), "{problem}");
}

#[test]
fn lists_must_fit_their_counts() {
    for layout in StackMapLayout::ALL {
        let problem = in_record(layout, |record| {
            record.locations.resize(0x1_0000, record.locations[0]);
        });
        let (found, allowed) = (0x1_0000, 0xffff);
        let field = "the number of locations";
        assert_eq!(problem, EncodeProblem::TooLarge { field, found, allowed });
        let problem = in_record(layout, |record| {
            record.live_outs.resize(0x1_0000, record.live_outs[0]);
        });
        let field = "the number of live-outs";
        assert_eq!(problem, EncodeProblem::TooLarge { field, found, allowed });
    }
}

#[test]
fn flat_layout_holds_65535_records() {
    let mut map = example();
    map.functions.truncate(1);
    map.records.truncate(1);
    map.records[0].locations.clear();
    map.records.resize(0xffff, map.records[0].clone());
    map.functions[0].record_count = Some(0xffff);
    encode(&map, StackMapLayout::Flat).expect("the map is encodable");
    map.records.push(map.records[0].clone());
    map.functions[0].record_count = Some(0x1_0000);
    let error = encode(&map, StackMapLayout::Flat).expect_err("one too many");
    assert!(matches!(error.place, StackMapPart::Record { index: 0xffff, id: 1, .. }), "{error}");
    let field = "the number of records";
    assert_eq!(error.problem, EncodeProblem::TooLarge { field, found: 0x1_0000, allowed: 0xffff });
    encode(&map, StackMapLayout::V3).expect("version 3 has no such limit");
}

/// The limit includes saved registers that functions share, also functions without records.
#[test]
fn encoder_respects_expansion_limit() {
    let register = FrameRegister { register: 3, offset: -16, size: 8, spilled: true };
    let frame = FlatFrame { saved: vec![register; 0xffff], ..FlatFrame::default() };
    let function = model::Function {
        record_count: Some(0),
        frame: Some(frame),
        stack_size: Some(0),
        address: 1,
    };
    let map = Map { functions: vec![function; 257], ..Map::default() };
    let error = encode(&map, StackMapLayout::Flat).expect_err("too much");
    assert_eq!(error.place, StackMapPart::Function { index: 256, address: 1 });
    assert!(
        matches!(error.problem, EncodeProblem::TooLarge { found, .. } if found == 257 * 0xffff)
    );
}
