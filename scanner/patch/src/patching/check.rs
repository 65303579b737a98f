//! Check that a region contains the code that LLVM writes for its record.

use super::PatchError;
use super::machine::PatchArchitecture;
use super::region::{PatchRegion, PatchSite};

/// The kind of code in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionContent {
    /// Only no-ops.
    NoOps,
    /// The call that LLVM writes for a patchpoint with a target, followed by no-ops.
    Call,
    /// Other code of the function, in the shadow of a `stackmap`. A patch that overwrites it must
    /// never return to the region.
    Code,
}

/// A region whose code has been checked.
#[derive(Clone, Debug)]
pub struct CheckedRegion<A> {
    /// The region.
    pub region: PatchRegion<A>,
    /// The kind of code in it.
    pub content: RegionContent,
    /// The bytes of the region at the time of the check.
    pub code: Vec<u8>,
}

/// An instruction in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    /// Offset from the start of the region.
    pub(super) start: usize,
    /// Offset of its end from the start of the region.
    pub(super) end: usize,
    pub(super) is_no_op: bool,
}

impl<A: PatchArchitecture> CheckedRegion<A> {
    /// Checks the bytes of a region. The shadow of a `stackmap` may contain any code, whose last
    /// instruction may end after the shadow. Any other region must contain what LLVM writes for its
    /// record.
    ///
    /// # Errors
    ///
    /// [`PatchError::Unexpected`] if the region contains other code, [`PatchError::Length`] if
    /// `code` does not have the length of the region.
    pub fn new(region: PatchRegion<A>, code: &[u8]) -> Result<Self, PatchError> {
        if code.len() != region.len() {
            return Err(PatchError::Length {
                start: region.range().start,
                found: code.len(),
                expected: region.len(),
            });
        }
        let call = match region.site() {
            PatchSite::Patchpoint { .. } if A::is_patchpoint_call(code) => {
                A::PATCHPOINT_CALL_SIZE.into()
            }
            _ => 0,
        };
        let rest = &code[call..];
        let decoded = decode::<A>(rest);
        let stray = match decoded.iter().find(|instruction| !instruction.is_no_op) {
            Some(stray) => Some(stray.start),
            None => Some(decoded_len(&decoded)).filter(|&end| end < rest.len()),
        };
        let content = match (stray, region.site()) {
            (None, _) if call == 0 => RegionContent::NoOps,
            (None, _) => RegionContent::Call,
            (Some(_), PatchSite::StackMap { .. }) => RegionContent::Code,
            (Some(at), _) => {
                let at = call + at;
                return Err(PatchError::Unexpected {
                    site: region.site(),
                    record: region.record(),
                    at: region.range().start + at as u64,
                    found: code[at],
                });
            }
        };
        Ok(Self { region, content, code: code.to_vec() })
    }
}

/// Decodes the instructions of these bytes, up to the first incomplete or unknown one.
pub(super) fn decode<A: PatchArchitecture>(code: &[u8]) -> Vec<Instruction> {
    let mut instructions = Vec::new();
    let mut start = 0;
    while let Some((len, is_no_op)) = A::instruction(&code[start..]) {
        instructions.push(Instruction { start, end: start + len, is_no_op });
        start += len;
    }
    instructions
}

/// Returns the total length of the instructions in bytes.
pub(super) fn decoded_len(instructions: &[Instruction]) -> usize {
    instructions.last().map_or(0, |instruction| instruction.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statepoint_scanner::arch::{Aarch64, X86_64};

    fn check(site: PatchSite, code: &[u8]) -> Result<RegionContent, PatchError> {
        let region = PatchRegion::<X86_64>::new(site, 0x1000).unwrap();
        CheckedRegion::new(region, code).map(|checked| checked.content)
    }

    /// LLVM's patchpoint call: `movabs r11, imm64; call r11`.
    const CALL: [u8; 13] = [0x49, 0xbb, 1, 2, 3, 4, 5, 6, 7, 8, 0x41, 0xff, 0xd3];

    #[test]
    fn statepoint_region_accepts_only_no_ops() {
        let site = PatchSite::Statepoint { bytes: 5 };
        assert_eq!(check(site, &[0x0f, 0x1f, 0x44, 0, 0]), Ok(RegionContent::NoOps));
        assert_eq!(check(site, &[0x66, 0x90, 0x0f, 0x1f, 0]), Ok(RegionContent::NoOps));
        let wrong = |code: &[u8], at, found| {
            let expected = PatchError::Unexpected { site, record: 0x1000, at, found };
            assert_eq!(check(site, code), Err(expected), "{code:02x?}");
        };
        wrong(&[0xe8, 1, 2, 3, 4], 0xffb, 0xe8);
        wrong(&[0x90, 0x90, 0x90, 0x90, 0xc3], 0xfff, 0xc3);
        // The last no-op is incomplete.
        wrong(&[0x66, 0x90, 0x90, 0x0f, 0x1f], 0xffe, 0x0f);
    }

    #[test]
    fn patchpoint_region_accepts_its_call() {
        let site = PatchSite::Patchpoint { bytes: 15 };
        let code = |tail: [u8; 2]| [&CALL[..], &tail].concat();
        assert_eq!(check(site, &code([0x66, 0x90])), Ok(RegionContent::Call));
        assert!(matches!(
            check(site, &code([0x90, 0xc3])),
            Err(PatchError::Unexpected { at: 0x100e, found: 0xc3, .. })
        ));
        assert_eq!(check(site, &[0x90; 15]), Ok(RegionContent::NoOps));
        // A statepoint region must not contain a patchpoint's call.
        assert!(check(PatchSite::Statepoint { bytes: 13 }, &CALL).is_err());
    }

    #[test]
    fn stackmap_shadow_accepts_any_code() {
        assert_eq!(
            check(PatchSite::StackMap { shadow: 3 }, &[0x90, 0x66, 0x90]),
            Ok(RegionContent::NoOps)
        );
        // The last two bytes are the beginning of a longer instruction.
        assert_eq!(
            check(PatchSite::StackMap { shadow: 3 }, &[0x90, 0x48, 0xb8]),
            Ok(RegionContent::Code)
        );
    }

    #[test]
    fn wrong_region_length_is_rejected() {
        let error = PatchError::Length { start: 0x1000, found: 2, expected: 3 };
        assert_eq!(check(PatchSite::StackMap { shadow: 3 }, &[0x90; 2]), Err(error));
    }

    #[test]
    fn aarch64_words_are_checked() {
        let region =
            PatchRegion::<Aarch64>::new(PatchSite::Statepoint { bytes: 8 }, 0x1008).unwrap();
        let no_op = 0xd503_201f_u32.to_le_bytes();
        let checked = CheckedRegion::new(region, &[no_op, no_op].concat()).unwrap();
        assert_eq!(checked.content, RegionContent::NoOps);
        let error = CheckedRegion::new(region, &[no_op, [0; 4]].concat()).unwrap_err();
        assert!(matches!(error, PatchError::Unexpected { at: 0x1004, found: 0, .. }));
    }
}
