//! Finalizers, as the host registers them and takes objects from the queue.

use std::time::Duration;

use super::{ForeignHandle, Handle, Held};
use crate::handles::FinalizerId;
use crate::mutator::Mutator;
use crate::runtime::Heap;

impl Mutator {
    /// Has the object queued when a collection finds that nothing keeps it alive any more, once; see
    /// [`Heap::drain_finalizers`]. `token` is handed back with it. An object may be registered several
    /// times, and is then queued as often.
    ///
    /// A handle that holds no reference into the heap is never queued.
    ///
    /// # Errors
    ///
    /// If the handle is one of another heap.
    pub fn finalize_with<'h>(
        &mut self,
        object: impl Into<Held<'h>>,
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
    /// Takes back a registration; its number, or `None` if the object was queued meanwhile, or was not registered.
    pub fn cancel_finalizer(&self, id: FinalizerId) -> Option<u64> {
        self.shared().home.process().require_current("taking back a finalizer");
        self.shared().references.finalizers.cancel(id)
    }

    /// Takes objects from the queue of those that died, each with the number that it was registered
    /// with: in the order of the collections that found them dead, and within one in that of registration.
    /// Until it is taken, and as long as there is a handle, the object and everything that it refers to stays alive.
    ///
    /// Any thread may do so at any time; each object goes to one of them.
    pub fn drain_finalizers(&self) -> impl Iterator<Item = (Handle, u64)> {
        self.shared().home.process().require_current("finalizing");
        core::iter::from_fn(|| {
            let (cell, token) = self.shared().references.finalizers.pop()?;
            Some((Handle::of_cell(self.arc(), cell), token))
        })
    }

    /// Waits until there is something to be drained, at most so long; whether there is. For a thread of the
    /// host that finalizes. It must not be managed: a native function waits that managed code has called
    /// with a transition.
    pub fn wait_for_finalizers(&self, patience: Duration) -> bool {
        self.shared().home.process().require_current("finalizing");
        self.shared().references.finalizers.wait(patience)
    }
}
