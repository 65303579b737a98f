//! The host's function that is told of a collection while it lasts.
//!
//! All threads are stopped, wherever they are: one of them may have a lock of the host, and it will not let go before
//! the function has returned. Of this library's functions those that would wait for the end of the collection end the
//! process with a message instead, as they do in the operation of a handshake.

use core::fmt;

use super::CollectionEvent;
use crate::fatal::AbortOnUnwind;
use crate::thread::Operation;

type Callback = dyn Fn(&CollectionEvent) + Send + Sync;

/// Whom to tell of moments of collections.
#[derive(Default)]
pub(crate) struct Witness(Option<Box<Callback>>);

impl fmt::Debug for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Witness").field(&self.0.as_ref().map(|_| "Fn")).finish()
    }
}

impl Witness {
    pub(crate) fn new(callback: impl Fn(&CollectionEvent) + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(callback)))
    }

    /// Calls the host; `event` is made only if there is somebody to be told.
    pub(super) fn tell(&self, event: impl FnOnce() -> CollectionEvent) {
        let Some(callback) = &self.0 else { return };
        let guard = AbortOnUnwind("the host's callback for phases of collections");
        let operation = Operation::begin("the callback for phases of collections");
        callback(&event());
        drop(operation);
        guard.done();
    }
}
