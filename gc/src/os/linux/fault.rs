//! Looking at memory faults before they end the process.

use std::io;
use std::sync::OnceLock;

use parking_lot::Mutex;

use super::check;

/// A handler of SIGSEGV: fault address and the interrupted registers.
pub(super) type FaultHandler = fn(address: usize, context: *mut libc::c_void);

/// What the signal handler needs; written once, before the handler is installed.
struct Handling {
    handler: FaultHandler,
    previous: libc::sigaction,
}

static HANDLING: OnceLock<Handling> = OnceLock::new();
static INSTALLED: Mutex<bool> = Mutex::new(false);

/// Has `handler` look at each memory fault before whoever was asked so far. The first call of a
/// process counts.
pub(crate) fn on_fault(handler: FaultHandler) -> io::Result<()> {
    let mut installed = INSTALLED.lock();
    if *installed {
        return Ok(());
    }
    let mut previous = core::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: a null action only reads the present one, which fills `previous`.
    let previous = unsafe {
        check(libc::sigaction(libc::SIGSEGV, core::ptr::null(), previous.as_mut_ptr()))?;
        previous.assume_init()
    };
    HANDLING.get_or_init(|| Handling { handler, previous });
    // SAFETY: zero is a valid sigaction, and then all fields that matter are set. The handler is
    // async-signal-safe: it reads a static that is initialised by now, and calls `handler`, whose
    // type's users promise the same.
    unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = (fault as *const ()).expose_provenance();
        // On the alternative stack, which std gives its threads: the fault may be an overflow.
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&mut action.sa_mask);
        check(libc::sigaction(libc::SIGSEGV, &action, core::ptr::null_mut()))?;
    }
    *installed = true;
    Ok(())
}

extern "C" fn fault(signal: libc::c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let Some(Handling { handler, previous }) = HANDLING.get() else { return };
    // SAFETY: the kernel passes a valid siginfo.
    let (address, sent) = unsafe { ((*info).si_addr(), (*info).si_code <= 0) };
    if !sent {
        handler(address.addr(), context);
    }
    match previous.sa_sigaction {
        libc::SIG_DFL | libc::SIG_IGN => {
            // SAFETY: `previous` is what the kernel gave us. Returning repeats the faulting
            // instruction, and a signal that was sent is sent again.
            unsafe {
                libc::sigaction(libc::SIGSEGV, previous, core::ptr::null_mut());
                if sent {
                    libc::raise(signal);
                }
            }
        }
        // The host's handler, or std's, which tells an overflown stack.
        handler if previous.sa_flags & libc::SA_SIGINFO != 0 => {
            type Handler = extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void);
            // SAFETY: it was installed with SA_SIGINFO, so it has this type.
            let handler: Handler = unsafe { core::mem::transmute(handler) };
            handler(signal, info, context);
        }
        handler => {
            // SAFETY: it was installed without SA_SIGINFO, so it has this type.
            let handler: extern "C" fn(libc::c_int) = unsafe { core::mem::transmute(handler) };
            handler(signal);
        }
    }
}
