//! Tests of the program `compare` with this project and the lower bounds, at small sizes.

#[macro_use]
extern crate test_attribute;

use std::process::{Command, Output};

use serde_json::Value;

/// Runs the program.
fn compare(arguments: &[&str]) -> Output {
    let mut command: Command = examples::runner::command(env!("CARGO_BIN_EXE_compare"));
    tests::timeout::output(command.args(arguments)).expect("the program starts")
}

/// Returns the JSON line of a run that must succeed.
fn json(arguments: &[&str]) -> Value {
    let output = compare(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {}\n{errors}", output.status);
    let text = String::from_utf8(output.stdout).expect("the output is text");
    serde_json::from_str(text.lines().last().expect("there is a last line")).expect("it is JSON")
}

/// Runs a suite, and checks that both subjects have these metrics in this number of cases, and that
/// their results were compared.
fn check(suite: &str, cases: usize, metrics: &[&str]) {
    let line = json(&["--suite", suite, "--quick", "--subjects", "ours,limit"]);
    assert_eq!(line["result"], true, "{line}");
    let rows = line["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["suite"] == suite), "{line}");
    for subject in ["ours", "limit"] {
        for metric in metrics {
            let numbers: Vec<f64> = rows
                .iter()
                .filter(|row| row["subject"] == subject && row["metric"] == *metric)
                .filter_map(|row| row["median"].as_f64())
                .collect();
            assert_eq!(numbers.len(), cases, "{metric} of {subject} in {line}");
            assert!(numbers.iter().all(|&number| number > 0.0), "{metric} in {line}");
        }
    }
    // These suites compute no results.
    let results = if ["time-to-safepoint", "root-scan"].contains(&suite) { 0 } else { cases };
    assert_eq!(line["results"].as_array().map(Vec::len), Some(results), "{line}");
    let multiple = |row: &Value| row["multiple_of_limit"].as_f64().is_some();
    assert!(rows.iter().any(|row| row["subject"] == "ours" && multiple(row)), "{line}");
}

#[test]
fn allocation_suite_runs() {
    check("allocation", 6, &["ns_per_object"]);
}

#[test]
fn binary_trees_suite_runs() {
    check("binary-trees", 4, &["wall_ns", "cpu_ns", "rss_bytes"]);
}

#[test]
fn gcbench_suite_runs() {
    check("gcbench", 2, &["wall_ns", "cpu_ns", "rss_bytes"]);
}

#[test]
fn trace_suite_runs() {
    check("trace", 10, &["ns_per_live_object"]);
}

#[test]
#[ignore = "measures for 14 seconds: .ci/compare"]
fn pause_and_young_cost_suites_run() {
    let words = ["bytes_per_s", "cpu_ns"];
    check("pause", 4, &words);
    check("young-cost", 5, &words);
}

#[test]
fn root_scan_suite_runs() {
    // Ten synthetic stacks in two modes with two ages of roots, and two compiled stacks in two
    // modes if LLVM is installed.
    let compiled = if tests::llvm::Llvm::find(19).is_some() { 4 } else { 0 };
    check("root-scan", 40 + compiled, &["ns_per_frame"]);
}

#[test]
fn deep_stacks_suite_runs() {
    // One case with two clocks.
    let line = json(&["--suite", "deep-stacks", "--quick", "--subjects", "ours,limit"]);
    let rows = line["rows"].as_array().expect("rows");
    let of = |subject: &str| {
        let is_median = |row: &&Value| row["metric"] == "pause_p50_ns";
        rows.iter().filter(is_median).filter(|row| row["subject"] == subject).count()
    };
    assert_eq!((of("ours"), of("limit")), (2, 2), "{line}");
    assert_eq!(line["results"].as_array().map(Vec::len), Some(1), "{line}");
}

#[test]
fn fibers_suite_runs() {
    let line = json(&["--suite", "fibers", "--quick", "--subjects", "ours,limit"]);
    let rows = line["rows"].as_array().expect("rows");
    for (work, metric) in [
        ("work=switch", "ns_per_round_trip"),
        ("work=create", "ns_per_fiber"),
        ("work=parked", "pause_p50_ns"),
        ("work=parked", "wall_ns"),
        ("work=pipeline", "items_per_s"),
    ] {
        for subject in ["ours", "limit"] {
            let is_of = |row: &&Value| {
                let case = row["case"].as_str().expect("text");
                case.starts_with(work) && !case.contains("clock=") && row["metric"] == metric
            };
            let of_subject = rows.iter().filter(is_of).filter(|row| row["subject"] == subject);
            assert_eq!(of_subject.count(), 1, "{metric} of {subject} in {line}");
        }
    }
    // The subjects have the same sums.
    assert_eq!(line["results"].as_array().map(Vec::len), Some(4), "{line}");
}

#[test]
#[ignore = "measures for 8 seconds: .ci/compare"]
fn time_to_safepoint_suite_runs() {
    check("time-to-safepoint", 4, &["tts_p50_ns", "tts_max_ns"]);
}

#[test]
fn invalid_options_are_rejected_before_any_run() {
    let unknown = compare(&["--suite", "everything"]);
    assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
    let none = compare(&["--suite", "allocation", "--quick", "--cases", "size=16,size=32"]);
    assert_eq!(none.status.code(), Some(1), "{none:?}");
    assert!(
        String::from_utf8_lossy(&none.stderr)
            .contains("has all of the parameters size=16, size=32"),
        "{none:?}"
    );
    let folder = compare(&["--suite", "allocation", "--quick", "--out", "/proc/no/such/folder"]);
    assert_eq!(folder.status.code(), Some(1), "{folder:?}");
    let errors = String::from_utf8_lossy(&folder.stderr);
    assert!(errors.contains("/proc/no/such/folder"), "{errors}");
    assert!(folder.stdout.is_empty(), "{folder:?}");
}

#[test]
fn results_are_written_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let arguments = ["--suite", "allocation", "--quick", "--subjects", "limit", "--out", path];
    let line = json(&arguments);
    let written = std::fs::read_to_string(folder.path().join("rows.json")).expect("rows");
    let written: Value = serde_json::from_str(&written).expect("it is JSON");
    assert_eq!(written["rows"], line["rows"]);
    let tables = std::fs::read_to_string(folder.path().join("tables.txt")).expect("tables");
    assert!(tables.contains("allocation size=16 mode=spilled, ns_per_object"), "{tables}");
    let page = std::fs::read_to_string(folder.path().join("report.html")).expect("a page");
    assert!(page.contains("<caption>size=16 mode=spilled</caption>"), "{page}");
}
