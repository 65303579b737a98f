//! Tools see generated code: the map file of `perf`, gdb's JIT interface, and static probes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use examples::runner::emulated;
use object::{Object as _, ObjectSection as _};
use tests::capi::{Linked, build};
use tests::generated::Generated;
use tests::managed::assembly;
use tests::timeout;

/// Builds the program that registers generated code, with the function `generated` in each region.
fn build_program(folder: &Path) -> PathBuf {
    let embedded = folder.join("embedded.s");
    let text = Generated::assemble(folder).embedded(folder);
    fs::write(&embedded, text).expect("the file is writable");
    build(folder, "generated", &[&assembly("values"), &embedded], Linked::Static)
}

/// Runs the program with a number of rounds for each of its four threads, and returns the path of
/// the map that perf would read.
fn run_for_map(program: &Path, rounds: u32, setting: &str) -> PathBuf {
    let mut child = examples::runner::command(program);
    let child = child.arg(rounds.to_string()).env("SPGC_PERF_MAP", setting);
    let mut child = child.stdout(Stdio::null()).spawn().expect("the program starts");
    let map = PathBuf::from(format!("/tmp/perf-{}.map", child.id()));
    let status = timeout::wait(&mut child).expect("the program ends");
    assert!(status.success(), "{status}");
    map
}

#[test]
fn perf_map_names_generated_functions() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let program = build_program(folder.path());
    let map = run_for_map(&program, 20, "off");
    assert!(!map.exists(), "{} is written without the setting", map.display());
    let map = run_for_map(&program, 20, "on");
    let text = fs::read_to_string(&map).expect("the map was written");
    fs::remove_file(&map).expect("the map can be removed");
    // Each round of each thread registers one function, and the main thread one before them.
    assert_eq!(text.lines().count(), 1 + 4 * 20, "{text}");
    for line in text.lines() {
        let [start, size, name] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let number = |text| u64::from_str_radix(text, 16).expect("a hexadecimal number");
        assert!(number(start).is_multiple_of(4096) && number(size) > 0, "{line}");
        assert_eq!(name, "generated");
    }
}

/// gdb names generated functions and unwinds their frames, through which it finds the older frames
/// of the host. It also stops in a function that is registered after the program has started.
#[test]
fn gdb_names_and_unwinds_generated_code() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let is_installed = timeout::output(Command::new("gdb").arg("--version")).is_ok();
    if !is_installed || emulated() {
        eprintln!("skipped: gdb is not installed");
        return;
    }
    let program = build_program(folder.path());
    let output = |setting: &str| {
        let mut gdb = Command::new("gdb");
        gdb.args(["-nx", "-batch", "-iex", "set debuginfod enabled off"]);
        // Without address space randomisation gdb needs a permission that containers lack.
        gdb.args(["-ex", "set disable-randomization off", "-ex", "set confirm off"]);
        gdb.args(["-ex", "set breakpoint pending on", "-ex", "handle SIGSEGV noprint nostop pass"]);
        gdb.args(["-ex", "break test_list_hash", "-ex", "run 8 sections", "-ex", "backtrace"]);
        gdb.args(["-ex", "delete", "-ex", "break generated", "-ex", "continue"]);
        gdb.args(["-ex", "info symbol $pc", "-ex", "kill", "--args"]).arg(&program);
        let output = timeout::output(gdb.env("SPGC_GDB", setting)).expect("gdb starts");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        String::from_utf8_lossy(&output.stdout).into_owned() + &errors
    };
    let with = output("on");
    if with.contains("ptrace: Operation not permitted") {
        eprintln!("skipped: processes may not be traced");
        return;
    }
    let frames: Vec<_> = with.lines().filter(|line| line.starts_with('#')).collect();
    let at = |name: &str| {
        let has_name = |frame: &&str| frame.contains(&format!(" {name} ("));
        frames.iter().position(has_name).unwrap_or_else(|| panic!("no {name} in\n{with}"))
    };
    assert_eq!(at("test_list_hash"), 0, "{with}");
    assert_eq!(at("generated"), 1, "{with}");
    assert!(at("work") > 1, "{with}");
    assert!(with.contains("generated in section .text"), "{with}");
    let without = output("off");
    assert!(!without.contains(" generated ("), "{without}");
}

/// The probes of the library are in the programs that it is linked into. Each name follows that of
/// the provider in a note.
#[test]
fn programs_have_static_probes() {
    let folder = tempfile::tempdir().expect("the folder can be created");
    let bytes = fs::read(build_program(folder.path())).expect("it was built");
    let file = object::File::parse(&*bytes).expect("a program");
    let notes = file.section_by_name(".note.stapsdt").expect("a section of probes");
    let notes = notes.data().expect("notes");
    let page = fs::read_to_string(tests::capi::root().join("docs/tools.md")).expect("a page");
    for probe in [
        "safepoint__begin",
        "safepoint__reached",
        "safepoint__end",
        "collection__begin",
        "collection__end",
        "slow__allocation",
    ] {
        let name = format!("statepoint_gc\0{probe}\0");
        assert!(notes.windows(name.len()).any(|note| note == name.as_bytes()), "{probe}");
        assert!(page.contains(&format!("| `{probe}` |")), "{probe} is not in docs/tools.md");
    }
}
