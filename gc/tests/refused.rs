//! Guarantees that the compiler enforces by the types of the interface: safe code holds no stale
//! references, values of a thread stay on that thread, and functions that can corrupt the heap are
//! `unsafe`.
//!
//! Each program of the folder `refused` violates one guarantee and must not compile. The expected
//! message is in the `.stderr` file next to it, and a correct counterpart in `allowed.rs`. Messages
//! about threads (folder `threads`) quote the sources of the standard library.
//! `TRYBUILD=overwrite` rewrites the expected messages.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use trybuild::TestCases;

/// Runs the compiler with these arguments and returns its standard output.
fn compiler(arguments: &[&str]) -> String {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(compiler).args(arguments).output().expect("the compiler can be run");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn refused_programs_do_not_compile() {
    // The expected messages are those of the oldest supported compiler.
    let expected = env!("CARGO_PKG_RUST_VERSION");
    let version = compiler(&["--version"]);
    if !version.starts_with(&format!("rustc {expected}.")) {
        return eprintln!(
            "skipped: the expected messages are those of rustc {expected}, not of {version}"
        );
    }
    let cases = TestCases::new();
    cases.compile_fail("tests/refused/*.rs");
    let library =
        PathBuf::from(compiler(&["--print", "sysroot"])).join("lib/rustlib/src/rust/library");
    if library.is_dir() {
        cases.compile_fail("tests/refused/threads/*.rs");
    } else {
        eprintln!("skipped refused/threads: the component rust-src is not installed");
    }
}
