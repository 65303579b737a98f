//! [`AnyHandle`], a strong handle of either kind.

use std::sync::Arc;

use super::{ForeignHandle, Handle, LocalHandle};
use crate::mutator::Attachment;
use crate::runtime::Shared;

/// The type of the object arguments of [`Mutator`](crate::Mutator)'s functions: a [`Handle`] or a
/// [`LocalHandle`].
#[derive(Clone, Copy, Debug)]
pub enum AnyHandle<'a> {
    /// A handle that any thread may use.
    Global(&'a Handle),
    /// A local handle of the calling thread.
    Local(LocalHandle<'a>),
}

impl<'a> From<&'a Handle> for AnyHandle<'a> {
    fn from(handle: &'a Handle) -> Self {
        Self::Global(handle)
    }
}

impl<'a> From<LocalHandle<'a>> for AnyHandle<'a> {
    fn from(handle: LocalHandle<'a>) -> Self {
        Self::Local(handle)
    }
}

impl AnyHandle<'_> {
    /// Returns the reference. `attachment` is the record of the calling thread, which is managed.
    pub(crate) fn get(self, attachment: &Attachment) -> u64 {
        match self {
            Self::Global(handle) => handle.get(),
            Self::Local(handle) => handle.get(&attachment.me.data.stack().locals),
        }
    }

    /// Returns whether the handle belongs to this heap. A local handle belongs to the heap of its
    /// thread.
    pub(crate) fn belongs_to(self, heap: &Arc<Shared>) -> bool {
        match self {
            Self::Global(handle) => handle.belongs_to(heap),
            Self::Local(_) => true,
        }
    }

    /// Returns an error if the handle belongs to another heap.
    pub(crate) fn require(self, heap: &Arc<Shared>) -> Result<(), ForeignHandle> {
        if self.belongs_to(heap) { Ok(()) } else { Err(ForeignHandle) }
    }
}
