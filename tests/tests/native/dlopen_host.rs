//! `examples/dlopen-host`, built only from installed files: managed code in shared libraries that
//! are loaded and unloaded while other threads run and collect, without growth.

use std::process::Command;

use tests::capi::run;
use tests::host::{Home, number};
use tests::llvm::Llvm;

const EXAMPLE: &str = "dlopen-host";
const PROGRAMS: [&str; 2] = ["filters-static", "filters-shared"];

/// Checks the output of a program. Returns how many times it has loaded a library, and collected.
fn check(said: &str, what: &str) -> (u64, u64) {
    let loads = number(said, "times a library was loaded and unloaded");
    // The program has compared each result. A library is loaded for one result at least.
    assert!(number(said, "lists are right") >= loads, "{what}: {said}");
    assert_eq!(number(said, "libraries are registered"), 0, "{what}: {said}");
    assert!(number(said, "objects moved") > loads, "{what}: {said}");
    (loads, number(said, "collections"))
}

/// A library that stayed would take more than 16 KiB, the table of one about 1 KiB.
fn check_growth(said: &str, loads: u64) {
    let heap = 2048;
    let grown = number(said, "KiB more in memory than at half time");
    assert!(loads >= 10_000 && grown < heap + loads / 2 / 8, "{said}");
}

#[test]
fn libraries_are_loaded_and_unloaded_while_others_run() {
    let versions = Llvm::installed();
    if versions.is_empty() {
        return;
    }
    let home = Home::new(EXAMPLE);
    // Both accesses to the thread's context; the second with one of the programs.
    let ways = [("variable", &PROGRAMS[..]), ("function", &PROGRAMS[1..])];
    for (llvm, (context, programs)) in versions.iter().flat_map(|llvm| ways.map(|way| (llvm, way)))
    {
        let out = home.at("out");
        let mut make = home.command("make");
        make.arg(format!("LLVM=-{}", llvm.version())).arg(home.prefix());
        make.arg(format!("CONTEXT={context}")).args(programs);
        make.arg(format!("OUT={}", out.display()));
        make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
        run(make.arg("CFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
        for program in programs {
            let what = format!("LLVM {}, {context}, {program}", llvm.version());
            let loads = |loads: u64| -> Command {
                let mut command = home.command(out.join(program));
                command.args(["4", &loads.to_string()]);
                command
            };
            assert!(check(&run(&mut loads(300)), &what).0 >= 300);
            check(&run(loads(300).env("SPGC_VERIFY", "before,after")), &what);
            for zeal in ["alloc", "poll"] {
                let said = run(loads(16).env("SPGC_ZEAL", zeal));
                let (_, collections) = check(&said, &what);
                // Most filters make a new list, of 30 cells or more.
                assert!(collections > 16 * 15, "{what}, {zeal}: {said}");
            }
        }
        std::fs::remove_dir_all(&out).expect("it was made");
    }
}

/// Ten thousand loads among them.
#[test]
fn readme_commands_have_the_shown_output() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = Home::new(EXAMPLE);
    let mut long = 0;
    let (built, ran) = home.run_readme(|line, said| {
        let (loads, _) = check(said, line);
        let command = line.split('#').next().unwrap_or(line).trim();
        if PROGRAMS.iter().any(|program| command == format!("build/{program}")) {
            check_growth(said, loads);
            long += 1;
        }
    });
    assert!(built > 1 && ran > 4 && long == 2, "{built} builds, {ran} runs, {long} long ones");
    assert!(!home.at("host/build-14").exists(), "`make clean` has left something");
}
