//! Tests of [`fill_frames`] with the `.eh_frame` sections that LLVM wrote for
//! `scanner/fixtures/x86_64`, and with synthetic maps and rules.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::arch::{Aarch64, Register, X86_64};
use crate::cfi::{EhFrame, RecordedSize, ReturnAddressSigning, SavedRegisters, UnwindProblem};
use crate::fixtures::{CFI, FRAME_POINTERS, FRAMES, Fixture, PAIRS, REGISTERS, SPILLED};
use crate::stackmap::{StackMapLayout, encode, maps};

const RBX: Register = Register::new(3);
const RBP: Register = Register::new(6);
const RSP: Register = Register::new(7);

/// Returns the first map of a fixture.
fn map_of(fixture: &Fixture) -> Map {
    Map::from(
        &maps(fixture.stack_maps).next().expect("the section has a map").expect("the map is valid"),
    )
}

/// Fills the frames of a map. Asserts that an error leaves the map unchanged.
fn fill(map: &mut Map, rules: &impl UnwindRules) -> Result<(), FlatFrameError> {
    let before = map.clone();
    let result = fill_frames::<X86_64>(map, rules);
    if result.is_err() {
        assert_eq!(*map, before, "an error leaves the map unchanged");
    }
    result
}

/// Returns the frames of all functions of a fixture.
fn frames(fixture: &Fixture) -> Vec<FlatFrame> {
    let mut map = map_of(fixture);
    fill(&mut map, &fixture.rules()).expect("frames that the layout can describe");
    map.functions.into_iter().map(|function| function.frame.expect("filled")).collect()
}

fn saved(registers: &[(u16, i16)]) -> Vec<FrameRegister> {
    registers
        .iter()
        .map(|&(register, offset)| FrameRegister { register, offset, size: 8, spilled: true })
        .collect()
}

fn frame(function_size: u32, flags: FrameFlags, base: Register, own: &[(u16, i16)]) -> FlatFrame {
    FlatFrame { function_size, flags, base_register: base.dwarf(), saved: saved(own) }
}

/// Returns a map of one function at 0x1000 with a frame of 24 bytes and records at these offsets.
fn synthetic_map(offsets: &[u32]) -> Map {
    let zero =
        crate::stackmap::Location { kind: LocationKind::Constant, size: 8, register: 0, offset: 0 };
    let record = |&instruction_offset: &u32| Record {
        instruction_offset,
        locations: vec![zero; 3],
        ..Record::default()
    };
    Map {
        functions: vec![Function {
            address: 0x1000,
            stack_size: Some(24),
            record_count: Some(offsets.len() as u64),
            frame: None,
        }],
        records: offsets.iter().map(record).collect(),
        ..Map::default()
    }
}

/// Unwind rules by return address, for a function that ends at 0x2000.
struct Rules<'a>(&'a [(u64, FrameRule)]);

impl UnwindRules for Rules<'_> {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        let problem = UnwindProblem::NoEntry;
        let found = self.0.iter().find(|(at, _)| *at == return_address).map(|&(_, rule)| rule);
        found.ok_or(UnwindError { function, return_address, problem })
    }

    fn function_end(&self, _: u64) -> Option<u64> {
        Some(0x2000)
    }
}

/// Returns the rule of a frame of 24 bytes with these saved registers.
fn rule(saved: &[(Register, SavedLocation)]) -> FrameRule {
    FrameRule {
        cfa_base: RSP,
        cfa_offset: 32,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: saved.iter().copied().collect(),
    }
}

/// Returns the problem with a map that has this frame size and rule.
fn problem_with(stack_size: Option<u64>, rule: FrameRule) -> FlatFrameProblem {
    let mut map = synthetic_map(&[4]);
    map.functions[0].stack_size = stack_size;
    let error = fill(&mut map, &Rules(&[(0x1004, rule)])).expect_err("not possible");
    assert_eq!(error.function, 0x1000);
    error.problem
}

#[test]
fn dynamic_frames_record_reason_and_base_register() {
    let set_up = FrameFlags::HAS_FRAME;
    let both = FrameFlags::VARIABLE_SIZE_ALLOCA.with(FrameFlags::STACK_REALIGNMENT);
    assert_eq!(
        frames(&FRAMES),
        [
            frame(0x30, set_up.with(FrameFlags::VARIABLE_SIZE_ALLOCA), RBP, &[(6, -16)]),
            frame(0x3f, set_up.with(both), RBP, &[(3, -24), (6, -16)]),
            frame(0x28, set_up.with(FrameFlags::STACK_REALIGNMENT), RBP, &[(6, -16)]),
            frame(0x3d, set_up, RSP, &[(3, -16)]),
            // Its record is a stackmap directly after the prologue.
            frame(0x06, set_up, RBP, &[(6, -16)]),
        ]
    );
}

#[test]
fn saved_registers_are_complete() {
    let mut map = map_of(&REGISTERS);
    // The first function pushes arguments.
    map.functions.remove(0);
    map.records.drain(..2);
    fill(&mut map, &REGISTERS.rules()).expect("the map is encodable");
    let seven = map.functions[0].frame.as_ref().expect("filled");
    let own = [(3, -56), (6, -16), (12, -48), (13, -40), (14, -32), (15, -24)];
    assert_eq!(*seven, frame(0x53, FrameFlags::HAS_FRAME, RSP, &own));

    let bytes = encode(&map, StackMapLayout::Flat).expect("the map is encodable");
    let read = maps(&bytes).next().expect("the section has a map");
    let read = read.expect("the map is valid");
    assert_eq!(read.layout(), StackMapLayout::Flat);
    assert_eq!(Map::from(&read), map);
}

#[test]
fn pushed_arguments_are_allowed_with_frame_pointer() {
    let frames = frames(&FRAME_POINTERS);
    assert_eq!(frames[0], frame(0x4d, FrameFlags::HAS_FRAME, RBP, &[(6, -16)]));
    assert_eq!(frames.len(), 3);
    assert!(!self::frames(&PAIRS).is_empty());
}

#[test]
fn pushed_arguments_without_frame_pointer_fail() {
    for fixture in [SPILLED, REGISTERS] {
        let mut map = map_of(&fixture);
        let error = fill(&mut map, &fixture.rules()).expect_err("pushes arguments");
        let at = 0x40_0000 + u64::from(map.records[0].instruction_offset);
        let problem = FlatFrameProblem::CallerFrame { at, found: 48, recorded: 16 };
        assert_eq!(error, FlatFrameError { function: 0x40_0000, problem });
        assert!(error.to_string().contains("function at 0x400000: at 0x400"), "{error}");
    }
}

#[test]
fn error_names_function_without_unwind_rules() {
    let mut map = map_of(&FRAMES);
    map.functions[3].address = 0x50_0000;
    let error = fill(&mut map, &FRAMES.rules()).expect_err("no entry");
    assert_eq!(error, FlatFrameError { function: 0x50_0000, problem: FlatFrameProblem::NoEnd });

    let mut map = synthetic_map(&[2]);
    map.functions[0].address = 0x40_0008;
    let error = fill(&mut map, &CFI.rules()).expect_err("the entry is the next function's");
    assert!(matches!(error.problem, FlatFrameProblem::Unwind(_)), "{error}");

    // Frame sizes alone do not show where registers are saved.
    let rules = RecordedSize::<X86_64>::new(FRAMES.stack_maps).expect("the maps are valid");
    fill(&mut map_of(&FRAMES), &rules).expect_err("no ends");
}

#[test]
fn values_too_large_for_fields_are_rejected() {
    let good = rule(&[]);
    fill(&mut synthetic_map(&[4]), &Rules(&[(0x1004, good)])).expect("the map is encodable");
    assert_eq!(
        problem_with(None, good),
        FlatFrameProblem::NoDistance { at: 0x1004, found: 32, base: 7 }
    );
    assert_eq!(
        problem_with(Some(32), good),
        FlatFrameProblem::CallerFrame { at: 0x1004, found: 32, recorded: 40 }
    );
    let by_rbp = FrameRule { cfa_base: RBP, cfa_offset: 16, ..good };
    assert_eq!(
        problem_with(None, by_rbp),
        FlatFrameProblem::NoDistance { at: 0x1004, found: 16, base: 6 }
    );
    let own = |saved| FrameRule { saved: SavedRegisters::from_iter([(RBP, saved)]), ..by_rbp };
    assert_eq!(
        problem_with(None, own(SavedLocation::At(-24))),
        FlatFrameProblem::CallerFrame { at: 0x1004, found: 16, recorded: 24 }
    );
    let elsewhere = FrameRule { return_address: -16, ..good };
    assert_eq!(
        problem_with(Some(24), elsewhere),
        FlatFrameProblem::ReturnAddress { at: 0x1004, found: -16 }
    );
    let far = rule(&[(RBX, SavedLocation::At(-40_000))]);
    assert_eq!(
        problem_with(Some(24), far),
        FlatFrameProblem::SavedOffset { register: 3, found: -40_000 }
    );
    let lost = rule(&[(RBX, SavedLocation::Lost)]);
    assert_eq!(problem_with(Some(24), lost), FlatFrameProblem::Lost { register: 3 });
}

#[test]
fn call_sites_of_a_function_must_share_one_frame() {
    let saves = rule(&[(RBX, SavedLocation::At(-16))]);
    let rules = [(0x1004, saves), (0x1008, rule(&[]))];
    let error = fill(&mut synthetic_map(&[4, 8]), &Rules(&rules)).expect_err("two frames");
    assert_eq!(error.problem, FlatFrameProblem::Differs { first: 0x1004, other: 0x1008 });
    fill(&mut synthetic_map(&[4, 4]), &Rules(&rules)).expect("one frame");

    let by_rsp = rule(&[(RBP, SavedLocation::At(-16))]);
    let by_rbp = FrameRule { cfa_base: RBP, cfa_offset: 16, ..by_rsp };
    let rules = [(0x1004, by_rsp), (0x1008, by_rbp)];
    let error = fill(&mut synthetic_map(&[4, 8]), &Rules(&rules)).expect_err("two base registers");
    assert_eq!(error.problem, FlatFrameProblem::Differs { first: 0x1004, other: 0x1008 });
}

#[test]
fn function_without_stack_use_has_no_frame() {
    let mut map = synthetic_map(&[4]);
    map.functions[0].stack_size = Some(0);
    let bare = FrameRule { cfa_offset: 8, ..rule(&[]) };
    fill(&mut map, &Rules(&[(0x1004, bare)])).expect("the map is encodable");
    let expected = frame(0x1000, FrameFlags::default(), RSP, &[]);
    assert_eq!(map.functions[0].frame.as_ref(), Some(&expected));
}

#[test]
fn live_out_flag_of_record_applies_to_function() {
    let mut map = synthetic_map(&[4, 8]);
    map.records[1].has_live_out_info = true;
    fill(&mut map, &Rules(&[(0x1004, rule(&[])), (0x1008, rule(&[]))]))
        .expect("the map is encodable");
    let flags = FrameFlags::HAS_FRAME.with(FrameFlags::LIVE_OUT_INFO);
    assert_eq!(map.functions[0].frame, Some(frame(0x1000, flags, RSP, &[])));
}

/// Returns the flags of a dynamic frame. The function has one record for each of these registers,
/// with a slot relative to the register.
fn flags_with_slots(bases: &[Register]) -> FrameFlags {
    let offsets: Vec<u32> = (1..=bases.len() as u32).map(|number| 4 * number).collect();
    let mut map = synthetic_map(&offsets);
    map.functions[0].stack_size = None;
    for (record, base) in map.records.iter_mut().zip(bases) {
        let slot = LocationKind::Indirect;
        let location =
            crate::stackmap::Location { kind: slot, size: 8, register: base.dwarf(), offset: -8 };
        record.locations.push(location);
    }
    let by_rbp =
        FrameRule { cfa_base: RBP, cfa_offset: 16, ..rule(&[(RBP, SavedLocation::At(-16))]) };
    let rules: Vec<_> =
        offsets.iter().map(|&offset| (0x1000 + u64::from(offset), by_rbp)).collect();
    fill(&mut map, &Rules(&rules)).expect("the map is encodable");
    map.functions[0].frame.as_ref().expect("filled").flags
}

/// The flags depend on the base registers of all slots, including the last one.
#[test]
fn any_slot_shows_why_frame_is_dynamic() {
    let (varies, realigned) = (FrameFlags::VARIABLE_SIZE_ALLOCA, FrameFlags::STACK_REALIGNMENT);
    for (bases, expected) in [
        (&[RBP][..], varies),
        (&[RSP], realigned),
        (&[RBP, RSP], realigned),
        (&[RSP, RBP], realigned),
        (&[RBX], varies.with(realigned)),
        (&[RBP, RBP, RBX], varies.with(realigned)),
        (&[RBX, RSP, RBP], varies.with(realigned)),
    ] {
        let flags = FrameFlags::HAS_FRAME.with(expected);
        assert_eq!(flags_with_slots(bases), flags, "{bases:?}");
    }
}

/// AArch64 calls leave the return address in x30, so x30 is among the saved registers. All
/// instructions have four bytes, so the call size is known.
#[test]
fn aarch64_frame_saves_link_register() {
    let (frame_pointer, stack_pointer) = (Register::new(29), Register::new(31));
    let saved = SavedRegisters::from_iter([(frame_pointer, SavedLocation::At(-32))]);
    let by_sp = FrameRule {
        cfa_base: stack_pointer,
        cfa_offset: 24,
        return_address: -24,
        signing: ReturnAddressSigning::Unsigned,
        saved,
    };
    let mut map = synthetic_map(&[4]);
    let rules = [(0x1004, by_sp)];
    fill_frames::<Aarch64>(&mut map, &Rules(&rules)).expect("the map is encodable");
    let own = [(29, -32), (30, -24)];
    let expected = frame(0x1000, FrameFlags::HAS_FRAME, stack_pointer, &own);
    assert_eq!(map.functions[0].frame, Some(expected));
    assert_eq!(map.records[0].call_size, 4);

    // The frame record is not at the end of the frame.
    let by_fp = FrameRule { cfa_base: frame_pointer, cfa_offset: 32, ..by_sp };
    let mut map = synthetic_map(&[4, 8]);
    map.functions[0].stack_size = None;
    map.records[0].call_size = 8;
    map.records[1].locations.clear();
    let rules = [(0x1004, by_fp), (0x1009, by_fp)];
    fill_frames::<Aarch64>(&mut map, &Rules(&rules)).expect("the map is encodable");
    let flags = FrameFlags::HAS_FRAME.with(FrameFlags::VARIABLE_SIZE_ALLOCA);
    assert_eq!(map.functions[0].frame, Some(frame(0x1000, flags, frame_pointer, &own)));
    let sizes: Vec<_> = map.records.iter().map(|record| record.call_size).collect();
    assert_eq!(sizes, [8, 0]);
}

/// The offset of a patchpoint is that of its first byte. The rule there may differ from the rule of
/// the previous instruction.
#[test]
fn other_records_use_rule_at_their_instruction() {
    let mut map = synthetic_map(&[4]);
    map.records[0].locations.clear();
    fill(&mut map, &Rules(&[(0x1005, rule(&[]))])).expect("the rule of the byte at 0x1004");
    assert_eq!(map.records[0].call_size, 0);
}

#[test]
fn known_frames_are_kept() {
    let mut map = synthetic_map(&[4]);
    let known = frame(7, FrameFlags::default(), RBX, &[]);
    map.functions[0].frame = Some(known.clone());
    let unused = Function { record_count: Some(0), ..Function::default() };
    map.functions.push(unused.clone());
    fill(&mut map, &Rules(&[])).expect("no frame needs a rule");
    assert_eq!(map.functions[0].frame, Some(known));
    assert_eq!(map.functions[1], unused);
}

#[test]
fn records_without_function_are_rejected() {
    let mut map = synthetic_map(&[4]);
    map.functions[0].record_count = None;
    let error = fill(&mut map, &Rules(&[])).expect_err("unknown");
    assert_eq!(error.problem, FlatFrameProblem::NoRecordCount);
    map.functions[0].record_count = Some(2);
    let error = fill(&mut map, &Rules(&[])).expect_err("too many");
    assert_eq!(error.problem, FlatFrameProblem::RecordCount { found: 2, allowed: 1 });
}

proptest! {
    /// With a corrupted section, frames are either rejected, or encoded and read back unchanged.
    #[test]
    fn corrupted_sections_fail_or_give_encodable_frames(
        mutations in vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
    ) {
        let mut table = include_bytes!("../../../fixtures/x86_64/registers.eh_frame").to_vec();
        for (at, value) in mutations {
            let at = at.index(table.len());
            table[at] = if value < 128 { table[at] ^ (1 << (value % 8)) } else { value };
        }
        let mut map = map_of(&REGISTERS);
        // The first function pushes arguments.
        map.functions.remove(0);
        map.records.drain(..2);
        if let Ok(rules) = EhFrame::<X86_64>::new(0x50_0000, &table)
            && fill(&mut map, &rules).is_ok()
        {
            let bytes = encode(&map, StackMapLayout::Flat).expect("the map is encodable");
            let read = maps(&bytes).next().expect("the section has a map");
            let read = read.expect("the map is valid");
            prop_assert_eq!(Map::from(&read), map);
        }
    }
}
