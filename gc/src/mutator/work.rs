//! Counts the library functions that use a thread's record: allocations, collections, uses of
//! references.
//!
//! Such a function may call the host on the same thread (a callback for collections or for
//! out-of-memory, a subscriber of `tracing`). When the callback returns, the function resumes and
//! uses the thread's record. So these functions are counted, and the thread cannot be detached
//! before they have returned. They are counted for each stack, since a fiber may be suspended in
//! them.

use core::sync::atomic::Ordering::Relaxed;

use super::Attachment;
use crate::thread::Stack;

/// Returns the number of functions on the stack that the calling thread, the owner of the record,
/// runs.
pub(super) fn count(attachment: &Attachment) -> u32 {
    attachment.me.data.stack().work.load(Relaxed)
}

/// A scope in which a library function uses the calling thread's record.
pub(super) struct Work<'a> {
    attachment: &'a Attachment,
    /// The stack on which the scope is, which is the one that the thread runs when the scope
    /// begins; `None` after the end. A host may announce in the scope that it leaves the stack.
    stack: Option<&'a Stack>,
}

impl<'a> Work<'a> {
    /// Begins a use of the record.
    pub(super) fn begin(attachment: &'a Attachment) -> Self {
        let stack = attachment.me.data.stack();
        stack.work.store(stack.work.load(Relaxed) + 1, Relaxed);
        Self { attachment, stack: Some(stack) }
    }

    /// Ends the use before the scope ends: another thread may then drop the stack.
    pub(super) fn end(&mut self) {
        if let Some(stack) = self.stack.take() {
            stack.work.store(stack.work.load(Relaxed) - 1, Relaxed);
        }
    }

    /// Returns the record.
    pub(super) fn attachment(&self) -> &'a Attachment {
        self.attachment
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        self.end();
    }
}
