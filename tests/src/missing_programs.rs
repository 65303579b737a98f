//! Tests that need managed programs which were not compiled, because LLVM is not installed.
//!
//! A test does not say whether it needs such a program. It may need the program on another thread,
//! in a frame below managed code, or in a child process. If a program is missing, each test
//! therefore runs in a process of its own. The process exits with [`STATUS`] as soon as it needs a
//! missing program: when it asks for the address of a missing function
//! ([`managed`](crate::managed)) or for the assembly of a missing program, or calls a missing
//! function. Then the test is skipped with a message.
//!
//! If all programs were compiled, this code does not exist, except for [`ran_in_child`], which
//! returns false, so no test can be skipped.

pub use test_support::missing_programs::STATUS;

/// Returns true if the calling test has passed in a child process, or was skipped because the
/// child needed a missing program. Otherwise the calling process must run the test.
///
/// The attribute `test` of `test_attribute` calls this. `path` is the path of the test, such as
/// `collector::stores::name`.
#[cfg(not(programs_missing))]
pub const fn ran_in_child(_path: &str) -> bool {
    false
}

#[cfg(programs_missing)]
pub use missing::*;

#[cfg(programs_missing)]
mod missing {
    use std::io::Write as _;

    use super::STATUS;
    use crate::timeout;
    use test_support::missing_programs::VARIABLE;

    unsafe extern "C" {
        /// Exits with [`STATUS`] if a function is missing. The build script generates this.
        safe fn test_managed_require(function: unsafe extern "C" fn());
    }

    /// Exits with a message if a managed function is missing.
    pub fn require(function: unsafe extern "C" fn()) {
        test_managed_require(function);
    }

    /// Exits with the message that a program is missing.
    pub fn exit(program: &str) -> ! {
        write_stderr(&format!("{program} {}\n", env!("PROGRAMS_MISSING")));
        // SAFETY: the function has no preconditions.
        unsafe { libc::_exit(STATUS) }
    }

    /// Runs the calling test in a child process, unless this is a child process. See
    /// [`crate::missing_programs`].
    ///
    /// # Panics
    ///
    /// If the test fails in the child process.
    pub fn ran_in_child(path: &str) -> bool {
        if std::env::var_os(VARIABLE).is_some() {
            return false;
        }
        let (_, name) = path.split_once("::").expect("a path begins with the program");
        let mut child = examples::runner::command(std::env::current_exe().expect("a file"));
        child.args(["--exact", name, "--include-ignored"]).env(VARIABLE, "1");
        let output = timeout::output(&mut child).expect("the test runs again");
        if output.status.code() == Some(STATUS) {
            write_stderr(&format!("skipped: {path} needs LLVM 19 when it is built\n"));
            return true;
        }
        let [printed, errors] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(
            output.status.success() && printed.contains("1 passed"),
            "{path}: {}\n{printed}{errors}",
            output.status
        );
        // For example that the test has skipped a part.
        write_stderr(&errors);
        true
    }

    /// Writes to standard error directly, because the test harness captures `eprint!`.
    fn write_stderr(text: &str) {
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}
