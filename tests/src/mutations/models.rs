//! The orderings of the safepoint protocol, taken away one at a time under loom.
//!
//! On no processor does a program reliably fail without a fence. So the missing orderings are found
//! by the test of the models themselves, which tries all of them.

use std::process::Command;
use std::time::Instant;

use super::Noticed;
use super::build::{cargo, output};

/// Name of that test.
const TEST: &str = "safepoint::models::weakened::each_ordering_is_necessary";

fn test() -> Command {
    let mut cargo = cargo();
    cargo
        .args(["test", "--quiet", "--release", "-p", "statepoint-gc", "--lib"])
        // The folder in which CI has built it.
        .args(["--target-dir", "target/loom"])
        .env("RUSTFLAGS", "--cfg loom");
    cargo
}

/// Removes each ordering. Returns its name, and the model that noticed.
///
/// # Errors
///
/// If the test cannot be built or one of them was not noticed.
pub fn try_all() -> Result<Vec<(String, Noticed)>, String> {
    // The time excludes building it.
    output(test().arg("--no-run"))?;
    let mut command = test();
    command.args(["--", "--exact", TEST, "--nocapture"]);
    let begin = Instant::now();
    let message = output(&mut command)?;
    let time = begin.elapsed();
    let line = |line: &str| {
        let (ordering, rest) = line.strip_prefix("without ")?.split_once(", ")?;
        let (model, message) = rest.split_once(": ")?;
        let by = format!("model {model}");
        Some((ordering.to_owned(), Noticed { by, after: 1, time, message: message.to_owned() }))
    };
    let mut noticed: Vec<_> = message.lines().filter_map(line).collect();
    let count = noticed.len() as u32;
    noticed.iter_mut().for_each(|(_, noticed)| noticed.time = time / count.max(1));
    if noticed.is_empty() { Err(format!("no ordering was tried:\n{message}")) } else { Ok(noticed) }
}
