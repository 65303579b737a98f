//! Unwind rules from the frame sizes in the stack map.

use core::marker::PhantomData;
use std::collections::HashMap;

use super::rule::{
    FrameRule, ReturnAddressSigning, SavedLocation, UnwindError, UnwindProblem, UnwindRules,
};
use crate::arch::Architecture;
use crate::stackmap::{self, StackMapParseError};

/// Unwind rules derived only from the frame sizes in the stack map, for code without `.eh_frame`.
///
/// **These rules are wrong at call sites that push outgoing arguments**, because the recorded size
/// does not include the pushed bytes. On x86-64, LLVM pushes arguments from -O1 on, even in
/// functions that are not optimised for size; `llc -no-x86-call-frame-opt` prevents it. So the
/// compiler options must be known.
///
/// Frames of variable size have no rule. The callee-saved registers of the caller count as
/// [lost](SavedLocation::Lost), because the map does not record where they are saved. In older
/// frames, roots in registers and slots relative to a frame pointer cannot be found.
#[derive(Clone, Debug)]
pub struct RecordedSize<A> {
    /// Frame sizes in bytes by function address; `None` if the size is not fixed.
    sizes: HashMap<u64, Option<u64>>,
    architecture: PhantomData<A>,
}

impl<A: Architecture> RecordedSize<A> {
    /// Reads the frame sizes of all functions in a stack map section.
    ///
    /// # Errors
    ///
    /// If the section cannot be read.
    pub fn new(section: &[u8]) -> Result<Self, StackMapParseError> {
        let mut sizes: HashMap<u64, Option<u64>> = HashMap::new();
        for map in stackmap::maps(section) {
            for function in map?.functions() {
                // If two descriptions of a function disagree, its frame size is unknown.
                let size = sizes.entry(function.address).or_insert(function.stack_size);
                if *size != function.stack_size {
                    *size = None;
                }
            }
        }
        Ok(Self { sizes, architecture: PhantomData })
    }
}

impl<A: Architecture> UnwindRules for RecordedSize<A> {
    fn rule_at(&self, function: u64, return_address: u64) -> Result<FrameRule, UnwindError> {
        let error = |problem| UnwindError { function, return_address, problem };
        if A::CALL_PUSHES == 0 {
            return Err(error(UnwindProblem::NoReturnAddress { architecture: A::NAME }));
        }
        let size = self.sizes.get(&function).copied().flatten();
        let size = size.ok_or(error(UnwindProblem::NoFrameSize))?;
        let cfa_offset = i64::try_from(size).unwrap_or(i64::MAX);
        let cfa_offset = cfa_offset.saturating_add(i64::from(A::CALL_PUSHES));
        Ok(FrameRule {
            cfa_base: A::STACK_POINTER,
            cfa_offset: i32::try_from(cfa_offset)
                .map_err(|_| error(UnwindProblem::CfaOffset { offset: cfa_offset }))?,
            return_address: -i32::from(A::CALL_PUSHES),
            // The map does not record it; a call that pushes the return address does not sign it.
            signing: ReturnAddressSigning::Unsigned,
            saved: A::CALLEE_SAVED
                .iter()
                .map(|&register| (register, SavedLocation::Lost))
                .collect(),
        })
    }
}
