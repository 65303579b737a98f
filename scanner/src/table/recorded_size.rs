//! The injected fault `recorded-size`: a frame's size is taken from the stack map, although
//! functions that move the stack pointer have another one.

use core::marker::PhantomData;

use crate::arch::InstructionSet;
use crate::cfi::{FrameRule, UnwindError, UnwindRules};
use crate::fault_injection::fault;

/// Unwind rules, but with the stack size that the map records for frames of fixed size.
pub(super) struct RecordedSize<'r, A> {
    rules: &'r dyn UnwindRules,
    size: Option<u64>,
    architecture: PhantomData<A>,
}

impl<'r, A> RecordedSize<'r, A> {
    /// Creates the rules for a function of this size.
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
