//! Detects injected faults with scenarios of `stress`.

use std::path::Path;
use std::process::Command;

use super::Detection;
use super::runs::run_until_failure;

/// A scenario that detects faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// Recursions that grow and shrink.
    Recursions,
    /// Fibers, most of which are suspended.
    Fibers,
    /// Native unwinders beside collections.
    Unwinders,
}

/// Values of `SPGC_ZEAL` in successive runs, in turn.
pub const ZEAL: [&str; 3] = ["off", "alloc", "off"];

impl Scenario {
    /// All scenarios that detect faults.
    pub const ALL: [Self; 3] = [Self::Recursions, Self::Fibers, Self::Unwinders];

    /// Returns the name of the scenario.
    fn name(self) -> &'static str {
        match self {
            Self::Recursions => "recursions",
            Self::Fibers => "fibers",
            Self::Unwinders => "unwinders",
        }
    }

    /// Runs the scenario up to `max_runs` times with the named fault, or without one, until a run
    /// fails. Returns `None` if no run fails.
    ///
    /// # Errors
    ///
    /// If `stress` cannot be started.
    pub fn run_fault(
        self,
        stress: &Path,
        name: Option<&str>,
        directory: &Path,
        max_runs: usize,
    ) -> Result<Option<Detection>, String> {
        run_until_failure(name, directory, max_runs, |run| {
            let zeal = ZEAL[run % ZEAL.len()];
            let mut command = Command::new(stress);
            command
                .args(["--scenario", self.name(), "--threads", "2", "--seconds", "1"])
                .args(["--seed", &(run + 1).to_string()])
                .envs([("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "after"), ("RUST_BACKTRACE", "0")])
                .env("SPGC_CONCURRENT", "on");
            let check = match (self, zeal) {
                (Self::Recursions, "off") => "recursions",
                (Self::Recursions, _) => "recursions, zeal",
                (Self::Fibers, "off") => "fibers",
                (Self::Fibers, _) => "fibers, zeal",
                (Self::Unwinders, "off") => "unwinders",
                (Self::Unwinders, _) => "unwinders, zeal",
            };
            (command, check)
        })
    }
}
