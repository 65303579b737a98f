//! Running a program of this build from a test of it.

use std::env;
use std::ffi::OsStr;
use std::process::Command;

/// A command that runs `program`, as `cargo test` runs the test that asks: through the runner that
/// cargo was given for this target, if there is one. A test that runs in an emulator has one, and
/// the system by itself may not be able to run what the emulator can.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let variable =
        format!("CARGO_TARGET_{}_UNKNOWN_LINUX_GNU_RUNNER", env::consts::ARCH.to_uppercase());
    let runner = env::var(variable).unwrap_or_default();
    let mut words = runner.split_whitespace();
    let Some(first) = words.next() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(words).arg(program);
    command
}
