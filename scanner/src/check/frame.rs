//! Checks that a location lies in the frame of its function.

use super::{FrameLocationProblem, Severity};
use crate::arch::{InstructionSet, Register};
use crate::cfi::{FrameRule, SavedLocation};

/// The known facts about the frame at a call site.
#[derive(Clone, Copy, Debug)]
pub struct KnownFrame<'a> {
    /// Size of the frame in bytes according to the stack map; `None` if the size is not fixed.
    pub stack_size: Option<u64>,
    /// The unwind rule of the call site, if known.
    pub rule: Option<&'a FrameRule>,
    /// Lowest offset in bytes from the CFA of the return address and the caller's saved registers.
    lowest_saved: i64,
}

/// A range of bytes relative to a register.
#[derive(Clone, Copy, Debug)]
pub struct ByteRange {
    /// The base register.
    pub base: Register,
    /// Offset of the first byte from the value of the base register, in bytes.
    pub offset: i32,
    /// Length in bytes.
    pub size: u16,
}

/// Maximum number of bytes of arguments that a call site is assumed to push.
const MAX_PUSHED_BYTES: i64 = 4096;

/// Size in bytes of a saved register.
const WORD_SIZE: i64 = 8;

impl<'a> KnownFrame<'a> {
    /// Creates a description from the frame size in the stack map, in bytes, if fixed, and the
    /// unwind rule, if known.
    pub fn new(stack_size: Option<u64>, rule: Option<&'a FrameRule>) -> Self {
        let lowest_saved = rule.map_or(0, |rule| {
            let saved = rule.saved.iter().filter_map(|(_, saved)| match saved {
                SavedLocation::At(offset) => Some(offset),
                SavedLocation::Lost => None,
            });
            saved.fold(rule.return_address, i32::min).into()
        });
        Self { stack_size, rule, lowest_saved }
    }

    /// Returns why the bytes are outside the frame. Returns `None` if they are inside, or if the
    /// known facts do not suffice to decide.
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
                Some(frame) if from_stack_pointer => check_upper_end::<A>(start + size, frame),
                _ => None,
            };
        };
        if bytes.base == rule.cfa_base {
            return self.check_unwound_frame::<A>(rule, start - i64::from(rule.cfa_offset), size);
        }
        if !from_stack_pointer {
            return None;
        }
        // The CFA is relative to a frame pointer, but the slot to the stack pointer. So no
        // arguments are pushed: LLVM addresses slots from the frame pointer at call sites that push
        // arguments.
        let frame = self.stack_size?;
        if u64::try_from(start + size).is_ok_and(|end| end <= frame) {
            let frame = i64::try_from(frame).unwrap_or(i64::MAX);
            let start = start.saturating_sub(frame).saturating_sub(A::CALL_PUSHES.into());
            self.check_unwound_frame::<A>(rule, start, size)
        } else {
            Some((Severity::Error, FrameLocationProblem::AboveFrame { size: frame }))
        }
    }

    /// Returns why `size` bytes at offset `start` from the CFA are outside the frame.
    #[inline]
    fn check_unwound_frame<A: InstructionSet>(
        &self,
        rule: &FrameRule,
        start: i64,
        size: i64,
    ) -> Option<(Severity, FrameLocationProblem)> {
        let end = start.saturating_add(size);
        if let Some(frame) = self.stack_size
            && rule.cfa_base != A::STACK_POINTER
        {
            let lower_end = i64::try_from(frame).unwrap_or(i64::MAX).saturating_neg();
            if start < lower_end.saturating_sub(i64::from(A::CALL_PUSHES) + MAX_PUSHED_BYTES) {
                return Some((Severity::Error, FrameLocationProblem::BelowFrame { size: frame }));
            }
        }
        // The return address and saved registers are at the upper end of a frame.
        if end <= self.lowest_saved { None } else { check_saved_words::<A>(rule, start, end) }
    }
}

/// Returns an error if the bytes overlap the return address, a saved register or the caller's
/// frame. `start` and `end` are offsets in bytes from the CFA.
#[cold]
fn check_saved_words<A: InstructionSet>(
    rule: &FrameRule,
    start: i64,
    end: i64,
) -> Option<(Severity, FrameLocationProblem)> {
    let error = |problem| Some((Severity::Error, problem));
    if end > 0 {
        return error(FrameLocationProblem::InCaller { distance: end });
    }
    let covers = |offset: i32| i64::from(offset) < end && start < i64::from(offset) + WORD_SIZE;
    if covers(rule.return_address) {
        return error(FrameLocationProblem::ReturnAddress);
    }
    rule.saved.iter().find_map(|(register, saved)| match saved {
        SavedLocation::At(offset) if covers(offset) => {
            error(FrameLocationProblem::SavedRegister { register: A::register_name(register) })
        }
        _ => None,
    })
}

/// Returns why bytes that end at the offset `end` from the stack pointer are outside a frame of
/// `frame` bytes without a known unwind rule. If calls push arguments, the offsets of slots at a
/// call site are larger by the pushed bytes, so a small excess is only a warning.
fn check_upper_end<A: InstructionSet>(
    end: i64,
    frame: u64,
) -> Option<(Severity, FrameLocationProblem)> {
    let frame_size = i64::try_from(frame).unwrap_or(i64::MAX);
    let severity = if end <= frame_size {
        return None;
    } else if A::CALL_PUSHES == 0 || end > frame_size.saturating_add(MAX_PUSHED_BYTES) {
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
            check_upper_end::<X86_64>(end, 64).map(|(severity, problem)| {
                assert_eq!(problem, FrameLocationProblem::AboveFrame { size: 64 });
                severity
            })
        };
        assert_eq!(severity(64), None);
        assert_eq!(severity(65), Some(Severity::Warning));
        assert_eq!(severity(64 + MAX_PUSHED_BYTES), Some(Severity::Warning));
        assert_eq!(severity(65 + MAX_PUSHED_BYTES), Some(Severity::Error));
        // No call on AArch64 pushes its arguments.
        assert_eq!(check_upper_end::<Aarch64>(64, 64), None);
        assert_eq!(
            check_upper_end::<Aarch64>(65, 64).map(|(severity, _)| severity),
            Some(Severity::Error)
        );
    }
}
