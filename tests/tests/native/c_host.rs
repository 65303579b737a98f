//! `examples/c-host`, built only from installed files: as its README says, and in all ways that its
//! Makefile has.

use std::fs;
use std::path::Path;

use object::{Object as _, ObjectKind, ObjectSection as _};
use tests::capi::run;
use tests::host::{Home, lines_of, number, skipped};
use tests::llvm::{Llvm, lld};
use tests::timeout;

const EXAMPLE: &str = "c-host";

/// Checks the output of a program of the host: results are right, and objects have moved.
fn check(said: &str, what: &str) {
    assert!(number(said, "dictionaries are right") > 0, "{what}: {said}");
    assert!(number(said, "objects moved") > 0, "{what}: {said}");
    assert!(said.contains("pause p99 "), "{what}: {said}");
}

/// Collections that are reported.
fn collections(said: &str) -> u64 {
    let line = said.lines().find(|line| line.contains(" young collections, "));
    let words = line.unwrap_or_else(|| panic!("no collections: {said}")).split(' ');
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// Whether a program is position-independent, and whether lld made it.
fn kind(program: &Path) -> (bool, bool) {
    let bytes = fs::read(program).expect("make has made it");
    let file = object::File::parse(&*bytes).expect("a program");
    let comment = file.section_by_name(".comment").expect("of those who made it");
    let comment = comment.data().expect("in the file");
    let signature = b"Linker: ";
    let by_lld = comment.windows(signature.len()).any(|at| at == signature);
    (file.kind() == ObjectKind::Dynamic, by_lld)
}

#[test]
fn every_llvm_and_linker_builds_correct_programs() {
    let versions = Llvm::installed();
    if versions.is_empty() {
        return;
    }
    let home = Home::new(EXAMPLE);
    home.install_stackmap();
    // Each pair of settings is tested.
    let ways = [
        ["LD=bfd", "PIE=yes", "MAP=retained"],
        ["LD=lld", "PIE=no", "MAP=retained"],
        ["LD=bfd", "PIE=no", "MAP=compiled"],
        ["LD=lld", "PIE=yes", "MAP=compiled"],
    ];
    let lld = lld();
    if lld.is_none() {
        skipped("lld is not installed");
    }
    for llvm in versions {
        for (index, way) in ways.iter().enumerate() {
            if way.contains(&"LD=lld") && lld.is_none() {
                continue;
            }
            let what = format!("LLVM {}, {way:?}", llvm.version());
            let out = home.at("out");
            let mut make = home.command("make");
            make.arg(format!("LLVM=-{}", llvm.version())).args(way);
            make.arg(home.prefix());
            make.arg(format!("OUT={}", out.display()));
            make.arg(format!("LLD={}", lld.as_deref().unwrap_or(Path::new("lld")).display()));
            // bfd warns of text relocations; a dropped section is no such warning.
            make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
            run(make.arg("CFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
            for program in ["toy-static", "toy-shared"] {
                let what = format!("{what}, {program}");
                let program = out.join(program);
                let (is_pie, by_lld) = kind(&program);
                assert_eq!(is_pie, way.contains(&"PIE=yes"), "{what}");
                assert_eq!(by_lld, way.contains(&"LD=lld"), "{what}");
                check(&run(home.command(&program).args(["3", "3000"])), &what);
                if index > 0 {
                    continue;
                }
                for zeal in ["alloc", "poll"] {
                    let mut command = home.command(&program);
                    let said = run(command.args(["2", "60"]).env("SPGC_ZEAL", zeal));
                    check(&said, &what);
                    // There is at least one allocation, and one poll, in two steps.
                    assert!(collections(&said) > 60, "{what}, {zeal}: {said}");
                }
                let mut command = home.command(&program);
                command.args(["2", "3000"]).env("SPGC_VERIFY", "before,after");
                check(&run(&mut command), &what);
            }
            fs::remove_dir_all(&out).expect("it was made");
        }
    }
}

#[test]
fn readme_commands_have_the_shown_output() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = Home::new(EXAMPLE);
    home.install_stackmap();
    let (built, ran) = home.run_readme(|line, said| check(said, line));
    assert!(built > 3 && ran > 5, "{built} builds, {ran} runs");
    assert!(!home.at("host/build-small").exists(), "`make clean` has left something");
    assert!(home.at("host/build/toy-shared").exists());
}

#[test]
fn the_makefile_reports_missing_tools() {
    let home = Home::new(EXAMPLE);
    let prefix = home.prefix();
    for (arguments, words) in [
        (["LLVM=-none", &*prefix], "opt-none is missing"),
        (["LLVM=-19", "PREFIX=/nonexistent"], "PREFIX=FOLDER"),
    ] {
        let output = timeout::output(home.command("make").args(arguments)).expect("make runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn programs_without_their_stack_map_report_it() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = Home::new(EXAMPLE);
    let makefile = home.at("host/Makefile");
    let text = fs::read_to_string(&makefile).expect("it was copied");
    // As LLVM writes it, and as the linker requires it.
    assert_eq!(text.matches("\"awR\"").count(), 3, "{text}");
    fs::write(&makefile, text.replace("\"awR\"", "\"aw\"")).expect("the file is writable");
    let prefix = home.prefix();
    run(home.command("make").args([&*prefix, "LDFLAGS=-Wl,--gc-sections", "toy-static"]));
    let output = timeout::output(&mut home.command(home.at("host/build/toy-static")))
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("spgc_heap_start") && said.contains(".llvm_stackmaps"), "{said}");
    assert!(said.contains("SPGC_CONFIG_WITHOUT_IMAGES"), "{said}");
}

/// The documented limit on the number of lines.
#[test]
fn the_glue_is_short() {
    assert!(lines_of(EXAMPLE, &["main.c", "Makefile"]) < 300);
}
