//! Running a program of this build from a test of it.

use std::env;
use std::ffi::OsStr;
use std::process::Command;

/// Returns a command that runs `program` as `cargo test` runs the calling test: through the runner
/// that cargo was configured with for this target, if any. A test that runs in an emulator has one,
/// and the system by itself may not be able to run what the emulator can.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let runner = runner();
    let mut words = runner.split_whitespace();
    let Some(first) = words.next() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(words).arg(program);
    command
}

/// Returns whether such a runner is configured.
pub fn emulated() -> bool {
    !runner().trim().is_empty()
}

fn runner() -> String {
    let arch = env::consts::ARCH.to_uppercase();
    env::var(format!("CARGO_TARGET_{arch}_UNKNOWN_LINUX_GNU_RUNNER")).unwrap_or_default()
}
