//! Breakpoints of others, in processes of their own: handlers of signals are for all of a process.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};

use statepoint_scanner::arch::Host;
use statepoint_scanner::patch::{Breakpoints, Machine as _};

static HANDLED: AtomicU32 = AtomicU32::new(0);

/// Runs one of the ignored tests below in another process.
fn child(test: &str) -> ExitStatus {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["--ignored", "--exact", "--nocapture", test]);
    let output = program.output().unwrap();
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    output.status
}

/// A breakpoint instruction, and a return behind it.
fn breakpoint(trap: u8) {
    // SAFETY: a new page, which stays.
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
#[ignore = "run by another one"]
fn child_with_a_handler() {
    let Some(trap) = Host::TRAP else { return };
    // SAFETY: the handler counts, which it may.
    unsafe { libc::signal(libc::SIGTRAP, handle as *const () as usize) };
    Breakpoints::install().unwrap();
    breakpoint(trap);
    assert_eq!(HANDLED.load(Ordering::Relaxed), 1);
}

#[test]
#[ignore = "run by another one"]
fn child_without_a_handler() {
    Breakpoints::install().unwrap();
    if let Some(trap) = Host::TRAP {
        breakpoint(trap);
    }
}

#[test]
fn breakpoints_of_others_go_to_who_was_there_before() {
    assert!(child("breakpoints::child_with_a_handler").success());
}

#[test]
fn a_breakpoint_of_nobody_ends_the_process() {
    let status = child("breakpoints::child_without_a_handler");
    if Host::TRAP.is_some() {
        assert_eq!(status.signal(), Some(libc::SIGTRAP), "{status}");
    } else {
        assert!(status.success());
    }
}
