//! Calls after which the stack pointer is not known.
//!
//! In the calling conventions of guaranteed tail calls, `tailcc` and `swifttailcc`, a callee takes
//! its stack arguments off the stack when it returns. It may also leave for a function with more or
//! fewer of them (`musttail`): then the return address moves, and what returns in the end is not
//! what was called. The frame address of that function, from which a walk has the stack pointer of
//! its caller, is off by the difference of the arguments. LLVM's unwind information does not record
//! it (`DW_CFA_GNU_args_size` is not written, and would say what the caller has passed), and neither
//! does the stack map: only the code has it.
//!
//! So a frame that has called by one of these conventions and is addressed from the stack pointer is
//! refused. LLVM addresses most frames so, with a frame pointer or without.
//!
//! With `llc -tailcallopt` LLVM treats `fastcc` and some others in the same way, and records them as
//! without the option: the guide forbids it.

use super::Violation;
use crate::arch::{InstructionSet, Register};
use crate::cfi::FrameRule;
use crate::statepoint::{Statepoint, Value};

/// LLVM's numbers of conventions with guaranteed tail calls (`CallingConv::Tail`, `SwiftTail`).
const TAIL: u64 = 18;
const SWIFT_TAIL: u64 = 20;

/// Checks that the frame does not need the stack pointer where it is not known.
///
/// # Errors
///
/// When it does.
#[inline]
pub fn stack_pointer<A: InstructionSet>(
    statepoint: &Statepoint<'_, A>,
    rule: &FrameRule,
) -> Result<(), Violation> {
    match statepoint.calling_convention {
        TAIL | SWIFT_TAIL => after_tail_call(statepoint, rule),
        _ => Ok(()),
    }
}

#[cold]
fn after_tail_call<A: InstructionSet>(
    statepoint: &Statepoint<'_, A>,
    rule: &FrameRule,
) -> Result<(), Violation> {
    let pairs = statepoint.pairs().flat_map(|pair| [pair.base, pair.derived]);
    let mut values = pairs.chain(statepoint.allocas()).chain(statepoint.deopt());
    let needs = rule.cfa_base == A::STACK_POINTER
        || values.any(|value| base_of(value) == Some(A::STACK_POINTER));
    let calling_convention = statepoint.calling_convention;
    if needs { Err(Violation::StackPointer { calling_convention }) } else { Ok(()) }
}

fn base_of(value: Value) -> Option<Register> {
    match value {
        Value::Slot { base, .. } | Value::Address { base, .. } => Some(base),
        Value::Register { .. } | Value::OtherRegister { .. } | Value::Constant(_) => None,
    }
}
