//! Operations of the library on behalf of a thread's native code: allocations, collections, uses of
//! references.
//!
//! Each may call the host on the same thread (the callbacks for collections and for being out of
//! memory, a subscriber of `tracing`). When such a callback returns, its callers in the library
//! resume with the thread's record. So the record counts them, and the thread cannot be detached
//! before they have returned.

use core::cell::Cell;

use super::Attachment;

/// The number of functions of the library that currently use a thread's record. Owner only.
#[derive(Debug, Default)]
pub(crate) struct WorkCount(Cell<u32>);

impl WorkCount {
    pub(super) fn get(&self) -> u32 {
        self.0.get()
    }
}

/// A function of the library that uses the calling thread's record until this is dropped.
pub(super) struct Work<'a>(&'a Attachment);

impl<'a> Work<'a> {
    pub(super) fn begin(attachment: &'a Attachment) -> Self {
        let WorkCount(count) = &attachment.work;
        count.set(count.get() + 1);
        Self(attachment)
    }

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
