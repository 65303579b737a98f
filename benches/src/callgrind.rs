//! Counts the instructions of a process with valgrind's callgrind.

use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};

/// Returns the number of instructions of this program, run with these arguments, or of one function
/// and its callees. `function` is the name of its symbol.
///
/// # Errors
///
/// Returns a message if valgrind is not installed, if the program fails, or if no number is
/// printed.
pub fn instructions(
    function: Option<&str>,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind"]);
    command.arg(format!("--callgrind-out-file={}", file.path().display()));
    if let Some(function) = function {
        command.arg(format!("--toggle-collect={function}"));
    }
    command.arg(program).args(arguments);
    // Callgrind counts a `rep stosb`, with which memset clears memory, as one instruction per byte.
    command.env("GLIBC_TUNABLES", "glibc.cpu.x86_rep_stosb_threshold=1000000000");
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind: {error} (Debian: apt-get install valgrind)"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("valgrind: {}\n{}", output.status, errors.trim_end()));
    }
    let text = fs::read_to_string(file.path()).map_err(|error| error.to_string())?;
    // summary: 123456, or totals: 123456
    let total = text.lines().find_map(|line| {
        line.strip_prefix("summary: ")
            .or_else(|| line.strip_prefix("totals: "))?
            .trim()
            .parse()
            .ok()
    });
    total.ok_or_else(|| {
        "valgrind: no line \"summary:\" or \"totals:\" in the output of callgrind".to_owned()
    })
}
