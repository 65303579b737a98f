//! The report on a log: a self-contained page, and its numbers.

mod date;
mod head;
mod summary;
mod tables;
mod text;
mod thin;
mod timeline;

pub use summary::{Allocation, Group, LastToStop, PARTS, PartSums, RunSummary, SHARES, Times};
pub use text::summary_text;

use crate::log::{Log, Run};
use crate::page::{
    Bar, Distribution, LineStyle, Mark, Markup, ShareBars, colour, distribution_chart,
    distribution_table, document, figure,
};
use timeline::{Timeline, kind_style};

/// The colours of the parts of a pause, in the order of [`PARTS`].
const PART_COLOURS: [&str; 7] = [
    colour::VERMILION,
    colour::SKY,
    colour::BLUE,
    colour::ORANGE,
    colour::GREEN,
    colour::PURPLE,
    colour::GREY,
];

/// Returns the report on a log as HTML. `source` is the name of the file.
///
/// The page has a section for each heap, and says what was not used of the log. Plots show at most
/// a few thousand points, so the page has at most a few MB for any log of one heap.
#[must_use]
pub fn report_page(log: &Log, source: &str) -> String {
    let title = format!("Collections of {source}");
    document(&title, |page| {
        page.leaf("h1", &[], &title);
        let notices = log.skipped.notices();
        if !notices.is_empty() {
            page.element("div", &[("class", "notice"), ("role", "note")], |page| {
                notices.iter().for_each(|notice| page.leaf("p", &[], notice));
            });
        }
        let has_several = log.runs.len() > 1;
        if has_several {
            page.element("nav", &[], |page| {
                for (at, run) in log.runs.iter().enumerate() {
                    page.leaf("a", &[("href", &format!("#heap-{at}"))], &run_name(run));
                }
            });
        }
        for (at, run) in log.runs.iter().enumerate() {
            page.element("section", &[("id", &format!("heap-{at}"))], |page| {
                if has_several {
                    page.leaf("h2", &[], &run_name(run));
                }
                section(page, run);
            });
        }
    })
}

/// Returns the name of a run.
pub(super) fn run_name(run: &Run) -> String {
    format!("Process {}, heap {}", run.process, run.heap)
}

/// Writes the section of one heap.
fn section(page: &mut Markup, run: &Run) {
    let summary = RunSummary::of(run);
    head::notices(page, run, &summary);
    head::facts_of(page, run, &summary);
    head::tiles(page, &summary);
    if run.collections.is_empty() {
        return;
    }
    let end_ns = summary.elapsed_ns;
    if let Some(pauses) = timeline::pauses(run, end_ns) {
        plot(page, "Pauses over time", "each mark is a pause; logarithmic", &pauses);
    }
    if let Some(heap) = timeline::heap(run, end_ns) {
        plot(page, "Heap over time", "memory in use by objects around each collection", &heap);
    }
    page.element("div", &[("class", "grid")], |page| {
        if summary.pauses.quantiles.count > 0 {
            distributions(page, &summary);
        }
        if !summary.parts.is_empty() {
            parts(page, &summary);
        }
    });
    tables::kinds(page, &summary);
    tables::longest_pauses(page, run);
    tables::slowest_stops(page, run);
    tables::last_to_stop(page, &summary);
}

/// Writes a plot of the page's whole width, and the notes on it.
fn plot(page: &mut Markup, title: &str, details: &str, timeline: &Timeline<'_>) {
    page.element("div", &[("class", "timeline")], |page| {
        figure(page, title, details, |page| {
            page.element("div", &[("class", "wide")], |page| timeline.chart.draw(page));
            if !timeline.notes.is_empty() {
                page.leaf("p", &[("class", "note")], &timeline.notes.join(" "));
            }
        });
    });
}

/// Writes the distributions of pauses and times to safepoint.
fn distributions(page: &mut Markup, summary: &RunSummary) {
    let all = LineStyle { width: "2.6", ..LineStyle::solid(colour::BLACK, Mark::Ring) };
    let grey = LineStyle { dashes: "2 3", ..LineStyle::solid(colour::GREY, Mark::Cross) };
    let line = |name, style, is_main, quantiles| Distribution { name, style, is_main, quantiles };
    let mut lines = Vec::new();
    // With one kind, its line would hide that of all pauses.
    if summary.kinds.len() != 1 {
        lines.push(line("all pauses", all, true, &summary.pauses.quantiles));
    }
    for group in &summary.kinds {
        let style = kind_style(group.kind);
        lines.push(line(group.kind.name(), style, false, &group.pauses.quantiles));
    }
    lines.push(line("to safepoint", grey, false, &summary.times_to_safepoint.quantiles));
    figure(page, "Distribution of pauses", "", |page| {
        let description = "Distribution of pauses".to_owned();
        let label = "share of times up to this time";
        distribution_chart(description, label, "ns", &lines).draw(page);
        page.element("div", &[("class", "wide")], |page| {
            distribution_table(page, "", "ns", &lines);
        });
    });
}

/// Writes in which parts of their pauses the collections of each kind spent their time.
fn parts(page: &mut Markup, summary: &RunSummary) {
    let mut names = Vec::new();
    let mut columns = Vec::new();
    for (at, (&name, colour)) in PARTS.iter().zip(PART_COLOURS).enumerate() {
        // Without a heap verifier, nothing is shown of it.
        if summary.parts.iter().any(|sums| sums.total_ns[at] > 0) {
            names.push((name, colour));
            columns.push(at);
        }
    }
    let bars = summary.parts.iter().map(|sums| {
        let parts = columns.iter().map(|&at| sums.total_ns[at] as f64).collect();
        Bar { name: sums.kind.name(), parts }
    });
    figure(page, "Parts of pauses", "share of the sum of all pauses of a kind", |page| {
        let description = "Parts of pauses";
        ShareBars { description, unit: "ns", parts: &names, bars: bars.collect() }.draw(page);
        page.element("div", &[("class", "wide")], |page| tables::parts(page, summary));
    });
}

#[cfg(test)]
mod tests;
