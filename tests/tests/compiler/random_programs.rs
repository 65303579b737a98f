//! Random managed programs, compiled by every installed LLVM version, with all assertions enabled.
//! `.ci/random` runs more of them with an optimised collector.

use std::process::Command;

use serde_json::Value;
use tests::timeout;

#[test]
#[ignore = "compiles everything again as a static library: .ci/random-assertions"]
fn collections_do_not_change_what_random_programs_compute() {
    // In an emulated test program, the target of the installed compilers is unknown.
    if std::env::consts::ARCH != "x86_64" {
        eprintln!("skipped: programs for AArch64 are run from x86-64, by random-programs --arch");
        return;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_random-programs"));
    let output = timeout::output(command.args(["--seeds", "0..24", "--json"])).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let count = |name: &str| report[name].as_u64().unwrap_or_else(|| panic!("{name} in {report}"));
    assert_eq!(count("differences"), 0, "{stderr}");
    let skipped = report["skipped"].as_object().unwrap();
    let skipped: u64 = skipped.values().filter_map(Value::as_u64).sum();
    // Programs are skipped if an LLVM version has a known defect or is not installed.
    assert_eq!(count("programs") + skipped, 24, "{report}");
    assert_eq!(count("runs"), 4 * count("programs"), "{report}");
    if count("programs") > 10 {
        for name in [
            "collections",
            "roots_visited",
            "register_roots_relocated",
            "derived_relocated",
            "vector_roots",
            "objects_moved",
            "objects_verified",
        ] {
            assert!(count(name) > 0, "{name} in {report}");
        }
        for name in ["checks", "frames", "roots", "register_roots", "derived", "vector_roots"] {
            assert!(report["compared"][name].as_u64() > Some(0), "{name} in {report}");
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
