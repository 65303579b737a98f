//! Interrupts one thread of this process by a signal, to capture its registers and stack.

use core::ffi::{c_int, c_void};
use std::io;
use std::sync::OnceLock;

use statepoint_scanner::os::signals::{self, HandlerRequirements};

use super::CancelDisabled;

/// The signal that [`interrupt`] sends. Its default action is to be ignored, and debuggers pass it
/// on silently. The kernel raises it only for sockets, and only on request.
pub(crate) const INTERRUPT: c_int = libc::SIGURG;

/// A handler that receives the interrupted registers, a `ucontext_t`. It must be async-signal-safe:
/// it must not allocate, take a lock, wait or unwind.
pub(crate) type InterruptHandler = fn(context: *mut c_void);

/// The registered handler.
static HANDLER: OnceLock<InterruptHandler> = OnceLock::new();
/// The address of this variable distinguishes signals of [`interrupt`] from others with the same
/// number.
static MARK: u8 = 0;

/// The `siginfo_t` of a signal that carries a value (`_rt` in the kernel's
/// `include/uapi/asm-generic/siginfo.h`).
#[repr(C)]
struct Information {
    signal: c_int,
    error: c_int,
    code: c_int,
    padding: c_int,
    process: libc::pid_t,
    user: libc::uid_t,
    value: *const u8,
    /// The remaining bytes of a `siginfo_t`.
    rest: [u64; 12],
}

const _: () = assert!(size_of::<Information>() == size_of::<libc::siginfo_t>());

/// Registers `handler` to be called on a thread that [`interrupt`] interrupts. Only the first call
/// in a process has an effect. The handler stays registered: a signal may arrive late.
pub(crate) fn on_interrupt(handler: InterruptHandler) -> io::Result<()> {
    HANDLER.get_or_init(|| handler);
    // The kernel restarts interrupted system calls where it can. The handler runs on the alternate
    // stack, if the thread has one, because the thread's own stack may be almost full.
    let requirements = HandlerRequirements { alternate_stack: true, restart: true };
    // SAFETY: `handle_interrupt` accepts the arguments that the kernel passes. It is
    // async-signal-safe, as every `InterruptHandler` is.
    unsafe { signals::install(INTERRUPT, handle_interrupt, requirements) }
        .map_err(io::Error::from_raw_os_error)
}

/// Sends [`INTERRUPT`] to a thread of this process. The handler runs on that thread, possibly much
/// later, or never if the thread blocks the signal.
///
/// # Errors
///
/// An error of `rt_tgsigqueueinfo`; `ESRCH` if there is no such thread.
pub(crate) fn interrupt(thread: u32) -> io::Result<()> {
    // SAFETY: getpid and getuid have no preconditions.
    let (process, user) = unsafe { (libc::getpid(), libc::getuid()) };
    let information = Information {
        signal: INTERRUPT,
        error: 0,
        code: libc::SI_QUEUE,
        padding: 0,
        process,
        user,
        value: &raw const MARK,
        rest: [0; 12],
    };
    // SAFETY: the kernel only reads `information`, which has the layout of `siginfo_t`.
    let result = unsafe {
        libc::syscall(
            libc::SYS_rt_tgsigqueueinfo,
            process,
            thread,
            INTERRUPT,
            &raw const information,
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Handles the signals of [`interrupt`]. Returns whether the signal is one of them.
///
/// # Safety
///
/// The arguments are those that the kernel passes to a signal handler.
unsafe fn handle_interrupt(info: *mut libc::siginfo_t, context: *mut c_void) -> bool {
    // SAFETY: the caller guarantees a valid `siginfo_t`. Each variant of its union has these
    // fields, or other integers at their offsets.
    let is_ours = unsafe {
        let information = &*info.cast::<Information>();
        information.code == libc::SI_QUEUE && core::ptr::eq(information.value, &raw const MARK)
    };
    if let Some(handler) = HANDLER.get().filter(|_| is_ours) {
        handler(context);
    }
    is_ours
}

/// Returns the state of a thread of this process as `/proc` describes it (such as `S (sleeping)`),
/// and whether the thread blocks [`INTERRUPT`]. For messages.
pub(crate) fn thread_status(thread: u32) -> Option<(String, bool)> {
    let _uncancelled = CancelDisabled::begin();
    let status = std::fs::read_to_string(format!("/proc/self/task/{thread}/status")).ok()?;
    let field = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().to_owned())
    };
    let blocked = u64::from_str_radix(&field("SigBlk:")?, 16).ok()?;
    Some((field("State:")?, blocked >> (INTERRUPT - 1) & 1 != 0))
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static OURS: AtomicUsize = AtomicUsize::new(0);
    static OTHERS: AtomicUsize = AtomicUsize::new(0);

    fn count(context: *mut c_void) {
        assert!(!context.is_null());
        OURS.fetch_add(1, Ordering::Relaxed);
    }

    extern "C" fn other(_: c_int) {
        OTHERS.fetch_add(1, Ordering::Relaxed);
    }

    #[test]
    fn foreign_signals_are_forwarded() {
        let other: extern "C" fn(c_int) = other;
        // SAFETY: the handler has the right type, and only increments a counter.
        unsafe { libc::signal(INTERRUPT, other as usize) };
        on_interrupt(count).unwrap();
        on_interrupt(count).unwrap();
        let me = crate::os::current_thread_id();
        interrupt(me).unwrap();
        assert_eq!((OURS.load(Ordering::Relaxed), OTHERS.load(Ordering::Relaxed)), (1, 0));
        // SAFETY: raising a signal that is handled.
        assert_eq!(unsafe { libc::raise(INTERRUPT) }, 0);
        assert_eq!((OURS.load(Ordering::Relaxed), OTHERS.load(Ordering::Relaxed)), (1, 1));
        assert!(!thread_status(me).unwrap().1);
        // No process has a thread with this id.
        assert_eq!(interrupt(0x7fff_fff0).unwrap_err().raw_os_error(), Some(libc::ESRCH));
        assert_eq!(thread_status(0x7fff_fff0), None);
    }
}
