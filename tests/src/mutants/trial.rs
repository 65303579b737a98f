//! Runs one mutant against the tests that execute it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::coverage::TestCoverage;
use super::process::{ProcessOutcome, run};
use super::{MutantKey, Place};

/// Factor of a test's time limit: the limit is `TIMEOUT_FACTOR` times the running time without
/// mutants, plus [`TIMEOUT_MARGIN`].
const TIMEOUT_FACTOR: f64 = 5.0;
/// Constant part of a test's time limit; see [`TIMEOUT_FACTOR`].
const TIMEOUT_MARGIN: Duration = Duration::from_secs(20);
/// Factor by which the running time of tests in the mutant's own module is weighted when tests are
/// ordered. These tests are the most likely to kill the mutant.
const SAME_MODULE_COST: f64 = 0.1;

/// Result of testing a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantOutcome {
    /// A test failed in two successive runs.
    Killed,
    /// A test exceeded its time limit.
    TimedOut,
    /// A test exceeded the memory limit.
    OutOfMemory,
    /// All tests passed.
    Survived,
    /// No test executes the mutant.
    NotCovered,
}

impl MutantOutcome {
    /// Returns whether a test detected the mutant.
    pub fn is_killed(self) -> bool {
        matches!(self, Self::Killed | Self::TimedOut | Self::OutOfMemory)
    }
}

/// Record of testing one mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// ID of the mutant in its build.
    pub id: u32,
    /// Identity of the mutant in the source code.
    pub key: MutantKey,
    /// Line of the mutant in its file, from 1.
    pub line: usize,
    /// Result of the trial.
    pub outcome: MutantOutcome,
    /// The test that killed the mutant, if any.
    pub killed_by: Option<String>,
    /// Tests that failed once and passed when they were run again.
    pub flaky: Vec<String>,
    /// Number of tests that were run.
    pub tests_run: usize,
    /// Number of tests that execute the mutant but were not run: the mutant was killed before, or
    /// the time budget was used up.
    pub tests_skipped: usize,
    /// Total running time of the tests, in seconds.
    pub seconds: f64,
}

/// Returns the module path of a file. The names of the module's tests start with it.
fn module_path(file: &str) -> String {
    let path = file.split_once("src/").map_or(file, |(_, path)| path).trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod").trim_start_matches("bin/stackmap/");
    path.replace('/', "::")
}

/// Runs a mutant against the tests that execute it, fastest first, until one fails. `budget` limits
/// the sum of the running times that these tests have without the mutant.
///
/// # Errors
///
/// If a test cannot be started.
pub fn try_mutant(
    id: u32,
    place: &Place,
    coverage: &[TestCoverage],
    budget: Duration,
) -> Result<Trial, String> {
    let module = module_path(&place.key.file);
    let cost = |coverage: &TestCoverage| {
        let is_in_module = coverage.test.name.starts_with(&module);
        coverage.seconds * if is_in_module { SAME_MODULE_COST } else { 1.0 }
    };
    let executes = |coverage: &&TestCoverage| {
        coverage.outcome == ProcessOutcome::Succeeded && coverage.mutants.contains(&id)
    };
    let mut tests: Vec<&TestCoverage> = coverage.iter().filter(executes).collect();
    tests.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    let mut trial = Trial {
        id,
        key: place.key.clone(),
        line: place.line,
        outcome: if tests.is_empty() { MutantOutcome::NotCovered } else { MutantOutcome::Survived },
        killed_by: None,
        flaky: Vec::new(),
        tests_run: 0,
        tests_skipped: tests.len(),
        seconds: 0.0,
    };
    let mut spent = 0.0;
    for coverage in tests {
        spent += coverage.seconds;
        if spent > budget.as_secs_f64() {
            break;
        }
        let limit = TIMEOUT_MARGIN + Duration::from_secs_f64(coverage.seconds * TIMEOUT_FACTOR);
        let mut run_test = || -> Result<ProcessOutcome, String> {
            let (outcome, time) = run(&mut coverage.test.command(&format!("mutant:{id}")), limit)?;
            trial.seconds += time.as_secs_f64();
            Ok(outcome)
        };
        let outcome = match run_test()? {
            ProcessOutcome::Succeeded => None,
            // A flaky test must not count as a kill.
            ProcessOutcome::Failed if run_test()? == ProcessOutcome::Succeeded => {
                trial.flaky.push(format!("{}: {}", coverage.test.program.name, coverage.test.name));
                None
            }
            ProcessOutcome::Failed => Some(MutantOutcome::Killed),
            ProcessOutcome::TimedOut => Some(MutantOutcome::TimedOut),
            ProcessOutcome::OutOfMemory => Some(MutantOutcome::OutOfMemory),
        };
        trial.tests_run += 1;
        trial.tests_skipped -= 1;
        if let Some(outcome) = outcome {
            trial.outcome = outcome;
            trial.killed_by =
                Some(format!("{}: {}", coverage.test.program.name, coverage.test.name));
            break;
        }
    }
    Ok(trial)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_paths_map_to_module_names() {
        assert_eq!(module_path("gc/src/collect/forward.rs"), "collect::forward");
        assert_eq!(module_path("gc/src/verify/mod.rs"), "verify");
        assert_eq!(module_path("scanner/tool/src/bin/stackmap/style.rs"), "style");
    }
}
