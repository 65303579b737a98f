//! Plots and tables of distributions of durations. On the axis of shares, each decade of the tail
//! has the same length. The axis of times is logarithmic.

use super::super::quantity::quantity;
use super::chart::{Axis, Chart, Frame, Point, Series};
use super::markup::Markup;
use super::results::{Distribution, Results, distinct};
use super::scale::Scale;

/// The shares that have marks in plots and columns in tables.
const SHARES: [(f64, &str); 5] =
    [(0.5, "50 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %"), (1.0, "max")];

/// The smallest ratio of a time to the longest time that the plot shows.
const MIN_RATIO: f64 = 1e-6;

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
            let all = all.iter().filter(|d| key(d) == of && !d.points.is_empty());
            DistributionGroup { suite: of.0, case: of.1, times: of.2, all: all.collect() }
        })
        .collect();
    groups.retain(|group| !group.all.is_empty());
    // Times that were observed from outside come first, because no collector has reported them.
    groups.sort_by_key(|group| !group.is_from_outside());
    groups
}

impl DistributionGroup<'_> {
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

    pub(super) fn chart(&self) -> Chart<'_> {
        let longest = self.times_of(1.0).fold(0.0, f64::max);
        // The shortest 10 % of times are cut off, because they would extend the axis by decades.
        let shortest = self.times_of(0.1).filter(|&time| time > 0.0).fold(longest, f64::min);
        let longest = if longest > 0.0 { longest } else { 1.0 };
        let low = shortest.max(longest * MIN_RATIO).min(longest);
        let unit = self.all.first().map_or("ns", |d| d.unit.as_str());
        let count = self.all.iter().map(|d| d.count).max().unwrap_or(1);
        let label = if self.is_from_outside() {
            "share of sleeps that overrun by at most this time"
        } else {
            "share of times up to this time"
        };
        Chart {
            description: format!("{} {}: {}", self.suite, self.case, self.title()),
            x: Axis { label: label.to_owned(), scale: Scale::tail(count) },
            y: Axis { label: "time".to_owned(), scale: Scale::decades(unit, low, longest) },
            series: self.all.iter().map(|distribution| series(distribution)).collect(),
        }
    }

    fn times_of(&self, share: f64) -> impl Iterator<Item = f64> {
        self.all.iter().filter_map(move |distribution| distribution.quantile(share))
    }

    /// Writes the distributions as a table.
    pub(super) fn table(&self, page: &mut Markup) {
        page.element("table", &[("class", "quantiles")], |page| {
            page.element("thead", &[], |page| {
                page.element("tr", &[], |page| {
                    page.leaf("th", &[("scope", "col")], "subject");
                    page.leaf("th", &[("scope", "col")], "times");
                    for (_, name) in SHARES {
                        page.leaf("th", &[("scope", "col")], name);
                    }
                });
            });
            page.element("tbody", &[], |page| {
                for distribution in &self.all {
                    page.element("tr", &[], |page| {
                        page.leaf("th", &[("scope", "row")], &distribution.subject);
                        page.leaf("td", &[], &quantity("", distribution.count as f64));
                        for (share, _) in SHARES {
                            let known = is_resolved(distribution.count, share);
                            let time = distribution.quantile(share).filter(|_| known);
                            let text = time.map(|time| quantity(&distribution.unit, time));
                            page.leaf("td", &[], text.as_deref().unwrap_or("–"));
                        }
                    });
                }
            });
        });
    }
}

/// Returns whether this number of times is enough to distinguish this share from the maximum.
fn is_resolved(count: u64, share: f64) -> bool {
    share >= 1.0 || (1.0 - share) * count as f64 > 0.999_999
}

fn series(distribution: &Distribution) -> Series<'_> {
    // Each time applies to the shares from the previous point to its own.
    let mut corners = Vec::new();
    let mut before = 0.0;
    for &(share, time) in &distribution.points {
        let share = share.min(1.0 - 0.5 / distribution.count.max(2) as f64);
        corners.extend([(before, time), (share, time)]);
        before = share;
    }
    let marks = SHARES.iter().filter(|of| of.0 < 1.0 && is_resolved(distribution.count, of.0));
    let points = marks.filter_map(|&(share, name)| {
        let time = distribution.quantile(share)?;
        let shown = quantity(&distribution.unit, time);
        let title = format!("{}, {name}: {shown}", distribution.subject);
        Some(Point { at: (share, time), range: None, title })
    });
    Series { subject: &distribution.subject, corners, points: points.collect() }
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

    #[test]
    fn time_applies_to_all_shares_up_to_its_own() {
        let results = results();
        let groups = groups(&results, Some("pause"));
        let corners = &groups[1].chart().series[0].corners;
        assert_eq!(corners[..4], [(0.0, 1000.0), (0.5, 1000.0), (0.5, 2000.0), (0.99, 2000.0)]);
        assert_eq!(corners.last(), Some(&(0.995, 9000.0)));
    }
}
