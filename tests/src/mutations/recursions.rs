//! Detects injected faults with recursions that grow and shrink: runs the scenario `recursions` of
//! `stress`.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use super::graphs::{Outcome, run_program};
use super::{Detection, VARIABLE, summary_line};

/// Values of `SPGC_ZEAL` in successive runs, in turn.
pub const ZEAL: [&str; 3] = ["off", "alloc", "off"];

/// Runs the recursions up to `max_runs` times with the named fault, or without one, until a run
/// fails. Returns `None` if no run fails.
///
/// # Errors
///
/// If `stress` cannot be started.
pub fn run_fault(
    stress: &Path,
    name: Option<&str>,
    directory: &Path,
    max_runs: usize,
) -> Result<Option<Detection>, String> {
    let begin = Instant::now();
    for run in 0..max_runs {
        let zeal = ZEAL[run % ZEAL.len()];
        let mut command = Command::new(stress);
        command
            .args(["--scenario", "recursions", "--threads", "2", "--seconds", "1"])
            .args(["--seed", &(run + 1).to_string()])
            .envs([("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "after"), ("RUST_BACKTRACE", "0")])
            .env_remove(VARIABLE)
            .envs(name.map(|name| (VARIABLE, name)));
        let message = match run_program(&mut command, &directory.join(name.unwrap_or("none")))? {
            Outcome::Passed => continue,
            Outcome::Failed(message) => summary_line(&message),
            Outcome::TimedOut => "hung".to_owned(),
        };
        let check = if zeal == "off" { "recursions" } else { "recursions, zeal" };
        let (check, time) = (check.to_owned(), begin.elapsed());
        return Ok(Some(Detection { check, attempts: run + 1, time, message }));
    }
    Ok(None)
}
