//! Detects missing orderings of the safepoint protocol with its loom models.
//!
//! A program without one fence or one ordering does not fail reliably on any processor. So a test
//! of the loom models removes each ordering in turn and checks that a model fails. This module runs
//! that test and parses its output.

use std::process::Command;
use std::time::Instant;

use super::Detection;
use super::build::{cargo, output};

/// Name of the test that removes each ordering.
const TEST: &str = "safepoint::models::weakened::each_ordering_is_necessary";

/// Returns a Cargo command for the tests of the collector under loom.
fn cargo_test() -> Command {
    let mut cargo = cargo();
    cargo
        .args(["test", "--quiet", "--release", "-p", "statepoint-gc", "--lib"])
        // The target directory of `.ci/loom`, so that nothing is compiled twice.
        .args(["--target-dir", "target/loom"])
        .env("RUSTFLAGS", "--cfg loom");
    cargo
}

/// Removes each ordering in turn. Returns the names of the orderings and how each was detected.
///
/// # Errors
///
/// If the test cannot be built, or an ordering is not detected.
pub fn try_all() -> Result<Vec<(String, Detection)>, String> {
    // Built first, so that the measured time excludes the build.
    output(cargo_test().arg("--no-run"))?;
    let mut command = cargo_test();
    command.args(["--", "--exact", TEST, "--nocapture"]);
    let begin = Instant::now();
    let message = output(&mut command)?;
    let time = begin.elapsed();
    let line = |line: &str| {
        let (ordering, rest) = line.strip_prefix("without ")?.split_once(", ")?;
        let (model, message) = rest.split_once(": ")?;
        let check = format!("model {model}");
        Some((
            ordering.to_owned(),
            Detection { check, attempts: 1, time, message: message.to_owned() },
        ))
    };
    let mut detections: Vec<_> = message.lines().filter_map(line).collect();
    let count = detections.len() as u32;
    detections.iter_mut().for_each(|(_, detection)| detection.time = time / count.max(1));
    if detections.is_empty() {
        Err(format!("no ordering was tried:\n{message}"))
    } else {
        Ok(detections)
    }
}
