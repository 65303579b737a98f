//! Tests of the program `wasm-gc` as a user runs it: results, errors and exit statuses.

use std::path::Path;
use std::process::{Command, Output};

use test_support::timeout;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wasm-gc"));
    timeout::output(command.args(arguments)).expect("the program starts")
}

/// Writes a module to a temporary file and runs it with these arguments.
fn run_text(text: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    let path = folder.path().join("module.wat");
    std::fs::write(&path, text).expect("the file can be written");
    let path = path.to_str().expect("the path is text");
    run(&[&[path], arguments].concat())
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
    assert_fails(&run_text(ARITHMETIC, &["--invoke", "throw"]), 1, "is not caught");
}

#[test]
fn wrong_calls_are_errors() {
    let divide = |arguments: &[&str]| run_text(ARITHMETIC, &[&["--invoke"], arguments].concat());
    assert_fails(&divide(&["divide", "1"]), 1, "has 2 parameters, and 1 arguments are given");
    assert_fails(&divide(&["divide", "1", "x"]), 1, "argument 1 of \"divide\" is x, and not i32");
    assert_fails(&divide(&["absent"]), 1, "the module exports no function \"absent\"");
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
