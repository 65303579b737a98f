//! The mutants that each test executes, and the time that it takes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::build::{EXCLUDED_MODULES, Program};
use super::process::{ProcessOutcome, output, run};
use crate::mutations::VARIABLE;

/// A test of a test program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Test {
    /// The program.
    pub program: Program,
    /// Name of the test in it.
    pub name: String,
}

impl Test {
    /// The command that runs this test alone, with this value of `SPGC_MUTATION`.
    pub fn command(&self, mutation: &str) -> Command {
        let mut command = Command::new(&self.program.file);
        command.args([&self.name, "--exact", "--test-threads", "1"]).env(VARIABLE, mutation);
        command.current_dir(&self.program.folder);
        command.env("CARGO_MANIFEST_DIR", &self.program.folder);
        command
    }
}

/// The result of a test without mutants.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestCoverage {
    /// The test.
    pub test: Test,
    /// Its ending. Tests that fail or take too long without mutants are not run with them.
    pub ended: ProcessOutcome,
    /// Its time in seconds.
    pub seconds: f64,
    /// Mutants that it executes.
    pub mutants: BTreeSet<u32>,
}

/// Names of the tests of a program, without those that are ignored.
///
/// # Errors
///
/// The program does not list them.
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

/// Runs a test without mutants and records which ones it executes. `file` is a file of its own,
/// with a byte for each of `mutants` mutants. A test that takes longer than `limit` is killed.
///
/// # Errors
///
/// The test cannot be started.
pub fn measure(
    test: &Test,
    file: &Path,
    mutants: usize,
    limit: Duration,
) -> Result<TestCoverage, String> {
    let text = |error: std::io::Error| format!("{}: {error}", file.display());
    fs::write(file, vec![0; mutants]).map_err(text)?;
    let mut command = test.command(&format!("reached:{}", file.display()));
    let (ended, taken) = run(&mut command, limit)?;
    let bytes = fs::read(file).map_err(text)?;
    let reached = (0..).zip(bytes).filter(|(_, byte)| *byte != 0).map(|(id, _)| id).collect();
    Ok(TestCoverage { test: test.clone(), ended, seconds: taken.as_secs_f64(), mutants: reached })
}
