//! The host's callback that runs while a collection is in progress.
//!
//! All threads are stopped, at arbitrary points of their code. A stopped thread may hold a lock of
//! the host, and cannot release the lock before the callback has returned. Functions of this
//! library that would wait for the end of the collection end the process with a message instead.
//! They do the same in a handshake operation.

use core::fmt;

use super::CollectionEvent;
use crate::fatal::AbortOnUnwind;
use crate::process::run_callback;
use crate::thread::Operation;

type Callback = dyn Fn(&CollectionEvent) + Send + Sync;

/// The host's callback for the phases of collections, if any.
#[derive(Default)]
pub(crate) struct PhaseListener(Option<Box<Callback>>);

impl fmt::Debug for PhaseListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PhaseListener").field(&self.0.as_ref().map(|_| "Fn")).finish()
    }
}

impl PhaseListener {
    pub(crate) fn new(callback: impl Fn(&CollectionEvent) + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(callback)))
    }

    /// Calls the callback. `event` is evaluated only if there is a callback.
    pub(super) fn notify(&self, event: impl FnOnce() -> CollectionEvent) {
        let Some(callback) = &self.0 else { return };
        let guard = AbortOnUnwind("the host's callback for phases of collections");
        let operation = Operation::begin("the callback for phases of collections");
        run_callback("the callback for phases of collections", || callback(&event()));
        drop(operation);
        guard.done();
    }
}
