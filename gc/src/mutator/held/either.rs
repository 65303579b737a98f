//! A reference that native code holds, by whichever kind of handle.

use std::sync::Arc;

use super::{ForeignHandle, Handle, LocalHandle};
use crate::mutator::Attachment;
use crate::runtime::Shared;

/// What the functions of [`Mutator`](crate::Mutator) take that look at an object: a [`Handle`] or a [`LocalHandle`].
#[derive(Clone, Copy, Debug)]
pub enum Held<'a> {
    /// By a handle of any thread.
    Global(&'a Handle),
    /// By one of the thread that uses it.
    Local(LocalHandle<'a>),
}

impl<'a> From<&'a Handle> for Held<'a> {
    fn from(handle: &'a Handle) -> Self {
        Self::Global(handle)
    }
}

impl<'a> From<LocalHandle<'a>> for Held<'a> {
    fn from(handle: LocalHandle<'a>) -> Self {
        Self::Local(handle)
    }
}

impl Held<'_> {
    /// The reference. The calling thread, whose record this is, is managed.
    pub(crate) fn get(self, attachment: &Attachment) -> u64 {
        match self {
            Self::Global(handle) => handle.get(),
            Self::Local(handle) => handle.get(&attachment.me.data.stack.locals),
        }
    }

    /// Whether it is one of this heap; a local one is of its thread's.
    pub(crate) fn belongs_to(self, heap: &Arc<Shared>) -> bool {
        match self {
            Self::Global(handle) => handle.belongs_to(heap),
            Self::Local(_) => true,
        }
    }

    pub(crate) fn require(self, heap: &Arc<Shared>) -> Result<(), ForeignHandle> {
        if self.belongs_to(heap) { Ok(()) } else { Err(ForeignHandle) }
    }
}
