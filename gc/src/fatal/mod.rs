//! Fatal errors: ends the process with a message.

mod message;

use core::fmt;

pub(crate) use message::SignalMessage;

use crate::os;
use crate::zeal;

/// Writes a message to standard error and aborts the process. Used if the collector would otherwise
/// lose an object. The kernel writes a core dump if core dumps are enabled.
pub(crate) fn abort(reason: fmt::Arguments<'_>) -> ! {
    // Formatting the message may read files or call the host, and so reach a cancellation point.
    let _uncancelled = os::CancelDisabled::begin();
    // Written by one system call, so that messages of several threads do not interleave.
    let mut message = format!("statepoint-gc: fatal: {reason}\n");
    if let Some(seed) = zeal::named_seed() {
        message += &format!("{}{seed}.\n", zeal::SEED_WAS);
    }
    os::write_error(message.as_bytes());
    std::process::abort()
}

/// Guard that ends the process if a panic unwinds through it. It protects operations that must not
/// be left incomplete. The field names the operation in the message.
#[derive(Debug)]
pub(crate) struct AbortOnUnwind(pub(crate) &'static str);

impl AbortOnUnwind {
    /// Disarms the guard when the operation is complete. `Drop` could not use `thread::panicking`
    /// instead: the thread may already be unwinding when the operation starts, in a destructor or a
    /// managed landing pad.
    pub(crate) fn done(self) {
        core::mem::forget(self);
    }
}

impl Drop for AbortOnUnwind {
    fn drop(&mut self) {
        abort(format_args!("a panic during {}", self.0));
    }
}

/// Calls a function of the host, which may end the process by `exit`, or run managed code: see
/// [`os::run_outside_library`]. A panic or an exception that leaves the function ends the process;
/// `name` names the function in the message.
pub(crate) fn call_host<R>(name: &'static str, function: impl FnOnce() -> R) -> R {
    let guard = AbortOnUnwind(name);
    let result = os::run_outside_library(function);
    guard.done();
    result
}

/// Returns the message of a panic.
pub(crate) fn panic_text(payload: &(dyn core::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message")
}
