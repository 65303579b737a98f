//! `examples/rust-host`, built and run by the commands of its README with each installed LLVM
//! version.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tests::capi::{self, root, run};
use tests::host::{number, skipped};
use tests::llvm::Llvm;
use tests::timeout;

fn example_folder() -> PathBuf {
    root().join("examples/rust-host")
}

/// Returns the build directory of the example. It is separate, since the example is a workspace
/// with its own `Cargo.lock`, whose programs must not replace those of the project.
pub(crate) fn target() -> PathBuf {
    capi::target().join("rust-host")
}

/// Returns a shell command in the example's folder, for which Cargo is offline.
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(example_folder());
    command.env("CARGO_TARGET_DIR", target()).env("CARGO_NET_OFFLINE", "true");
    for variable in ["LLVM_SUFFIX", "SPGC_ZEAL", "SPGC_VERIFY", "CARGO_ENCODED_RUSTFLAGS"] {
        command.env_remove(variable);
    }
    command
}

fn readme() -> String {
    fs::read_to_string(example_folder().join("README.md")).expect("the file exists")
}

/// Returns the LLVM version that a command of the README uses.
fn version_of_command(line: &str) -> u32 {
    let named = line.split_once("LLVM_SUFFIX=-").and_then(|(_, rest)| rest.split(' ').next());
    named.map_or(19, |version| version.parse().expect("a number"))
}

/// Checks the output of the host: all results are correct and of this version, and objects have
/// moved.
fn check_output(stdout: &str, line: &str, version: u32) {
    assert!(
        number(stdout, &format!(" results of LLVM {version} are correct")) > 0,
        "{line}: {stdout}"
    );
    assert!(number(stdout, " objects moved") > 0, "{line}: {stdout}");
}

/// Returns the number of collections in the output.
fn collection_count(stdout: &str) -> u64 {
    let line = stdout.lines().find(|line| line.contains(" young collections, "));
    let words = line.unwrap_or_else(|| panic!("no collections: {stdout}")).split([' ', ',']);
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}

fn run_program(program: &Path, arguments: &[&str]) -> Output {
    timeout::output(Command::new(program).args(arguments)).expect("the program starts")
}

/// Returns the names and versions of the packages in a lock file.
fn locked_versions(path: &str) -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(root().join(path)).expect("the file can be read");
    let packages = text.split("[[package]]\n").skip(1).map(|package| {
        let value = |key: &str| {
            let value = package.lines().find_map(|line| line.strip_prefix(key));
            value.expect("each package has it").trim_matches('"').to_owned()
        };
        (value("name = "), value("version = "))
    });
    packages.collect()
}

/// The tests build the example without network: a download of the workspace must be enough.
#[test]
fn versions_of_dependencies_are_those_of_the_workspace() {
    let workspace = locked_versions("Cargo.lock");
    let mut others = locked_versions("examples/rust-host/Cargo.lock");
    others.retain(|package| !workspace.contains(package));
    let names: Vec<_> = others.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["rust-host"], "run: cargo update -p NAME --precise VERSION");
}

/// All checks of the example are in one test, since they share the folder.
#[test]
fn readme_commands_have_the_shown_output() {
    let text = readme();
    let blocks = text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or(""));
    let mut executed = 0;
    for line in blocks.flat_map(str::lines) {
        let version = version_of_command(line);
        if Llvm::find_or_skip(version).is_none() {
            continue;
        }
        // The build must use exactly the versions in Cargo.lock.
        let stdout = run(&mut shell(&line.replacen("cargo run", "cargo run --quiet --locked", 1)));
        if line.contains("--help") {
            assert!(stdout.contains("usage: rust-host "), "{stdout}");
            continue;
        }
        check_output(&stdout, line, version);
        if line.contains("SPGC_ZEAL") {
            // 2 threads, 2 rounds, 20 numbers: at least one allocation and one poll for each.
            assert!(collection_count(&stdout) > 2 * 2 * 20, "{line}: {stdout}");
        }
        executed += 1;
    }
    if executed == 0 {
        return skipped("no LLVM that examples/rust-host names");
    }
    let program = target().join("debug/rust-host");
    for invalid in [&["--size", "0"][..], &["--size"], &["--rounds", "x"], &["nonsense"]] {
        let output = run_program(&program, invalid);
        assert_eq!(output.status.code(), Some(2), "{invalid:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("usage: "), "{invalid:?}");
    }
    each_version_under_zeal();
    faults_of_programs_are_named();
}

/// Runs the example in zeal mode and verified, with each LLVM version.
fn each_version_under_zeal() {
    for llvm in Llvm::installed() {
        let version = llvm.version();
        for setting in ["SPGC_ZEAL=alloc", "SPGC_ZEAL=poll", "SPGC_VERIFY=before,after"] {
            let options = "--threads 2 --rounds 2 --size 20";
            let line =
                format!("{setting} LLVM_SUFFIX=-{version} cargo run --quiet --locked -- {options}");
            let stdout = run(&mut shell(&line));
            if setting.contains("ZEAL") {
                check_output(&stdout, &line, version);
            }
        }
    }
}

/// The line of the manifest and of the lock file with the example's name.
const NAME: &str = "name = \"rust-host\"";

/// Builds faulty programs in a copy of the folder, and checks the messages.
fn faults_of_programs_are_named() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let copy = tempfile::tempdir().expect("the folder can be created");
    let example_copy = copy.path().join("examples/rust-host");
    fs::create_dir_all(example_copy.parent().expect("the path has a parent"))
        .expect("the folder can be created");
    run(Command::new("cp").arg("-r").arg(example_folder()).arg(&example_copy));
    // The build script of the copy finds the prelude through this link.
    let gc = root().join("gc").canonicalize().expect("the file exists");
    symlink(&gc, copy.path().join("gc")).expect("a link can be created");
    let manifest = fs::read_to_string(example_copy.join("Cargo.toml")).expect("it was copied");
    assert!(manifest.contains("\"../../gc\""));
    let manifest = manifest.replace("\"../../gc\"", &format!("{:?}", gc.display().to_string()));
    // Cargo does not distinguish packages by the folder of their workspace: with the same name, the
    // next run of this test would find the last of these programs in place of the example's.
    for (file, text) in [
        ("Cargo.toml", manifest),
        ("Cargo.lock", fs::read_to_string(example_copy.join("Cargo.lock")).expect("it was copied")),
    ] {
        assert!(text.contains(NAME), "{file}");
        let text = text.replace(NAME, "name = \"faulty-host\"");
        fs::write(example_copy.join(file), text).expect("the file is writable");
    }
    for (program, message) in [
        ("(define (main a b)\n  (first a c))", "line 2: first has 1 operands, not 2"),
        ("(define (main a) a)", "the function (main SEED COUNT) is missing"),
        ("(define (main a b) (+ a c))", "line 1: unknown name c"),
        ("(define (main a b) (f a)", "unmatched ("),
    ] {
        fs::write(example_copy.join("program.pairs"), program).expect("the file is writable");
        let mut command = shell("cargo build --quiet --locked");
        let output =
            timeout::output(command.current_dir(&example_copy)).expect("the program starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && stderr.contains(message), "{program}: {stderr}");
    }
    // A type error that only the run detects.
    fs::write(example_copy.join("program.pairs"), "(define (main a b) (first (+ a b)))")
        .expect("written");
    let mut command = shell("cargo run --quiet --locked");
    let output = timeout::output(command.current_dir(&example_copy)).expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
}
