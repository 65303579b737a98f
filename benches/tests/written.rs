//! Checks the files of a complete comparison.
//!
//! `.ci/compare` runs `compare --suite all --out FOLDER`, and then this test with `--ignored` and
//! COMPARE_OUT=FOLDER.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use benches::compare::suites::Suite;
use clap::ValueEnum as _;
use roxmltree::{Document, ParsingOptions};
use serde_json::Value;

/// Returns the subjects of a suite that need only a C compiler.
fn required_subjects(suite: Suite) -> &'static [&'static str] {
    match suite {
        Suite::WasmGc => &["ours"],
        _ => &["ours", "limit"],
    }
}

#[test]
#[ignore = "needs the folder of a comparison, in COMPARE_OUT"]
fn every_suite_is_in_results_and_report() {
    let folder = PathBuf::from(std::env::var_os("COMPARE_OUT").expect("COMPARE_OUT is a folder"));
    let text = fs::read_to_string(folder.join("rows.json")).expect("the numbers");
    let written: Value = serde_json::from_str(&text).expect("they are one line of JSON");
    assert_eq!(written["result"], true, "{}", written["failures"]);

    let rows = written["rows"].as_array().expect("rows");
    let mut measured = BTreeSet::new();
    for row in rows {
        let number = |name: &str| row[name].as_f64().expect("a number");
        let (min, median, max) = (number("min"), number("median"), number("max"));
        assert!(0.0 <= min && min <= median && median <= max && max > 0.0, "{row}");
        measured.insert((row["suite"].as_str().expect("text"), row["subject"].as_str()));
    }
    assert_eq!(
        written["unmeasured"].as_array().map(Vec::len),
        Some(0),
        "{}",
        written["unmeasured"]
    );
    for suite in Suite::value_variants().iter().filter(|suite| !suite.selects_cases()) {
        let name = suite.to_possible_value().expect("all have names");
        for &subject in required_subjects(*suite) {
            assert!(measured.contains(&(name.get_name(), Some(subject))), "{subject}: {name:?}");
        }
    }

    // The page is well-formed, has a line for each row, and can be generated again from the rows.
    let page = fs::read_to_string(folder.join("report.html")).expect("the page");
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options).expect("it is well-formed");
    let lines = document.descendants().filter(|node| node.has_attribute("data-subject"));
    assert_eq!(lines.filter(|node| node.has_tag_name("tr")).count(), rows.len());
    let again = tempfile::tempdir().expect("a folder");
    let mut command: Command = examples::runner::command(env!("CARGO_BIN_EXE_compare"));
    command.arg("page").arg(folder.join("rows.json")).arg("--out").arg(again.path());
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let drawn = fs::read_to_string(again.path().join("report.html")).expect("a page");
    assert!(drawn == page, "the page that is generated again differs");
}
