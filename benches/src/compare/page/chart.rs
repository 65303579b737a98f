//! Draws plots as SVG: axes, lines, and the subject's name at the end of each line.

use super::line_style::line_style;
use super::markup::Markup;
use super::scale::Scale;

/// The style sheet of plots, for the page and for standalone SVG files.
pub(super) const STYLE: &str = include_str!("chart.css");

// Margins around the plot in pixels.
const LEFT: f64 = 78.0;
const RIGHT: f64 = 132.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 46.0;

/// Minimum distance in pixels between the names at the ends of the lines.
const LINE: f64 = 15.0;

/// An axis and its title.
#[derive(Debug)]
pub(super) struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
}

/// A measured point.
#[derive(Debug)]
pub(super) struct Point {
    pub(super) at: (f64, f64),
    /// Minimum and maximum of the rounds, drawn as a vertical stroke.
    pub(super) range: Option<(f64, f64)>,
    /// The tooltip.
    pub(super) title: String,
}

/// One subject's line.
#[derive(Debug)]
pub(super) struct Series<'r> {
    pub(super) subject: &'r str,
    pub(super) corners: Vec<(f64, f64)>,
    pub(super) points: Vec<Point>,
}

/// A plot.
#[derive(Debug)]
pub(super) struct Chart<'r> {
    /// The text for screen readers.
    pub(super) description: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) series: Vec<Series<'r>>,
}

/// The text around the plot in a standalone SVG file.
#[derive(Debug)]
pub(super) struct Frame<'t> {
    pub(super) title: &'t str,
    pub(super) notes: &'t [String],
}

impl Chart<'_> {
    /// Draws the plot into a page.
    pub(super) fn draw(&self, page: &mut Markup) {
        self.svg(page, (620.0, 340.0), None);
    }

    /// Returns the plot as a standalone SVG file.
    pub(super) fn picture(&self, frame: &Frame<'_>) -> String {
        let mut picture = Markup::default();
        self.svg(&mut picture, (860.0, 420.0), Some(frame));
        picture.finish() + "\n"
    }

    /// Writes the plot as an SVG element of this size, plus the text of a standalone file.
    fn svg(&self, out: &mut Markup, (width, height): (f64, f64), frame: Option<&Frame<'_>>) {
        let (above, below) =
            frame.map_or((0.0, 0.0), |frame| (30.0, 12.0 + 17.0 * frame.notes.len() as f64));
        let all = height + above + below;
        let view = format!("0 0 {width} {all}");
        let size = [width, all].map(|length| length.to_string());
        let attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", view.as_str()),
            ("width", size[0].as_str()),
            ("height", size[1].as_str()),
            ("class", "chart"),
            ("role", "img"),
            ("aria-label", self.description.as_str()),
        ];
        let plot = Plot {
            left: LEFT,
            right: width - RIGHT,
            top: above + TOP,
            bottom: above + height - BOTTOM,
        };
        out.element("svg", &attributes, |svg| {
            if let Some(frame) = frame {
                svg.element("style", &[], |svg| svg.raw(STYLE));
                svg.empty(
                    "rect",
                    &[("width", &size[0]), ("height", &size[1]), ("fill", "#ffffff")],
                );
                text(svg, "title", "start", (16.0, 26.0), frame.title);
                for (at, note) in frame.notes.iter().enumerate() {
                    let y = above + height + 12.0 + 17.0 * at as f64;
                    text(svg, "note", "start", (16.0, y), note);
                }
            }
            self.axes(svg, &plot);
            // This project's line is drawn above the others.
            let (ours, others): (Vec<_>, Vec<_>) =
                self.series.iter().partition(|series| series.subject == "ours");
            for series in others.into_iter().chain(ours) {
                self.series(svg, &plot, series);
            }
            self.names(svg, &plot);
        });
    }

    /// Returns the pixel position of a point.
    fn position(&self, plot: &Plot, (x, y): (f64, f64)) -> (f64, f64) {
        (plot.x(self.x.scale.share(x)), plot.y(self.y.scale.share(y)))
    }

    fn axes(&self, svg: &mut Markup, plot: &Plot) {
        for &value in &self.y.scale.minor {
            let y = plot.y(self.y.scale.share(value));
            line(svg, "minor", (plot.left, y), (plot.right, y));
        }
        for tick in &self.y.scale.ticks {
            let y = plot.y(self.y.scale.share(tick.value));
            line(svg, "grid", (plot.left, y), (plot.right, y));
            text(svg, "tick", "end", (plot.left - 8.0, y + 4.0), &tick.text);
        }
        for &value in &self.x.scale.minor {
            let x = plot.x(self.x.scale.share(value));
            line(svg, "minor", (x, plot.top), (x, plot.bottom));
        }
        for tick in &self.x.scale.ticks {
            let x = plot.x(self.x.scale.share(tick.value));
            line(svg, "grid", (x, plot.top), (x, plot.bottom + 5.0));
            text(svg, "tick", "middle", (x, plot.bottom + 19.0), &tick.text);
        }
        line(svg, "axis", (plot.left, plot.top), (plot.left, plot.bottom));
        line(svg, "axis", (plot.left, plot.bottom), (plot.right, plot.bottom));
        text(svg, "label", "start", (12.0, plot.top - 14.0), &self.y.label);
        let middle = f64::midpoint(plot.left, plot.right);
        text(svg, "label", "middle", (middle, plot.bottom + 38.0), &self.x.label);
    }

    fn series(&self, svg: &mut Markup, plot: &Plot, series: &Series<'_>) {
        let style = line_style(series.subject);
        let mut path = String::new();
        for (at, &corner) in series.corners.iter().enumerate() {
            let (x, y) = self.position(plot, corner);
            path += &format!("{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
        }
        svg.element("g", &[("class", "series"), ("data-subject", series.subject)], |svg| {
            let attributes = [
                ("class", "line"),
                ("d", path.as_str()),
                ("stroke", style.colour),
                ("stroke-width", style.width),
                ("stroke-dasharray", if style.dashes.is_empty() { "none" } else { style.dashes }),
            ];
            if series.corners.len() > 1 {
                svg.empty("path", &attributes);
            }
            for point in &series.points {
                if let Some((low, high)) = point.range {
                    let [low, high] = [low, high].map(|y| self.position(plot, (point.at.0, y)));
                    let path = format!("M{:.1} {:.1}V{:.1}", low.0, low.1, high.1);
                    svg.empty(
                        "path",
                        &[("class", "range"), ("d", &path), ("stroke", style.colour)],
                    );
                }
                style.mark(svg, self.position(plot, point.at), &point.title);
            }
        });
    }

    /// Writes each subject's name as close to the end of its line as possible without overlaps.
    fn names(&self, svg: &mut Markup, plot: &Plot) {
        let mut ends: Vec<(&str, (f64, f64))> = self
            .series
            .iter()
            .filter_map(|series| {
                Some((series.subject, self.position(plot, *series.corners.last()?)))
            })
            .collect();
        ends.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let preferred: Vec<f64> = ends.iter().map(|end| end.1.1).collect();
        for ((subject, (x, y)), at) in
            ends.into_iter().zip(spread(&preferred, plot.top, plot.bottom, LINE))
        {
            let path = format!("M{:.1} {y:.1}L{:.1} {at:.1}", x + 5.0, plot.right + 12.0);
            svg.empty("path", &[("class", "leader"), ("d", &path)]);
            line_style(subject).mark(svg, (plot.right + 19.0, at), subject);
            let class = if subject == "ours" { "name ours" } else { "name" };
            text(svg, class, "start", (plot.right + 28.0, at + 4.0), subject);
        }
    }
}

/// The area of the plot, within its margins.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Plot {
    fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

fn line(svg: &mut Markup, class: &str, from: (f64, f64), to: (f64, f64)) {
    let path = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
    svg.empty("path", &[("class", class), ("d", &path)]);
}

fn text(svg: &mut Markup, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
    let [x, y] = [x, y].map(|length| format!("{length:.1}"));
    svg.leaf("text", &[("class", class), ("text-anchor", anchor), ("x", &x), ("y", &y)], text);
}

/// Returns positions near the preferred ones that are at least `gap` apart. `preferred` is sorted.
/// The result is within the bounds if they have room for all positions.
fn spread(preferred: &[f64], low: f64, high: f64, gap: f64) -> Vec<f64> {
    let mut places = preferred.to_vec();
    let mut min = low;
    for place in &mut places {
        *place = place.max(min);
        min = *place + gap;
    }
    let mut max = high;
    for place in places.iter_mut().rev() {
        *place = place.min(max);
        max = *place - gap;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_names_do_not_overlap() {
        let places = spread(&[10.0, 11.0, 12.0, 90.0, 99.0, 100.0], 0.0, 100.0, 15.0);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 15.0), "{places:?}");
        assert!(places[0] >= 0.0 && places[5] <= 100.0, "{places:?}");
        assert_eq!(spread(&[20.0, 60.0], 0.0, 100.0, 15.0), [20.0, 60.0]);
    }
}
