//! A program with more privileges than its caller ignores the environment: the caller must not
//! choose files that the program writes.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Output};

use examples::runner::emulated;
use statepoint_gc::Heap;
use tests::child_tests::full_test_name;
use tests::managed;
use tests::timeout;

/// Environment variable of the child that creates a heap.
const CHILD: &str = "SPGC_TEST_PRIVILEGES";
/// User and group of a caller without privileges.
const CALLER: u32 = 65534;
/// Variables that name a file, and what precedes the name.
const FILES: [(&str, &str); 5] = [
    ("SPGC_LOG", "gc:text:"),
    ("SPGC_TRACE", ""),
    ("SPGC_TYPES", "exit:"),
    ("SPGC_SNAPSHOT", "exit:"),
    ("SPGC_PROFILE", "exit:"),
];

/// Returns the real and the effective user of this process.
fn users() -> [u32; 2] {
    // SAFETY: the functions have no preconditions.
    unsafe { [libc::getuid(), libc::geteuid()] }
}

/// Runs the test that calls this in a copy of this program. All variables of [`FILES`] name files
/// in `folder`. Returns the names of those that exist afterwards.
fn run(command: &mut Command, folder: &Path) -> std::io::Result<(Output, Vec<&'static str>)> {
    fs::create_dir(folder)?;
    command.args(["--exact", &full_test_name(TEST), "--nocapture"]).env(CHILD, "1");
    command.env("SPGC_PROFILE_INTERVAL", "1K").env(COUNTERS, folder.join(COUNTERS));
    for (variable, before) in FILES {
        command.env(variable, format!("{before}{}", folder.join(variable).display()));
    }
    let output = timeout::output(command)?;
    let exists = |(variable, _)| folder.join(variable).exists().then_some(variable);
    Ok((output, FILES.into_iter().filter_map(exists).collect()))
}

/// The variable that names a file which exists only while the heap does.
const COUNTERS: &str = "SPGC_STATS";

const TEST: &str = "set_user_id_program_ignores_the_environment";

#[test]
fn set_user_id_program_ignores_the_environment() {
    if std::env::var_os(CHILD).is_some() {
        println!("users {:?}", users());
        let heap = managed::types(Heap::builder()).heap_max(16 << 20).build().unwrap();
        heap.attach().unwrap().collect();
        println!("counters {}", Path::new(&std::env::var_os(COUNTERS).unwrap()).exists());
        // Reports are written at the end of the process if the heap still exists then.
        return core::mem::forget(heap);
    }
    if users() != [0, 0] || emulated() {
        return eprintln!("skipped: only root can make a program of another user");
    }
    let folder = tempfile::tempdir().unwrap();
    let set_mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode));
    set_mode(folder.path(), 0o755).unwrap();
    // Copied by another program, so that no child of this process inherits the open file.
    let copy = folder.path().join("copy");
    let copied =
        timeout::output(Command::new("cp").arg(std::env::current_exe().unwrap()).arg(&copy));
    assert!(copied.unwrap().status.success());

    set_mode(&copy, 0o755).unwrap();
    let (output, written) = run(&mut Command::new(&copy), &folder.path().join("own")).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("counters true"), "{output:?}");
    assert_eq!(written, FILES.map(|(variable, _)| variable), "{output:?}");

    set_mode(&copy, 0o4755).unwrap();
    let mut command = Command::new(&copy);
    // An invalid value is an error where variables are read.
    command.uid(CALLER).gid(CALLER).env("SPGC_NURSERY", "invalid");
    let (output, written) = match run(&mut command, &folder.path().join("callers")) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return eprintln!("skipped: another user cannot run programs in {folder:?}");
        }
        result => result.unwrap(),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains(&format!("users {:?}", [CALLER; 2])) {
        return eprintln!("skipped: the file system of {folder:?} has no set-user-ID programs");
    }
    assert!(output.status.success() && text.contains("counters false"), "{output:?}");
    assert!(text.contains(&format!("users {:?}", [CALLER, 0])), "{output:?}");
    assert_eq!(written, [""; 0]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("SPGC_"), "{output:?}");
}
