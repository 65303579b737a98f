//! `examples/c-host`, built only from installed files: by the commands of its README, and with all
//! settings of its Makefile.

use std::fs;
use std::path::Path;

use object::{Object as _, ObjectKind, ObjectSection as _};
use tests::capi::run;
use tests::host::{ExampleDirectory, lines_of, number, skipped};
use tests::llvm::{Llvm, lld};
use tests::timeout;

/// Name of the example's folder.
const EXAMPLE: &str = "c-host";

/// Checks the output of a program of the host: its results are correct, and objects have moved.
fn check_output(stdout: &str, label: &str) {
    assert!(number(stdout, "dictionaries are correct") > 0, "{label}: {stdout}");
    assert!(number(stdout, "objects moved") > 0, "{label}: {stdout}");
    assert!(stdout.contains("pause p99 "), "{label}: {stdout}");
}

/// Returns the total number of young and full collections that the output reports.
fn collection_count(stdout: &str) -> u64 {
    let line = stdout.lines().find(|line| line.contains(" young collections, "));
    let words = line.unwrap_or_else(|| panic!("no collections: {stdout}")).split(' ');
    words.filter_map(|word| word.parse::<u64>().ok()).sum()
}

/// Returns whether a program is position-independent, and whether lld has linked it.
fn program_kind(program: &Path) -> (bool, bool) {
    let bytes = fs::read(program).expect("make built the program");
    let file = object::File::parse(&*bytes).expect("the program is an object file");
    let comment = file.section_by_name(".comment").expect("the linker writes the section");
    let comment = comment.data().expect("the section has contents");
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
    let home = ExampleDirectory::new(EXAMPLE);
    home.install_stackmap();
    // Pairwise coverage of the three settings.
    let settings = [
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
        for (index, setting) in settings.iter().enumerate() {
            if setting.contains(&"LD=lld") && lld.is_none() {
                continue;
            }
            let label = format!("LLVM {}, {setting:?}", llvm.version());
            let out = home.path("out");
            let mut make = home.command("make");
            make.arg(format!("LLVM=-{}", llvm.version())).args(setting);
            make.arg(home.prefix());
            make.arg(format!("OUT={}", out.display()));
            make.arg(format!("LLD={}", lld.as_deref().unwrap_or(Path::new("lld")).display()));
            // Fails if bfd warns of text relocations.
            make.arg("LDFLAGS=-Wl,--gc-sections -Wl,--fatal-warnings");
            run(make.arg("CFLAGS=-O1 -Wall -Wextra -pedantic -Werror"));
            for program in ["toy-static", "toy-shared"] {
                let label = format!("{label}, {program}");
                let program = out.join(program);
                let (is_pie, by_lld) = program_kind(&program);
                assert_eq!(is_pie, setting.contains(&"PIE=yes"), "{label}");
                assert_eq!(by_lld, setting.contains(&"LD=lld"), "{label}");
                check_output(&run(home.command(&program).args(["3", "3000"])), &label);
                if index > 0 {
                    continue;
                }
                for zeal in ["alloc", "poll"] {
                    let mut command = home.command(&program);
                    let stdout = run(command.args(["2", "60"]).env("SPGC_ZEAL", zeal));
                    check_output(&stdout, &label);
                    // At least every second step allocates and polls.
                    assert!(collection_count(&stdout) > 60, "{label}, {zeal}: {stdout}");
                }
                let mut command = home.command(&program);
                command.args(["2", "3000"]).env("SPGC_VERIFY", "before,after");
                check_output(&run(&mut command), &label);
            }
            fs::remove_dir_all(&out).expect("make created the directory");
        }
    }
}

#[test]
fn readme_commands_have_the_shown_output() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    home.install_stackmap();
    let (built, executed) = home.run_readme(|line, stdout| check_output(stdout, line));
    assert!(built > 3 && executed > 5, "{built} builds, {executed} runs");
    assert!(!home.path("host/build-small").exists(), "`make clean` left the directory");
    assert!(home.path("host/build/toy-shared").exists());
}

#[test]
fn the_makefile_reports_missing_tools() {
    let home = ExampleDirectory::new(EXAMPLE);
    let prefix = home.prefix();
    for (arguments, words) in [
        (["LLVM=-none", &*prefix], "opt-none is missing"),
        (["LLVM=-19", "PREFIX=/nonexistent"], "PREFIX=FOLDER"),
    ] {
        let output = timeout::output(home.command("make").args(arguments)).expect("make runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

#[test]
fn programs_without_their_stack_map_report_it() {
    if Llvm::find_or_skip(19).is_none() {
        return;
    }
    let home = ExampleDirectory::new(EXAMPLE);
    let makefile = home.path("host/Makefile");
    let text = fs::read_to_string(&makefile).expect("the file was copied");
    // Without the flag `R`, the linker drops the section.
    assert_eq!(text.matches("\"awR\"").count(), 3, "{text}");
    fs::write(&makefile, text.replace("\"awR\"", "\"aw\"")).expect("the file is writable");
    let prefix = home.prefix();
    run(home.command("make").args([&*prefix, "LDFLAGS=-Wl,--gc-sections", "toy-static"]));
    let output = timeout::output(&mut home.command(home.path("host/build/toy-static")))
        .expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("spgc_heap_start") && stderr.contains(".llvm_stackmaps"), "{stderr}");
    assert!(stderr.contains("SPGC_CONFIG_WITHOUT_IMAGES"), "{stderr}");
}

/// The documentation promises fewer than 300 lines.
#[test]
fn the_glue_is_short() {
    assert!(lines_of(EXAMPLE, &["main.c", "Makefile"]) < 300);
}
