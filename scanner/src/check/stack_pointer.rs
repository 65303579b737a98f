//! Calls after which the stack pointer is unknown.
//!
//! In the calling conventions with guaranteed tail calls, `tailcc` and `swifttailcc`, a callee pops
//! its stack arguments when it returns. It may also tail-call a function with more or fewer of them
//! (`musttail`). In that case, the return address moves, and another function than the callee
//! returns to the caller. A walk computes the caller's stack pointer from the frame address of that
//! function, which is off by the difference in argument size. LLVM's unwind information does not
//! record the difference: LLVM does not write `DW_CFA_GNU_args_size`, which would only give the
//! size that the caller has passed. The stack map does not record it either.
//!
//! So a record is rejected if its callee has one of these conventions and the frame is addressed
//! from the stack pointer. LLVM addresses most frames this way, even those with a frame pointer.
//!
//! With `llc -tailcallopt`, LLVM treats `fastcc` and some other conventions in the same way, but
//! the stack map does not show it. The guide forbids that option.

use super::RecordViolation;
use crate::arch::{InstructionSet, Register};
use crate::cfi::FrameRule;
use crate::statepoint::{Statepoint, ValueLocation};

/// LLVM's ID of the calling convention `tailcc` (`CallingConv::Tail`).
const TAIL: u64 = 18;
/// LLVM's ID of the calling convention `swifttailcc` (`CallingConv::SwiftTail`).
const SWIFT_TAIL: u64 = 20;

/// Checks that the frame is not addressed from an unknown stack pointer.
///
/// # Errors
///
/// If the callee may make guaranteed tail calls and the frame is addressed from the stack pointer.
#[inline]
pub fn stack_pointer<A: InstructionSet>(
    statepoint: &Statepoint<'_, A>,
    rule: &FrameRule,
) -> Result<(), RecordViolation> {
    match statepoint.calling_convention {
        TAIL | SWIFT_TAIL => check_frame_base(statepoint, rule),
        _ => Ok(()),
    }
}

/// Returns an error if the frame is addressed from the stack pointer.
#[cold]
fn check_frame_base<A: InstructionSet>(
    statepoint: &Statepoint<'_, A>,
    rule: &FrameRule,
) -> Result<(), RecordViolation> {
    let pairs = statepoint.pairs().flat_map(|pair| [pair.base, pair.derived]);
    let mut values = pairs.chain(statepoint.allocas()).chain(statepoint.deopt());
    let uses_stack_pointer = rule.cfa_base == A::STACK_POINTER
        || values.any(|value| base_register(value) == Some(A::STACK_POINTER));
    let calling_convention = statepoint.calling_convention;
    if uses_stack_pointer {
        Err(RecordViolation::StackPointer { calling_convention })
    } else {
        Ok(())
    }
}

/// Returns the base register of a location relative to a register.
fn base_register(value: ValueLocation) -> Option<Register> {
    match value {
        ValueLocation::Slot { base, .. } | ValueLocation::Address { base, .. } => Some(base),
        ValueLocation::Register { .. }
        | ValueLocation::OtherRegister { .. }
        | ValueLocation::Constant(_) => None,
    }
}
