//! `examples/orc-host`, built only from installed files: functions are compiled, defined again and
//! removed while threads call them and collect. `statepoint_gc_orc.hpp`, whose errors
//! `tests/capi/orc.cpp` provokes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::capi::{libraries, root, run, static_libraries};
use tests::host::{ExampleDirectory, number};
use tests::ir::PreludeForm;
use tests::orc::{flags, has_headers, versions_with_headers};
use tests::timeout;

/// Name of the example's folder.
const EXAMPLE: &str = "orc-host";
/// The options that select the linker.
const LINKERS: [&[&str]; 2] = [&[], &["--runtime-dyld"]];
/// The header's path from the project's folder.
const HEADER: &str = "gc/capi/include/statepoint_gc_orc.hpp";
/// Compiling LLVM's headers with optimisation takes twice as long.
const CXXFLAGS: &str = "CXXFLAGS=-O0 -Wall -Wextra -pedantic -Werror";

/// Lines of the language, and what the host prints for them.
const LINES: [(&str, &str); 14] = [
    ("def range(n): list = if n = 0 then nil else cons(n, range(n - 1))", ""),
    ("range(5)", "[5, 4, 3, 2, 1]"),
    ("def sum(l: list) = if empty(l) then 0 else head(l) + sum(tail(l))", ""),
    ("sum(range(100))", "5050"),
    ("def twice(n) = n * 2", ""),
    ("def f(n) = twice(n) + 1", ""),
    ("f(4)", "9"),
    ("def twice(m) = m + m + 100", ""),
    ("f(4)", "109"),
    ("def twice(l: list) = 1", "error: twice has been declared with other types"),
    ("drop twice", ""),
    ("f(4)", "error: twice is not defined"),
    ("sum(5)", "error: a number instead of a list"),
    ("let l = cons(7, nil) in head(tail(l)) + head(l)", "7"),
];

/// Checks the output of a run with threads. Returns the numbers of rounds and collections.
fn check_output(stdout: &str, label: &str) -> (u64, u64) {
    let compiled = number(stdout, "modules were compiled");
    // The program has checked each result. Each round compiles two functions.
    assert!(number(stdout, "results are correct") > 0, "{label}: {stdout}");
    // Stubs of five functions, and the current code of each.
    assert_eq!(number(stdout, "modules are registered"), 10, "{label}: {stdout}");
    assert_eq!(number(stdout, "modules were removed"), compiled - 5, "{label}: {stdout}");
    assert!(number(stdout, "objects moved") > compiled, "{label}: {stdout}");
    (compiled / 2, number(stdout, "collections"))
}

/// Asserts that memory has not grown since half time, in which half of the modules were compiled. A
/// module that stayed would take at least 12 KiB, a leaked table or name less than 1 KiB.
fn check_growth(stdout: &str, rounds: u64) {
    let heap_kib = 4096;
    let grown = number(stdout, "KiB more in memory than at half time");
    assert!(rounds >= 2500 && grown < heap_kib + rounds / 8, "{stdout}");
    // Modules that are not needed any more are removed every eight rounds.
    assert!(number(stdout, "modules were registered at half time") < 10 + 2 * 8 + 8, "{stdout}");
}

/// Runs a program with [`LINES`] as its standard input, which is a file in the folder.
fn check_lines(program: &Command, folder: &Path, label: &str) {
    let lines = folder.join("lines");
    let text: String = LINES.iter().map(|(line, _)| format!("{line}\n")).collect();
    fs::write(&lines, text).expect("the file is writable");
    let mut shell = Command::new("sh");
    shell.args(["-c", "lines=$1; shift; exec \"$@\" <\"$lines\"", "sh"]).arg(&lines);
    shell.arg(program.get_program()).args(program.get_args());
    let output = timeout::output(&mut shell).expect("the shell starts");
    let results = LINES.iter().filter(|(_, result)| !result.is_empty());
    let expected: String = results.map(|(_, result)| format!("{result}\n")).collect();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{label}");
    assert_eq!(output.status.code(), Some(1), "{label}: it reports errors by its status");
}

#[test]
fn functions_are_defined_again_while_threads_call_them() {
    let versions = versions_with_headers();
    if versions.is_empty() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    for version in versions {
        let out = home.path("out");
        let mut make = home.command("make");
        make.arg(format!("LLVM=-{version}")).arg(home.prefix()).arg(CXXFLAGS);
        make.arg(format!("OUT={}", out.display()));
        run(make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings"));
        for (program, linker, level) in [
            ("orc-static", LINKERS[0], "1"),
            ("orc-static", LINKERS[1], "1"),
            ("orc-static", LINKERS[0], "0"),
            ("orc-static", LINKERS[1], "0"),
            ("orc-shared", LINKERS[0], "2"),
            ("orc-shared", LINKERS[1], "2"),
        ] {
            let label = format!("LLVM {version}, {program} {linker:?}, -O{level}");
            let command = |arguments: &[&str]| -> Command {
                let mut command = home.command(out.join(program));
                command.args(linker).args(["--level", level]).args(arguments);
                command
            };
            check_lines(&command(&[]), &out, &label);
            check_output(&run(&mut command(&["3", "40"])), &label);
            check_output(&run(command(&["2", "8"]).env("SPGC_VERIFY", "before,after")), &label);
            for zeal in ["alloc", "poll"] {
                let stdout = run(command(&["2", "6"]).env("SPGC_ZEAL", zeal));
                let (rounds, collections) = check_output(&stdout, &label);
                // The main thread makes lists of up to six cells.
                assert!(collections > rounds * 3, "{label}, {zeal}: {stdout}");
            }
        }
        fs::remove_dir_all(&out).expect("it was made");
    }
}

/// Two of the commands define functions ten thousand times together, for which growth is checked.
#[test]
fn readme_commands_have_the_shown_output() {
    if !versions_with_headers().contains(&19) {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let mut long_runs = 0;
    let (built, executed) = home.run_readme(|line, stdout| {
        if line.starts_with("echo ") {
            return;
        }
        if line.ends_with("<lines") {
            assert_eq!(stdout, "148\n", "{line}");
            return;
        }
        let (rounds, _) = check_output(stdout, line);
        if line.ends_with(" 2 2500") {
            check_growth(stdout, rounds);
            long_runs += 1;
        }
    });
    assert!(built > 0 && executed > 3 && long_runs == 2, "{built} builds, {executed} runs");
}

/// The code between the lines of dashes is what a host needs to be collected.
#[test]
fn glue_has_fewer_than_60_lines() {
    let path = root().join("examples").join(EXAMPLE).join("jit.cpp");
    let text = fs::read_to_string(path).expect("the file exists");
    let mut parts = text.split("\n// ----");
    let glue = parts.nth(1).expect("the glue begins with a line of dashes");
    assert_eq!(parts.count(), 1, "the glue ends with a line of dashes");
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let count = glue.lines().skip(1).filter(is_code).count();
    assert!((40..60).contains(&count), "{count} lines");
}

/// The header defines all functions of the library that the prelude declares, and knows all that
/// the prelude defines.
#[test]
fn the_header_knows_the_functions_of_the_prelude() {
    let header = fs::read_to_string(root().join(HEADER)).expect("the header exists");
    let mut names = 0;
    for line in PreludeForm::ALL.into_iter().flat_map(|form| form.text().lines()) {
        let name = line.split('@').nth(1).and_then(|rest| rest.split('(').next());
        let Some(name) = name.filter(|name| !name.starts_with("llvm.")) else { continue };
        if line.starts_with("declare ") {
            assert!(header.contains(&format!("define(\"{name}\", {name});")), "{name}");
            names += 1;
        } else if line.starts_with("define ") && name != "spgc_thread_context" {
            assert!(header.contains(&format!("\"{name}\"")), "{name}");
            names += 1;
        }
    }
    assert!(names > 30, "{names} names");
}

/// Builds `tests/capi/orc.cpp` with this version of LLVM.
fn build_errors(version: u32, folder: &Path) -> PathBuf {
    let program = folder.join(format!("orc-{version}"));
    let mut compile = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    for flag in flags(version, &["--cxxflags"]) {
        // Warnings are for the project's files only.
        match flag.strip_prefix("-I") {
            Some(include) => compile.arg("-isystem").arg(include),
            None => compile.arg(flag),
        };
    }
    compile.args(["-fexceptions", "-O0", "-Wall", "-Wextra", "-pedantic", "-Werror"]);
    // check.h is C as well, in which `{0}` is the way to clear a structure.
    compile.args(["-Wno-missing-field-initializers", "-pthread", "-I"]);
    compile.arg(root().join("gc/capi/include")).arg(root().join("tests/capi/orc.cpp"));
    compile.args(flags(version, &["--ldflags", "--libs", "--system-libs"]));
    compile.arg(libraries().join("libstatepoint_gc.a")).args(static_libraries());
    run(compile.arg("-o").arg(&program));
    program
}

#[test]
fn errors_of_the_header_say_what_to_do() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let prelude = root().join("gc/ir/statepoint_gc_context.ll");
    for version in versions_with_headers() {
        let program = build_errors(version, folder.path());
        for linker in LINKERS {
            let printed = run(Command::new(&program).arg(&prelude).args(linker));
            assert!(printed.ends_with("all errors were found\n"), "LLVM {version}: {printed}");
            // LLVM's own layer does not register the module.
            let mut command = Command::new("sh");
            command.args(["-c", "ulimit -c 0; exec \"$@\"", "sh"]).arg(&program).arg(&prelude);
            let output = timeout::output(command.args(linker).arg("unregistered"));
            let output = output.expect("the program starts");
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success(), "LLVM {version}, {linker:?}: {message}");
            for words in ["cannot be walked", "not registered", "statepoint_gc_orc.hpp"] {
                assert!(message.contains(words), "LLVM {version}, {linker:?}: {message}");
            }
        }
    }
    // The skip message.
    assert!(!has_headers(0));
}
