//! Draws plots as SVG: axes, lines, areas, and the name at the end of each line.

use super::line_style::LineStyle;
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

/// Size in pixels of a plot in a page.
const SIZE: (f64, f64) = (620.0, 340.0);

/// Size in pixels of the plot in a standalone file.
const PICTURE_SIZE: (f64, f64) = (860.0, 420.0);

/// An axis and its title.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The title.
    pub label: String,
    /// The range.
    pub scale: Scale,
}

/// A measured point.
#[derive(Clone, Debug)]
pub struct Point {
    /// The position, in the units of the axes.
    pub at: (f64, f64),
    /// Minimum and maximum of `y`, drawn as a vertical stroke.
    pub range: Option<(f64, f64)>,
    /// The tooltip.
    pub title: String,
}

/// A line, its points, and its name, which is drawn at its end.
#[derive(Clone, Debug)]
pub struct Series<'t> {
    /// The name.
    pub name: &'t str,
    /// The style of the line and the points.
    pub style: LineStyle,
    /// Whether the line is drawn above the others, with a bold name.
    pub is_main: bool,
    /// The corners of the line; empty if there are only points.
    pub corners: Vec<(f64, f64)>,
    /// The corners of a line below the first one, from left to right. The area between them is
    /// filled; empty for no area.
    pub lower: Vec<(f64, f64)>,
    /// Points with marks.
    pub points: Vec<Point>,
}

impl<'t> Series<'t> {
    /// Returns a series without points and corners.
    #[must_use]
    pub fn new(name: &'t str, style: LineStyle) -> Self {
        let (corners, lower, points) = (Vec::new(), Vec::new(), Vec::new());
        Self { name, style, is_main: false, corners, lower, points }
    }
}

/// A range of the x axis that is shaded.
#[derive(Clone, Debug)]
pub struct Band {
    /// The lowest `x`.
    pub from: f64,
    /// The highest `x`.
    pub to: f64,
    /// The tooltip.
    pub title: String,
}

/// A plot.
#[derive(Clone, Debug)]
pub struct Chart<'t> {
    /// The text for screen readers.
    pub description: String,
    /// The size in pixels, with margins.
    pub size: (f64, f64),
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Shaded ranges, below all lines.
    pub bands: Vec<Band>,
    /// The lines.
    pub series: Vec<Series<'t>>,
}

/// The text around the plot in a standalone SVG file.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'t> {
    /// The title.
    pub title: &'t str,
    /// Lines of text below the plot.
    pub notes: &'t [String],
}

impl Chart<'_> {
    /// Returns a plot of the usual size that shows nothing, with axes from 0 to 1.
    #[must_use]
    pub fn new(description: String) -> Self {
        let axis = || Axis { label: String::new(), scale: Scale::linear("", 1.0) };
        let (bands, series) = (Vec::new(), Vec::new());
        Self { description, size: SIZE, x: axis(), y: axis(), bands, series }
    }

    /// Draws the plot into a page.
    pub fn draw(&self, page: &mut Markup) {
        self.svg(page, self.size, None);
    }

    /// Returns the plot as a standalone SVG file, at least as large as in a page.
    #[must_use]
    pub fn picture(&self, frame: &Frame<'_>) -> String {
        let mut picture = Markup::default();
        let size = (self.size.0.max(PICTURE_SIZE.0), self.size.1.max(PICTURE_SIZE.1));
        self.svg(&mut picture, size, Some(frame));
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
            self.bands(svg, &plot);
            let (main, others): (Vec<_>, Vec<_>) =
                self.series.iter().partition(|series| series.is_main);
            for series in others.into_iter().chain(main) {
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

    fn bands(&self, svg: &mut Markup, plot: &Plot) {
        for band in &self.bands {
            let [from, to] = [band.from, band.to].map(|x| plot.x(self.x.scale.share(x)));
            // A band is visible even if it is very short.
            let (width, height) = ((to - from).max(1.0), plot.bottom - plot.top);
            let path = format!("M{from:.1} {:.1}h{width:.1}v{height:.1}h-{width:.1}z", plot.top);
            svg.element("path", &[("class", "band"), ("d", &path)], |svg| {
                svg.leaf("title", &[], &band.title);
            });
        }
    }

    /// Returns the path of a line.
    fn path(&self, plot: &Plot, corners: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (at, &corner) in corners.iter().enumerate() {
            let (x, y) = self.position(plot, corner);
            path += &format!("{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
        }
        path
    }

    fn series(&self, svg: &mut Markup, plot: &Plot, series: &Series<'_>) {
        let style = &series.style;
        svg.element("g", &[("class", "series"), ("data-subject", series.name)], |svg| {
            if !series.lower.is_empty() {
                let around = series.corners.iter().chain(series.lower.iter().rev());
                let path = self.path(plot, &around.copied().collect::<Vec<_>>());
                svg.empty("path", &[("class", "area"), ("d", &path), ("fill", style.colour)]);
            }
            if series.corners.len() > 1 {
                let attributes = [
                    ("class", "line"),
                    ("d", &self.path(plot, &series.corners)),
                    ("stroke", style.colour),
                    ("stroke-width", style.width),
                    ("stroke-dasharray", style.dash_array()),
                ];
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

    /// Writes the name of each line as close to its end as possible without overlaps.
    fn names(&self, svg: &mut Markup, plot: &Plot) {
        let end = |series: &Series<'_>| {
            let last = series.corners.last().copied();
            last.or_else(|| series.points.last().map(|point| point.at))
        };
        let mut ends: Vec<(&Series<'_>, (f64, f64))> = self
            .series
            .iter()
            .filter_map(|series| Some((series, self.position(plot, end(series)?))))
            .collect();
        ends.sort_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let preferred: Vec<f64> = ends.iter().map(|end| end.1.1).collect();
        for ((series, (x, y)), at) in
            ends.into_iter().zip(spread(&preferred, plot.top, plot.bottom, LINE))
        {
            // Points without a line do not lead to their name.
            if !series.corners.is_empty() {
                let path = format!("M{:.1} {y:.1}L{:.1} {at:.1}", x + 5.0, plot.right + 12.0);
                svg.empty("path", &[("class", "leader"), ("d", &path)]);
            }
            let style = LineStyle { mark_size: 1.0, ..series.style };
            style.mark(svg, (plot.right + 19.0, at), series.name);
            let class = if series.is_main { "name ours" } else { "name" };
            text(svg, class, "start", (plot.right + 28.0, at + 4.0), series.name);
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

pub(super) fn text(svg: &mut Markup, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
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
