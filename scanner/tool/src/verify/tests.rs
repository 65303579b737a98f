//! Tests of `verify` with sections that LLVM wrote, each modified to have one defect.
//! `scanner/fixtures/x86_64/NAME.txt` shows the contents of the sections.

use super::*;
use crate::map_builder::{constant, direct, in_register, map, sized_map, slot, statepoints};
use statepoint_scanner::arch::X86_64;
use statepoint_scanner::stackmap::{Location, LocationKind, encode, model};
use statepoint_scanner::table::TableBuildError;

const SPILLED: &[u8] = include_bytes!("../../../fixtures/x86_64/spilled.stackmaps");
const SPILLED_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/spilled.eh_frame");
const REGISTERS: &[u8] = include_bytes!("../../../fixtures/x86_64/registers.stackmaps");
const REGISTERS_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/registers.eh_frame");
/// Number of functions of [`FRAMES`] with frames of dynamic size.
const DYNAMIC_FRAMES: usize = 3;
const FRAMES: &[u8] = include_bytes!("../../../fixtures/x86_64/frames.stackmaps");
const FRAMES_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/frames.eh_frame");
const FRAME_POINTERS: &[u8] = include_bytes!("../../../fixtures/x86_64/frame_pointers.stackmaps");
const FRAME_POINTERS_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/frame_pointers.eh_frame");
const PAIRS: &[u8] = include_bytes!("../../../fixtures/x86_64/pairs.stackmaps");
const PAIRS_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/pairs.eh_frame");
const CALLER_SAVED: &[u8] = include_bytes!("../../../fixtures/x86_64/caller_saved.stackmaps");
const CALLER_SAVED_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/caller_saved.eh_frame");
const CFI_EH: &[u8] = include_bytes!("../../../fixtures/x86_64/cfi.eh_frame");

fn eh_frame(bytes: &'static [u8]) -> Unwind<'static> {
    Unwind::EhFrame { address: 0x50_0000, bytes }
}

/// Verifies a stack map section.
fn check(stack_maps: &[u8], unwind: Unwind<'_>) -> Report {
    let subject =
        Subject { stack_maps: Some(stack_maps), layout: None, unwind, code: &[], evidence: None };
    verify::<X86_64>(&subject, &mut |_| {})
}

/// Severity, function, offset and code of all findings.
type Found = (Severity, Option<u64>, Option<u32>, &'static str);

/// Returns all findings of a report.
fn found(report: &Report) -> Vec<Found> {
    let found = |at: &Finding| (at.severity, at.function, at.instruction_offset, at.defect.code());
    report.findings.iter().map(found).collect()
}

/// Returns a finding of severity error.
fn error(function: u64, offset: u32, code: &'static str) -> Found {
    (Severity::Error, Some(function), Some(offset), code)
}

/// Returns the stack map of the fixture `spilled` with a modification.
fn changed(change: impl FnOnce(&mut model::Map)) -> Vec<u8> {
    let mut map = model::Map::from(&stackmap::maps(SPILLED).next().unwrap().unwrap());
    change(&mut map);
    encode(&map, StackMapLayout::V3).unwrap()
}

/// Returns the findings for the fixture `spilled` with a modification.
fn findings_after(change: impl FnOnce(&mut model::Map)) -> Vec<Found> {
    found(&check(&changed(change), eh_frame(SPILLED_EH)))
}

/// Returns the findings for a record whose base and derived pointer both have this location. The
/// record is at the call that returns to outer+33, in a frame of 24 bytes.
fn with_pair(kind: LocationKind, register: u16, offset: i32, size: u16) -> Vec<Finding> {
    let bytes = changed(|map| {
        let location = Location { kind, size, register, offset };
        map.records[3].locations[3..].fill(location);
    });
    check(&bytes, eh_frame(SPILLED_EH)).findings
}

/// Returns the problem of the base pointer of [`with_pair`], if any.
fn frame_problem(register: u16, offset: i32, size: u16) -> Option<FrameLocationProblem> {
    let findings = with_pair(LocationKind::Indirect, register, offset, size);
    findings.first().map(|finding| match finding.defect {
        Defect::Rule(RecordViolation::OutsideFrame { index: 3, problem, .. }) => problem,
        ref other => panic!("{other}"),
    })
}

#[test]
fn real_maps_are_usable() {
    for (section, unwind, statepoints) in [
        (SPILLED, SPILLED_EH, 4),
        (REGISTERS, REGISTERS_EH, 4),
        (PAIRS, PAIRS_EH, 4),
        (FRAMES, FRAMES_EH, 4),
    ] {
        let report = check(section, eh_frame(unwind));
        assert!(report.is_usable(), "{:?}", report.findings);
        assert!(report.findings.iter().all(|at| at.severity == Severity::Note));
        assert_eq!(report.counts.statepoints, statepoints);
        assert_eq!(report.counts.table.map(|table| table.records), Some(report.counts.records));
    }
}

#[test]
fn clean_maps_are_counted() {
    let counts = check(SPILLED, eh_frame(SPILLED_EH)).counts;
    // Base and derived pointer of each pair are the same slot.
    let roots = 1 + 1 + 7 + 1;
    assert_eq!((counts.maps, counts.functions, counts.records, counts.roots), (1, 3, 4, roots));
}

#[test]
fn progress_is_reported() {
    let mut at = Vec::new();
    let subject = Subject {
        stack_maps: Some(SPILLED),
        layout: Some(StackMapLayout::V3),
        unwind: eh_frame(SPILLED_EH),
        code: &[],
        evidence: None,
    };
    verify::<X86_64>(&subject, &mut |byte| at.push(byte));
    assert_eq!(at, [16 + 3 * 24]);
}

#[test]
fn missing_section_is_an_error() {
    let subject = |evidence| Subject {
        stack_maps: None,
        layout: None,
        unwind: Unwind::Missing,
        code: &[],
        evidence,
    };
    let report = verify::<X86_64>(&subject(Some("symbols are present")), &mut |_| {});
    assert_eq!(found(&report), [(Severity::Error, None, None, "no-stack-map")]);
    let text = report.findings[0].defect.to_string();
    assert_eq!(text, "there is no stack map section, although symbols are present");
    assert!(!verify::<X86_64>(&subject(None), &mut |_| {}).is_usable());
    let report = check(&[0; 16], eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [(Severity::Error, None, None, "empty")]);
}

#[test]
fn inconsistent_counts_are_an_error() {
    let mut bytes = SPILLED.to_vec();
    // The record count of the first function.
    bytes[32] += 1;
    let report = check(&bytes, eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [(Severity::Error, None, None, "malformed")]);
    let text = report.findings[0].defect.to_string();
    assert!(text.contains("at offset 0x50") && text.contains("add up to 5"), "{text}");
    // The map that precedes the malformed map is checked.
    let both = [changed(|map| map.records[0].id = u64::MAX).as_slice(), &bytes].concat();
    assert_eq!(check(&both, eh_frame(SPILLED_EH)).counts.maps, 1);
}

#[test]
fn locations_outside_the_frame_are_errors() {
    // The frame extends from rsp to rsp+24. The return address is at rsp+24.
    assert_eq!(frame_problem(7, 0, 8), None);
    assert_eq!(frame_problem(7, 16, 8), None);
    assert_eq!(frame_problem(7, -8, 8), Some(FrameLocationProblem::BelowStackPointer));
    assert_eq!(frame_problem(7, 24, 8), Some(FrameLocationProblem::ReturnAddress));
    assert_eq!(frame_problem(7, 16, 16), Some(FrameLocationProblem::ReturnAddress));
    assert_eq!(frame_problem(7, 32, 8), Some(FrameLocationProblem::InCaller { distance: 8 }));
    assert_eq!(frame_problem(7, 4096, 8), Some(FrameLocationProblem::InCaller { distance: 4072 }));
    // Without a frame pointer, rbp belongs to the caller, so slots relative to rbp are not checked.
    assert_eq!(frame_problem(6, 800, 8), None);
    let misaligned = with_pair(LocationKind::Indirect, 7, 4, 8);
    assert_eq!(misaligned[0].defect.code(), "misaligned-slot");
    let base = with_pair(LocationKind::Indirect, 0, 8, 8);
    let violation = RecordViolation::SlotBase { index: 3, register: "rax" };
    assert_eq!(base[0].defect, Defect::Rule(violation));
}

// The function `seven` has a frame of 64 bytes and saves rbx at CFA-56.
#[test]
fn slots_over_saved_registers_are_errors() {
    let mut map = model::Map::from(&stackmap::maps(REGISTERS).next().unwrap().unwrap());
    for location in &mut map.records[2].locations[3..] {
        *location = Location { kind: LocationKind::Indirect, size: 8, register: 7, offset: 8 };
    }
    let report = check(&encode(&map, StackMapLayout::V3).unwrap(), eh_frame(REGISTERS_EH));
    let Defect::Rule(RecordViolation::OutsideFrame { problem, .. }) = report.findings[0].defect
    else {
        panic!("{report:?}")
    };
    assert_eq!(problem, FrameLocationProblem::SavedRegister { register: "rbx" });
}

// The function `dynamic` has rbp as frame pointer, and slots below it.
#[test]
fn frames_with_frame_pointer_are_checked() {
    let problem = |register, offset| {
        let mut map = model::Map::from(&stackmap::maps(FRAMES).next().unwrap().unwrap());
        let location = Location { kind: LocationKind::Indirect, size: 8, register, offset };
        map.records[0].locations[3..].fill(location);
        let report = check(&encode(&map, StackMapLayout::V3).unwrap(), eh_frame(FRAMES_EH));
        report.findings.into_iter().find_map(|finding| match finding.defect {
            Defect::Rule(RecordViolation::OutsideFrame { problem, .. }) => Some(problem),
            _ => None,
        })
    };
    assert_eq!(problem(6, -8), None);
    assert_eq!(problem(6, 0), Some(FrameLocationProblem::SavedRegister { register: "rbp" }));
    assert_eq!(problem(6, 8), Some(FrameLocationProblem::ReturnAddress));
    assert_eq!(problem(6, 16), Some(FrameLocationProblem::InCaller { distance: 8 }));
    assert_eq!(problem(7, -8), Some(FrameLocationProblem::BelowStackPointer));
}

// Without unwind information, slots may be above the recorded frame on x86-64: pushed arguments can
// move them up.
#[test]
fn frames_without_unwind_rules_are_checked_by_size() {
    let report = check(SPILLED, Unwind::Unknown);
    assert_eq!(
        found(&report),
        [
            (Severity::Note, None, None, "frames-unchecked"),
            (Severity::Warning, Some(0x40_0000), Some(0x33), "outside-frame"),
        ]
    );
    let pair = [constant(0), constant(0), constant(0), slot(7, 8192), slot(7, 0)];
    let far = sized_map(24, &[(0x1000, &[(5, 0, &pair)])], &[], &[]);
    let report = check(&far, Unwind::Unknown);
    assert_eq!(found(&report)[1], error(0x1000, 5, "outside-frame"));
}

#[test]
fn stack_object_above_frame_may_be_an_argument() {
    let function = 0x40_00c0;
    let section = statepoints(&[(function, &[(0x21, 0, &[direct(7, 32)])])]);
    let report = check(&section, eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [(Severity::Warning, Some(function), Some(0x21), "outside-frame")]);
}

// The function `preserve` calls a preserve_all function and has a root in rax.
#[test]
fn roots_in_caller_saved_registers_are_errors() {
    let report = check(CALLER_SAVED, eh_frame(CALLER_SAVED_EH));
    assert_eq!(found(&report)[0], error(0x40_0060, 9, "caller-saved-root"));
    let caller_saved = |finding: &Finding| {
        let Defect::Rule(violation) = finding.defect else { return false };
        matches!(violation, RecordViolation::CallerSavedRoot { register: "rax", .. })
    };
    assert!(report.findings.iter().all(caller_saved), "{:?}", report.findings);
    assert_eq!(report.counts.table, None);
}

#[test]
fn non_pointer_roots_are_errors() {
    let section = statepoints(&[(0x40_00c0, &[(0x21, 0, &[in_register(17), in_register(17)])])]);
    let report = check(&section, eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [error(0x40_00c0, 0x21, "unusable-statepoint")]);
}

#[test]
fn functions_without_unwind_entry_are_errors() {
    let elsewhere = |size| {
        findings_after(|map| {
            map.functions[2].address = 0x70_0000;
            map.functions[2].stack_size = size;
        })
    };
    let function = Some(0x70_0000);
    assert_eq!(elsewhere(Some(24)), [(Severity::Error, function, None, "no-unwind-entry")]);
    assert_eq!(elsewhere(None), [(Severity::Error, function, None, "dynamic-frame")]);
    let report = check(FRAMES, Unwind::Missing);
    assert_eq!(found(&report)[0], (Severity::Error, None, None, "no-eh-frame"));
    // Each frame of dynamic size gives one more error. Frames of fixed size give none.
    let dynamic = found(&report).iter().filter(|(.., code)| *code == "dynamic-frame").count();
    assert_eq!((dynamic, report.count(Severity::Error)), (DYNAMIC_FRAMES, 1 + DYNAMIC_FRAMES));
    let report = check(FRAMES, Unwind::Unknown);
    assert_eq!(report.count(Severity::Error), DYNAMIC_FRAMES);
    let report = check(SPILLED, Unwind::EhFrame { address: 0x50_0000, bytes: &[1, 2, 3, 4] });
    assert_eq!(found(&report)[0], (Severity::Error, None, None, "malformed-eh-frame"));
}

// The function `expression` of cfi.s computes its CFA by an expression.
#[test]
fn frames_of_unknown_size_are_errors() {
    let section = |address| statepoints(&[(address, &[(1, 0, &[slot(7, 0), slot(7, 0)])])]);
    let expression = check(&section(0x40_0008), eh_frame(CFI_EH));
    assert_eq!(found(&expression), [error(0x40_0008, 1, "scalable-frame")]);
    let caller_saved = check(&section(0x40_0009), eh_frame(CFI_EH));
    assert_eq!(found(&caller_saved), [error(0x40_0009, 1, "unwind")]);
}

#[test]
fn conflicting_frame_sizes_are_errors() {
    let found = findings_after(|map| map.functions[2].stack_size = Some(32));
    assert_eq!(found, [error(0x40_00c0, 0x21, "frame-size")]);
    // A smaller recorded size is allowed, because arguments may have been pushed.
    assert_eq!(findings_after(|map| map.functions[2].stack_size = Some(16)), []);
}

#[test]
fn return_addresses_outside_function_are_errors() {
    let found = findings_after(|map| map.records[3].instruction_offset = 0x2f);
    assert_eq!(found, [error(0x40_00c0, 0x2f, "outside-function")]);
    // A call can be the last instruction.
    assert_eq!(findings_after(|map| map.records[3].instruction_offset = 0x21), []);
}

#[test]
fn conflicting_duplicates_are_errors() {
    let copy = changed(|map| {
        for location in &mut map.records[3].locations[3..] {
            location.offset = 8;
        }
    });
    let report = check(&[SPILLED, &copy].concat(), eh_frame(SPILLED_EH));
    let conflict = error(0x40_00c0, 0x21, "conflict");
    assert_eq!(found(&report)[0], conflict);
    assert_eq!(report.count(Severity::Error), 1);
    assert_eq!(report.findings[0].section_offset, Some(SPILLED.len() + offset_of_record_3()));
    let frames = changed(|map| map.functions[2].stack_size = Some(16));
    let report = check(&[SPILLED, &frames].concat(), eh_frame(SPILLED_EH));
    assert_eq!(found(&report)[0], (Severity::Error, Some(0x40_00c0), None, "conflicting-frames"));
}

fn offset_of_record_3() -> usize {
    stackmap::maps(SPILLED).next().unwrap().unwrap().records().nth(3).unwrap().offset()
}

#[test]
fn equal_copies_are_merged() {
    let report = check(&[SPILLED, SPILLED].concat(), eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [(Severity::Note, None, None, "merged-copies")]);
    assert_eq!(report.findings[0].defect, Defect::MergedCopies { count: 4 });
    let other_id = changed(|map| map.records[3].id = 5);
    let report = check(&[SPILLED, &other_id].concat(), eh_frame(SPILLED_EH));
    assert_eq!(
        found(&report)[0],
        (Severity::Warning, Some(0x40_00c0), Some(0x21), "different-copies")
    );
}

#[test]
fn overflow_records_are_errors() {
    let found = findings_after(|map| {
        map.records[2].id = u64::MAX;
        map.records[2].locations.clear();
    });
    assert_eq!(found, [error(0x40_0050, 0x30, "overflow-record")]);
}

#[test]
fn unsorted_return_addresses_are_errors() {
    let found = findings_after(|map| map.records.swap(0, 1));
    assert_eq!(found, [error(0x40_0000, 0x33, "unsorted")]);
    // The linker decides the order of functions.
    let sections = findings_after(|map| {
        map.functions.swap(1, 2);
        map.records.swap(2, 3);
    });
    assert_eq!(sections, []);
}

#[test]
fn duplicate_return_addresses_are_errors() {
    let found = findings_after(|map| {
        let copy = map.records[3].clone();
        map.records.push(copy);
        map.functions[2].record_count = Some(2);
    });
    assert_eq!(found, [error(0x40_00c0, 0x21, "duplicate")]);
}

#[test]
fn overflowing_addresses_are_errors() {
    let unrelocated = findings_after(|map| map.functions[2].address = 0);
    assert_eq!(unrelocated[0], (Severity::Error, None, None, "unrelocated"));
    let overflow = findings_after(|map| map.functions[2].address = u64::MAX);
    assert_eq!(overflow, [error(u64::MAX, 0x21, "address-overflow")]);
}

#[test]
fn version_1_is_unusable_for_a_collector() {
    let map = model::Map::from(&stackmap::maps(SPILLED).next().unwrap().unwrap());
    let report = check(&encode(&map, StackMapLayout::V1).unwrap(), eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [(Severity::Error, None, None, "no-record-counts")]);
}

#[test]
fn other_records_are_a_note() {
    let marker = map(&[(0x40_00c0, &[(0x21, 9, &[in_register(0)])])], &[]);
    let report = check(&marker, eh_frame(SPILLED_EH));
    assert_eq!(found(&report), [(Severity::Note, None, None, "other-records")]);
    assert!(report.is_usable());
}

// `verify` and the table builder apply the same rules.
#[test]
fn verify_fails_exactly_when_table_build_fails() {
    let (mut refused, mut accepted) = (0, 0);
    for (section, unwind) in [
        (SPILLED, SPILLED_EH),
        (REGISTERS, REGISTERS_EH),
        (FRAME_POINTERS, FRAME_POINTERS_EH),
        (FRAMES, FRAMES_EH),
        (PAIRS, PAIRS_EH),
    ] {
        let rules = EhFrame::<X86_64>::new(0x50_0000, unwind).unwrap();
        for at in 0..section.len() {
            for flip in [0x01, 0x02, 0x08, 0x10, 0x20, 0x80, 0xff] {
                let mut wrong = section.to_vec();
                wrong[at] ^= flip;
                let report = check(&wrong, eh_frame(unwind));
                let table =
                    TableBuilder::<X86_64>::new().add(&wrong, &rules).and_then(TableBuilder::build);
                assert_eq!(
                    report.is_usable(),
                    table.is_ok(),
                    "byte {at:#x} ^ {flip:#x}: {:?}, {table:?}",
                    report.findings
                );
                // The table's limit on slot offsets is the only defect for which `verify` has no
                // rule of its own.
                let is_known = |defect: &Defect| match defect {
                    Defect::Table(error) => matches!(**error, TableBuildError::Root { .. }),
                    _ => true,
                };
                assert!(report.findings.iter().all(|at| is_known(&at.defect)), "{report:?}");
                *if table.is_ok() { &mut accepted } else { &mut refused } += 1;
            }
        }
    }
    assert!(refused > 3000 && accepted > 3000, "{refused} rejected, {accepted} accepted");
}

// A second pair derives the same pointer from another base.
#[test]
fn derived_pointer_with_two_bases_is_an_error() {
    let slot_at = |offset| Location { kind: LocationKind::Indirect, size: 8, register: 7, offset };
    let with = |pairs: &[i32]| {
        let bytes = changed(|map| {
            let locations = &mut map.records[3].locations;
            locations.truncate(3);
            locations.extend(pairs.iter().copied().map(slot_at));
        });
        let report = check(&bytes, eh_frame(SPILLED_EH));
        let rules = EhFrame::<X86_64>::new(0x50_0000, SPILLED_EH).unwrap();
        let table = TableBuilder::<X86_64>::new().add(&bytes, &rules).and_then(TableBuilder::build);
        assert_eq!(report.is_usable(), table.is_ok());
        report.findings.into_iter().map(|finding| finding.defect).collect::<Vec<_>>()
    };
    let two_bases = |index, other| vec![Defect::Rule(RecordViolation::TwoBases { index, other })];
    assert_eq!(with(&[0, 16, 8, 16]), two_bases(6, 3));
    assert_eq!(with(&[0, 0, 8, 16, 8, 8, 0, 16]), two_bases(10, 5));
    // Allowed: a repeated pair, a derived pointer that is itself a base, two pointers with one
    // base.
    assert_eq!(with(&[0, 16, 0, 16]), []);
    assert_eq!(with(&[0, 16, 8, 16, 16, 16]), []);
    assert_eq!(with(&[0, 16, 0, 8]), []);
}
