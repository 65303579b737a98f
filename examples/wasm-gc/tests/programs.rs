//! Runs the programs of the folder `programs`, and compares what they print with the files
//! `NAME.expected` there. Such a file has a line `$ run SIZE` before the output for each size, the
//! last line of which is the result. At the first size each allocation or poll collects; the last
//! size has more objects than fit into the heap.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use test_support::timeout;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)
}

/// Returns the sizes with the expected output of each.
fn expected(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(path(&format!("{name}.expected"))).expect("a text file");
    let mut runs = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("$ run ") {
            Some(size) => runs.push((size.to_owned(), String::new())),
            None => {
                let (_, output) = runs.last_mut().expect("the first line has the size");
                *output += &format!("{line}\n");
            }
        }
    }
    assert!(runs.len() > 1, "{name}: {runs:?}");
    runs
}

/// Runs a program, checks its output, and asserts that objects moved and all references to them
/// were found.
#[track_caller]
fn check(name: &str, (size, expected): &(String, String), settings: &[(&str, &str)]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wasm-gc"));
    command.envs(settings.iter().copied()).env("SPGC_VERIFY", "after");
    command.args(["--json", "--stats"]).arg(path(&format!("{name}.wat")));
    let output = timeout::output(command.args(["--invoke", "run", size])).expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{name} {size} {settings:?}: {error}");

    // The last line is the JSON object.
    let text = String::from_utf8_lossy(&output.stdout);
    let (printed, json) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let separator = if printed.is_empty() { "" } else { "\n" };
    let printed = format!("{printed}{separator}{}\n", json["results"][0]["value"]);
    assert_eq!(&printed, expected, "{name} {size} {settings:?}");

    let stats = &json["stats"];
    let count = |name: &str| stats[name].as_u64().unwrap_or_default();
    assert!(count("young_collections") + count("full_collections") > 0, "{name}: {stats}");
    assert!(count("frames_walked") > 0 && count("roots_visited") > 0, "{name}: {stats}");
    assert_eq!(count("records_matched"), count("frames_walked"), "{name}: {stats}");
    assert!(count("objects_moved") > 0, "{name}: {stats}");
}

fn run(name: &str) {
    let runs = expected(name);
    for zeal in ["alloc", "poll", "5"] {
        check(name, &runs[0], &[("SPGC_ZEAL", zeal)]);
    }
    check(name, &runs[runs.len() - 1], &[("SPGC_HEAP_MAX", "5M")]);
}

#[test]
fn binary_trees() {
    run("binary_trees");
}

#[test]
fn gcbench() {
    run("gcbench");
}

#[test]
fn hash_table() {
    run("hash_table");
}

#[test]
fn json() {
    run("json");
}

#[test]
fn nbody() {
    run("nbody");
}

#[test]
fn text_search() {
    run("text_search");
}

/// The text that `json.wat` prints is JSON by another parser, too.
#[test]
fn printed_json_is_valid() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wasm-gc"));
    command.arg(path("json.wat")).args(["--invoke", "document", "300"]);
    let output = timeout::output(&mut command).expect("it starts");
    let values: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(values.len(), 300);
}
