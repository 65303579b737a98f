//! Curves of the results page: the metric as a function of one parameter, with all other parameters
//! of the case constant.

use spgc_tools::page::{Axis, Chart, Point, Scale, Series, quantity};

use super::results::{Row, distinct, parameters};
use super::subject_style::{is_main, line_style};

/// Width in pixels that is available for the tick labels of the x axis.
const WIDTH: f64 = 410.0;

/// The rows of one plot. It has one line for each subject.
#[derive(Debug)]
pub(super) struct Curve<'r> {
    /// The varying parameter.
    pub(super) key: &'r str,
    /// The other parameters of the case.
    pub(super) others: String,
    pub(super) metric: &'r str,
    /// Number of distinct values of the parameter.
    pub(super) steps: usize,
    /// The rows, each with its value of the parameter, in ascending order.
    rows: Vec<(f64, &'r Row)>,
}

/// Returns the curves in the rows of a suite: one for each parameter with at least two values,
/// metric and combination of the other parameters.
pub(super) fn curves<'r>(rows: &[&'r Row]) -> Vec<Curve<'r>> {
    let keys = distinct(
        rows.iter().flat_map(|row| parameters(&row.case)).collect::<Vec<_>>().iter(),
        |parameter| parameter.0,
    );
    let mut curves: Vec<Curve<'r>> = Vec::new();
    for key in keys {
        for &row in rows.iter().filter(|row| is_shown(&row.metric)) {
            let Some(value) = parameter_value(&row.case, key) else { continue };
            let others = without(&row.case, key);
            let is_same = |curve: &&mut Curve<'_>| {
                (curve.key, curve.metric, &curve.others) == (key, row.metric.as_str(), &others)
            };
            match curves.iter_mut().find(is_same) {
                Some(curve) => curve.rows.push((value, row)),
                None => curves.push(Curve {
                    key,
                    others,
                    metric: &row.metric,
                    steps: 0,
                    rows: vec![(value, row)],
                }),
            }
        }
    }
    for curve in &mut curves {
        curve.rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        curve.steps = distinct(&curve.rows, |row| row.0).len();
    }
    curves.retain(|curve| curve.steps > 1);
    curves
}

/// Returns whether curves show the metric. They show medians and 99th percentiles, but no maxima.
fn is_shown(metric: &str) -> bool {
    !metric.ends_with("_max_ns")
}

/// Returns the value of this parameter in a case, if it is a number.
fn parameter_value(case: &str, key: &str) -> Option<f64> {
    let (_, value) = parameters(case).find(|parameter| parameter.0 == key)?;
    value.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Returns the parameters of a case except this one.
fn without(case: &str, key: &str) -> String {
    let others = case
        .split_whitespace()
        .filter(|parameter| parameter.split_once('=').map(|(name, _)| name) != Some(key));
    others.collect::<Vec<_>>().join(" ")
}

/// Returns the axis label of a parameter.
pub(super) fn parameter_label(key: &str) -> String {
    let label = match key {
        "depth" | "frames" => "depth",
        "functions" => "functions",
        "heap" => "heap limit, multiple of the live set",
        "live_mb" | "mb" => "live set, MB",
        "loops" => "threads in loops",
        "natives" => "threads calling native code",
        "roots_per_frame" => "roots per frame",
        "derived" => "derived pointers per frame",
        "sites" | "records" => "call sites",
        "size" => "object size, bytes",
        "sleepers" => "sleeping threads",
        "stacks" => "stacks",
        "threads" => "threads",
        "workers" => "collector threads",
        other => other,
    };
    label.to_owned()
}

impl<'r> Curve<'r> {
    pub(super) fn chart(&self) -> Chart<'r> {
        let values = self.rows.iter().flat_map(|(_, row)| [row.min, row.median, row.max]);
        let unit = self.rows.first().map_or("", |row| row.1.unit.as_str());
        let xs: Vec<f64> = self.rows.iter().map(|row| row.0).collect();
        let subjects = distinct(&self.rows, |row| row.1.subject.as_str());
        let series = subjects.into_iter().map(|subject| {
            let rows = self.rows.iter().filter(|row| row.1.subject == subject);
            let points: Vec<Point> = rows.map(|&(x, row)| self.point(x, row)).collect();
            let corners = points.iter().map(|point| point.at).collect();
            let empty = Series::new(subject, line_style(subject));
            Series { is_main: is_main(subject), corners, points, ..empty }
        });
        let label = parameter_label(self.key);
        Chart {
            x: Axis { label: label.clone(), scale: Scale::of_parameter(&xs, WIDTH) },
            y: Axis { label: self.metric.to_owned(), scale: Scale::of_amounts(unit, values) },
            series: series.collect(),
            ..Chart::new(format!("{} over {label}, {}", self.metric, self.others))
        }
    }

    fn point(&self, x: f64, row: &Row) -> Point {
        let [min, median, max] =
            [row.min, row.median, row.max].map(|value| quantity(&row.unit, value));
        Point {
            at: (x, row.median),
            range: (row.min < row.max).then_some((row.min, row.max)),
            title: format!("{}, {}={x}: {median} ({min} to {max})", row.subject, self.key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(case: &str, subject: &str, median: f64) -> Row {
        Row {
            suite: "suite".to_owned(),
            case: case.to_owned(),
            subject: subject.to_owned(),
            metric: "wall_ns".to_owned(),
            unit: "ns".to_owned(),
            min: median,
            median,
            max: median,
            multiple_of_ours: None,
            multiple_of_limit: None,
        }
    }

    #[test]
    fn curve_has_one_varying_parameter() {
        let rows = [
            row("depth=20 mode=spilled threads=1", "ours", 9.0),
            row("depth=3 mode=spilled threads=1", "ours", 4.0),
            row("depth=3 mode=spilled threads=1", "go", 5.0),
            row("depth=3 mode=registers threads=1", "ours", 6.0),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let curves = curves(&rows);
        assert_eq!(curves.len(), 1, "{curves:?}");
        let curve = &curves[0];
        assert_eq!((curve.key, curve.others.as_str()), ("depth", "mode=spilled threads=1"));
        assert_eq!(curve.steps, 2);
        let chart = curve.chart();
        assert_eq!(chart.series.len(), 2);
        let of = |at: usize| (chart.series[at].name, chart.series[at].corners.clone());
        let all = [of(0), of(1)];
        assert!(all.contains(&("ours", vec![(3.0, 4.0), (20.0, 9.0)])), "{all:?}");
        assert!(all.contains(&("go", vec![(3.0, 5.0)])), "{all:?}");
    }
}
