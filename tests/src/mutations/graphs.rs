//! Detects injected faults with random object graphs: runs the program `soak`.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Detection, VARIABLE, summary_line};
use crate::timeout::wait_within;

/// Configurations of successive runs, in turn: number of threads, heap size in MiB, `SPGC_ZEAL`,
/// `SPGC_VERIFY` and `SPGC_CONCURRENT`. `tests/tests/stress/soak.rs` uses the same.
pub const CONFIGURATIONS: [(&str, &str, &str, &str, &str); 6] = [
    ("4", "12", "off", "off", "off"),
    ("4", "12", "off", "before,after", "off"),
    ("4", "8", "40", "off", "on"),
    ("32", "16", "300", "off", "off"),
    ("4", "12", "off", "off", "on"),
    ("4", "12", "20", "before,after", "on"),
];
/// Time limit of a run. `soak` itself has a shorter limit, so a run that exceeds this one hangs.
const TIMEOUT: Duration = Duration::from_secs(150);
/// Part of the message with which `soak` fails if an operation that it must cover never occurred.
const TOO_SHORT_MESSAGE: &str = "Run it longer";

/// Runs `soak` up to `max_runs` times with the named fault, or without one, until a run fails.
/// Returns `None` if no run fails.
///
/// # Errors
///
/// If `soak` cannot be started.
pub fn run_fault(
    soak: &Path,
    name: Option<&str>,
    directory: &Path,
    max_runs: usize,
) -> Result<Option<Detection>, String> {
    let begin = Instant::now();
    for run in 0..max_runs {
        let (threads, heap, zeal, verify, concurrent) = CONFIGURATIONS[run % CONFIGURATIONS.len()];
        let mut command = Command::new(soak);
        command
            .args(["--threads", threads, "--seconds", "1", "--heap", heap])
            .args(["--seed", &(run + 1).to_string()])
            .envs([("SPGC_ZEAL", zeal), ("SPGC_VERIFY", verify), ("SPGC_THREADS", "2")])
            .env("SPGC_CONCURRENT", concurrent)
            .env_remove(VARIABLE)
            .envs(name.map(|name| (VARIABLE, name)));
        let message = match run_program(&mut command, &directory.join(name.unwrap_or("none")))? {
            Outcome::Passed => continue,
            Outcome::Failed(message) if message.contains(TOO_SHORT_MESSAGE) => continue,
            Outcome::Failed(message) => summary_line(&message),
            Outcome::TimedOut => "hung".to_owned(),
        };
        let check = match (zeal, verify) {
            ("off", "off") => "graphs".to_owned(),
            ("off", _) => "graphs, verified".to_owned(),
            _ => "graphs, zeal".to_owned(),
        };
        return Ok(Some(Detection { check, attempts: run + 1, time: begin.elapsed(), message }));
    }
    Ok(None)
}

/// Outcome of one run of a program.
pub(super) enum Outcome {
    Passed,
    /// The run failed with this exit status and standard error.
    Failed(String),
    /// The run exceeded [`TIMEOUT`] and was killed.
    TimedOut,
}

/// Runs a program, with its standard error in the file `errors`.
pub(super) fn run_program(command: &mut Command, errors: &Path) -> Result<Outcome, String> {
    let text = |error: std::io::Error| error.to_string();
    let file = std::fs::File::create(errors).map_err(text)?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    match wait_within(&mut child, TIMEOUT).map_err(text)? {
        None => Ok(Outcome::TimedOut),
        Some(status) if status.success() => Ok(Outcome::Passed),
        Some(status) => {
            let message = std::fs::read(errors).map_err(text)?;
            Ok(Outcome::Failed(format!("{status}\n{}", String::from_utf8_lossy(&message))))
        }
    }
}
