//! Pins, by which the host prevents objects from moving.

use core::ptr::NonNull;
use std::sync::Arc;

use super::{AnyHandle, ForeignHandle};
use crate::mutator::Mutator;
use crate::object::HeaderWord;
use crate::runtime::Shared;

/// Error returned when an object cannot be pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PinError {
    /// The handle belongs to another heap.
    #[error(transparent)]
    ForeignHandle(#[from] ForeignHandle),
    /// The handle holds no reference into the heap: null, a tagged value, or a static object.
    #[error("the handle holds {word:#x}, which is not an object of the heap")]
    NoObject {
        /// The value that the handle holds.
        word: u64,
    },
}

/// A pin, which retains an object and prevents it from moving until the pin is dropped. Any thread
/// may hold it. Created by [`Mutator::pin`]. A pin also keeps the heap alive.
#[derive(Debug)]
pub struct PinnedObject {
    heap: Arc<Shared>,
    object: NonZeroAddress,
}

/// The address of an object. It is an integer and not a pointer, so that any thread may hold it.
type NonZeroAddress = core::num::NonZeroUsize;

impl PinnedObject {
    /// Returns a pointer to the start of the object, which is its header. Fields may be read and
    /// written through the pointer according to the object's type, except reference fields and the
    /// header: collections update references, and managed code stores them with a write barrier.
    pub fn as_ptr(&self) -> NonNull<u8> {
        NonNull::with_exposed_provenance(self.object)
    }
}

impl Drop for PinnedObject {
    fn drop(&mut self) {
        if self.heap.home.process().is_current() {
            self.heap.references.pins.remove(self.object.get() as u64);
        }
    }
}

impl Mutator {
    /// Pins an object: it stays alive and at its address until the returned [`PinnedObject`] is
    /// dropped. An object may be pinned several times, and is pinned until the last of its pins is
    /// dropped.
    ///
    /// Pin few objects, or for short times. Other objects are evacuated around pinned objects, and
    /// the memory between pinned objects cannot be fully used.
    ///
    /// # Errors
    ///
    /// [`PinError`].
    pub fn pin<'h>(&mut self, object: impl Into<AnyHandle<'h>>) -> Result<PinnedObject, PinError> {
        let object = self.check_handle(object)?;
        self.managed(|attachment| {
            let heap = &attachment.heap;
            let word = object.get(attachment);
            let address = NonZeroAddress::new(word as usize)
                .filter(|_| heap.spaces.is_reference(word))
                .ok_or(PinError::NoObject { word })?;
            if heap.references.pins.add(word) {
                // SAFETY: a reference in a handle is the address of an object. No collection is in
                // progress, because the thread is managed.
                unsafe { HeaderWord::at(address.get()) }.pin();
            }
            Ok(PinnedObject { heap: Arc::clone(heap), object: address })
        })
    }
}
