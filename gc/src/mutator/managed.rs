//! A scope in which native code makes its thread managed.

use core::fmt;
use std::sync::Arc;

use super::Attachment;
use super::work::Work;
use crate::os::CancelDisabled;
use crate::runtime::Shared;
use crate::safepoint::Stopped;
use crate::thread::{ThreadData, abort_in_operation};

/// An attached thread that is managed until this is dropped: no collection is in progress, none
/// begins, and objects do not move. Until then the thread must not call the host, and must not wait
/// except for a lock that is held briefly.
///
/// To consult the host's object model, the thread [stops all others](Self::stop_others) instead.
pub(super) struct Managed<'a> {
    /// Set if this thread, which is native then, has stopped all others. Dropped first: they resume
    /// before the rest.
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
    /// Makes the calling thread managed; waits first if a collection is in progress. `what` names
    /// what the thread is about to do, for the message if it must not and the process ends.
    pub(super) fn enter(attachment: &'a Attachment, what: &'static str) -> Self {
        let uncancelled = CancelDisabled::begin();
        attachment.heap.home.process().require_current(what);
        abort_in_operation(what);
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

    /// Stops all other threads until `self` is dropped, so that the host's model can be consulted.
    /// This is a safepoint: objects may have moved when it returns, and do not move after that.
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
