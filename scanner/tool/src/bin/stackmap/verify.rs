//! `stackmap verify`.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use stackmap_tool::object_file::Machine;
use stackmap_tool::verify::{self, Counts, Finding, Report, Severity, Subject, Unwind};
use statepoint_scanner::arch::{Aarch64, X86_64};

use crate::arguments::{Format, Verify};
use crate::failure::Failure;
use crate::input::{Source, Sources};
use crate::machine::WindowsX86_64;
use crate::output::{self, BAD, DIM, DOUBTFUL, GOOD, HEADING, NAME, grouped, plural, styled};
use crate::progress::Progress;
use crate::tables::Tables;

/// Symbol that is defined only in modules that the pass `place-safepoints` has processed.
const POLL: &str = "gc.safepoint_poll";

pub(crate) fn run(arguments: &Verify) -> Result<ExitCode, Failure> {
    let sources = Sources::read(&arguments.input)?;
    if let Some(tables) = Tables::of(&sources)? {
        return tables.verify(arguments.format);
    }
    let mut progress = Progress::new(sources.section_len(), false);
    let none_has_maps = sources.all.iter().all(|source| source.stack_maps.is_none());
    let mut reports = Vec::new();
    for source in &sources.all {
        // Some objects of a static library may have no managed code.
        if source.stack_maps.is_some() || none_has_maps || evidence(source).is_some() {
            reports.push((source, report(source, &mut progress)?));
            progress.next_section(source.section_len());
        }
    }
    drop(progress);
    if reports.is_empty() {
        return Err(Failure::new(&sources.file, "the archive has no members"));
    }
    match arguments.format {
        Format::Json => output::json(&VerifyJson::new(&sources, &reports))?,
        Format::Text => output::text(|out| write(out, &reports))?,
    }
    let usable = reports.iter().all(|(_, report)| report.is_usable());
    Ok(if usable { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a property of the object that only objects with statepoints have, if there is one.
fn evidence(source: &Source) -> Option<&'static str> {
    let poll = source.functions.iter().any(|range| range.name.trim_start_matches('_') == POLL);
    poll.then_some("gc.safepoint_poll is defined")
}

fn report(source: &Source, progress: &mut Progress) -> Result<Report, Failure> {
    let unwind = match &source.eh_frame {
        Some((address, bytes)) => Unwind::EhFrame { address: *address, bytes },
        None if source.is_raw => Unwind::Unknown,
        None if source.is_windows => Unwind::Other,
        None => Unwind::Missing,
    };
    let subject = Subject {
        stack_maps: source.stack_maps.as_deref(),
        layout: source.layout,
        unwind,
        code: &source.code,
        evidence: evidence(source),
    };
    let progress = &mut |byte| progress.set_position(byte);
    match &source.machine {
        Machine::X86_64 if source.is_windows => {
            Ok(verify::verify::<WindowsX86_64>(&subject, progress))
        }
        Machine::X86_64 => Ok(verify::verify::<X86_64>(&subject, progress)),
        Machine::Aarch64 => Ok(verify::verify::<Aarch64>(&subject, progress)),
        // Without a map, the result does not depend on the machine.
        Machine::Other(_) if source.stack_maps.is_none() => {
            Ok(verify::verify::<X86_64>(&subject, progress))
        }
        Machine::Other(name) if source.is_raw => {
            // The machine of raw bytes is inferred from the registers in the map. A malformed map
            // is the more precise error.
            source.maps()?;
            let reason = format_args!(
                "the machine that the bytes are for is unknown ({name}); name it with --machine"
            );
            Err(Failure::new(&source.label, reason))
        }
        Machine::Other(name) => {
            let reason = format_args!(
                "is for {name}; calling conventions are known for x86-64 and AArch64 only"
            );
            Err(Failure::new(&source.label, reason))
        }
    }
}

fn write(out: &mut dyn Write, reports: &[(&Source, Report)]) -> io::Result<()> {
    for (number, (source, report)) in reports.iter().enumerate() {
        if number != 0 {
            writeln!(out)?;
        }
        let mut findings: Vec<_> = report.findings.iter().collect();
        findings.sort_by_key(|finding| core::cmp::Reverse(finding.severity));
        for finding in findings {
            write_finding(out, source, finding)?;
        }
        let verdict = if report.is_usable() {
            styled(GOOD, format!("{}: no errors", source.label)).to_string()
        } else {
            let errors = plural(report.count(Severity::Error), "error");
            styled(BAD, format!("{}: {errors}: unusable for a collector", source.label)).to_string()
        };
        write!(out, "{verdict}")?;
        match report.count(Severity::Warning) {
            0 => writeln!(out)?,
            warnings => writeln!(out, ", {}", plural(warnings, "warning"))?,
        }
        if source.stack_maps.is_some() {
            write_counts(out, source, &report.counts)?;
        }
    }
    Ok(())
}

fn write_finding(out: &mut dyn Write, source: &Source, finding: &Finding) -> io::Result<()> {
    let style = match finding.severity {
        Severity::Error => BAD,
        Severity::Warning => DOUBTFUL,
        Severity::Note => HEADING,
    };
    write!(out, "{}", styled(style, format_args!("{}:", finding.severity)))?;
    if let Some(address) = finding.function {
        let name = source.function_name(address).unwrap_or("(no name)");
        write!(out, " {}", styled(NAME, name))?;
        match finding.instruction_offset {
            Some(offset) => {
                let pc = address.wrapping_add(u64::from(offset));
                write!(out, "+{offset:#x} ({pc:#x}):")?;
            }
            None => write!(out, " ({address:#x}):")?,
        }
    }
    write!(out, " {}", finding.defect)?;
    if let Some(offset) = finding.section_offset {
        write!(out, " {}", styled(DIM, format_args!("[at offset {offset:#x} of the section]")))?;
    }
    writeln!(out)?;
    if finding.severity != Severity::Note {
        writeln!(out, "    {}", styled(DIM, finding.defect.advice()))?;
    }
    Ok(())
}

fn write_counts(out: &mut dyn Write, source: &Source, counts: &Counts) -> io::Result<()> {
    let machine = source.machine_name().map_or(String::new(), |name| format!(" for {name}"));
    writeln!(
        out,
        "checked: {}{machine}, {}, {}, {}, {} of statepoints with {}",
        source.format,
        plural(counts.maps, "map"),
        plural(counts.functions, "function"),
        plural(counts.records, "record"),
        grouped(counts.statepoints),
        plural(counts.roots, "root"),
    )?;
    if let Some(table) = counts.table {
        let bytes = table.index_bytes + table.descriptor_bytes;
        writeln!(
            out,
            "table of call sites: {}, {}, {}",
            plural(table.records, "call site"),
            plural(table.descriptors, "descriptor"),
            plural(bytes, "byte")
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct VerifyJson<'a> {
    file: &'a str,
    usable: bool,
    errors: usize,
    warnings: usize,
    maps: usize,
    functions: usize,
    records: usize,
    statepoints: usize,
    roots: usize,
    findings: Vec<FindingJson<'a>>,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    severity: &'static str,
    code: &'static str,
    member: Option<&'a str>,
    function: Option<&'a str>,
    function_address: Option<u64>,
    offset: Option<u32>,
    section_offset: Option<usize>,
    reason: String,
    advice: &'static str,
}

impl<'a> VerifyJson<'a> {
    fn new(sources: &'a Sources, reports: &'a [(&'a Source, Report)]) -> Self {
        let sum =
            |count: fn(&Report) -> usize| reports.iter().map(|(_, report)| count(report)).sum();
        let errors = sum(|report| report.count(Severity::Error));
        Self {
            file: &sources.file,
            usable: errors == 0,
            errors,
            warnings: sum(|report| report.count(Severity::Warning)),
            maps: sum(|report| report.counts.maps),
            functions: sum(|report| report.counts.functions),
            records: sum(|report| report.counts.records),
            statepoints: sum(|report| report.counts.statepoints),
            roots: sum(|report| report.counts.roots),
            findings: reports
                .iter()
                .flat_map(|(source, report)| {
                    report.findings.iter().map(|finding| FindingJson::new(source, finding))
                })
                .collect(),
        }
    }
}

impl<'a> FindingJson<'a> {
    fn new(source: &'a Source, finding: &Finding) -> Self {
        Self {
            severity: finding.severity.name(),
            code: finding.defect.code(),
            member: source.member.as_deref(),
            function: finding.function.and_then(|address| source.function_name(address)),
            function_address: finding.function,
            offset: finding.instruction_offset,
            section_offset: finding.section_offset,
            reason: finding.defect.to_string(),
            advice: finding.defect.advice(),
        }
    }
}
