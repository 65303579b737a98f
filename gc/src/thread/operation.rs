//! Code of the host that stopped threads wait for, and the requests that it must not make.
//!
//! The operation of a handshake, the callback for phases of collections and an
//! [`ObjectModel`](crate::ObjectModel) run inside a stop or delay one. A function that waits for
//! the end of that stop on the same thread would deadlock. The functions that may wait call
//! [`abort_in_operation`], which ends the process with a message instead.

use core::cell::Cell;

use crate::fatal;

thread_local! {
    /// The innermost operation of the calling thread. It has no destructor, so it is readable while
    /// the thread ends.
    static INNERMOST: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// An operation of the calling thread that others wait for. It lasts until this value is dropped.
pub(crate) struct Operation {
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

/// Ends the process if the calling thread is in an [`Operation`], for whose end `what` would wait.
pub(crate) fn abort_in_operation(what: &str) {
    if let Some(operation) = INNERMOST.get() {
        fatal::abort(format_args!(
            "{what} was requested in {operation}, and would wait for its end",
        ));
    }
}
