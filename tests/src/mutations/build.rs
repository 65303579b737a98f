//! Builds the library with injected faults, in a separate folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::timeout::output_within;

/// The programs that are run with a fault.
#[derive(Clone, Debug)]
pub struct Build {
    /// The library that random programs are linked with.
    pub driver: PathBuf,
    /// The program `soak`.
    pub soak: PathBuf,
}

/// Returns a command that runs Cargo in the workspace folder.
pub(super) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo
}

/// Time limit of Cargo.
const BUILD: Duration = Duration::from_secs(3600);

/// Runs a command that must succeed. Returns its output.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let output = output_within(command, BUILD).map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout) + &text(&output.stderr);
    if output.status.success() { Ok(printed) } else { Err(format!("{command:?}\n{printed}")) }
}

/// Builds the driver library and `soak`.
///
/// # Errors
///
/// Cargo's message.
pub fn build() -> Result<Build, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    // TARGET/PROFILE/mutations
    let target = program.ancestors().nth(2).ok_or("the program is not in a build directory")?;
    let target = target.join("mutations");
    let build = |arguments: &[&str]| {
        let mut cargo = cargo();
        cargo.args(arguments).args(["--quiet", "--release", "-p", "tests", "--target-dir"]);
        cargo.arg(&target).env("RUSTFLAGS", "--cfg spgc_mutations");
        // No debug information is needed.
        cargo.env("CARGO_PROFILE_RELEASE_DEBUG", "false");
        output(&mut cargo).map(drop)
    };
    build(&["build", "--bin", "soak"])?;
    build(&["rustc", "--lib", "--crate-type", "staticlib"])?;
    let release = target.join("release");
    Ok(Build { driver: release.join("libtests.a"), soak: release.join("soak") })
}
