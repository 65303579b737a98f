//! Pins: objects that the host has stay where they are.

use core::ptr::NonNull;
use std::sync::Arc;

use super::{ForeignHandle, Held};
use crate::mutator::Mutator;
use crate::object::HeaderWord;
use crate::runtime::Shared;

/// Why an object was not pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PinError {
    /// The handle belongs to another heap.
    #[error(transparent)]
    Foreign(#[from] ForeignHandle),
    /// The handle holds no reference into the heap: null, a tagged value, or a static object.
    #[error("the handle holds {word:#x}, which is no object of the heap")]
    NoObject {
        /// What it holds.
        word: u64,
    },
}

/// Keeps an object alive and where it is, until it is dropped. Any thread may hold it. Made by
/// [`Mutator::pin`]; keeps the heap alive as well.
#[derive(Debug)]
pub struct Pinned {
    heap: Arc<Shared>,
    object: NonZeroAddress,
}

/// Not a pointer, so that any thread may hold it.
type NonZeroAddress = core::num::NonZeroUsize;

impl Pinned {
    /// Where the object begins, with its header. Its fields may be read and written through this pointer as its type
    /// says; not references, which managed code moves and stores with a barrier, and not the header.
    pub fn as_ptr(&self) -> NonNull<u8> {
        NonNull::with_exposed_provenance(self.object)
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if self.heap.home.process().is_current() {
            self.heap.references.pins.remove(self.object.get() as u64);
        }
    }
}

impl Mutator {
    /// Keeps an object where it is, and alive, until what this returns is dropped. An object may be pinned
    /// several times, and stays until the last one is.
    ///
    /// Pins are for short times, or few objects: others are moved around them, and cannot use all of the room.
    ///
    /// # Errors
    ///
    /// [`PinError`].
    pub fn pin<'h>(&mut self, object: impl Into<Held<'h>>) -> Result<Pinned, PinError> {
        let object = self.own(object)?;
        self.managed(|attachment| {
            let heap = &attachment.heap;
            let word = object.get(attachment);
            let address = NonZeroAddress::new(word as usize)
                .filter(|_| heap.spaces.is_reference(word))
                .ok_or(PinError::NoObject { word })?;
            if heap.references.pins.add(word) {
                // SAFETY: an object of the heap, as the handle's reference says; no collection is in progress.
                unsafe { HeaderWord::at(address.get()) }.pin();
            }
            Ok(Pinned { heap: Arc::clone(heap), object: address })
        })
    }
}
