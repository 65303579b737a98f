//! Counts the library functions that use a thread's record: allocations, collections, uses of
//! references.
//!
//! Such a function may call the host on the same thread (a callback for collections or for
//! out-of-memory, a subscriber of `tracing`). When the callback returns, the function resumes and
//! uses the thread's record. So the record counts these functions, and the thread cannot be
//! detached before they have returned.

use core::cell::Cell;

use super::Attachment;

/// The number of functions of the library that currently use a thread's record. Owner only.
#[derive(Debug, Default)]
pub(crate) struct WorkCount(Cell<u32>);

impl WorkCount {
    /// Returns the number of functions.
    pub(super) fn get(&self) -> u32 {
        self.0.get()
    }
}

/// A scope in which a library function uses the calling thread's record.
pub(super) struct Work<'a>(&'a Attachment);

impl<'a> Work<'a> {
    /// Begins a use of the record.
    pub(super) fn begin(attachment: &'a Attachment) -> Self {
        let WorkCount(count) = &attachment.work;
        count.set(count.get() + 1);
        Self(attachment)
    }

    /// Returns the record.
    pub(super) fn attachment(&self) -> &'a Attachment {
        self.0
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let WorkCount(count) = &self.0.work;
        count.set(count.get() - 1);
    }
}
