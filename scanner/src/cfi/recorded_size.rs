//! Unwind rules from the frame sizes in the stack map.

use core::marker::PhantomData;
use std::collections::HashMap;

use super::rule::{
    FrameRule, ReturnAddressSigning, SavedLocation, UnwindError, UnwindProblem, UnwindRules,
};
use crate::arch::Architecture;
use crate::stackmap::{self, StackMapParseError};

/// Unwind rules from nothing but the frame sizes that the stack map records.
///
/// For code without `.eh_frame` whose compiler options are known. **Wrong at call sites that push
/// outgoing arguments**, which LLVM does on x86-64 from -O1 on, even for functions that are not
/// optimised for size: the recorded size leaves the pushed bytes out. `llc -no-x86-call-frame-opt`
/// forbids the pushes. Frames of variable size have no rule here. The callee-saved registers of the
/// caller count as [lost](SavedLocation::Lost), because the map does not say which were saved
/// where: roots in registers and slots based on a frame pointer cannot be recovered in frames older
/// than such a frame.
#[derive(Clone, Debug)]
pub struct RecordedSize<A> {
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
                // If two copies of a function disagree, its size is unknown.
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
