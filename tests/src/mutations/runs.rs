//! Runs of a program with an injected fault, until one fails.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Detection, VARIABLE, summary_line};
use crate::timeout::wait_within;

/// Time limit of a run. The programs have shorter limits, so a run that exceeds this one hangs.
const TIMEOUT: Duration = Duration::from_secs(150);
/// Part of the message with which `soak` fails if an operation that it must cover never occurred.
const TOO_SHORT_MESSAGE: &str = "Run it longer";

/// Runs programs up to `max_runs` times with the named fault, or without one, until a run fails.
/// `command` returns the command of a run and the name of its check. Returns `None` if no run
/// fails.
///
/// # Errors
///
/// If a program cannot be started.
pub(super) fn run_until_failure(
    name: Option<&str>,
    directory: &Path,
    max_runs: usize,
    command: impl Fn(usize) -> (Command, &'static str),
) -> Result<Option<Detection>, String> {
    let begin = Instant::now();
    for run in 0..max_runs {
        let (mut command, check) = command(run);
        command.env_remove(VARIABLE).envs(name.map(|name| (VARIABLE, name)));
        let message = match run_program(&mut command, &directory.join(name.unwrap_or("none")))? {
            Outcome::Passed => continue,
            Outcome::Failed(message) if message.contains(TOO_SHORT_MESSAGE) => continue,
            Outcome::Failed(message) => summary_line(&message),
            Outcome::TimedOut => "hung".to_owned(),
        };
        let (check, time) = (check.to_owned(), begin.elapsed());
        return Ok(Some(Detection { check, attempts: run + 1, time, message }));
    }
    Ok(None)
}

/// Outcome of one run of a program.
enum Outcome {
    Passed,
    /// The run failed with this exit status and standard error.
    Failed(String),
    /// The run exceeded [`TIMEOUT`] and was killed.
    TimedOut,
}

/// Runs a program, with its standard error in the file `errors`.
fn run_program(command: &mut Command, errors: &Path) -> Result<Outcome, String> {
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
