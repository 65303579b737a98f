//! A thread that native code makes managed for a while.

use std::sync::Arc;

use super::{Attachment, refuse_in_operation};
use crate::heap::Shared;

/// An attached thread that native code has made managed, until this is dropped: no collection is in progress, none
/// begins, and objects stay where they are. Meanwhile the thread must not wait, but for the lock of something small, nor
/// call the host.
pub(super) struct Managed<'a>(&'a Attachment);

impl<'a> Managed<'a> {
    /// Waits first if a collection is in progress. `what` the thread is about to do, for the message that ends the
    /// process where it must not.
    pub(super) fn enter(attachment: &'a Attachment, what: &'static str) -> Self {
        attachment.heap.home.process().require_current(what);
        refuse_in_operation(what);
        attachment.heap.safepoint.leave_native(&attachment.me);
        Self(attachment)
    }

    pub(super) fn attachment(&self) -> &'a Attachment {
        self.0
    }

    pub(super) fn heap(&self) -> &'a Arc<Shared> {
        &self.0.heap
    }
}

impl Drop for Managed<'_> {
    fn drop(&mut self) {
        self.0.heap.safepoint.enter_native(&self.0.me);
    }
}
