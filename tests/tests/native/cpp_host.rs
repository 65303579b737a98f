//! `examples/cpp-host`, built only from installed files: C++ exceptions unwind managed code and are
//! caught by managed code and by C++, while objects move.

use std::process::Command;

use tests::capi::run;
use tests::host::{ExampleDirectory, number};
use tests::llvm::Llvm;

/// Name of the example's folder.
const EXAMPLE: &str = "cpp-host";
/// The programs that the Makefile builds.
const PROGRAMS: [&str; 2] = ["sheet-static", "sheet-shared"];
/// The strings that follow the numbers of exceptions in a program's output.
const EXCEPTIONS: [&str; 3] = [
    "exceptions caught in managed code",
    "exceptions caught in C++",
    "exceptions passed on by managed code",
];

/// Checks the output of a program. Returns the number of collections, and those of exceptions.
fn check_output(stdout: &str, label: &str) -> (u64, [u64; 3]) {
    // The program has compared each result with the expected one.
    assert!(number(stdout, "sheets are correct") > 0, "{label}: {stdout}");
    let exceptions = EXCEPTIONS.map(|words| number(stdout, words));
    assert!(exceptions.iter().all(|&count| count > 10), "{label}: {stdout}");
    let collections = number(stdout, "young collections") + number(stdout, "full collections");
    assert!(number(stdout, "objects moved") > exceptions.iter().sum(), "{label}: {stdout}");
    (collections, exceptions)
}

#[test]
fn exceptions_unwind_while_all_objects_move() {
    let versions = Llvm::installed();
    if versions.is_empty() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let mut exceptions = Vec::new();
    for llvm in versions {
        let out = home.path("out");
        let mut make = home.command("make");
        make.arg(format!("LLVM=-{}", llvm.version())).arg(home.prefix());
        make.arg(format!("OUT={}", out.display()));
        make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
        run(make.arg("CXXFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
        for program in PROGRAMS {
            let label = format!("LLVM {}, {program}", llvm.version());
            let command_for = |sheets: &str| -> Command {
                let mut command = home.command(out.join(program));
                command.args(["2", sheets]);
                command
            };
            let (_, plain) = check_output(&run(&mut command_for("40")), &label);
            exceptions.push(plain);
            let verified = run(command_for("40").env("SPGC_VERIFY", "before,after"));
            assert_eq!(check_output(&verified, &label).1, plain, "{label}");
            for zeal in ["alloc", "poll"] {
                let stdout = run(command_for("6").env("SPGC_ZEAL", zeal));
                let (collections, zealous) = check_output(&stdout, &label);
                // Each parsed formula is an object, and each exception is thrown for a formula.
                assert!(collections > 2 * zealous.iter().sum::<u64>(), "{label}, {zeal}: {stdout}");
            }
        }
        std::fs::remove_dir_all(&out).expect("it was made");
    }
    // The sheets, and so the exceptions, are the same for each version.
    assert!(exceptions.iter().all(|counts| *counts == exceptions[0]), "{exceptions:?}");
}

#[test]
fn readme_commands_have_the_shown_output() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let readme =
        std::fs::read_to_string(home.path("host").join("README.md")).expect("it was copied");
    let (built, executed) = home.run_readme(|line, stdout| {
        let (_, exceptions) = check_output(stdout, line);
        // The README shows the numbers of this command.
        if line.split('#').next().is_some_and(|command| command.trim() == "build/sheet-static") {
            for (count, words) in exceptions.iter().zip(EXCEPTIONS) {
                assert_eq!(*count, number(&readme, words), "{line}: {stdout}");
            }
        }
    });
    assert!(built > 0 && executed > 4, "{built} builds, {executed} runs");
    assert!(!home.path("host/build-14").exists(), "`make clean` has left something");
}
