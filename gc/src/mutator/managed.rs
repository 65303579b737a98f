//! A thread that native code makes managed for a while.

use core::fmt;
use std::sync::Arc;

use super::Attachment;
use super::work::Work;
use crate::os::CancelDisabled;
use crate::runtime::Shared;
use crate::safepoint::Stopped;
use crate::thread::{ThreadData, refuse_in_operation};

/// An attached thread that native code has made managed, until this is dropped: no collection is in progress, none
/// begins, and objects stay where they are. Meanwhile the thread must not wait, but for the lock of something small, nor
/// call the host.
///
/// To ask the host's model of an object, the thread [stops all others](Self::stop_others) instead.
pub(super) struct Managed<'a> {
    /// All threads are stopped by this one, which is native. They resume first.
    stopped: Option<Stopped<'a, ThreadData>>,
    what: &'static str,
    work: Work<'a>,
    /// Dropped after the thread has become native again.
    _uncancelled: CancelDisabled,
}

impl fmt::Debug for Managed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Managed").field("what", &self.what).finish_non_exhaustive()
    }
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
        Self { stopped: None, what, work, _uncancelled: uncancelled }
    }

    pub(super) fn attachment(&self) -> &'a Attachment {
        self.work.attachment()
    }

    pub(super) fn heap(&self) -> &'a Arc<Shared> {
        &self.attachment().heap
    }

    /// Stops all other threads, so that the host's model can be asked, until this is dropped. A safepoint: objects may
    /// have moved when it returns, and stay where they are then.
    pub(super) fn stop_others(&mut self) {
        if self.stopped.is_none() {
            let Attachment { heap, me, .. } = self.attachment();
            heap.safepoint.enter_native(me);
            self.stopped = Some(heap.stop_others(self.what));
        }
    }
}

impl Drop for Managed<'_> {
    fn drop(&mut self) {
        if self.stopped.is_none() {
            let Attachment { heap, me, .. } = self.attachment();
            heap.safepoint.enter_native(me);
        }
    }
}
