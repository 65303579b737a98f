//! Tests of unwind rules: those of the `.eh_frame` sections that LLVM wrote for
//! `scanner/fixtures/x86_64`, and those of corrupted and synthetic sections.

mod signing;

use super::*;
use crate::arch::{Register, X86_64};
use crate::fixtures::{CFI, FRAME_POINTERS, FRAMES, REGISTERS, SPILLED, sized_map};

const RBX: Register = Register::new(3);
const RBP: Register = Register::new(6);
const RSP: Register = Register::new(7);
const R12: Register = Register::new(12);
const R13: Register = Register::new(13);
const R14: Register = Register::new(14);
const R15: Register = Register::new(15);

fn rule(cfa_base: Register, cfa_offset: i32, saved: &[(Register, i32)]) -> FrameRule {
    FrameRule {
        cfa_base,
        cfa_offset,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved: saved
            .iter()
            .map(|&(register, offset)| (register, SavedLocation::At(offset)))
            .collect(),
    }
}

/// Returns the problem with the rule for this return address in the fixture `CFI`.
fn problem(function: u64, return_address: u64) -> UnwindProblem {
    let error = CFI.rules().rule_at(function, return_address).unwrap_err();
    assert_eq!((error.function, error.return_address), (function, return_address));
    error.problem
}

// The function `pushes` executes pushq %rax, then pushes four arguments for its first call and none
// for its second.
#[test]
fn pushed_arguments_extend_frame_only_at_their_call() {
    let rules = SPILLED.rules();
    assert_eq!(rules.rule_at(0x40_0000, 0x40_0033), Ok(rule(RSP, 48, &[])));
    assert_eq!(rules.rule_at(0x40_0000, 0x40_003c), Ok(rule(RSP, 16, &[])));
}

// The function `seven` pushes rbp, r15, r14, r13, r12, rbx and rax. The rules of its neighbours are
// evaluated between its own, so a stale cache of rows would give wrong rules.
#[test]
fn saved_registers_are_per_function() {
    let rules = REGISTERS.rules();
    assert_eq!(rules.len(), 3);
    let seven =
        rule(RSP, 64, &[(RBX, -56), (RBP, -16), (R12, -48), (R13, -40), (R14, -32), (R15, -24)]);
    for _ in 0..2 {
        assert_eq!(rules.rule_at(0x40_0040, 0x40_0068), Ok(seven));
        assert_eq!(rules.rule_at(0x40_00a0, 0x40_00c0), Ok(rule(RSP, 32, &[(RBX, -16)])));
        assert_eq!(rules.rule_at(0x40_0000, 0x40_0032), Ok(rule(RSP, 48, &[(RBX, -16)])));
    }
    assert_eq!(rules.function_end(0x40_0040), Some(0x40_0093));
    assert_eq!(rules.function_end(0x40_00c9), None);
}

#[test]
fn dynamic_frames_are_based_on_frame_pointer() {
    let rules = FRAMES.rules();
    assert_eq!(rules.rule_at(0x40_0000, 0x40_0027), Ok(rule(RBP, 16, &[(RBP, -16)])));
    let realigned = rule(RBP, 16, &[(RBP, -16), (RBX, -24)]);
    assert_eq!(rules.rule_at(0x40_0030, 0x40_0064), Ok(realigned));
}

// The function `trailing` ends with a call. The return address, 0x400006, is also the entry of the
// next function, whose CFA is rsp+8.
#[test]
fn rule_is_for_the_call_not_the_return_address() {
    let rules = CFI.rules();
    assert_eq!(rules.rule_at(0x40_0000, 0x40_0006), Ok(rule(RSP, 16, &[])));
    assert_eq!(rules.rule_at(0x40_0006, 0x40_0007), Ok(rule(RSP, 8, &[])));
}

// The entry of the function `last` is the first of the section. The last entry is that of the empty
// function `discarded` at the same address.
#[test]
fn entries_need_not_be_sorted() {
    let rules = CFI.rules();
    assert_eq!(rules.len(), 8);
    assert_eq!(rules.rule_at(0x40_000d, 0x40_000f), Ok(rule(RSP, 16, &[(RBX, -16)])));
    assert_eq!(rules.function_end(0x40_000d), Some(0x40_000f));
}

#[test]
fn unrecoverable_registers_are_lost() {
    let lost = CFI.rules().rule_at(0x40_000b, 0x40_000c).unwrap();
    assert!(lost.saved.iter().eq([(RBP, SavedLocation::At(-16)), (R12, SavedLocation::Lost)]));
}

#[test]
fn unsupported_unwind_rules_are_rejected() {
    assert_eq!(problem(0x40_0008, 0x40_0009), UnwindProblem::CfaExpression);
    assert_eq!(problem(0x40_0009, 0x40_000a), UnwindProblem::CfaRegister { register: 2 });
    assert_eq!(problem(0x40_000a, 0x40_000b), UnwindProblem::SavedRegister { register: 3 });
    assert_eq!(problem(0x40_000c, 0x40_000d), UnwindProblem::ReturnAddress);
}

#[test]
fn code_without_entry_is_rejected() {
    assert_eq!(problem(0x40_000d, 0x40_0010), UnwindProblem::NoEntry);
    assert_eq!(problem(0x3f_0000, 0x40_0000), UnwindProblem::NoEntry);
    assert_eq!(problem(0, 0), UnwindProblem::NoEntry);
    let another = UnwindProblem::AnotherFunction { start: 0x40_0006 };
    assert_eq!(problem(0x40_0000, 0x40_0007), another);
}

#[test]
fn error_names_function_and_return_address() {
    let error = CFI.rules().rule_at(0x40_0008, 0x40_0009).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("0x400008") && text.contains("0x400009"), "{text}");
}

#[test]
fn truncated_section_fails_or_has_fewer_entries() {
    let address = 0x50_0000;
    let bytes = include_bytes!("../../fixtures/x86_64/registers.eh_frame");
    for len in 0..bytes.len() {
        if let Ok(rules) = EhFrame::<X86_64>::new(address, &bytes[..len]) {
            // The terminating zero is optional.
            assert!(rules.len() < 3 || len >= bytes.len() - 4, "{len}");
            // Any result is valid. Only a panic is an error.
            let _ = rules.rule_at(0x40_0040, 0x40_0068);
        }
    }
    assert_eq!(EhFrame::<X86_64>::new(address, bytes).unwrap().len(), 3);
}

#[test]
fn corrupted_section_does_not_panic() {
    let bytes = include_bytes!("../../fixtures/x86_64/registers.eh_frame");
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut wrong = bytes.to_vec();
            wrong[at] ^= flip;
            if let Ok(rules) = EhFrame::<X86_64>::new(0x50_0000, &wrong) {
                for pc in 0x40_0000..0x40_00d0 {
                    let _ = rules.rule_at(0x40_0000, pc);
                    let _ = rules.rule_at(pc, pc + 1);
                }
            }
        }
    }
}

#[test]
fn recorded_size_is_right_without_pushed_arguments() {
    let rules = RecordedSize::<X86_64>::new(SPILLED.stack_maps).unwrap();
    let recorded = rules.rule_at(0x40_0000, 0x40_003c).unwrap();
    let exact = SPILLED.rules().rule_at(0x40_0000, 0x40_003c).unwrap();
    assert_eq!((recorded.cfa_base, recorded.cfa_offset), (exact.cfa_base, exact.cfa_offset));
    assert_eq!(recorded.return_address, exact.return_address);
    // The recorded size does not show where the registers are saved.
    assert_eq!(recorded.saved.iter().len(), 6);
    assert!(recorded.saved.iter().all(|(_, saved)| saved == SavedLocation::Lost));
}

// This is why recorded sizes are used only if the host requests it.
#[test]
fn recorded_size_is_wrong_with_pushed_arguments() {
    let rules = RecordedSize::<X86_64>::new(SPILLED.stack_maps).unwrap();
    let recorded = rules.rule_at(0x40_0000, 0x40_0033).unwrap();
    let exact = SPILLED.rules().rule_at(0x40_0000, 0x40_0033).unwrap();
    assert_eq!((recorded.cfa_offset, exact.cfa_offset), (16, 48));
    // The recorded size is also right with a frame pointer at a call without pushed arguments.
    let rules = RecordedSize::<X86_64>::new(FRAME_POINTERS.stack_maps).unwrap();
    assert_eq!(rules.rule_at(0x40_00c0, 0x40_00e4).unwrap().cfa_offset, 32);
}

#[test]
fn dynamic_frames_have_no_recorded_size() {
    let rules = RecordedSize::<X86_64>::new(FRAMES.stack_maps).unwrap();
    let error = rules.rule_at(0x40_0000, 0x40_0027).unwrap_err();
    assert_eq!(error.problem, UnwindProblem::NoFrameSize);
    assert_eq!(rules.rule_at(1, 2).unwrap_err().problem, UnwindProblem::NoFrameSize);
}

#[test]
fn conflicting_recorded_sizes_are_not_used() {
    let map = sized_map(24, &[(0x1000, &[])], &[], &[]);
    let mut other = map.clone();
    // The size follows the address of the function, which follows the header.
    other[16 + 8] += 8;
    let size = |section: &[u8]| {
        let rules = RecordedSize::<X86_64>::new(section).unwrap();
        rules.rule_at(0x1000, 0x1005).map(|rule| rule.cfa_offset)
    };
    assert_eq!(size(&[&*map, &*map].concat()), Ok(32));
    assert_eq!(size(&other), Ok(40));
    let error = size(&[&*map, &*other, &*map].concat()).unwrap_err();
    assert_eq!(error.problem, UnwindProblem::NoFrameSize);
}

/// Returns an entry of a section: its length, then `content`, padded to 8 bytes.
fn entry(content: &[u8]) -> Vec<u8> {
    let mut entry = content.to_vec();
    entry.resize((4 + entry.len()).next_multiple_of(8) - 4, 0);
    [&(entry.len() as u32).to_le_bytes()[..], &entry].concat()
}

/// Returns a section with a CIE that runs `common` after the usual instructions. It also has an FDE
/// that runs `own` for each of `functions` functions of 16 bytes, the first at 0x1000.
fn section_with(common: &[u8], functions: u64, own: &[u8]) -> Vec<u8> {
    // Version 1, no augmentation, factors 1 and -8, return address in column 16; the CFA is rsp+8.
    let head = [0, 0, 0, 0, 1, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1];
    let mut section = entry(&[&head, common].concat());
    for function in 0..functions {
        let start = 0x1000 + 16 * function;
        let distance = (section.len() + 4) as u32;
        let ranges = [start.to_le_bytes(), 16_u64.to_le_bytes()].concat();
        section.extend(entry(&[&distance.to_le_bytes()[..], &ranges, own].concat()));
    }
    section
}

const REMEMBER_AND_RESTORE: [u8; 2] = [0x0a, 0x0b];

// The test counts executed instructions: 1,000 functions share a CIE of 10,000 instructions.
#[test]
fn cie_instructions_run_once() {
    let section = section_with(&REMEMBER_AND_RESTORE.repeat(5_000), 1_000, &[]);
    let rules = EhFrame::<X86_64>::new(0, &section).unwrap();
    for function in 0..1_000 {
        let start = 0x1000 + 16 * function;
        assert_eq!(rules.rule_at(start, start + 5), Ok(rule(RSP, 8, &[])));
    }
    let executed = rules.executed();
    assert!(executed >= 10_000 && executed <= section.len() as u64, "{executed}");
}

// If call sites are requested function by function, each FDE is run once. Alternating requests
// would run both FDEs for each call site; they are rejected when the work is no longer linear.
#[test]
fn unwind_work_is_linear() {
    let section = section_with(&[], 2, &REMEMBER_AND_RESTORE.repeat(50_000));
    let rules = EhFrame::<X86_64>::new(0, &section).unwrap();
    let mut rejected = 0;
    for request in 1..=2_000 {
        let start = 0x1000 + 16 * (request % 2);
        match rules.rule_at(start, start + 5) {
            Ok(found) => assert_eq!(found, rule(RSP, 8, &[])),
            Err(error) => {
                assert!(matches!(error.problem, UnwindProblem::TooMuchWork { .. }), "{error}");
                rejected += 1;
            }
        }
        assert!(rules.executed() <= 2 * section.len() as u64 + 256 * request);
    }
    assert!(rejected > 1_000, "{rejected}");
    // A short FDE may be run for each call site.
    let section = section_with(&[], 2, &REMEMBER_AND_RESTORE.repeat(50));
    let rules = EhFrame::<X86_64>::new(0, &section).unwrap();
    for request in 1..=2_000 {
        let start = 0x1000 + 16 * (request % 2);
        assert_eq!(rules.rule_at(start, start + 5), Ok(rule(RSP, 8, &[])));
    }
    assert!(rules.executed() >= 2_000 * 100);
}

#[test]
fn remember_and_restore_state_are_supported() {
    // At offset 4, rbx is saved at CFA-16 and the CFA is rsp+16. Offset 8 restores the state of
    // offset 4. Offset 12 restores the rule of the CIE for rbx.
    let own = [0x44, 0x0a, 0x83, 2, 0x0e, 16, 0x44, 0x0b, 0x44, 0xc3];
    let section = section_with(&[0x83, 3], 1, &own);
    let rules = EhFrame::<X86_64>::new(0, &section).unwrap();
    let at = |offset: u64| rules.rule_at(0x1000, 0x1000 + offset).unwrap();
    assert_eq!(at(4), rule(RSP, 8, &[(RBX, -24)]));
    assert_eq!(at(5), rule(RSP, 16, &[(RBX, -16)]));
    assert_eq!(at(9), rule(RSP, 8, &[(RBX, -24)]));
    assert_eq!(at(13), rule(RSP, 8, &[(RBX, -24)]));
    for own in [&[0x0b][..], &[0x0a; 5]] {
        let section = section_with(&[], 1, own);
        let rules = EhFrame::<X86_64>::new(0, &section).unwrap();
        let error = rules.rule_at(0x1000, 0x1005).unwrap_err();
        assert!(matches!(error.problem, UnwindProblem::Malformed(_)), "{error}");
    }
}

// An FDE must refer to the start of a CIE. Otherwise overlapping CIEs would make the work
// quadratic.
#[test]
fn overlapping_cie_is_rejected() {
    let good = section_with(&[0; 64], 1, &[]);
    let mut wrong = good.clone();
    let at = 4 + u32::from_le_bytes(good[..4].try_into().unwrap()) as usize + 4;
    wrong[at] -= 8;
    assert!(EhFrame::<X86_64>::new(0, &good).is_ok());
    assert!(EhFrame::<X86_64>::new(0, &wrong).is_err());
}
