//! Tests of how a process ends: each runs itself again in a child process, which is to die.

use std::process::Output;

const CHILD: &str = "SPGC_TEST_CHILD";

/// In the child: does it. In the parent: how the child ended. `test` is the name of the test that calls this,
/// in its binary.
///
/// # Panics
///
/// In the parent, if the child did not die.
pub fn dies(test: &str, fatal: impl FnOnce()) -> Option<Output> {
    if std::env::var_os(CHILD).is_some() {
        fatal();
        println!("survived");
        return None;
    }
    let this = std::env::current_exe().expect("a test knows its program");
    let output = examples::runner::command(this)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        // What is wrong is to be found by whom the test says, not by the heap verifier before that.
        .env_remove("SPGC_VERIFY")
        .output()
        .expect("the test runs again");
    assert!(!output.status.success(), "{test} did not die");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("survived"));
    Some(output)
}

/// What a child that died wrote to standard error has all of these parts. Nothing in the child.
///
/// # Panics
///
/// If a part is missing.
pub fn assert_message(output: Option<Output>, parts: &[&str]) {
    let Some(output) = output else { return };
    let errors = String::from_utf8_lossy(&output.stderr);
    for part in parts {
        assert!(errors.contains(part), "{part} in:\n{errors}");
    }
}
