//! The distributions of the results page: of the same times, one for each subject.

use spgc_tools::page::{self, Chart, Frame, Markup, distribution_chart, distribution_table};

use super::results::{Distribution, Results, distinct};
use super::subject_style::{is_main, line_style};

/// The distributions of the same times, one for each subject.
#[derive(Debug)]
pub(super) struct DistributionGroup<'r> {
    pub(super) suite: &'r str,
    pub(super) case: &'r str,
    times: &'r str,
    all: Vec<&'r Distribution>,
}

/// Returns the groups of a suite, or of all suites if `suite` is `None`.
pub(super) fn groups<'r>(results: &'r Results, suite: Option<&str>) -> Vec<DistributionGroup<'r>> {
    let all = &results.distributions;
    let key = |d: &'r Distribution| (d.suite.as_str(), d.case.as_str(), d.times.as_str());
    let mut groups: Vec<DistributionGroup<'r>> = distinct(all, key)
        .into_iter()
        .filter(|of| suite.is_none_or(|suite| suite == of.0))
        .map(|of| {
            let all = all.iter().filter(|d| key(d) == of && !d.quantiles.points.is_empty());
            DistributionGroup { suite: of.0, case: of.1, times: of.2, all: all.collect() }
        })
        .collect();
    groups.retain(|group| !group.all.is_empty());
    // Times that were observed from outside come first, because no collector has reported them.
    groups.sort_by_key(|group| !group.is_from_outside());
    groups
}

impl<'r> DistributionGroup<'r> {
    fn is_from_outside(&self) -> bool {
        self.case.split(' ').any(|parameter| parameter == "observer=outside")
    }

    /// Returns the name of the times.
    pub(super) fn title(&self) -> &'static str {
        match (self.times, self.is_from_outside()) {
            ("pause_ns", true) => "Pauses observed from outside",
            ("pause_ns", false) => "Pauses reported by each collector",
            ("tts_ns", _) => "Time to safepoint reported by each collector",
            _ => "Times",
        }
    }

    /// Returns the parameters of the case that describe the work.
    pub(super) fn parameters(&self) -> String {
        let parameters = self.case.split(' ').filter(|&parameter| parameter != "observer=outside");
        parameters.collect::<Vec<_>>().join(" ")
    }

    /// Returns a file name.
    pub(super) fn file(&self) -> String {
        let name = format!("{} {} {}", self.suite, self.case, self.times);
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        name.chars().map(|c| if allowed(c) { c } else { '-' }).collect::<String>() + ".svg"
    }

    /// Returns the plot as a standalone SVG file.
    pub(super) fn picture(&self, notes: &[String]) -> String {
        let title = format!("{}: {} {}", self.title(), self.suite, self.parameters());
        self.chart().picture(&Frame { title: &title, notes })
    }

    pub(super) fn chart(&self) -> Chart<'r> {
        let label = if self.is_from_outside() {
            "share of sleeps that overrun by at most this time"
        } else {
            "share of times up to this time"
        };
        let description = format!("{} {}: {}", self.suite, self.case, self.title());
        distribution_chart(description, label, self.unit(), &self.lines())
    }

    /// Writes the distributions as a table.
    pub(super) fn table(&self, page: &mut Markup) {
        distribution_table(page, "subject", self.unit(), &self.lines());
    }

    fn unit(&self) -> &str {
        self.all.first().map_or("ns", |of| of.unit.as_str())
    }

    fn lines(&self) -> Vec<page::Distribution<'r>> {
        let line = |of: &&'r Distribution| page::Distribution {
            name: &of.subject,
            style: line_style(&of.subject),
            is_main: is_main(&of.subject),
            quantiles: &of.quantiles,
        };
        self.all.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results() -> Results {
        let one = |subject: &str, case: &str, points: &str| {
            format!(
                r#"{{"suite":"pause","case":"{case}","subject":"{subject}","times":"pause_ns","unit":"ns","count":100,"points":{points}}}"#
            )
        };
        let inside = one("ours", "threads=2", "[[0.5,1000.0],[0.99,2000.0],[1.0,9000.0]]");
        let outside = "threads=2 observer=outside";
        let go = one("go", outside, "[[0.5,0.0],[1.0,5000000.0]]");
        let ours = one("ours", outside, "[[0.5,100.0],[1.0,70000.0]]");
        let line = format!(r#"{{"rows":[],"distributions":[{inside},{go},{ours}]}}"#);
        Results::parse(&line).expect("a valid line")
    }

    #[test]
    fn groups_begin_with_times_observed_from_outside() {
        let results = results();
        let groups = groups(&results, None);
        assert_eq!(groups.len(), 2);
        assert!(groups[0].is_from_outside());
        assert_eq!((groups[0].all.len(), groups[1].all.len()), (2, 1));
        assert_eq!(groups[0].parameters(), "threads=2");
        assert_eq!(groups[1].file(), "pause-threads-2-pause_ns.svg");
        let chart = groups[0].chart();
        let ticks = &chart.y.scale.ticks;
        assert_eq!(ticks.first().map(|tick| tick.text.as_str()), Some("100 ns"));
        assert_eq!(ticks.last().map(|tick| tick.text.as_str()), Some("10 ms"));
    }
}
