//! The tables of `stats`.

use std::io::{self, Write};

use super::StatsJson;
use super::count::Bucket;
use crate::output::{DIM, HEADING, grouped, styled};

/// Maximum length of a bar in characters.
const BAR: usize = 40;

pub(super) fn write(out: &mut dyn Write, stats: &StatsJson<'_>) -> io::Result<()> {
    let totals = &stats.totals;
    let layouts: Vec<_> =
        totals.layouts.iter().map(|(layout, maps)| format!("{maps} of layout {layout}")).collect();
    writeln!(out, "{}", styled(HEADING, format_args!("{} ({})", stats.file, stats.format)))?;
    writeln!(out, "{}", styled(DIM, layouts.join(", ")))?;
    table(
        out,
        "maps",
        &[
            ("maps", totals.maps),
            ("bytes in the sections", totals.section_bytes),
            ("functions", totals.functions),
            ("  of no fixed frame size", totals.dynamic_frames),
            ("records", totals.records),
            ("  of statepoints", totals.statepoints),
            ("  others", totals.other_records),
            ("constants in pools", totals.constants),
            ("live-outs", totals.live_outs),
        ],
    )?;
    table(
        out,
        "statepoints",
        &[
            ("roots", totals.roots),
            ("  in registers", totals.roots_in_registers),
            ("  stack objects", totals.allocas),
            ("pairs", totals.pairs),
            ("  derived from another place", totals.derived_pairs),
            ("constant pointers", totals.constant_pointers),
            ("deopt values", totals.deopt_values),
        ],
    )?;
    let locations = &totals.locations;
    table(
        out,
        "locations",
        &[
            ("register", locations.register),
            ("direct", locations.direct),
            ("indirect", locations.indirect),
            ("constant", locations.constant),
            ("constant index", locations.constant_index),
        ],
    )?;
    histogram(out, "roots per statepoint", &totals.roots_per_record)?;
    // Most programs have none, which the counts show.
    if totals.roots_in_registers > 0 {
        let buckets = &totals.roots_in_registers_per_record;
        histogram(out, "roots in registers per statepoint", buckets)?;
    }
    if totals.derived_pairs > 0 {
        histogram(out, "derived pairs per statepoint", &totals.derived_pairs_per_record)?;
    }
    histogram(out, "frame size in bytes", &totals.frame_sizes)?;
    write_compiled(out, stats)
}

fn write_compiled(out: &mut dyn Write, stats: &StatsJson<'_>) -> io::Result<()> {
    let compiled = &stats.compiled_table;
    if let Some(reason) = &compiled.reason {
        writeln!(out, "\n{}", styled(HEADING, "compiled table"))?;
        return writeln!(out, "  cannot be built: {reason}");
    }
    let rows = [
        ("bytes", compiled.bytes),
        ("  index", compiled.index_bytes),
        ("  descriptors", compiled.descriptor_bytes),
        ("call sites", compiled.call_sites),
        ("descriptors", compiled.descriptors),
        ("records that share an earlier one's", compiled.sharing_records),
    ];
    table(out, "compiled table", &rows.map(|(name, value)| (name, value.unwrap_or(0))))?;
    if let (Some(bytes), Some(sites @ 1..)) = (compiled.bytes, compiled.call_sites) {
        let (section, each) = (stats.totals.section_bytes, bytes as f64 / sites as f64);
        let share = 100.0 * bytes as f64 / section.max(1) as f64;
        let note = format!("  {each:.1} bytes a call site, {share:.0} % of the stack map section");
        writeln!(out, "{}", styled(DIM, note))?;
    }
    Ok(())
}

fn table(out: &mut dyn Write, title: &str, rows: &[(&str, usize)]) -> io::Result<()> {
    writeln!(out, "\n{}", styled(HEADING, title))?;
    let numbers: Vec<_> = rows.iter().map(|&(_, number)| grouped(number)).collect();
    let name_width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let width = numbers.iter().map(String::len).max().unwrap_or(0);
    for ((name, _), number) in rows.iter().zip(numbers) {
        writeln!(out, "  {name:name_width$}  {number:>width$}")?;
    }
    Ok(())
}

fn histogram(out: &mut dyn Write, title: &str, buckets: &[Bucket]) -> io::Result<()> {
    // Empty buckets at the ends are omitted.
    let filled = |bucket: &Bucket| bucket.count != 0;
    let (Some(first), Some(last)) =
        (buckets.iter().position(filled), buckets.iter().rposition(filled))
    else {
        return Ok(());
    };
    let shown = buckets.get(first..=last).unwrap_or_default();
    writeln!(out, "\n{}", styled(HEADING, title))?;
    let max = shown.iter().map(|bucket| bucket.count).max().unwrap_or(1).max(1);
    let labels: Vec<_> = shown
        .iter()
        .map(
            |&Bucket { from, to, .. }| {
                if from == to { from.to_string() } else { format!("{from}-{to}") }
            },
        )
        .collect();
    let label_width = labels.iter().map(String::len).max().unwrap_or(0);
    let counts: Vec<_> = shown.iter().map(|bucket| grouped(bucket.count)).collect();
    let width = counts.iter().map(String::len).max().unwrap_or(0);
    for ((bucket, label), count) in shown.iter().zip(labels).zip(counts) {
        // A nonzero count has a bar of at least one character.
        let length = (bucket.count * BAR).div_ceil(max);
        let line = format!("  {label:>label_width$}  {count:>width$}  {}", "#".repeat(length));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
