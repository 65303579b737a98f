//! Measures which mutants each test executes, and its running time without mutants.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::build::{EXCLUDED_MODULES, Program};
use super::process::{ProcessOutcome, output, run};
use crate::mutations::VARIABLE;

/// A single test function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Test {
    /// The test program that contains the test.
    pub program: Program,
    /// Name of the test in its program, such as `walk::tests::frames_are_found`.
    pub name: String,
}

impl Test {
    /// Returns a command that runs only this test, with `SPGC_MUTATION` set to `mutation`.
    pub fn command(&self, mutation: &str) -> Command {
        let mut command = Command::new(&self.program.file);
        command.args([&self.name, "--exact", "--test-threads", "1"]).env(VARIABLE, mutation);
        command.current_dir(&self.program.folder);
        command.env("CARGO_MANIFEST_DIR", &self.program.folder);
        command
    }
}

/// The coverage of one test, measured while no mutant is active.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestCoverage {
    /// The test.
    pub test: Test,
    /// How the test ended. A test that fails or times out without mutants is not run with them.
    pub outcome: ProcessOutcome,
    /// Running time in seconds.
    pub seconds: f64,
    /// IDs of the mutants that the test executes.
    pub mutants: BTreeSet<u32>,
}

/// Returns the tests of a program, except those that are ignored or in an excluded module.
///
/// # Errors
///
/// If the program cannot list its tests.
pub fn list(program: &Program) -> Result<Vec<Test>, String> {
    let names = |ignored: &[&str]| -> Result<BTreeSet<String>, String> {
        let mut command = Command::new(&program.file);
        command.args(["--list", "--format", "terse"]).args(ignored).current_dir(&program.folder);
        let text = output(&mut command)?;
        let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_owned).collect())
    };
    let ignored = names(&["--ignored"])?;
    let is_excluded = |name: &str| EXCLUDED_MODULES.iter().any(|module| name.starts_with(module));
    let tests =
        names(&[])?.into_iter().filter(|name| !ignored.contains(name) && !is_excluded(name));
    Ok(tests.map(|name| Test { program: program.clone(), name }).collect())
}

/// Runs a test without mutants and records which of the `mutants` mutants it executes. The test
/// maps `file` and writes one byte per mutant; no other test may use the same file. A test that
/// takes longer than `limit` is killed.
///
/// # Errors
///
/// If the test cannot be started.
pub fn measure(
    test: &Test,
    file: &Path,
    mutants: usize,
    limit: Duration,
) -> Result<TestCoverage, String> {
    let text = |error: std::io::Error| format!("{}: {error}", file.display());
    fs::write(file, vec![0; mutants]).map_err(text)?;
    let mut command = test.command(&format!("reached:{}", file.display()));
    let (outcome, time) = run(&mut command, limit)?;
    let bytes = fs::read(file).map_err(text)?;
    let reached = (0..).zip(bytes).filter(|(_, byte)| *byte != 0).map(|(id, _)| id).collect();
    Ok(TestCoverage { test: test.clone(), outcome, seconds: time.as_secs_f64(), mutants: reached })
}
