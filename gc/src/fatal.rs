//! Ending the process on the library's decision.

use core::fmt;

use crate::os;
use crate::zeal;

/// Reports why the collector cannot continue without losing an object, and aborts, which leaves a
/// core dump where the system is set up for one.
pub(crate) fn abort(why: fmt::Arguments<'_>) -> ! {
    // Formatting the message may read files, or call the host.
    let _uncancelled = os::CancelDisabled::begin();
    // One write, so that messages of several threads do not mix.
    let mut message = format!("statepoint-gc: fatal: {why}\n");
    if let Some(seed) = zeal::named_seed() {
        message += &format!("{}{seed}.\n", zeal::SEED_WAS);
    }
    os::write_error(message.as_bytes());
    std::process::abort()
}

/// Ends the process when a panic unwinds through it: for work that must not be left half done. The
/// field names the work in the message.
#[derive(Debug)]
pub(crate) struct AbortOnUnwind(pub(crate) &'static str);

impl AbortOnUnwind {
    /// The work is done. (Not left to `Drop`, which could not tell: the thread may have been
    /// unwinding before, and have come here from a destructor or from a managed landing pad.)
    pub(crate) fn done(self) {
        core::mem::forget(self);
    }
}

impl Drop for AbortOnUnwind {
    fn drop(&mut self) {
        abort(format_args!("a panic during {}", self.0));
    }
}
