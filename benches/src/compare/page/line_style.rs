//! Line styles of subjects in plots. Colours are from Okabe and Ito's palette, which colour-blind
//! readers can distinguish. Marks are unique, so that plots are readable without colours.

use super::markup::Markup;

/// The line style of one subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineStyle {
    pub(super) colour: &'static str,
    /// Lengths of strokes and gaps; empty for a solid line.
    pub(super) dashes: &'static str,
    pub(super) width: &'static str,
    mark: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
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

const BLACK: &str = "#000000";
const GREY: &str = "#6b6b6b";
const ORANGE: &str = "#e69f00";
const SKY: &str = "#56b4e9";
const GREEN: &str = "#009e73";
const BLUE: &str = "#0072b2";
const VERMILION: &str = "#d55e00";
const PURPLE: &str = "#cc79a7";

/// Returns the line style of a subject.
pub(super) fn line_style(subject: &str) -> LineStyle {
    let (colour, dashes, mark) = match subject {
        "ours" => (BLUE, "", Mark::Disc),
        "ours-llvm" => (BLUE, "7 3", Mark::HollowDown),
        "limit" => (BLACK, "2 3", Mark::Plus),
        "ocaml" => (ORANGE, "", Mark::Square),
        "java-serial" => (VERMILION, "", Mark::Up),
        "java-parallel" => (VERMILION, "7 3", Mark::Down),
        "java-g1" => (VERMILION, "2 2", Mark::Diamond),
        "java-z" => (PURPLE, "", Mark::Ring),
        "java-shenandoah" => (PURPLE, "7 3", Mark::Frame),
        "go" => (SKY, "", Mark::HollowUp),
        "boehm" => (GREEN, "", Mark::Cross),
        "mmtk" => (GREEN, "7 3", Mark::HollowDiamond),
        "wasmtime" => (ORANGE, "7 3", Mark::Left),
        "wasmtime-counting" => (ORANGE, "2 2", Mark::Right),
        "wasmtime-null" => (BLACK, "7 3", Mark::Hexagon),
        "node" => (SKY, "7 3", Mark::HollowHexagon),
        _ => (GREY, "4 2", Mark::Star),
    };
    let width = if subject == "ours" { "2.6" } else { "1.5" };
    LineStyle { colour, dashes, width, mark }
}

impl LineStyle {
    /// Draws the mark around a point. `title` is the tooltip.
    pub(super) fn mark(&self, svg: &mut Markup, (x, y): (f64, f64), title: &str) {
        let (shape, filled) = match self.mark {
            Mark::Disc => ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", true),
            Mark::Ring => ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", false),
            Mark::Square => ("M-3.4 -3.4h6.8v6.8h-6.8z", true),
            Mark::Frame => ("M-3.4 -3.4h6.8v6.8h-6.8z", false),
            Mark::Diamond => ("M0 -4.8L4.8 0L0 4.8L-4.8 0z", true),
            Mark::HollowDiamond => ("M0 -4.8L4.8 0L0 4.8L-4.8 0z", false),
            Mark::Up => ("M0 -4.6L4.4 3.4H-4.4z", true),
            Mark::HollowUp => ("M0 -4.6L4.4 3.4H-4.4z", false),
            Mark::Down => ("M0 4.6L4.4 -3.4H-4.4z", true),
            Mark::HollowDown => ("M0 4.6L4.4 -3.4H-4.4z", false),
            Mark::Left => ("M-4.6 0L3.4 4.4V-4.4z", true),
            Mark::Right => ("M4.6 0L-3.4 4.4V-4.4z", true),
            Mark::Hexagon => ("M-4.4 0L-2.2 3.8H2.2L4.4 0L2.2 -3.8H-2.2z", true),
            Mark::HollowHexagon => ("M-4.4 0L-2.2 3.8H2.2L4.4 0L2.2 -3.8H-2.2z", false),
            Mark::Cross => ("M-3.4 -3.4L3.4 3.4M-3.4 3.4L3.4 -3.4", false),
            Mark::Plus => ("M-4.4 0H4.4M0 -4.4V4.4", false),
            Mark::Star => ("M-4.4 0H4.4M-2.2 -3.8L2.2 3.8M-2.2 3.8L2.2 -3.8", false),
        };
        let place = format!("translate({x:.1} {y:.1})");
        let fill = if filled { self.colour } else { "#ffffff" };
        let attributes = [
            ("class", "mark"),
            ("d", shape),
            ("transform", &place),
            ("fill", fill),
            ("stroke", self.colour),
        ];
        svg.element("path", &attributes, |svg| svg.leaf("title", &[], title));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Subject;
    use super::*;
    use clap::ValueEnum as _;

    #[test]
    fn line_styles_differ_even_without_colours() {
        let styles: Vec<LineStyle> =
            Subject::value_variants().iter().map(|s| line_style(s.name())).collect();
        for (at, a) in styles.iter().enumerate() {
            assert!(styles[..at].iter().all(|b| a.mark != b.mark), "{a:?}");
            let same = |b: &&LineStyle| a.colour == b.colour && a.dashes == b.dashes;
            assert_eq!(styles[..at].iter().find(same), None);
        }
    }
}
