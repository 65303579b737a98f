//! Tables of the results page: an overview of a suite's main metric, and all rows of a case.

use spgc_tools::page::{Markup, plain, quantity};

use super::results::{Row, distinct};

/// Candidates for the metric of an overview, which is the first of these that a suite has.
const MAIN_METRICS: [&str; 9] = [
    "ns_per_frame",
    "ns_per_root",
    "ns_per_object",
    "ns_per_live_object",
    "wall_ns",
    "ns_per_round_trip",
    "pause_p99_ns",
    "tts_p99_ns",
    "bytes_per_s",
];

/// Writes a table of the main metric, with a line for each case and a column for each subject.
pub(super) fn overview(page: &mut Markup, rows: &[&Row]) {
    let Some(metric) = MAIN_METRICS.iter().find(|&&name| rows.iter().any(|row| row.metric == name))
    else {
        return;
    };
    let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.metric == *metric).collect();
    let subjects = distinct(rows.iter(), |row| row.subject.as_str());
    let cases = distinct(rows.iter(), |row| row.case.as_str());
    page.element("div", &[("class", "wide")], |page| {
        page.element("table", &[("class", "overview")], |page| {
            let caption = format!(
                "{metric}: median of the rounds, and below it the ratio to this project in the \
                 same round. Underlined: the best of each line, except the limit."
            );
            page.leaf("caption", &[], &caption);
            page.element("thead", &[], |page| {
                page.element("tr", &[], |page| {
                    page.leaf("th", &[("scope", "col")], "case");
                    for subject in &subjects {
                        page.leaf("th", &[("scope", "col")], subject);
                    }
                });
            });
            page.element("tbody", &[], |page| {
                for case in cases {
                    let line: Vec<&Row> =
                        rows.iter().copied().filter(|row| row.case == case).collect();
                    page.element("tr", &[], |page| {
                        page.leaf("th", &[("scope", "row")], case);
                        for subject in &subjects {
                            cell(page, &line, subject);
                        }
                    });
                }
            });
        });
    });
}

/// Writes the cell of one subject.
fn cell(page: &mut Markup, line: &[&Row], subject: &str) {
    let Some(row) = line.iter().find(|row| row.subject == subject) else {
        return page.leaf("td", &[("class", "none")], "–");
    };
    let amounts = line.iter().filter(|row| row.subject != "limit").map(|row| row.median);
    let more_is_better = row.unit.ends_with("/s");
    let best = if more_is_better {
        amounts.fold(f64::NEG_INFINITY, f64::max)
    } else {
        amounts.fold(f64::INFINITY, f64::min)
    };
    let class = if subject != "limit" && row.median == best { "best" } else { "" };
    page.element("td", &[("class", class), ("title", &exact(row))], |page| {
        page.leaf("span", &[("class", "amount")], &quantity(&row.unit, row.median));
        let times = row.multiple_of_ours.filter(|_| subject != "ours");
        page.leaf("small", &[], &times.map_or(String::new(), multiple));
    });
}

/// Writes all rows of one case.
pub(super) fn all(page: &mut Markup, case: &str, rows: &[&Row]) {
    page.element("table", &[("class", "rows")], |page| {
        page.leaf("caption", &[], case);
        page.element("thead", &[], |page| {
            page.element("tr", &[], |page| {
                for name in ["", "min", "median", "max", "× ours", "× limit"] {
                    page.leaf("th", &[("scope", "col")], name);
                }
            });
        });
        for metric in distinct(rows.iter(), |row| row.metric.as_str()) {
            page.element("tbody", &[("data-metric", metric)], |page| {
                page.element("tr", &[], |page| {
                    page.leaf("th", &[("scope", "rowgroup"), ("colspan", "6")], metric);
                });
                for row in rows.iter().filter(|row| row.metric == metric) {
                    line(page, row);
                }
            });
        }
    });
}

/// Writes the line of one subject and metric.
fn line(page: &mut Markup, row: &Row) {
    let class = if row.subject == "ours" { "ours" } else { "" };
    page.element("tr", &[("class", class), ("data-subject", &row.subject)], |page| {
        page.leaf("th", &[("scope", "row")], &row.subject);
        for (name, value) in [("min", row.min), ("median", row.median), ("max", row.max)] {
            let attributes = [("data-name", name), ("data-value", &*value.to_string())];
            page.leaf("td", &attributes, &quantity(&row.unit, value));
        }
        for multiple_of in [row.multiple_of_ours, row.multiple_of_limit] {
            page.leaf("td", &[], &multiple_of.map_or("–".to_owned(), multiple));
        }
    });
}

/// Formats a ratio.
fn multiple(times: f64) -> String {
    if times >= 100.0 { format!("{}×", plain(times.round())) } else { format!("{times:.2}×") }
}

/// Returns the unrounded number, for the tooltip.
fn exact(row: &Row) -> String {
    let [min, median, max] = [row.min, row.median, row.max].map(plain);
    format!("{median} {} ({min} to {max})", row.unit)
}
