//! Tests of installing signal handlers and of forwarding signals to the previous handlers.
//!
//! Handlers are process-wide, so each case runs in a child process. The child exits, is killed by
//! the signal under test, or is killed by SIGALRM after [`TIMEOUT_SECONDS`].

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::*;
use crate::fixtures::is_emulated;

/// Outcome of a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Exit(c_int),
    Signal(c_int),
}

/// Exit status of a child whose checks all hold.
const SUCCESS_STATUS: c_int = 7;
const SUCCESS: Outcome = Outcome::Exit(SUCCESS_STATUS);

/// Time limit of a child.
const TIMEOUT_SECONDS: u32 = 60;

/// Runs `case` in a child process and returns how the child ended.
fn in_child(case: impl FnOnce()) -> Outcome {
    // SAFETY: the child's code takes no lock but that of `install`, which no other test takes, and
    // allocates nothing.
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        // SAFETY: no preconditions. The parent's handlers are not those under test.
        unsafe {
            for signal in [libc::SIGSEGV, libc::SIGALRM] {
                libc::signal(signal, libc::SIG_DFL);
            }
            let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::setrlimit(libc::RLIMIT_CORE, &raw const limit);
            libc::alarm(TIMEOUT_SECONDS);
            case();
            libc::_exit(SUCCESS_STATUS);
        }
    }
    let mut status = 0;
    // SAFETY: room for the status.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    if libc::WIFSIGNALED(status) {
        Outcome::Signal(libc::WTERMSIG(status))
    } else {
        Outcome::Exit(libc::WEXITSTATUS(status))
    }
}

/// Asserts that the child was killed by a forwarded fault. An emulator mistakes the forwarded
/// signal for a fault of its own, and exits with status 127.
fn assert_ended_by_fault(end: Outcome) {
    let is_ended =
        end == Outcome::Signal(libc::SIGSEGV) || is_emulated() && end == Outcome::Exit(127);
    assert!(is_ended, "{end:?}");
}

/// Exits the child with `status` unless the condition `holds`. Statuses identify the check.
fn check(holds: bool, status: c_int) {
    if !holds {
        // SAFETY: no preconditions.
        unsafe { libc::_exit(status) };
    }
}

/// Number of calls of the library's handler.
static LIBRARY_CALLS: AtomicUsize = AtomicUsize::new(0);
/// Number of calls of the host's handler.
static HOST_CALLS: AtomicUsize = AtomicUsize::new(0);
/// The page on which a fault occurs.
static PAGE: AtomicUsize = AtomicUsize::new(0);
/// Size of the page in bytes.
const PAGE_SIZE: usize = 4096;

/// A handler of the library that declines the signal, and changes `errno`.
unsafe fn decline(info: *mut libc::siginfo_t, context: *mut c_void) -> bool {
    check(!info.is_null() && !context.is_null(), 20);
    LIBRARY_CALLS.fetch_add(1, Relaxed);
    // SAFETY: `errno` is thread-local. The host's handler must see the old value.
    unsafe { libc::__errno_location().write(99) };
    false
}

/// A handler of the library that handles the signal.
unsafe fn handle(_: *mut libc::siginfo_t, _: *mut c_void) -> bool {
    LIBRARY_CALLS.fetch_add(1, Relaxed);
    true
}

fn page() -> *mut c_void {
    ptr::with_exposed_provenance_mut(PAGE.load(Relaxed))
}

/// Writes to a read-only page. Returns if a handler makes the page writable.
fn fault() {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping touches nothing; the store faults.
    unsafe {
        let page = libc::mmap(ptr::null_mut(), PAGE_SIZE, libc::PROT_READ, flags, -1, 0);
        PAGE.store(page.expose_provenance(), Relaxed);
        page.cast::<u8>().write_volatile(1);
        check(page.cast::<u8>().read_volatile() == 1, 21);
    }
}

/// Makes the page of [`fault`] writable.
fn make_page_writable() {
    // SAFETY: no other code uses the page.
    unsafe { libc::mprotect(page(), PAGE_SIZE, libc::PROT_READ | libc::PROT_WRITE) };
}

fn is_blocked(signal: c_int) -> bool {
    let mut mask = MaybeUninit::uninit();
    // SAFETY: a null set changes nothing.
    unsafe {
        libc::pthread_sigmask(libc::SIG_BLOCK, ptr::null(), mask.as_mut_ptr());
        libc::sigismember(mask.as_ptr(), signal) == 1
    }
}

/// Installs the host's action, then the library's handler before it.
fn install_host_and_library_handlers(
    signal: c_int,
    action: usize,
    flags: c_int,
    masked: &[c_int],
    needs: HandlerRequirements,
) {
    // SAFETY: the handlers of these tests have the types that the flags require.
    unsafe {
        let mut host: libc::sigaction = mem::zeroed();
        host.sa_sigaction = action;
        host.sa_flags = flags;
        for &signal in masked {
            libc::sigaddset(&raw mut host.sa_mask, signal);
        }
        check(libc::sigaction(signal, &raw const host, ptr::null_mut()) == 0, 22);
        check(install(signal, decline, needs) == Ok(()), 23);
    }
}

/// The host's handler. `errno` must be as it was before the signal.
extern "C" fn host_handler(signal: c_int) {
    HOST_CALLS.fetch_add(1, Relaxed);
    // SAFETY: `errno` is thread-local.
    check(unsafe { libc::__errno_location().read() } != 99, 24);
    if signal == libc::SIGSEGV {
        make_page_writable();
    }
}

const HOST_HANDLER: extern "C" fn(c_int) = host_handler;
const NO_REQUIREMENTS: HandlerRequirements =
    HandlerRequirements { alternate_stack: false, restart: false };

#[test]
fn handled_signal_is_not_forwarded() {
    let end = in_child(|| {
        // SAFETY: the handlers have the required types.
        unsafe {
            libc::signal(libc::SIGUSR2, HOST_HANDLER as usize);
            check(install(libc::SIGUSR2, handle, NO_REQUIREMENTS) == Ok(()), 1);
            // The first of two installations remains in effect.
            check(install(libc::SIGUSR2, decline, NO_REQUIREMENTS) == Ok(()), 2);
            libc::raise(libc::SIGUSR2);
        }
        check(LIBRARY_CALLS.load(Relaxed) == 1 && HOST_CALLS.load(Relaxed) == 0, 3);
    });
    assert_eq!(end, SUCCESS);
}

#[test]
fn fault_is_forwarded_with_siginfo_and_context() {
    extern "C" fn with_information(_: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        // SAFETY: the kernel's argument is forwarded.
        check(unsafe { (*info).si_addr() } == page() && !context.is_null(), 1);
        HOST_CALLS.fetch_add(1, Relaxed);
        make_page_writable();
    }
    let handler: extern "C" fn(_, _, _) = with_information;
    for (handler, flags) in [(handler as usize, libc::SA_SIGINFO), (HOST_HANDLER as usize, 0)] {
        let end = in_child(|| {
            install_host_and_library_handlers(libc::SIGSEGV, handler, flags, &[], NO_REQUIREMENTS);
            fault();
            fault();
            check(LIBRARY_CALLS.load(Relaxed) == 2 && HOST_CALLS.load(Relaxed) == 2, 2);
        });
        assert_eq!(end, SUCCESS, "{flags:#x}");
    }
}

#[test]
fn previous_handler_runs_with_its_signal_mask() {
    extern "C" fn masked(_: c_int) {
        check(is_blocked(libc::SIGUSR1) && is_blocked(libc::SIGSEGV), 1);
        check(!is_blocked(libc::SIGUSR2), 2);
        HOST_CALLS.fetch_add(1, Relaxed);
        make_page_writable();
    }
    let handler: extern "C" fn(_) = masked;
    let end = in_child(|| {
        install_host_and_library_handlers(
            libc::SIGSEGV,
            handler as usize,
            0,
            &[libc::SIGUSR1],
            NO_REQUIREMENTS,
        );
        fault();
        check(HOST_CALLS.load(Relaxed) == 1, 3);
        check(!is_blocked(libc::SIGUSR1) && !is_blocked(libc::SIGSEGV), 4);
    });
    assert_eq!(end, SUCCESS);
}

#[test]
fn nodefer_handler_can_be_reentered() {
    extern "C" fn nested(signal: c_int) {
        check(!is_blocked(signal), 1);
        if HOST_CALLS.fetch_add(1, Relaxed) == 0 {
            // SAFETY: the signal is handled.
            unsafe { libc::raise(signal) };
            check(HOST_CALLS.load(Relaxed) == 2, 2);
        }
    }
    let handler: extern "C" fn(_) = nested;
    let end = in_child(|| {
        install_host_and_library_handlers(
            libc::SIGUSR2,
            handler as usize,
            libc::SA_NODEFER,
            &[],
            NO_REQUIREMENTS,
        );
        // SAFETY: the signal is handled.
        unsafe { libc::raise(libc::SIGUSR2) };
        check(HOST_CALLS.load(Relaxed) == 2 && !is_blocked(libc::SIGUSR2), 3);
    });
    assert_eq!(end, SUCCESS);
}

#[test]
fn resethand_handler_runs_once_then_default() {
    let end = in_child(|| {
        install_host_and_library_handlers(
            libc::SIGSEGV,
            HOST_HANDLER as usize,
            libc::SA_RESETHAND,
            &[],
            NO_REQUIREMENTS,
        );
        fault();
        check(HOST_CALLS.load(Relaxed) == 1, 1);
        fault();
        check(false, 2);
    });
    assert_ended_by_fault(end);
}

#[test]
fn sent_signal_is_ignored_but_fault_is_fatal() {
    let ignore_signal =
        || install_host_and_library_handlers(libc::SIGSEGV, libc::SIG_IGN, 0, &[], NO_REQUIREMENTS);
    let end = in_child(|| {
        ignore_signal();
        // SAFETY: the signal is handled.
        unsafe { libc::raise(libc::SIGSEGV) };
        check(LIBRARY_CALLS.load(Relaxed) == 1, 1);
    });
    assert_eq!(end, SUCCESS);
    let end = in_child(|| {
        ignore_signal();
        fault();
    });
    assert_ended_by_fault(end);
}

#[test]
fn default_action_depends_on_signal() {
    let raised = |signal: c_int| {
        in_child(|| {
            install_host_and_library_handlers(signal, libc::SIG_DFL, 0, &[], NO_REQUIREMENTS);
            // SAFETY: the signal is handled, and has its default effect.
            unsafe { libc::raise(signal) };
            check(LIBRARY_CALLS.load(Relaxed) == 1, 1);
        })
    };
    assert_eq!(raised(libc::SIGURG), SUCCESS);
    for signal in [libc::SIGSEGV, libc::SIGTRAP, libc::SIGUSR2] {
        assert_eq!(raised(signal), Outcome::Signal(signal));
    }
}

/// A fault with the default action kills the process with that signal.
#[test]
fn fatal_fault_gives_signal_exit_status() {
    let end = in_child(|| {
        install_host_and_library_handlers(libc::SIGSEGV, libc::SIG_DFL, 0, &[], NO_REQUIREMENTS);
        fault();
    });
    assert_ended_by_fault(end);
}

/// An address in the stack on which the handler has run.
static STACK_ADDRESS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn previous_handler_runs_on_requested_stack() {
    extern "C" fn store_stack_address(_: c_int) {
        let here = 0_u8;
        STACK_ADDRESS.store((&raw const here).addr(), Relaxed);
    }
    static mut STACK: [u8; 1 << 16] = [0; 1 << 16];
    let handler: extern "C" fn(_) = store_stack_address;
    let needed = HandlerRequirements { alternate_stack: true, restart: false };
    // (flags, needs, runs on the alternate stack)
    for (flags, needs, expected) in
        [(0, NO_REQUIREMENTS, false), (libc::SA_ONSTACK, NO_REQUIREMENTS, true), (0, needed, true)]
    {
        let end = in_child(|| {
            let stack = (&raw mut STACK).cast::<c_void>();
            let all = libc::stack_t { ss_sp: stack, ss_flags: 0, ss_size: 1 << 16 };
            // SAFETY: no other code uses this memory.
            check(unsafe { libc::sigaltstack(&raw const all, ptr::null_mut()) } == 0, 1);
            install_host_and_library_handlers(libc::SIGUSR2, handler as usize, flags, &[], needs);
            // SAFETY: the signal is handled.
            unsafe { libc::raise(libc::SIGUSR2) };
            let offset = STACK_ADDRESS.load(Relaxed).wrapping_sub(stack.addr());
            check((offset < 1 << 16) == expected, 2);
        });
        assert_eq!(end, SUCCESS, "{flags:#x} {needs:?}");
    }
}

#[test]
fn sa_restart_follows_previous_action() {
    let needed = HandlerRequirements { alternate_stack: false, restart: true };
    // (flags, needs, has SA_RESTART)
    for (flags, needs, restarts) in
        [(0, NO_REQUIREMENTS, false), (libc::SA_RESTART, NO_REQUIREMENTS, true), (0, needed, true)]
    {
        let end = in_child(|| {
            install_host_and_library_handlers(
                libc::SIGUSR2,
                HOST_HANDLER as usize,
                flags,
                &[],
                needs,
            );
            let chain = CHAINS[libc::SIGUSR2 as usize].get();
            check(chain.is_some_and(|chain| chain.is_installed.load(Relaxed)), 1);
            // SAFETY: all zeros is a valid action; the present one is stored.
            let flags = unsafe {
                let mut present: libc::sigaction = mem::zeroed();
                libc::sigaction(libc::SIGUSR2, ptr::null(), &raw mut present);
                present.sa_flags
            };
            check((flags & libc::SA_RESTART != 0) == restarts, 2);
        });
        assert_eq!(end, SUCCESS, "{flags:#x} {needs:?}");
    }
}
