//! Runs the measuring programs of other runtimes.

use std::process::{Command, Output};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use super::Plan;

/// Time limit for the start and the exit of a program, in addition to its work.
const START_AND_EXIT_TIME: Duration = Duration::from_secs(60);

/// Runs a command to its end. Returns its output if it succeeds.
///
/// # Errors
///
/// Returns the error message of the OS or of the command.
pub(super) fn output(command: &mut Command) -> Result<Output, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name}: {}\n{}", output.status, errors.trim_end()))
}

/// Runs a program like [`output`], and kills it after its time limit. Its output is written to a
/// file, so the program never blocks on a pipe.
///
/// # Errors
///
/// Returns the error message of the OS or of the program, or a message about the time limit.
pub(super) fn output_within_limit(command: &mut Command, plan: &Plan) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let error = |error: std::io::Error| format!("{name}: {error}");
    let file = tempfile::NamedTempFile::new().map_err(error)?;
    command.stdout(file.reopen().map_err(error)?);
    let mut child = command.spawn().map_err(error)?;
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(error)? {
            break status;
        }
        if begin.elapsed() > plan.limit + START_AND_EXIT_TIME {
            child.kill().and_then(|()| child.wait()).map_err(error)?;
            return Err(format!(
                "{name}: exceeded its time limit of {:?}",
                plan.limit + START_AND_EXIT_TIME
            ));
        }
        thread::sleep(Duration::from_millis(50));
    };
    if !status.success() {
        return Err(format!("{name}: {status}"));
    }
    std::fs::read_to_string(file.path()).map_err(error)
}

/// Returns the first arguments, which are the same for all programs.
pub(super) fn arguments(plan: &Plan) -> [String; 6] {
    let threads = plan.threads;
    [
        threads.loops.to_string(),
        threads.natives.to_string(),
        threads.sleepers.to_string(),
        plan.stops.to_string(),
        plan.pause.as_micros().to_string(),
        plan.limit.as_millis().to_string(),
    ]
}

/// Returns the numbers in all lines `WORD NUMBER` with this word.
pub(super) fn numbers<'t, N: FromStr>(text: &'t str, word: &str) -> impl Iterator<Item = N> + 't {
    let word = format!("{word} ");
    text.lines().filter_map(move |line| line.strip_prefix(&word)?.parse().ok())
}
