//! [`Managed`], a scope in which native code makes its thread managed.

use core::fmt;
use std::sync::Arc;

use super::Attachment;
use super::work::Work;
use crate::os::CancelDisabled;
use crate::runtime::Shared;
use crate::safepoint::Stopped;
use crate::thread::{ThreadData, abort_in_operation};

/// A scope in which the calling thread is managed: no collection is in progress, none begins, and
/// objects do not move. In this scope, the thread must not call the host, and must not wait except
/// for a lock that is held briefly.
///
/// To call the host's object model, the thread first [stops all others](Self::stop_others).
pub(super) struct Managed<'a> {
    /// Set if this thread has stopped all others; the thread is then native. Dropped first, so that
    /// the other threads resume before the other fields are dropped.
    stopped: Option<Stopped<'a, ThreadData>>,
    /// The name of the operation, for messages.
    operation: &'static str,
    work: Work<'a>,
    /// Dropped after the thread has become native again.
    _uncancelled: CancelDisabled,
}

impl fmt::Debug for Managed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Managed").field("operation", &self.operation).finish_non_exhaustive()
    }
}

impl<'a> Managed<'a> {
    /// Makes the calling thread managed; waits first if a collection is in progress. `operation`
    /// names the operation in messages. The process ends with such a message if the operation is
    /// not allowed at this time.
    pub(super) fn enter(attachment: &'a Attachment, operation: &'static str) -> Self {
        let uncancelled = CancelDisabled::begin();
        attachment.heap.home.process().require_current(operation);
        abort_in_operation(operation);
        let work = Work::begin(attachment);
        attachment.heap.safepoint.leave_native(&attachment.me);
        Self { stopped: None, operation, work, _uncancelled: uncancelled }
    }

    /// Ends the use of the stack that the thread runs, which it is about to leave: another thread
    /// may then drop the stack.
    pub(super) fn leave_stack(&mut self) {
        self.work.end();
    }

    /// Returns the record of the calling thread.
    pub(super) fn attachment(&self) -> &'a Attachment {
        self.work.attachment()
    }

    /// Returns the heap of the calling thread.
    pub(super) fn heap(&self) -> &'a Arc<Shared> {
        &self.attachment().heap
    }

    /// Stops all other threads until `self` is dropped, so that the host's model can be called.
    /// This is a safepoint: objects may have moved when the function returns, and do not move after
    /// that.
    pub(super) fn stop_others(&mut self) {
        if self.stopped.is_none() {
            let Attachment { heap, me, .. } = self.attachment();
            heap.safepoint.enter_native(me);
            self.stopped = Some(heap.stop_others(self.operation));
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
