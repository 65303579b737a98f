//! Signal handlers in front of those that the host has installed.
//!
//! A handler of the library takes the signals that are its own; all others are passed on to the
//! previous action ([`install`]). That action then finds everything as if the kernel had applied it:
//!
//! | part of the previous action | what is done |
//! |---|---|
//! | `sa_mask` | the library's handler has the same mask, so the kernel blocks these signals |
//! | `SA_NODEFER` | the signal is unblocked before the call, unless it was blocked where it arrived |
//! | `SA_RESETHAND` | one call, whichever thread comes first; after that it is `SIG_DFL` |
//! | `SA_SIGINFO` | three arguments with it, one without |
//! | `SA_ONSTACK`, `SA_RESTART` | the library's handler has the same flags, unless [`Needs`] says more |
//! | `SIG_IGN` | a signal that was sent is ignored; a fault is not: the kernel applies `SIG_DFL` then |
//! | `SIG_DFL` | the default action: the process ends by this signal, with its original `siginfo_t` |
//!
//! So two things differ. Where the library needs the alternative stack, a previous handler without
//! `SA_ONSTACK` runs there as well, where the thread has one. (It cannot be called on the interrupted
//! stack: the kernel would take the alternative one for unused, and put the next signal's frame over
//! this one's.) And where the library needs `SA_RESTART`, a system call that this signal interrupts is
//! restarted also for a previous handler that expects `EINTR`.
//!
//! # Concurrency
//!
//! The handler reads a chain's entry, which is complete before the action is installed. [`install`] has
//! a lock; the handler takes none. Which thread gets the one call of `SA_RESETHAND` is decided by an
//! exchange; nothing else depends on it, so that the order is relaxed.

use core::ffi::{c_int, c_void};
use core::mem::{self, MaybeUninit};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Looks at a signal: the kernel's `siginfo_t` and `ucontext_t`. Returns whether it was the library's;
/// if so, the thread resumes. Async-signal-safe, and does not unwind.
pub type Handler = unsafe fn(info: *mut libc::siginfo_t, context: *mut c_void) -> bool;

/// What a handler of the library needs, whatever the previous action has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// To run on the alternative stack, where the thread has one: it may be at the end of its own.
    pub alternative_stack: bool,
    /// To have system calls restarted: its signals are none that the host knows of.
    pub restart: bool,
}

/// A handler of the library, and the action that was there before it.
struct Chain {
    handler: Handler,
    previous: libc::sigaction,
    /// Of a previous action with `SA_RESETHAND`: it has had its call.
    was_called: AtomicBool,
    is_installed: AtomicBool,
}

const SIGNALS: usize = 65;

/// By the number of the signal.
static CHAINS: [OnceLock<Chain>; SIGNALS] = [const { OnceLock::new() }; SIGNALS];
static INSTALLING: Mutex<()> = Mutex::new(());

/// What the kernel calls.
type Action = unsafe extern "C-unwind" fn(c_int, *mut libc::siginfo_t, *mut c_void);
/// The same without `SA_SIGINFO`.
type PlainAction = unsafe extern "C-unwind" fn(c_int);

/// Has a signal go to `handler` first, and to the action that is there now where that returns false.
/// For as long as the process lives; of each signal, the first call counts.
///
/// # Errors
///
/// The system's number.
///
/// # Safety
///
/// `handler` can be called with what the kernel passes for this signal, on any thread at any time.
pub unsafe fn install(signal: c_int, handler: Handler, needs: Needs) -> Result<(), c_int> {
    let chain = usize::try_from(signal).ok().and_then(|index| CHAINS.get(index));
    let chain = chain.ok_or(libc::EINVAL)?;
    let _one = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: all zeros is an action.
    let (mut action, mut previous): (libc::sigaction, libc::sigaction) =
        unsafe { (mem::zeroed(), mem::zeroed()) };
    // SAFETY: stores the action that is there, and changes none.
    if unsafe { libc::sigaction(signal, ptr::null(), &raw mut previous) } != 0 {
        return Err(last());
    }
    let chain = chain.get_or_init(|| Chain {
        handler,
        previous,
        was_called: AtomicBool::new(false),
        is_installed: AtomicBool::new(false),
    });
    if chain.is_installed.load(Ordering::Relaxed) {
        return Ok(());
    }
    let previous = &chain.previous;
    let has_handler = !matches!(previous.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN);
    let needs_or_has = |needed, flag| {
        if needed || !has_handler || previous.sa_flags & flag != 0 { flag } else { 0 }
    };
    action.sa_sigaction = (on_signal as Action as *const ()).expose_provenance();
    action.sa_flags = libc::SA_SIGINFO
        | needs_or_has(needs.alternative_stack, libc::SA_ONSTACK)
        | needs_or_has(needs.restart, libc::SA_RESTART);
    if has_handler {
        action.sa_mask = previous.sa_mask;
    }
    // SAFETY: `on_signal` is a handler of this kind, and its chain is complete.
    if unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) } != 0 {
        return Err(last());
    }
    chain.is_installed.store(true, Ordering::Relaxed);
    Ok(())
}

/// The previous action may leave by a jump, or throw: nothing here has to be dropped.
///
/// # Safety
///
/// For the kernel to call.
unsafe extern "C-unwind" fn on_signal(
    signal: c_int,
    info: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    let chain = usize::try_from(signal).ok().and_then(|index| CHAINS.get(index)?.get());
    let Some(chain) = chain else { return };
    // SAFETY: it is this thread's own, and valid as long as the thread.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above; the handler gets what the kernel has passed.
    let is_ours = unsafe {
        let before = errno.read();
        let is_ours = (chain.handler)(info, context);
        errno.write(before);
        is_ours
    };
    if !is_ours {
        // SAFETY: passed on.
        unsafe { chain.pass_on(signal, info, context) };
    }
}

impl Chain {
    /// Does what the previous action would have done.
    ///
    /// # Safety
    ///
    /// The arguments are the kernel's, and the action is installed.
    unsafe fn pass_on(&self, signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
        let has = |flag| self.previous.sa_flags & flag != 0;
        let action = match self.previous.sa_sigaction {
            libc::SIG_DFL => libc::SIG_DFL,
            libc::SIG_IGN => libc::SIG_IGN,
            _ if has(libc::SA_RESETHAND) && self.was_called.swap(true, Ordering::Relaxed) => {
                libc::SIG_DFL
            }
            handler => handler,
        };
        match action {
            // SAFETY: passed on.
            libc::SIG_IGN if unsafe { is_fault(signal, info) } => unsafe { end(signal, info) },
            libc::SIG_IGN => {}
            libc::SIG_DFL if is_ignored_by_default(signal) => {}
            // SAFETY: passed on.
            libc::SIG_DFL => unsafe { end(signal, info) },
            handler => {
                if has(libc::SA_NODEFER) {
                    // SAFETY: passed on.
                    unsafe { undefer(signal, context) };
                }
                let handler = ptr::with_exposed_provenance::<()>(handler);
                // SAFETY: it was installed as a handler of this kind, and gets what the kernel has passed.
                unsafe {
                    if has(libc::SA_SIGINFO) {
                        mem::transmute::<*const (), Action>(handler)(signal, info, context);
                    } else {
                        mem::transmute::<*const (), PlainAction>(handler)(signal);
                    }
                }
            }
        }
    }
}

/// Whether the kernel has raised the signal for what the thread was executing: then it is neither
/// ignored nor blocked.
///
/// # Safety
///
/// `info` is the kernel's.
unsafe fn is_fault(signal: c_int, info: *const libc::siginfo_t) -> bool {
    let faults =
        [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];
    // SAFETY: the caller promises it. Signals that were sent have numbers that are not positive.
    faults.contains(&signal) && unsafe { (*info).si_code } > 0
}

fn is_ignored_by_default(signal: c_int) -> bool {
    matches!(signal, libc::SIGURG | libc::SIGCHLD | libc::SIGWINCH | libc::SIGCONT)
}

/// Unblocks the signal, which the kernel has blocked for the library's handler, unless the thread had
/// blocked it. The kernel restores the thread's mask when the handler returns.
///
/// # Safety
///
/// `context` is the kernel's `ucontext_t` of a signal.
unsafe fn undefer(signal: c_int, context: *const c_void) {
    let context: *const libc::ucontext_t = context.cast();
    let mut only = MaybeUninit::uninit();
    // SAFETY: the caller promises the context; the sets are valid.
    unsafe {
        if libc::sigismember(&raw const (*context).uc_sigmask, signal) == 1 {
            return;
        }
        libc::sigemptyset(only.as_mut_ptr());
        libc::sigaddset(only.as_mut_ptr(), signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, only.as_ptr(), ptr::null_mut());
    }
}

/// Has the process end by this signal when the handler returns. It is blocked until then, and comes
/// again with the default action; with what the kernel said of it, for the core dump.
///
/// # Safety
///
/// `info` is the kernel's.
unsafe fn end(signal: c_int, info: *const libc::siginfo_t) {
    // SAFETY: the default action has no preconditions; the kernel reads a siginfo. It takes any from the
    // process itself.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let (process, thread) = (libc::getpid(), libc::gettid());
        if libc::syscall(libc::SYS_rt_tgsigqueueinfo, process, thread, signal, info) != 0 {
            libc::raise(signal);
        }
    }
}

fn last() -> c_int {
    io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

#[cfg(test)]
#[path = "linux_signals_tests.rs"]
mod tests;
