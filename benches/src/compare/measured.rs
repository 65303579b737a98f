//! The measurements of a run, and the parser of its output.

use std::time::Duration;

use serde_json::Value;
use spgc_tools::page::quantile;

use super::{Metric, Quantile};

/// One measured number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    /// A `key=value` parameter in addition to those of the case, or empty.
    pub(super) parameter: &'static str,
    pub(super) metric: Metric,
    pub(super) value: f64,
}

/// All times of one kind. Rows have only quantiles of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Times {
    /// A `key=value` parameter in addition to those of the case, or empty.
    pub(super) parameter: &'static str,
    /// The name of the times, as in [`Metric::times`].
    pub(super) of: &'static str,
    /// The values in nanoseconds.
    pub(super) values: Vec<f64>,
}

/// The measurements of one subject in one round.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Measurements {
    /// Checksum of the work, which is the same for all subjects of a case.
    pub(super) result: Option<String>,
    pub(super) numbers: Vec<Number>,
    pub(super) times: Vec<Times>,
}

impl Measurements {
    pub(super) fn add(&mut self, metric: Metric, value: f64) {
        self.add_with("", metric, value);
    }

    pub(super) fn add_with(&mut self, parameter: &'static str, metric: Metric, value: f64) {
        if !value.is_nan() {
            self.numbers.push(Number { parameter, metric, value });
        }
    }

    /// Adds these times and their quantiles, if there are any.
    pub(super) fn add_quantiles(
        &mut self,
        parameter: &'static str,
        metric: fn(Quantile) -> Metric,
        mut times: Vec<f64>,
    ) {
        times.sort_by(f64::total_cmp);
        for which in Quantile::ALL {
            self.add_with(parameter, metric(which), quantile(&times, which.share()));
        }
        self.add_times(parameter, metric, times);
    }

    /// Adds these times without their quantiles, which the subject has reported itself.
    pub(super) fn add_times(
        &mut self,
        parameter: &'static str,
        metric: fn(Quantile) -> Metric,
        values: Vec<f64>,
    ) {
        if let Some(of) = metric(Quantile::Max).times()
            && !values.is_empty()
        {
            self.times.push(Times { parameter, of, values });
        }
    }
}

/// A completed run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The standard output.
    pub(super) text: String,
    /// Processor time of all threads.
    pub(super) cpu: Duration,
    /// Maximum resident set in bytes.
    pub(super) rss: u64,
}

impl Run {
    /// Returns the numbers in all lines `NAME NUMBER` with this name.
    pub(super) fn numbers(&self, name: &str) -> Vec<f64> {
        let lines = self.text.lines().filter_map(|line| line.split_once(' '));
        lines.filter(|line| line.0 == name).filter_map(|line| line.1.parse().ok()).collect()
    }

    /// Returns the number of the first line `NAME NUMBER` with this name.
    pub(super) fn number(&self, name: &str) -> Result<f64, String> {
        self.numbers(name)
            .first()
            .copied()
            .ok_or_else(|| format!("its output has no line \"{name} NUMBER\""))
    }

    /// Returns the checksum in a peer's output.
    pub(super) fn result(&self) -> Result<String, String> {
        let mut lines = self.text.lines();
        let result = lines.find_map(|line| line.strip_prefix("result "));
        result
            .map(str::to_owned)
            .ok_or_else(|| "its output has no line \"result CHECKSUM\"".to_owned())
    }

    /// Returns the lines between the lines `ready` and `done`.
    pub(super) fn between_marks(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().skip_while(|&line| line != "ready");
        lines.take_while(|&line| line != "done")
    }

    /// Returns the last line of output of this project's programs, which is JSON.
    pub(super) fn json(&self) -> Result<Value, String> {
        let line = self.text.lines().last().unwrap_or_default();
        serde_json::from_str(line)
            .map_err(|error| format!("the last line of its output is not JSON: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Run {
        Run { text: text.to_owned(), cpu: Duration::ZERO, rss: 0 }
    }

    #[test]
    fn numbers_are_found_by_name() {
        let run = run("wall_ns 12\npause_ns 3\nresult 77\npause_ns 5\nwall 1\n");
        assert_eq!(run.number("wall_ns"), Ok(12.0));
        assert_eq!(run.numbers("pause_ns"), [3.0, 5.0]);
        assert_eq!(run.result().as_deref(), Ok("77"));
        assert!(run.number("cpu_ns").is_err());
    }

    #[test]
    fn only_lines_between_marks_are_returned() {
        let run = run("a\nready\nb\nc\ndone\nd\n");
        assert_eq!(run.between_marks().collect::<Vec<_>>(), ["ready", "b", "c"]);
    }

    #[test]
    fn last_line_is_parsed_as_json() {
        assert_eq!(
            run("text\n{\"result\":5}\n").json().map(|line| line["result"].clone()),
            Ok(5.into())
        );
        assert!(run("text\n").json().is_err());
    }

    #[test]
    fn no_times_have_no_quantiles() {
        let mut measured = Measurements::default();
        measured.add_quantiles("", Metric::Pause, vec![]);
        assert_eq!(measured, Measurements::default());
        measured.add_quantiles("", Metric::Pause, vec![3.0, 1.0, 2.0]);
        let values: Vec<f64> = measured.numbers.iter().map(|number| number.value).collect();
        assert_eq!(values, [2.0, 3.0, 3.0]);
        let times = Times { parameter: "", of: "pause_ns", values: vec![1.0, 2.0, 3.0] };
        assert_eq!(measured.times, [times]);
    }
}
