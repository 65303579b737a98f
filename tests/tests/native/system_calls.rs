//! The library under a filter that denies system calls: the table in `docs/deployment.md` says what
//! happens.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use examples::runner::emulated;
use tests::capi::root;
use tests::host::skipped;
use tests::timeout;

use super::c_programs::build_program;

/// Numbers of the system calls that the table names, and of those that a C library needs.
const NUMBERS: [(&str, libc::c_long); 39] = [
    ("brk", libc::SYS_brk),
    ("clock_gettime", libc::SYS_clock_gettime),
    ("clock_nanosleep", libc::SYS_clock_nanosleep),
    ("clone", libc::SYS_clone),
    ("clone3", libc::SYS_clone3),
    ("close", libc::SYS_close),
    ("exit", libc::SYS_exit),
    ("exit_group", libc::SYS_exit_group),
    ("fcntl", libc::SYS_fcntl),
    ("fstat", libc::SYS_fstat),
    ("futex", libc::SYS_futex),
    ("getpid", libc::SYS_getpid),
    ("getrandom", libc::SYS_getrandom),
    ("gettid", libc::SYS_gettid),
    ("lseek", libc::SYS_lseek),
    ("madvise", libc::SYS_madvise),
    ("membarrier", libc::SYS_membarrier),
    ("mmap", libc::SYS_mmap),
    ("mprotect", libc::SYS_mprotect),
    ("mremap", libc::SYS_mremap),
    ("munmap", libc::SYS_munmap),
    ("newfstatat", libc::SYS_newfstatat),
    ("openat", libc::SYS_openat),
    ("prctl", libc::SYS_prctl),
    ("pread64", libc::SYS_pread64),
    ("prlimit64", libc::SYS_prlimit64),
    ("read", libc::SYS_read),
    ("readlink", libc::SYS_readlink),
    ("restart_syscall", libc::SYS_restart_syscall),
    ("rseq", libc::SYS_rseq),
    ("rt_sigaction", libc::SYS_rt_sigaction),
    ("rt_sigprocmask", libc::SYS_rt_sigprocmask),
    ("rt_sigreturn", libc::SYS_rt_sigreturn),
    ("sched_getaffinity", libc::SYS_sched_getaffinity),
    ("sched_yield", libc::SYS_sched_yield),
    ("set_robust_list", libc::SYS_set_robust_list),
    ("sigaltstack", libc::SYS_sigaltstack),
    ("statx", libc::SYS_statx),
    ("write", libc::SYS_write),
];

/// System calls that any program with threads needs.
const OF_THE_C_LIBRARY: [&str; 9] = [
    "clock_nanosleep",
    "exit",
    "exit_group",
    "fstat",
    "futex",
    "restart_syscall",
    "rseq",
    "rt_sigreturn",
    "write",
];

/// What happens if a system call is denied.
#[derive(Debug)]
struct Row {
    /// The message; `None` if the library does without the call.
    message: Option<String>,
    /// Whether the library does without the call if the error is `ENOSYS`, as in an old kernel.
    may_be_missing: bool,
    /// Whether other errors than `EPERM` and `ENOSYS` are described.
    any_error: bool,
}

/// Returns the table of the page, by system call.
fn table() -> BTreeMap<String, Row> {
    let page = fs::read_to_string(root().join("docs/deployment.md")).expect("the page exists");
    let (_, table) = page.split_once("| system calls |").expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut found = BTreeMap::new();
    for line in rows {
        let [_, calls, outcome, _] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let message = outcome.split('"').nth(1).map(str::to_owned);
        for call in calls.split('`').skip(1).step_by(2) {
            let row = Row {
                message: message.clone(),
                may_be_missing: outcome.contains("with `ENOSYS`, "),
                any_error: !outcome.contains("are not expected"),
            };
            assert!(found.insert(call.to_owned(), row).is_none(), "{call} is named twice");
        }
    }
    found
}

fn number(call: &str) -> String {
    let found = NUMBERS.iter().find(|(name, _)| *name == call);
    found.unwrap_or_else(|| panic!("{call} has no number")).1.to_string()
}

fn run(program: &Path, arguments: &[String]) -> Output {
    timeout::output(Command::new(program).args(arguments)).expect("the program starts")
}

fn is_done(output: &Output) -> bool {
    output.status.success() && output.stdout == b"done\n"
}

/// Builds the program; `None` if filters are not available.
fn filtered_program(folder: &Path) -> Option<std::path::PathBuf> {
    let program = (!emulated()).then(|| build_program(folder, "deployed"))?;
    assert!(is_done(&run(&program, &[])));
    let denied = run(&program, &["deny".into(), number("getpid"), libc::EPERM.to_string()]);
    (denied.status.code() != Some(77)).then_some(program)
}

#[test]
fn denied_system_calls_have_the_documented_effect() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = filtered_program(folder.path()) else {
        return skipped("system calls cannot be filtered");
    };
    for (call, Row { message, may_be_missing, any_error }) in table() {
        for error in [libc::EPERM, libc::ENOSYS, libc::ENOMEM, libc::EACCES] {
            if !any_error && ![libc::EPERM, libc::ENOSYS].contains(&error) {
                continue;
            }
            let output = run(&program, &["deny".into(), number(&call), error.to_string()]);
            let is_missing = error == libc::ENOSYS && may_be_missing;
            match message.as_ref().filter(|_| !is_missing) {
                None => assert!(is_done(&output), "{call}, error {error}: {output:?}"),
                Some(message) => {
                    let errors = String::from_utf8_lossy(&output.stderr);
                    assert!(errors.contains(message), "{call}, error {error}: {output:?}");
                    assert_eq!(output.status.code(), Some(1), "{call}: {output:?}");
                }
            }
        }
    }
}

/// A run that may make no other system calls succeeds.
#[test]
fn all_system_calls_are_documented() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = filtered_program(folder.path()) else {
        return skipped("system calls cannot be filtered");
    };
    let table = table();
    let calls = table.keys().map(String::as_str).chain(OF_THE_C_LIBRARY);
    let mut arguments = vec!["allow".to_owned()];
    arguments.extend(calls.map(number));
    let output = run(&program, &arguments);
    assert!(is_done(&output), "the number of another system call is on standard error: {output:?}");
    let used = number("membarrier");
    arguments.retain(|argument| *argument != used);
    let output = run(&program, &arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(&format!("system call {used}")), "{output:?}");
}
