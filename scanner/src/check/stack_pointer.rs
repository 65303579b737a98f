//! Calls after which the stack pointer is unknown.
//!
//! In the calling conventions with guaranteed tail calls, `tailcc` and `swifttailcc`, a callee pops
//! its stack arguments when it returns. It may also tail-call a function with more or fewer of them
//! (`musttail`): then the return address moves, and the function that finally returns is not the
//! one that was called. The frame address of that function, from which a walk computes the stack
//! pointer of its caller, is off by the difference of the arguments. LLVM's unwind information does
//! not record it (`DW_CFA_GNU_args_size` is not written, and would give the size that the caller
//! has passed), and neither does the stack map: only the code contains it.
//!
//! So a frame is refused if it has called by one of these conventions and is addressed from the
//! stack pointer. LLVM addresses most frames so, with a frame pointer or without.
//!
//! With `llc -tailcallopt` LLVM treats `fastcc` and some others in the same way, and records them
//! as without the option: the guide forbids that option.

use super::RecordViolation;
use crate::arch::{InstructionSet, Register};
use crate::cfi::FrameRule;
use crate::statepoint::{Statepoint, ValueLocation};

/// LLVM's numbers of conventions with guaranteed tail calls (`CallingConv::Tail`, `SwiftTail`).
const TAIL: u64 = 18;
const SWIFT_TAIL: u64 = 20;

/// Checks that the frame is not addressed from a stack pointer that is unknown.
///
/// # Errors
///
/// If it is.
#[inline]
pub fn stack_pointer<A: InstructionSet>(
    statepoint: &Statepoint<'_, A>,
    rule: &FrameRule,
) -> Result<(), RecordViolation> {
    match statepoint.calling_convention {
        TAIL | SWIFT_TAIL => after_tail_call(statepoint, rule),
        _ => Ok(()),
    }
}

#[cold]
fn after_tail_call<A: InstructionSet>(
    statepoint: &Statepoint<'_, A>,
    rule: &FrameRule,
) -> Result<(), RecordViolation> {
    let pairs = statepoint.pairs().flat_map(|pair| [pair.base, pair.derived]);
    let mut values = pairs.chain(statepoint.allocas()).chain(statepoint.deopt());
    let needs = rule.cfa_base == A::STACK_POINTER
        || values.any(|value| base_of(value) == Some(A::STACK_POINTER));
    let calling_convention = statepoint.calling_convention;
    if needs { Err(RecordViolation::StackPointer { calling_convention }) } else { Ok(()) }
}

fn base_of(value: ValueLocation) -> Option<Register> {
    match value {
        ValueLocation::Slot { base, .. } | ValueLocation::Address { base, .. } => Some(base),
        ValueLocation::Register { .. }
        | ValueLocation::OtherRegister { .. }
        | ValueLocation::Constant(_) => None,
    }
}
