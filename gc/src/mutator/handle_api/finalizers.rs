//! The host's interface to finalizers: registering objects, and taking dead ones from the queue.

use std::time::Duration;

use super::{AnyHandle, ForeignHandle, Handle};
use crate::handles::FinalizerId;
use crate::mutator::Mutator;
use crate::runtime::Heap;

impl Mutator {
    /// Registers a finalizer: the object is queued once, when a collection finds it unreachable;
    /// see [`Heap::drain_finalizers`]. `token` is returned with it. An object may be registered
    /// several times, and is then queued once for each registration.
    ///
    /// A handle that holds no reference into the heap is never queued.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap.
    pub fn finalize_with<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        token: u64,
    ) -> Result<FinalizerId, ForeignHandle> {
        let object = self.own(object)?;
        Ok(self.managed(|attachment| {
            let finalizers = &attachment.heap.references.finalizers;
            finalizers.register(object.get(attachment), token)
        }))
    }
}

impl Heap {
    /// Cancels a registration and returns its token. `None` if the object has been queued, or was
    /// not registered.
    pub fn cancel_finalizer(&self, id: FinalizerId) -> Option<u64> {
        self.shared().home.process().require_current("cancelling a finalizer");
        self.shared().references.finalizers.cancel(id)
    }

    /// Takes dead objects from the finalizer queue, each with the token that it was registered
    /// with. They come in the order of the collections that found them dead and, within one
    /// collection, in the order of registration. Until it is taken, and as long as there is a
    /// handle of it, the object and everything reachable from it stays alive.
    ///
    /// Any thread may call this at any time; each object is returned to one caller.
    pub fn drain_finalizers(&self) -> impl Iterator<Item = (Handle, u64)> {
        self.shared().home.process().require_current("finalizing");
        core::iter::from_fn(|| {
            let (cell, token) = self.shared().references.finalizers.pop()?;
            Some((Handle::of_cell(self.arc(), cell), token))
        })
    }

    /// Waits until the finalizer queue is not empty, for at most `timeout`, and returns whether it
    /// is not empty. For a thread of the host that runs finalizers. The thread must not be managed:
    /// if managed code is to wait, it calls, with a transition, a native function that does.
    pub fn wait_for_finalizers(&self, timeout: Duration) -> bool {
        self.shared().home.process().require_current("finalizing");
        self.shared().references.finalizers.wait(timeout)
    }
}
