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
//! So a frame that has called by one of these conventions is not addressed from the stack pointer.
//! Where its frame address comes from a frame pointer, which such callees preserve, and its size is
//! fixed, the stack pointer at the call follows from both, and every location that is relative to
//! it is expressed from the frame pointer. Any other frame that needs the stack pointer is refused.
//!
//! With `llc -tailcallopt` LLVM treats `fastcc` and some others in the same way, and records them as
//! without the option: the guide forbids it.

use super::Violation;
use crate::arch::{Architecture, Register};
use crate::cfi::FrameRule;
use crate::stackmap::Function;
use crate::statepoint::{Statepoint, Value};

/// LLVM's numbers of conventions with guaranteed tail calls (`CallingConv::Tail`, `SwiftTail`).
const TAIL: u64 = 18;
const SWIFT_TAIL: u64 = 20;

/// How a location that is relative to the stack pointer is found from the frame pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FramePointerView {
    stack_pointer: Register,
    frame_pointer: Register,
    /// The stack pointer is the frame pointer plus this.
    distance: i32,
}

impl FramePointerView {
    /// Returns how the locations of a statepoint are to be changed; `None` where the stack pointer
    /// is known, as after most calls, or not used.
    ///
    /// # Errors
    ///
    /// If the stack pointer is needed and not known.
    #[inline]
    pub(crate) fn of<A: Architecture>(
        statepoint: &Statepoint<'_, A>,
        function: &Function,
        rule: &FrameRule,
    ) -> Result<Option<Self>, Violation> {
        match statepoint.calling_convention {
            TAIL | SWIFT_TAIL => Self::after_tail_call(statepoint, function, rule),
            _ => Ok(None),
        }
    }

    #[cold]
    fn after_tail_call<A: Architecture>(
        statepoint: &Statepoint<'_, A>,
        function: &Function,
        rule: &FrameRule,
    ) -> Result<Option<Self>, Violation> {
        let calling_convention = statepoint.calling_convention;
        let unknown = Violation::StackPointer { calling_convention };
        if rule.cfa_base == A::STACK_POINTER {
            return Err(unknown);
        }
        let pairs = statepoint.pairs().flat_map(|pair| [pair.base, pair.derived]);
        let mut values = pairs.chain(statepoint.allocas()).chain(statepoint.deopt());
        if !values.any(|value| base_of(value) == Some(A::STACK_POINTER)) {
            return Ok(None);
        }
        let distance = function.stack_size.and_then(|size| {
            let size = i32::try_from(size).ok()?;
            rule.cfa_offset.checked_sub(i32::from(A::CALL_PUSHES))?.checked_sub(size)
        });
        Ok(Some(Self {
            stack_pointer: A::STACK_POINTER,
            frame_pointer: rule.cfa_base,
            distance: distance.ok_or(unknown)?,
        }))
    }

    /// Returns the same location relative to the frame pointer, or as it is if it is not relative
    /// to the stack pointer. An offset that does not fit stays far outside the frame.
    pub(crate) fn apply(self, value: Value) -> Value {
        let Self { stack_pointer, frame_pointer, distance } = self;
        match value {
            Value::Slot { base, offset, size } if base == stack_pointer => {
                Value::Slot { base: frame_pointer, offset: offset.saturating_add(distance), size }
            }
            Value::Address { base, offset, size } if base == stack_pointer => {
                let offset = offset.saturating_add(distance);
                Value::Address { base: frame_pointer, offset, size }
            }
            other => other,
        }
    }
}

fn base_of(value: Value) -> Option<Register> {
    match value {
        Value::Slot { base, .. } | Value::Address { base, .. } => Some(base),
        Value::Register { .. } | Value::OtherRegister { .. } | Value::Constant(_) => None,
    }
}
