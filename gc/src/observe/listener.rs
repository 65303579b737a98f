//! The host's callback that runs after each collection.
//!
//! It runs after mutators have resumed, so it delays no other thread, and on a thread in native
//! state, so that other threads can stop the world meanwhile. No lock of this library is held. It
//! must not wait for a thread that waits for the calling one; the only such threads are those that
//! the host has caused to wait.
//!
//! If the callback itself collects, it is not called for that collection: otherwise it might
//! recurse without end. `IN_CALLBACK` marks the threads that are in a callback.

use core::cell::Cell;
use core::fmt;

use super::CollectionReport;
use crate::fatal::AbortOnUnwind;
use crate::process::Process;

type Callback = dyn Fn(&CollectionReport) + Send + Sync;

/// The host's callback for collections, if any.
#[derive(Default)]
pub(crate) struct Listener(Option<Box<Callback>>);

thread_local! {
    /// Whether the calling thread is in the callback of any heap.
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
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

    /// Calls the callback. The calling thread is in native state; `home` is the heap's process.
    pub(crate) fn notify(&self, report: &CollectionReport, home: Process) {
        let Some(callback) = &self.0 else { return };
        if IN_CALLBACK.replace(true) {
            return;
        }
        let guard = AbortOnUnwind("the host's callback for collections");
        callback(report);
        guard.done();
        IN_CALLBACK.set(false);
        // The thread would return to managed code, which it must not in a forked child.
        home.require_current("the callback for collections returns");
    }
}
