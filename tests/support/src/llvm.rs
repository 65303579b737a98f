//! The installed LLVM versions and their tools.
//!
//! A test runs once for each version that [`Llvm::installed`] returns. Versions that are not
//! installed or not selected are reported on standard error, so that a log shows what was skipped.
//!
//! The environment variable [`SELECTION`] selects versions: `all`, or numbers separated by commas.
//! The default is [`DEFAULT`] only, which keeps `cargo test` short. `.ci/versions` tests with the
//! others.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::{Object, ObjectSection};

use crate::fixtures::Fixture;
use crate::timeout;

/// The tested versions: the oldest and the newest supported version, and two in between.
pub const VERSIONS: [u32; 4] = [14, 16, 19, 22];

/// Environment variable that selects versions for tests.
pub const SELECTION: &str = "TEST_LLVM";

/// Version that tests use if [`SELECTION`] is not set. The committed assembly is from this version.
pub const DEFAULT: u32 = 19;

/// An installed LLVM version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Llvm {
    version: u32,
}

/// Error returned by functions that run tools.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// A tool could not be started, or a file could not be read or written.
    #[error("{what}: {error}")]
    Io {
        /// The command or the path.
        what: String,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// A tool failed.
    #[error("{command}: {status}\n{stderr}")]
    Failed {
        /// The command line.
        command: String,
        /// The exit status.
        status: std::process::ExitStatus,
        /// The standard error.
        stderr: String,
    },
    /// An object file is invalid.
    #[error("{path}: {reason}")]
    Object {
        /// The path of the file.
        path: PathBuf,
        /// The error of the parser.
        reason: String,
    },
}

/// Returns the path of lld, or `None` if it is not installed. Its name on Debian ends with the LLVM
/// version.
pub fn lld() -> Option<PathBuf> {
    let names = ["ld.lld", "ld.lld-22", "ld.lld-19", "ld.lld-16", "ld.lld-14"];
    let path = std::env::var_os("PATH")?;
    let mut places =
        std::env::split_paths(&path).flat_map(|directory| names.map(|name| directory.join(name)));
    places.find(|place| place.exists())
}

/// Reports a skipped version on standard error, and returns `None`.
fn skipped(reason: core::fmt::Arguments<'_>) -> Option<Llvm> {
    // Not by `eprintln!`, whose output the test harness captures when a test passes.
    let _ = std::io::stderr().write_all(format!("skipped: {reason}\n").as_bytes());
    None
}

/// Returns whether the environment selects a version.
fn is_selected(version: u32) -> bool {
    let Ok(selection) = std::env::var(SELECTION) else { return version == DEFAULT };
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| VERSIONS.contains(number));
    selection == "all"
        || selection
            .split(',')
            .map(|text| {
                number(text).unwrap_or_else(|| {
                    panic!("{SELECTION} must be \"all\" or a list from {VERSIONS:?}, not {text:?}")
                })
            })
            .any(|number| number == version)
}

impl Llvm {
    /// Returns this version if its `llc`, `opt` and `llvm-readobj` can be run, under names such as
    /// `llc-19`.
    pub fn find(version: u32) -> Option<Self> {
        let llvm = Self { version };
        let runs = |tool| {
            let mut command = llvm.command(tool);
            timeout::output(command.arg("--version")).is_ok_and(|output| output.status.success())
        };
        ["llc", "opt", "llvm-readobj"].into_iter().all(runs).then_some(llvm)
    }

    /// Returns this version if it is [selected](SELECTION) and installed. Otherwise reports on
    /// standard error that it is skipped.
    ///
    /// # Panics
    ///
    /// If the selection is invalid.
    pub fn find_or_skip(version: u32) -> Option<Self> {
        if !is_selected(version) {
            return skipped(format_args!(
                "LLVM {version} is not selected by {SELECTION}; .ci/versions tests it"
            ));
        }
        Self::find_installed(version)
    }

    /// Returns this version if it is installed, even if it is not selected. Otherwise reports on
    /// standard error that it is skipped.
    pub fn find_installed(version: u32) -> Option<Self> {
        Self::find(version).or_else(|| {
            skipped(format_args!("LLVM {version} is not installed (package llvm-{version})"))
        })
    }

    /// Returns the versions that are [selected](SELECTION) and installed. Reports the others on
    /// standard error.
    pub fn installed() -> Vec<Self> {
        VERSIONS.into_iter().filter_map(Self::find_or_skip).collect()
    }

    /// Returns the major version.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns a command that runs a tool of this version. `tool` is its name without the version.
    pub fn command(&self, tool: &str) -> Command {
        Command::new(format!("{tool}-{}", self.version))
    }

    /// Runs a tool and returns its standard output.
    ///
    /// # Errors
    ///
    /// If the tool cannot be started or fails.
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

    /// Compiles a fixture for `target` (`x86_64` or `aarch64`) to an object file in `directory`.
    /// The fixture determines the passes of `opt` and options of `llc`; `options` are further
    /// options of `llc`. Returns the path of the object file.
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
    /// If the tool fails.
    pub fn stack_map_text(&self, object: &Path) -> Result<String, ToolError> {
        let output = self.run("llvm-readobj", [OsStr::new("--stackmap"), object.as_os_str()])?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    }
}

/// Returns the contents of a section of an object file. Relocations are not applied.
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
