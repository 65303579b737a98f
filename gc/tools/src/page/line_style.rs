//! Styles of lines and marks in plots. Marks are unique, so that plots are readable without
//! colours.

use super::markup::Markup;

/// The colours of lines: Okabe and Ito's palette, which colour-blind readers can distinguish.
/// `dark.css` replaces black, grey and blue by lighter ones on dark screens.
pub mod colour {
    /// Black.
    pub const BLACK: &str = "#000000";
    /// Grey.
    pub const GREY: &str = "#6b6b6b";
    /// Orange.
    pub const ORANGE: &str = "#e69f00";
    /// Sky blue.
    pub const SKY: &str = "#56b4e9";
    /// Bluish green.
    pub const GREEN: &str = "#009e73";
    /// Blue.
    pub const BLUE: &str = "#0072b2";
    /// Vermilion.
    pub const VERMILION: &str = "#d55e00";
    /// Reddish purple.
    pub const PURPLE: &str = "#cc79a7";
}

/// The style of a line and its marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    /// The colour of the line and its marks, as in [`colour`].
    pub colour: &'static str,
    /// Lengths of strokes and gaps in pixels; empty for a solid line.
    pub dashes: &'static str,
    /// Width of the line in pixels.
    pub width: &'static str,
    /// The shape of marks.
    pub mark: Mark,
    /// The size of marks, 1 for about 8 pixels.
    pub mark_size: f64,
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say what the shapes are")]
pub enum Mark {
    Disc,
    Square,
    Diamond,
    Up,
    Down,
    Ring,
    Frame,
    Cross,
    Plus,
    Star,
    HollowUp,
    HollowDown,
    HollowDiamond,
    Left,
    Right,
    Hexagon,
    HollowHexagon,
}

impl Mark {
    /// Returns the path of the mark around the origin, and whether its inside has the line's
    /// colour.
    fn shape(self) -> (&'static str, bool) {
        match self {
            Self::Disc => ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", true),
            Self::Ring => ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", false),
            Self::Square => ("M-3.4 -3.4h6.8v6.8h-6.8z", true),
            Self::Frame => ("M-3.4 -3.4h6.8v6.8h-6.8z", false),
            Self::Diamond => ("M0 -4.8L4.8 0L0 4.8L-4.8 0z", true),
            Self::HollowDiamond => ("M0 -4.8L4.8 0L0 4.8L-4.8 0z", false),
            Self::Up => ("M0 -4.6L4.4 3.4H-4.4z", true),
            Self::HollowUp => ("M0 -4.6L4.4 3.4H-4.4z", false),
            Self::Down => ("M0 4.6L4.4 -3.4H-4.4z", true),
            Self::HollowDown => ("M0 4.6L4.4 -3.4H-4.4z", false),
            Self::Left => ("M-4.6 0L3.4 4.4V-4.4z", true),
            Self::Right => ("M4.6 0L-3.4 4.4V-4.4z", true),
            Self::Hexagon => ("M-4.4 0L-2.2 3.8H2.2L4.4 0L2.2 -3.8H-2.2z", true),
            Self::HollowHexagon => ("M-4.4 0L-2.2 3.8H2.2L4.4 0L2.2 -3.8H-2.2z", false),
            Self::Cross => ("M-3.4 -3.4L3.4 3.4M-3.4 3.4L3.4 -3.4", false),
            Self::Plus => ("M-4.4 0H4.4M0 -4.4V4.4", false),
            Self::Star => ("M-4.4 0H4.4M-2.2 -3.8L2.2 3.8M-2.2 3.8L2.2 -3.8", false),
        }
    }
}

impl LineStyle {
    /// Returns the style of a solid line with marks of the usual size.
    #[must_use]
    pub const fn solid(colour: &'static str, mark: Mark) -> Self {
        Self { colour, dashes: "", width: "1.5", mark, mark_size: 1.0 }
    }

    /// Returns the value of `stroke-dasharray`.
    pub(super) fn dash_array(&self) -> &'static str {
        if self.dashes.is_empty() { "none" } else { self.dashes }
    }

    /// Draws the mark around a point. `title` is the tooltip.
    pub fn mark(&self, svg: &mut Markup, (x, y): (f64, f64), title: &str) {
        let (shape, filled) = self.mark.shape();
        let mut place = format!("translate({x:.1} {y:.1})");
        if self.mark_size != 1.0 {
            place += &format!(" scale({})", self.mark_size);
        }
        let attributes = [
            ("class", if filled { "mark" } else { "mark hollow" }),
            ("d", shape),
            ("transform", &place),
            ("fill", if filled { self.colour } else { "#ffffff" }),
            ("stroke", self.colour),
        ];
        svg.element("path", &attributes, |svg| svg.leaf("title", &[], title));
    }

    /// Draws a sample of the line with its mark, for a legend.
    pub fn sample(&self, page: &mut Markup, title: &str) {
        let attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("aria-hidden", "true"),
            ("class", "chart"),
            ("viewBox", "0 0 44 12"),
            ("width", "44"),
            ("height", "12"),
        ];
        page.element("svg", &attributes, |svg| {
            let line = [
                ("d", "M0 6H44"),
                ("stroke", self.colour),
                ("stroke-width", self.width),
                ("stroke-dasharray", self.dash_array()),
            ];
            svg.empty("path", &line);
            self.mark(svg, (22.0, 6.0), title);
        });
    }
}
