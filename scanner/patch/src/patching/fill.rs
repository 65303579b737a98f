//! Computation of a region's new bytes for a patch.
//!
//! A patched call or jump with a near target is one instruction that fills one *slot* of the
//! region. The slot of a region is the same for all patches. If the original code has an
//! instruction that is long enough, the slot is the location of that instruction. Patching and
//! restoring then always replace one instruction by another, which is possible while threads
//! execute the code (`live.rs`).

use core::mem;
use core::ops::Range;

use super::PatchError;
use super::check::{CheckedRegion, Instruction, RegionContent, decode, decoded_len};
use super::machine::{ControlTransfer, PatchArchitecture};
use super::region::{PatchRegion, PatchSite};

/// The new contents of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Patch<'c> {
    /// Only no-ops. If no instruction of the original code fills the slot, this patch writes one
    /// there. Write it once before threads execute the code; later patches can then be written
    /// while threads execute it.
    NoOps,
    /// A call of the function at this address. The function returns into the region, whose rest
    /// consists of no-ops. At a statepoint, the call returns to the end of the region, which is the
    /// statepoint's return address.
    Call(u64),
    /// A call that never returns. Its return address identifies the call site.
    NoReturnCall(u64),
    /// A jump to this address.
    Jump(u64),
    /// These instructions, followed by no-ops. Execution continues after the region unless the
    /// instructions branch elsewhere. Calls among them must obey the rules of [`Patch::Call`].
    Code(&'c [u8]),
}

/// The bytes of a region after patching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Filled {
    /// All bytes of the region.
    pub(super) code: Vec<u8>,
    /// The address to which a patched-in call returns.
    pub(super) return_address: Option<u64>,
}

/// Returns the offsets in the region at which a call or jump is written; `None` if the region is
/// too short for one.
pub(super) fn slot<A: PatchArchitecture>(checked: &CheckedRegion<A>) -> Option<Range<usize>> {
    let region = &checked.region;
    let (start, len) = (region.range().start, region.len());
    let fixed_end = matches!(region.site(), PatchSite::Statepoint { .. });
    let fits = |slot: &Range<usize>| {
        (A::NEAR..=A::LONGEST).contains(&slot.len()) && (!fixed_end || slot.end == len)
    };
    let in_one_store = |slot: &Range<usize>| one_store::<A>(start, slot).is_some();
    // The first choice is a no-op of the original code.
    let no_ops = decode::<A>(&checked.code).into_iter().filter(|old| old.is_no_op);
    let no_ops: Vec<_> = no_ops.map(|old| old.start..old.end).filter(fits).collect();
    let best = no_ops.iter().find(|slot| in_one_store(slot)).or(no_ops.first());
    if let Some(slot) = best {
        return Some(slot.clone());
    }
    // The second choice is the bytes of one aligned word, and the last is the longest instruction.
    let to_word = (A::STORE - start % A::STORE) as usize;
    let ends = (to_word..len).step_by(A::STORE as usize).chain([len]);
    let mut begin = 0;
    let mut words = ends.map(|end| mem::replace(&mut begin, end)..end);
    let whole = match fixed_end {
        true => len.saturating_sub(A::LONGEST)..len,
        false => 0..len.min(A::LONGEST),
    };
    words.find(fits).or(Some(whole).filter(fits))
}

/// Returns the aligned word that contains all of these bytes of a region that begins at `start`, if
/// there is one.
pub(super) fn one_store<A: PatchArchitecture>(start: u64, bytes: &Range<usize>) -> Option<u64> {
    let word = |offset: usize| (start + offset as u64) & !(A::STORE - 1);
    let first = word(bytes.start);
    (!bytes.is_empty() && word(bytes.end - 1) == first).then_some(first)
}

/// Returns the region's bytes with a patch written into them.
pub(super) fn fill<A: PatchArchitecture>(
    checked: &CheckedRegion<A>,
    patch: Patch<'_>,
) -> Result<Filled, PatchError> {
    let region = &checked.region;
    let (record, start) = (region.record(), region.range().start);
    let returns = matches!(patch, Patch::NoOps | Patch::Call(_) | Patch::Code(_));
    if checked.content == RegionContent::Code && returns {
        return Err(PatchError::CodeInShadow { record });
    }
    let slot = slot(checked);
    let mut code = no_ops(checked, slot.as_ref());
    let (transfer, target) = match patch {
        Patch::NoOps => return Ok(Filled { code, return_address: None }),
        Patch::Call(target) | Patch::NoReturnCall(target) => (ControlTransfer::Call, target),
        Patch::Jump(target) => (ControlTransfer::Jump, target),
        Patch::Code(instructions) => {
            return with_code::<A>(region, instructions)
                .map(|code| Filled { code, return_address: None });
        }
    };
    let slot = slot.ok_or(PatchError::TooShort { record, found: region.len(), needed: A::NEAR })?;
    let mut end = slot.end;
    if !A::write_near(transfer, start + slot.start as u64, target, &mut code[slot]) {
        // A far call overwrites a scratch register, which is free where LLVM expects a call.
        let is_call = !matches!(region.site(), PatchSite::StackMap { .. });
        let far = match region.site() {
            PatchSite::Statepoint { .. } => {
                code.len().checked_sub(A::FAR).map(|far| far..code.len())
            }
            _ => Some(0..A::FAR).filter(|far| far.end <= code.len()),
        };
        let out_of_reach = PatchError::OutOfReach { record, target };
        let far = far.filter(|_| is_call).ok_or(out_of_reach)?;
        code = vec![0; region.len()];
        fill_no_ops::<A>(&mut code[..far.start]);
        fill_no_ops::<A>(&mut code[far.end..]);
        end = far.end;
        if !A::write_far(transfer, target, &mut code[far]) {
            return Err(out_of_reach);
        }
    }
    let return_address = (transfer == ControlTransfer::Call).then_some(start + end as u64);
    Ok(Filled { code, return_address })
}

/// Returns the region's bytes with these instructions at its beginning.
fn with_code<A: PatchArchitecture>(
    region: &PatchRegion<A>,
    code: &[u8],
) -> Result<Vec<u8>, PatchError> {
    let record = region.record();
    if code.len() > region.len() {
        return Err(PatchError::TooShort { record, found: region.len(), needed: code.len() });
    }
    let end = decoded_len(&decode::<A>(code));
    if end < code.len() {
        return Err(PatchError::NoInstruction { record, at: end, found: code[end] });
    }
    let mut filled = code.to_vec();
    filled.resize(region.len(), 0);
    fill_no_ops::<A>(&mut filled[code.len()..]);
    Ok(filled)
}

/// Returns no-ops for the whole region, one of which fills the slot. Returns the original code if
/// it satisfies this.
fn no_ops<A: PatchArchitecture>(
    checked: &CheckedRegion<A>,
    slot: Option<&Range<usize>>,
) -> Vec<u8> {
    let decoded = decode::<A>(&checked.code);
    let has_slot = slot
        .is_none_or(|slot| decoded.iter().any(|old| old.is_no_op && (old.start..old.end) == *slot));
    let mut code = checked.code.clone();
    if has_slot && checked.content == RegionContent::NoOps {
        return code;
    }
    let slot = slot.cloned().unwrap_or(0..0);
    fill_no_ops::<A>(&mut code[..slot.start]);
    if !slot.is_empty() {
        A::write_no_op(&mut code[slot.clone()]);
    }
    fill_no_ops::<A>(&mut code[slot.end..]);
    code
}

/// Fills bytes with as few no-ops as possible.
fn fill_no_ops<A: PatchArchitecture>(mut code: &mut [u8]) {
    while !code.is_empty() {
        let (one, rest) = code.split_at_mut(code.len().min(A::LONGEST));
        A::write_no_op(one);
        code = rest;
    }
}

/// Returns the range of the only instruction of `old` that differs in `new`. `Ok(None)` if the code
/// is equal.
///
/// # Errors
///
/// If more than one instruction differs: an offset inside the changed bytes at which a thread's PC
/// could be.
pub(super) fn changed_instruction<A: PatchArchitecture>(
    old: &[u8],
    new: &[u8],
) -> Result<Option<Range<usize>>, usize> {
    let differs = |index: &usize| old[*index] != new[*index];
    let Some(first) = (0..old.len()).find(differs) else { return Ok(None) };
    let last = (0..old.len()).rfind(differs).unwrap_or(first);
    let range_at = |instructions: Vec<Instruction>, at: usize| {
        let instruction = instructions.into_iter().find(|old| old.start <= at && at < old.end);
        // Bytes without a complete instruction can only be at the end of the region.
        instruction.map_or(at..old.len(), |old| old.start..old.end)
    };
    let changed = range_at(decode::<A>(old), first);
    if last >= changed.end {
        return Err(changed.end);
    }
    // The new code must have instruction boundaries at both ends of the replaced bytes, as the old
    // code does.
    let is_boundary = |code: &[u8], at: usize| {
        at == code.len() || decode::<A>(code).iter().any(|instruction| instruction.start == at)
    };
    for offset in [changed.start, changed.end] {
        if !is_boundary(new, offset) || !is_boundary(old, offset) {
            return Err(offset);
        }
    }
    Ok(Some(changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::arch::{Aarch64, X86_64};

    /// Address of the patched-in call's target, in the range of a near call.
    const TARGET: u64 = 0x40_0000;

    fn check_region(site: PatchSite, address: u64, code: &[u8]) -> CheckedRegion<X86_64> {
        CheckedRegion::new(PatchRegion::new(site, address).unwrap(), code).unwrap()
    }

    /// Returns `len` bytes of no-ops like those that LLVM writes, of at most ten bytes each.
    fn no_op_sled(len: usize) -> Vec<u8> {
        let mut code = vec![0; len];
        code.chunks_mut(10).for_each(X86_64::write_no_op);
        code
    }

    #[test]
    fn patched_statepoint_call_returns_to_record_address() {
        for len in 5..=40 {
            for address in 0x1000..0x1010 {
                let site = PatchSite::Statepoint { bytes: len as u32 };
                let checked = check_region(site, address, &no_op_sled(len));
                let filled = fill(&checked, Patch::Call(TARGET)).unwrap();
                assert_eq!(filled.return_address, Some(address));
                let instructions = decode::<X86_64>(&filled.code);
                let (call, no_ops) = instructions.split_last().unwrap();
                assert!(no_ops.iter().all(|no_op| no_op.is_no_op), "{:02x?}", filled.code);
                assert_eq!((call.end, call.is_no_op), (len, false));
            }
        }
    }

    /// From no-ops to a call and back, at any length: one instruction for another.
    #[test]
    fn patches_over_no_ops_change_one_instruction() {
        for len in 5..=40 {
            for address in 0x1000..0x1010 {
                for site in [
                    PatchSite::Statepoint { bytes: len as u32 },
                    PatchSite::Patchpoint { bytes: len as u32 },
                    PatchSite::StackMap { shadow: len as u32 },
                ] {
                    let checked = check_region(site, address, &no_op_sled(len));
                    let of = |patch| fill(&checked, patch).unwrap().code;
                    let states =
                        [of(Patch::NoOps), of(Patch::Call(TARGET)), of(Patch::Jump(TARGET + 7))];
                    for (old, new) in [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)] {
                        let changed = changed_instruction::<X86_64>(&states[old], &states[new]);
                        assert_eq!(changed, Ok(slot(&checked)), "{site:?} {states:02x?}");
                    }
                }
            }
        }
    }

    #[test]
    fn slot_starts_at_instruction_boundary() {
        // 16 bytes are two no-ops for LLVM: of ten, and of six.
        let statepoint = check_region(PatchSite::Statepoint { bytes: 16 }, 0x1010, &no_op_sled(16));
        assert_eq!(slot(&statepoint), Some(10..16));
        assert_eq!(fill(&statepoint, Patch::NoOps).unwrap().code, no_op_sled(16));
        // 13 bytes are two no-ops: of ten, and of three. Only the last eight bytes (0x1008..0x1010)
        // are one aligned word that ends at the record's address, where the call must end.
        let statepoint = check_region(PatchSite::Statepoint { bytes: 13 }, 0x1010, &no_op_sled(13));
        assert_eq!(slot(&statepoint), Some(5..13));
        let prepared = fill(&statepoint, Patch::NoOps).unwrap().code;
        assert_eq!(changed_instruction::<X86_64>(&no_op_sled(13), &prepared), Err(10));
    }

    #[test]
    fn changes_across_a_possible_pc_need_stopped_threads() {
        let change = changed_instruction::<X86_64>;
        let call = [0xe8, 1, 2, 3, 4];
        let long = [0x0f, 0x1f, 0x44, 0, 0];
        assert_eq!(change(&long, &call), Ok(Some(0..5)));
        assert_eq!(change(&long, &long), Ok(None));
        assert_eq!(change(&[0x90, 0x90, 0x0f, 0x1f, 0], &call), Err(1));
        // One instruction is replaced by two: no thread can have its PC between them yet.
        assert_eq!(change(&long, &[0x66, 0x90, 0x0f, 0x1f, 0]), Ok(Some(0..5)));
        // The same, where the last byte belongs to an instruction that extends past the old one's
        // end.
        assert_eq!(change(&[0x66, 0x90, 0x66, 0x90], &[0x0f, 0x1f, 0x00, 0x90]), Err(2));
    }

    #[test]
    fn patches_that_do_not_fit_are_rejected() {
        let short = check_region(PatchSite::Statepoint { bytes: 4 }, 0x1004, &no_op_sled(4));
        assert_eq!(
            fill(&short, Patch::Call(TARGET)),
            Err(PatchError::TooShort { record: 0x1004, found: 4, needed: 5 })
        );
        assert!(fill(&short, Patch::NoOps).is_ok());
        let far = 1 << 40;
        let near = check_region(PatchSite::Statepoint { bytes: 12 }, 0x100c, &no_op_sled(12));
        let out_of_reach = PatchError::OutOfReach { record: 0x100c, target: far };
        assert_eq!(fill(&near, Patch::Call(far)), Err(out_of_reach));
        // A stackmap has no scratch register.
        let shadow = check_region(PatchSite::StackMap { shadow: 20 }, 0x1000, &no_op_sled(20));
        assert!(matches!(fill(&shadow, Patch::Call(far)), Err(PatchError::OutOfReach { .. })));
        let code = check_region(
            PatchSite::StackMap { shadow: 5 },
            0x1000,
            &[0x48, 0x89, 0xc8, 0x48, 0x89],
        );
        assert_eq!(
            fill(&code, Patch::Call(TARGET)),
            Err(PatchError::CodeInShadow { record: 0x1000 })
        );
        let left = fill(&code, Patch::NoReturnCall(TARGET)).unwrap();
        assert_eq!((left.code[0], left.return_address), (0xe8, Some(0x1005)));
    }

    #[test]
    fn patch_is_padded_with_no_ops() {
        let checked = check_region(PatchSite::Patchpoint { bytes: 15 }, 0x1000, &no_op_sled(15));
        // movslq 4(%r8), %r9; for given code, the return address is unknown.
        let load = [0x4d, 0x63, 0x48, 0x04];
        let filled = fill(&checked, Patch::Code(&load)).unwrap();
        assert_eq!((&filled.code[..4], filled.return_address), (&load[..], None));
        let decoded = decode::<X86_64>(&filled.code);
        assert_eq!((decoded[0].end, decoded.last().unwrap().end), (4, 15));
        assert!(!decoded[0].is_no_op && decoded[1..].iter().all(|there| there.is_no_op));
        let none = fill(&checked, Patch::Code(&[])).unwrap();
        assert!(decode::<X86_64>(&none.code).iter().all(|there| there.is_no_op));
        let long = PatchError::TooShort { record: 0x1000, found: 15, needed: 16 };
        assert_eq!(fill(&checked, Patch::Code(&load.repeat(4))), Err(long));
        let half = PatchError::NoInstruction { record: 0x1000, at: 4, found: 0x4d };
        assert_eq!(fill(&checked, Patch::Code(&[&load[..], &load[..2]].concat())), Err(half));
        let shadow = CheckedRegion::new(
            PatchRegion::<X86_64>::new(PatchSite::StackMap { shadow: 3 }, 0x1000).unwrap(),
            &[0x48, 0x89, 0xc8],
        );
        let refused = fill(&shadow.unwrap(), Patch::Code(&[0x90]));
        assert_eq!(refused, Err(PatchError::CodeInShadow { record: 0x1000 }));
    }

    #[test]
    fn far_call_is_padded_with_no_ops() {
        for (site, address, call) in [
            (PatchSite::Statepoint { bytes: 20 }, 0x1014, 7),
            (PatchSite::Patchpoint { bytes: 20 }, 0x1000, 0),
        ] {
            let checked = check_region(site, address, &no_op_sled(20));
            let filled = fill(&checked, Patch::Call(1 << 40)).unwrap();
            assert_eq!(filled.code[call..call + 2], [0x49, 0xbb]);
            assert_eq!(filled.return_address, Some(0x1000 + call as u64 + 13));
            let others = decode::<X86_64>(&filled.code);
            assert_eq!(others.iter().filter(|there| !there.is_no_op).count(), 2);
            assert_eq!(others.last().unwrap().end, 20);
        }
    }

    /// `lib.rs` states under "Freeing a target": a thread that has executed the first instruction
    /// calls the old target by the second one, which is the same.
    #[test]
    fn far_calls_differ_only_in_target_load() {
        let site = PatchSite::Patchpoint { bytes: 16 };
        let checked = check_region(site, 0x1000, &no_op_sled(16));
        let [one, other] =
            [1 << 40, 3 << 40].map(|target| fill(&checked, Patch::Call(target)).unwrap().code);
        assert_eq!(changed_instruction::<X86_64>(&one, &other), Ok(Some(0..10)));
        assert_eq!(one[10..], other[10..]);
        let region = PatchRegion::<Aarch64>::new(site, 0x1000).unwrap();
        let no_ops = 0xd503_201f_u32.to_le_bytes().repeat(4);
        let checked = CheckedRegion::new(region, &no_ops).unwrap();
        let [one, other, distant] = [0x1234_0000_0000_u64, 0x1234_0000_0040, 0x4321_0000_0040]
            .map(|target| fill(&checked, Patch::Call(target)).unwrap().code);
        assert_eq!(changed_instruction::<Aarch64>(&one, &other), Ok(Some(8..12)));
        // Two of the instructions that load it: not while threads run.
        assert_eq!(changed_instruction::<Aarch64>(&other, &distant), Ok(Some(0..4)));
        assert_eq!(changed_instruction::<Aarch64>(&one, &distant), Err(4));
    }

    #[test]
    fn aarch64_words_are_patched_individually() {
        let no_op = 0xd503_201f_u32.to_le_bytes();
        let region =
            PatchRegion::<Aarch64>::new(PatchSite::Statepoint { bytes: 16 }, 0x1010).unwrap();
        let checked = CheckedRegion::new(region, &no_op.repeat(4)).unwrap();
        assert_eq!(slot(&checked), Some(12..16));
        let filled = fill(&checked, Patch::Call(0x1000)).unwrap();
        assert_eq!(filled.return_address, Some(0x1010));
        assert_eq!(changed_instruction::<Aarch64>(&checked.code, &filled.code), Ok(Some(12..16)));
    }

    #[test]
    fn one_store_suffices_within_an_aligned_word() {
        assert_eq!(one_store::<X86_64>(0x1003, &(0..5)), Some(0x1000));
        assert_eq!(one_store::<X86_64>(0x1003, &(0..6)), None);
        assert_eq!(one_store::<X86_64>(0x1003, &(5..13)), Some(0x1008));
        assert_eq!(one_store::<X86_64>(0x1003, &(4..6)), None);
        assert_eq!(one_store::<X86_64>(0x1003, &(2..2)), None);
        assert_eq!(one_store::<Aarch64>(0x1000, &(4..8)), Some(0x1004));
        assert_eq!(one_store::<Aarch64>(0x1000, &(4..9)), None);
    }
}
