//! The head of a section: the program, and the most important numbers.

use super::date::Date;
use super::run_name;
use super::summary::RunSummary;
use crate::log::Run;
use crate::page::{Markup, Quantiles, facts, plain, quantity};

/// Returns a number with its noun, which has a regular plural.
pub(super) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", plain(count as f64), if count == 1 { "" } else { "s" })
}

/// Returns a long duration as text.
pub(super) fn duration(nanoseconds: u64) -> String {
    match nanoseconds as f64 / 1e9 {
        seconds if seconds < 300.0 => quantity("ns", nanoseconds as f64),
        seconds if seconds < 7200.0 => format!("{:.1} min", seconds / 60.0),
        seconds if seconds < 259_200.0 => format!("{:.1} h", seconds / 3600.0),
        seconds => format!("{} d", plain((seconds / 8640.0).round() / 10.0)),
    }
}

/// Returns a share as a percentage.
pub(super) fn percent(share: f64) -> String {
    let digits = if share >= 0.1 { 1 } else { 2 };
    format!("{:.digits$} %", share * 100.0)
}

/// Returns what a reader must know about the completeness of a run's log.
pub(super) fn run_notices(run: &Run, summary: &RunSummary) -> Vec<String> {
    let mut notices = Vec::new();
    if run.start.is_none() {
        notices.push(
            "The log lacks the line \"start\" of this heap: it begins later, and the date and the \
             settings are unknown."
                .to_owned(),
        );
    }
    match &run.end {
        None => notices.push(
            "The log lacks the line \"end\" of this heap: the program is still running, was \
             killed, or aborted."
                .to_owned(),
        ),
        Some(end) => {
            if end.lines_lost > 0 {
                notices.push(format!(
                    "The program could not write {} of the log.",
                    counted(end.lines_lost, "line")
                ));
            }
            let all = end.young_collections.saturating_add(end.full_collections);
            if all != summary.collections {
                notices.push(format!(
                    "The program ran {}, of which the log has {}.",
                    counted(all, "collection"),
                    plain(summary.collections as f64)
                ));
            }
        }
    }
    if run.repeated > 0 {
        notices.push(format!(
            "Skipped, because the log says the same of a collection twice: {}.",
            counted(run.repeated, "line")
        ));
    }
    if run.collections.is_empty() {
        notices.push("The log has no collections of this heap.".to_owned());
    } else if summary.kinds.is_empty() {
        notices.push(
            "The log has no lines \"gc\", so kinds, causes and phases are unknown: \
             SPGC_LOG=all:json:FILE logs them."
                .to_owned(),
        );
    }
    notices
}

/// Writes these notices.
pub(super) fn notices(page: &mut Markup, run: &Run, summary: &RunSummary) {
    let notices = run_notices(run, summary);
    if !notices.is_empty() {
        page.element("div", &[("class", "notice"), ("role", "note")], |page| {
            notices.iter().for_each(|notice| page.leaf("p", &[], notice));
        });
    }
}

/// Writes what is known about the program.
pub(super) fn facts_of(page: &mut Markup, run: &Run, summary: &RunSummary) {
    let bytes = |value: u64| quantity("bytes", value as f64);
    let mut rows = vec![("process, heap", run_name(run))];
    if let Some(start) = &run.start {
        let from = Date::parse(&start.date);
        let text = from.map_or_else(|| start.date.clone(), Date::text);
        let until = from.map(|from| format!(" to {}", from.after(summary.elapsed_ns).text()));
        rows.push(("time (UTC)", text + &until.unwrap_or_default()));
        rows.push(("library", format!("statepoint-gc {}", start.version)));
    }
    if let Some(limit) = run.limit_bytes() {
        rows.push(("heap limit", bytes(limit)));
    }
    if let Some(start) = &run.start {
        rows.push(("first nursery", bytes(start.nursery_bytes)));
        let markers = match start.markers {
            0 => "no concurrent cycles".to_owned(),
            markers => counted(markers, "concurrent marker"),
        };
        rows.push(("collector", format!("{}, {markers}", counted(start.workers, "thread"))));
        if start.zeal != "off" {
            rows.push(("zeal mode", start.zeal.clone()));
        }
    }
    let threads = run.collections.iter().filter_map(|of| Some(of.stop.as_ref()?.threads));
    if let Some(threads) = threads.max() {
        rows.push(("attached threads", format!("{threads} at most")));
    }
    facts(page, rows);
}

/// Returns a quantile as text; a dash if there are too few durations to distinguish it from the
/// maximum.
pub(super) fn known_time(quantiles: &Quantiles, share: f64) -> String {
    quantiles.resolved(share).map_or("–".to_owned(), |time| quantity("ns", time))
}

/// Writes the most important numbers.
pub(super) fn tiles(page: &mut Markup, summary: &RunSummary) {
    let mut tiles = vec![
        ("run time", duration(summary.elapsed_ns), String::new()),
        ("collections", plain(summary.collections as f64), kinds(summary)),
    ];
    let pauses = &summary.pauses;
    if pauses.quantiles.count > 0 {
        let total = duration(pauses.total_ns);
        tiles.push(("time in pauses", percent(summary.pause_share()), total));
        let at = |share| known_time(&pauses.quantiles, share);
        tiles.push(("pause, median", at(0.5), format!("p90 {}", at(0.9))));
        tiles.push(("pause, p99", at(0.99), format!("p99.9 {}", at(0.999))));
        let mean = format!("mean {}", quantity("ns", pauses.mean_ns()));
        tiles.push(("longest pause", at(1.0), mean));
        let stops = &summary.times_to_safepoint.quantiles;
        let stop = |share| known_time(stops, share);
        tiles.push(("to safepoint, p99", stop(0.99), format!("longest {}", stop(1.0))));
    }
    if let Some(allocation) = summary.allocation {
        let rate = quantity("bytes/s", allocation.bytes_per_second());
        let bytes = quantity("bytes", allocation.bytes as f64);
        tiles.push(("allocation rate", rate, format!("{bytes} in all")));
    }
    if let (Some(peak), Some(last)) = (summary.peak_bytes, summary.last_bytes) {
        let [peak, last] = [peak, last].map(|bytes| quantity("bytes", bytes as f64));
        tiles.push(("largest heap", peak, format!("{last} at end")));
    }
    page.element("dl", &[("class", "tiles")], |page| {
        for (name, value, details) in &tiles {
            page.element("div", &[], |page| {
                page.leaf("dt", &[], name);
                page.element("dd", &[("data-name", name)], |page| {
                    page.leaf("b", &[], value);
                    page.leaf("small", &[], details);
                });
            });
        }
    });
    if summary.allocation.is_some() {
        let text = "The allocation rate is the growth of the heap between collections. Memory that \
                    a concurrent cycle frees meanwhile makes it too low.";
        page.leaf("p", &[("class", "note")], text);
    }
}

/// Returns the number of collections of each kind.
fn kinds(summary: &RunSummary) -> String {
    let kind = |group: &super::Group| {
        format!("{} {}", plain(group.pauses.quantiles.count as f64), group.kind)
    };
    summary.kinds.iter().map(kind).collect::<Vec<_>>().join(", ")
}
