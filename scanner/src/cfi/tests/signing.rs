//! Tests of unwind rules for signed return addresses (AArch64), with synthetic sections.

use super::*;
use crate::arch::{Aarch64, CallingConvention, InstructionSet};
use crate::fixtures::statepoints;
use crate::table::TableBuilder;
use ReturnAddressSigning::{KeyA, KeyB, Unknown, Unsigned};

const START: u64 = 0x40_0000;
/// Length of each function in bytes.
const LEN: u64 = 0x40;

/// DW_CFA_advance_loc by one instruction of four bytes.
const NEXT: u8 = 0x41;
/// DW_CFA_AARCH64_negate_ra_state.
const NEGATE: u8 = 0x2d;
/// DW_CFA_AARCH64_negate_ra_state_with_pc.
const NEGATE_WITH_PC: u8 = 0x2c;
/// DW_CFA_AARCH64_set_ra_state.
const SET_STATE: u8 = 0x2b;
/// DW_CFA_remember_state.
const REMEMBER: u8 = 0x0a;
/// DW_CFA_restore_state.
const RESTORE: u8 = 0x0b;
/// DW_CFA_def_cfa_offset 16, then DW_CFA_offset of the link register at CFA-8.
const SAVED: [u8; 4] = [0x0e, 16, 0x80 | 30, 1];

/// Returns an entry of a section: its length, its identifier and `rest`, padded to 4 bytes.
fn entry(identifier: u32, rest: &[u8]) -> Vec<u8> {
    let mut bytes = [&identifier.to_le_bytes(), rest].concat();
    // DW_CFA_nop.
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    [&(bytes.len() as u32).to_le_bytes(), &*bytes].concat()
}

/// Returns a section of adjacent functions. Each is given by the augmentation string of its CIE and
/// its call frame instructions.
fn section(functions: &[(&str, &[u8])]) -> Vec<u8> {
    let mut section = Vec::new();
    for (index, (augmentation, instructions)) in functions.iter().enumerate() {
        let cie = section.len();
        // Alignment factors 4 and -8, return address in column 30, one byte of augmentation data
        // (absolute pointers), DW_CFA_def_cfa: sp+0.
        let head = [4, 0x78, 30, 1, 0, 0x0c, 31, 0];
        section.extend(entry(0, &[&[1], augmentation.as_bytes(), &[0], &head].concat()));
        let back = (section.len() + 4 - cie) as u32;
        let start = START + LEN * index as u64;
        let body = [&start.to_le_bytes()[..], &LEN.to_le_bytes(), &[0], instructions].concat();
        section.extend(entry(back, &body));
    }
    section
}

/// Returns how the first function has signed its return address at calls that return to these
/// offsets.
fn signing(section: &[u8], calls: &[u64]) -> Vec<ReturnAddressSigning> {
    signing_in(section, 0, calls)
}

/// Like [`signing`], for the function with this index.
fn signing_in(section: &[u8], function: u64, calls: &[u64]) -> Vec<ReturnAddressSigning> {
    let start = START + LEN * function;
    let rules = EhFrame::<Aarch64>::new(0x50_0000, section).unwrap();
    let owned = EhFrame::<Aarch64>::from_bytes(0x50_0000, section.to_vec()).unwrap();
    let at = |&call: &u64| {
        let rule = rules.rule_at(start, start + call).unwrap();
        assert_eq!(owned.rule_at(start, start + call), Ok(rule));
        assert_eq!(rules.caller_at(start + call - 1), Ok(Caller::Frame(rule)));
        rule.signing
    };
    calls.iter().map(at).collect()
}

/// Returns the call frame instructions of a usual function. The first instruction signs the return
/// address and the second stores it. In the middle, the return address is authenticated for a
/// return. The code after that return signs it again.
fn function() -> Vec<u8> {
    let mut code = vec![NEXT, NEGATE, NEXT];
    code.extend(SAVED);
    code.extend([NEXT, NEXT, REMEMBER, NEGATE, NEXT, RESTORE]);
    code
}

#[test]
fn signing_key_is_from_cie() {
    for (augmentation, key) in
        [("zR", KeyA), ("zRB", KeyB), ("zRG", KeyA), ("zRBG", KeyB), ("zRGB", KeyB)]
    {
        let section = section(&[(augmentation, &function())]);
        // The first two calls are before the epilogue, the third is in it, the last is after it.
        assert_eq!(
            signing(&section, &[12, 16, 20, 24]),
            [key, key, Unsigned, key],
            "{augmentation}"
        );
    }
}

#[test]
fn one_section_may_mix_signing_keys() {
    let section = section(&[
        ("zR", &function()),
        ("zRB", &function()),
        ("zR", &[&[NEXT], &SAVED[..]].concat()),
    ]);
    assert_eq!(signing_in(&section, 0, &[12]), [KeyA]);
    assert_eq!(signing_in(&section, 1, &[12]), [KeyB]);
    assert_eq!(signing_in(&section, 2, &[12]), [Unsigned]);
}

/// A function that saves RA_SIGN_STATE like a register, which no compiler does.
#[test]
fn invalid_signing_state_is_unknown() {
    let mut code = SAVED.to_vec();
    // DW_CFA_offset: RA_SIGN_STATE.
    code.extend([0x80 | 34, 2]);
    assert_eq!(signing(&section(&[("zR", &code)]), &[12]), [Unknown]);
}

/// On x86-64, the opcode of `NEGATE` is DW_CFA_GNU_window_save.
#[test]
fn x86_64_does_not_sign() {
    let section = section(&[("zR", &function())]);
    let rules = EhFrame::<X86_64>::new(0x50_0000, &section).unwrap();
    assert!(matches!(
        rules.rule_at(START, START + 12).unwrap_err().problem,
        UnwindProblem::Malformed(_)
    ));
}

#[test]
fn signing_with_pc_is_rejected() {
    for instruction in [NEGATE_WITH_PC, SET_STATE] {
        let mut code = vec![NEXT, instruction];
        code.extend(SAVED);
        let section = section(&[("zR", &code)]);
        let rules = EhFrame::<Aarch64>::new(0x50_0000, &section).unwrap();
        let error = rules.rule_at(START, START + 12).unwrap_err();
        assert_eq!(error.problem, UnwindProblem::SignedWithPc { instruction });
        assert_eq!(rules.caller_at(START + 11), Err(error.problem));
        assert!(error.to_string().contains("pauth-lr"), "{error}");
    }
}

/// A table entry contains the signing together with the maximum number of saved registers.
#[test]
fn table_stores_return_address_signing() {
    let all =
        || (Aarch64::CALLEE_SAVED.iter().zip(1..)).map(|(&r, at)| (r, SavedLocation::At(-8 * at)));
    for signing in [Unsigned, KeyA, KeyB, Unknown] {
        let rule = FrameRule {
            cfa_base: Aarch64::STACK_POINTER,
            cfa_offset: 96,
            return_address: -96,
            signing,
            saved: all().collect(),
        };
        let map = statepoints(&[(0x1000, &[(8, 0, &[])])]);
        let buffer = TableBuilder::<Aarch64>::new().add(&map, &rule).unwrap().build().unwrap();
        let table = buffer.table();
        let crate::table::CallSiteContent::Statepoint(frame) =
            table.lookup(0x1008).unwrap().content
        else {
            panic!("it is a statepoint")
        };
        assert_eq!((frame.signing(), frame.lost(), frame.vectors().len()), (signing, 0, 0));
        assert_eq!(frame.saved().len(), Aarch64::CALLEE_SAVED.len());
    }
}

/// Returns the `.eh_frame_hdr` of a section whose FDEs, one for each function, are at these
/// offsets.
fn search_table(header: u64, section: u64, entries: &[usize]) -> Vec<u8> {
    // Version 1, an absolute address, a count of four bytes, and pairs relative to the header.
    let mut bytes = vec![1, 0x04, 0x03, 0x3b];
    bytes.extend(section.to_le_bytes());
    bytes.extend((entries.len() as u32).to_le_bytes());
    for (index, &entry) in entries.iter().enumerate() {
        for address in [START + LEN * index as u64, section + entry as u64] {
            bytes.extend((address.wrapping_sub(header) as u32).to_le_bytes());
        }
    }
    bytes
}

/// `gimli` supports neither `B` nor `G`, so they are replaced by the mark of signal frames.
#[test]
fn native_key_b_functions_are_not_signal_frames() {
    const SECTION: u64 = 0x50_0000;
    const HEADER: u64 = 0x60_0000;
    let code = function();
    let functions = [("zR", &*code), ("zRB", &code), ("zRS", &code), ("zRBS", &code)];
    // FDEs have one length. CIEs differ by their augmentation strings.
    let entries: Vec<usize> = (1..=functions.len())
        .map(|count| {
            let cie = section(&functions[..count - 1]).len();
            let length = section(&functions[..count])[cie..cie + 4].try_into().unwrap();
            cie + 4 + u32::from_le_bytes(length) as usize
        })
        .collect();
    let section = section(&functions);
    let header = search_table(HEADER, SECTION, &entries);
    let sections = NativeSections { header_address: HEADER, header: &header };
    let rule = |function: u64| {
        let from = |address: u64| section.get((address - SECTION) as usize..);
        native_rule::<Aarch64>(sections, from, START + LEN * function + 12)
    };
    for (function, key) in [(0, KeyA), (1, KeyB)] {
        match rule(function) {
            Ok(NativeRule::Frame(rule)) => assert_eq!((rule.cfa_offset, rule.signing), (16, key)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(rule(2), Err(UnwindProblem::SignalFrame));
    assert_eq!(rule(3), Err(UnwindProblem::SignalFrame));
}

#[test]
fn rule_includes_all_saved_vector_registers() {
    let mut code = SAVED.to_vec();
    for (register, at) in (72..=79).zip(3..) {
        // DW_CFA_offset_extended.
        code.extend([0x05, register, at]);
    }
    let section = section(&[("zR", &code)]);
    let rule = EhFrame::<Aarch64>::new(0x50_0000, &section).unwrap().rule_at(START, START + 12);
    let saved = rule.unwrap().saved;
    let vectors = Aarch64::CALLEE_SAVED_VECTORS;
    assert_eq!(vectors.len(), 8);
    let expected: Vec<_> =
        vectors.iter().zip(3..).map(|(&v, at)| (v, SavedLocation::At(-8 * at))).collect();
    let saved: Vec<_> = saved.iter().filter(|(register, _)| vectors.contains(register)).collect();
    assert_eq!(saved, expected);
}
