//! Checks one record.

use super::{
    Architecture, Checker, Current, Defect, Finding, KnownFrame, Reason, ScalableSign, Severity,
    Site, StackMap, Statepoint, UnwindProblem, UnwindRules,
};
use crate::arch::{Register, callee_saved_index};
use crate::cfi::FrameRule;
use crate::stackmap::Record;
use crate::statepoint::Value;

use super::frame::Bytes;

impl<A: Architecture> Checker<'_, A> {
    pub(super) fn record(
        &mut self,
        map: &StackMap<'_>,
        current: &mut Current,
        record: &Record<'_>,
    ) {
        let address = current.function.address;
        let offset = record.instruction_offset;
        let at = Place { function: address, offset, section_offset: record.offset() };
        if let Some(previous) = current.last
            && offset < previous
        {
            self.report.findings.push(at.error(Defect::Unsorted { previous }));
        }
        current.last = current.last.max(Some(offset));
        let Some(pc) = address.checked_add(u64::from(offset)) else {
            self.report.findings.push(at.error(Defect::AddressOverflow));
            return;
        };
        let statepoint = match Statepoint::<A>::decode(record, &map.constants()) {
            Ok(statepoint) => statepoint,
            Err(error) => {
                match error.reason {
                    Reason::Overflow => self.report.findings.push(at.error(Defect::Overflow)),
                    reason if reason.is_of_another_intrinsic() => self.others += 1,
                    _ => self.report.findings.push(at.error(Defect::Statepoint(error))),
                }
                return;
            }
        };
        self.report.counts.statepoints += 1;
        current.has_statepoint = true;
        self.copies.add_record(Site::new(pc, at.section_offset, map.offset(), record, &statepoint));
        let rule = self.rule(current, pc, at);
        // A function without an entry is an error already.
        if rule.is_some() || self.rules.is_none() {
            self.roots(
                KnownFrame { stack_size: current.function.stack_size, rule: rule.as_ref() },
                at,
                &statepoint,
            );
        }
    }

    /// The unwind rule at a call site. What is wrong with it is reported here, or counted.
    fn rule(&mut self, current: &mut Current, pc: u64, at: Place) -> Option<FrameRule> {
        let Some(rules) = &self.rules else {
            // Nothing says where such a frame ends; a fixed size may do.
            current.uncovered += usize::from(current.function.stack_size.is_none());
            return None;
        };
        match rules.rule_at(at.function, pc) {
            Ok(rule) => {
                self.report
                    .findings
                    .extend(frame_size::<A>(current, &rule).map(|defect| at.error(defect)));
                Some(rule)
            }
            Err(error) => {
                let defect = match (error.problem, rules.function_end(at.function)) {
                    (UnwindProblem::NoEntry | UnwindProblem::AnotherFunction { .. }, Some(end)) => {
                        Defect::OutsideFunction { end }
                    }
                    (UnwindProblem::NoEntry, None) => {
                        current.uncovered += 1;
                        return None;
                    }
                    (UnwindProblem::CfaExpression, _) => {
                        current.is_scalable = true;
                        Defect::ScalableFrame(ScalableSign::CfaExpression)
                    }
                    (problem, _) => Defect::Unwind(problem),
                };
                self.report.findings.push(at.error(defect));
                None
            }
        }
    }

    fn roots(&mut self, frame: KnownFrame<'_>, at: Place, statepoint: &Statepoint<'_, A>) {
        let first = statepoint.first_pair_index();
        let pairs = statepoint.pairs();
        let first_alloca = first + 2 * pairs.len();
        let paired = pairs.flat_map(|pair| [pair.base, pair.derived]);
        self.seen.clear();
        for (number, value) in paired.chain(statepoint.allocas()).enumerate() {
            let index = first + number;
            // Most pairs name one place twice.
            if self.seen.insert(value) {
                self.root(frame, at, index, value, index >= first_alloca);
            }
        }
    }

    fn root(
        &mut self,
        frame: KnownFrame<'_>,
        at: Place,
        index: usize,
        value: Value,
        is_alloca: bool,
    ) {
        let (base, offset, size) = match value {
            // `decode` lets no other register be a root.
            Value::Constant(_) | Value::OtherRegister { .. } => return,
            Value::Register { register, .. } => {
                self.report.counts.roots += 1;
                if callee_saved_index::<A>(register).is_none() {
                    let register = A::register_name(register);
                    let defect = Defect::CallerSavedRoot { index, register };
                    self.report.findings.push(at.error(defect));
                }
                return;
            }
            Value::Slot { base, offset, size } | Value::Address { base, offset, size } => {
                (base, offset, size)
            }
        };
        self.report.counts.roots += match value {
            Value::Slot { size, .. } => usize::from(size / 8),
            _ => 1,
        };
        if let Some((severity, defect)) = slot::<A>(frame, index, base, offset, size, is_alloca) {
            self.report.findings.push(Finding { severity, ..at.error(defect) });
        }
    }
}

/// A record's place in the code and in the section.
#[derive(Clone, Copy)]
struct Place {
    function: u64,
    offset: u32,
    section_offset: usize,
}

impl Place {
    fn error(self, defect: Defect) -> Finding {
        Finding {
            severity: Severity::Error,
            function: Some(self.function),
            instruction_offset: Some(self.offset),
            section_offset: Some(self.section_offset),
            defect,
        }
    }
}

/// What is wrong with a slot or stack object.
fn slot<A: Architecture>(
    frame: KnownFrame<'_>,
    index: usize,
    base: Register,
    offset: i32,
    size: u16,
    is_alloca: bool,
) -> Option<(Severity, Defect)> {
    let register = A::register_name(base);
    if base != A::STACK_POINTER && callee_saved_index::<A>(base).is_none() {
        return Some((Severity::Error, Defect::SlotBase { index, register }));
    }
    if offset % 8 != 0 {
        return Some((Severity::Error, Defect::MisalignedSlot { index, register, offset }));
    }
    let (mut severity, problem) = frame.problem::<A>(Bytes { base, offset, size })?;
    if is_alloca && matches!(problem, super::FrameProblem::InCaller { .. }) {
        // An argument that is passed by value is an object of the caller's frame.
        severity = Severity::Warning;
    }
    Some((severity, Defect::OutsideFrame { index, register, offset, size, problem }))
}

/// Compares the two sizes of a frame. On x86-64 arguments may be pushed on top.
fn frame_size<A: Architecture>(current: &Current, rule: &FrameRule) -> Option<Defect> {
    let recorded = current.function.stack_size?;
    if rule.cfa_base != A::STACK_POINTER {
        return None;
    }
    let unwound = i64::from(rule.cfa_offset) - i64::from(A::CALL_PUSHES);
    let size = i64::try_from(recorded).ok();
    let fits = if A::CALL_PUSHES == 0 {
        size == Some(unwound)
    } else {
        size <= Some(unwound) && size.is_some()
    };
    (!fits).then_some(Defect::FrameSize { recorded, unwound })
}
