//! `examples/cpp-host`, built only from installed files: exceptions of C++ through managed code,
//! caught on both sides, while objects move.

use std::process::Command;

use tests::capi::run;
use tests::host::{Home, number};
use tests::llvm::Llvm;

const EXAMPLE: &str = "cpp-host";
const PROGRAMS: [&str; 2] = ["sheet-static", "sheet-shared"];
/// Parses what a program prints about its exceptions: caught here, caught there, passed on.
const EXCEPTIONS: [&str; 3] = [
    "exceptions caught in managed code",
    "exceptions caught in C++",
    "exceptions passed on by managed code",
];

/// Checks the output of a program. Returns the numbers of collections and exceptions.
fn check(said: &str, what: &str) -> (u64, [u64; 3]) {
    // The program has compared each result with the expected one.
    assert!(number(said, "sheets are right") > 0, "{what}: {said}");
    let exceptions = EXCEPTIONS.map(|words| number(said, words));
    assert!(exceptions.iter().all(|&count| count > 10), "{what}: {said}");
    let collections = number(said, "young collections") + number(said, "full collections");
    assert!(number(said, "objects moved") > exceptions.iter().sum(), "{what}: {said}");
    (collections, exceptions)
}

#[test]
fn exceptions_unwind_while_all_objects_move() {
    let versions = Llvm::installed();
    if versions.is_empty() {
        return;
    }
    let home = Home::new(EXAMPLE);
    let mut exceptions = Vec::new();
    for llvm in versions {
        let out = home.at("out");
        let mut make = home.command("make");
        make.arg(format!("LLVM=-{}", llvm.version())).arg(home.prefix());
        make.arg(format!("OUT={}", out.display()));
        make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
        run(make.arg("CXXFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
        for program in PROGRAMS {
            let what = format!("LLVM {}, {program}", llvm.version());
            let sheets = |sheets: &str| -> Command {
                let mut command = home.command(out.join(program));
                command.args(["2", sheets]);
                command
            };
            let (_, plain) = check(&run(&mut sheets("40")), &what);
            exceptions.push(plain);
            let verified = run(sheets("40").env("SPGC_VERIFY", "before,after"));
            assert_eq!(check(&verified, &what).1, plain, "{what}");
            for zeal in ["alloc", "poll"] {
                let said = run(sheets("6").env("SPGC_ZEAL", zeal));
                let (collections, zealous) = check(&said, &what);
                // Each formula that is read is an object, and each exception comes from one.
                assert!(collections > 2 * zealous.iter().sum::<u64>(), "{what}, {zeal}: {said}");
            }
        }
        std::fs::remove_dir_all(&out).expect("it was made");
    }
    // Sheets are the same in each version, and so are their exceptions.
    assert!(exceptions.iter().all(|counts| *counts == exceptions[0]), "{exceptions:?}");
}

#[test]
fn readme_commands_have_the_shown_output() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = Home::new(EXAMPLE);
    let readme = std::fs::read_to_string(home.at("host").join("README.md")).expect("it was copied");
    let (built, ran) = home.run_readme(|line, said| {
        let (_, exceptions) = check(said, line);
        // These are the same everywhere.
        if line.split('#').next().is_some_and(|command| command.trim() == "build/sheet-static") {
            for (count, words) in exceptions.iter().zip(EXCEPTIONS) {
                assert_eq!(*count, number(&readme, words), "{line}: {said}");
            }
        }
    });
    assert!(built > 0 && ran > 4, "{built} builds, {ran} runs");
    assert!(!home.at("host/build-14").exists(), "`make clean` has left something");
}
