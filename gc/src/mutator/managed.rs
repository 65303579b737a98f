//! A thread that native code makes managed for a while.

use std::sync::Arc;

use super::work::Work;
use super::{Attachment, refuse_in_operation};
use crate::heap::Shared;
use crate::os::CancelDisabled;

/// An attached thread that native code has made managed, until this is dropped: no collection is in progress, none
/// begins, and objects stay where they are. Meanwhile the thread must not wait, but for the lock of something small, nor
/// call the host.
pub(super) struct Managed<'a> {
    work: Work<'a>,
    /// Dropped after the thread has become native again.
    _uncancelled: CancelDisabled,
}

impl<'a> Managed<'a> {
    /// Waits first if a collection is in progress. `what` the thread is about to do, for the message that ends the
    /// process where it must not.
    pub(super) fn enter(attachment: &'a Attachment, what: &'static str) -> Self {
        let uncancelled = CancelDisabled::begin();
        attachment.heap.home.process().require_current(what);
        refuse_in_operation(what);
        let work = Work::begin(attachment);
        attachment.heap.safepoint.leave_native(&attachment.me);
        Self { work, _uncancelled: uncancelled }
    }

    pub(super) fn attachment(&self) -> &'a Attachment {
        self.work.attachment()
    }

    pub(super) fn heap(&self) -> &'a Arc<Shared> {
        &self.attachment().heap
    }
}

impl Drop for Managed<'_> {
    fn drop(&mut self) {
        let Attachment { heap, me, .. } = self.attachment();
        heap.safepoint.enter_native(me);
    }
}
