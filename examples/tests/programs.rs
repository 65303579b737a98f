//! Tests of the example programs: runs each as a user does, and checks its report, its errors and
//! the collector's counters.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Path of the program `binary-trees`.
const BINARY_TREES: &str = env!("CARGO_BIN_EXE_binary-trees");
/// Path of the program `derived`.
const DERIVED: &str = env!("CARGO_BIN_EXE_derived");
/// Path of the program `deopt`.
const DEOPT: &str = env!("CARGO_BIN_EXE_deopt");
/// Path of the program `generators`.
const GENERATORS: &str = env!("CARGO_BIN_EXE_generators");
/// Path of the program `inline-cache`.
const INLINE_CACHE: &str = env!("CARGO_BIN_EXE_inline-cache");

/// Runs a program with these arguments and environment variables. Other settings of the collector
/// are removed from the environment.
fn run(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = examples::runner::command(program);
    for name in [
        "SPGC_HEAP_MAX",
        "SPGC_HEAP_INITIAL",
        "SPGC_NURSERY",
        "SPGC_TIME_SHARE",
        "SPGC_PAUSE_GOAL",
        "SPGC_ZEAL",
        "SPGC_THREADS",
    ] {
        command.env_remove(name);
    }
    command.args(arguments).envs(environment.iter().copied()).output().expect("the program starts")
}

/// Runs a program, which must succeed, and returns its report.
fn json(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Value {
    let output = run(program, &[arguments, &["--json"]].concat(), environment);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} {environment:?}: {}\n{errors}", output.status);
    let text = String::from_utf8(output.stdout).expect("the output is text");
    let line = text.lines().last().expect("there is a last line");
    serde_json::from_str(line).expect("the last line is JSON")
}

/// Returns a counter of the collector.
fn count(line: &Value, field: &str) -> u64 {
    line["gc"][field].as_u64().unwrap_or_else(|| panic!("{field} is a number in {line}"))
}

/// Returns the number of young and full collections.
fn collections(line: &Value) -> u64 {
    count(line, "young_collections") + count(line, "full_collections")
}

/// Returns the expected result of binary-trees.
fn nodes(depth: u32) -> u64 {
    let tree = |depth: u32| (1_u64 << (depth + 1)) - 1;
    let short_lived = (4..=depth).step_by(2).map(|d| (tree(d)) << (depth - d + 4));
    tree(depth + 1) + tree(depth) + short_lived.sum::<u64>()
}

/// Asserts that the collections of a run found roots and moved objects.
fn assert_objects_moved(line: &Value) {
    for field in
        ["frames_walked", "records_matched", "roots_visited", "objects_moved", "bytes_copied"]
    {
        assert!(count(line, field) > 0, "{field} in {line}");
    }
    assert_eq!(count(line, "frames_walked"), count(line, "records_matched"));
    let collections = Some(collections(line));
    assert_eq!(line["gc"]["pause_ns"]["count"].as_u64(), collections);
    assert_eq!(line["gc"]["time_to_safepoint_ns"]["count"].as_u64(), collections);
}

#[test]
fn node_count_is_independent_of_threads_and_heap() {
    for threads in ["1", "2", "3", "16"] {
        for heap in ["48M", "1G"] {
            let line = json(
                BINARY_TREES,
                &["--depth", "14", "--threads", threads],
                &[("SPGC_HEAP_MAX", heap)],
            );
            assert_eq!(line["result"].as_u64(), Some(nodes(14)), "{line}");
            assert_eq!(line["depth"], 14);
            assert_eq!(line["threads"].to_string(), threads);
            assert!(count(&line, "heap_peak_bytes") > 1 << 20, "{line}");
            if heap == "48M" {
                assert!(collections(&line) >= 3, "{line}");
                assert_objects_moved(&line);
                assert!(count(&line, "heap_peak_bytes") <= 48 << 20, "{line}");
            }
        }
    }
}

#[test]
fn node_count_is_the_same_in_zeal_mode() {
    for (zeal, min_collections) in [("alloc", 1400), ("poll", 1400), ("13", 100)] {
        for workers in ["1", "4"] {
            let line = json(
                BINARY_TREES,
                &["--depth", "6", "--threads", "3"],
                &[("SPGC_ZEAL", zeal), ("SPGC_THREADS", workers), ("SPGC_HEAP_MAX", "64M")],
            );
            assert_eq!(line["result"].as_u64(), Some(nodes(6)), "{zeal}: {line}");
            assert!(collections(&line) >= min_collections, "{zeal}: {line}");
            assert_objects_moved(&line);
        }
    }
}

#[test]
fn interior_pointers_are_relocated_in_all_modes() {
    let arguments = ["--length", "100", "--rounds", "3", "--threads", "2"];
    let plain = json(DERIVED, &arguments, &[]);
    for zeal in ["alloc", "poll", "7"] {
        let line = json(DERIVED, &arguments, &[("SPGC_ZEAL", zeal), ("SPGC_HEAP_MAX", "64M")]);
        assert_eq!(line["result"], plain["result"], "{zeal}: {line}");
        assert!(count(&line, "derived_relocated") > 100, "{zeal}: {line}");
        assert_objects_moved(&line);
    }
    let long = ["--length", "200000", "--rounds", "5", "--threads", "2"];
    let large = json(DERIVED, &long, &[("SPGC_HEAP_MAX", "2G"), ("SPGC_NURSERY", "512M")]);
    let small = json(DERIVED, &long, &[("SPGC_HEAP_MAX", "64M"), ("SPGC_NURSERY", "1M")]);
    assert_eq!(large["result"], small["result"]);
    // Arrays of this length are large objects, which are not moved; their referents are.
    assert!(count(&small, "objects_moved") > 0, "{small}");
    assert!(collections(&small) > collections(&large), "{small} {large}");
}

/// The program itself compares the results of the interpreter with those of optimised code.
#[test]
fn optimised_code_is_deoptimized_in_all_modes() {
    let own = |line: &Value, name: &str| line["counts"][name].as_u64().expect("a number");
    let arguments =
        ["--depth", "6", "--rounds", "3", "--factor", "3", "--large", "10", "--marked", "43"];
    let plain = json(DEOPT, &arguments, &[]);
    for zeal in ["off", "alloc", "poll", "7"] {
        let line = json(DEOPT, &arguments, &[("SPGC_ZEAL", zeal), ("SPGC_HEAP_MAX", "64M")]);
        assert_eq!(line["result"], plain["result"], "{zeal}: {line}");
        // Node 43 is a leaf. In each round its frame and those of its five ancestors are
        // invalidated.
        assert_eq!(own(&line, "frames_invalidated"), 3 * 6, "{line}");
        // Of the nodes with large values, only 40 and 20 are visited before the redefinition.
        assert_eq!(own(&line, "guards_failed"), 3 * 2, "{line}");
        assert_eq!(own(&line, "frames_taken_over"), 3 * 8, "{line}");
        if zeal != "off" {
            assert_objects_moved(&line);
        }
    }
    let unmarked = ["--depth", "6", "--rounds", "1", "--large", "10", "--marked", "0"];
    let line = json(DEOPT, &unmarked, &[]);
    assert_eq!((own(&line, "guards_failed"), own(&line, "frames_invalidated")), (6, 0), "{line}");
}

#[test]
fn sites_are_patched_while_threads_execute_them() {
    for (zeal, redefinitions) in [("off", "40"), ("poll", "5"), ("3", "20")] {
        let arguments =
            ["--threads", "4", "--rounds", "3", "--shapes", "50", "--redefinitions", redefinitions];
        let environment =
            [("SPGC_ZEAL", zeal), ("SPGC_HEAP_MAX", "16M"), ("SPGC_VERIFY", "before,after")];
        let line = json(INLINE_CACHE, &arguments, &environment);
        assert_eq!(line["result"], 29_931, "{zeal}: {line}");
        let counts = |name: &str| line["counts"][name].as_u64().unwrap();
        let times: u64 = redefinitions.parse().unwrap();
        assert_eq!(counts("redefinitions"), times, "{line}");
        // The sites were in use between redefinitions, and one of them is always monomorphic.
        assert!(
            counts("stubs_made") >= times && counts("misses") >= counts("stubs_made"),
            "{line}"
        );
        assert!(counts("became_megamorphic") > 0 && counts("megamorphic_calls") > 0, "{line}");
        assert!(collections(&line) >= times && count(&line, "objects_moved") > 0, "{line}");
    }
}

/// Returns the expected result of generators: the checksum of the first primes, for each thread.
fn checksum_of_primes(count: usize, threads: u64) -> u64 {
    let is_prime = |n: &u64| (2..).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
    let primes = (2_u64..).filter(is_prime).take(count);
    let sum = primes.fold(0_u64, |sum, prime| sum.wrapping_mul(31).wrapping_add(prime));
    sum.wrapping_mul(threads)
}

#[test]
fn generators_are_suspended_in_all_modes() {
    for zeal in ["off", "alloc", "poll", "delays"] {
        let environment = [("SPGC_ZEAL", zeal), ("SPGC_VERIFY", "before,after")];
        let line = json(GENERATORS, &["--primes", "80", "--threads", "4"], &environment);
        assert_eq!(line["result"], checksum_of_primes(80, 4), "{zeal}: {line}");
        if ["alloc", "poll"].contains(&zeal) {
            assert!(count(&line, "objects_moved") > 0, "{line}");
            assert!(count(&line, "records_matched") > 1000, "{line}");
        }
    }
}

#[test]
fn text_report_is_a_table() {
    let output =
        run(BINARY_TREES, &["--depth", "10", "--threads", "2"], &[("SPGC_HEAP_MAX", "1M")]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "binary-trees, depth 10, threads 2",
        "pause",
        "time to safepoint",
        "p99.9",
        "objects moved",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn invalid_command_lines_are_usage_errors() {
    let wrong: [&[&str]; 6] = [
        &["--depth", "3"],
        &["--depth", "29"],
        &["--depth", "many"],
        &["--threads", "0"],
        &["--threads", "5000"],
        &["--widht", "3"],
    ];
    for arguments in wrong {
        let output = run(BINARY_TREES, arguments, &[]);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(run(DERIVED, &["--length", "0"], &[]).status.code(), Some(2));
    for program in [BINARY_TREES, DERIVED, DEOPT] {
        let help = run(program, &["--help"], &[]);
        assert_eq!(help.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&help.stdout).contains("--json"));
    }
}

#[test]
fn invalid_settings_are_named() {
    for (name, value) in [
        ("SPGC_HEAP_MAX", "plenty"),
        ("SPGC_HEAP_MAX", "4K"),
        ("SPGC_HEAP_MAX", "101%"),
        ("SPGC_HEAP_INITIAL", "101%"),
        ("SPGC_HEAP_INITIAL", "1T"),
        ("SPGC_NURSERY", "64K"),
        ("SPGC_NURSERY", "51%"),
        ("SPGC_TIME_SHARE", "0"),
        ("SPGC_PAUSE_GOAL", "0"),
        ("SPGC_PAUSE_GOAL", "2ms"),
        ("SPGC_ZEAL", "sometimes"),
        ("SPGC_THREADS", "0"),
    ] {
        let output = run(BINARY_TREES, &["--depth", "4"], &[(name, value)]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}={value}: {errors}");
        assert!(output.stdout.is_empty());
        assert!(errors.starts_with("binary-trees: "), "{errors}");
        assert!(errors.contains(name), "{name}={value}: {errors}");
    }
}

#[test]
fn valid_sizes_and_times_do_not_change_results() {
    for (name, value) in [
        ("SPGC_HEAP_INITIAL", "0"),
        ("SPGC_HEAP_INITIAL", "100%"),
        ("SPGC_NURSERY", "128K"),
        ("SPGC_NURSERY", "50%"),
        ("SPGC_NURSERY", "adaptive"),
        ("SPGC_TIME_SHARE", "0.1"),
        ("SPGC_TIME_SHARE", "90"),
        ("SPGC_PAUSE_GOAL", "0.01"),
        ("SPGC_PAUSE_GOAL", "60000"),
    ] {
        let heap = ("SPGC_HEAP_MAX", "16M");
        let line = json(BINARY_TREES, &["--depth", "12", "--threads", "2"], &[heap, (name, value)]);
        assert_eq!(line["result"].as_u64(), Some(nodes(12)), "{name}={value}: {line}");
        assert_objects_moved(&line);
    }
}

#[test]
fn out_of_memory_prints_one_message() {
    let output = run(
        BINARY_TREES,
        &["--depth", "14", "--threads", "2", "--json"],
        &[("SPGC_HEAP_MAX", "1M"), ("RUST_BACKTRACE", "1")],
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(output.stdout.is_empty(), "no result is printed");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    for part in [
        "out of memory",
        "limit is 1048576 bytes",
        "bytes are in use",
        "request was for 24 bytes",
        "SPGC_HEAP_MAX",
    ] {
        assert!(errors.contains(part), "{part} in {errors}");
    }

    let output =
        run(DERIVED, &["--length", "90000000", "--threads", "1"], &[("SPGC_HEAP_MAX", "64M")]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("request was for 720000016 bytes"), "{errors}");
}

/// Returns a command for a tool of binutils that can read programs of this build. If it is not
/// installed, returns `None` and prints that the test is skipped: directly to standard error, since
/// the test harness captures other output of a test that passes.
fn installed(tool: &str) -> Option<Command> {
    // In a cross build, only the tool with the prefix of the target can read the programs.
    let names = [format!("{}-linux-gnu-{tool}", std::env::consts::ARCH), tool.to_owned()];
    let found = names.iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    if found.is_none() {
        let message = format!("skipped: {tool} is not installed (package binutils)\n");
        std::io::stderr().write_all(message.as_bytes()).expect("standard error can be written");
    }
    found.map(Command::new)
}

/// A heap is refused if the program has no stack map. Otherwise collections would find no roots.
#[test]
fn programs_without_a_stack_map_do_not_start() {
    let Some(mut objcopy) = installed("objcopy") else { return };
    let stripped = Path::new(env!("CARGO_TARGET_TMPDIR")).join("binary-trees-without-map");
    let status = objcopy
        .args(["--remove-section", ".llvm_stackmaps", BINARY_TREES])
        .arg(&stripped)
        .status()
        .unwrap();
    assert!(status.success());
    let output = run(stripped.to_str().unwrap(), &["--depth", "4"], &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(output.stdout.is_empty());
    for part in ["binary-trees-without-map", ".llvm_stackmaps", "gc-sections", "\"awR\""] {
        assert!(errors.contains(part), "{part} in {errors}");
    }
    assert_eq!(errors.matches("refers to no function").count(), 1, "repeated message: {errors}");
}

/// `strip` removes symbols, but not the sections that the collector needs.
#[test]
fn a_stripped_program_runs() {
    let Some(mut strip) = installed("strip") else { return };
    let stripped = Path::new(env!("CARGO_TARGET_TMPDIR")).join("binary-trees-stripped");
    let status = strip.args(["-s", "-o"]).arg(&stripped).arg(BINARY_TREES).status();
    assert!(status.unwrap().success());
    let line = json(
        stripped.to_str().unwrap(),
        &["--depth", "10", "--threads", "2"],
        &[("SPGC_HEAP_MAX", "1M")],
    );
    assert_eq!(line["result"].as_u64(), Some(nodes(10)));
    assert_objects_moved(&line);
}
