//! The LLVM versions that are installed, and their tools.
//!
//! A test asks [`Llvm::installed`] and runs once for each version that it gets. A version that is
//! missing or not selected is named on standard error, so that a log shows what was not tested.
//!
//! [`SELECTION`] selects the versions: `all`, or numbers separated by commas. By default it is
//! [`DEFAULT`] alone, to keep `cargo test` short; `.ci/versions` tests with the others.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object, ObjectSection};

use crate::fixtures::Fixture;
use crate::timeout;

/// The versions that the project supports at its ends and in between.
pub const VERSIONS: [u32; 4] = [14, 16, 19, 22];

/// The environment variable that selects versions for tests.
pub const SELECTION: &str = "TEST_LLVM";

/// The version that tests use if [`SELECTION`] is not set: that of the committed assembly.
pub const DEFAULT: u32 = 19;

/// One installed LLVM version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Llvm {
    version: u32,
}

/// Error of running a tool of LLVM.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// It could not be started, or a file could not be read or written.
    #[error("{what}: {error}")]
    Io {
        /// The tool or file.
        what: String,
        /// The system's error.
        error: std::io::Error,
    },
    /// It failed.
    #[error("{command}: {status}\n{stderr}")]
    Failed {
        /// The command line.
        command: String,
        /// Its exit status.
        status: std::process::ExitStatus,
        /// Its standard error.
        stderr: String,
    },
    /// It made an object file that cannot be read.
    #[error("{path}: {reason}")]
    Object {
        /// The file.
        path: PathBuf,
        /// The parser's error.
        reason: String,
    },
}

/// Returns the path of lld, which Debian installs with its version only; none if it is not
/// installed.
pub fn lld() -> Option<PathBuf> {
    let names = ["ld.lld", "ld.lld-22", "ld.lld-19", "ld.lld-16", "ld.lld-14"];
    let path = std::env::var_os("PATH")?;
    let mut places =
        std::env::split_paths(&path).flat_map(|directory| names.map(|name| directory.join(name)));
    places.find(|place| place.exists())
}

fn skipped(reason: core::fmt::Arguments<'_>) -> Option<Llvm> {
    // Not by `eprintln!`, whose output the test harness captures when a test passes.
    let _ = std::io::stderr().write_all(format!("skipped: {reason}\n").as_bytes());
    None
}

fn is_selected(version: u32) -> bool {
    let Ok(selection) = std::env::var(SELECTION) else { return version == DEFAULT };
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| VERSIONS.contains(number));
    selection == "all"
        || selection
            .split(',')
            .map(|text| {
                number(text).unwrap_or_else(|| {
                    panic!(
                        "{SELECTION} is \"all\" or versions of {VERSIONS:?} with commas: {text:?}"
                    )
                })
            })
            .any(|number| number == version)
}

impl Llvm {
    /// Returns this version, if its `llc`, `opt` and `llvm-readobj` can be run under the names that
    /// Debian gives them (`llc-19`).
    pub fn find(version: u32) -> Option<Self> {
        let llvm = Self { version };
        let runs = |tool| {
            let mut command = llvm.command(tool);
            timeout::output(command.arg("--version")).is_ok_and(|output| output.status.success())
        };
        ["llc", "opt", "llvm-readobj"].into_iter().all(runs).then_some(llvm)
    }

    /// Returns this version, if it is [selected](SELECTION) and installed. Otherwise a message on
    /// standard error says that a test was skipped.
    ///
    /// # Panics
    ///
    /// If the selection cannot be read.
    pub fn find_or_skip(version: u32) -> Option<Self> {
        if !is_selected(version) {
            return skipped(format_args!("LLVM {version} is not in {SELECTION}: .ci/versions"));
        }
        Self::find_installed(version)
    }

    /// Returns this version, whether selected or not. If it is not installed, a message on standard
    /// error says that it was skipped.
    pub fn find_installed(version: u32) -> Option<Self> {
        Self::find(version).or_else(|| {
            skipped(format_args!("LLVM {version} is not installed (package llvm-{version})"))
        })
    }

    /// Returns those of [`VERSIONS`] that are [selected](SELECTION) and installed. The others are
    /// named on standard error.
    pub fn installed() -> Vec<Self> {
        VERSIONS.into_iter().filter_map(Self::find_or_skip).collect()
    }

    /// Returns the major version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns a tool of this version, by its name without the version.
    pub fn command(&self, tool: &str) -> Command {
        Command::new(format!("{tool}-{}", self.version))
    }

    /// Runs a tool and returns its standard output.
    ///
    /// # Errors
    ///
    /// If it cannot be started or fails.
    pub fn run<A: AsRef<OsStr>>(
        &self,
        tool: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Vec<u8>, ToolError> {
        let mut command = self.command(tool);
        command.args(arguments);
        let output = timeout::output(&mut command)
            .map_err(|error| ToolError::Io { what: format!("{command:?}"), error })?;
        if !output.status.success() {
            return Err(ToolError::Failed {
                command: format!("{command:?}"),
                status: output.status,
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            });
        }
        Ok(output.stdout)
    }

    /// Compiles a fixture for a target (`x86_64` or `aarch64`, Linux) into an object file in
    /// `directory`: through the passes that it names, then `llc` with its options and these.
    ///
    /// # Errors
    ///
    /// If a tool fails.
    pub fn compile(
        &self,
        fixture: &Fixture,
        target: &str,
        options: &[&str],
        directory: &Path,
    ) -> Result<PathBuf, ToolError> {
        let file = |extension| {
            let name = format!("{}-{target}-{}.{extension}", fixture.name(), self.version);
            directory.join(name)
        };
        let (source, bitcode, object) = (file("ll"), file("bc"), file("o"));
        let text = fixture.text_for(self.version);
        fs::write(&source, text)
            .map_err(|error| ToolError::Io { what: source.display().to_string(), error })?;
        let passes = format!("-passes={}", fixture.passes());
        self.run(
            "opt",
            [OsStr::new(&passes), source.as_os_str(), OsStr::new("-o"), bitcode.as_os_str()],
        )?;
        let triple = format!("-mtriple={target}-unknown-linux-gnu");
        let mut arguments = vec![OsStr::new(&triple), OsStr::new("-filetype=obj")];
        arguments.extend(fixture.llc_options().map(OsStr::new));
        arguments.extend(options.iter().map(OsStr::new));
        arguments.extend([bitcode.as_os_str(), OsStr::new("-o"), object.as_os_str()]);
        self.run("llc", arguments)?;
        Ok(object)
    }

    /// Returns the output of `llvm-readobj --stackmap` for an object file.
    ///
    /// # Errors
    ///
    /// If it fails.
    pub fn stack_map_text(&self, object: &Path) -> Result<String, ToolError> {
        let output = self.run("llvm-readobj", [OsStr::new("--stackmap"), object.as_os_str()])?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    }
}

/// Returns the bytes of a section of an object file, without relocations applied.
///
/// # Errors
///
/// If the file cannot be read or does not have the section.
pub fn section(path: &Path, name: &str) -> Result<Vec<u8>, ToolError> {
    let wrong = |reason: String| ToolError::Object { path: path.to_owned(), reason };
    let bytes = fs::read(path)
        .map_err(|error| ToolError::Io { what: path.display().to_string(), error })?;
    let file = object::File::parse(&*bytes).map_err(|error| wrong(error.to_string()))?;
    let section = file.section_by_name(name).ok_or_else(|| wrong(format!("no section {name}")))?;
    let data = section.data().map_err(|error| wrong(error.to_string()))?;
    Ok(data.to_vec())
}
