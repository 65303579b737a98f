//! Checks that a location lies in the frame of its function.

use super::{FrameLocationProblem, Severity};
use crate::arch::{InstructionSet, Register};
use crate::cfi::{FrameRule, SavedLocation};

/// The known facts about the frame at a call site.
#[derive(Clone, Copy, Debug)]
pub struct KnownFrame<'a> {
    /// Size in bytes by the stack map, if fixed.
    pub stack_size: Option<u64>,
    /// The unwind rule.
    pub rule: Option<&'a FrameRule>,
    /// The lowest offset from the CFA of the words that the frame keeps for its caller: the return
    /// address and saved registers.
    keeps_from: i64,
}

/// A range of bytes in memory.
#[derive(Clone, Copy, Debug)]
pub struct ByteRange {
    /// The register that is their base.
    pub base: Register,
    /// The offset of the first byte from the register's value.
    pub offset: i32,
    /// The number of bytes.
    pub size: u16,
}

/// No call pushes more bytes of arguments than this.
const PUSHED_AT_MOST: i64 = 4096;

/// Size in bytes of a register that a frame saves.
const WORD: i64 = 8;

impl<'a> KnownFrame<'a> {
    /// Creates the facts for a frame of `stack_size` bytes by the stack map, if fixed, with this
    /// rule.
    pub fn new(stack_size: Option<u64>, rule: Option<&'a FrameRule>) -> Self {
        let keeps_from = rule.map_or(0, |rule| {
            let saved = rule.saved.iter().filter_map(|(_, saved)| match saved {
                SavedLocation::At(offset) => Some(offset),
                SavedLocation::Lost => None,
            });
            saved.fold(rule.return_address, i32::min).into()
        });
        Self { stack_size, rule, keeps_from }
    }

    /// Returns why the bytes do not lie in the frame. If too little is known of the frame to
    /// decide, they are taken to lie in it.
    #[inline]
    pub fn problem<A: InstructionSet>(
        &self,
        bytes: ByteRange,
    ) -> Option<(Severity, FrameLocationProblem)> {
        let (start, size) = (i64::from(bytes.offset), i64::from(bytes.size));
        let from_stack_pointer = bytes.base == A::STACK_POINTER;
        if from_stack_pointer && start < 0 {
            return Some((Severity::Error, FrameLocationProblem::BelowStackPointer));
        }
        let Some(rule) = self.rule else {
            return match self.stack_size {
                Some(frame) if from_stack_pointer => above::<A>(start + size, frame),
                _ => None,
            };
        };
        if bytes.base == rule.cfa_base {
            return self.in_unwound_frame::<A>(rule, start - i64::from(rule.cfa_offset), size);
        }
        if !from_stack_pointer {
            return None;
        }
        // The CFA is found from a frame pointer, and no arguments are pushed: where some are, LLVM
        // addresses slots from the frame pointer too.
        let frame = self.stack_size?;
        if u64::try_from(start + size).is_ok_and(|end| end <= frame) {
            let frame = i64::try_from(frame).unwrap_or(i64::MAX);
            let start = start.saturating_sub(frame).saturating_sub(A::CALL_PUSHES.into());
            self.in_unwound_frame::<A>(rule, start, size)
        } else {
            Some((Severity::Error, FrameLocationProblem::AboveFrame { size: frame }))
        }
    }

    /// `start` is the offset in bytes from the CFA.
    #[inline]
    fn in_unwound_frame<A: InstructionSet>(
        &self,
        rule: &FrameRule,
        start: i64,
        size: i64,
    ) -> Option<(Severity, FrameLocationProblem)> {
        let end = start.saturating_add(size);
        if let Some(frame) = self.stack_size
            && rule.cfa_base != A::STACK_POINTER
        {
            let below = i64::try_from(frame).unwrap_or(i64::MAX).saturating_neg();
            if start < below.saturating_sub(i64::from(A::CALL_PUSHES) + PUSHED_AT_MOST) {
                return Some((Severity::Error, FrameLocationProblem::BelowFrame { size: frame }));
            }
        }
        // The words that a frame keeps for its caller lie at its upper end.
        if end <= self.keeps_from { None } else { kept_for_caller::<A>(rule, start, end) }
    }
}

/// Returns what the frame keeps for its caller, or the caller has itself, at the place of these
/// bytes.
#[cold]
fn kept_for_caller<A: InstructionSet>(
    rule: &FrameRule,
    start: i64,
    end: i64,
) -> Option<(Severity, FrameLocationProblem)> {
    let error = |problem| Some((Severity::Error, problem));
    if end > 0 {
        return error(FrameLocationProblem::InCaller { distance: end });
    }
    let covers = |at: i32| i64::from(at) < end && start < i64::from(at) + WORD;
    if covers(rule.return_address) {
        return error(FrameLocationProblem::ReturnAddress);
    }
    rule.saved.iter().find_map(|(register, saved)| match saved {
        SavedLocation::At(at) if covers(at) => {
            error(FrameLocationProblem::SavedRegister { register: A::register_name(register) })
        }
        _ => None,
    })
}

/// Returns why bytes that end at `end` from the stack pointer are not in a frame of this size, if
/// nothing else is known of the frame. Where calls push their arguments, slots are farther from the
/// stack pointer meanwhile.
fn above<A: InstructionSet>(end: i64, frame: u64) -> Option<(Severity, FrameLocationProblem)> {
    let frame_size = i64::try_from(frame).unwrap_or(i64::MAX);
    let severity = if end <= frame_size {
        return None;
    } else if A::CALL_PUSHES == 0 || end > frame_size.saturating_add(PUSHED_AT_MOST) {
        Severity::Error
    } else {
        Severity::Warning
    };
    Some((severity, FrameLocationProblem::AboveFrame { size: frame }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Aarch64, X86_64};

    #[test]
    fn slots_in_argument_area_are_a_warning() {
        let severity = |end| {
            above::<X86_64>(end, 64).map(|(severity, problem)| {
                assert_eq!(problem, FrameLocationProblem::AboveFrame { size: 64 });
                severity
            })
        };
        assert_eq!(severity(64), None);
        assert_eq!(severity(65), Some(Severity::Warning));
        assert_eq!(severity(64 + PUSHED_AT_MOST), Some(Severity::Warning));
        assert_eq!(severity(65 + PUSHED_AT_MOST), Some(Severity::Error));
        // No call on AArch64 pushes its arguments.
        assert_eq!(above::<Aarch64>(64, 64), None);
        assert_eq!(above::<Aarch64>(65, 64).map(|(severity, _)| severity), Some(Severity::Error));
    }
}
