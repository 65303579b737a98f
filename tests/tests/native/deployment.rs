//! Programs in unusual surroundings: without `/proc`, and started by the dynamic loader.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use examples::runner::emulated;
use tests::capi::run;
use tests::host::skipped;
use tests::timeout;

use super::c_programs::{assert_done, build_program};

/// Returns the shared libraries of a program, and its dynamic loader.
fn libraries(program: &Path) -> Vec<PathBuf> {
    let listed = run(Command::new("ldd").arg(program));
    let path =
        |line: &str| line.split_whitespace().find(|word| word.starts_with('/')).map(Into::into);
    let libraries: Vec<PathBuf> = listed.lines().filter_map(path).collect();
    assert!(libraries.len() > 1, "{listed}");
    libraries
}

/// A folder that a program has as its root. It contains the program and its libraries, and no
/// `/proc`.
#[test]
fn programs_run_without_proc() {
    if emulated() {
        return skipped("the emulator is not in the folder");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = build_program(folder.path(), "cycle");
    for library in libraries(&program) {
        let copy = folder.path().join(library.strip_prefix("/").unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&library, copy).unwrap();
    }
    let name = Path::new("/").join(program.file_name().unwrap());
    let mut command = Command::new("chroot");
    command.arg(folder.path()).arg(name);
    // The status of `chroot` itself.
    if timeout::output(&mut command).unwrap().status.code() == Some(125) {
        return skipped("this user may not change the root folder");
    }
    assert_done(&mut command);
    assert_done(command.env("SPGC_ZEAL", "1000"));
}

/// As bundles do that bring their own C library. `/proc/self/exe` is the loader then.
#[test]
fn programs_may_be_started_by_their_loader() {
    if emulated() {
        return skipped("the program is linked statically");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = build_program(folder.path(), "cycle");
    let libraries = libraries(&program);
    let is_loader = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_str().is_some_and(|name| name.starts_with("ld-linux")))
    };
    let loader = libraries.iter().find(is_loader).expect("a dynamic program has a loader");
    assert_done(Command::new(loader).arg(&program));
    let relative = Path::new(".").join(program.file_name().unwrap());
    assert_done(Command::new(loader).arg(relative).current_dir(folder.path()));
}
