//! Breakpoints that were not set by the patcher: they reach the previous signal handler, or end the
//! process. Each test runs in a process of its own, since signal handlers are per process.

use std::os::unix::process::ExitStatusExt as _;
use std::sync::atomic::{AtomicU32, Ordering};

use statepoint_patch::{BreakpointHandler, PatchArchitecture as _};
use statepoint_scanner::arch::Host;
use tests::child_tests::{ChildExit, death_test, full_test_name};
use tests::timeout;

/// Number of calls of the signal handler.
static HANDLED: AtomicU32 = AtomicU32::new(0);

/// Executes a breakpoint instruction, followed by a return.
fn execute_breakpoint(trap: u8) {
    // SAFETY: the code is on a new page, which is never unmapped.
    unsafe {
        let (protection, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let page = libc::mmap(core::ptr::null_mut(), 4096, protection, flags, -1, 0);
        assert!(page != libc::MAP_FAILED);
        page.cast::<[u8; 2]>().write([trap, 0xc3]);
        assert_eq!(libc::mprotect(page, 4096, libc::PROT_READ | libc::PROT_EXEC), 0);
        let function: extern "C" fn() = core::mem::transmute(page);
        function();
    }
}

extern "C" fn handle(_: libc::c_int) {
    HANDLED.fetch_add(1, Ordering::Relaxed);
}

#[test]
#[ignore = "run by `foreign_breakpoints_reach_the_previous_handler`"]
fn child_with_a_handler() {
    let trap = Host::TRAP.unwrap();
    // SAFETY: the handler only counts, which is allowed in a signal handler.
    unsafe { libc::signal(libc::SIGTRAP, handle as *const () as usize) };
    BreakpointHandler::install().unwrap();
    execute_breakpoint(trap);
    assert_eq!(HANDLED.load(Ordering::Relaxed), 1);
}

#[test]
fn foreign_breakpoints_reach_the_previous_handler() {
    if Host::TRAP.is_none() {
        return;
    }
    let test = full_test_name("child_with_a_handler");
    let mut program = examples::runner::command(std::env::current_exe().unwrap());
    let output =
        timeout::output(program.args(["--ignored", "--exact", "--nocapture", &test])).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("1 passed"), "the child ran no test: {stdout}");
}

#[test]
fn unknown_breakpoints_end_the_process() {
    let Some(trap) = Host::TRAP else { return };
    let ending = death_test("unknown_breakpoints_end_the_process", || {
        BreakpointHandler::install().unwrap();
        execute_breakpoint(trap);
    });
    if let Some(ChildExit { status, stderr }) = ending {
        assert_eq!(status.signal(), Some(libc::SIGTRAP), "{status} {stderr}");
    }
}
