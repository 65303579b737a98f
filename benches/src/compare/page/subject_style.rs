//! Line styles of subjects in plots.

use spgc_tools::page::colour::{BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION};
use spgc_tools::page::{LineStyle, Mark};

/// Returns whether a subject is this project, whose line is drawn above the others.
pub(super) fn is_main(subject: &str) -> bool {
    subject == "ours"
}

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
    let width = if is_main(subject) { "2.6" } else { "1.5" };
    LineStyle { dashes, width, ..LineStyle::solid(colour, mark) }
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
