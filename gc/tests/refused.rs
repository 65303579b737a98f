//! Guarantees that the types of the interface enforce: safe code holds no stale reference, what
//! belongs to a thread stays there, and what can break a heap is `unsafe`. Each program of the
//! folder `refused` breaks one promise and must not compile, for the reason in the file beside it;
//! `allowed.rs` has a correct program in place of each.
//!
//! The messages about threads (folder `threads`) quote the standard library. `TRYBUILD=overwrite`
//! writes the compiler's messages anew.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use trybuild::TestCases;

/// Returns what the compiler prints for these arguments.
fn compiler(question: &[&str]) -> String {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(compiler).args(question).output().expect("the compiler can be run");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn refused_programs_do_not_compile() {
    // The messages that were written down are those of the oldest compiler that will do.
    let expected = env!("CARGO_PKG_RUST_VERSION");
    let version = compiler(&["--version"]);
    if !version.starts_with(&format!("rustc {expected}.")) {
        return eprintln!(
            "skipped: the expected messages are those of rustc {expected}, and this is {version}"
        );
    }
    let cases = TestCases::new();
    cases.compile_fail("tests/refused/*.rs");
    let library =
        PathBuf::from(compiler(&["--print", "sysroot"])).join("lib/rustlib/src/rust/library");
    if library.is_dir() {
        cases.compile_fail("tests/refused/threads/*.rs");
    } else {
        eprintln!("skipped what is about threads: the component rust-src is not installed");
    }
}
