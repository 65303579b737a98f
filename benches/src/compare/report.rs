//! Formats the measurements as a text table and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};
use spgc_tools::page::quantity;

use super::distribution::Distribution;
use super::schedule::{ComparisonOutcome, Key, Rounds};
use super::{Metric, Subject};
use crate::clock::median;

/// One metric of one subject in one case, with the values of all rounds.
struct Row<'o> {
    key: &'o Key,
    rounds: &'o Rounds,
}

impl Row<'_> {
    fn median(&self) -> f64 {
        median(self.rounds.values().copied())
    }

    fn min(&self) -> f64 {
        self.rounds.values().copied().fold(f64::INFINITY, f64::min)
    }

    fn max(&self) -> f64 {
        self.rounds.values().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the median of the ratios to the value of another subject in the same round.
    fn multiple(&self, outcome: &ComparisonOutcome, of: Subject) -> Option<f64> {
        let others = outcome.values.get(&Key { subject: of, ..self.key.clone() })?;
        let pairs =
            self.rounds.iter().filter_map(|(round, value)| Some((value, others.get(round)?)));
        let multiple = median(pairs.map(|(value, other)| value / other).filter(|x| x.is_finite()));
        (!multiple.is_nan()).then_some(multiple)
    }
}

fn rows(outcome: &ComparisonOutcome) -> impl Iterator<Item = Row<'_>> {
    outcome.keys.iter().filter_map(|key| Some(Row { key, rounds: outcome.values.get(key)? }))
}

/// Returns a text with a block for each metric of each case, and a line for each subject.
#[must_use]
pub fn text_report(outcome: &ComparisonOutcome) -> String {
    let mut text = String::new();
    let mut heads: Vec<(&str, &str, Metric)> = Vec::new();
    for key in &outcome.keys {
        let head = (key.suite, key.case.as_str(), key.metric);
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    for (suite, case, metric) in heads {
        let head = format!("{suite} {case}, {}", metric.name());
        let headings =
            format!("{:>11}{:>11}{:>11}{:>9}{:>9}", "min", "median", "max", "x ours", "x limit");
        let result = writeln!(text, "{head:<64}{headings}");
        debug_assert!(result.is_ok(), "writing to a string");
        let same = |row: &Row<'_>| {
            row.key.suite == suite && row.key.case == case && row.key.metric == metric
        };
        for row in rows(outcome).filter(same) {
            let cells: String = [row.min(), row.median(), row.max()]
                .map(|value| format!("{:>11}", quantity(metric.unit(), value)))
                .concat();
            let multiple = |of| match row.multiple(outcome, of) {
                Some(multiple) => format!(" {multiple:>8.2}"),
                None => format!("{:>9}", "-"),
            };
            let multiples = multiple(Subject::Ours) + &multiple(Subject::Limit);
            let result = writeln!(text, "  {:<62}{cells}{multiples}", row.key.subject.name());
            debug_assert!(result.is_ok(), "writing to a string");
        }
        for failed in outcome.unmeasured.iter().filter(|failed| failed.is_of(suite, case)) {
            let (name, round) = (failed.subject.name(), failed.round + 1);
            let why = failed.summary();
            let result = writeln!(text, "  {name:<62}not measured from round {round} on: {why}");
            debug_assert!(result.is_ok(), "writing to a string");
        }
        text.push('\n');
    }
    text
}

/// Returns a JSON object with the machine, the rows, the distributions, the results, the failures,
/// and the subjects that were not measured.
#[must_use]
pub fn json_report(outcome: &ComparisonOutcome, machine: Value) -> Value {
    let rows: Vec<Value> = rows(outcome)
        .map(|row| {
            json!({
                "suite": row.key.suite,
                "case": row.key.case,
                "subject": row.key.subject.name(),
                "metric": row.key.metric.name(),
                "unit": row.key.metric.unit(),
                "min": row.min(),
                "median": row.median(),
                "max": row.max(),
                "rounds": row.rounds.len(),
                "multiple_of_ours": row.multiple(outcome, Subject::Ours),
                "multiple_of_limit": row.multiple(outcome, Subject::Limit),
            })
        })
        .collect();
    let results: Vec<Value> = outcome
        .results
        .iter()
        .map(|(suite, case, result)| json!({ "suite": suite, "case": case, "result": result }))
        .collect();
    json!({
        "machine": machine,
        "rows": rows,
        "distributions": outcome.distributions.iter().map(Distribution::json).collect::<Vec<_>>(),
        "results": results,
        "failures": outcome.failures,
        "unmeasured": outcome.unmeasured().collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Unmeasured;
    use super::*;

    fn outcome() -> ComparisonOutcome {
        let mut outcome = ComparisonOutcome::default();
        let mut add = |subject, values: &[f64]| {
            let case = "depth=4 threads=1".to_owned();
            let key = Key { suite: "trees", case, subject, metric: Metric::Wall };
            outcome.keys.push(key.clone());
            outcome.values.insert(key, (0..).zip(values.iter().copied()).collect());
        };
        add(Subject::Ours, &[2000.0, 1000.0, 4000.0]);
        add(Subject::Limit, &[1000.0, 1000.0, 1000.0]);
        add(Subject::Go, &[8000.0, 3000.0]);
        outcome.unmeasured.push(Unmeasured {
            suite: "trees",
            case: "depth=4 threads=1".to_owned(),
            subject: Subject::JavaZ,
            round: 0,
            reason: "exceeded its time limit of 900s\n  last line".to_owned(),
        });
        outcome
    }

    #[test]
    fn multiples_compare_the_same_round() {
        let json = json_report(&outcome(), json!({}));
        let rows = json["rows"].as_array().expect("rows");
        assert_eq!(rows[0]["min"], 1000.0);
        assert_eq!(rows[0]["median"], 2000.0);
        assert_eq!(rows[0]["max"], 4000.0);
        assert_eq!(rows[0]["multiple_of_limit"], 2.0);
        // The ratios are 8000 / 2000 and 3000 / 1000. The median is the upper of two values.
        assert_eq!(rows[2]["multiple_of_ours"], 4.0);
        let expected = ["trees", "depth=4 threads=1", "go", "wall_ns", "ns"];
        let parameters =
            ["suite", "case", "subject", "metric", "unit"].map(|name| rows[2][name].as_str());
        assert_eq!(parameters, expected.map(Some));
    }

    #[test]
    fn table_has_all_subjects_and_multiples() {
        let text = text_report(&outcome());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("trees depth=4 threads=1, wall_ns"), "{text}");
        assert!(lines[1].contains("ours") && lines[1].ends_with("1.00     2.00"), "{text}");
        assert!(lines[3].contains("go") && lines[3].contains("8.00 µs"), "{text}");
        let reason = "not measured from round 1 on: exceeded its time limit of 900s";
        assert!(lines[4].contains("java-z") && lines[4].ends_with(reason), "{text}");
    }

    #[test]
    fn numbers_with_a_parameter_have_the_line_of_their_case() {
        let mut outcome = outcome();
        outcome.keys[0].case.push_str(" roots=old");
        outcome.keys[1].case.push('6');
        let text = text_report(&outcome);
        let blocks: Vec<&str> = text.split("\n\n").collect();
        let with_line: Vec<bool> = blocks.iter().map(|block| block.contains("java-z")).collect();
        // The last one is empty.
        assert_eq!(with_line, [true, false, true, false], "{text}");
    }
}
