//! Distributions of durations: their quantiles, plots and tables. On the axis of shares, each
//! decade of the tail has the same length. The axis of times is logarithmic.

use serde::Deserialize;

use super::chart::{Axis, Chart, Point, Series};
use super::line_style::LineStyle;
use super::markup::Markup;
use super::quantity::{plain, quantity};
use super::scale::Scale;

/// The shares that have marks in plots and columns in tables.
const SHARES: [(f64, &str); 5] =
    [(0.5, "50 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %"), (1.0, "max")];

/// The smallest ratio of a time to the longest time that the plot shows.
const MIN_RATIO: f64 = 1e-6;

/// Number of points per decade of the tail, such as between the quantiles 0.9 and 0.99.
const POINTS: u32 = 12;

/// The quantiles of a set of durations.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Quantiles {
    /// Number of durations.
    pub count: u64,
    /// Shares in `0..=1`, each with the duration that this share of the durations does not exceed.
    /// Both are ascending. Points are denser towards the maximum.
    pub points: Vec<(f64, f64)>,
}

impl Quantiles {
    /// Returns the quantiles of durations, of which each is one of the durations. The durations
    /// are sorted.
    #[must_use]
    pub fn of(durations: &mut [f64]) -> Self {
        durations.sort_by(f64::total_cmp);
        let count = durations.len();
        let shares = if count == 0 { Vec::new() } else { shares(count) };
        let points = shares.into_iter().map(|share| (share, quantile(durations, share)));
        Self { count: count as u64, points: points.collect() }
    }

    /// Returns the duration that this share does not exceed, or `None` without durations.
    #[must_use]
    pub fn at(&self, share: f64) -> Option<f64> {
        let point = self.points.iter().find(|point| point.0 >= share - 1e-9);
        point.or(self.points.last()).map(|point| point.1)
    }

    /// Returns the duration that this share does not exceed, or `None` if there are too few
    /// durations to distinguish it from the maximum.
    #[must_use]
    pub fn resolved(&self, share: f64) -> Option<f64> {
        let is_resolved = share >= 1.0 || (1.0 - share) * self.count as f64 > 0.999_999;
        self.at(share).filter(|_| is_resolved)
    }
}

/// Returns a quantile of sorted numbers, which is one of them, or NaN if there are none.
#[must_use]
pub fn quantile(sorted: &[f64], quantile: f64) -> f64 {
    let rank = (quantile * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
}

/// Returns the shares that `count` durations can resolve, in ascending order.
fn shares(count: usize) -> Vec<f64> {
    let rest = |k: u32| 10f64.powf(-f64::from(k) / f64::from(POINTS));
    // With 100 durations, the 99th percentile is the last quantile before the maximum.
    let inner = (0..).map(rest).take_while(move |rest| rest * count as f64 > 0.999_999);
    let mut shares: Vec<f64> = inner.map(|rest| 1.0 - rest).chain([0.5, 1.0]).collect();
    shares.sort_by(f64::total_cmp);
    // Rounded, because insignificant digits would make up most of a file.
    shares.into_iter().map(|share| (share * 1e9).round() / 1e9).collect()
}

/// The distribution of the durations of one subject, as a line of a plot and of a table.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'q> {
    /// The subject.
    pub name: &'q str,
    /// The style of the line.
    pub style: LineStyle,
    /// Whether the line is drawn above the others.
    pub is_main: bool,
    /// The quantiles.
    pub quantiles: &'q Quantiles,
}

/// Returns the plot of distributions. `label` is that of the axis of shares, `unit` that of the
/// durations.
#[must_use]
pub fn distribution_chart<'q>(
    description: String,
    label: &str,
    unit: &str,
    all: &[Distribution<'q>],
) -> Chart<'q> {
    let times_of = |share| all.iter().filter_map(move |of| of.quantiles.at(share));
    let longest = times_of(1.0).fold(0.0, f64::max);
    // The shortest 10 % of times are cut off, because they would extend the axis by decades.
    let shortest = times_of(0.1).filter(|&time| time > 0.0).fold(longest, f64::min);
    let longest = if longest > 0.0 { longest } else { 1.0 };
    let low = shortest.max(longest * MIN_RATIO).min(longest);
    let count = all.iter().map(|of| of.quantiles.count).max().unwrap_or(1);
    Chart {
        x: Axis { label: label.to_owned(), scale: Scale::tail(count) },
        y: Axis { label: "time".to_owned(), scale: Scale::decades(unit, low, longest) },
        series: all.iter().map(|of| series(of, unit)).collect(),
        ..Chart::new(description)
    }
}

fn series<'q>(of: &Distribution<'q>, unit: &str) -> Series<'q> {
    let Quantiles { count, points } = of.quantiles;
    // Each time applies to the shares from the previous point to its own.
    let mut corners = Vec::new();
    let mut before = 0.0;
    for &(share, time) in points {
        let share = share.min(1.0 - 0.5 / (*count).max(2) as f64);
        corners.extend([(before, time), (share, time)]);
        before = share;
    }
    let marks = SHARES.iter().filter(|share| share.0 < 1.0);
    let points = marks.filter_map(|&(share, name)| {
        let time = of.quantiles.resolved(share)?;
        let title = format!("{}, {name}: {}", of.name, quantity(unit, time));
        Some(Point { at: (share, time), range: None, title })
    });
    let points = points.collect();
    Series { is_main: of.is_main, corners, points, ..Series::new(of.name, of.style) }
}

/// Writes distributions as a table, with a row for each. `subject` is the heading of their names,
/// `unit` that of the durations.
pub fn distribution_table(page: &mut Markup, subject: &str, unit: &str, all: &[Distribution<'_>]) {
    page.element("table", &[("class", "quantiles")], |page| {
        page.element("thead", &[], |page| {
            page.element("tr", &[], |page| {
                page.leaf("th", &[("scope", "col")], subject);
                page.leaf("th", &[("scope", "col")], "times");
                for (_, name) in SHARES {
                    page.leaf("th", &[("scope", "col")], name);
                }
            });
        });
        page.element("tbody", &[], |page| {
            for of in all {
                page.element("tr", &[], |page| {
                    page.leaf("th", &[("scope", "row")], of.name);
                    page.leaf("td", &[], &plain(of.quantiles.count as f64));
                    for (share, _) in SHARES {
                        let time = of.quantiles.resolved(share);
                        let text = time.map(|time| quantity(unit, time));
                        page.leaf("td", &[], text.as_deref().unwrap_or("–"));
                    }
                });
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::super::line_style::{Mark, colour};
    use super::*;

    #[test]
    fn quantile_is_one_of_the_values() {
        let numbers: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(quantile(&numbers, 0.5), 100.0);
        assert_eq!(quantile(&numbers, 0.99), 198.0);
        assert_eq!(quantile(&numbers, 0.999), 200.0);
        assert_eq!(quantile(&numbers[..1], 0.5), 1.0);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn number_of_points_depends_on_number_of_times() {
        let last = |count| shares(count).into_iter().rfind(|&share| share < 1.0);
        assert_eq!(last(1), Some(0.5));
        assert_eq!(last(100), Some(0.99));
        assert_eq!(last(1_000), Some(0.999));
        assert!(shares(1_000).contains(&0.9), "exact decades are included");
        assert!(shares(1_000_000).len() < 80);
    }

    #[test]
    fn quantiles_are_of_sorted_times() {
        let quantiles = Quantiles::of(&mut [5.0, 1.0, 9.0]);
        assert_eq!((quantiles.at(0.0), quantiles.at(0.5)), (Some(1.0), Some(5.0)));
        assert_eq!((quantiles.resolved(0.9), quantiles.resolved(1.0)), (None, Some(9.0)));
        assert_eq!(Quantiles::of(&mut []), Quantiles::default());
        assert_eq!(Quantiles::default().at(1.0), None);
    }

    #[test]
    fn time_applies_to_all_shares_up_to_its_own() {
        let points = vec![(0.5, 1000.0), (0.99, 2000.0), (1.0, 9000.0)];
        let quantiles = Quantiles { count: 100, points };
        let style = LineStyle::solid(colour::BLUE, Mark::Disc);
        let of = Distribution { name: "a", style, is_main: true, quantiles: &quantiles };
        let chart = distribution_chart(String::new(), "share", "ns", &[of]);
        let corners = &chart.series[0].corners;
        assert_eq!(corners[..4], [(0.0, 1000.0), (0.5, 1000.0), (0.5, 2000.0), (0.99, 2000.0)]);
        assert_eq!(corners.last(), Some(&(0.995, 9000.0)));
        assert_eq!(chart.series[0].points.len(), 3, "50, 90 and 99 %");
    }
}
