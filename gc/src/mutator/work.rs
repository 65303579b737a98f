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

/// Returns the number of functions on the stack that the calling thread, the owner of the record,
/// runs.
pub(super) fn count(attachment: &Attachment) -> u32 {
    attachment.me.data.stack().work.load(Relaxed)
}

fn set_count(attachment: &Attachment, count: u32) {
    attachment.me.data.stack().work.store(count, Relaxed);
}

/// A scope in which a library function uses the calling thread's record.
pub(super) struct Work<'a>(&'a Attachment);

impl<'a> Work<'a> {
    /// Begins a use of the record.
    pub(super) fn begin(attachment: &'a Attachment) -> Self {
        set_count(attachment, count(attachment) + 1);
        Self(attachment)
    }

    /// Returns the record.
    pub(super) fn attachment(&self) -> &'a Attachment {
        self.0
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        set_count(self.0, count(self.0) - 1);
    }
}
