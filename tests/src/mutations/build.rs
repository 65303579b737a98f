//! Builds the test programs with fault injection enabled, in a separate target directory.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::timeout::output_within;

/// Files of the build with fault injection.
#[derive(Clone, Debug)]
pub struct Build {
    /// Path of the static library that random programs are linked with.
    pub driver: PathBuf,
    /// Path of the program `soak`.
    pub soak: PathBuf,
    /// Path of the program `stress`.
    pub stress: PathBuf,
}

/// Returns a command that runs Cargo in the workspace folder.
pub(super) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo
}

/// Time limit of a build.
const BUILD_TIMEOUT: Duration = Duration::from_secs(3600);

/// Runs a command and returns its standard output followed by its standard error. A command that
/// fails is an error.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let output =
        output_within(command, BUILD_TIMEOUT).map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout) + &text(&output.stderr);
    if output.status.success() { Ok(printed) } else { Err(format!("{command:?}\n{printed}")) }
}

/// Builds the driver library, `soak` and `stress`.
///
/// # Errors
///
/// If a build fails, with the message of Cargo.
pub fn build() -> Result<Build, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    // The path of this program is TARGET/PROFILE/mutations.
    let target = program.ancestors().nth(2).ok_or("the program is not in a build directory")?;
    let target = target.join("mutations");
    let build = |arguments: &[&str]| {
        let mut cargo = cargo();
        cargo.args(arguments).args(["--quiet", "--release", "-p", "tests", "--target-dir"]);
        cargo.arg(&target).env("RUSTFLAGS", "--cfg spgc_mutations");
        // Debug information would only make the build slower.
        cargo.env("CARGO_PROFILE_RELEASE_DEBUG", "false");
        output(&mut cargo).map(drop)
    };
    build(&["build", "--bin", "soak", "--bin", "stress"])?;
    build(&["rustc", "--lib", "--crate-type", "staticlib"])?;
    let release = target.join("release");
    let [driver, soak, stress] = ["libtests.a", "soak", "stress"].map(|name| release.join(name));
    Ok(Build { driver, soak, stress })
}
