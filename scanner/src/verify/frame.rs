//! Whether a location lies in the frame of its function.

use crate::arch::{Architecture, Register};
use crate::cfi::{FrameRule, Saved};

use super::finding::{FrameProblem, Severity};

/// What is known of the frame at a call site.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownFrame<'a> {
    /// Bytes by the stack map, if fixed.
    pub(super) stack_size: Option<u64>,
    /// The unwind rule.
    pub(super) rule: Option<&'a FrameRule>,
}

/// A few bytes of memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes {
    pub(super) base: Register,
    pub(super) offset: i32,
    pub(super) size: u16,
}

/// More bytes of arguments than this are pushed by no call.
const PUSHED_AT_MOST: i64 = 4096;

/// Bytes of a register that a frame saves.
const WORD: i64 = 8;

impl KnownFrame<'_> {
    /// Why the bytes do not lie in the frame. Where the frame is not known well enough to tell,
    /// they are taken to do so.
    pub(super) fn problem<A: Architecture>(
        &self,
        bytes: Bytes,
    ) -> Option<(Severity, FrameProblem)> {
        let (start, size) = (i64::from(bytes.offset), i64::from(bytes.size));
        let from_stack_pointer = bytes.base == A::STACK_POINTER;
        if from_stack_pointer && start < 0 {
            return Some((Severity::Error, FrameProblem::BelowStackPointer));
        }
        let Some(rule) = self.rule else {
            return match self.stack_size {
                Some(frame) if from_stack_pointer => above::<A>(start + size, frame),
                _ => None,
            };
        };
        if bytes.base == rule.cfa_base {
            self.in_unwound_frame::<A>(rule, start - i64::from(rule.cfa_offset), size)
        } else if from_stack_pointer {
            // The CFA is found from a frame pointer, and no arguments are pushed: where some are,
            // LLVM addresses slots from the frame pointer too.
            let frame = self.stack_size?;
            let inside = u64::try_from(start + size).is_ok_and(|end| end <= frame);
            (!inside).then_some((Severity::Error, FrameProblem::AboveFrame { size: frame }))
        } else {
            None
        }
    }

    /// `start` is in bytes from the CFA.
    fn in_unwound_frame<A: Architecture>(
        &self,
        rule: &FrameRule,
        start: i64,
        size: i64,
    ) -> Option<(Severity, FrameProblem)> {
        let error = |problem| Some((Severity::Error, problem));
        let end = start + size;
        if end > 0 {
            return error(FrameProblem::InCaller { distance: end });
        }
        if let Some(frame) = self.stack_size
            && rule.cfa_base != A::STACK_POINTER
        {
            let below = i64::try_from(frame).unwrap_or(i64::MAX).saturating_neg();
            if start < below.saturating_sub(i64::from(A::CALL_PUSHES) + PUSHED_AT_MOST) {
                return error(FrameProblem::BelowFrame { size: frame });
            }
        }
        let covers = |at: i32| i64::from(at) < end && start < i64::from(at) + WORD;
        if covers(rule.return_address) {
            return error(FrameProblem::ReturnAddress);
        }
        for (register, saved) in rule.saved.iter() {
            if let Saved::At(at) = saved
                && covers(at)
            {
                let register = A::register_name(register);
                return error(FrameProblem::SavedRegister { register });
            }
        }
        None
    }
}

/// Why bytes that end at `end` from the stack pointer are not in a frame of this size of which no
/// more is known. Where calls push their arguments, slots are further up while they do.
fn above<A: Architecture>(end: i64, frame: u64) -> Option<(Severity, FrameProblem)> {
    let frame_size = i64::try_from(frame).unwrap_or(i64::MAX);
    let severity = if end <= frame_size {
        return None;
    } else if A::CALL_PUSHES == 0 || end > frame_size.saturating_add(PUSHED_AT_MOST) {
        Severity::Error
    } else {
        Severity::Warning
    };
    Some((severity, FrameProblem::AboveFrame { size: frame }))
}
