//! `examples/dlopen-host`, built only from installed files: shared libraries with managed code are
//! loaded and unloaded while other threads run and collect, and memory does not grow.

use std::process::Command;

use tests::capi::run;
use tests::host::{ExampleDirectory, number};
use tests::llvm::Llvm;

/// Name of the example's folder.
const EXAMPLE: &str = "dlopen-host";
/// The programs that the Makefile builds.
const PROGRAMS: [&str; 2] = ["filters-static", "filters-shared"];

/// Checks the output of a program. Returns the number of loaded libraries, and of collections.
fn check_output(stdout: &str, label: &str) -> (u64, u64) {
    let loads = number(stdout, "times a library was loaded and unloaded");
    // The program has compared each result. Each load has at least one result.
    assert!(number(stdout, "lists are correct") >= loads, "{label}: {stdout}");
    assert_eq!(number(stdout, "libraries are registered"), 0, "{label}: {stdout}");
    assert!(number(stdout, "objects moved") > loads, "{label}: {stdout}");
    (loads, number(stdout, "collections"))
}

/// Asserts that memory has not grown since half time. A library that stayed mapped would take more
/// than 16 KiB, and a leaked table about 1 KiB; the limit is the heap and 1/8 KiB per load.
fn check_growth(stdout: &str, loads: u64) {
    let heap_kib = 2048;
    let grown = number(stdout, "KiB more in memory than at half time");
    assert!(loads >= 10_000 && grown < heap_kib + loads / 2 / 8, "{stdout}");
}

#[test]
fn libraries_are_loaded_and_unloaded_while_others_run() {
    let versions = Llvm::installed();
    if versions.is_empty() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    // Tests both kinds of access to the thread's context. The context function is tested with one
    // program only.
    let variants = [("variable", &PROGRAMS[..]), ("function", &PROGRAMS[1..])];
    for (llvm, (context, programs)) in
        versions.iter().flat_map(|llvm| variants.map(|variant| (llvm, variant)))
    {
        let out = home.path("out");
        let mut make = home.command("make");
        make.arg(format!("LLVM=-{}", llvm.version())).arg(home.prefix());
        make.arg(format!("CONTEXT={context}")).args(programs);
        make.arg(format!("OUT={}", out.display()));
        make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
        run(make.arg("CFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
        for program in programs {
            let label = format!("LLVM {}, {context}, {program}", llvm.version());
            let loads = |loads: u64| -> Command {
                let mut command = home.command(out.join(program));
                command.args(["4", &loads.to_string()]);
                command
            };
            assert!(check_output(&run(&mut loads(300)), &label).0 >= 300);
            check_output(&run(loads(300).env("SPGC_VERIFY", "before,after")), &label);
            for zeal in ["alloc", "poll"] {
                let stdout = run(loads(16).env("SPGC_ZEAL", zeal));
                let (_, collections) = check_output(&stdout, &label);
                // Most filters allocate a new list of at least 30 cells.
                assert!(collections > 16 * 15, "{label}, {zeal}: {stdout}");
            }
        }
        std::fs::remove_dir_all(&out).expect("it was made");
    }
}

/// Two of the commands load libraries ten thousand times, for which growth is checked.
#[test]
fn readme_commands_have_the_shown_output() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let mut long_runs = 0;
    let (built, executed) = home.run_readme(|line, stdout| {
        let (loads, _) = check_output(stdout, line);
        let command = line.split('#').next().unwrap_or(line).trim();
        if PROGRAMS.iter().any(|program| command == format!("build/{program}")) {
            check_growth(stdout, loads);
            long_runs += 1;
        }
    });
    assert!(
        built > 1 && executed > 4 && long_runs == 2,
        "{built} builds, {executed} runs, {long_runs} long ones"
    );
    assert!(!home.path("host/build-14").exists(), "`make clean` has left something");
}
