//! Detects injected faults with recursions that grow and shrink: runs the scenario `recursions` of
//! `stress`.

use std::path::Path;
use std::process::Command;

use super::Detection;
use super::runs::run_until_failure;

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
    run_until_failure(name, directory, max_runs, |run| {
        let zeal = ZEAL[run % ZEAL.len()];
        let mut command = Command::new(stress);
        command
            .args(["--scenario", "recursions", "--threads", "2", "--seconds", "1"])
            .args(["--seed", &(run + 1).to_string()])
            .envs([("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "after"), ("RUST_BACKTRACE", "0")]);
        (command, if zeal == "off" { "recursions" } else { "recursions, zeal" })
    })
}
