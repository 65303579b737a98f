//! Tests that run in a child process: death tests, and tests that need a process of their own.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use crate::timeout::{self, wait_within};

/// Environment variable that is set in child processes.
const CHILD_VARIABLE: &str = "SPGC_TEST_CHILD";
/// Time limit of a child. An emulated child takes about a second.
const TIMEOUT: Duration = Duration::from_secs(60);
/// First line of output of the test harness.
const FIRST_LINE: &str = "running 1 test";
/// Maximum number of attempts to start a child under emulation.
const MAX_STARTS: usize = 3;

/// Exit status and standard error of a child process.
#[derive(Debug)]
pub struct ChildExit {
    /// The exit status.
    pub status: ExitStatus,
    /// The standard error, with invalid UTF-8 replaced.
    pub stderr: String,
}

/// Runs a death test. In the parent process, runs the test `test`, which is the caller, in a child
/// process, and returns how the child ended. In the child process, runs `action` and returns
/// `None`. See [`full_test_name`] for `test`.
///
/// # Panics
///
/// In the parent, if the child exits successfully or exceeds its time limit.
pub fn death_test(test: &str, action: impl FnOnce()) -> Option<ChildExit> {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        action();
        println!("survived");
        return None;
    }
    for _ in 0..MAX_STARTS {
        let (status, [stdout, stderr]) =
            run_in_child(&full_test_name(test)).expect("the test runs again");
        if let Some(status) = status {
            assert!(!status.success(), "the child of {test} exited successfully");
            assert!(!stdout.contains("survived"));
            return Some(ChildExit { status, stderr });
        }
        // Under emulation, a process that is forked while other threads run may hang before it
        // executes the new program, which is not a failure of the test:
        // https://gitlab.com/qemu-project/qemu/-/issues/285.
        let has_started = stdout.contains(FIRST_LINE) || !examples::runner::emulated();
        assert!(!has_started, "{test} exceeds its time limit; its output is\n{stdout}{stderr}");
    }
    panic!("the emulator cannot start the child of {test}");
}

/// Returns the path of a test of this program, such as `module::test`, as the option `--exact`
/// requires it. `test` is the end of the path.
///
/// # Panics
///
/// If the program has no such test, or more than one.
pub fn full_test_name(test: &str) -> String {
    static TESTS: OnceLock<Vec<String>> = OnceLock::new();
    let tests = TESTS.get_or_init(|| {
        let program = std::env::current_exe().expect("a program has a file");
        let mut list = examples::runner::command(program);
        let list = timeout::output(list.args(["--list", "--format", "terse"]))
            .expect("the program starts");
        let text = String::from_utf8(list.stdout).expect("names are text");
        text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
    });
    let matches = |name: &&String| {
        name.strip_suffix(test).is_some_and(|path| path.is_empty() || path.ends_with("::"))
    };
    let found: Vec<_> = tests.iter().filter(matches).collect();
    let [name] = found[..] else {
        panic!("expected one test with the name {test}, found {found:?}")
    };
    name.clone()
}

/// Runs a test in a child process that runs no other tests. Returns true in the parent process
/// after the child has ended, and false in the child process, which must then run the test.
///
/// # Panics
///
/// If the test fails in the child process.
pub fn run_in_own_process(test: &str) -> bool {
    run_in_own_process_with(test, &[])
}

/// As [`run_in_own_process`], with these variables in the child's environment.
///
/// # Panics
///
/// If the test fails in the child process.
pub fn run_in_own_process_with(test: &str, variables: &[(&str, &str)]) -> bool {
    if std::env::var_os(CHILD_VARIABLE).is_some() {
        return false;
    }
    let mut child = examples::runner::command(std::env::current_exe().expect("a file"));
    let child =
        child.args(["--exact", &full_test_name(test), "--nocapture"]).env(CHILD_VARIABLE, "1");
    child.envs(variables.iter().copied());
    let output = timeout::output(child).expect("the test runs again");
    let written = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && written.contains("1 passed"), "{output:?}");
    true
}

/// Runs a test in a child process. Returns its exit status, or `None` if it exceeded its time
/// limit, with its standard output and standard error.
fn run_in_child(test: &str) -> io::Result<(Option<ExitStatus>, [String; 2])> {
    let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = examples::runner::command(std::env::current_exe()?)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(CHILD_VARIABLE, "1")
        // The heap verifier must not detect the fault before the check under test does.
        .env_remove("SPGC_VERIFY")
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()?;
    let status = wait_within(&mut child, TIMEOUT)?;
    Ok((status, [read(stdout)?, read(stderr)?]))
}

/// Returns the contents of a file, with invalid UTF-8 replaced.
fn read(mut file: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Asserts that the standard error of a death test contains all of these parts. Does nothing in the
/// child process, where `exit` is `None`.
///
/// # Panics
///
/// If a part is missing.
pub fn assert_stderr_contains(exit: Option<ChildExit>, parts: &[&str]) {
    let Some(ChildExit { stderr, .. }) = exit else { return };
    for part in parts {
        assert!(stderr.contains(part), "standard error does not contain {part:?}:\n{stderr}");
    }
}
