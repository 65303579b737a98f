//! The injected fault `recorded-size`: the frame size of the stack map replaces that of the unwind
//! rule. The two differ where a function pushes arguments.

use core::marker::PhantomData;

use crate::arch::InstructionSet;
use crate::cfi::{FrameRule, UnwindError, UnwindRules};
use crate::fault_injection::fault;

/// Unwind rules in which the frame size of the stack map replaces that of frames of fixed size.
pub(super) struct RecordedSize<'r, A> {
    rules: &'r dyn UnwindRules,
    /// Frame size of the function in bytes; `None` if the size is not fixed.
    size: Option<u64>,
    architecture: PhantomData<A>,
}

impl<'r, A> RecordedSize<'r, A> {
    /// Creates the rules for a function with this frame size in bytes.
    pub(super) fn new(rules: &'r dyn UnwindRules, size: Option<u64>) -> Self {
        Self { rules, size, architecture: PhantomData }
    }
}

impl<A: InstructionSet> UnwindRules for RecordedSize<'_, A> {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        let mut rule = self.rules.rule_at(function, return_address)?;
        let size = self.size.and_then(|size| i32::try_from(size).ok());
        if let Some(size) = size.filter(|_| rule.cfa_base == A::STACK_POINTER)
            && fault("recorded-size")
        {
            rule.cfa_offset = size + i32::from(A::CALL_PUSHES);
        }
        Ok(rule)
    }

    fn function_end(&self, function: u64) -> Option<u64> {
        self.rules.function_end(function)
    }
}
