//! The package shown in `docs/rust-library.md`: its files are extracted from the page, and its
//! commands are run.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use tests::capi::{root, run};
use tests::host::skipped;
use tests::llvm::Llvm;

use crate::rust_host::target;

/// The page that shows the package.
const PAGE: &str = "docs/rust-library.md";
/// The page that shows the managed code of the package.
const FIRST_PROGRAM: &str = "docs/porting/first-program.md";
/// The path of the dependency in the shown files.
const DEPENDENCY: &str = "../statepoint-gc/gc";

fn page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file exists")
}

/// Returns the fenced blocks of a page: the info string after the fence, and the text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a fence has a line of its own")).collect()
}

/// Returns the files that a page shows, by name.
fn files(page: &str) -> BTreeMap<&str, &str> {
    let named = |(info, text)| Some((str::split_once(info, "file=")?.1, text));
    blocks(page).into_iter().filter_map(named).collect()
}

/// Returns the blocks of a language that are no files.
fn unnamed<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    blocks(page).into_iter().filter(|(info, _)| *info == language).map(|(_, text)| text).collect()
}

/// Returns the output lines that are the same in each run.
fn sum_lines(output: &str) -> Vec<&str> {
    output.lines().filter(|line| line.starts_with("the numbers add up to ")).collect()
}

#[test]
fn shown_package_builds_and_has_the_shown_output() {
    let versions = [19, 22].into_iter().filter_map(Llvm::find_or_skip).collect::<Vec<_>>();
    if versions.is_empty() {
        return skipped("no LLVM that docs/rust-library.md is for");
    }
    let (text, first_program) = (page(PAGE), page(FIRST_PROGRAM));
    let folder = tempfile::tempdir().expect("the folder can be created");
    fs::create_dir(folder.path().join("src")).expect("the folder can be created");
    let gc = root().join("gc").canonicalize().expect("the folder exists");
    let mut shown = files(&text);
    assert_eq!(Vec::from_iter(shown.keys()), [&"Cargo.toml", &"build.rs", &"src/main.rs"]);
    shown.insert("hello.ll", files(&first_program)["hello.ll"]);
    let mut replaced = 0;
    for (name, text) in shown {
        replaced += text.matches(DEPENDENCY).count();
        let text = text.replace(DEPENDENCY, gc.to_str().expect("a path in UTF-8"));
        fs::write(folder.path().join(name), text).expect("the file is writable");
    }
    assert_eq!(replaced, 2, "the dependency and the prelude");
    // The same dependencies as `examples/rust-host`, so that none is compiled twice or downloaded.
    let lock = root().join("examples/rust-host/Cargo.lock");
    fs::copy(lock, folder.path().join("Cargo.lock")).expect("the file is writable");

    let [commands] = unnamed(&text, "sh")[..] else { panic!("one block has the commands") };
    let [expected] = unnamed(&text, "text")[..] else { panic!("one block has their output") };
    assert_eq!(sum_lines(expected).len(), commands.lines().count());
    for llvm in versions {
        let mut shell = Command::new("sh");
        let quiet = commands.replace("cargo run", "cargo run --quiet --offline");
        shell.args(["-e", "-c", &quiet]).current_dir(folder.path());
        shell.env("CARGO_TARGET_DIR", target()).env("LLVM", format!("-{}", llvm.version()));
        for variable in ["SPGC_ZEAL", "SPGC_VERIFY", "SPGC_NURSERY", "CARGO_ENCODED_RUSTFLAGS"] {
            shell.env_remove(variable);
        }
        let stdout = run(&mut shell);
        assert_eq!(sum_lines(&stdout), sum_lines(expected), "LLVM {}: {stdout}", llvm.version());
        assert!(!stdout.contains("\n0 collections"), "LLVM {}: {stdout}", llvm.version());
    }
}
