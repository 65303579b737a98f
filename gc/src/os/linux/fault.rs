//! Handlers that inspect memory faults before they end the process.

use std::io;
use std::sync::OnceLock;

use statepoint_scanner::os::signals::{self, HandlerRequirements};

/// A handler of SIGSEGV, which receives the fault address and the interrupted registers (a
/// `ucontext_t`). It must be async-signal-safe.
pub(crate) type FaultHandler = fn(address: usize, context: *mut libc::c_void);

/// The registered handlers.
static HANDLERS: OnceLock<&'static [FaultHandler]> = OnceLock::new();

/// The handlers run on the alternate signal stack, since a stack may have overflowed.
const REQUIREMENTS: HandlerRequirements =
    HandlerRequirements { alternate_stack: true, restart: false };

/// Registers `handlers` to inspect each memory fault before the previous action does: the host's
/// handler, or that of the standard library, which detects a stack overflow. Only the first call in
/// a process has an effect.
pub(crate) fn on_fault(handlers: &'static [FaultHandler]) -> io::Result<()> {
    HANDLERS.get_or_init(|| handlers);
    // SAFETY: `handle_fault` accepts the arguments that the kernel passes. It is async-signal-safe,
    // because every `FaultHandler` is.
    unsafe { signals::install(libc::SIGSEGV, handle_fault, REQUIREMENTS) }
        .map_err(io::Error::from_raw_os_error)
}

/// Calls the registered handlers, unless the signal was sent by a process. Returns false, so that
/// the previous action handles the fault.
///
/// # Safety
///
/// The arguments are those that the kernel passes to a signal handler.
unsafe fn handle_fault(info: *mut libc::siginfo_t, context: *mut libc::c_void) -> bool {
    // SAFETY: the caller guarantees that `info` is the valid `siginfo_t` of the kernel.
    let (address, was_sent) = unsafe { ((*info).si_addr(), (*info).si_code <= 0) };
    if let Some(handlers) = HANDLERS.get().filter(|_| !was_sent) {
        handlers.iter().for_each(|handler| handler(address.addr(), context));
    }
    false
}
