//! The library under the limits of `ulimit` and of a container, with real-time priority on one
//! processor, and in a storm of signals. `docs/deployment.md` says what it needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use examples::runner::emulated;
use tests::capi::{root, run};
use tests::host::skipped;
use tests::timeout;

use super::c_programs::build_program;

/// The limit of the heap in bytes, which the program sets.
const HEAP: u64 = 64 << 20;

/// Each option of `prlimit`, a value in bytes or pieces, and the message that the program ends
/// with; empty if it ends normally.
const LIMITS: [(&str, u64, &str); 19] = [
    ("as", HEAP, "cannot reserve"),
    ("as", 2 * HEAP, "cannot reserve"),
    ("as", 8 * HEAP, ""),
    ("data", 1 << 20, "cannot reserve"),
    ("data", 2 * HEAP, "cannot reserve"),
    ("data", 4 * HEAP, ""),
    ("nofile", 4, ""),
    ("stack", 64 << 10, ""),
    ("stack", u64::MAX, ""),
    ("memlock", 0, ""),
    ("core", 0, ""),
    ("sigpending", 0, ""),
    ("msgqueue", 0, ""),
    ("locks", 0, ""),
    ("nice", 0, ""),
    ("rtprio", 0, ""),
    ("rttime", 1000, ""),
    ("rss", 0, ""),
    ("cpu", 60, ""),
];

/// Returns whether a command that sets up another one is installed and permitted.
fn works(command: &[&str]) -> bool {
    let output = timeout::output(Command::new(command[0]).args(&command[1..]).arg("true"));
    output.is_ok_and(|output| output.status.success())
}

fn program(folder: &Path) -> PathBuf {
    let program = build_program(folder, "deployed");
    // Other users must be able to execute it.
    let permissions: fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder, permissions).expect("the folder belongs to this user");
    program
}

/// Runs `setup PROGRAM`, and checks that it ends normally, or with a message. The number of threads
/// does not depend on the machine, since each takes address space.
fn check(setup: &[&str], program: &Path, message: &str) -> Output {
    let mut command = Command::new(setup[0]);
    command.envs([("SPGC_THREADS", "2"), ("SPGC_MARKERS", "1"), ("MALLOC_ARENA_MAX", "1")]);
    let output = timeout::output(command.args(&setup[1..]).arg(program)).expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    if message.is_empty() {
        assert!(output.status.success() && output.stdout == b"done\n", "{setup:?}: {output:?}");
    } else {
        assert_eq!(output.status.code(), Some(1), "{setup:?}: {output:?}");
        assert!(errors.contains(message), "{setup:?}: {errors}");
    }
    output
}

#[test]
fn limits_of_the_process_have_the_documented_effect() {
    if emulated() || !works(&["prlimit"]) {
        return skipped("prlimit is not installed");
    }
    let page = fs::read_to_string(root().join("docs/deployment.md")).expect("the page exists");
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path());
    for (limit, value, message) in LIMITS {
        let value = if value == u64::MAX { "unlimited".to_owned() } else { value.to_string() };
        let limited = format!("--{limit}={value}");
        // A hard limit of the machine may be lower.
        if works(&["prlimit", &limited]) || !message.is_empty() {
            check(&["prlimit", &limited], &program, message);
        }
        assert!(page.contains(&format!("\"{message}")), "{message} is not documented");
    }
}

/// The limit of threads does not apply to root, so another user runs the program.
#[test]
fn few_threads_are_enough() {
    // One that no other process has: the limit is that of all processes of the user.
    let user = (1_000_000 + std::process::id()).to_string();
    let other_user = ["setpriv", "--reuid", &*user, "--regid", &*user, "--clear-groups"];
    if emulated() || !works(&["prlimit"]) || !works(&other_user) {
        return skipped("this user may not become another one");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path());
    let executed = timeout::output(Command::new("setpriv").args(&other_user[1..]).arg(&program));
    if executed.is_ok_and(|output| !output.status.success()) {
        return skipped("the folder for temporary files is not that of all users");
    }
    let (none, one_for_the_program) = ("cannot start the collector's threads", 1);
    // The main thread, a marker thread, and the workers besides the main thread.
    for (workers, enough) in [(1, 2), (2, 3), (4, 5), (12, 13)] {
        let threads = format!("SPGC_THREADS={workers}");
        for limit in 1..=enough + one_for_the_program {
            if limit == enough {
                // Then the program cannot start its own thread.
                continue;
            }
            let limited = format!("--nproc={limit}");
            let mut setup = vec!["env", &*threads, "prlimit", &*limited];
            setup.extend(other_user);
            check(&setup, &program, if limit < enough { none } else { "" });
        }
    }
}

/// With real-time priority on one processor, a thread that spins for another one would spin for
/// ever.
#[test]
fn one_processor_with_real_time_priority_is_enough() {
    let setup = ["taskset", "-c", "0", "chrt", "--fifo", "10"];
    if emulated() || !works(&setup) {
        return skipped("this user may not have real-time priority");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path());
    check(&setup, &program, "");
    for zeal in ["SPGC_ZEAL=1000", "SPGC_DELAYS=on"] {
        check(&[&["env", zeal][..], &setup].concat(), &program, "");
    }
}

/// Signals interrupt the system calls of the host's threads.
#[test]
fn storms_of_signals_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path());
    for zeal in ["off", "100", "poll"] {
        let mut command = examples::runner::command(&program);
        let output = run(command.arg("storm").env("SPGC_ZEAL", zeal));
        assert_eq!(output, "done\n");
    }
}

/// A group of processes with a limit of memory, which ends with it.
struct MemoryGroup(PathBuf);

impl MemoryGroup {
    /// Makes a group. `None` if this user may not.
    fn new(limit: u64) -> Option<Self> {
        let root = Path::new("/sys/fs/cgroup");
        let name = format!("statepoint-gc-test-{}-{limit}", std::process::id());
        for (folder, file) in [("memory", "memory.limit_in_bytes"), ("", "memory.max")] {
            let group = root.join(folder).join(&name);
            if fs::create_dir(&group).is_ok() {
                let group = Self(group);
                if fs::write(group.0.join(file), limit.to_string()).is_ok() {
                    return Some(group);
                }
            }
        }
        None
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// The limit of the heap follows that of the container, below, at and above the configured one.
#[test]
fn the_heap_fits_into_its_container() {
    if emulated() {
        return skipped("the limit would apply to the emulator");
    }
    let folder = tempfile::tempdir().unwrap();
    let program = program(folder.path());
    for limit in [HEAP / 2, HEAP, 2 * HEAP] {
        let Some(group) = MemoryGroup::new(limit) else {
            return skipped("this user may not limit memory");
        };
        let procs = group.0.join("cgroup.procs");
        let enter = format!("echo $$ >{} && exec env \"$@\"", procs.display());
        let setup = ["sh", "-c", &*enter, "sh"];
        if !works(&setup) {
            return skipped("this user may not enter a group");
        }
        check(&setup, &program, "");
        let half = ["SPGC_HEAP_MAX=50%", "SPGC_LOG=gc:stderr"];
        let output = check(&[&setup[..], &half].concat(), &program, "");
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(log.contains(&format!(" limit={}K ", limit / 2048)), "{log}");
    }
}
