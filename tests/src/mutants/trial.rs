//! One mutant against the tests that execute it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::coverage::TestCoverage;
use super::process::{ProcessOutcome, run};
use super::{MutantKey, Place};

/// A test with a mutant may take this multiple of its usual time, and [`TIMEOUT_MARGIN`] more.
const TIMEOUT_FACTOR: f64 = 5.0;
/// See [`TIMEOUT_FACTOR`].
const TIMEOUT_MARGIN: Duration = Duration::from_secs(20);
/// The tests of a mutant's own module are run as if they took this share of their time.
const SAME_MODULE_COST: f64 = 0.1;

/// The outcome of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A test failed, twice.
    Killed,
    /// A test did not end in time.
    TimedOut,
    /// A test took too much memory.
    OutOfMemory,
    /// No test failed.
    Survived,
    /// No test executes it.
    NotCovered,
}

impl Outcome {
    /// Whether a test noticed the mutant.
    pub fn is_killed(self) -> bool {
        matches!(self, Self::Killed | Self::TimedOut | Self::OutOfMemory)
    }
}

/// Result of one mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Number of the mutant in its build.
    pub id: u32,
    /// The mutant.
    pub key: MutantKey,
    /// Its line.
    pub line: usize,
    /// Its outcome.
    pub outcome: Outcome,
    /// The test that noticed, if any.
    pub by: Option<String>,
    /// Tests that failed once and passed when they were run again.
    pub flaky: Vec<String>,
    /// Tests that were run.
    pub run: usize,
    /// Tests that execute it and were not run, because all others took too long.
    pub left: usize,
    /// The time that this took, in seconds.
    pub seconds: f64,
}

/// The module of a file, as names of tests begin with it.
fn module(file: &str) -> String {
    let path = file.split_once("src/").map_or(file, |(_, path)| path).trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod").trim_start_matches("bin/stackmap/");
    path.replace('/', "::")
}

/// Runs a mutant against the tests that execute it, cheapest first, until one fails. `budget`
/// limits the time that all of them take without the mutant.
///
/// # Errors
///
/// A test cannot be started.
pub fn try_mutant(
    id: u32,
    place: &Place,
    coverage: &[TestCoverage],
    budget: Duration,
) -> Result<Trial, String> {
    let module = module(&place.key.file);
    let cost = |coverage: &TestCoverage| {
        let is_near = coverage.test.name.starts_with(&module);
        coverage.seconds * if is_near { SAME_MODULE_COST } else { 1.0 }
    };
    let executes = |coverage: &&TestCoverage| {
        coverage.ended == ProcessOutcome::Succeeded && coverage.mutants.contains(&id)
    };
    let mut tests: Vec<&TestCoverage> = coverage.iter().filter(executes).collect();
    tests.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    let mut trial = Trial {
        id,
        key: place.key.clone(),
        line: place.line,
        outcome: if tests.is_empty() { Outcome::NotCovered } else { Outcome::Survived },
        by: None,
        flaky: Vec::new(),
        run: 0,
        left: tests.len(),
        seconds: 0.0,
    };
    let mut spent = 0.0;
    for coverage in tests {
        spent += coverage.seconds;
        if spent > budget.as_secs_f64() {
            break;
        }
        let limit = TIMEOUT_MARGIN + Duration::from_secs_f64(coverage.seconds * TIMEOUT_FACTOR);
        let mut once = || -> Result<ProcessOutcome, String> {
            let (ended, taken) = run(&mut coverage.test.command(&format!("mutant:{id}")), limit)?;
            trial.seconds += taken.as_secs_f64();
            Ok(ended)
        };
        let outcome = match once()? {
            ProcessOutcome::Succeeded => None,
            // The machine may be at fault, too: a test that fails by chance must not count.
            ProcessOutcome::Failed if once()? == ProcessOutcome::Succeeded => {
                trial.flaky.push(format!("{}: {}", coverage.test.program.name, coverage.test.name));
                None
            }
            ProcessOutcome::Failed => Some(Outcome::Killed),
            ProcessOutcome::TimedOut => Some(Outcome::TimedOut),
            ProcessOutcome::OutOfMemory => Some(Outcome::OutOfMemory),
        };
        trial.run += 1;
        trial.left -= 1;
        if let Some(outcome) = outcome {
            trial.outcome = outcome;
            trial.by = Some(format!("{}: {}", coverage.test.program.name, coverage.test.name));
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
        assert_eq!(module("gc/src/collect/forward.rs"), "collect::forward");
        assert_eq!(module("gc/src/verify/mod.rs"), "verify");
        assert_eq!(module("scanner/tool/src/bin/stackmap/style.rs"), "style");
    }
}
