//! Finds LLVM's C++ headers, which programs that use ORC are compiled with.

use std::path::Path;
use std::process::Command;

use crate::host::skipped;
use crate::llvm::Llvm;
use crate::timeout;

/// The oldest version of LLVM that `statepoint_gc_orc.hpp` supports.
pub const OLDEST: u32 = 16;

/// Returns the selected versions of LLVM whose headers are installed, from [`OLDEST`] on. Prints a
/// message for each one whose headers are not installed.
pub fn versions_with_headers() -> Vec<u32> {
    let selected = Llvm::installed().into_iter().map(|llvm| llvm.version());
    selected.filter(|version| *version >= OLDEST && has_headers(*version)).collect()
}

/// Whether the C++ headers of a version are installed. Prints a message if they are not.
pub fn has_headers(version: u32) -> bool {
    let mut command = Command::new(format!("llvm-config-{version}"));
    let folder = timeout::output(command.arg("--includedir")).ok();
    let folder = folder.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let header = "llvm/ExecutionEngine/Orc/LLJIT.h";
    let is_installed = folder.is_some_and(|folder| Path::new(&folder).join(header).exists());
    if !is_installed {
        skipped(&format!("the headers of LLVM {version} are not installed (llvm-{version}-dev)"));
    }
    is_installed
}

/// Returns the words that `llvm-config` of a version prints.
///
/// # Panics
///
/// If it fails.
pub fn flags(version: u32, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new(format!("llvm-config-{version}"));
    let printed = crate::capi::run(command.args(arguments));
    printed.split_whitespace().map(str::to_owned).collect()
}
