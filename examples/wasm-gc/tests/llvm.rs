//! Tests of the program `wasm-gc` with the back end LLVM: results, traps, tail calls, and the IR
//! that it prints.

mod generators;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use test_support::timeout;

fn program(settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wasm-gc"));
    command.envs(settings.iter().copied()).args(arguments);
    timeout::output(&mut command).expect("the program starts")
}

/// Runs a module by each installed version of LLVM.
fn run(settings: &[(&str, &str)], path: &Path, arguments: &[&str]) -> Vec<Output> {
    let path = path.to_str().expect("the path is text");
    let versions = generators::llvm_versions().into_iter();
    let run = |version| {
        let suffix = format!("-{version}");
        let settings = [settings, &[("LLVM_SUFFIX", &suffix)]].concat();
        program(&settings, &[&["--backend", "llvm", path], arguments].concat())
    };
    versions.map(run).collect()
}

/// Writes a module to a temporary file and calls an operation with the path.
fn with_file<R>(text: &str, operation: impl FnOnce(&Path) -> R) -> R {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    let path = folder.path().join("module.wat");
    std::fs::write(&path, text).expect("the file can be written");
    operation(&path)
}

fn run_text(settings: &[(&str, &str)], text: &str, arguments: &[&str]) -> Vec<Output> {
    with_file(text, |path| run(settings, path, arguments))
}

#[track_caller]
fn assert_prints(outputs: &[Output], expected: &str) {
    for output in outputs {
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{error}");
        assert_eq!(output.status.code(), Some(0), "{error}");
    }
}

#[track_caller]
fn assert_fails(outputs: &[Output], message: &str) {
    for output in outputs {
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(message), "{error}");
    }
}

/// Returns the JSON object in the last line, and the lines before it.
#[track_caller]
fn json(output: &Output) -> (String, serde_json::Value) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let text = String::from_utf8_lossy(&output.stdout);
    let (printed, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
    (printed.to_owned(), serde_json::from_str(last).expect("JSON"))
}

#[track_caller]
fn assert_relocated(stats: &serde_json::Value) {
    let count = |name: &str| stats[name].as_u64().unwrap_or_default();
    assert!(count("young_collections") + count("full_collections") > 1, "{stats}");
    assert!(count("frames_walked") > 0 && count("roots_visited") > 0, "{stats}");
    assert_eq!(count("records_matched"), count("frames_walked"), "{stats}");
    assert!(count("objects_moved") > 0, "{stats}");
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let files = std::fs::read_dir(folder).expect("the folder exists");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "wat")).collect()
}

/// The smallest size at which a program runs: that of the first line `$ run SIZE` of its expected
/// output.
fn size(program: &Path) -> String {
    let text = std::fs::read_to_string(program.with_extension("expected")).unwrap_or_default();
    let size = text.lines().next().and_then(|line| line.strip_prefix("$ run "));
    size.unwrap_or("5").to_owned()
}

/// Both back ends give the same output, while each allocation or poll collects.
#[test]
fn programs_run_while_objects_move() {
    assert!(!programs().is_empty());
    for path in programs() {
        let size = size(&path);
        let arguments = ["--json", "--stats", "--invoke", "run", &size];
        for zeal in ["alloc", "poll"] {
            let settings = [("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "after")];
            let text = path.to_str().expect("the path is text");
            let (printed, expected) =
                json(&program(&settings, &[&[text], &arguments[..]].concat()));
            assert_relocated(&expected["stats"]);
            for output in run(&settings, &path, &arguments) {
                let (found, value) = json(&output);
                assert_eq!((&found, &value["results"]), (&printed, &expected["results"]));
                assert_relocated(&value["stats"]);
            }
        }
    }
}

#[test]
fn instances_on_several_threads_share_a_heap() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/binary_trees.wat");
    let arguments = ["--json", "--stats", "--threads", "3", "--invoke", "run", "12"];
    for output in run(&[("SPGC_HEAP_MAX", "8M")], &path, &arguments) {
        let (_, value) = json(&output);
        assert_eq!(value["results"][0]["value"], 48_810);
        assert_relocated(&value["stats"]);
    }
}

const TRAPS: &str = r#"
    (module
      (type $list (struct (field (ref null $list))))
      (func (export "divide") (param i32 i32) (result i32)
        (i32.div_s (local.get 0) (local.get 1)))
      (func $deep (export "deep") (result i32) (i32.add (i32.const 1) (call $deep)))
      (func (export "pair") (result i64 f64) (i64.const -5) (f64.const 0.5))
      (tag $error)
      (func (export "throw") (throw $error))
      (func $endless (export "endless") (call $endless))
      (func (export "grow") (local $kept (ref null $list))
        (loop $again
          (local.set $kept (struct.new $list (local.get $kept)))
          (br $again))))"#;

#[test]
fn results_and_traps() {
    let run = |arguments: &[&str]| run_text(&[], TRAPS, &[&["--invoke"], arguments].concat());
    assert_prints(&run(&["divide", "-7", "2"]), "-3\n");
    assert_prints(&run(&["pair"]), "-5\n0.5\n");
    let message = "trap: integer divide by zero, in function 0 at offset 0x";
    assert_fails(&run(&["divide", "1", "0"]), message);
    assert_fails(&run(&["deep"]), "trap: call stack exhausted, in function 1 (deep) at offset 0x");
    assert_fails(&run(&["throw"]), "is not caught");
    assert_fails(&run(&["endless"]), "trap: call stack exhausted, in function 4 (endless)");
    let full = run_text(&[("SPGC_HEAP_MAX", "8M")], TRAPS, &["--invoke", "grow"]);
    assert_fails(&full, "trap: out of memory, in function 5");
}

/// Functions with parameters in registers and beyond them, of all types, call each other in tail
/// position, directly, through a table and by reference. The stack has room for no million frames.
const TAIL_CALLS: &str = r#"
    (module
      (type $node (struct (field i64)))
      (type $wide (func (param i32 f32 (ref $node) f64 i64 i32 i64 i64 (ref $node)) (result i64 f32)))
      (type $few (func (param i32 (ref $node)) (result i64 f32)))
      (table 1 funcref)
      (elem (i32.const 0) $few)
      (elem declare func $wide)
      (func $few (type $few)
        (if (i32.eqz (local.get 0))
          (then (return (struct.get $node 0 (local.get 1)) (f32.const 2.5))))
        (return_call_ref $wide
          (i32.sub (local.get 0) (i32.const 1)) (f32.const 1.5)
          (struct.new $node (i64.add (struct.get $node 0 (local.get 1)) (i64.const 1)))
          (f64.const 0.25) (i64.const -3) (i32.const -1) (i64.const 4) (i64.const 5)
          (struct.new $node (i64.const 7))
          (ref.func $wide)))
      (func $wide (type $wide)
        (if (i32.ne (i32.const -1) (local.get 5)) (then (unreachable)))
        (if (f32.ne (f32.const 1.5) (local.get 1)) (then (unreachable)))
        (if (f64.ne (f64.const 0.25) (local.get 3)) (then (unreachable)))
        (if (i64.ne (i64.const 7) (struct.get $node 0 (local.get 8))) (then (unreachable)))
        (if (i64.ne (i64.const 2) (i64.add (local.get 4) (local.get 7))) (then (unreachable)))
        (if (i32.and (local.get 0) (i32.const 1))
          (then (return_call $few (local.get 0) (local.get 2))))
        (return_call_indirect (type $few) (local.get 0) (local.get 2) (i32.const 0)))
      (func (export "run") (param i32) (result i64 f32)
        (call $few (local.get 0) (struct.new $node (i64.const 0)))))"#;

#[test]
fn tail_calls_use_no_stack() {
    let arguments = ["--invoke", "run", "1000000"];
    assert_prints(&run_text(&[], TAIL_CALLS, &arguments), "1000000\n2.5\n");
    let arguments = ["--json", "--stats", "--invoke", "run", "100"];
    for zeal in ["alloc", "poll"] {
        let settings = [("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "before,after")];
        for output in run_text(&settings, TAIL_CALLS, &arguments) {
            let (_, value) = json(&output);
            assert_eq!(value["results"][0]["value"], "100");
            assert_relocated(&value["stats"]);
        }
    }
}

/// Operations whose result is the operand, if that is no signalling NaN, which becomes a quiet one.
#[test]
fn signalling_nans_become_quiet() {
    let text = r#"
        (module
          (func (export "run") (param $bits i32) (result i32) (local $x f32) (local $one f32)
            (local.set $x (f32.reinterpret_i32 (local.get $bits)))
            (local.set $one (f32.convert_i32_s (i32.const 1)))
            (i32.and
              (i32.and
                (i32.reinterpret_f32 (f32.add (local.get $x) (f32.const -0)))
                (i32.reinterpret_f32 (f32.mul (local.get $x) (f32.const 1))))
              (i32.and
                (i32.and
                  (i32.reinterpret_f32 (f32.div (local.get $x) (local.get $one)))
                  (i32.reinterpret_f32 (f32.min (local.get $x) (local.get $x))))
                (i32.reinterpret_f32 (f32.demote_f64 (f64.promote_f32 (local.get $x))))))))"#;
    // The bit 0x400000 is set in a quiet NaN.
    assert_prints(&run_text(&[], text, &["--invoke", "run", "2141192192"]), "2145386496\n");
}

/// The words of a reference are read again after a call that moves the object.
#[test]
fn words_of_references_are_not_kept() {
    let text = r#"
        (module
          (type $array (array (mut i32)))
          (func $allocate (param i32)
            (if (local.get 0)
              (then
                (drop (array.new_default $array (i32.const 10)))
                (return_call $allocate (i32.sub (local.get 0) (i32.const 1))))))
          (func (export "run") (param i32) (result i32) (local $a (ref $array))
            (local.set $a (array.new_default $array (local.get 0)))
            (array.fill $array (local.get $a) (i32.const 0) (i32.const 3) (i32.const 5))
            (call $allocate (i32.const 20))
            (array.fill $array (local.get $a) (i32.const 1) (i32.const 4) (i32.const 5))
            (call $allocate (i32.const 20))
            (array.copy $array $array (local.get $a) (i32.const 2) (local.get $a) (i32.const 0)
              (i32.const 2))
            (i32.add
              (i32.mul (i32.const 1000) (array.get $array (local.get $a) (i32.const 2)))
              (i32.add
                (i32.mul (i32.const 100) (array.get $array (local.get $a) (i32.const 3)))
                (array.get $array (local.get $a) (i32.const 5))))))"#;
    let settings = [("SPGC_ZEAL", "alloc"), ("SPGC_VERIFY", "before,after")];
    assert_prints(&run_text(&settings, text, &["--invoke", "run", "8"]), "3404\n");
}

/// The IR is compiled by hand with the commands of the page.
#[test]
fn the_ir_can_be_compiled_by_hand() {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    with_file(TAIL_CALLS, |path| {
        let output = program(&[], &["--emit-llvm", path.to_str().expect("the path is text")]);
        assert_eq!(output.status.code(), Some(0));
        std::fs::write(folder.path().join("module.ll"), &output.stdout).expect("a file");
    });
    for version in generators::llvm_versions().into_iter().filter(|&version| version > 16) {
        let commands = format!(
            "opt-{version} -passes='default<O2>,function(place-safepoints,early-cse),\
             rewrite-statepoints-for-gc,verify' module.ll -o module.bc && \
             llc-{version} -O2 -relocation-model=pic module.bc -o module.s"
        );
        let mut command = Command::new("sh");
        let output = timeout::output(command.current_dir(folder.path()).args(["-c", &commands]));
        let output = output.expect("a shell");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let assembly = std::fs::read_to_string(folder.path().join("module.s")).expect("a file");
        assert!(assembly.contains(".llvm_stackmaps"));
    }
    let invalid = with_file("(module (func (result i32)))", |path| {
        program(&[], &["--emit-llvm", path.to_str().expect("the path is text")])
    });
    assert_fails(&[invalid], "at offset 0x");
}

#[test]
fn missing_tools_are_named() {
    let path = programs().into_iter().next().expect("there is a program");
    let path = path.to_str().expect("the path is text");
    let output = program(&[("LLVM_SUFFIX", "-none")], &["--backend", "llvm", path]);
    assert_fails(&[output], "opt-none cannot be started");
}
