//! Generates the results page, one self-contained HTML file.
//!
//! [`spgc_tools::page`] draws it, and the report on a program's own log.

mod curve;
mod distribution;
mod results;
mod subject_style;
mod table;

use clap::ValueEnum as _;
use serde_json::Value;
use spgc_tools::page::{Markup, document, facts, figure, plain, quantity};

use self::curve::{Curve, curves, parameter_label};
use self::distribution::groups;
pub use self::results::Results;
use self::results::{Row, distinct};
use self::subject_style::line_style;
use super::Subject;

/// The title of the page.
const TITLE: &str = "statepoint-gc compared with other garbage collectors";

/// Minimum number of points of a curve that is shown expanded.
const MIN_EXPANDED_POINTS: usize = 3;

/// A plot of the page as a standalone SVG file.
#[derive(Clone, Debug)]
pub struct Picture {
    /// File name.
    pub file: String,
    /// File content.
    pub svg: String,
}

/// Returns the results page.
#[must_use]
pub fn report_page(results: &Results) -> String {
    document(TITLE, |page| body(page, results))
}

/// Returns a picture of each distribution.
#[must_use]
pub fn pictures(results: &Results) -> Vec<Picture> {
    let machine = |name: &str| results.machine.get(name).map(value_text).unwrap_or_default();
    let rounds = results.rounds.map_or(String::new(), |rounds| format!(", all {rounds} rounds"));
    let notes = [format!(
        "{} processors ({}), {} of memory, load {}{rounds}",
        machine("processors"),
        machine("processor"),
        machine("memory"),
        machine("load"),
    )];
    let groups = groups(results, None);
    groups.iter().map(|group| Picture { file: group.file(), svg: group.picture(&notes) }).collect()
}

fn body(page: &mut Markup, results: &Results) {
    let rows: Vec<&Row> = results.rows.iter().collect();
    let suites = distinct(&results.rows, |row| row.suite.as_str());
    page.leaf("h1", &[], TITLE);
    let rounds = results.rounds.map_or(String::new(), |rounds| format!(", {rounds} rounds"));
    let time = results.wall_ns.map_or(String::new(), |time| format!(", {}", quantity("ns", time)));
    let numbers = plain(rows.len() as f64);
    let text = format!("{numbers} numbers of {} suites{rounds}{time}", suites.len());
    page.leaf("p", &[], &text);
    notices(page, results);
    page.element("nav", &[], |page| {
        for suite in &suites {
            page.leaf("a", &[("href", &format!("#{}", anchor(suite)))], suite);
        }
    });
    explanation(page, &distinct(&results.rows, |row| row.subject.as_str()));
    page.leaf("h3", &[], "Machine and versions");
    let mut machine = Vec::new();
    results.machine.iter().for_each(|(name, value)| machine_rows(&mut machine, name, value));
    facts(page, machine);
    for name in suites {
        let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.suite == name).collect();
        page.element("section", &[("id", &anchor(name))], |page| suite(page, name, &rows, results));
    }
}

/// Writes the reasons why a comparison is invalid or incomplete.
fn notices(page: &mut Markup, results: &Results) {
    if results.quick {
        let text = "Run with --quick: the sizes are too small to measure anything.";
        page.leaf("p", &[("class", "notice")], text);
    }
    let lists = [
        ("notice wrong", "Not a valid comparison:", &results.failures),
        ("notice", "Not measured:", &results.unmeasured),
        ("notice", "Skipped:", &results.skipped),
    ];
    for (class, title, list) in lists {
        if !list.is_empty() {
            page.element("div", &[("class", class), ("role", "note")], |page| {
                page.leaf("strong", &[], title);
                list.iter().for_each(|text| page.leaf("pre", &[], text));
            });
        }
    }
}

/// Writes the explanation of tables and plots, and the legend.
fn explanation(page: &mut Markup, subjects: &[&str]) {
    page.leaf("h3", &[], "How to read this");
    let text = "In each round every subject ran once, in its own process, and the \
                subjects took turns. The tables show the minimum, the median and the maximum \
                of the rounds, and two ratios: to this project (× ours) and to the lower bound \
                (× limit) in the same round, the median of the rounds. On a machine with other \
                load the ratios are steadier than the times. Lines of plots connect medians; \
                vertical strokes extend from the minimum to the maximum. Hover over a mark to \
                see its figures. docs/benchmarks.md describes the work of each suite and the \
                differences between the collectors.";
    page.leaf("p", &[], text);
    page.element("ul", &[("class", "subjects")], |page| {
        for subject in subjects {
            page.element("li", &[], |page| {
                line_style(subject).sample(page, subject);
                let known = Subject::value_variants().iter().find(|known| known.name() == *subject);
                let value = known.and_then(|known| known.to_possible_value());
                let help = value.and_then(|value| value.get_help().map(ToString::to_string));
                page.element("span", &[], |page| {
                    page.leaf("b", &[], subject);
                    page.text(&help.map_or(String::new(), |help| format!(": {help}")));
                });
            });
        }
    });
}

/// Adds a fact of the machine's description, or a fact for each element of a list.
fn machine_rows<'v>(rows: &mut Vec<(&'v str, String)>, name: &'v str, value: &'v Value) {
    match value {
        Value::Object(list) => {
            list.iter().for_each(|(name, value)| machine_rows(rows, name, value));
        }
        value => rows.push((name, value_text(value))),
    }
}

fn value_text(value: &Value) -> String {
    let Some(text) = value.as_str() else { return value.to_string() };
    // Files in /proc give sizes in kB.
    let kilobytes = text.strip_suffix(" kB").and_then(|number| number.parse::<f64>().ok());
    kilobytes.map_or_else(|| text.to_owned(), |number| quantity("bytes", number * 1024.0))
}

/// Writes the section of a suite.
fn suite(page: &mut Markup, name: &str, rows: &[&Row], results: &Results) {
    page.leaf("h2", &[], name);
    table::overview(page, rows);
    let groups = groups(results, Some(name));
    if !groups.is_empty() {
        page.leaf("h3", &[], "Distributions");
        page.element("div", &[("class", "grid")], |page| {
            for group in &groups {
                figure(page, group.title(), &group.parameters(), |page| {
                    group.chart().draw(page);
                    page.element("div", &[("class", "wide")], |page| group.table(page));
                });
            }
        });
    }
    let (long, short): (Vec<_>, Vec<_>) =
        curves(rows).into_iter().partition(|curve| curve.steps >= MIN_EXPANDED_POINTS);
    for key in distinct(&long, |curve| curve.key) {
        page.leaf("h3", &[], &format!("Over {}", parameter_label(key)));
        let curves: Vec<&Curve<'_>> = long.iter().filter(|curve| curve.key == key).collect();
        grid(page, &curves);
    }
    if !short.is_empty() {
        page.element("details", &[], |page| {
            page.leaf("summary", &[], &format!("{} curves with two points", short.len()));
            grid(page, &short.iter().collect::<Vec<_>>());
        });
    }
    page.leaf("h3", &[], "All numbers");
    page.element("div", &[("class", "grid")], |page| {
        for case in distinct(rows.iter(), |row| row.case.as_str()) {
            let rows: Vec<&Row> = rows.iter().copied().filter(|row| row.case == case).collect();
            page.element("div", &[("class", "wide")], |page| table::all(page, case, &rows));
        }
    });
}

fn grid(page: &mut Markup, curves: &[&Curve<'_>]) {
    page.element("div", &[("class", "grid")], |page| {
        for curve in curves {
            let title = format!("{} over {}", curve.metric, parameter_label(curve.key));
            figure(page, &title, &curve.others, |page| curve.chart().draw(page));
        }
    });
}

/// Returns the fragment of links to a suite.
fn anchor(suite: &str) -> String {
    suite.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}
