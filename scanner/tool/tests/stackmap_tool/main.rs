//! Tests of the `stackmap` tool: its output and its exit status.
//!
//! Most tests write files from committed sections and do not need LLVM. The tests in `llvm`,
//! `scalable` and `compile` compile fixtures with the LLVM versions that are installed.

mod compile;
mod convert;
mod dump;
mod elf;
mod input;
mod llvm;
mod lookup;
mod scalable;
mod stats;
mod usage;
mod verify;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use test_support::timeout;

/// Runs the tool.
fn stackmap<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stackmap"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    timeout::output(&mut command).expect("the tool runs")
}

/// Runs the tool, asserts that it succeeds, and returns its output.
fn text<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let output = stackmap(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout).expect("the output is not UTF-8")
}

/// Runs the tool, asserts that it succeeds, and parses its output as JSON.
fn json<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Value {
    serde_json::from_str(&text(arguments)).expect("JSON")
}

/// Runs the tool, and asserts that it ends with status 1 and prints nothing to standard output.
/// Returns the output to standard error.
fn refusal<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let output = stackmap(arguments);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let message = String::from_utf8(output.stderr).expect("the output is not UTF-8");
    assert!(message.starts_with("stackmap: "), "{message}");
    message
}

/// A temporary directory, which is removed at the end of the test.
struct Scratch {
    directory: tempfile::TempDir,
}

impl Scratch {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().expect("the directory cannot be created") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file in the directory and returns its path.
    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }
}
