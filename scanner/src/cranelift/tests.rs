//! Descriptions of functions that Cranelift compiled, valid and invalid.

use proptest::prelude::*;

use super::*;
use crate::arch::{CallingConvention as _, InstructionSet as _, Register, X86_64};
use crate::cfi::{
    FrameRule, ReturnAddressSigning, SavedLocation, SavedRegisters, UnwindError, UnwindProblem,
    UnwindRules,
};
use crate::check::{FrameLocationProblem, RecordViolation};
use crate::table::{RootLocation, TableBuildError, TableBuilder};

/// Address of the function.
const ADDRESS: u64 = 0x40_0000;
/// Size of its code.
const CODE_SIZE: u32 = 0x80;

/// The rule of each call site: a frame with a frame record, and rbx below it.
#[derive(Clone)]
struct Rules(FrameRule);

impl UnwindRules for Rules {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        if (ADDRESS..ADDRESS + u64::from(CODE_SIZE)).contains(&(return_address - 1)) {
            Ok(self.0)
        } else {
            let problem = UnwindProblem::NoEntry;
            Err(UnwindError { function, return_address, problem })
        }
    }

    fn function_end(&self, _function: u64) -> Option<u64> {
        Some(ADDRESS + u64::from(CODE_SIZE))
    }
}

/// DWARF number of rbx.
const RBX: u8 = 3;

fn rules() -> Rules {
    let mut saved = SavedRegisters::new();
    saved.set(X86_64::FRAME_POINTER, SavedLocation::At(-16));
    saved.set(Register::new(RBX), SavedLocation::At(-24));
    Rules(FrameRule {
        cfa_base: X86_64::FRAME_POINTER,
        cfa_offset: 16,
        return_address: -8,
        signing: ReturnAddressSigning::Unsigned,
        saved,
    })
}

fn site(return_offset: u32, frame_size: u32, references: &[u32]) -> CraneliftCallSite {
    CraneliftCallSite { return_offset, frame_size, references: references.to_vec() }
}

fn function(call_sites: Vec<CraneliftCallSite>) -> CraneliftFunction {
    CraneliftFunction { address: ADDRESS, code_size: CODE_SIZE, call_sites }
}

fn add(
    functions: &[CraneliftFunction],
    rules: &Rules,
) -> Result<TableBuilder<X86_64>, TableBuildError> {
    TableBuilder::new().add_cranelift(functions, rules)
}

/// Returns the problem with a function.
fn problem(function: CraneliftFunction) -> (u32, CraneliftProblem) {
    match add(&[function], &rules()) {
        Err(TableBuildError::Cranelift(error)) => (error.offset, error.problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn references_are_found_from_the_frame_pointer() {
    // rbx is in the upper 8 bytes of 48.
    let sites = vec![site(0x10, 48, &[8, 32]), site(0x20, 0, &[]), site(CODE_SIZE, 48, &[0])];
    let table = add(&[function(sites)], &rules()).unwrap().build().unwrap();
    let offsets = |offset: u32| -> Vec<i32> {
        let found = table.table().lookup(ADDRESS + u64::from(offset)).expect("a call site");
        let frame = found.frame().expect("a statepoint");
        let slots = frame.bases().map(|base| match base {
            RootLocation::Slot { offset, .. } => offset,
            other => panic!("{other:?}"),
        });
        slots.collect()
    };
    let mut first = offsets(0x10);
    first.sort_unstable();
    assert_eq!(first, [-40, -16]);
    assert_eq!(offsets(0x20), []);
    assert_eq!(offsets(CODE_SIZE), [-48]);
    assert!(table.table().lookup(ADDRESS + 0x11).is_none());
}

#[test]
fn invalid_functions_are_refused() {
    let valid = function(vec![site(0x10, 32, &[8])]);
    let with = |change: fn(&mut CraneliftFunction)| {
        let mut changed = valid.clone();
        change(&mut changed);
        problem(changed).1
    };
    assert_eq!(with(|function| function.address = 0), CraneliftProblem::NotPlaced);
    assert_eq!(with(|function| function.code_size = 0), CraneliftProblem::NoCode);
    assert_eq!(
        with(|function| function.address = u64::MAX - 4),
        CraneliftProblem::BeyondAddressSpace { code_size: CODE_SIZE }
    );
    let mut second = valid.clone();
    second.address += u64::from(CODE_SIZE) - 1;
    let Err(TableBuildError::Cranelift(error)) = add(&[second, valid], &rules()) else {
        panic!("the functions overlap")
    };
    assert_eq!(error.problem, CraneliftProblem::Overlap { other: ADDRESS });
    assert_eq!(error.function, ADDRESS + u64::from(CODE_SIZE) - 1);
}

#[test]
fn invalid_call_sites_are_refused() {
    let one = |site: CraneliftCallSite| problem(function(vec![site]));
    let outside = CraneliftProblem::OutsideCode { code_size: CODE_SIZE };
    assert_eq!(one(site(0, 32, &[])), (0, outside));
    assert_eq!(one(site(CODE_SIZE + 1, 32, &[])), (CODE_SIZE + 1, outside));
    for frame_size in [4, 33, MAX_FRAME_SIZE + 8, u32::MAX] {
        assert_eq!(one(site(1, frame_size, &[])), (1, CraneliftProblem::FrameSize { frame_size }));
    }
    for offset in [1, 4, 31] {
        let misaligned = CraneliftProblem::MisalignedReference { offset };
        assert_eq!(one(site(1, 32, &[0, offset])), (1, misaligned));
    }
    for offset in [32, 40, u32::MAX - 7] {
        let outside = CraneliftProblem::OutsideFrame { offset, frame_size: 32 };
        assert_eq!(one(site(1, 32, &[offset])), (1, outside));
    }
    let twice = CraneliftProblem::DuplicateReference { offset: 8 };
    assert_eq!(one(site(1, 32, &[8, 0, 8])), (1, twice));
    for (first, second) in [(0x20, 0x10), (0x20, 0x20)] {
        let sites = vec![site(first, 32, &[]), site(second, 32, &[])];
        let unsorted = CraneliftProblem::Unsorted { previous: first };
        assert_eq!(problem(function(sites)), (second, unsorted));
    }
}

/// A reference in the slot of a saved register would be rewritten twice.
#[test]
fn references_in_saved_registers_are_refused() {
    let error = add(&[function(vec![site(0x10, 32, &[24])])], &rules()).unwrap_err();
    let TableBuildError::Rule { violation, pc, .. } = error else { panic!("{error}") };
    assert_eq!(pc, ADDRESS + 0x10);
    let register = X86_64::register_name(Register::new(RBX));
    assert!(
        matches!(
            violation,
            RecordViolation::OutsideFrame {
                problem: FrameLocationProblem::SavedRegister { register: found }, ..
            } if found == register
        ),
        "{violation}"
    );
}

#[test]
fn rules_of_other_frames_are_refused() {
    let with = |change: fn(&mut FrameRule)| {
        let mut rules = rules();
        change(&mut rules.0);
        match add(&[function(vec![site(0x10, 32, &[8])])], &rules) {
            Err(TableBuildError::Cranelift(error)) => error.problem,
            other => panic!("{other:?}"),
        }
    };
    let register = X86_64::register_name(X86_64::FRAME_POINTER);
    let moved = CraneliftProblem::NoFrameRecord { register, offset: 24 };
    assert_eq!(with(|rule| rule.cfa_offset = 24), moved);
    let from_stack_pointer = with(|rule| rule.cfa_base = X86_64::STACK_POINTER);
    assert!(matches!(from_stack_pointer, CraneliftProblem::NoFrameRecord { offset: 16, .. }));
    assert!(matches!(
        with(|rule| rule.return_address = -16),
        CraneliftProblem::NoFrameRecord { .. }
    ));
    for saved in [SavedLocation::Lost, SavedLocation::At(-24)] {
        let change = match saved {
            SavedLocation::Lost => |rule: &mut FrameRule| {
                rule.saved.set(X86_64::FRAME_POINTER, SavedLocation::Lost);
            },
            SavedLocation::At(_) => |rule: &mut FrameRule| {
                rule.saved.set(X86_64::FRAME_POINTER, SavedLocation::At(-24));
            },
        };
        assert!(matches!(with(change), CraneliftProblem::NoFrameRecord { .. }));
    }
    let saved_at = |offset| {
        let mut rules = rules();
        rules.0.saved.set(Register::new(RBX), SavedLocation::At(offset));
        match add(&[function(vec![site(0x10, 32, &[8])])], &rules) {
            Err(TableBuildError::Cranelift(error)) => error.problem,
            other => panic!("{other:?}"),
        }
    };
    for offset in [-40, -8] {
        let register = X86_64::register_name(Register::new(RBX));
        assert_eq!(saved_at(offset), CraneliftProblem::SavedRegister { register, offset });
    }
}

proptest! {
    /// Arbitrary descriptions are refused or become a table in which all call sites are found, and
    /// each root lies in the frame.
    #[test]
    fn arbitrary_descriptions(
        sites in prop::collection::vec(
            (0..0x90_u32, 0..12_u32, prop::collection::vec(0..14_u32, 0..4), 0..20_u32),
            0..5,
        ),
        sorted in any::<bool>(),
    ) {
        let mut sites: Vec<_> = sites
            .into_iter()
            .map(|(offset, words, references, odd)| {
                let bytes = |words: u32| 8 * words + u32::from(odd == 0);
                let references: Vec<_> = references.into_iter().map(|word| 8 * word).collect();
                site(offset, bytes(words), &references)
            })
            .collect();
        if sorted {
            sites.sort_by_key(|site| site.return_offset);
            sites.dedup_by_key(|site| site.return_offset);
        }
        let function = function(sites);
        let built = add(core::slice::from_ref(&function), &rules()).and_then(TableBuilder::build);
        let is_valid = function.call_sites.array_windows().all(|[one, other]| {
            one.return_offset < other.return_offset
        }) && function.call_sites.iter().all(|site| {
            let mut slots = site.references.clone();
            slots.sort_unstable();
            slots.dedup();
            // The upper 8 bytes are those of rbx.
            (1..=CODE_SIZE).contains(&site.return_offset)
                && site.frame_size % 8 == 0
                && slots.len() == site.references.len()
                && slots.iter().all(|offset| offset + 8 < site.frame_size)
        });
        prop_assert_eq!(built.is_ok(), is_valid, "{:?}", built.err());
        if let Ok(buffer) = built {
            for site in &function.call_sites {
                let pc = ADDRESS + u64::from(site.return_offset);
                let found = buffer.table().lookup(pc).expect("a call site");
                let frame = found.frame().expect("a statepoint");
                prop_assert_eq!(frame.bases().count(), site.references.len());
            }
        }
    }
}
