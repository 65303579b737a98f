//! Runs `soak`, as the tests do, to detect an injected fault by random object graphs.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Noticed, VARIABLE, gist};
use crate::timeout::wait_within;

/// Configurations that successive runs cycle through: threads, megabytes of heap, `SPGC_ZEAL`,
/// `SPGC_VERIFY` and `SPGC_CONCURRENT`, as in `tests/tests/stress/soak.rs`.
pub const CONFIGURATIONS: [(&str, &str, &str, &str, &str); 6] = [
    ("4", "12", "off", "off", "off"),
    ("4", "12", "off", "before,after", "off"),
    ("4", "8", "40", "off", "on"),
    ("32", "16", "300", "off", "off"),
    ("4", "12", "off", "off", "on"),
    ("4", "12", "20", "before,after", "on"),
];
/// Time limit of a run. `soak` has a shorter one of its own, so a run that exceeds this one hangs.
const PATIENCE: Duration = Duration::from_secs(150);
/// The message with which `soak` fails if it only ran for too short a time.
const TOO_SHORT: &str = "Run it longer";

/// Runs `soak` with the named fault, or without one, until a run fails. Returns `None` if none of
/// `max_runs` runs fails.
///
/// # Errors
///
/// If `soak` cannot be run.
pub fn try_fault(
    soak: &Path,
    name: Option<&str>,
    directory: &Path,
    max_runs: usize,
) -> Result<Option<Noticed>, String> {
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
        let message = match run_for(&mut command, &directory.join(name.unwrap_or("none")))? {
            Ended::Well => continue,
            Ended::Badly(message) if message.contains(TOO_SHORT) => continue,
            Ended::Badly(message) => gist(&message),
            Ended::Hung => "hung".to_owned(),
        };
        let by = match (zeal, verify) {
            ("off", "off") => "graphs".to_owned(),
            ("off", _) => "graphs, verified".to_owned(),
            _ => "graphs, zeal".to_owned(),
        };
        return Ok(Some(Noticed { by, after: run + 1, time: begin.elapsed(), message }));
    }
    Ok(None)
}

enum Ended {
    Well,
    Badly(String),
    Hung,
}

fn run_for(command: &mut Command, errors: &Path) -> Result<Ended, String> {
    let text = |error: std::io::Error| error.to_string();
    let file = std::fs::File::create(errors).map_err(text)?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let mut child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    match wait_within(&mut child, PATIENCE).map_err(text)? {
        None => Ok(Ended::Hung),
        Some(status) if status.success() => Ok(Ended::Well),
        Some(status) => {
            let message = std::fs::read(errors).map_err(text)?;
            Ok(Ended::Badly(format!("{status}\n{}", String::from_utf8_lossy(&message))))
        }
    }
}
