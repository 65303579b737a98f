//! The host's function that is told of each collection.
//!
//! It is called when the world runs again, so it holds up no other thread; and by a thread that counts as native, so
//! that others can stop the world meanwhile. Nothing is locked. What it must not do is to wait for a thread that
//! waits for the calling one: there is none but those that the host has made wait.
//!
//! Should the function collect in turn, the thread is in it already, and it is not told of that collection:
//! otherwise it might never end.

use core::cell::Cell;
use core::fmt;

use super::CollectionReport;
use crate::fatal::AbortOnUnwind;
use crate::process::Process;

type Callback = dyn Fn(&CollectionReport) + Send + Sync;

/// Whom to tell of collections.
#[derive(Default)]
pub(crate) struct Listener(Option<Box<Callback>>);

thread_local! {
    /// The calling thread is in a host's function, of whatever heap.
    static TELLING: Cell<bool> = const { Cell::new(false) };
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listener").field(&self.0.as_ref().map(|_| "Fn")).finish()
    }
}

impl Listener {
    pub(crate) fn new(callback: impl Fn(&CollectionReport) + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(callback)))
    }

    /// Calls the host. The calling thread is native; `home` is the heap's process.
    pub(crate) fn tell(&self, report: &CollectionReport, home: Process) {
        let Some(callback) = &self.0 else { return };
        if TELLING.replace(true) {
            return;
        }
        let guard = AbortOnUnwind("the host's callback for collections");
        callback(report);
        guard.done();
        TELLING.set(false);
        // The thread would go on to managed code.
        home.require_current("the callback for collections returns");
    }
}
