//! The host's callback that runs after each collection.
//!
//! The callback runs after mutators have resumed, so it delays no other thread. The calling thread
//! is in native state, so that other threads can stop the world during the callback, and holds no
//! lock of this library. The callback must not wait for a thread that waits for the calling thread.
//! This library makes no thread wait for the callback; only the host's own code can.
//!
//! If the callback itself collects, it is not called for that collection, so that it cannot recurse
//! without end. `IN_CALLBACK` marks the threads that are in a callback.

use core::cell::Cell;
use core::fmt;

use super::CollectionReport;
use crate::fatal::call_host;
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

/// Returns whether the calling thread is in the host's callback for collections.
pub(crate) fn is_in_collection_callback() -> bool {
    IN_CALLBACK.get()
}

impl Listener {
    pub(crate) fn new(callback: impl Fn(&CollectionReport) + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(callback)))
    }

    /// Calls the callback. The calling thread is in native state; `home` is the process that
    /// created the heap.
    pub(crate) fn notify(&self, report: &CollectionReport, home: Process) {
        let Some(callback) = &self.0 else { return };
        if IN_CALLBACK.replace(true) {
            return;
        }
        call_host("the host's callback for collections", || callback(report));
        IN_CALLBACK.set(false);
        // In a forked child, the thread must not return to managed code.
        home.require_current("the callback for collections returns");
    }
}
