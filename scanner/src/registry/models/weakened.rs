//! Checks that each ordering is needed: without it, a model fails.
//!
//! A model that fails may leave loom's threads with no way to unwind, so it runs in a process of
//! its own: this test program again, with the model's name, and the ordering's name in the
//! environment.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::registry::edge::Edge;

const VARIABLE: &str = "SPGC_MODEL_WITHOUT";

/// Returns the ordering that this process runs without.
pub(in crate::registry) fn weakened() -> Option<Edge> {
    static WEAKENED: OnceLock<Option<Edge>> = OnceLock::new();
    *WEAKENED.get_or_init(|| {
        let name = std::env::var(VARIABLE).ok()?;
        let edge = CASES.iter().map(|(edge, ..)| *edge).find(|edge| format!("{edge:?}") == name);
        Some(edge.expect("an ordering that has this name"))
    })
}

const STAYS: &str = "value_outlives_its_readers";
const OFTEN: &str = "frequent_reader_does_not_starve_writer";

/// The way in which a model fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// loom reports two accesses that are not ordered.
    Race,
    /// A value is used after its drop: loom reports a race, the value itself that it is gone, or
    /// the system that its memory is unmapped.
    Gone,
}

/// The ordering, a model that depends on it, and how that model fails.
const CASES: [(Edge, &str, Failure); 7] = [
    (Edge::AnnounceThenTake, STAYS, Failure::Gone),
    (Edge::RetireThenCount, STAYS, Failure::Gone),
    (Edge::LeaveRelease, STAYS, Failure::Race),
    (Edge::CountAcquire, STAYS, Failure::Race),
    (Edge::PublishRelease, STAYS, Failure::Race),
    (Edge::TakeAcquire, STAYS, Failure::Race),
    (Edge::BothSides, OFTEN, Failure::Gone),
];

#[test]
fn each_ordering_is_necessary() {
    if weakened().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("this test program has a path");
    let mut wrong = Vec::new();
    for (edge, model, failure) in CASES {
        let output = Command::new(&program)
            .args(["--exact", &format!("registry::models::{model}"), "--nocapture"])
            .env(VARIABLE, format!("{edge:?}"))
            .stdin(Stdio::null())
            .output()
            .expect("this test program can be run");
        let printed = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(printed.contains("running 1 test"), "there is no model {model}: {printed}");
        let gone = "the value is not dropped while a reader has it";
        let failed = printed.contains("Causality violation")
            || failure == Failure::Gone
                && (printed.contains(gone) || output.status.code().is_none());
        if !failed {
            wrong.push((edge, model, output.status, printed));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
