//! Parses the parts of a comparison's JSON line that the page shows.

use serde::Deserialize;
use serde_json::{Map, Value};
use spgc_tools::page::Quantiles;

/// The measurements and the machine.
#[derive(Clone, Debug, Deserialize)]
pub struct Results {
    #[serde(default)]
    pub(super) quick: bool,
    pub(super) rounds: Option<u32>,
    pub(super) wall_ns: Option<f64>,
    #[serde(default)]
    pub(super) machine: Map<String, Value>,
    pub(super) rows: Vec<Row>,
    #[serde(default)]
    pub(super) distributions: Vec<Distribution>,
    #[serde(default)]
    pub(super) failures: Vec<String>,
    /// The subjects that could not do the work of a case, and why.
    #[serde(default)]
    pub(super) unmeasured: Vec<String>,
    /// The subjects that are not installed, with advice on how to install them.
    #[serde(default)]
    pub(super) skipped: Vec<String>,
}

/// One metric of one subject in one case, over all rounds.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Row {
    pub(super) suite: String,
    /// `key=value` parameters.
    pub(super) case: String,
    pub(super) subject: String,
    pub(super) metric: String,
    pub(super) unit: String,
    pub(super) min: f64,
    pub(super) median: f64,
    pub(super) max: f64,
    pub(super) multiple_of_ours: Option<f64>,
    pub(super) multiple_of_limit: Option<f64>,
}

/// The distribution of one kind of times of one subject, over all rounds.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Distribution {
    pub(super) suite: String,
    pub(super) case: String,
    pub(super) subject: String,
    /// The name of the times.
    pub(super) times: String,
    pub(super) unit: String,
    #[serde(flatten)]
    pub(super) quantiles: Quantiles,
}

impl Results {
    /// Parses the last line of the output of `compare --json`, or of `rows.json`.
    ///
    /// # Errors
    ///
    /// Returns a message with the invalid field and its position.
    pub fn parse(text: &str) -> Result<Self, String> {
        let line = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        let results: Self = serde_json::from_str(line).map_err(|error| error.to_string())?;
        for distribution in &results.distributions {
            let points = &distribution.quantiles.points;
            let ascends = points.is_sorted_by(|a, b| a.0 <= b.0 && a.1 <= b.1);
            if !ascends || points.iter().any(|point| !(0.0..=1.0).contains(&point.0)) {
                let Distribution { suite, case, subject, .. } = distribution;
                return Err(format!(
                    "the distribution of {suite} {case}, {subject}: \
                     shares or times are not ascending"
                ));
            }
        }
        Ok(results)
    }
}

/// Returns the parameters of a case.
pub(super) fn parameters(case: &str) -> impl Iterator<Item = (&str, &str)> {
    case.split_whitespace().map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
}

/// Returns the distinct keys of all rows or distributions, in the order of their first occurrence.
pub(super) fn distinct<'a, T: 'a, K: PartialEq>(
    all: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&'a T) -> K,
) -> Vec<K> {
    let mut keys = Vec::new();
    for key in all.into_iter().map(key) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_line_after_tables_is_parsed() {
        let results =
            Results::parse("a table\n\n{\"rows\":[],\"rounds\":3}\n").expect("a valid line");
        assert_eq!((results.rounds, results.rows.len()), (Some(3), 0));
    }

    #[test]
    fn errors_name_the_field_and_the_case() {
        let error =
            Results::parse("{\"rows\":[{\"suite\":\"pause\"}]}").expect_err("a row without fields");
        assert!(error.contains("missing field `case`"), "{error}");
        assert!(Results::parse("").is_err());
        let points = "[[0.5,3.0],[1.0,2.0]]";
        let kind =
            r#""suite":"pause","case":"a=1","subject":"go","times":"t","unit":"ns","count":2"#;
        let line = format!(r#"{{"rows":[],"distributions":[{{{kind},"points":{points}}}]}}"#);
        let error = Results::parse(&line).expect_err("descending times");
        assert!(error.contains("pause a=1, go"), "{error}");
    }

    #[test]
    fn parameters_are_split_into_keys_and_values() {
        assert_eq!(
            parameters("depth=3 a  b=").collect::<Vec<_>>(),
            [("depth", "3"), ("a", ""), ("b", "")]
        );
    }
}
