//! Tests that run themselves again in a child process, which dies or runs only that test.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use crate::timeout::{self, wait_within};

const CHILD: &str = "SPGC_TEST_CHILD";
/// An emulated child takes a second.
const PATIENCE: Duration = Duration::from_secs(60);
/// The first line that the test harness writes.
const BEGUN: &str = "running 1 test";
/// Maximum number of starts of a child that the emulator fails to run.
const STARTS: usize = 3;

/// The exit status of a child, and its standard error.
#[derive(Debug)]
pub struct ChildExit {
    /// Its status.
    pub status: ExitStatus,
    /// All of standard error, with invalid UTF-8 replaced.
    pub stderr: String,
}

/// In the child: runs `action`. In the parent: returns how the child ended. `test` is the name of
/// the test that calls this; see [`full_test_name`].
///
/// # Panics
///
/// In the parent, if the child did not die, or hangs.
pub fn death_test(test: &str, fatal: impl FnOnce()) -> Option<ChildExit> {
    if std::env::var_os(CHILD).is_some() {
        fatal();
        println!("survived");
        return None;
    }
    for _ in 0..STARTS {
        let (status, [stdout, stderr]) =
            run_again(&full_test_name(test)).expect("the test runs again");
        if let Some(status) = status {
            assert!(!status.success(), "{test} did not die");
            assert!(!stdout.contains("survived"));
            return Some(ChildExit { status, stderr });
        }
        // In an emulator, a process that is forked while other threads run may hang before it
        // executes another program, which is not a failure of the test:
        // https://gitlab.com/qemu-project/qemu/-/issues/285.
        let begun = stdout.contains(BEGUN) || !examples::runner::emulated();
        assert!(!begun, "{test} hangs; it wrote\n{stdout}{stderr}");
    }
    panic!("the emulator does not start the child of {test}");
}

/// Returns the name of a test of this program with the modules that contain it, as `--exact`
/// requires it.
///
/// # Panics
///
/// If the program has no such test, or several.
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
    let is_it = |name: &&String| {
        name.strip_suffix(test).is_some_and(|path| path.is_empty() || path.ends_with("::"))
    };
    let found: Vec<_> = tests.iter().filter(is_it).collect();
    let [name] = found[..] else { panic!("tests with the name {test}: {found:?}") };
    name.clone()
}

/// Runs a test again in a process of its own and returns true; returns false in that process.
///
/// # Panics
///
/// If the test fails there.
pub fn run_in_own_process(test: &str) -> bool {
    if std::env::var_os(CHILD).is_some() {
        return false;
    }
    let mut child = examples::runner::command(std::env::current_exe().expect("a file"));
    let child = child.args(["--exact", &full_test_name(test), "--nocapture"]).env(CHILD, "1");
    let output = timeout::output(child).expect("the test runs again");
    let written = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && written.contains("1 passed"), "{output:?}");
    true
}

/// Returns how the child ended, unless it hung, and its standard output and error.
fn run_again(test: &str) -> io::Result<(Option<ExitStatus>, [String; 2])> {
    let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = examples::runner::command(std::env::current_exe()?)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        // The fault is to be found by the check that the test names, not earlier by the heap
        // verifier.
        .env_remove("SPGC_VERIFY")
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()?;
    let status = wait_within(&mut child, PATIENCE)?;
    Ok((status, [read(stdout)?, read(stderr)?]))
}

fn read(mut file: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Asserts that the standard error of a child that died has all of these parts. Does nothing in the
/// child.
///
/// # Panics
///
/// If a part is missing.
pub fn assert_stderr_contains(ending: Option<ChildExit>, parts: &[&str]) {
    let Some(ChildExit { stderr, .. }) = ending else { return };
    for part in parts {
        assert!(stderr.contains(part), "{part} in:\n{stderr}");
    }
}
