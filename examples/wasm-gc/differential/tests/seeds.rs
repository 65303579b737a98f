//! Some modules of both kinds, with collections at allocations and polls.
//!
//! `.ci/wasm-differential` runs more of them.

use wasm_differential::generate::Source;
use wasm_differential::settings::ZealChoice;
use wasm_differential::tally::Tally;
use wasm_differential::worker::{Choices, Failure, run_here};

/// Runs modules, and returns the counts if the engines agree on all.
fn run(source: Source, seeds: std::ops::Range<u64>) -> Tally {
    let choices = Choices { source: Some(source), zeal: ZealChoice::BySeed };
    let differ = |failure: Failure| panic!("seed {}: {}", failure.seed, failure.message);
    run_here(seeds, choices, |_| {}, differ).expect("a thread")
}

#[test]
fn engines_agree_on_programs_that_build_graphs() {
    let tally = run(Source::Program, 0..40);
    assert_eq!(tally.weaknesses(), Vec::<String>::new());
    assert!(tally.objects_moved > 50_000 && tally.roots_visited > 100_000, "{tally}");
    assert!(tally.objects_verified > 1000 && tally.threw > 10, "{tally}");
    // Traps of these kinds occur.
    for kind in ["cast failure", "null reference", "out of bounds array access"] {
        assert!(tally.traps.contains_key(kind), "{kind}: {tally}");
    }
}

#[test]
fn engines_agree_on_modules_of_wasm_smith() {
    let tally = run(Source::Smith, 0..60);
    assert!(tally.returned > 150 && tally.collections > 1000, "{tally}");
}
