//! Tests of the program `wasm-gc` as a user runs it: results, errors and exit statuses.

use std::path::Path;
use std::process::{Command, Output};

use test_support::timeout;

fn run(arguments: &[&str]) -> Output {
    run_with(&[], arguments)
}

/// Runs the program with these settings of the collector.
fn run_with(settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wasm-gc"));
    command.envs(settings.iter().copied()).args(arguments);
    timeout::output(&mut command).expect("the program starts")
}

/// Writes a module to a temporary file and runs it with these arguments.
fn run_text(text: &str, arguments: &[&str]) -> Output {
    run_text_with(&[], text, arguments)
}

fn run_text_with(settings: &[(&str, &str)], text: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    let path = folder.path().join("module.wat");
    std::fs::write(&path, text).expect("the file can be written");
    let path = path.to_str().expect("the path is text");
    run_with(settings, &[&[path], arguments].concat())
}

#[track_caller]
fn assert_fails(output: &Output, status: i32, message: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{error}");
    assert!(error.contains(message), "{error}");
}

const ARITHMETIC: &str = r#"
    (module
      (func (export "divide") (param i32 i32) (result i32)
        (i32.div_s (local.get 0) (local.get 1)))
      (func $deep (export "deep") (result i32) (i32.add (i32.const 1) (call $deep)))
      (func (export "pair") (result i64 f64) (i64.const -5) (f64.const 0.5))
      (tag $error)
      (func (export "throw") (throw $error)))"#;

#[test]
fn results_are_printed() {
    let output = run_text(ARITHMETIC, &["--invoke", "divide", "-7", "2"]);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"-3\n"[..]));
    let output = run_text(ARITHMETIC, &["--json", "--invoke", "pair"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["results"][0]["value"], "-5");
    assert_eq!(json["results"][1]["type"], "f64");
}

#[test]
fn traps_have_a_position() {
    let output = run_text(ARITHMETIC, &["--invoke", "divide", "1", "0"]);
    assert_fails(&output, 1, "trap: integer divide by zero, in function 0 at offset 0x");
    let output = run_text(ARITHMETIC, &["--invoke", "deep"]);
    assert_fails(&output, 1, "trap: call stack exhausted, in function 1 (deep) at offset 0x");
}

/// The message has the tag by its name or that of its export, the values, and the place of the
/// instruction, also if the exception passes through a handler.
#[test]
fn uncaught_exceptions_are_described() {
    let text = r#"
        (module
          (type $point (struct (field i32)))
          (tag $error (param i32 f64 (ref null $point)))
          (tag (export "problem"))
          (tag (param i64))
          (func $inner (param i32)
            (throw $error (local.get 0) (f64.const 2.5) (struct.new $point (i32.const 1))))
          (func (export "values") (call $inner (i32.const -5)))
          (func (export "exported") (throw 1))
          (func $again (export "again")
            (block $caught (result exnref)
              (try_table (catch_all_ref $caught) (throw 2 (i64.const 7)))
              (return))
            (throw_ref)))"#;
    for (function, message) in [
        (
            "values",
            "an exception of tag 0 (error) with the values -5, 2.5, struct is not caught, thrown in \
             function 0 (inner) at offset 0x",
        ),
        (
            "exported",
            "an exception of tag 1 (problem) without values is not caught, thrown in function 2 at \
             offset 0x",
        ),
        (
            "again",
            "an exception of tag 2 with the value 7 is not caught, thrown in function 3 (again) at \
             offset 0x",
        ),
    ] {
        assert_fails(&run_text(text, &["--invoke", function]), 1, message);
    }
    let output = run_text(text, &["--json", "--invoke", "exported"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(json["error"].as_str().expect("a message").contains("tag 1 (problem)"), "{json}");
}

/// All imports without a definition are named, before a code generator is run.
#[test]
fn unknown_imports_are_named_before_compilation() {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    let marker = folder.path().join("compiled");
    for tool in ["opt-test", "llc-test"] {
        let script = format!(
            "#!/bin/sh\ncase $1 in --version) echo LLVM version 19.1.7 ;; *) >{marker:?} ;; esac\n"
        );
        let path = folder.path().join(tool);
        std::fs::write(&path, script).expect("the file can be written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, mode).expect("the mode can be set");
    }
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().display());
    let settings = [("LLVM_SUFFIX", "-test"), ("PATH", path.as_str())];
    let compile = |text: &str| run_text_with(&settings, text, &["--backend", "llvm"]);
    let unknown = r#"
        (module
          (import "host" "absent" (func))
          (import "host" "clock" (func (result i64)))
          (import "env" "memory" (memory 1))
          (func (export "_start")))"#;
    let message = "unknown imports: \"host\" \"absent\", \"env\" \"memory\"\n";
    assert_fails(&compile(unknown), 1, message);
    let wrong = r#"(module (import "host" "clock" (func (param i32))))"#;
    assert_fails(&compile(wrong), 1, "incompatible import type");
    assert!(!marker.exists(), "the module was compiled");
    // The tools are run for other modules.
    assert_eq!(compile("(module (func))").status.code(), Some(1));
    assert!(marker.exists());
}

#[test]
fn wrong_calls_are_errors() {
    let divide = |arguments: &[&str]| run_text(ARITHMETIC, &[&["--invoke"], arguments].concat());
    assert_fails(&divide(&["divide", "1"]), 1, "has 2 parameters, and 1 arguments are given");
    assert_fails(&divide(&["divide", "1", "x"]), 1, "argument 1 of \"divide\" is x, and not i32");
    assert_fails(&divide(&["absent"]), 1, "the module exports no function \"absent\"");
}

#[test]
fn options_for_wasi_need_a_program_for_wasi() {
    let message = |option: &str| format!("{option}: only for programs for WASI");
    for (arguments, option) in [
        (&["5"][..], "arguments without --invoke"),
        (&["--env", "NAME=VALUE"], "--env"),
        (&["--dir", "."], "--dir"),
        (&["--invoke", "divide", "--dir", ".", "--", "4", "2"], "--dir"),
    ] {
        assert_fails(&run_text(ARITHMETIC, arguments), 1, &message(option));
    }
}

#[test]
fn wrong_modules_are_errors_with_a_position() {
    assert_fails(&run_text("(module\n  (func oops))", &[]), 1, "module.wat:2:");
    let untyped = "(module (func (result i32)))";
    assert_fails(&run_text(untyped, &[]), 1, "at offset 0x");
    let missing = r#"(module (import "host" "absent" (func)))"#;
    assert_fails(&run_text(missing, &[]), 1, "unknown import: \"host\" \"absent\"");
    let wrong = r#"(module (import "host" "clock" (func (param i32))))"#;
    assert_fails(&run_text(wrong, &[]), 1, "incompatible import type");
    let vector = "(module (func (drop (v128.const i64x2 0 0))))";
    assert_fails(&run_text(vector, &[]), 1, "a vector of 128 bits is not supported");
    assert_fails(&run(&["/nonexistent/file.wasm"]), 1, "/nonexistent/file.wasm");
    assert_fails(&run(&["--what"]), 2, "--what");
    assert_fails(&run(&[]), 2, "FILE");
}

/// The loads of a function's fields are constant in the loop, and must stay after the test for
/// null.
#[test]
fn a_null_function_in_a_loop_is_a_trap() {
    let text = r#"
        (module
          (type $f (func))
          (func $nothing (type $f))
          (elem declare func $nothing)
          (func $run (export "run") (param $f (ref null $f)) (param $count i32)
            (loop $again
              (local.set $count (i32.sub (local.get $count) (i32.const 1)))
              (if (local.get $count)
                (then (call_ref $f (local.get $f)) (br $again)))))
          (func (export "null") (call $run (ref.null $f) (i32.const 5)))
          (func (export "once") (call $run (ref.null $f) (i32.const 1)))
          (func (export "some") (call $run (ref.func $nothing) (i32.const 5))))"#;
    assert_fails(&run_text(text, &["--invoke", "null"]), 1, "null function reference");
    assert_eq!(run_text(text, &["--invoke", "once"]).status.code(), Some(0));
    assert_eq!(run_text(text, &["--invoke", "some"]).status.code(), Some(0));
}

#[test]
fn start_functions_call_the_host() {
    let text = r#"
        (module
          (import "host" "print_i32" (func $print (param i32)))
          (import "host" "print_char" (func $character (param i32)))
          (func (export "_start") (call $print (i32.const 42)) (call $character (i32.const 955))))"#;
    let output = run_text(text, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\nλ");
}

#[test]
fn trees_are_built_and_counted() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/binary_trees.wat");
    let output = run(&["run", path.to_str().expect("text"), "--invoke", "run", "8"]);
    // Depths 4, 6 and 8 make 16, 4 and 1 trees; the long-lived one has depth 8, too.
    let expected = 16 * 31 + 4 * 127 + 511 + 511;
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{expected}\n"));
}

fn trees() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/binary_trees.wat");
    path.to_str().expect("text").to_owned()
}

/// Returns the statistics that a program with the sum `expected` prints.
fn statistics(output: &Output, expected: i64) -> serde_json::Value {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["results"][0]["value"], expected);
    json["stats"].clone()
}

/// All trees have a multiple of the heap's size.
#[test]
fn trees_run_in_a_small_heap() {
    let depth = 15;
    let mut objects = (2 << depth) - 1;
    for at in (4..=depth).step_by(2) {
        objects += (1_i64 << (depth - at)) * ((2 << at) - 1);
    }
    let arguments = ["--json", "--stats", &trees(), "--invoke", "run", "15"];
    let output = run_with(&[("SPGC_HEAP_MAX", "4M")], &arguments);
    let stats = statistics(&output, objects);
    assert!(24 * objects > 2 * (4 << 20), "{objects} objects");
    assert!(stats["heap_peak_bytes"].as_u64() <= Some(4 << 20), "{stats}");
    assert_relocated(&stats);
}

#[track_caller]
fn assert_relocated(stats: &serde_json::Value) {
    let count = |name: &str| stats[name].as_u64().unwrap_or_default();
    assert!(count("young_collections") + count("full_collections") > 1, "{stats}");
    assert!(count("roots_visited") > 0 && count("objects_moved") > 0, "{stats}");
    assert!(count("frames_walked") > 0, "{stats}");
    assert_eq!(count("records_matched"), count("frames_walked"), "{stats}");
}

#[test]
fn trees_move_at_each_allocation_and_poll() {
    for zeal in ["alloc", "poll"] {
        let arguments = ["--json", "--stats", &trees(), "--invoke", "run", "5"];
        let settings = [("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "before,after")];
        let output = run_with(&settings, &arguments);
        let plain = run(&["--json", &trees(), "--invoke", "run", "5"]);
        let plain: serde_json::Value = serde_json::from_slice(&plain.stdout).expect("JSON");
        let expected = plain["results"][0]["value"].as_i64().expect("a sum");
        assert_relocated(&statistics(&output, expected));
    }
}

#[test]
fn collections_are_logged() {
    let settings = [("SPGC_ZEAL", "alloc"), ("SPGC_LOG", "gc")];
    let output = run_with(&settings, &[&trees(), "--invoke", "run", "4"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("pause"), "{output:?}");
}

const LARGE: &str = r#"
    (module
      (type $bytes (array (mut i8)))
      (type $list (struct (field (ref null $list)) (field (ref $bytes))))
      (global $kept (mut (ref null $list)) (ref.null $list))
      (func $grow (export "grow") (param i32)
        (loop $again
          (global.set $kept
            (struct.new $list (global.get $kept) (array.new_default $bytes (local.get 0))))
          (br $again)))
      (func (export "large") (param i32) (result i32)
        (array.len (array.new_default $bytes (local.get 0)))))"#;

/// Statistics are printed for a program that fails, too, as far as it came.
#[test]
fn statistics_of_programs_that_fail() {
    let arguments = ["--stats", "--json", "--invoke", "grow", "1000"];
    let output = run_text_with(&[("SPGC_HEAP_MAX", "8M")], LARGE, &arguments);
    assert_eq!(output.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let error = json["error"].as_str().expect("a message");
    assert!(error.starts_with("trap: out of memory, in function 0 (grow) at offset 0x"), "{json}");
    let remedy = "; the heap limit is 8388608 bytes. Raise the limit with SPGC_HEAP_MAX";
    assert!(error.ends_with(remedy), "{json}");
    assert!(json["stats"]["call_ns"].is_u64(), "{json}");
    assert_relocated(&json["stats"]);

    let output = run_text(LARGE, &["--stats", "--invoke", "absent"]);
    assert_fails(&output, 1, "the module exports no function \"absent\"");
    assert_fails(&output, 1, "\ncollections  ");
    let output = run_text("(module (func (result i32)))", &["--stats", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(json["stats"]["load_ns"].is_u64(), "{json}");
    assert_eq!(json["stats"]["call_ns"], serde_json::Value::Null);
    let output = run(&["--stats", "--json", "/nonexistent/file.wasm"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["stats"]["full_collections"], serde_json::Value::Null, "{json}");
}

/// The threads keep what they allocate, and at least one finds the heap full.
#[test]
fn a_full_heap_is_a_trap_on_every_thread() {
    let settings = [("SPGC_HEAP_MAX", "8M")];
    for bytes in ["1", "30000"] {
        let arguments = ["--threads", "3", "--invoke", "grow", bytes];
        let output = run_text_with(&settings, LARGE, &arguments);
        assert_fails(&output, 1, "trap: out of memory, in function 0 (grow)");
    }
}

/// A full heap, and an array that does not fit, are traps.
#[test]
fn a_full_heap_is_a_trap() {
    let run = |arguments: &[&str]| {
        let arguments = [&["--invoke"], arguments].concat();
        run_text_with(&[("SPGC_HEAP_MAX", "8M")], LARGE, &arguments)
    };
    for bytes in ["1", "1000", "30000", "200000", "500000"] {
        let output = run(&["grow", bytes]);
        assert_fails(&output, 1, "trap: out of memory, in function 0 (grow)");
        assert_fails(
            &output,
            1,
            "the heap limit is 8388608 bytes. Raise the limit with SPGC_HEAP_MAX",
        );
    }
    for bytes in ["-1", "2000000000", "9000000"] {
        assert_fails(&run(&["large", bytes]), 1, "trap: out of memory, in function 1 at offset");
    }
    assert_eq!(run(&["large", "4000000"]).stdout, b"4000000\n");
}

/// The array of a constant expression, too, is a trap if the heap cannot have it.
#[test]
fn a_constant_that_does_not_fit_is_a_trap() {
    for constant in
        ["array.new_default $a (i32.const -1)", "array.new $a (i64.const 7) (i32.const -2)"]
    {
        let text = format!(
            r#"(module (type $a (array i64)) (global (ref $a) ({constant})) (func (export "run")))"#
        );
        let output = run_text_with(&[("SPGC_HEAP_MAX", "8M")], &text, &["--invoke", "run"]);
        assert_fails(&output, 1, "trap: out of memory; the heap limit is 8388608 bytes.");
    }
}

#[test]
fn instances_on_several_threads_share_a_heap() {
    let arguments = ["--json", "--stats", "--threads", "3", &trees(), "--invoke", "run", "12"];
    let output = run_with(&[("SPGC_HEAP_MAX", "8M")], &arguments);
    let plain = run(&["--json", &trees(), "--invoke", "run", "12"]);
    let plain: serde_json::Value = serde_json::from_slice(&plain.stdout).expect("JSON");
    let expected = plain["results"][0]["value"].as_i64().expect("a sum");
    assert_relocated(&statistics(&output, expected));
}
