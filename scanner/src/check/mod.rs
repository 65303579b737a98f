//! Checks that a collector can use the records of a stack map.
//!
//! `stackmap verify` reports every [`RecordViolation`]. The [table
//! builder](crate::table::TableBuilder) rejects the map at the first one, and so do `stackmap
//! compile` and the registration of code in a running program. This module checks one record at a
//! time, with its function and unwind rule. Its callers decide whether to stop at a violation.
//!
//! The checks take time linear in the locations of a record, and allocate only if a record has
//! derived pointers.

#![forbid(unsafe_code)]

mod error;
mod frame;
mod order;
mod roots;
mod stack_pointer;
#[cfg(test)]
mod tests;

pub use error::{FrameLocationProblem, RecordViolation, Severity};
pub use frame::{ByteRange, KnownFrame};
pub use order::RecordOrder;
pub use roots::RootCheck;
pub use stack_pointer::stack_pointer;

use crate::arch::InstructionSet;
use crate::cfi::{FrameRule, UnwindError, UnwindProblem, UnwindRules};
use crate::stackmap::Function;

/// Reason why a call site has no unwind rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingUnwindRule {
    /// The record is invalid.
    Violation(RecordViolation),
    /// The unwind information does not cover the call, or cannot be used.
    Unwind(UnwindError),
}

/// Returns the unwind rule of the call in `function` that returns to `return_address`.
///
/// # Errors
///
/// If there is no rule, or the call is outside the function.
pub fn rule_at(
    rules: &dyn UnwindRules,
    function: u64,
    return_address: u64,
) -> Result<FrameRule, MissingUnwindRule> {
    rules.rule_at(function, return_address).map_err(|error| {
        match (error.problem, rules.function_end(function)) {
            (UnwindProblem::NoEntry | UnwindProblem::AnotherFunction { .. }, Some(end)) => {
                MissingUnwindRule::Violation(RecordViolation::OutsideFunction { end })
            }
            _ => MissingUnwindRule::Unwind(error),
        }
    })
}

/// Checks that the frame size in the stack map is consistent with the unwind rule. On x86-64 the
/// unwound size may be larger, because the recorded size does not include pushed arguments.
///
/// # Errors
///
/// If the sizes are inconsistent.
pub fn frame_size<A: InstructionSet>(
    function: &Function,
    rule: &FrameRule,
) -> Result<(), RecordViolation> {
    let Some(recorded) = function.stack_size else { return Ok(()) };
    if rule.cfa_base != A::STACK_POINTER {
        return Ok(());
    }
    let unwound = i64::from(rule.cfa_offset) - i64::from(A::CALL_PUSHES);
    let fits = match i64::try_from(recorded) {
        Ok(size) if A::CALL_PUSHES == 0 => size == unwound,
        Ok(size) => size <= unwound,
        Err(_) => false,
    };
    if fits { Ok(()) } else { Err(RecordViolation::FrameSize { recorded, unwound }) }
}
