//! Signal handlers that are chained before the host's.
//!
//! A handler of the library handles its own signals, and forwards all others to the previous action
//! (see [`install`]). The previous action has the same effect as if the kernel had applied it:
//!
//! | part of the previous action | effect |
//! |---|---|
//! | `sa_mask` | the library's handler has the same mask, so the kernel blocks these signals |
//! | `SA_NODEFER` | the signal is unblocked before the call, unless the thread had blocked it |
//! | `SA_RESETHAND` | the handler is called once per process; after that, the action is `SIG_DFL` |
//! | `SA_SIGINFO` | the handler gets three arguments; without the flag, one |
//! | `SA_ONSTACK`, `SA_RESTART` | the library's handler has the same flags, or [more][r] |
//! | `SIG_IGN` | a sent signal is ignored; for a fault, the kernel applies `SIG_DFL` |
//! | `SIG_DFL` | the default action; a fatal signal keeps its original `siginfo_t` |
//!
//! There are two differences:
//!
//! - If the library requires the alternate signal stack, a previous handler without `SA_ONSTACK`
//!   also runs there, if the thread has one. It cannot be called on the interrupted stack: the
//!   kernel would consider the alternate stack unused, and overwrite this signal's frame with the
//!   next one's.
//! - If the library requires `SA_RESTART`, a system call that the signal interrupts is restarted,
//!   even if the previous handler expects `EINTR`.
//!
//! [r]: HandlerRequirements
//!
//! # Concurrency
//!
//! [`install`] takes a lock; the handler takes none. The handler reads a `Chain`, which is
//! complete before the action is installed. An atomic exchange selects the thread that makes the
//! only call of an `SA_RESETHAND` handler. Its memory order is relaxed, because no other memory
//! depends on it.

use core::ffi::{c_int, c_void};
use core::mem::{self, MaybeUninit};
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A signal handler of the library. The arguments are the kernel's `siginfo_t` and `ucontext_t`.
/// The handler returns whether it has handled the signal; if so, the thread resumes. It must be
/// async-signal-safe and must not unwind.
pub type Handler = unsafe fn(info: *mut libc::siginfo_t, context: *mut c_void) -> bool;

/// Requirements of a handler of the library, independent of the flags of the previous action.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandlerRequirements {
    /// Run on the alternate signal stack, if the thread has one. Required if the thread may have
    /// exhausted its own stack.
    pub alternate_stack: bool,
    /// Restart interrupted system calls. Required if the host does not expect the signal.
    pub restart: bool,
}

/// A handler of the library, and the previous action of its signal.
struct Chain {
    handler: Handler,
    previous: libc::sigaction,
    /// Whether a previous handler with `SA_RESETHAND` was called.
    was_called: AtomicBool,
    /// Whether [`install`] has installed the handler.
    is_installed: AtomicBool,
}

/// Number of signal numbers on Linux, including 0.
const SIGNALS: usize = 65;

/// The chains, by signal number.
static CHAINS: [OnceLock<Chain>; SIGNALS] = [const { OnceLock::new() }; SIGNALS];
/// The lock of [`install`].
static INSTALLING: Mutex<()> = Mutex::new(());

/// The type of a handler with `SA_SIGINFO`.
type Action = unsafe extern "C-unwind" fn(c_int, *mut libc::siginfo_t, *mut c_void);
/// The type of a handler without `SA_SIGINFO`.
type PlainAction = unsafe extern "C-unwind" fn(c_int);

/// Installs `handler` for a signal. If `handler` returns false, the signal is forwarded to the
/// current action. The handler is never removed, and only the first call per signal has an effect.
///
/// # Errors
///
/// The `errno` of `sigaction`, or `EINVAL` for an invalid signal number.
///
/// # Safety
///
/// It is safe to call `handler` with the kernel's arguments for this signal, on any thread at any
/// time.
pub unsafe fn install(
    signal: c_int,
    handler: Handler,
    requirements: HandlerRequirements,
) -> Result<(), c_int> {
    let chain = usize::try_from(signal).ok().and_then(|index| CHAINS.get(index));
    let chain = chain.ok_or(libc::EINVAL)?;
    let _guard = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: `sigaction` is a C structure for which all zeros is a valid value.
    let (mut action, mut previous): (libc::sigaction, libc::sigaction) =
        unsafe { (mem::zeroed(), mem::zeroed()) };
    // SAFETY: `previous` is valid for writes, and a null action changes nothing.
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
    let select_flag = |required, flag| {
        if required || !has_handler || previous.sa_flags & flag != 0 { flag } else { 0 }
    };
    action.sa_sigaction = (on_signal as Action as *const ()).expose_provenance();
    action.sa_flags = libc::SA_SIGINFO
        | select_flag(requirements.alternate_stack, libc::SA_ONSTACK)
        | select_flag(requirements.restart, libc::SA_RESTART);
    if has_handler {
        action.sa_mask = previous.sa_mask;
    }
    // SAFETY: `on_signal` has the signature that `SA_SIGINFO` requires, and its chain is complete.
    if unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) } != 0 {
        return Err(last_error());
    }
    chain.is_installed.store(true, Ordering::Relaxed);
    Ok(())
}

/// The handler that the kernel calls. The previous action may leave it by `siglongjmp` or an
/// exception, so no local variable needs to be dropped.
///
/// # Safety
///
/// Only the kernel may call this function.
unsafe extern "C-unwind" fn on_signal(
    signal: c_int,
    info: *mut libc::siginfo_t,
    context: *mut c_void,
) {
    let chain = usize::try_from(signal).ok().and_then(|index| CHAINS.get(index)?.get());
    let Some(chain) = chain else { return };
    // SAFETY: the function has no preconditions.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: `errno` is valid for the lifetime of the thread. `install` requires that `handler`
    // can be called with the kernel's arguments.
    let is_ours = unsafe {
        let before = errno.read();
        let is_ours = (chain.handler)(info, context);
        errno.write(before);
        is_ours
    };
    if !is_ours {
        // SAFETY: the arguments are the kernel's, and `install` has installed this handler.
        unsafe { chain.forward(signal, info, context) };
    }
}

impl Chain {
    /// Applies the previous action.
    ///
    /// # Safety
    ///
    /// The arguments are the kernel's for a signal whose handler `install` has installed.
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
            // SAFETY: the caller guarantees that the arguments are the kernel's.
            libc::SIG_IGN if unsafe { is_fault(signal, info) } => unsafe { reraise(signal, info) },
            libc::SIG_IGN => {}
            libc::SIG_DFL if is_ignored_by_default(signal) => {}
            // SAFETY: the caller guarantees that the arguments are the kernel's.
            libc::SIG_DFL => unsafe { reraise(signal, info) },
            handler => {
                if has(libc::SA_NODEFER) {
                    // SAFETY: the caller guarantees that the arguments are the kernel's.
                    unsafe { unblock(signal, context) };
                }
                let handler = ptr::with_exposed_provenance::<()>(handler);
                // SAFETY: the host installed `handler` with these flags, so it has the signature
                // that they require. The caller guarantees that the arguments are the kernel's.
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

/// Returns whether the signal is a fault of the interrupted instruction. The kernel neither ignores
/// nor blocks such a signal.
///
/// # Safety
///
/// `info` is valid for reads.
unsafe fn is_fault(signal: c_int, info: *const libc::siginfo_t) -> bool {
    let faults =
        [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS];
    // SAFETY: the caller guarantees that `info` is valid. A signal that a process has sent has an
    // `si_code` of at most 0.
    faults.contains(&signal) && unsafe { (*info).si_code } > 0
}

/// Returns whether the default action of the signal does not end or stop the process.
fn is_ignored_by_default(signal: c_int) -> bool {
    matches!(signal, libc::SIGURG | libc::SIGCHLD | libc::SIGWINCH | libc::SIGCONT)
}

/// Unblocks the signal, which the kernel has blocked for the library's handler, unless the
/// interrupted code had blocked it. The kernel restores the thread's mask when the handler returns.
///
/// # Safety
///
/// `context` is the kernel's `ucontext_t` of the signal.
unsafe fn unblock(signal: c_int, context: *const c_void) {
    let context: *const libc::ucontext_t = context.cast();
    let mut only = MaybeUninit::uninit();
    // SAFETY: the caller guarantees that `context` is valid. `only` is initialised before it is
    // used.
    unsafe {
        if libc::sigismember(&raw const (*context).uc_sigmask, signal) == 1 {
            return;
        }
        libc::sigemptyset(only.as_mut_ptr());
        libc::sigaddset(only.as_mut_ptr(), signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, only.as_ptr(), ptr::null_mut());
    }
}

/// Lets the signal kill the process when the handler returns. The signal is blocked until then. It
/// is delivered again with the default action and its original `siginfo_t`, for the core dump.
///
/// # Safety
///
/// `info` is valid for reads.
unsafe fn reraise(signal: c_int, info: *const libc::siginfo_t) {
    // SAFETY: the caller guarantees that `info` is valid. The kernel accepts every `siginfo_t` that
    // a thread sends to itself; the other calls have no preconditions.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let (process, thread) = (libc::getpid(), libc::gettid());
        if libc::syscall(libc::SYS_rt_tgsigqueueinfo, process, thread, signal, info) != 0 {
            libc::raise(signal);
        }
    }
}

/// Returns the `errno` of the last call.
fn last_error() -> c_int {
    io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

#[cfg(test)]
#[path = "linux_signals_tests.rs"]
mod tests;
