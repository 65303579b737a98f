//! Distributions of the times that a subject measured in all rounds. Rows of tables contain only
//! three of their quantiles.

use serde_json::{Value, json};
use spgc_tools::page::Quantiles;

use super::Subject;
use super::measured::Times;

/// The durations of one kind that a subject measured in one case.
#[derive(Debug)]
pub(super) struct Distribution {
    suite: &'static str,
    /// The parameters of the case.
    case: String,
    subject: Subject,
    /// The name of the times, as in [`Times`].
    of: &'static str,
    /// The values in nanoseconds.
    values: Vec<f64>,
}

impl Distribution {
    /// Adds times to their distribution, and creates it if necessary.
    pub(super) fn add(
        all: &mut Vec<Self>,
        suite: &'static str,
        case: &str,
        subject: Subject,
        times: &Times,
    ) {
        let same = |known: &&mut Self| {
            (known.suite, known.case.as_str(), known.subject, known.of)
                == (suite, case, subject, times.of)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.values.extend(&times.values),
            None => all.push(Self {
                suite,
                case: case.to_owned(),
                subject,
                of: times.of,
                values: times.values.clone(),
            }),
        }
    }

    /// Returns the distribution as JSON: the number of times, and points of the inverse cumulative
    /// distribution, each a quantile in `0..=1` and its value. Points are denser towards the
    /// maximum.
    pub(super) fn json(&self) -> Value {
        let Quantiles { count, points } = Quantiles::of(&mut self.values.clone());
        json!({
            "suite": self.suite,
            "case": self.case,
            "subject": self.subject.name(),
            "times": self.of,
            "unit": "ns",
            "count": count,
            "points": points,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(values: &[f64]) -> Times {
        Times { parameter: "", of: "pause_ns", values: values.to_vec() }
    }

    #[test]
    fn distribution_contains_all_rounds() {
        let mut all = Vec::new();
        Distribution::add(&mut all, "pause", "threads=1", Subject::Go, &times(&[5.0, 1.0]));
        Distribution::add(&mut all, "pause", "threads=2", Subject::Go, &times(&[7.0]));
        Distribution::add(&mut all, "pause", "threads=1", Subject::Go, &times(&[9.0]));
        let lines: Vec<Value> = all.iter().map(Distribution::json).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!((&lines[0]["count"], &lines[1]["count"]), (&json!(3), &json!(1)));
        let points = lines[0]["points"].as_array().expect("points");
        assert_eq!((&points[0], points.last()), (&json!([0.0, 1.0]), Some(&json!([1.0, 9.0]))));
        assert!(points.contains(&json!([0.5, 5.0])), "{points:?}");
    }
}
