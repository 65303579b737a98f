//! Runs the subjects of all cases in turns, and compares their results.

use std::collections::HashMap;

use super::distribution::Distribution;
use super::measured::Measurements;
use super::{Case, Metric, RunError, Subject};

/// Identifies one metric of one subject in one case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) suite: &'static str,
    /// All parameters of the case.
    pub(super) case: String,
    pub(super) subject: Subject,
    pub(super) metric: Metric,
}

/// The values of a metric by round.
pub(super) type Rounds = HashMap<u32, f64>;

/// A peer or baseline that could not do the work of a case, for example because its heap was too
/// small or its time was up. The other subjects of the case are compared all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unmeasured {
    pub(super) suite: &'static str,
    /// The parameters of the case.
    pub(super) case: String,
    pub(super) subject: Subject,
    /// The round in which it failed, from 0. It has values of earlier rounds.
    pub(super) round: u32,
    /// The error message: how the program ended, and then lines of its output.
    pub(super) reason: String,
}

impl Unmeasured {
    /// Returns how the program ended, and the first line of its output that is about an error or
    /// memory, in one line.
    pub(super) fn summary(&self) -> String {
        let mut lines = self.reason.lines();
        let ended = lines.next().unwrap_or_default();
        let is_cause =
            |line: &&str| ["error", "memory"].iter().any(|w| line.to_lowercase().contains(w));
        let cause = lines.find(is_cause).map(|line| format!(", {}", line.trim()));
        format!("{ended}{}", cause.unwrap_or_default())
    }

    /// Returns whether this is about a case, which may have a further parameter in `case`.
    pub(super) fn is_of(&self, suite: &str, case: &str) -> bool {
        let rest = case.strip_prefix(&self.case);
        self.suite == suite && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    }
}

impl std::fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { suite, case, subject, round, reason } = self;
        write!(f, "{suite} {case}: {}, round {}: {reason}", subject.name(), round + 1)
    }
}

/// All measurements of a comparison.
#[derive(Debug, Default)]
pub struct ComparisonOutcome {
    /// Keys in the order of their first occurrence.
    pub(super) keys: Vec<Key>,
    pub(super) values: HashMap<Key, Rounds>,
    /// Distributions in the order of their first occurrence.
    pub(super) distributions: Vec<Distribution>,
    /// Suite, case, and the result that all subjects have computed.
    pub(super) results: Vec<(&'static str, String, String)>,
    /// Error messages.
    pub(super) failures: Vec<String>,
    pub(super) unmeasured: Vec<Unmeasured>,
}

impl ComparisonOutcome {
    /// Returns whether all measured subjects had the same result, this project and the lower bound
    /// were measured in all cases that include them, and each case has a measured subject.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.failures.is_empty()
    }

    /// Returns the error messages, one for each failed subject of a case.
    #[must_use]
    pub fn failures(&self) -> &[String] {
        &self.failures
    }

    /// Returns a message for each peer or baseline that could not do the work of a case.
    pub fn unmeasured(&self) -> impl Iterator<Item = String> {
        self.unmeasured.iter().map(Unmeasured::to_string)
    }

    fn add(&mut self, case: &Case, subject: Subject, round: u32, measured: &Measurements) {
        let parameters = |parameter: &str| {
            let parameters = [case.parameters.as_str(), parameter]
                .into_iter()
                .filter(|parameter| !parameter.is_empty());
            parameters.collect::<Vec<_>>().join(" ")
        };
        for times in &measured.times {
            let all = &mut self.distributions;
            Distribution::add(all, case.suite, &parameters(times.parameter), subject, times);
        }
        for number in &measured.numbers {
            let key = Key {
                suite: case.suite,
                case: parameters(number.parameter),
                subject,
                metric: number.metric,
            };
            if !self.values.contains_key(&key) {
                self.keys.push(key.clone());
            }
            self.values.entry(key).or_default().insert(round, number.value);
        }
    }
}

/// Runs all cases.
///
/// `progress` is called before each run with its description. `done` is called after each run with
/// the number of runs to count as done: 1, or after a failure also those of the later rounds, since
/// a subject that fails is not run again.
pub fn run_cases(
    cases: Vec<Case>,
    rounds: u32,
    mut progress: impl FnMut(&str),
    mut done: impl FnMut(u64),
) -> ComparisonOutcome {
    let mut outcome = ComparisonOutcome::default();
    // Each case is dropped after its last round, because some hold much memory.
    for mut case in cases {
        // The expected result is that of the first subject that succeeds.
        let mut result: Option<(Subject, String)> = None;
        let mut failed: Vec<usize> = Vec::new();
        let mut is_measured = false;
        for round in 0..rounds {
            // Each round begins with the next subject, so the order of subjects varies.
            let count = case.runners.len();
            for at in 0..count {
                let at = (at + round as usize) % count;
                let subject = case.runners[at].subject;
                if failed.contains(&at) {
                    continue;
                }
                let name = format!("{} {}: {}", case.suite, case.parameters, subject.name());
                progress(&name);
                let measured = (case.runners[at].run)().and_then(|measured| {
                    check_result(&mut result, subject, &measured)?;
                    Ok(measured)
                });
                match measured {
                    Ok(measured) => {
                        outcome.add(&case, subject, round, &measured);
                        is_measured = true;
                        done(1);
                        continue;
                    }
                    Err(RunError::Ended(reason)) if !subject.must_succeed() => {
                        let (suite, case) = (case.suite, case.parameters.clone());
                        outcome.unmeasured.push(Unmeasured { suite, case, subject, round, reason });
                    }
                    Err(RunError::Ended(error) | RunError::Invalid(error)) => {
                        outcome.failures.push(format!("{name}: {error}"));
                    }
                }
                // A failing subject is not run again, because it could use up its time limit.
                failed.push(at);
                done(u64::from(rounds - round));
            }
        }
        if !is_measured && !failed.is_empty() {
            let name = format!("{} {}", case.suite, case.parameters);
            outcome.failures.push(format!("{name}: no subject was measured"));
        }
        if let Some((_, result)) = result {
            outcome.results.push((case.suite, case.parameters.clone(), result));
        }
    }
    outcome
}

/// Checks that a subject's result is that of the first subject of the case that succeeded, which is
/// `first`.
fn check_result(
    first: &mut Option<(Subject, String)>,
    subject: Subject,
    measured: &Measurements,
) -> Result<(), String> {
    let Some(new) = &measured.result else { return Ok(()) };
    let (first, expected) = first.get_or_insert_with(|| (subject, new.clone()));
    if new == expected {
        return Ok(());
    }
    let first = first.name();
    Err(format!("its result is {new}, but the result of {first} is {expected}"))
}

#[cfg(test)]
mod tests {
    use super::super::{Cost, Runner};
    use super::*;

    fn runner(
        subject: Subject,
        mut run: impl FnMut() -> Result<&'static str, RunError> + 'static,
    ) -> Runner {
        let run = Box::new(move || {
            let mut measured =
                Measurements { result: Some(run()?.to_owned()), ..Measurements::default() };
            measured.add(Metric::Wall, 5.0);
            Ok(measured)
        });
        Runner { subject, run }
    }

    fn case(runners: Vec<Runner>) -> Vec<Case> {
        vec![Case {
            suite: "suite",
            parameters: "size=1".to_owned(),
            cost: Cost::default(),
            runners,
        }]
    }

    #[test]
    fn subjects_take_turns() {
        let cases =
            case(vec![runner(Subject::Ours, || Ok("7")), runner(Subject::Limit, || Ok("7"))]);
        let mut order = Vec::new();
        let mut runs = 0;
        let outcome = run_cases(cases, 2, |name| order.push(name.to_owned()), |n| runs += n);
        assert!(outcome.is_valid(), "{outcome:?}");
        assert_eq!(runs, 4);
        let subjects: Vec<&str> =
            order.iter().map(|name| &name["suite size=1: ".len()..]).collect();
        assert_eq!(subjects, ["ours", "limit", "limit", "ours"]);
        assert_eq!(outcome.keys.len(), 2);
        assert!(outcome.values.values().all(|rounds| rounds.len() == 2));
        assert_eq!(outcome.results, [("suite", "size=1".to_owned(), "7".to_owned())]);
    }

    #[test]
    fn run_with_different_result_is_rejected() {
        let cases = case(vec![runner(Subject::Ours, || Ok("7")), runner(Subject::Go, || Ok("8"))]);
        let mut runs = 0;
        let outcome = run_cases(cases, 3, |_| (), |n| runs += n);
        assert!(!outcome.is_valid());
        assert_eq!(outcome.failures().len(), 1);
        assert!(outcome.failures()[0].contains("its result is 8, but the result of ours is 7"));
        assert_eq!(outcome.keys.len(), 1, "only the number of this project is kept");
        assert_eq!(runs, 6, "the progress bar is complete");
    }

    #[test]
    fn failed_peer_is_not_a_failure() {
        let ended = || RunError::Ended("exit status: 1\n  at f\n  OutOfMemoryError".to_owned());
        let failing = runner(Subject::JavaZ, move || Err(ended()));
        let mut runs = 0;
        let subjects = vec![runner(Subject::Ours, || Ok("7")), failing];
        let outcome = run_cases(case(subjects), 2, |_| (), |n| runs += n);
        assert!(outcome.is_valid() && outcome.failures().is_empty(), "{outcome:?}");
        assert_eq!(runs, 4);
        let unmeasured: Vec<String> = outcome.unmeasured().collect();
        let message = "suite size=1: java-z, round 1: exit status: 1\n  at f\n  OutOfMemoryError";
        assert_eq!(unmeasured, [message]);
        assert_eq!(outcome.unmeasured[0].summary(), "exit status: 1, OutOfMemoryError");
    }

    #[test]
    fn other_failures_are_failures() {
        let failures = |subjects| {
            let outcome = run_cases(case(subjects), 1, |_| (), |_| ());
            assert!(!outcome.is_valid());
            outcome.failures().to_vec()
        };
        let ended = |subject| runner(subject, || Err(RunError::Ended("killed".to_owned())));
        let ours = || runner(Subject::Ours, || Ok("7"));
        assert_eq!(failures(vec![ended(Subject::Limit), ours()]), ["suite size=1: limit: killed"]);
        // The output of a peer is not as expected.
        let invalid = runner(Subject::Go, || Err("no wall_ns".to_owned().into()));
        assert_eq!(failures(vec![invalid, ours()]), ["suite size=1: go: no wall_ns"]);
        assert_eq!(failures(vec![ended(Subject::Go)]), ["suite size=1: no subject was measured"]);
        // None of the selected subjects takes part in this case.
        assert!(run_cases(case(Vec::new()), 1, |_| (), |_| ()).is_valid());
    }

    #[test]
    fn failed_subject_is_not_run_again() {
        let mut count = 0;
        let failing = runner(Subject::Ours, move || {
            count += 1;
            if count == 1 { Ok("7") } else { Err(format!("failed, call {count}").into()) }
        });
        let outcome = run_cases(case(vec![failing]), 5, |_| (), |_| ());
        assert_eq!(outcome.failures(), ["suite size=1: ours: failed, call 2"]);
        assert!(outcome.values.values().all(|rounds| rounds.len() == 1));
    }
}
