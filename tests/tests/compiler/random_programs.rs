//! A few random managed programs for every LLVM that is installed, with all assertions.
//! `.ci/random` runs more, optimised.

use std::process::Command;

use serde_json::Value;
use tests::timeout;

#[test]
#[ignore = "compiles everything again as a static library: .ci/random-assertions"]
fn collections_do_not_change_what_random_programs_compute() {
    // A test program that is itself emulated does not know the target of the compilers around it.
    if std::env::consts::ARCH != "x86_64" {
        eprintln!("skipped: programs for AArch64 are run from x86-64, by random-programs --arch");
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_random-programs"));
    let output = timeout::output(command.args(["--seeds", "0..24", "--json"])).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let text = String::from_utf8_lossy(&output.stdout);
    let line: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let number = |name: &str| line[name].as_u64().unwrap_or_else(|| panic!("{name} in {line}"));
    assert_eq!(number("differences"), 0, "{said}");
    let skipped = line["skipped"].as_object().unwrap();
    let skipped: u64 = skipped.values().filter_map(Value::as_u64).sum();
    // Some programs are left out if an LLVM version has a defect, or is not installed.
    assert_eq!(number("programs") + skipped, 24, "{line}");
    assert_eq!(number("runs"), 4 * number("programs"), "{line}");
    if number("programs") > 10 {
        for name in [
            "collections",
            "roots_visited",
            "register_roots_relocated",
            "derived_relocated",
            "vector_roots",
            "objects_moved",
            "objects_verified",
        ] {
            assert!(number(name) > 0, "{name} in {line}");
        }
        for name in ["checks", "frames", "roots", "register_roots", "derived", "vector_roots"] {
            assert!(line["compared"][name].as_u64() > Some(0), "{name} in {line}");
        }
    }
}

#[test]
fn impossible_options_are_usage_errors() {
    for arguments in [
        &["--seeds", "5..5"][..],
        &["--seeds", "5"],
        &["--seeds", "0..1", "--arch", "m68k"],
        &["--seeds", "0..1", "--llvm", "13"],
        &["--seeds", "0..1", "--jobs", "0"],
        &["--unknown"],
        &[],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_random-programs"));
        let output = timeout::output(command.args(arguments)).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
