//! Checks whether a collector can use a stack map.
//!
//! [`verify`] checks one file's stack maps and unwind information together and lists all findings.
//! Unlike the table builder, it does not stop at the first problem. A map without an error here can
//! be compiled into a table of call sites: the last step of the check builds one. The rules for a
//! record are in [`check`], which the table builder uses as well, so both reject the same records.
//! One error is found only here: scalable vectors that are visible in the code and not in the
//! unwind information.

#![forbid(unsafe_code)]

mod copies;
mod finding;
mod record;
mod scalable;

use std::collections::HashSet;

use crate::object_file::Section;
use statepoint_scanner::arch::{Aarch64, Architecture, InstructionSet};
use statepoint_scanner::cfi::{EhFrame, UnwindProblem, UnwindRules};
use statepoint_scanner::check::{self, RecordOrder, RecordViolation, RootCheck};
use statepoint_scanner::stackmap::{self, Function, Maps, StackMap, StackMapLayout};
use statepoint_scanner::statepoint::{Statepoint, StatepointProblem, ValueLocation};
use statepoint_scanner::table::{DescriptorEncoder, TableBuilder, TableStatistics};

use copies::{Copies, Site};
pub use finding::{Defect, Finding, ScalableSign};
use scalable::Adjustments;
pub use statepoint_scanner::check::{FrameLocationProblem, Severity};

/// The input of a check: the sections of one object file, program or library, with relocations
/// applied.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The stack map section, if the file has one.
    pub stack_maps: Option<&'a [u8]>,
    /// The layout of the maps, if their first bytes do not determine it.
    pub layout: Option<StackMapLayout>,
    /// The unwind information of the functions.
    pub unwind: Unwind<'a>,
    /// The code of the functions, if available. Only AArch64 code is checked.
    pub code: &'a [Section],
    /// A property of the file that only files with statepoints have, for [`Defect::NoStackMap`].
    pub evidence: Option<&'static str>,
}

/// The unwind information of the input.
#[derive(Clone, Copy, Debug)]
pub enum Unwind<'a> {
    /// An `.eh_frame` section.
    EhFrame {
        /// The address of the section.
        address: u64,
        /// The contents of the section.
        bytes: &'a [u8],
    },
    /// The file has no unwind information.
    Missing,
    /// The file has only unwind information in a format that is not read, such as `.pdata` and
    /// `.xdata` of Windows code.
    Other,
    /// The input is only the bytes of a stack map section, without a file.
    Unknown,
}

/// Numbers of the checked items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of stack maps.
    pub maps: usize,
    /// Number of functions. A function in several maps is counted once for each map.
    pub functions: usize,
    /// Number of records.
    pub records: usize,
    /// Number of statepoint records.
    pub statepoints: usize,
    /// Number of distinct locations that hold pointers: slots, registers and stack objects. A
    /// vector counts once for each of its pointers.
    pub roots: usize,
    /// Statistics of the call-site table, if one can be built.
    pub table: Option<TableStatistics>,
}

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings in the order of the section, followed by those that concern the whole file.
    pub findings: Vec<Finding>,
    /// Counts of the checked items.
    pub counts: Counts,
}

impl Report {
    /// Returns whether a collector can use the map.
    pub fn is_usable(&self) -> bool {
        self.count(Severity::Error) == 0
    }

    /// Returns the number of findings of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// Checks a file. Calls `progress` at intervals with the number of bytes of the stack map section
/// that have been checked.
pub fn verify<A: Architecture>(subject: &Subject<'_>, progress: &mut dyn FnMut(usize)) -> Report {
    let mut report = Report::default();
    let Some(section) = subject.stack_maps else {
        let defect = Defect::NoStackMap { evidence: subject.evidence };
        report.findings.push(whole(Severity::Error, defect));
        return report;
    };
    let rules = match subject.unwind {
        Unwind::EhFrame { address, bytes } => match EhFrame::<A>::new(address, bytes) {
            Ok(rules) => Some(rules),
            Err(error) => {
                report.findings.push(whole(Severity::Error, Defect::MalformedEhFrame(error)));
                None
            }
        },
        Unwind::Missing => {
            report.findings.push(whole(Severity::Error, Defect::NoEhFrame));
            None
        }
        Unwind::Other => {
            report.findings.push(whole(Severity::Note, Defect::OtherUnwind));
            None
        }
        Unwind::Unknown => {
            report.findings.push(whole(Severity::Note, Defect::FramesUnchecked));
            None
        }
    };
    let code = if A::NAME == Aarch64::NAME { subject.code } else { &[] };
    let mut checker = Checker::<A> {
        rules: rules.as_ref(),
        has_other_unwind: matches!(subject.unwind, Unwind::Other),
        adjustments: Adjustments::find(code),
        report,
        copies: Copies::default(),
        others: 0,
        seen: HashSet::new(),
        wrong: HashSet::new(),
        order: RecordOrder::default(),
        roots: RootCheck::default(),
        encoder: DescriptorEncoder::default(),
        architecture: core::marker::PhantomData,
    };
    for map in layout_maps(section, subject.layout) {
        match map {
            Ok(map) => checker.map(&map, progress),
            Err(error) => {
                let mut finding = whole(Severity::Error, Defect::Malformed(error));
                finding.section_offset = None;
                checker.report.findings.push(finding);
            }
        }
    }
    let mut report = checker.finish();
    if report.counts.maps == 0 && report.is_usable() {
        report.findings.push(whole(Severity::Error, Defect::Empty));
    }
    // The table builder detects layouts itself, so no table is built if the layout is given.
    if let (Some(rules), None) = (&rules, subject.layout) {
        match TableBuilder::<A>::new().add(section, rules).and_then(TableBuilder::build) {
            Ok(table) => report.counts.table = Some(table.table().statistics()),
            Err(error) if report.is_usable() => {
                let mut finding = whole(Severity::Error, Defect::Table(Box::new(error.clone())));
                finding.function = error.function();
                report.findings.push(finding);
            }
            Err(_) => {}
        }
    }
    report
}

/// Returns the maps of a section, in the given layout or else in the layout of each map's first
/// bytes.
fn layout_maps(section: &[u8], layout: Option<StackMapLayout>) -> Maps<'_> {
    match layout {
        Some(layout) => stackmap::maps_in(section, layout),
        None => stackmap::maps(section),
    }
}

/// Returns a finding that concerns the whole file.
fn whole(severity: Severity, defect: Defect) -> Finding {
    Finding { severity, function: None, instruction_offset: None, section_offset: None, defect }
}

/// State of the check of one stack map section.
struct Checker<'a, A: Architecture> {
    rules: Option<&'a EhFrame<'a, A>>,
    /// Whether the file has unwind information in a format that is not read.
    has_other_unwind: bool,
    adjustments: Adjustments,
    report: Report,
    copies: Copies,
    /// Number of records that are not statepoints.
    others: usize,
    /// Distinct roots of the current record.
    seen: HashSet<ValueLocation>,
    /// Roots of the current record for which there is already a finding.
    wrong: HashSet<ValueLocation>,
    order: RecordOrder,
    roots: RootCheck,
    encoder: DescriptorEncoder,
    architecture: core::marker::PhantomData<A>,
}

/// The function whose records are being checked.
struct Current {
    function: Function,
    /// Largest instruction offset of the checked records, in bytes.
    last: Option<u32>,
    /// Number of checked records that no unwind entry covers.
    uncovered: usize,
    /// Whether a checked record is a statepoint.
    has_statepoint: bool,
    /// Whether the unwind information describes a frame with scalable vectors.
    is_scalable: bool,
}

impl Current {
    fn new(function: Function) -> Self {
        Self { function, last: None, uncovered: 0, has_statepoint: false, is_scalable: false }
    }
}

/// Number of records that are checked between two updates of the progress display.
const PROGRESS_INTERVAL: usize = 1024;

impl<A: Architecture> Checker<'_, A> {
    /// Checks a map.
    fn map(&mut self, map: &StackMap<'_>, progress: &mut dyn FnMut(usize)) {
        let counts = &mut self.report.counts;
        counts.maps += 1;
        counts.functions += map.functions().len();
        counts.records += map.records().len();
        for (index, function) in map.functions().enumerate() {
            if function.address == 0 {
                let mut finding = whole(Severity::Error, Defect::Unrelocated { index });
                finding.section_offset = Some(map.offset());
                self.report.findings.push(finding);
            }
            self.copies.add_function(function.address, function.stack_size);
        }
        let Ok(records) = map.function_records() else {
            let mut finding = whole(Severity::Error, Defect::NoRecordCounts);
            finding.section_offset = Some(map.offset());
            self.report.findings.push(finding);
            return;
        };
        let mut current: Option<Current> = None;
        for (number, (function, record)) in records.enumerate() {
            if number.is_multiple_of(PROGRESS_INTERVAL) {
                progress(record.offset());
            }
            if self.order.enter(&function) || current.is_none() {
                let next = Current::new(function);
                if let Some(previous) = current.replace(next) {
                    self.close(&previous);
                }
            }
            if let Some(current) = &mut current {
                self.check_record(map, current, &record);
            }
        }
        if let Some(last) = current {
            self.close(&last);
        }
    }

    /// Reports the defects of a function that concern all of its records.
    fn close(&mut self, current: &Current) {
        self.report.findings.extend(self.scalable_frame(current));
        if current.uncovered == 0 {
            return;
        }
        let records = current.uncovered;
        let defect = match current.function.stack_size {
            Some(_) => Defect::NoUnwindEntry { records },
            None => Defect::DynamicWithoutUnwind { records },
        };
        let mut finding = whole(Severity::Error, defect);
        finding.function = Some(current.function.address);
        self.report.findings.push(finding);
    }

    /// Searches the code for scalable vectors in the frame. If the CFA is relative to a frame
    /// pointer, `.eh_frame` does not show them.
    fn scalable_frame(&self, current: &Current) -> Option<Finding> {
        if !current.has_statepoint || current.is_scalable {
            return None;
        }
        let start = current.function.address;
        let end = self.rules.and_then(|rules| rules.function_end(start)).or_else(|| {
            // All code up to the last call belongs to the function.
            start.checked_add(current.last?.into())
        })?;
        let is_fixed = current.function.stack_size.is_some();
        let address = self.adjustments.first(start, end, is_fixed)?;
        let defect = Defect::ScalableFrame(ScalableSign::StackPointer);
        let mut finding = whole(Severity::Error, defect);
        finding.function = Some(start);
        finding.instruction_offset = u32::try_from(address - start).ok();
        Some(finding)
    }

    /// Reports the defects that concern the whole section, and returns the result.
    fn finish(mut self) -> Report {
        self.copies.report(&mut self.report.findings);
        if self.others != 0 {
            let defect = Defect::OtherRecords { count: self.others };
            self.report.findings.push(whole(Severity::Note, defect));
        }
        self.report
    }
}

#[cfg(test)]
mod tests;
