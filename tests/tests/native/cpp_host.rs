//! `examples/cpp-host`, built only from installed files: C++ exceptions unwind managed code and are
//! caught by managed code and by C++, while objects move.

use std::path::Path;
use std::process::Command;

use tests::capi::run;
use tests::host::{ExampleDirectory, number, skipped};
use tests::llvm::Llvm;
use tests::timeout;

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

/// The unwinder of LLVM as a static library, of Debian's `libunwind-19-dev`.
const LIBUNWIND: &str = "/usr/lib/llvm-19/lib/libunwind.a";

/// Builds the program that uses the shared library, with an unwinder of its own.
fn build_with_own_unwinder(home: &ExampleDirectory, flags: &str) -> Command {
    let out = home.path("out");
    let mut make = home.command("make");
    make.arg(home.prefix()).arg(format!("OUT={}", out.display()));
    run(make.arg(format!("LDFLAGS={flags}")).arg("sheet-shared"));
    home.command(out.join("sheet-shared"))
}

/// The program raises exceptions with its own copy of libgcc, and the library resumes them with
/// that of the shared object.
#[test]
fn programs_may_contain_a_copy_of_libgcc() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let mut program = build_with_own_unwinder(&home, "-static-libgcc -static-libstdc++");
    program.args(["2", "6"]);
    for setting in ["off", "alloc", "poll"] {
        check_output(&run(program.env("SPGC_ZEAL", setting)), setting);
    }
}

#[test]
fn another_unwinder_is_refused() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    if !Path::new(LIBUNWIND).exists() {
        return skipped("LLVM's libunwind is not installed");
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let whole = format!("-static-libstdc++ -Wl,--whole-archive {LIBUNWIND} -Wl,--no-whole-archive");
    // The library uses the unwinder that the program exports.
    let mut program = build_with_own_unwinder(&home, &whole);
    check_output(&run(program.args(["2", "6"])), "exported");
    std::fs::remove_dir_all(home.path("out")).expect("it was made");
    let hidden = format!("{whole} -Wl,--exclude-libs,ALL");
    let mut program = build_with_own_unwinder(&home, &hidden);
    let output = timeout::output(program.args(["2", "6"])).expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("neither the library's nor"), "{errors}");
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
