//! The host's interface to finalizers: registering objects, and taking dead ones from the queue.

use std::time::Duration;

use super::{AnyHandle, ForeignHandle, Handle};
use crate::handles::FinalizerId;
use crate::mutator::Mutator;
use crate::runtime::Heap;

impl Mutator {
    /// Registers an object for finalization. When a collection finds the object unreachable, it is
    /// queued once, together with `token`; see [`Heap::drain_finalizers`]. An object may be
    /// registered several times, and is then queued once for each registration.
    ///
    /// If the handle does not hold a reference into the heap, nothing is ever queued.
    ///
    /// # Errors
    ///
    /// If the handle belongs to another heap.
    pub fn finalize_with<'h>(
        &mut self,
        object: impl Into<AnyHandle<'h>>,
        token: u64,
    ) -> Result<FinalizerId, ForeignHandle> {
        let object = self.check_handle(object)?;
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

    /// Removes unreachable objects from the finalizer queue, and returns each with the token of its
    /// registration. The order is that of the collections that found the objects unreachable and,
    /// within one collection, that of registration. A queued object and all objects reachable from
    /// it are retained until the object is removed from the queue, and then as long as a handle
    /// refers to it.
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
    /// is not empty. Intended for a thread of the host that runs finalizers. The thread must not be
    /// managed: managed code that waits must call this function in native code, with a transition.
    pub fn wait_for_finalizers(&self, timeout: Duration) -> bool {
        self.shared().home.process().require_current("finalizing");
        self.shared().references.finalizers.wait(timeout)
    }
}
