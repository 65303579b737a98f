//! The tables of the page.

use core::cmp::Reverse;

use super::date::Date;
use super::head::{known_time, percent};
use super::summary::{Group, PARTS, RunSummary, SHARES, Times, parts_of};
use crate::log::{Collection, Run, Stop};
use crate::page::{Markup, plain, quantity};

/// Number of rows of tables of single collections and threads.
const ROWS: usize = 10;

fn time(nanoseconds: u64) -> String {
    quantity("ns", nanoseconds as f64)
}

/// Writes a table in its own box that scrolls, with a heading of columns. The columns that end
/// with a space have text, and are aligned to the left.
fn table(
    page: &mut Markup,
    class: &str,
    title: &str,
    columns: &[&str],
    rows: impl FnOnce(&mut Markup),
) {
    page.leaf("h3", &[], title);
    page.element("div", &[("class", "wide")], |page| {
        page.element("table", &[("class", class)], |page| {
            page.element("thead", &[], |page| {
                page.element("tr", &[], |page| {
                    for column in columns {
                        let class = if column.ends_with(' ') { "text" } else { "" };
                        page.leaf("th", &[("scope", "col"), ("class", class)], column.trim_end());
                    }
                });
            });
            page.element("tbody", &[], rows);
        });
    });
}

fn row(page: &mut Markup, name: &str, cells: impl FnOnce(&mut Markup)) {
    page.element("tr", &[], |page| {
        page.leaf("th", &[("scope", "row")], name);
        cells(page);
    });
}

fn number(page: &mut Markup, text: &str) {
    page.leaf("td", &[], text);
}

fn words(page: &mut Markup, text: &str) {
    page.leaf("td", &[("class", "text")], text);
}

/// Writes the cells of durations: number, sum, share of all pauses, mean and quantiles.
fn times(page: &mut Markup, times: &Times, all_ns: u64) {
    number(page, &plain(times.quantiles.count as f64));
    number(page, &time(times.total_ns));
    number(page, &percent(times.total_ns as f64 / all_ns.max(1) as f64));
    number(page, &quantity("ns", times.mean_ns()));
    for (share, _) in SHARES {
        number(page, &known_time(&times.quantiles, share));
    }
}

/// Writes the pauses of each kind and cause.
pub(super) fn kinds(page: &mut Markup, summary: &RunSummary) {
    if summary.kinds.is_empty() {
        return;
    }
    let mut columns = vec!["kind", "cause ", "pauses", "sum", "share", "mean"];
    columns.extend(SHARES.map(|share| share.1));
    let all_ns = summary.pauses.total_ns;
    let group = |page: &mut Markup, name: &str, group: &Group| {
        row(page, name, |page| {
            words(page, group.cause.as_deref().unwrap_or("all causes"));
            times(page, &group.pauses, all_ns);
        });
    };
    table(page, "kinds", "Kinds and causes of collections", &columns, |page| {
        for kind in &summary.kinds {
            let of_kind = || summary.causes.iter().filter(|of| of.kind == kind.kind);
            if of_kind().count() > 1 {
                group(page, kind.kind.name(), kind);
                of_kind().for_each(|of| group(page, "", of));
            } else {
                of_kind().for_each(|of| group(page, kind.kind.name(), of));
            }
        }
        page.element("tr", &[("class", "ours")], |page| {
            page.leaf("th", &[("scope", "row")], "all");
            words(page, "");
            times(page, &summary.pauses, all_ns);
        });
    });
}

/// Writes the sums and the longest times of the parts of pauses.
pub(super) fn parts(page: &mut Markup, summary: &RunSummary) {
    page.element("table", &[("class", "parts")], |page| {
        page.element("thead", &[], |page| {
            page.element("tr", &[], |page| {
                page.leaf("th", &[("scope", "col")], "");
                for sums in &summary.parts {
                    page.leaf("th", &[("scope", "col")], &format!("{}, sum", sums.kind));
                    page.leaf("th", &[("scope", "col")], "longest");
                }
            });
        });
        page.element("tbody", &[], |page| {
            for (at, name) in PARTS.iter().enumerate() {
                if summary.parts.iter().all(|sums| sums.total_ns[at] == 0) {
                    continue;
                }
                row(page, name, |page| {
                    for sums in &summary.parts {
                        number(page, &time(sums.total_ns[at]));
                        number(page, &time(sums.max_ns[at]));
                    }
                });
            }
        });
    });
}

/// Returns the collections with the largest values.
fn largest(run: &Run, value: impl Fn(&Stop) -> u64) -> Vec<(&Collection, &Stop)> {
    let stops = run.collections.iter().filter_map(|of| Some((of, of.stop.as_ref()?)));
    let mut stops: Vec<_> = stops.filter(|of| value(of.1) > 0).collect();
    let place = |of: &(&Collection, &Stop)| (Reverse(value(of.1)), of.0.number);
    if stops.len() > ROWS {
        stops.select_nth_unstable_by_key(ROWS - 1, place);
        stops.truncate(ROWS);
    }
    stops.sort_by_key(place);
    stops
}

/// Returns when a collection was requested: the date, or the time since the heap was created.
fn date(run: &Run, collection: &Collection) -> String {
    let start = run.start.as_ref().and_then(|start| Date::parse(&start.date));
    let date = start.map(|start| start.after(collection.at_ns).text());
    date.unwrap_or_else(|| format!("{:.3} s", collection.at_ns as f64 / 1e9))
}

/// Writes the longest pauses.
pub(super) fn longest_pauses(page: &mut Markup, run: &Run) {
    let stops = largest(run, |stop| stop.pause_ns);
    let has_work = stops.iter().any(|of| of.0.work.is_some());
    if stops.is_empty() || !has_work {
        return;
    }
    let columns = [
        "collection",
        "time (UTC) ",
        "kind ",
        "cause ",
        "pause",
        "to safepoint",
        "longest part ",
        "passes",
        "before",
        "after",
        "survived",
        "promoted",
        "requested by ",
    ];
    table(page, "pauses", "Longest pauses", &columns, |page| {
        for (collection, stop) in stops {
            let Some(work) = &collection.work else { continue };
            row(page, &collection.number.to_string(), |page| {
                let step = work.cycle.map(|step| format!(", cycle: {}", step.name()));
                words(page, &date(run, collection));
                words(page, &format!("{}{}", work.kind, step.unwrap_or_default()));
                words(page, &work.cause);
                number(page, &time(stop.pause_ns));
                number(page, &time(stop.time_to_safepoint_ns));
                words(page, &longest_part(collection, stop));
                number(page, &plain(work.passes as f64));
                let sizes = [
                    work.before_bytes,
                    work.after_bytes,
                    work.survivors_bytes,
                    work.promoted_bytes,
                ];
                for bytes in sizes {
                    number(page, &quantity("bytes", bytes as f64));
                }
                words(page, &stop.by.to_string());
            });
        }
    });
}

/// Returns the name and share of the longest part of a pause.
fn longest_part(collection: &Collection, stop: &Stop) -> String {
    let Some(parts) = parts_of(collection) else { return "–".to_owned() };
    let longest = PARTS.iter().zip(parts).max_by_key(|part| part.1);
    let text = |(name, part): (&&str, u64)| {
        format!("{name} {:.0} %", part as f64 / stop.pause_ns.max(1) as f64 * 100.0)
    };
    longest.map(text).unwrap_or_default()
}

/// Writes the stops that took longest.
pub(super) fn slowest_stops(page: &mut Markup, run: &Run) {
    let stops = largest(run, |stop| stop.time_to_safepoint_ns);
    if stops.is_empty() {
        return;
    }
    let columns = [
        "collection",
        "time (UTC) ",
        "to safepoint",
        "pause",
        "last to stop ",
        "threads",
        "had not stopped",
        "requested by ",
    ];
    table(page, "stops", "Slowest stops", &columns, |page| {
        for (collection, stop) in stops {
            row(page, &collection.number.to_string(), |page| {
                words(page, &date(run, collection));
                number(page, &time(stop.time_to_safepoint_ns));
                number(page, &time(stop.pause_ns));
                let last = stop.last_to_stop.as_ref();
                words(page, &last.map_or("no thread".to_owned(), ToString::to_string));
                number(page, &plain(stop.threads as f64));
                let pending = stop.pending_threads.map(|pending| plain(pending as f64));
                number(page, pending.as_deref().unwrap_or("–"));
                words(page, &stop.by.to_string());
            });
        }
    });
}

/// Writes the threads that stopped last.
pub(super) fn last_to_stop(page: &mut Markup, summary: &RunSummary) {
    if summary.last_to_stop.is_empty() {
        return;
    }
    let mut columns = vec!["thread", "times last", "sum", "share of pauses", "mean"];
    columns.extend(SHARES.map(|share| share.1));
    let all_ns = summary.pauses.total_ns;
    table(page, "threads", "Threads that stopped last: times to safepoint", &columns, |page| {
        for last in summary.last_to_stop.iter().take(ROWS) {
            row(page, &last.name, |page| times(page, &last.times, all_ns));
        }
    });
    if summary.last_to_stop.len() > ROWS {
        let text = format!(
            "The {ROWS} of {} threads for which the program waited longest.",
            plain(summary.last_to_stop.len() as f64)
        );
        page.leaf("p", &[("class", "note")], &text);
    }
}
