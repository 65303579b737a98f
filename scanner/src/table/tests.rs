//! Tests of building and looking up tables. The maps are those that LLVM wrote for
//! `scanner/fixtures/x86_64`, and synthetic ones.

mod serialized;

use super::*;
use crate::arch::{Register, X86_64};
use crate::cfi::{
    FrameRule, RecordedSize, ReturnAddressSigning, SavedLocation, SavedRegisters, UnwindProblem,
};
use crate::check::{FrameLocationProblem, RecordViolation};
use crate::fixtures::{
    CALLER_SAVED, FRAME_POINTERS, FRAMES, PAIRS, REGISTERS, RawLocation, SPILLED, constant, direct,
    in_register, map, slot, statepoints, vector,
};
use crate::statepoint::{StatepointProblem, ValueLocation};

const SP: AddressBase = AddressBase::StackPointer;
const RBX: AddressBase = AddressBase::CalleeSaved(0);
const RBP: AddressBase = AddressBase::CalleeSaved(1);

/// Rule of a frame of 64 bytes, including the return address, that saves no registers.
const RULE: FrameRule = FrameRule {
    cfa_base: Register::new(7),
    cfa_offset: 64,
    return_address: -8,
    signing: ReturnAddressSigning::Unsigned,
    saved: SavedRegisters::new(),
};

/// Returns the location of a slot.
fn at(base: AddressBase, offset: i32) -> RootLocation {
    RootLocation::Slot { base, offset }
}

/// Returns the frame descriptor of the call site at `pc`.
fn frame(table: &CallSiteTable<'static, X86_64>, pc: u64) -> FrameDescriptor<'static, X86_64> {
    table.lookup(pc).unwrap().frame().unwrap()
}

/// Returns the locations of base pointers at `pc`.
fn bases(table: &CallSiteTable<'static, X86_64>, pc: u64) -> Vec<RootLocation> {
    frame(table, pc).bases().collect()
}

/// Returns the locations of derived pointers at `pc`, each with the index of its base.
fn derived(table: &CallSiteTable<'static, X86_64>, pc: u64) -> Vec<(RootLocation, usize)> {
    frame(table, pc).derived().collect()
}

/// Returns the table of one call that returns to 0x1005 and has these pairs and allocas.
fn one(locations: &[RawLocation]) -> Result<CallSiteTable<'static, X86_64>, TableBuildError> {
    let section = statepoints(&[(0x1000, &[(5, 0, locations)])]);
    Ok(TableBuilder::new().add(&section, &RULE)?.build()?.leak())
}

/// Returns the violation of a record with these pairs and allocas.
fn violation(locations: &[RawLocation]) -> RecordViolation {
    match one(locations).unwrap_err() {
        TableBuildError::Rule { function: 0x1000, pc: 0x1005, violation, .. } => violation,
        other => panic!("{other}"),
    }
}

#[test]
fn call_sites_are_found_by_exact_return_address() {
    let table = SPILLED.table();
    let pcs = [0x40_0033, 0x40_003c, 0x40_0080, 0x40_00e1];
    for pc in 0x3f_ff00..0x40_0200 {
        let expected = pcs.iter().position(|&site| site == pc).map(|number| number as u32);
        assert_eq!(table.lookup(pc).map(|site| site.number), expected, "{pc:#x}");
    }
    for pc in [0, 0x33, 0x1_0040_0033, u64::MAX] {
        assert!(table.lookup(pc).is_none(), "{pc:#x}");
    }
    assert_eq!(table.len(), 4);
}

// In `pushes`, the slot at rsp is at rsp+32 while four arguments are on the stack.
#[test]
fn pushed_arguments_shift_slots_and_caller() {
    let table = SPILLED.table();
    assert_eq!(frame(&table, 0x40_0033).cfa(), (SP, 48));
    assert_eq!(bases(&table, 0x40_0033), [at(SP, 32)]);
    assert_eq!(frame(&table, 0x40_003c).cfa(), (SP, 16));
    assert_eq!(bases(&table, 0x40_003c), [at(SP, 0)]);
    assert_eq!(frame(&table, 0x40_003c).return_address(), -8);
}

// The roots of `seven` are in rbp, r13, r12, r15, r14, [rsp] and rbx, in this order.
#[test]
fn roots_stay_in_callee_saved_registers() {
    let table = REGISTERS.table();
    let mut expected: Vec<_> = (0..6).map(RootLocation::Register).collect();
    expected.push(at(SP, 0));
    let mut found = bases(&table, 0x40_0068);
    found.sort_by_key(|root| matches!(root, RootLocation::Slot { .. }));
    assert_eq!(found, expected);
    let saved: Vec<_> = frame(&table, 0x40_0068).saved().collect();
    assert_eq!(saved, [(0, -56), (1, -16), (2, -48), (3, -40), (4, -32), (5, -24)]);
    assert_eq!(bases(&table, 0x40_00c0), [RootLocation::Register(0)]);
    assert_eq!(table.max_bases(), 7);
}

#[test]
fn dynamic_frames_use_other_base_registers() {
    let table = FRAMES.table();
    let dynamic = frame(&table, 0x40_0027);
    assert_eq!(dynamic.cfa(), (RBP, 16));
    assert_eq!(dynamic.bases().collect::<Vec<_>>(), [at(RBP, -8)]);
    assert_eq!(dynamic.saved().collect::<Vec<_>>(), [(1, -16)]);
    let realigned = frame(&table, 0x40_0064);
    assert_eq!(realigned.cfa(), (RBP, 16));
    assert_eq!(realigned.bases().collect::<Vec<_>>(), [at(RBX, 56)]);
    assert_eq!(realigned.saved().collect::<Vec<_>>(), [(0, -24), (1, -16)]);
}

#[test]
fn vector_is_one_root_per_pointer() {
    let table = FRAMES.table();
    assert_eq!(bases(&table, 0x40_008a), [at(SP, 0), at(SP, 8), at(SP, 16), at(SP, 24)]);
    assert_eq!(derived(&table, 0x40_008a), []);
    let table = one(&[vector(7, 32, 2), vector(7, 0, 2)]).unwrap();
    assert_eq!(bases(&table, 0x1005), [at(SP, 32), at(SP, 40)]);
    assert_eq!(derived(&table, 0x1005), [(at(SP, 0), 0), (at(SP, 8), 1)]);
}

// In `derived`, the pair ([rsp], [rsp+8]) comes before the pair ([rsp], [rsp]).
#[test]
fn derived_pointer_refers_to_base_at_any_index() {
    let table = FRAMES.table();
    assert_eq!(bases(&table, 0x40_00be), [at(SP, 0)]);
    assert_eq!(derived(&table, 0x40_00be), [(at(SP, 8), 0)]);
}

#[test]
fn base_not_otherwise_live_is_a_root() {
    let table = PAIRS.table();
    assert_eq!(bases(&table, 0x40_0017), [at(SP, 16)]);
    assert_eq!(derived(&table, 0x40_0017), [(at(SP, 8), 0)]);
}

#[test]
fn pairs_with_null_base_give_no_roots() {
    let table = PAIRS.table();
    assert_eq!(bases(&table, 0x40_003a), []);
    assert_eq!(derived(&table, 0x40_003a), []);
}

// `alloca` has a base at rsp+32, two derived pointers, and a stack object at rsp+24.
#[test]
fn shared_bases_are_listed_once() {
    let table = PAIRS.table();
    assert_eq!(bases(&table, 0x40_0065), [at(SP, 24), at(SP, 32)]);
    assert_eq!(derived(&table, 0x40_0065), [(at(SP, 8), 1), (at(SP, 16), 1)]);
}

#[test]
fn pairs_are_normalised() {
    // One slot is a base in one pair and derived in another. One is a base with and without a
    // derived pointer. One pair occurs twice.
    let table = one(&[
        slot(7, 8),
        slot(7, 16),
        slot(7, 16),
        slot(7, 24),
        slot(7, 8),
        slot(7, 8),
        slot(7, 16),
        slot(7, 24),
    ])
    .unwrap();
    assert_eq!(bases(&table, 0x1005), [at(SP, 8), at(SP, 16)]);
    assert_eq!(derived(&table, 0x1005), [(at(SP, 24), 1)]);
    // Constant bases and addresses of stack objects never move, nor do pointers derived from them.
    // A base whose derived pointer is constant is still a root.
    let table = one(&[
        constant(0),
        slot(7, 8),
        direct(7, 64),
        slot(7, 16),
        slot(7, 24),
        constant(0),
        slot(7, 32),
        in_register(3),
    ])
    .unwrap();
    assert_eq!(bases(&table, 0x1005), [at(SP, 24), at(SP, 32)]);
    assert_eq!(derived(&table, 0x1005), [(RootLocation::Register(0), 1)]);
}

#[test]
fn equal_frames_share_a_descriptor() {
    let statistics = SPILLED.table().statistics();
    assert_eq!((statistics.functions, statistics.records, statistics.descriptors), (3, 4, 4));
    // The two calls in `pushes` have equal descriptors when addressed from a frame pointer.
    let statistics = FRAME_POINTERS.table().statistics();
    assert_eq!((statistics.functions, statistics.records, statistics.descriptors), (3, 4, 3));
    // The index is one block: two words for its start, then two bytes for each call site, one of
    // which is the small offset of its descriptor.
    assert_eq!(statistics.index_bytes, 2 * 4 + 4 * (1 + 1));
}

#[test]
fn functions_are_found_by_return_address() {
    let table = SPILLED.table();
    assert_eq!(table.function_containing(0x40_0033), Some(0x40_0000));
    // The first address is inside the function but not a call site. The second is the end of the
    // function, which can be the return address of its last call.
    assert_eq!(table.function_containing(0x40_0001), Some(0x40_0000));
    assert_eq!(table.function_containing(0x40_0042), Some(0x40_0000));
    assert_eq!(table.function_containing(0x40_0043), None);
    assert_eq!(table.function_containing(0x40_0050), None);
    assert_eq!(table.function_containing(0x40_0051), Some(0x40_0050));
    assert_eq!(table.function_containing(0), None);
}

#[test]
fn several_maps_form_one_table() {
    let far = 0x1000 + (3 << 30);
    let (near, far_map) = (
        statepoints(&[(0x1000, &[(5, 0, &[slot(7, 0), slot(7, 0)])])]),
        statepoints(&[(far, &[(9, 0, &[slot(7, 8), slot(7, 8)])])]),
    );
    let table = TableBuilder::<X86_64>::new()
        .add(&[far_map.clone(), near.clone()].concat(), &RULE)
        .and_then(TableBuilder::build)
        .map(TableBuffer::leak)
        .unwrap();
    assert_eq!(bases(&table, 0x1005), [at(SP, 0)]);
    assert_eq!(bases(&table, far + 9), [at(SP, 8)]);
    assert_eq!(table.len(), 2);
}

#[test]
fn code_spanning_4_gib_is_rejected() {
    let build = |low: u64, high: u64| {
        let section = statepoints(&[(high, &[(0, 0, &[])]), (low, &[(1, 0, &[])])]);
        TableBuilder::<X86_64>::new().add(&section, &RULE)?.build()
    };
    assert_eq!(
        build(0x1000, 0x1_0000_1000).unwrap_err(),
        TableBuildError::RangeTooLarge { low: 0x1000, high: 0x1_0000_1000 }
    );
    assert_eq!(
        build(0x1000, u64::MAX).unwrap_err(),
        TableBuildError::RangeTooLarge { low: 0x1000, high: u64::MAX }
    );
}

#[test]
fn equal_copies_of_record_are_merged() {
    let table = TableBuilder::<X86_64>::new()
        .add(SPILLED.stack_maps, &SPILLED.rules())
        .and_then(|builder| builder.add(SPILLED.stack_maps, &SPILLED.rules()))
        .and_then(TableBuilder::build)
        .map(TableBuffer::leak)
        .unwrap();
    assert_eq!(table.statistics(), SPILLED.table().statistics());
    assert_eq!(bases(&table, 0x40_00e1), [at(SP, 16)]);
}

// Inlining can give copies of one function different calls.
#[test]
fn function_copies_may_have_different_records() {
    let long = statepoints(&[(0x1000, &[(5, 0, &[]), (9, 0, &[])])]);
    let short = statepoints(&[(0x1000, &[(5, 0, &[])])]);
    for section in [[&*long, &*short].concat(), [&*short, &*long].concat()] {
        let table = TableBuilder::<X86_64>::new()
            .add(&section, &RULE)
            .and_then(TableBuilder::build)
            .map(TableBuffer::leak)
            .unwrap();
        assert_eq!((table.len(), table.statistics().functions), (2, 1));
        // Without unwind tables a function ends at its last return address.
        assert_eq!(table.function_containing(0x1009), Some(0x1000));
        assert_eq!(table.function_containing(0x100a), None);
    }
}

#[test]
fn conflicting_copies_of_record_are_rejected() {
    let copy = |offset| statepoints(&[(0x1000, &[(5, 0, &[slot(7, offset), slot(7, offset)])])]);
    let error = TableBuilder::<X86_64>::new()
        .add(&[copy(0), copy(8)].concat(), &RULE)
        .and_then(TableBuilder::build)
        .unwrap_err();
    assert_eq!(error, TableBuildError::Conflict { function: 0x1000, pc: 0x1005 });
}

// The function `marker` has a record of llvm.experimental.stackmap.
#[test]
fn record_of_other_intrinsic_is_pinned() {
    let table = FRAMES.table();
    let site = table.lookup(0x40_00e4).unwrap();
    assert!(site.frame().is_none());
    let CallSiteContent::Pinned(pinned) = site.content else { panic!("{site:?}") };
    // Every function with such a record has a frame pointer.
    assert_eq!(pinned.frame().cfa(), (RBP, 16));
    assert!(!pinned.is_listed());
    assert_eq!(pinned.locations().count(), 0);
    assert_eq!(pinned.unrecoverable().collect::<Vec<_>>(), [5]);
    assert_eq!(table.statistics().pinned, 1);
}

// A stackmap directly after a call is at the return address of that call.
#[test]
fn statepoint_takes_precedence_at_its_address() {
    let statepoint = statepoints(&[(0x1000, &[(5, 0, &[slot(7, 8), slot(7, 8)])])]);
    let marker = map(&[(0x1000, &[(5, 9, &[])])], &[]);
    for section in [[&*statepoint, &*marker].concat(), [&*marker, &*statepoint].concat()] {
        let table = TableBuilder::<X86_64>::new()
            .add(&section, &RULE)
            .and_then(TableBuilder::build)
            .map(TableBuffer::leak)
            .unwrap();
        assert_eq!(bases(&table, 0x1005), [at(SP, 8)]);
        assert_eq!(table.len(), 1);
    }
}

// `preserve` calls a preserve_all function and has a root in rax.
#[test]
fn caller_saved_roots_are_rejected() {
    let error = CALLER_SAVED.build().unwrap_err();
    let TableBuildError::Rule { function, pc, violation, .. } = error else { panic!("{error}") };
    assert_eq!((function, pc), (0x40_0060, 0x40_0069));
    assert!(
        matches!(violation, RecordViolation::CallerSavedRoot { register: "rax", .. }),
        "{error}"
    );
    assert!(error.to_string().contains("rax"), "{error}");
    assert_eq!(error.function(), Some(0x40_0060));
}

#[test]
fn unlocatable_roots_are_rejected() {
    let caller_saved = RecordViolation::CallerSavedRoot { index: 4, register: "rsp" };
    assert_eq!(violation(&[slot(7, 0), in_register(7)]), caller_saved);
    let base = |register| RecordViolation::SlotBase { index: 3, register };
    assert_eq!(violation(&[slot(1, 0), slot(1, 0)]), base("rdx"));
    assert_eq!(violation(&[direct(8, 0)]), base("r8"));
    let misaligned = RecordViolation::MisalignedSlot { index: 3, register: "rsp", offset: 12 };
    assert_eq!(violation(&[slot(7, 12), slot(7, 12)]), misaligned);
    // The CFA is at rsp+64, the return address at rsp+56.
    assert!(one(&[slot(7, 48), slot(7, 48)]).is_ok());
    assert!(one(&[slot(7, 48), slot(6, 800)]).is_ok(), "the rule does not locate rbp");
    let problem = |pair: &[RawLocation]| match violation(pair) {
        RecordViolation::OutsideFrame { register: "rsp", problem, .. } => problem,
        other => panic!("{other}"),
    };
    assert_eq!(problem(&[slot(7, 56), slot(7, 56)]), FrameLocationProblem::ReturnAddress);
    assert_eq!(
        problem(&[slot(7, 64), slot(7, 64)]),
        FrameLocationProblem::InCaller { distance: 8 }
    );
    assert_eq!(problem(&[slot(7, 8), slot(7, -8)]), FrameLocationProblem::BelowStackPointer);
    let vectors = [vector(7, 48, 4), vector(7, 48, 4)];
    assert_eq!(problem(&vectors), FrameLocationProblem::InCaller { distance: 16 });
    let near_end = i32::MAX - 15;
    let vectors = [vector(7, near_end, 4), vector(7, near_end, 4)];
    assert!(matches!(problem(&vectors), FrameLocationProblem::InCaller { .. }));
}

// Slots relative to rbp are not checked against the frame, because the rule does not locate rbp.
#[test]
fn unrepresentable_slots_are_rejected() {
    let problem = |pair: &[RawLocation]| match one(pair).unwrap_err() {
        TableBuildError::Root { function: 0x1000, pc: 0x1005, problem, .. } => problem,
        other => panic!("{other}"),
    };
    let far = TableEncodeError::SlotOffset { offset: 1 << 26 };
    assert_eq!(problem(&[slot(6, 1 << 26), slot(6, 1 << 26)]), far);
    let near_end = i32::MAX - 15;
    let vectors = [vector(6, near_end, 4), vector(6, near_end, 4)];
    assert!(matches!(problem(&vectors), TableEncodeError::SlotOffset { .. }));
}

// The limit is checked while words are added: 300 pairs of vectors of 65,528 bytes would take much
// memory.
#[test]
fn too_many_descriptor_words_are_rejected_early() {
    let vectors = [vector(6, 0, 8191); 2 * 300];
    let TableBuildError::Root { problem, .. } = one(&vectors).unwrap_err() else { panic!() };
    assert_eq!(problem, TableEncodeError::TooMany { found: 129 * 8191 });
}

#[test]
fn unusable_statepoints_are_rejected() {
    let reason = |locations: &[RawLocation]| match one(locations).unwrap_err() {
        TableBuildError::Statepoint { function: 0x1000, pc: 0x1005, source } => source.reason,
        other => panic!("{other}"),
    };
    // Register 17 is xmm0.
    assert!(matches!(
        reason(&[in_register(17), in_register(17)]),
        StatepointProblem::NotAPointer { .. }
    ));
    assert!(matches!(reason(&[vector(7, 0, 2), slot(7, 16)]), StatepointProblem::PairSizes { .. }));
    let overflow = map(&[(0x1000, &[(5, u64::MAX, &[])])], &[]);
    let error = TableBuilder::<X86_64>::new().add(&overflow, &RULE).unwrap_err();
    assert!(
        matches!(&error, TableBuildError::Statepoint { source, .. } if source.reason == StatepointProblem::Overflow),
        "{error}"
    );
}

#[test]
fn call_sites_need_an_unwind_rule() {
    let section = statepoints(&[(0x40_0000, &[(5, 0, &[])]), (0x70_0000, &[(5, 0, &[])])]);
    let error = TableBuilder::<X86_64>::new().add(&section, &SPILLED.rules()).unwrap_err();
    let TableBuildError::Unwind(error) = error else { panic!("{error}") };
    assert_eq!((error.function, error.return_address), (0x70_0000, 0x70_0005));
    assert_eq!(error.problem, UnwindProblem::NoEntry);
}

#[test]
fn malformed_sections_are_rejected() {
    let add = |section: &[u8]| TableBuilder::<X86_64>::new().add(section, &RULE).unwrap_err();
    assert!(matches!(add(&SPILLED.stack_maps[..100]), TableBuildError::Parse(_)));
    let unrelocated = statepoints(&[(0x1000, &[(5, 0, &[])]), (0, &[(5, 0, &[])])]);
    assert_eq!(add(&unrelocated), TableBuildError::Unrelocated { map: 0, index: 1 });
    let overflowing = statepoints(&[(u64::MAX - 4, &[(5, 0, &[])])]);
    let error = TableBuildError::AddressOverflow { function: u64::MAX - 4, offset: 5 };
    assert_eq!(add(&overflowing), error);
}

#[test]
fn misaligned_saves_are_rejected_and_lost_registers_noted() {
    let mut rule = RULE;
    rule.saved.set(Register::new(12), SavedLocation::Lost);
    rule.saved.set(Register::new(15), SavedLocation::At(-16));
    let section = statepoints(&[(0x1000, &[(5, 0, &[])])]);
    let table =
        TableBuilder::new().add(&section, &rule).and_then(TableBuilder::build).unwrap().leak();
    assert_eq!(frame(&table, 0x1005).lost(), 1 << 2);
    assert_eq!(frame(&table, 0x1005).saved().collect::<Vec<_>>(), [(5, -16)]);
    rule.saved.set(Register::new(15), SavedLocation::At(-12));
    assert!(TableBuilder::<X86_64>::new().add(&section, &rule).is_err());
}

#[test]
fn recorded_sizes_can_replace_unwind_tables() {
    let rules = RecordedSize::<X86_64>::new(PAIRS.stack_maps).unwrap();
    let table = TableBuilder::new()
        .add(PAIRS.stack_maps, &rules)
        .and_then(TableBuilder::build)
        .unwrap()
        .leak();
    assert_eq!(frame(&table, 0x40_0065).cfa(), frame(&PAIRS.table(), 0x40_0065).cfa());
    assert_eq!(frame(&table, 0x40_0065).lost(), 0b11_1111);
}

// At a call site of `pushes`, four arguments are pushed, which the recorded size does not include.
// Its slots are therefore above a frame of that size.
#[test]
fn wrong_recorded_size_is_detected() {
    let rules = RecordedSize::<X86_64>::new(SPILLED.stack_maps).unwrap();
    let error = TableBuilder::<X86_64>::new().add(SPILLED.stack_maps, &rules).unwrap_err();
    let TableBuildError::Rule { violation, .. } = error else { panic!("{error}") };
    assert!(
        matches!(violation, RecordViolation::OutsideFrame { register: "rsp", .. }),
        "{violation}"
    );
}

#[test]
fn corrupted_map_does_not_panic() {
    for fixture in [SPILLED, FRAMES, PAIRS] {
        let rules = fixture.rules();
        for at in 0..fixture.stack_maps.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut wrong = fixture.stack_maps.to_vec();
                wrong[at] ^= flip;
                // Any result is valid. Only a panic is an error.
                let _ = TableBuilder::<X86_64>::new().add(&wrong, &rules).map(TableBuilder::build);
            }
        }
    }
}
