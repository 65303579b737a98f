//! The program `spgc-log`: its results, messages and exit statuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use test_support::timeout;

/// Two processes with one collection each, and the beginning of a third line.
const LOG: &str = r#"{"event":"start","process":7,"heap":1,"at_ns":0,"version":"0.1.0","date":"2026-11-22T09:04:51.896Z","limit_bytes":67108864,"nursery_bytes":8388608,"workers":2,"markers":1,"zeal":"off"}
{"event":"gc","process":7,"heap":1,"at_ns":1000000,"number":1,"kind":"young","cause":"allocation","passes":1,"pause_ns":1500000,"time_to_safepoint_ns":1000,"last_to_stop":"worker","last_to_stop_id":12,"last_to_stop_fiber":0,"by":"main","by_id":7,"by_fiber":0,"before_bytes":20000,"after_bytes":10000,"limit_bytes":67108864,"survivors_bytes":0,"promoted_bytes":0,"workers":2,"threads":4,"cycle":"-","shaded":0,"roots_visited":40,"frames_walked":46}
{"event":"gc","process":8,"heap":1,"at_ns":1000000,"number":1,"kind":"full","cause":"request","passes":1,"pause_ns":2500000,"time_to_safepoint_ns":1000,"last_to_stop":null,"last_to_stop_id":0,"last_to_stop_fiber":0,"by":"main","by_id":8,"by_fiber":0,"before_bytes":20000,"after_bytes":10000,"limit_bytes":67108864,"survivors_bytes":0,"promoted_bytes":0,"workers":2,"threads":4,"cycle":"-","shaded":0,"roots_visited":40,"frames_walked":46}
{"event":"gc","process":7,"hea"#;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spgc-log"));
    timeout::output(command.current_dir(folder).args(arguments)).expect("the program starts")
}

/// Returns the exit status, and standard error.
fn failure(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Returns a folder with the log `gc.jsonl`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("gc.jsonl"), LOG).expect("a log");
    folder
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

#[test]
fn report_is_written_and_says_that_the_log_is_cut() {
    let folder = folder();
    let (status, errors) = failure(folder.path(), &["report", "gc.jsonl"]);
    assert_eq!(status, Some(0), "{errors}");
    assert!(errors.contains("gc.jsonl: The last line, 4, is incomplete"), "{errors}");
    let page = fs::read_to_string(folder.path().join("report.html")).expect("the page");
    for text in ["The last line, 4, is incomplete", "Process 7, heap 1", "Process 8, heap 1"] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(files(folder.path()), 2);
}

#[test]
fn process_and_heap_are_selected() {
    let folder = folder();
    let output = run(folder.path(), &["report", "gc.jsonl", "--process", "8", "-o", "-"]);
    let page = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.contains("Process 8, heap 1") && !page.contains("Process 7"), "{page}");
    let (status, errors) = failure(folder.path(), &["summary", "gc.jsonl", "--heap", "2"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("no such heap; it has these (process.heap): 7.1, 8.1"), "{errors}");
}

#[test]
fn summary_is_text_or_json() {
    let folder = folder();
    let output = run(folder.path(), &["summary", "gc.jsonl"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("Process 7, heap 1: 1 collection"), "{text}");
    assert!(text.contains("full (request)") && text.contains("worker (12)"), "{text}");
    let output = run(folder.path(), &["summary", "--json", "gc.jsonl"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["heaps"][1]["process"], 8);
    assert_eq!(value["heaps"][1]["pauses"]["max_ns"], 2_500_000);
    assert_eq!(value["heaps"][0]["causes"][0]["cause"], "allocation");
    assert_eq!(value["notices"].as_array().map(Vec::len), Some(1));
}

#[test]
fn files_that_are_no_logs_are_errors_that_say_what_to_do() {
    let folder = folder();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("file");
    write("text", b"spgc 4711.1 0.000000s start version=0.1.0\n");
    write("empty", b"");
    write("binary", &[0, 159, 146, 150, 10, 255]);
    write("other", LOG.replace("\"passes\":1,", "").as_bytes());
    write("idle", LOG.lines().next().expect("a line").as_bytes());
    for (file, status, message) in [
        ("text", 2, "text: line 1 has the text form of the log"),
        ("empty", 2, "empty: no line is one of a log"),
        ("binary", 2, "binary: no line is one of a log"),
        ("none", 2, "none: the file cannot be read: No such file"),
        (".", 2, ".: the file cannot be read: Is a directory"),
        ("other", 2, "other: line 2: the event \"gc\" has no valid \"passes\""),
        ("idle", 1, "idle: the log has no collection"),
    ] {
        for command in ["report", "summary"] {
            let (found, errors) = failure(folder.path(), &[command, file]);
            assert_eq!(found, Some(status), "{file}: {errors}");
            assert!(errors.contains(message), "{file}: {errors}");
        }
    }
    assert!(!folder.path().join("report.html").exists());
    assert_eq!(failure(folder.path(), &["report"]).0, Some(2));
}

#[test]
fn page_that_cannot_be_written_leaves_nothing() {
    let folder = folder();
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    for path in ["none/report.html", "folder", "/dev/full"] {
        let (status, errors) = failure(folder.path(), &["report", "gc.jsonl", "-o", path]);
        assert_eq!(status, Some(2), "{errors}");
        let message = format!("{path}: the page cannot be written: ");
        assert!(errors.contains(&message), "{errors}");
    }
    assert_eq!(files(folder.path()), 2);
    assert_eq!(files(&folder.path().join("folder")), 0);
}

#[test]
fn help_says_how_to_get_a_log() {
    let folder = folder();
    let output = run(folder.path(), &["--help"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("SPGC_LOG=all:json:/tmp/gc.jsonl program"), "{text}");
}
