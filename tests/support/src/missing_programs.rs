//! Processes that need a managed program which was not compiled, because LLVM is not installed.
//!
//! Such a process exits with [`STATUS`]. In the child process of a test, a child with this status
//! makes its parent exit with the same status, so that the test is skipped wherever the program was
//! needed.

use std::process::ExitStatus;

/// Exit status of a process that needs a missing program. `examples/managed/assemble.rs` contains
/// it, too.
pub const STATUS: i32 = 77;

/// Environment variable that is set in the child process of a test, and in the processes that it
/// starts. Nothing sets it if no program is missing.
pub const VARIABLE: &str = "SPGC_TEST_MAY_BE_SKIPPED";

/// Exits like a child process that has exited with this status, if the child needed a missing
/// program, and this process belongs to a test that may be skipped.
pub fn exit_like(child: ExitStatus) {
    if child.code() == Some(STATUS) && std::env::var_os(VARIABLE).is_some() {
        // SAFETY: the function has no preconditions. Destructors and other threads of the test do
        // not run.
        unsafe { libc::_exit(STATUS) };
    }
}
