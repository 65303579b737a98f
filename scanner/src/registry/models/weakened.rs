//! Checks that each memory ordering of the protocol is necessary: a model fails without it.
//!
//! A failed model can prevent loom's threads from unwinding, so each runs in a process of its own:
//! this test program, with the model's name as a filter, and the ordering's name in [`VARIABLE`].

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::registry::edge::Edge;

/// Environment variable that names the ordering to weaken.
const VARIABLE: &str = "SPGC_MODEL_WITHOUT";

/// Returns the ordering that is weakened in this process, if any.
pub(in crate::registry) fn weakened() -> Option<Edge> {
    static WEAKENED: OnceLock<Option<Edge>> = OnceLock::new();
    *WEAKENED.get_or_init(|| {
        let name = std::env::var(VARIABLE).ok()?;
        let edge = CASES.iter().map(|(edge, ..)| *edge).find(|edge| format!("{edge:?}") == name);
        Some(edge.expect("the variable names an ordering"))
    })
}

/// A model with a reader and a writer that waits.
const LIFETIME: &str = "value_outlives_its_readers";
/// A model with a reader that reads repeatedly.
const PROGRESS: &str = "frequent_reader_does_not_starve_writer";

/// Failure of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// Loom reports two accesses that are not ordered.
    Race,
    /// A value is used after its drop: loom reports a race, the value panics, or the process is
    /// killed because its memory is unmapped.
    UseAfterDrop,
}

/// Each ordering, a model that depends on it, and how that model fails without it.
const CASES: [(Edge, &str, Failure); 7] = [
    (Edge::AnnounceThenTake, LIFETIME, Failure::UseAfterDrop),
    (Edge::RetireThenCount, LIFETIME, Failure::UseAfterDrop),
    (Edge::LeaveRelease, LIFETIME, Failure::Race),
    (Edge::CountAcquire, LIFETIME, Failure::Race),
    (Edge::PublishRelease, LIFETIME, Failure::Race),
    (Edge::TakeAcquire, LIFETIME, Failure::Race),
    (Edge::BothSides, PROGRESS, Failure::UseAfterDrop),
];

#[test]
fn each_ordering_is_necessary() {
    if weakened().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("this test program has a path");
    let mut passed = Vec::new();
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
        assert!(printed.contains("running 1 test"), "model {model} not found: {printed}");
        let dropped = "no value is dropped while a reader uses it";
        let failed = printed.contains("Causality violation")
            || failure == Failure::UseAfterDrop
                && (printed.contains(dropped) || output.status.code().is_none());
        if !failed {
            passed.push((edge, model, output.status, printed));
        }
    }
    assert!(passed.is_empty(), "models that pass without the ordering: {passed:#?}");
}
