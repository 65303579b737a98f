//! Signal handlers that are chained before those that the host has installed.
//!
//! A handler of the library handles the signals that are its own; all others are passed on to the
//! previous action ([`install`]). That action then finds everything as if the kernel had applied
//! it:
//!
//! | part of the previous action | effect |
//! |---|---|
//! | `sa_mask` | the library's handler has the same mask, so the kernel blocks these signals |
//! | `SA_NODEFER` | the signal is unblocked before the call, unless it was blocked where it arrived |
//! | `SA_RESETHAND` | one call, whichever thread comes first; after that it is `SIG_DFL` |
//! | `SA_SIGINFO` | three arguments with it, one without |
//! | `SA_ONSTACK`, `SA_RESTART` | the library's handler has the same flags, unless
//! [`HandlerRequirements`] says more |
//! | `SIG_IGN` | a signal that was sent is ignored; a fault is not: the kernel applies `SIG_DFL` then |
//! | `SIG_DFL` | the default action: the process ends by this signal, with its original `siginfo_t` |
//!
//! So two things differ. If the library needs the alternate signal stack, a previous handler
//! without `SA_ONSTACK` runs there as well, if the thread has one. (It cannot be called on the
//! interrupted stack: the kernel would take the alternate one for unused, and put the next signal's
//! frame over this one's.) And if the library needs `SA_RESTART`, a system call that this signal
//! interrupts is restarted also for a previous handler that expects `EINTR`.
//!
//! # Concurrency
//!
//! The handler reads a chain's entry, which is complete before the action is installed. [`install`]
//! takes a lock; the handler takes none. An atomic exchange decides which thread gets the one call
//! of `SA_RESETHAND`; nothing else depends on it, so its memory order is relaxed.

use core::ffi::{c_int, c_void};
use core::mem::{self, MaybeUninit};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A handler: gets the kernel's `siginfo_t` and `ucontext_t`, and returns whether the signal was
/// the library's; if so, the thread resumes. Async-signal-safe, and does not unwind.
pub type Handler = unsafe fn(info: *mut libc::siginfo_t, context: *mut c_void) -> bool;

/// Requirements of a handler of the library, independent of the flags of the previous action.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandlerRequirements {
    /// Run on the alternate signal stack, if the thread has one: the thread may have exhausted its
    /// own stack.
    pub alternate_stack: bool,
    /// Restart system calls: the host does not know of the library's signals.
    pub restart: bool,
}

/// A handler of the library, and the previous action.
struct Chain {
    handler: Handler,
    previous: libc::sigaction,
    /// For a previous action with `SA_RESETHAND`: whether it has had its one call.
    was_called: AtomicBool,
    is_installed: AtomicBool,
}

const SIGNALS: usize = 65;

/// The chains, by signal number.
static CHAINS: [OnceLock<Chain>; SIGNALS] = [const { OnceLock::new() }; SIGNALS];
static INSTALLING: Mutex<()> = Mutex::new(());

/// The type of a handler with `SA_SIGINFO`.
type Action = unsafe extern "C-unwind" fn(c_int, *mut libc::siginfo_t, *mut c_void);
/// The type of a handler without `SA_SIGINFO`.
type PlainAction = unsafe extern "C-unwind" fn(c_int);

/// Installs `handler` for a signal; signals for which it returns false are passed to the action
/// that is installed now. The handler stays for as long as the process lives; for each signal, only
/// the first call has an effect.
///
/// # Errors
///
/// The system's error number.
///
/// # Safety
///
/// `handler` can be called with the arguments that the kernel passes for this signal, on any thread
/// at any time.
pub unsafe fn install(
    signal: c_int,
    handler: Handler,
    needs: HandlerRequirements,
) -> Result<(), c_int> {
    let chain = usize::try_from(signal).ok().and_then(|index| CHAINS.get(index));
    let chain = chain.ok_or(libc::EINVAL)?;
    let _one = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: all zeros is a valid action.
    let (mut action, mut previous): (libc::sigaction, libc::sigaction) =
        unsafe { (mem::zeroed(), mem::zeroed()) };
    // SAFETY: stores the present action, and changes none.
    if unsafe { libc::sigaction(signal, ptr::null(), &raw mut previous) } != 0 {
        return Err(last_error());
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
        | needs_or_has(needs.alternate_stack, libc::SA_ONSTACK)
        | needs_or_has(needs.restart, libc::SA_RESTART);
    if has_handler {
        action.sa_mask = previous.sa_mask;
    }
    // SAFETY: `on_signal` is a handler of this kind, and its chain is complete.
    if unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) } != 0 {
        return Err(last_error());
    }
    chain.is_installed.store(true, Ordering::Relaxed);
    Ok(())
}

/// The handler that the kernel calls. The previous action may leave by a jump, or throw: nothing
/// here has to be dropped.
///
/// # Safety
///
/// Only the kernel calls it.
unsafe extern "C-unwind" fn on_signal(
    signal: c_int,
    info: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    let chain = usize::try_from(signal).ok().and_then(|index| CHAINS.get(index)?.get());
    let Some(chain) = chain else { return };
    // SAFETY: it is this thread's own, and valid as long as the thread.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above; the handler gets the arguments of the kernel.
    let is_ours = unsafe {
        let before = errno.read();
        let is_ours = (chain.handler)(info, context);
        errno.write(before);
        is_ours
    };
    if !is_ours {
        // SAFETY: the arguments are those of the kernel, and the action is installed.
        unsafe { chain.forward(signal, info, context) };
    }
}

impl Chain {
    /// Runs the previous action.
    ///
    /// # Safety
    ///
    /// The arguments are the kernel's, and the action is installed.
    unsafe fn forward(&self, signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
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
            // SAFETY: the caller has the same duties.
            libc::SIG_IGN if unsafe { is_fault(signal, info) } => unsafe { reraise(signal, info) },
            libc::SIG_IGN => {}
            libc::SIG_DFL if is_ignored_by_default(signal) => {}
            // SAFETY: the caller has the same duties.
            libc::SIG_DFL => unsafe { reraise(signal, info) },
            handler => {
                if has(libc::SA_NODEFER) {
                    // SAFETY: the caller has the same duties.
                    unsafe { unblock(signal, context) };
                }
                let handler = ptr::with_exposed_provenance::<()>(handler);
                // SAFETY: it was installed as a handler of this kind, and gets the arguments of the
                // kernel.
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

/// Returns whether the signal is a fault of the instruction that the thread was executing: then the
/// kernel neither ignores nor blocks it.
///
/// # Safety
///
/// `info` is the kernel's.
unsafe fn is_fault(signal: c_int, info: *const libc::siginfo_t) -> bool {
    let faults =
        [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];
    // SAFETY: the caller promises it. Signals that were sent have an `si_code` that is not
    // positive.
    faults.contains(&signal) && unsafe { (*info).si_code } > 0
}

fn is_ignored_by_default(signal: c_int) -> bool {
    matches!(signal, libc::SIGURG | libc::SIGCHLD | libc::SIGWINCH | libc::SIGCONT)
}

/// Unblocks the signal, which the kernel has blocked for the library's handler, unless the thread
/// had blocked it. The kernel restores the thread's mask when the handler returns.
///
/// # Safety
///
/// `context` is the kernel's `ucontext_t` of a signal.
unsafe fn unblock(signal: c_int, context: *const c_void) {
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

/// Makes the process end by this signal when the handler returns. The signal is blocked until then,
/// and is delivered again with the default action and its original `siginfo_t`, for the core dump.
///
/// # Safety
///
/// `info` is the kernel's.
unsafe fn reraise(signal: c_int, info: *const libc::siginfo_t) {
    // SAFETY: the default action has no preconditions; the kernel reads a siginfo. It accepts any
    // from the process itself.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let (process, thread) = (libc::getpid(), libc::gettid());
        if libc::syscall(libc::SYS_rt_tgsigqueueinfo, process, thread, signal, info) != 0 {
            libc::raise(signal);
        }
    }
}

fn last_error() -> c_int {
    io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

#[cfg(test)]
#[path = "linux_signals_tests.rs"]
mod tests;
