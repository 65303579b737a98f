//! Checks of a single record.

use super::{
    Architecture, Checker, Current, Defect, Finding, RecordViolation, ScalableSign, Severity, Site,
    StackMap, Statepoint, StatepointProblem, UnwindProblem, check,
};
use statepoint_scanner::cfi::FrameRule;
use statepoint_scanner::check::{KnownFrame, MissingUnwindRule};
use statepoint_scanner::stackmap::Record;
use statepoint_scanner::statepoint::ValueLocation;

impl<A: Architecture> Checker<'_, A> {
    /// Checks a record and reports its defects.
    pub(super) fn check_record(
        &mut self,
        map: &StackMap<'_>,
        current: &mut Current,
        record: &Record<'_>,
    ) {
        let address = current.function.address;
        let offset = record.instruction_offset;
        let at = RecordPosition { function: address, offset, section_offset: record.offset() };
        let sorted = self.order.record(offset);
        self.report_violation(at, sorted);
        current.last = self.order.largest();
        let Some(pc) = address.checked_add(u64::from(offset)) else {
            self.report.findings.push(at.error(Defect::AddressOverflow));
            return;
        };
        let statepoint = match Statepoint::<A>::decode(record, &map.constants()) {
            Ok(statepoint) => statepoint,
            Err(error) => {
                match error.reason {
                    StatepointProblem::Overflow => {
                        self.report.findings.push(at.error(Defect::Overflow))
                    }
                    reason if reason.is_of_another_intrinsic() => {
                        self.others += 1;
                        // The instruction of the record has not been executed. The look-up takes a
                        // return address and uses the byte before it, so 1 is added.
                        let _ = self.rule(current, pc.saturating_add(1), at);
                    }
                    _ => self.report.findings.push(at.error(Defect::Statepoint(error))),
                }
                return;
            }
        };
        self.report.counts.statepoints += 1;
        current.has_statepoint = true;
        let ordered = self.order.statepoint(offset);
        if ordered.is_ok() {
            let site = Site::new(pc, at.section_offset, record, &statepoint, &mut self.encoder);
            self.copies.add_record(site);
        }
        self.report_violation(at, ordered);
        let rule = self.rule(current, pc, at);
        if let Some(rule) = &rule {
            self.report_violation(at, check::frame_size::<A>(&current.function, rule));
        }
        // A function without an unwind entry is already reported as an error.
        if rule.is_some() || self.rules.is_none() {
            self.check_roots(current, rule.as_ref(), at, &statepoint);
        }
    }

    /// Reports a violation, if `result` is one.
    fn report_violation(&mut self, at: RecordPosition, result: Result<(), RecordViolation>) {
        let finding = result.err().map(|violation| at.error(Defect::Rule(violation)));
        self.report.findings.extend(finding);
    }

    /// Returns the unwind rule at a call site. Reports or counts its defects.
    fn rule(&mut self, current: &mut Current, pc: u64, at: RecordPosition) -> Option<FrameRule> {
        let Some(rules) = self.rules else {
            // Without unwind rules, the size of a dynamic frame is unknown. The map contains the
            // size of other frames.
            let is_dynamic = current.function.stack_size.is_none();
            current.uncovered += usize::from(is_dynamic && !self.has_other_unwind);
            return None;
        };
        let error = match check::rule_at(rules, at.function, pc) {
            Ok(rule) => return Some(rule),
            Err(MissingUnwindRule::Violation(violation)) => {
                self.report_violation(at, Err(violation));
                return None;
            }
            Err(MissingUnwindRule::Unwind(error)) => error,
        };
        let defect = match error.problem {
            UnwindProblem::NoEntry => {
                current.uncovered += 1;
                return None;
            }
            UnwindProblem::CfaExpression => {
                current.is_scalable = true;
                Defect::ScalableFrame(ScalableSign::CfaExpression)
            }
            problem => Defect::Unwind(problem),
        };
        self.report.findings.push(at.error(defect));
        None
    }

    /// Counts and checks the roots of a statepoint.
    fn check_roots(
        &mut self,
        current: &Current,
        rule: Option<&FrameRule>,
        at: RecordPosition,
        statepoint: &Statepoint<'_, A>,
    ) {
        self.seen.clear();
        self.wrong.clear();
        let pairs = statepoint.pairs().flat_map(|pair| [pair.base, pair.derived]);
        for value in pairs.chain(statepoint.allocas()) {
            // In most pairs, the base and the derived pointer have the same location.
            if self.seen.insert(value) {
                self.report.counts.roots += match value {
                    ValueLocation::Constant(_) | ValueLocation::OtherRegister { .. } => 0,
                    ValueLocation::Slot { size, .. } => usize::from(size / 8),
                    ValueLocation::Register { .. } | ValueLocation::Address { .. } => 1,
                };
            }
        }
        let frame = KnownFrame::new(current.function.stack_size, rule);
        let Self { roots, report, wrong, .. } = self;
        let result = roots.roots(&frame, statepoint, &mut |value, severity, violation| {
            if wrong.insert(value) {
                let defect = Defect::Rule(violation);
                report.findings.push(Finding { severity, ..at.error(defect) });
            }
            Ok::<_, core::convert::Infallible>(())
        });
        match result {
            Ok(()) => {}
            Err(never) => match never {},
        }
        if let Some(rule) = rule {
            self.report_violation(at, check::stack_pointer(statepoint, rule));
        }
    }
}

/// Position of a record in the code and in the stack map section.
#[derive(Clone, Copy)]
struct RecordPosition {
    /// Address of the function that contains the record.
    function: u64,
    /// Instruction offset of the record, in bytes.
    offset: u32,
    /// Offset of the record in the stack map section, in bytes.
    section_offset: usize,
}

impl RecordPosition {
    /// Returns a finding of severity error at this position.
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
