//! The program `spgc-top` on files, whose counters another program would update.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use spgc_stats::{Header, HeapCounters, encode};
use tempfile::TempDir;
use test_support::timeout;

/// Held by each test: a child that one test forks has, until it calls `exec`, the locked file of
/// another one.
static ONE_TEST: Mutex<()> = Mutex::new(());

/// Returns the bytes of a file of counters.
fn bytes(counters: &HeapCounters) -> Vec<u8> {
    let header = Header { process: 4711, heap: 2, created_unix_ns: 3 };
    encode(header, counters).to_vec()
}

/// A folder with a file of counters.
struct Sample {
    _folder: TempDir,
    path: PathBuf,
}

impl Sample {
    fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("app.stats");
        std::fs::write(&path, bytes).unwrap();
        Self { _folder: folder, path }
    }

    /// Locks the file, as a process that runs does.
    fn lock(&self) -> File {
        let file = File::open(&self.path).unwrap();
        file.lock().unwrap();
        file
    }
}

/// Returns the exit status, standard output and standard error of the program.
fn run(path: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spgc-top"));
    let output = timeout::output(command.arg(path).args(arguments)).unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn counters() -> HeapCounters {
    HeapCounters { updated_ns: 1_500_000_000, limit_bytes: 1 << 20, ..HeapCounters::default() }
}

#[test]
fn counters_are_printed_once() {
    let _one_test = ONE_TEST.lock().unwrap_or_else(PoisonError::into_inner);
    let sample = Sample::new(&bytes(&counters()));
    let lock = sample.lock();
    // Standard output is no terminal.
    let (status, table, error) = run(&sample.path, &[]);
    assert_eq!((status, error.as_str()), (0, ""));
    assert!(table.starts_with("process 4711, heap 2, updated 1.5 s after its start\n"), "{table}");
    assert_eq!(run(&sample.path, &["--once"]).1, table);
    let (status, json, _) = run(&sample.path, &["--once", "--json", "--interval", "0.05"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((status, &json["limit_bytes"]), (0, &Value::from(1 << 20)));
    assert!(json["rates"]["over_seconds"].as_f64().unwrap() >= 0.05);
    drop(lock);
    let (status, table, _) = run(&sample.path, &["--once"]);
    assert_eq!(status, 1);
    assert!(table.contains("whose process is gone"), "{table}");
    let ended = HeapCounters { has_ended: 1, ..counters() };
    let sample = Sample::new(&bytes(&ended));
    // At `exit`, the process runs for some time after the end of its heap.
    let _lock = sample.lock();
    let (status, json, _) = run(&sample.path, &["--once", "--json"]);
    assert_eq!(status, 1);
    assert!(json.contains(r#""state":"ended""#), "{json}");
}

#[test]
fn bad_files_are_named() {
    let _one_test = ONE_TEST.lock().unwrap_or_else(PoisonError::into_inner);
    let whole = bytes(&counters());
    let mut newer = whole.clone();
    newer[8] = 3;
    for (bytes, message) in [
        (&whole[..100], "the file is cut short: it has 100 bytes instead of 432"),
        (&newer[..], "the file has version 3 of the layout"),
        (b"{\"snapshot\":{}}                        ", "the file has no counters of a heap"),
    ] {
        let sample = Sample::new(bytes);
        let (status, output, error) = run(&sample.path, &["--once"]);
        assert_eq!((status, output.as_str()), (2, ""));
        let expected = format!("spgc-top: {}: {message}", sample.path.display());
        assert!(error.starts_with(&expected), "{error}");
    }
    let (status, _, error) = run(Path::new("4294967295"), &[]);
    assert_eq!((status, error.as_str()), (2, "spgc-top: there is no process 4294967295\n"));
    assert_eq!(run(Path::new("x"), &["--json"]).0, 2, "--json needs --once");
}
