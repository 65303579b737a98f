//! [`Operation`], which marks host code that stopped threads wait for. Such code must not make
//! requests that wait for its end.
//!
//! Handshake operations, callbacks for collection phases and calls of an
//! [`ObjectModel`](crate::ObjectModel) run inside a stop, or delay a stop. If such code called a
//! function that waits for the end of that stop, it would deadlock. Functions that may wait call
//! [`abort_in_operation`], which ends the process with a message instead.

use core::cell::Cell;

use crate::fatal;

thread_local! {
    /// The innermost operation of the calling thread. The variable has no destructor, so it is
    /// readable while the thread ends.
    static INNERMOST: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// A scope in which the calling thread runs code that other threads wait for.
pub(crate) struct Operation {
    /// Name of the enclosing operation, if any.
    outer: Option<&'static str>,
}

impl Operation {
    /// Begins an operation. `name` completes the message of [`abort_in_operation`].
    pub(crate) fn begin(name: &'static str) -> Self {
        Self { outer: INNERMOST.replace(Some(name)) }
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        INNERMOST.set(self.outer);
    }
}

/// Returns the name of the innermost [`Operation`] of the calling thread, if there is one.
pub(crate) fn innermost_operation() -> Option<&'static str> {
    INNERMOST.get()
}

/// Ends the process if the calling thread is in an [`Operation`]. `request` names the requested
/// function, which would wait for the end of the operation.
pub(crate) fn abort_in_operation(request: &str) {
    if let Some(operation) = INNERMOST.get() {
        fatal::abort(format_args!(
            "{request} was requested in {operation}, and would wait for its end",
        ));
    }
}
