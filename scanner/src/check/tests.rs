//! Tests of record checks with synthetic maps, for violations that no fixture has.

use super::*;
use crate::arch::{Aarch64, Register, X86_64};
use crate::cfi::{SavedLocation, SavedRegisters};
use crate::fixtures::{RawLocation, constant, direct, map, sized_map, slot, statepoints, vector};
use crate::stackmap::{self, StackMap};
use crate::statepoint::Statepoint;
use crate::table::{TableBuffer, TableBuildError, TableBuilder};

const RSP: Register = Register::new(7);
const RBP: Register = Register::new(6);

/// Builds the table of a call with this calling convention, in a function that begins with
/// `push rbp; mov rbp, rsp; sub rsp, 16`.
fn after_call(
    convention: i32,
    cfa: (Register, i32),
    locations: &[RawLocation],
) -> Result<TableBuffer<X86_64>, TableBuildError> {
    let prefix = [constant(convention), constant(0), constant(0)];
    let section = sized_map(24, &[(0x1000, &[(5, 0, locations)])], &prefix, &[]);
    let saved = [(RBP, SavedLocation::At(-16))].into_iter().collect();
    let rule = FrameRule {
        cfa_base: cfa.0,
        cfa_offset: cfa.1,
        return_address: -8,
        signing: crate::cfi::ReturnAddressSigning::Unsigned,
        saved,
    };
    TableBuilder::new().add(&section, &rule)?.build()
}

/// LLVM's numbers of `tailcc` and `swifttailcc`, whose callees pop their stack arguments.
const TAIL_CONVENTIONS: [i32; 2] = [18, 20];

#[test]
fn sp_based_slots_after_tailcc_call_are_rejected() {
    let violation_of =
        |result: Result<TableBuffer<X86_64>, TableBuildError>| match result.unwrap_err() {
            TableBuildError::Rule { violation, .. } => violation,
            other => panic!("{other}"),
        };
    for convention in TAIL_CONVENTIONS {
        let unknown = RecordViolation::StackPointer { calling_convention: convention as u64 };
        assert_eq!(violation_of(after_call(convention, (RSP, 32), &[])), unknown);
        assert_eq!(
            violation_of(after_call(convention, (RBP, 16), &[slot(7, 8), slot(7, 8)])),
            unknown
        );
        assert_eq!(violation_of(after_call(convention, (RBP, 16), &[direct(7, 0)])), unknown);
        // Locations relative to the frame pointer do not depend on the stack pointer.
        assert!(after_call(convention, (RBP, 16), &[slot(6, -8), slot(6, -8)]).is_ok());
    }
    // Callees of every other convention preserve the stack pointer.
    for convention in [0, 8, 9, 14, 15, 16, 17, 19, 21] {
        assert!(after_call(convention, (RSP, 32), &[slot(7, 8), slot(7, 8)]).is_ok());
    }
}

/// Returns the first map of these bytes.
fn first(bytes: &[u8]) -> StackMap<'_> {
    stackmap::maps(bytes).next().unwrap().unwrap()
}

/// Returns the violations of these roots in an AArch64 frame of 48 bytes whose CFA is x29+16.
fn aarch64(locations: &[RawLocation]) -> Vec<RecordViolation> {
    let bytes = map(&[(0x1000, &[(8, 0, locations)])], &[constant(0); 3]);
    let map = first(&bytes);
    let record = map.records().next().unwrap();
    let statepoint = Statepoint::<Aarch64>::decode(&record, &map.constants()).unwrap();
    let (x29, x30) = (Register::new(29), Register::new(30));
    let mut saved = SavedRegisters::new();
    saved.set(x29, SavedLocation::At(-16));
    saved.set(x30, SavedLocation::At(-8));
    let rule = FrameRule {
        cfa_base: x29,
        cfa_offset: 16,
        return_address: -8,
        signing: crate::cfi::ReturnAddressSigning::Unsigned,
        saved,
    };
    let mut found = Vec::new();
    let frame = KnownFrame::new(Some(48), Some(&rule));
    let mut report = |_, _, violation| {
        found.push(violation);
        Ok::<_, ()>(())
    };
    RootCheck::default().roots(&frame, &statepoint, &mut report).unwrap();
    found
}

// The stack pointer is CFA-48, so x29 is saved at sp+32 and x30 at sp+40.
#[test]
fn sp_based_slots_are_checked_with_frame_pointer() {
    let problem = |offset| match aarch64(&[slot(31, offset), slot(31, offset)])[..] {
        [] => None,
        [RecordViolation::OutsideFrame { index: 3, problem, .. }] => Some(problem),
        ref other => panic!("{other:?}"),
    };
    assert_eq!(problem(0), None);
    assert_eq!(problem(24), None);
    assert_eq!(problem(32), Some(FrameLocationProblem::SavedRegister { register: "x29" }));
    assert_eq!(problem(40), Some(FrameLocationProblem::ReturnAddress));
    assert_eq!(problem(48), Some(FrameLocationProblem::AboveFrame { size: 48 }));
}

// Identical code folding gives two functions of one map the same address and the same records.
#[test]
fn record_counts_separate_functions() {
    let function =
        Function { address: 0x1000, stack_size: Some(8), record_count: Some(2), frame: None };
    let mut order = RecordOrder::default();
    for _ in 0..2 {
        assert!(order.enter(&function));
        assert_eq!(order.record(5).and_then(|()| order.statepoint(5)), Ok(()));
        assert!(!order.enter(&function));
        assert_eq!(order.record(9).and_then(|()| order.statepoint(9)), Ok(()));
    }
    let twice = Function { record_count: Some(4), ..function };
    let mut order = RecordOrder::default();
    order.enter(&twice);
    assert_eq!(order.record(5).and_then(|()| order.statepoint(5)), Ok(()));
    // A stackmap begins at the return address of the call.
    assert_eq!(order.record(5), Ok(()));
    assert_eq!(order.record(5).and_then(|()| order.statepoint(5)), Err(RecordViolation::Duplicate));
    assert_eq!(order.record(4), Err(RecordViolation::Unsorted { previous: 5 }));
}

/// One record with nearly the maximum number of pairs. All have the same vector of derived
/// pointers, but each has another base.
#[test]
fn derived_pointer_with_two_bases_is_reported_once() {
    const PAIRS: usize = 32_000;
    // The bases are above the derived pointers, and overlap each other.
    let base = |pair: usize| vector(7, 8 * (32 + pair as i32), 32);
    let locations: Vec<_> = (0..PAIRS).flat_map(|pair| [base(pair), vector(7, 0, 32)]).collect();
    let bytes = statepoints(&[(0x1000, &[(8, 0, &locations)])]);
    let map = first(&bytes);
    let record = map.records().next().unwrap();
    let statepoint = Statepoint::<X86_64>::decode(&record, &map.constants()).unwrap();
    let mut found = Vec::new();
    let mut report = |_, severity, violation| {
        found.push((severity, violation));
        Ok::<_, ()>(())
    };
    RootCheck::default().roots(&KnownFrame::new(None, None), &statepoint, &mut report).unwrap();
    // The location of the first derived pointer is 4.
    let derived = |pair: usize| 4 + 2 * pair;
    let expected = (1..PAIRS).map(|pair| {
        let two_bases =
            RecordViolation::TwoBases { index: derived(pair), other: derived(pair - 1) - 1 };
        (Severity::Error, two_bases)
    });
    assert!(found.into_iter().eq(expected));
}
