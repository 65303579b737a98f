//! Interrupting one thread of this process, to see where it is.

use core::ffi::{c_int, c_void};
use std::io;
use std::sync::OnceLock;

use parking_lot::Mutex;

use super::check;

/// A signal that is ignored where nobody handles it, that sockets raise if they are asked to and
/// nothing else does, and that debuggers pass on without a word.
pub(crate) const INTERRUPT: c_int = libc::SIGURG;

/// Gets the interrupted registers, a `ucontext_t`. It is async-signal-safe: it allocates nothing,
/// takes no lock, does not wait and does not unwind.
pub(crate) type InterruptHandler = fn(context: *mut c_void);

/// What the signal handler needs; written once, before the handler is installed.
struct Handling {
    handler: InterruptHandler,
    previous: libc::sigaction,
}

static HANDLING: OnceLock<Handling> = OnceLock::new();
static INSTALLED: Mutex<bool> = Mutex::new(false);
/// Its address tells [`interrupt`]'s signals from others of the same number.
static MARK: u8 = 0;

/// What the kernel reads and what the handler gets, where a value comes with the signal (the kernel's
/// `include/uapi/asm-generic/siginfo.h`, `_rt`).
#[repr(C)]
struct Information {
    signal: c_int,
    error: c_int,
    code: c_int,
    padding: c_int,
    process: libc::pid_t,
    user: libc::uid_t,
    value: *const u8,
    rest: [u64; 12],
}

const _: () = assert!(size_of::<Information>() == size_of::<libc::siginfo_t>());

/// Has `handler` called on a thread that [`interrupt`] interrupts. The first call of a process counts.
/// The handler stays: a signal may come late.
pub(crate) fn on_interrupt(handler: InterruptHandler) -> io::Result<()> {
    let mut installed = INSTALLED.lock();
    if *installed {
        return Ok(());
    }
    let mut previous = core::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: a null action only reads the present one, which fills `previous`.
    let previous = unsafe {
        check(libc::sigaction(INTERRUPT, core::ptr::null(), previous.as_mut_ptr()))?;
        previous.assume_init()
    };
    HANDLING.get_or_init(|| Handling { handler, previous });
    // SAFETY: zero is a valid sigaction, and then all fields that matter are set. The handler is
    // async-signal-safe: it reads a static that is initialised by now, and calls `handler`, whose
    // type's users promise the same.
    unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = (interrupted as *const ()).expose_provenance();
        // Calls that can be restarted are. On the alternative stack, where the thread has one: it may
        // be at the end of its own.
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigemptyset(&mut action.sa_mask);
        check(libc::sigaction(INTERRUPT, &action, core::ptr::null_mut()))?;
    }
    *installed = true;
    Ok(())
}

/// Interrupts a thread of this process; the handler runs on it, at once or later or never.
///
/// # Errors
///
/// The system's: `ESRCH` where there is no such thread.
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
    // SAFETY: the kernel reads a siginfo, which `information` is.
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

extern "C" fn interrupted(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let Some(Handling { handler, previous }) = HANDLING.get() else { return };
    // SAFETY: the kernel passes a valid siginfo; each of its forms has these fields, or other ones
    // of the same size, which are numbers.
    let ours = unsafe {
        let information = &*info.cast::<Information>();
        information.code == libc::SI_QUEUE && core::ptr::eq(information.value, &raw const MARK)
    };
    if ours {
        // SAFETY: it is this thread's own, and valid as long as the thread.
        let errno = unsafe { libc::__errno_location() };
        // SAFETY: as above.
        let before = unsafe { errno.read() };
        handler(context);
        // SAFETY: as above.
        unsafe { errno.write(before) };
        return;
    }
    match previous.sa_sigaction {
        // The default is to ignore it.
        libc::SIG_DFL | libc::SIG_IGN => {}
        handler if previous.sa_flags & libc::SA_SIGINFO != 0 => {
            type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
            // SAFETY: it was installed with SA_SIGINFO, so it has this type.
            let handler: Handler = unsafe { core::mem::transmute(handler) };
            handler(signal, info, context);
        }
        handler => {
            // SAFETY: it was installed without SA_SIGINFO, so it has this type.
            let handler: extern "C" fn(c_int) = unsafe { core::mem::transmute(handler) };
            handler(signal);
        }
    }
}

/// What the system says of a thread of this process, for messages: the letter and the word for what it
/// does, and whether it blocks [`INTERRUPT`].
pub(crate) fn thread_status(thread: u32) -> Option<(String, bool)> {
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
    fn our_interrupts_are_handled_and_others_are_passed_on() {
        let other: extern "C" fn(c_int) = other;
        // SAFETY: the handler has the type that is called for, and does nothing but count.
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
        // A thread of no process.
        assert_eq!(interrupt(0x7fff_fff0).unwrap_err().raw_os_error(), Some(libc::ESRCH));
        assert_eq!(thread_status(0x7fff_fff0), None);
    }
}
