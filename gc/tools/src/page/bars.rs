//! Horizontal bars that are divided into parts.

use super::chart::text;
use super::line_style::colour;
use super::markup::Markup;
use super::quantity::quantity;

// Positions and sizes in pixels.
const WIDTH: f64 = 620.0;
const LEFT: f64 = 96.0;
const RIGHT: f64 = 110.0;
const BAR: f64 = 24.0;
const STEP: f64 = 40.0;
const LEGEND_STEP: f64 = 132.0;
const LEGEND_LINE: f64 = 20.0;
const LEGEND_COLUMNS: usize = 4;

/// Minimum width in pixels of a part that has its share as a text.
const MIN_TEXT_WIDTH: f64 = 34.0;

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar<'t> {
    /// The name.
    pub name: &'t str,
    /// The size of each part.
    pub parts: Vec<f64>,
}

/// Bars of the same length, which show the shares of their parts.
#[derive(Clone, Debug)]
pub struct ShareBars<'t> {
    /// The text for screen readers.
    pub description: &'t str,
    /// The unit of sizes, as for [`quantity`].
    pub unit: &'t str,
    /// The name and colour of each part.
    pub parts: &'t [(&'t str, &'t str)],
    /// The bars.
    pub bars: Vec<Bar<'t>>,
}

impl ShareBars<'_> {
    /// Draws the bars into a page, with a legend.
    pub fn draw(&self, page: &mut Markup) {
        let lines = self.parts.len().div_ceil(LEGEND_COLUMNS);
        let top = lines as f64 * LEGEND_LINE + 12.0;
        let height = top + self.bars.len() as f64 * STEP;
        let view = format!("0 0 {WIDTH} {height}");
        let attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", view.as_str()),
            ("width", &WIDTH.to_string()),
            ("height", &height.to_string()),
            ("class", "chart"),
            ("role", "img"),
            ("aria-label", self.description),
        ];
        page.element("svg", &attributes, |svg| {
            for (at, (name, colour)) in self.parts.iter().enumerate() {
                let x = 12.0 + (at % LEGEND_COLUMNS) as f64 * LEGEND_STEP;
                let y = (at / LEGEND_COLUMNS) as f64 * LEGEND_LINE + 4.0;
                part(svg, (x, y, 12.0, 12.0), colour, name);
                text(svg, "tick", "start", (x + 18.0, y + 10.0), name);
            }
            for (at, bar) in self.bars.iter().enumerate() {
                self.bar(svg, bar, top + at as f64 * STEP);
            }
        });
    }

    fn bar(&self, svg: &mut Markup, bar: &Bar<'_>, y: f64) {
        let sum: f64 = bar.parts.iter().sum();
        let middle = y + BAR / 2.0 + 4.0;
        text(svg, "label", "end", (LEFT - 8.0, middle), bar.name);
        text(svg, "tick", "start", (WIDTH - RIGHT + 8.0, middle), &quantity(self.unit, sum));
        if sum <= 0.0 {
            return;
        }
        let mut x = LEFT;
        for (&size, (name, fill)) in bar.parts.iter().zip(self.parts) {
            let width = size / sum * (WIDTH - LEFT - RIGHT);
            let share = format!("{:.0} %", size / sum * 100.0);
            let title = format!("{}, {name}: {}, {share}", bar.name, quantity(self.unit, size));
            if width > 0.05 {
                part(svg, (x, y, width, BAR), fill, &title);
            }
            if width >= MIN_TEXT_WIDTH {
                let is_light = [colour::SKY, colour::ORANGE, colour::PURPLE].contains(fill);
                let class = if is_light { "share dark" } else { "share" };
                text(svg, class, "middle", (x + width / 2.0, middle), &share);
            }
            x += width;
        }
    }
}

/// Draws a rectangle with a tooltip.
fn part(svg: &mut Markup, (x, y, width, height): (f64, f64, f64, f64), colour: &str, title: &str) {
    let path = format!("M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
    svg.element("path", &[("class", "part"), ("d", &path), ("fill", colour)], |svg| {
        svg.leaf("title", &[], title);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_share_of_the_length() {
        let bars = ShareBars {
            description: "d",
            unit: "ns",
            parts: &[("a", "#000000"), ("b", "#ffffff"), ("c", "#123456")],
            bars: vec![
                Bar { name: "x", parts: vec![1e6, 3e6, 0.0] },
                Bar { name: "none", parts: vec![0.0; 3] },
            ],
        };
        let mut page = Markup::default();
        bars.draw(&mut page);
        let text = page.finish();
        assert!(text.contains("<title>x, a: 1.00 ms, 25 %</title>"), "{text}");
        assert!(text.contains("<title>x, b: 3.00 ms, 75 %</title>"), "{text}");
        assert!(!text.contains("<title>x, c") && !text.contains("NaN"), "{text}");
        let length = WIDTH - LEFT - RIGHT;
        assert!(text.contains(&format!("h{:.1}v", length / 4.0)), "{text}");
    }
}
