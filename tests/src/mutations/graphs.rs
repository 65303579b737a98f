//! Detects injected faults with random object graphs: runs the program `soak`.

use std::path::Path;
use std::process::Command;

use super::Detection;
use super::runs::run_until_failure;

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
    run_until_failure(name, directory, max_runs, |run| {
        let (threads, heap, zeal, verify, concurrent) = CONFIGURATIONS[run % CONFIGURATIONS.len()];
        let mut command = Command::new(soak);
        command
            .args(["--threads", threads, "--seconds", "1", "--heap", heap])
            .args(["--seed", &(run + 1).to_string()])
            .envs([("SPGC_ZEAL", zeal), ("SPGC_VERIFY", verify), ("SPGC_THREADS", "2")])
            .env("SPGC_CONCURRENT", concurrent);
        let check = match (zeal, verify) {
            ("off", "off") => "graphs",
            ("off", _) => "graphs, verified",
            _ => "graphs, zeal",
        };
        (command, check)
    })
}
