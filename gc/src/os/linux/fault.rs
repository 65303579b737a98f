//! Inspecting memory faults before they end the process.

use std::io;
use std::sync::OnceLock;

use statepoint_scanner::os::signals::{self, HandlerRequirements};

/// A handler of SIGSEGV: receives the fault address and the interrupted registers.
/// Async-signal-safe.
pub(super) type FaultHandler = fn(address: usize, context: *mut libc::c_void);

static HANDLER: OnceLock<FaultHandler> = OnceLock::new();

/// Registers `handler` to inspect each memory fault before the previous action does: the host's
/// handler, or that of std, which recognises a stack overflow. Only the first call in a process has
/// an effect.
pub(crate) fn on_fault(handler: FaultHandler) -> io::Result<()> {
    HANDLER.get_or_init(|| handler);
    // SAFETY: `handle_fault` can be called with what the kernel passes for a signal; the type's
    // users promise that `handler` is async-signal-safe.
    unsafe { signals::install(libc::SIGSEGV, handle_fault, HandlerRequirements::default()) }
        .map_err(io::Error::from_raw_os_error)
}

/// Calls the handler for a fault, and returns false: the fault is left to the previous action.
///
/// # Safety
///
/// A signal handler: called with the arguments that the kernel passes.
unsafe fn handle_fault(info: *mut libc::siginfo_t, context: *mut libc::c_void) -> bool {
    // SAFETY: the kernel passes a valid siginfo.
    let (address, was_sent) = unsafe { ((*info).si_addr(), (*info).si_code <= 0) };
    if let Some(handler) = HANDLER.get().filter(|_| !was_sent) {
        handler(address.addr(), context);
    }
    false
}
