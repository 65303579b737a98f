//! Builds tables from arbitrary descriptions of functions that Cranelift compiled, with arbitrary
//! unwind rules: each is refused with an error, or becomes a table whose look-ups find what a
//! search through the descriptions finds.
#![no_main]

use core::ops::Range;

use fuzz::arbitrary;
use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use statepoint_scanner::arch::{Aarch64, Architecture, Register, X86_64};
use statepoint_scanner::cfi::{FrameRule, UnwindError, UnwindProblem, UnwindRules};
use statepoint_scanner::cranelift::{CraneliftFunction, MAX_FRAME_SIZE};
use statepoint_scanner::table::{
    AddressBase, CallSiteTable, RootLocation, TableBuildError, TableBuilder,
};

fuzz_target!(|bytes: &[u8]| {
    let _ = check::<X86_64>(&mut Unstructured::new(bytes));
    let _ = check::<Aarch64>(&mut Unstructured::new(bytes));
});

/// Offsets of slots that a table can hold, in bytes.
const SLOT_RANGE: Range<i32> = -(1 << 26)..1 << 26;

/// Unwind rules of functions: the rule of the first function that contains the call applies.
struct Rules<'a> {
    functions: &'a [CraneliftFunction],
    /// The rule of each function; `None` if it has no unwind information.
    rules: &'a [Option<FrameRule>],
}

impl UnwindRules for Rules<'_> {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        let contains = |found: &CraneliftFunction| {
            let offset = return_address.wrapping_sub(1).wrapping_sub(found.address);
            offset < found.code_size.into()
        };
        let index = self.functions.iter().position(contains);
        index.and_then(|index| self.rules[index]).ok_or(UnwindError {
            function,
            return_address,
            problem: UnwindProblem::NoEntry,
        })
    }

    fn function_end(&self, function: u64) -> Option<u64> {
        let found = self.functions.iter().find(|found| found.address == function)?;
        Some(found.address.saturating_add(found.code_size.into()))
    }
}

/// Builds and checks a table.
fn check<A: Architecture>(bytes: &mut Unstructured<'_>) -> libfuzzer_sys::arbitrary::Result<()> {
    let (functions, rules): (Vec<_>, Vec<_>) =
        arbitrary::cranelift_functions::<A>(bytes)?.into_iter().unzip();
    let code: Option<Range<u64>> = match bytes.ratio(1, 4)? {
        true => Some(bytes.arbitrary()?..bytes.arbitrary()?),
        false => None,
    };
    let builder = match &code {
        Some(code) => TableBuilder::<A>::for_code(code.clone()),
        None => TableBuilder::new(),
    };
    let sources = Rules { functions: &functions, rules: &rules };
    let built = builder.add_cranelift(&functions, &sources).and_then(TableBuilder::build);
    let covered: Vec<_> = functions
        .iter()
        .zip(&rules)
        .filter(|(function, _)| code.as_ref().is_none_or(|code| code.contains(&function.address)))
        .collect();
    let valid = are_valid(&functions);
    match built {
        Ok(buffer) => {
            assert!(valid, "a table was built from an invalid description");
            assert!(covered.iter().all(|(function, rule)| is_usable::<A>(function, rule.as_ref())));
            look_up(&buffer.table(), &covered);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            match error {
                TableBuildError::RangeTooLarge { low, high } => {
                    assert!(u32::try_from(high.wrapping_sub(low)).is_err());
                }
                TableBuildError::Cranelift(error) => {
                    assert!(functions.iter().any(|function| function.address == error.function));
                }
                _ => assert!(
                    !valid
                        || !covered
                            .iter()
                            .all(|(function, rule)| is_usable::<A>(function, rule.as_ref())),
                    "valid descriptions are refused: {error}"
                ),
            }
        }
    }
    Ok(())
}

/// Returns whether the descriptions are valid by themselves, and do not overlap.
fn are_valid(functions: &[CraneliftFunction]) -> bool {
    let range = |function: &CraneliftFunction| {
        u128::from(function.address)..u128::from(function.address) + u128::from(function.code_size)
    };
    let is_valid = |function: &CraneliftFunction| {
        let sites = &function.call_sites;
        let are_sorted = sites.windows(2).all(|pair| pair[0].return_offset < pair[1].return_offset);
        let are_inside =
            sites.iter().all(|site| (1..=function.code_size).contains(&site.return_offset));
        let are_frames = sites.iter().all(|site| {
            let is_slot = |(index, &offset): (usize, &u32)| {
                offset % 8 == 0
                    && offset < site.frame_size
                    && !site.references[..index].contains(&offset)
            };
            site.frame_size % 8 == 0
                && site.frame_size <= MAX_FRAME_SIZE
                && site.references.iter().enumerate().all(is_slot)
        });
        function.address != 0
            && function.code_size != 0
            && range(function).end <= u128::from(u64::MAX)
            && are_sorted
            && are_inside
            && are_frames
    };
    let overlap = |(index, function): (usize, &CraneliftFunction)| {
        functions[..index].iter().any(|other| {
            range(other).start < range(function).end && range(function).start < range(other).end
        })
    };
    functions.iter().all(is_valid) && !functions.iter().enumerate().any(overlap)
}

/// Returns whether the rule is that of frames of Cranelift, and no reference of the function is in
/// the slot of a saved register.
fn is_usable<A: Architecture>(function: &CraneliftFunction, rule: Option<&FrameRule>) -> bool {
    if function.call_sites.is_empty() {
        return true;
    }
    let Some(rule) = rule else { return false };
    let saved = arbitrary::saved_slots(rule);
    let own = |register: Register| {
        register == A::FRAME_POINTER || register.dwarf() == A::RETURN_ADDRESS_COLUMN
    };
    let highest = saved.iter().filter(|(register, _)| !own(*register)).map(|(_, at)| *at).max();
    let is_frame = rule.cfa_base == A::FRAME_POINTER
        && (rule.cfa_offset, rule.return_address) == (16, -8)
        && saved.contains(&(A::FRAME_POINTER, -16))
        && highest.is_none_or(|at| (-32..-16).contains(&at))
        && saved.iter().all(|(_, at)| at % 8 == 0 && SLOT_RANGE.contains(at));
    let is_free = |from_frame_pointer: i64| {
        // From the CFA, as the slots of saved registers are.
        let start = from_frame_pointer - 16;
        saved.iter().all(|(_, at)| start + 8 <= i64::from(*at) || i64::from(*at) + 8 <= start)
    };
    is_frame
        && function.call_sites.iter().all(|site| {
            site.references
                .iter()
                .all(|&offset| is_free(i64::from(offset) - i64::from(site.frame_size)))
        })
}

/// Compares look-ups with a search through the descriptions.
fn look_up<A: Architecture>(
    table: &CallSiteTable<'_, A>,
    functions: &[(&CraneliftFunction, &Option<FrameRule>)],
) {
    let mut expected: Vec<(u64, Vec<i32>)> = Vec::new();
    for (function, _) in functions {
        for site in &function.call_sites {
            let slot = |&offset: &u32| offset as i32 - site.frame_size as i32;
            let mut slots: Vec<_> = site.references.iter().map(slot).collect();
            slots.sort_unstable();
            expected.push((function.address + u64::from(site.return_offset), slots));
        }
    }
    expected.sort_unstable();
    let listed: Vec<_> = table.call_sites().map(|(pc, _)| pc).collect();
    assert!(listed.iter().eq(expected.iter().map(|(pc, _)| pc)), "call sites differ");
    let edges = functions.iter().flat_map(|(function, _)| {
        let start = function.address;
        [start, start.wrapping_add(function.code_size.into())]
    });
    let sites = expected.iter().map(|(pc, _)| *pc);
    let probes: Vec<_> = edges
        .chain(sites)
        .flat_map(|pc| [pc.wrapping_sub(1), pc, pc.wrapping_add(1), pc.wrapping_add(1 << 32)])
        .chain([0, u64::MAX])
        .collect();
    for pc in probes {
        let site = expected.iter().find(|(found, _)| *found == pc);
        let found = table.lookup(pc);
        assert_eq!(found.is_some(), site.is_some(), "{pc:#x}");
        if let Some((found, (_, slots))) = found.zip(site) {
            let frame = found.frame().expect("a statepoint");
            let mut bases: Vec<_> = frame
                .bases()
                .map(|base| match base {
                    RootLocation::Slot { base: AddressBase::CalleeSaved(index), offset } => {
                        assert_eq!(A::CALLEE_SAVED[usize::from(index)], A::FRAME_POINTER);
                        offset
                    }
                    other => panic!("a root of Cranelift is in {other:?}"),
                })
                .collect();
            bases.sort_unstable();
            assert_eq!(&bases, slots, "{pc:#x}");
            assert!(bases.len() <= table.max_bases() && frame.derived().len() == 0);
            assert!(table.record(found.number).is_some());
        }
        // Functions without call sites are listed, too.
        let containing = functions.iter().find(|(function, _)| {
            pc.checked_sub(1).is_some_and(|call| {
                call.wrapping_sub(function.address) < u64::from(function.code_size)
            })
        });
        let containing = containing.map(|(function, _)| function.address);
        assert_eq!(table.function_containing(pc), containing, "{pc:#x}");
    }
}
