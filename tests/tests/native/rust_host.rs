//! `examples/rust-host`: built and run as its README says, with each LLVM that is installed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tests::capi::{root, run};
use tests::host::{number, skipped};
use tests::llvm::Llvm;
use tests::timeout;

fn folder() -> PathBuf {
    root().join("examples/rust-host")
}

/// The folder where it is built: separate, because it is a workspace with a `Cargo.lock` of its
/// own, whose programs must not replace those of the project.
pub(crate) fn target() -> PathBuf {
    let program = std::env::current_exe().expect("a program has a file");
    // TARGET/PROFILE/deps/NAME-...
    program.ancestors().nth(3).expect("it is in a build directory").join("rust-host")
}

/// Runs a shell command in the folder. Nothing is downloaded.
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder());
    command.env("CARGO_TARGET_DIR", target()).env("CARGO_NET_OFFLINE", "true");
    for variable in ["LLVM_SUFFIX", "SPGC_ZEAL", "SPGC_VERIFY", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}

fn readme() -> String {
    fs::read_to_string(folder().join("README.md")).expect("the file exists")
}

/// The version of LLVM that a command is for.
fn version(line: &str) -> u32 {
    let named = line.split_once("LLVM_SUFFIX=-").and_then(|(_, rest)| rest.split(' ').next());
    named.map_or(19, |version| version.parse().expect("a number"))
}

/// Checks its output: all results are right, and of this version; objects have moved.
fn check(said: &str, line: &str, version: u32) {
    assert!(number(said, &format!(" results of LLVM {version} are right")) > 0, "{line}: {said}");
    assert!(number(said, " objects moved") > 0, "{line}: {said}");
}

/// Collections that are reported.
fn collections(said: &str) -> u64 {
    let line = said.lines().find(|line| line.contains(" young collections, "));
    let words = line.unwrap_or_else(|| panic!("no collections: {said}")).split([' ', ',']);
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}

fn status(program: &Path, arguments: &[&str]) -> Output {
    timeout::output(Command::new(program).args(arguments)).expect("the program starts")
}

/// One test, since all use one folder.
#[test]
fn readme_commands_have_the_shown_output() {
    let text = readme();
    let blocks = text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or(""));
    let mut ran = 0;
    for line in blocks.flat_map(str::lines) {
        let version = version(line);
        if Llvm::find_or_skip(version).is_none() {
            continue;
        }
        // The build must use exactly the versions in Cargo.lock.
        let said = run(&mut shell(&line.replacen("cargo run", "cargo run --quiet --locked", 1)));
        if line.contains("--help") {
            assert!(said.contains("usage: rust-host "), "{said}");
            continue;
        }
        check(&said, line, version);
        if line.contains("SPGC_ZEAL") {
            // There is an allocation, and a poll, for each number at least.
            assert!(collections(&said) > 2 * 2 * 20, "{line}: {said}");
        }
        ran += 1;
    }
    if ran == 0 {
        return skipped("no LLVM that examples/rust-host names");
    }
    let program = target().join("debug/rust-host");
    for wrong in [&["--size", "0"][..], &["--size"], &["--rounds", "x"], &["nonsense"]] {
        let output = status(&program, wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("usage: "), "{wrong:?}");
    }
    each_version_under_zeal();
    faults_of_programs_are_named();
}

/// Parts of the README that are for one version only.
fn each_version_under_zeal() {
    for llvm in Llvm::installed() {
        let version = llvm.version();
        for setting in ["SPGC_ZEAL=alloc", "SPGC_ZEAL=poll", "SPGC_VERIFY=before,after"] {
            let options = "--threads 2 --rounds 2 --size 20";
            let line =
                format!("{setting} LLVM_SUFFIX=-{version} cargo run --quiet --locked -- {options}");
            let said = run(&mut shell(&line));
            if setting.contains("ZEAL") {
                check(&said, &line, version);
            }
        }
    }
}

/// In a copy of the folder, whose dependency is the same.
fn faults_of_programs_are_named() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let copy = tempfile::tempdir().expect("the folder can be created");
    let place = copy.path().join("examples/rust-host");
    fs::create_dir_all(place.parent().expect("the path has a parent"))
        .expect("the folder can be created");
    run(Command::new("cp").arg("-r").arg(folder()).arg(&place));
    // The prelude is at its place in the project, and the dependency is the project's own.
    let gc = root().join("gc").canonicalize().expect("the file exists");
    symlink(&gc, copy.path().join("gc")).expect("a link can be created");
    let manifest = fs::read_to_string(place.join("Cargo.toml")).expect("it was copied");
    assert!(manifest.contains("\"../../gc\""));
    let manifest = manifest.replace("\"../../gc\"", &format!("{:?}", gc.display().to_string()));
    fs::write(place.join("Cargo.toml"), manifest).expect("the file is writable");
    for (program, words) in [
        ("(define (main a b)\n  (first a c))", "line 2: first has 1 operands, not 2"),
        ("(define (main a) a)", "there must be a function (main SEED COUNT)"),
        ("(define (main a b) (+ a c))", "line 1: what is c?"),
        ("(define (main a b) (f a)", "is not closed"),
    ] {
        fs::write(place.join("program.pairs"), program).expect("the file is writable");
        let mut command = shell("cargo build --quiet --locked");
        let output = timeout::output(command.current_dir(&place)).expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(words), "{program}: {said}");
    }
    // Errors that show only at run time.
    fs::write(place.join("program.pairs"), "(define (main a b) (first (+ a b)))").expect("written");
    let mut command = shell("cargo run --quiet --locked");
    let output = timeout::output(command.current_dir(&place)).expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
}
