//! Adds the call sites of functions that Cranelift compiled.

use super::{FunctionRange, Site, TableBuilder};
use crate::arch::Architecture;
use crate::cfi::{FrameRule, SavedLocation, UnwindRules};
use crate::check::{self, ByteRange, KnownFrame, MissingUnwindRule, RecordViolation, Severity};
use crate::cranelift::{CraneliftCallSite, CraneliftFunction, CraneliftProblem};
use crate::statepoint::{DEFAULT_ID, PointerPair, StatepointFlags, ValueLocation};
use crate::table::error::{TableBuildError, TableEncodeError};
use crate::table::record::RecordKind;

/// Size in bytes of a frame record: the caller's frame pointer and the return address.
const FRAME_RECORD: i32 = 16;
/// Size in bytes of a reference.
const WORD: u16 = 8;
/// LLVM's ID of the C calling convention, as which the records of the calls are read.
const C_CALL: u64 = 0;

impl<A: Architecture> TableBuilder<A> {
    /// Adds the call sites of functions that Cranelift compiled. `rules` has the unwind rules of
    /// their code.
    ///
    /// # Errors
    ///
    /// If a description is invalid, a call site has no unwind rule, the rule is not that of a frame
    /// with a frame record, or a reference is outside its frame.
    pub fn add_cranelift(
        mut self,
        functions: &[CraneliftFunction],
        rules: &dyn UnwindRules,
    ) -> Result<Self, TableBuildError> {
        for function in functions {
            function.check()?;
        }
        check_overlap(functions)?;
        for function in functions {
            let start = function.address;
            if self.code.as_ref().is_some_and(|code| !code.contains(&start)) {
                continue;
            }
            self.functions.push(FunctionRange { start, end: function.end(), stack_size: None });
            for site in &function.call_sites {
                self.add_cranelift_site(function, site, rules)?;
            }
        }
        Ok(self)
    }

    /// Adds a call site of a function that passed its checks.
    fn add_cranelift_site(
        &mut self,
        function: &CraneliftFunction,
        site: &CraneliftCallSite,
        rules: &dyn UnwindRules,
    ) -> Result<(), TableBuildError> {
        let (start, offset) = (function.address, site.return_offset);
        let pc = start + u64::from(offset);
        let violation = |violation| TableBuildError::Rule {
            function: start,
            pc,
            record_offset: offset as usize,
            violation,
        };
        let unencodable = |problem: TableEncodeError| TableBuildError::Root {
            function: start,
            pc,
            record_offset: offset as usize,
            problem,
        };
        let rule = check::rule_at(rules, start, pc).map_err(|reason| match reason {
            MissingUnwindRule::Violation(reason) => violation(reason),
            MissingUnwindRule::Unwind(error) => error.into(),
        })?;
        check_rule::<A>(&rule).map_err(|problem| function.error(offset, problem))?;
        let known = KnownFrame::new(None, Some(&rule));
        // References lie below the frame record, to which the frame pointer points. The checks of
        // the description limit both numbers to 64 MiB.
        let from_frame_pointer =
            |from_stack_pointer: u32| from_stack_pointer as i32 - site.frame_size as i32;
        for (index, &reference) in site.references.iter().enumerate() {
            let offset = from_frame_pointer(reference);
            let bytes = ByteRange { base: A::FRAME_POINTER, offset, size: WORD };
            if let Some((Severity::Error, problem)) = known.problem::<A>(bytes) {
                let register = A::register_name(A::FRAME_POINTER);
                let size = WORD;
                return Err(violation(RecordViolation::OutsideFrame {
                    index,
                    register,
                    offset,
                    size,
                    problem,
                }));
            }
        }
        let too_many = TableBuildError::TooManyDescriptors { records: self.sites.len() };
        let words = self.encoder.encode_frame::<A>(&rule).map_err(unencodable)?;
        let interned = self.frames.intern(words);
        let (frame, _) = interned
            .filter(|(position, _)| position >> (u32::BITS - super::FORMAT_BITS) == 0)
            .ok_or(too_many.clone())?;
        let pairs = site.references.iter().map(|&reference| {
            let offset = from_frame_pointer(reference);
            let slot = ValueLocation::Slot { base: A::FRAME_POINTER, offset, size: WORD };
            PointerPair { base: slot, derived: slot }
        });
        self.encoder.encode::<A>(frame, pairs, core::iter::empty()).map_err(unencodable)?;
        let flags = StatepointFlags::default();
        let kind = RecordKind::Statepoint { calling_convention: C_CALL, flags };
        let (values, live_outs) = (core::iter::empty(), core::iter::empty());
        let bytes = self.record_encoder.encode(DEFAULT_ID, kind, values, live_outs);
        let record = self.records.intern(bytes);
        self.max_bases = self.max_bases.max(self.encoder.base_len());
        let interned = self.descriptors.intern(self.encoder.words());
        let ((content, _), (record, _)) = interned.zip(record).ok_or(too_many)?;
        self.sites.push(Site { pc, offset, content, record, is_pinned: false });
        Ok(())
    }
}

/// Checks that no two functions overlap.
fn check_overlap(functions: &[CraneliftFunction]) -> Result<(), TableBuildError> {
    let mut sorted: Vec<_> = functions.iter().collect();
    sorted.sort_unstable_by_key(|function| function.address);
    for [one, other] in sorted.array_windows() {
        if other.address < one.end() {
            let problem = CraneliftProblem::Overlap { other: one.address };
            return Err(other.error(0, problem).into());
        }
    }
    Ok(())
}

/// Checks that the rule is that of a frame with a frame record, and that the caller's registers
/// are saved directly below it.
///
/// If a function tail-calls one with more stack arguments, its prologue moves the frame record
/// down. Cranelift 0.135 then writes saved registers with offsets from the original frame address,
/// but computes the frame address from the moved record: the rule would restore the registers of
/// the caller from wrong slots.
fn check_rule<A: Architecture>(rule: &FrameRule) -> Result<(), CraneliftProblem> {
    let (frame_pointer, word) = (A::FRAME_POINTER, i32::from(WORD));
    let saved = |at| rule.saved.iter().any(|saved| saved == (frame_pointer, at));
    if rule.cfa_base != frame_pointer
        || rule.cfa_offset != FRAME_RECORD
        || rule.return_address != -word
        || !saved(SavedLocation::At(-FRAME_RECORD))
    {
        let register = A::register_name(rule.cfa_base);
        return Err(CraneliftProblem::NoFrameRecord { register, offset: rule.cfa_offset });
    }
    let others = rule.saved.iter().filter_map(|(register, saved)| match saved {
        SavedLocation::At(offset)
            if register != frame_pointer && register.dwarf() != A::RETURN_ADDRESS_COLUMN =>
        {
            Some((offset, register))
        }
        _ => None,
    });
    // Registers are saved in pairs on AArch64, the upper one possibly unused.
    match others.max_by_key(|(offset, _)| *offset) {
        Some((offset, register))
            if !(-FRAME_RECORD - 2 * word..-FRAME_RECORD).contains(&offset) =>
        {
            let register = A::register_name(register);
            Err(CraneliftProblem::SavedRegister { register, offset })
        }
        _ => Ok(()),
    }
}
