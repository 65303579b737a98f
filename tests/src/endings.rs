//! Tests of how a process ends: each runs itself again in a child process, which is to die.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use crate::patience::ended_within;

const CHILD: &str = "SPGC_TEST_CHILD";
/// A child takes a second where it is emulated.
const PATIENCE: Duration = Duration::from_secs(60);
/// What the test harness writes first.
const BEGUN: &str = "running 1 test";
/// How often a child is started that the emulator does not get to begin.
const STARTS: usize = 3;

/// How a child ended, and what it wrote to standard error.
#[derive(Debug)]
pub struct Ending {
    /// Its status.
    pub status: ExitStatus,
    /// All of it, what is no UTF-8 replaced.
    pub stderr: String,
}

/// In the child: does it. In the parent: how the child ended. `test` is the name of the test that calls this,
/// in its binary.
///
/// # Panics
///
/// In the parent, if the child did not die, or hangs.
pub fn dies(test: &str, fatal: impl FnOnce()) -> Option<Ending> {
    if std::env::var_os(CHILD).is_some() {
        fatal();
        println!("survived");
        return None;
    }
    for _ in 0..STARTS {
        let (status, [stdout, stderr]) = run_again(test).expect("the test runs again");
        if let Some(status) = status {
            assert!(!status.success(), "{test} did not die");
            assert!(!stdout.contains("survived"));
            return Some(Ending { status, stderr });
        }
        // In an emulator, what is forked beside other threads may hang before it is another program, which
        // says nothing of the test: https://gitlab.com/qemu-project/qemu/-/issues/285.
        let begun = stdout.contains(BEGUN) || !examples::runner::emulated();
        assert!(!begun, "{test} hangs; it wrote\n{stdout}{stderr}");
    }
    panic!("the emulator does not start the child of {test}");
}

/// How the child ended, unless it hung, and what it wrote to standard output and error.
fn run_again(test: &str) -> io::Result<(Option<ExitStatus>, [String; 2])> {
    let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = examples::runner::command(std::env::current_exe()?)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        // What is wrong is to be found by whom the test says, not by the heap verifier before that.
        .env_remove("SPGC_VERIFY")
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()?;
    let status = ended_within(&mut child, PATIENCE)?;
    Ok((status, [read(stdout)?, read(stderr)?]))
}

fn read(mut file: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What a child that died wrote to standard error has all of these parts. Nothing in the child.
///
/// # Panics
///
/// If a part is missing.
pub fn assert_message(ending: Option<Ending>, parts: &[&str]) {
    let Some(Ending { stderr, .. }) = ending else { return };
    for part in parts {
        assert!(stderr.contains(part), "{part} in:\n{stderr}");
    }
}
