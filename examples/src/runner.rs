//! Runs programs of this build from tests, in an emulator if Cargo uses one.

use std::env;
use std::ffi::OsStr;
use std::process::Command;

/// Returns a command that runs `program` in the same way as `cargo test` runs the calling test:
/// through Cargo's runner for this target, if any. A test for another architecture runs in an
/// emulator, and its programs must run in the emulator as well.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let runner = runner();
    let mut words = runner.split_whitespace();
    let Some(first) = words.next() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(words).arg(program);
    command
}

/// Returns whether a runner is configured, so that programs run in an emulator.
pub fn emulated() -> bool {
    !runner().trim().is_empty()
}

/// Returns the command line of Cargo's runner for this target, or an empty string.
fn runner() -> String {
    let arch = env::consts::ARCH.to_uppercase();
    env::var(format!("CARGO_TARGET_{arch}_UNKNOWN_LINUX_GNU_RUNNER")).unwrap_or_default()
}
